//! The list of all sentences, each a typed function over [`Words`].
//!
//! The id in the Fluent files is the name of the function with hyphens.

use super::words::Words;

macro_rules! sentences {
    ($list:ident: $($(#[$docs:meta])* $name:ident($($value:ident: $kind:ty),*);)+) => {
        impl Words {
            $($(#[$docs])*
            pub(crate) fn $name(&self, $($value: $kind),*) -> String {
                self.say(&$crate::discord::speech::sentences::id(stringify!($name)), &[$((stringify!($value), fluent_bundle::FluentValue::from($value))),*])
            })+
        }

        /// Every sentence with the names of its values: what the Fluent files must have.
        #[cfg(test)]
        pub(crate) static $list: std::sync::LazyLock<Vec<(String, Vec<&'static str>)>> =
            std::sync::LazyLock::new(|| vec![$(($crate::discord::speech::sentences::id(stringify!($name)), vec![$(stringify!($value)),*]),)+]);
    };
}

pub(crate) use crate::language::id;
pub(crate) use sentences;

sentences! {
    SENTENCES:

    // Who sits where.
    /// The name of a game.
    game_name(game: &str);
    /// The name of a level, by what records call it.
    level(level: &str);
    /// A computer of a level.
    computer(name: &str, level: &str);
    /// Below a board: on which seats computers play for people who left.
    left_seats(signs: &str, seats: usize);
    /// A seat with its computer, for the description of a picture.
    computer_spoken(sign: &str, name: &str);
    /// What a computer is called.
    computer_name(persona: &str);
    /// A seat that is free.
    free_seat();
    /// What the sign of those who are away means.
    away(sign: &str);
    /// Behind the name of the host.
    host();

    // The lobby.
    /// The heading of a lobby.
    lobby_title(game: &str);
    /// How to get a game going, and how few can play where free seats are left out.
    lobby_advice(fills: &str, fewest: usize);
    /// Everybody chooses where they sit, and with it their team.
    lobby_choose_seats();
    /// The rules and the clock in words.
    lobby_rules(rules: &str, clock: &str);
    /// That the deal is sealed, with how the seal begins.
    lobby_sealed(seal: &str, life: &str);
    /// What else there is in a lobby, with the seal of the deal in full.
    lobby_more(seal: &str);
    /// What others had read was changed, and when; `partners` if they choose each other: who sits where is part of it.
    lobby_changed(when: &str, partners: &str);
    /// The heading of a lobby whose start is under way.
    lobby_starting(game: &str);
    /// The lobby after the start.
    lobby_begun(game: &str);
    /// The lobby that closed, and why it did.
    lobby_closed(game: &str, why: &str);
    /// A clock preset.
    clock(preset: &str);
    /// Label.
    button_join();
    /// Label.
    button_leave();
    /// Label.
    button_change_seat();
    /// Label.
    button_add_computer(level: &str);
    /// Label.
    button_remove_computer();
    /// Label.
    button_add_a_computer();
    /// Label.
    button_length(length: &str);
    /// Label.
    button_counts(counts: &str);
    /// Label.
    button_free_seats(free: &str);
    /// Label.
    button_start();
    /// Label.
    button_rules();
    /// Label.
    button_options();
    /// The lasting message that a game begins.
    game_begins(game: &str, people: &str, terms: &str, seal: &str, presses: &str, table: &str);
    /// Below that message, where the table was closed before it was there.
    closed_before_begin();
    /// What is at stake, in the message that a game begins.
    game_stakes(stakes: &str);

    // Board and panel of every game.
    /// Label.
    button_rack();
    /// Label.
    button_next(game: &str);
    /// In the first round: chance has seated everybody; who drew which seat, in their order.
    seats_drawn(names: &str, game: &str);
    /// Whose turn it is, and what they are to do, by a word of the list.
    board_turn(sign: &str, who: &str, task: &str);
    /// When the time of whoever the line before names ends.
    turn_ends(deadline: &str);
    /// The scores line of a seat.
    board_seat(sign: &str, who: &str, points: i32, held: usize);
    /// The scores line of a seat that is out of the game.
    board_seat_out(sign: &str, who: &str, points: i32);
    /// Who plays together, and against whom.
    board_teams(teams: &str);
    /// A team and its points.
    board_team(signs: &str, points: i32);
    /// Who plays together, for whoever cannot see who sits where.
    alt_teams(teams: &str);
    /// One team of them.
    alt_team(sign: &str, partner: &str, points: i32);
    /// When the next round begins.
    next_round(when: &str, game: &str);
    /// All who play are away, and no round is dealt until one of them is back; then the table closes.
    next_round_rests(when: &str, game: &str);
    /// The game is over.
    game_over();
    /// A place in the final standing.
    final_place(place: u8, sign: &str, who: &str, points: i32, outcome: &str);
    /// The game was given up.
    game_abandoned();
    /// Why a table ended without a result.
    closed_why(why: &str);
    /// The table failed too often.
    table_set_aside();
    /// What is stored of the table is damaged.
    table_damaged();
    /// The same of one that is over, where its end was never shown.
    table_over();
    /// It is your turn, and what you are to do.
    panel_your_turn(task: &str);
    /// When your time ends.
    panel_turn_ends(deadline: &str);
    /// The panel is in its last minute.
    panel_old();
    /// *My rack* elsewhere, while the panel holds something begun.
    panel_begun();
    /// The panel stands in another channel than its table.
    panel_moved(link: &str);
    /// The viewer took a left seat of a game that counts for the others.
    panel_substitute();
    /// Above the panel of somebody who left a game that counts, and sits there again.
    panel_left_before(when: &str);
    /// The same of a game that does not count for them.
    panel_left_casually(when: &str);
    /// Somebody else is to act.
    panel_waiting();
    /// The same, where the order of play says who comes before.
    panel_waiting_after(sign: &str, who: &str);
    /// What the others did since the viewer's last turn, since one in their seat that was not theirs, or since the round began.
    panel_since(since: &str, moves: &str);

    // Games that are played with tiles.
    /// A tile in a sentence.
    tile_short(sign: &str, number: u8);
    /// A tile for people who cannot see it.
    tile_spoken(colour: &str, number: u8);
    /// The false joker in a sentence.
    false_joker();
    /// A tile that is the okey.
    okey_marked(tile: &str);
    /// The okey in a meld, with the number that it stands for.
    okey_standing(tile: &str, number: u8);
    /// The okey on a button, which has to be narrow.
    okey_label(tile: &str);
    /// The false joker on a button.
    false_joker_label(sign: &str);
    /// The name of a colour.
    colour(colour: &str);
    /// Label.
    button_draw();
    /// Label.
    button_take(tile: &str);
    /// Label.
    button_pass();
    /// Label.
    button_surely(tile: &str);
    /// A move in the history.
    moved_drew(sign: &str);
    /// A move in the history, the tile being known.
    moved_drew_tile(sign: &str, tile: &str);
    /// A move in the history.
    moved_took(sign: &str, tile: &str);
    /// A move in the history.
    moved_discarded(sign: &str, tile: &str);
    /// A move in the history.
    moved_passed(sign: &str);
    /// A false joker that was turned up at the deal and put back, under so many tiles of the stock.
    false_joker_seen(under: usize);
    /// How many tiles can still be drawn, behind the line of the round.
    round_stock(stock: usize);
    /// Draw first: what a turn with tiles can begin with, by the word for it.
    must_draw_first(first: &str);
    /// The reader's own discards, where they may be looked through.
    pile_own(tiles: &str);
    /// Somebody else's discards, where they may be looked through.
    pile_of(sign: &str, who: &str, tiles: &str);
    /// The last moves.
    last_moves(moves: &str);
    /// Alt text of a rack.
    alt_rack(tiles: &str, count: usize);
    /// Alt text of a rack: a group of tiles that belong together.
    alt_group(tiles: &str);
    /// Alt text of a rack: the tiles that belong to nothing.
    alt_loose(tiles: &str);
    /// Alt text of a rack: the indicator and the okey.
    alt_okey(indicator: &str, okey: &str);
    /// Alt text of a board.
    alt_board(round: u32, stock: usize);
    /// Alt text of a board: one seat.
    alt_seat(sign: &str, points: i32, held: usize, pile: &str);
    /// Alt text of an empty pile.
    alt_no_pile();
    /// Alt text of a board: who won a round, with what, and with which last tile.
    alt_won(sign: &str, kind: &str, tiles: &str, tile: &str);
    /// Alt text of a board: whose turn it is.
    alt_turn(sign: &str);
    /// A sign of a seat in words.
    sign_spoken(seat: usize);

    // Games in which melds are laid.
    /// Alt text of a rack: what fits the table, now or once the viewer has opened.
    alt_fits(state: &str, tiles: &str);
    /// Alt text of a board: melds for which there is no room.
    alt_more_melds(melds: usize);
    /// Label.
    button_open(points: u32);
    /// Label.
    button_lay(melds: usize);
    /// Label.
    button_more();
    /// Label.
    button_compose();
    /// Label.
    button_text();
    /// Label.
    button_meld(worth: u32);
    /// Label.
    button_no_meld();
    /// Label.
    button_open_short(points: u32, short: u32);
    /// Label.
    button_lay_this(worth: u32);
    /// Label.
    button_change();

    // Typed moves.
    /// A choice of /play.
    move_draw();
    /// A choice of /play.
    move_take(tile: &str);
    /// A choice of /play.
    move_pass();
    /// A choice of /play.
    move_discard(tile: &str);
    /// A choice of /play.
    move_finish(tile: &str);
    /// A choice of /play.
    move_next(game: &str);
    /// A choice that is no move: others, with these signs, are to play, or nobody is.
    move_none(signs: &str, count: usize);

    // What is answered when something is not possible.
    /// A press that came too late.
    late();
    /// A typed move that came too late, or too soon.
    late_typed();
    /// Not your turn.
    refused_turn(who: &str);
    /// A short window for something to be said by somebody else.
    refused_window(who: &str, deadline: &str);
    /// The person is out of the game.
    refused_out();
    /// The game is over.
    refused_over();
    /// No seat at this table.
    not_seated();
    /// Only the host may.
    not_host(host: &str);
    /// The host removed whoever wants to sit down.
    removed(host: &str);
    /// No seat is free.
    full(seats: usize, computers: usize);
    /// More computers are asked for than have room.
    too_many_computers(seats: usize, most: usize);
    /// Already seated.
    already_seated();
    /// Who has sat on another seat.
    saw_another();
    /// The game runs already.
    already_started();
    /// Nothing is being played.
    not_playing();
    /// Too few people and computers.
    too_few(needed: usize, present: usize);
    /// Others have not had the time to read what was changed; 0 seconds while no lobby shows it.
    terms_changed(people: &str, count: usize, seconds: u64, partners: &str);
    /// A rematch with other terms than the game before it.
    other_terms(partners: &str);
    /// The channel has a table.
    channel_busy(link: &str);
    /// A rematch is there already.
    played_again(link: &str);
    /// The same, and the asker has a seat there now.
    joined_rematch(link: &str);
    /// A rematch is just being opened.
    playing_again();
    /// May not end this table.
    may_not_end();
    /// The same of a lobby.
    may_not_end_lobby(host: &str);
    /// Only in the lobby.
    only_in_lobby();
    /// The lobby was changed as often as it can be.
    changed_too_often(most: usize);
    /// Somebody has sat down as often as they may unasked.
    sat_too_often(most: usize, host: &str);
    /// Somebody has moved as often as they may.
    moved_too_often(most: usize);
    /// Somebody has left the game as often as they may come back.
    you_left_too_often(most: usize);
    /// Seats of the game were left as often as can be.
    left_too_often(most: usize);
    /// Too many tables were opened within an hour.
    too_many_lately();
    /// There is no computer to take away.
    no_computer();
    /// The disk refuses.
    disk_refused();
    /// Nobody knows yet whether it was stored.
    unsure();
    /// The same, where nobody has a rack.
    unsure_there();
    /// Too many wait.
    busy();
    /// The table is gone.
    gone();
    /// Nothing is known of the table.
    unknown_table();
    /// Whoever wants the score sheet of a game of long ago.
    sheet_gone();
    /// No randomness.
    no_randomness();
    /// Something failed on our side.
    failure();
    /// A component nobody can read.
    unreadable_button();
    /// No table here.
    no_table_here();
    /// The same for whoever has played here lately: how their game ended, and where its board is, if that is there.
    game_over_here(how: &str, place: &str, board: &str);
    /// The game of this place is over; the only table of whoever asks is elsewhere.
    is_over_here(link: &str);
    /// Nothing is known of the table of this place; the only table of whoever asks is elsewhere.
    is_unknown_here(link: &str);
    /// What became of a table that is not here.
    told_of(table: &str, told: &str);
    /// Several tables.
    which_table(tables: &str);
    /// In a direct message.
    only_in_server();
    /// A right is missing.
    missing_permissions(permissions: &str);
    /// No table is opened where nobody could press anything.
    locked_here();
    /// No right is missing, and yet the bot may not write here.
    shut_out();
    /// The bot is no member of a private thread.
    not_in_thread();
    /// The name of a right.
    permission(name: &str);
    /// A move that says no tile.
    which_tile(example: &str);
    /// Somebody typed what is no move, and has none now.
    nothing_to_play();
    /// A text that is no move.
    no_move(example: &str);
    /// How a typed move is made that is asked about first.
    move_surely(text: &str);
    /// What the letters of typed tiles mean.
    tile_letters();
    /// What leaving a game that counts means, with others who play on or without.
    leaving_counts(game: &str, after: &str);
    /// Asked before leaving a game that costs nothing to leave, with others who play on or without.
    leaving_free(game: &str, after: &str);
    /// Label.
    button_quit();
    /// Label.
    button_stay();
    /// You left.
    you_left(casual: &str);
    /// You left before anything was dealt, and it would have counted.
    you_left_early(casual: &str);
    /// Somebody who was out of the game left.
    you_left_out();
    /// The table ended.
    you_ended();
    /// Asked before somebody ends a game of others by their word alone.
    end_asks(game: &str, place: &str, people: &str, since: &str);
    /// Where a table stands whose channel was deleted.
    place_deleted(table: &str);
    /// Label.
    button_close();
    /// It was over before.
    end_late();
    /// Whoever was asked has a part in the game by now.
    end_changed();
    /// Left a lobby.
    you_left_lobby();

    // Pages.
    /// `/help`, in a server with tables or elsewhere.
    help(place: &str);
    /// `/about`
    about(version: &str, source: &str);

    // Checking a deal.
    /// How to check the record that is attached.
    verify_record(table: &str, seal: &str, digest: &str);
    /// How the digest of a game's record begins.
    board_record(digest: &str);
    /// No game of this channel has ended.
    verify_none();
    /// No ended game has this id.
    verify_unknown();
    /// What is stored of the game does not read.
    verify_damaged();
    // Pings.
    /// Somebody is to act and has been quiet for a while.
    ping_turn(people: &str, deadline: &str);
    /// People are asked, whoever of them has answered already.
    ping_asked(people: &str, deadline: &str);
    /// The time of somebody is nearly up.
    ping_warning(people: &str, deadline: &str);

    // Seats in a game.
    /// Label.
    button_take_seat(sign: &str);
    /// Somebody else was faster.
    seat_taken();

    // Ending a table together, and removing somebody from a lobby.
    /// Who votes for ending the table.
    board_votes(signs: &str, votes: usize, needed: usize);
    /// The own vote counts.
    you_voted(votes: usize, needed: usize);
    /// The own vote counted already.
    you_voted_already(votes: usize, needed: usize);
    /// Behind those: why a moderator has but a vote.
    moderator_plays();
    /// A moderator left the game, or is out of it.
    had_part();
    /// A seat is free again that a person or a computer had.
    you_kicked(who: &str, kind: &str);
    /// Nobody sits there.
    nobody_there();
    /// The same where a person was named.
    kick_without_seat(who: &str);
    /// Calls somebody to a table.
    invitation(host: &str, guest: &str, game: &str, link: &str);
    /// The asker put a computer on a seat.
    you_added_computer(who: &str);
    /// A bot is called to a table.
    invite_bot();
    /// Somebody is called who sits there.
    invite_seated(who: &str);
    /// The host cannot remove themself.
    kick_only_others();
    /// Neither a person nor a seat was named, or both.
    kick_whom();

    // The rematch.
    /// Label.
    button_rematch();
    /// Label.
    button_sheet();
    /// Label.
    button_stats();
    /// In the lobby of a rematch: names those who played before and have not sat down yet, with a free seat or without.
    rematch_call(people: &str, room: &str);
    /// No rematch, or none any more.
    no_rematch();
    /// A rematch is for those who played.
    did_not_play();

    // Tables in words, for people who cannot see them.
    /// Who dealt.
    alt_dealer(sign: &str);
    /// What lies under the discard that was named before.
    alt_under(pieces: &str);
}
