//! The sentences about settings, threads and watching.

use super::sentences::sentences;
use super::words::Words;

sentences! {
    FRONT_SENTENCES:

    // The pages of /settings.
    /// What this language calls itself.
    language_name();
    /// The heading of a person's page.
    settings_title();
    /// The heading of a server's page.
    settings_server_title();
    /// On it: rights that the bot lacks where it is looked at, and without which tables open all the same.
    settings_missing(permissions: &str);
    /// Title of a menu.
    settings_language();
    /// Choice: nothing is said.
    settings_language_unsaid();
    /// Title of a menu.
    settings_arrangement();
    /// An order of the rack.
    settings_arrangement_name(arrangement: &str);
    /// Label: whether a tile is drawn for them.
    settings_auto_draw(state: &str);
    /// Label: whether they are called.
    settings_pings(state: &str);
    /// Label: whether their cards have four colours.
    settings_four_colours(state: &str);
    /// Title of a menu.
    settings_server_language();
    /// Choice: nothing is said.
    settings_server_language_unsaid();
    /// Title of a menu.
    settings_preset();
    /// Title of a menu.
    settings_level();
    /// A level of computers.
    settings_level_name(level: &str);
    /// Label: whether results count.
    settings_rated(state: &str);
    /// Label: whether tables get threads.
    settings_threads(state: &str);
    /// Label: whether everybody sees cards in four colours.
    settings_server_four_colours(state: &str);
    /// Label: whether games are played for units.
    settings_units(state: &str);
    /// A switch: whether pictures show the person's avatar.
    settings_face(state: &str);
    /// Over the page of a server's pictures.
    settings_pictures_title();
    /// A switch: whether the pictures of a server show avatars.
    settings_server_faces(state: &str);
    /// Leads to the page of a server's pictures.
    button_picture_settings();
    /// Label: to the server's page.
    button_server_settings();
    /// Label: to the person's page.
    button_own_settings();
    /// The right to change a server is missing.
    settings_not_allowed();
    /// The disk refuses.
    settings_not_stored();
    /// The disk does not tell.
    settings_unsure();
    /// Title of a menu.
    settings_most_tables();
    /// Choice: nothing is said.
    settings_most_tables_unsaid(most: usize);
    /// So many tables at once.
    settings_most_tables_count(count: usize);

    // Fair shares.
    /// More presses or commands than a person may make.
    too_quick(asked: &str);
    /// The host of the bot has shut out whoever asks, or the server.
    host_shuts_out(whom: &str);
    /// Discord has sent something that this version cannot read.
    not_understood();
    /// A command that Discord's client has kept from another version.
    other_version();
    /// No table more.
    too_many_tables(whose: &str, most: usize, links: &str);
    /// No lobby more.
    too_many_lobbies(whose: &str, most: usize, links: &str);
    /// No seat more.
    too_many_seats(whose: &str, most: usize, links: &str);
    /// Behind the links to those in this server, or in their place.
    tables_elsewhere(count: usize);
    /// Below why no table was opened: buttons to leave those in other servers.
    leave_elsewhere();
    /// One of these buttons; numbered where several are of this game.
    button_leave_elsewhere(game: &str, number: usize);
    /// A game in another server, where whoever reads may not be able to go: they know it by who plays, and since when.
    game_elsewhere(game: &str, channel: &str, people: &str, since: &str);
    /// Below the question whether they leave it, which offers no way there.
    stay_elsewhere();
    /// No table so soon after others that were ended without a game.
    ended_too_often(most: usize, when: &str);
    /// No table so soon after so many others.
    opened_too_often(most: usize, when: &str);
    /// The disk refuses a table.
    table_not_stored();
    /// The guest does not want to be called.
    invite_uncalled(who: &str, link: &str);
    /// Whoever is invited is shut out by the host of the bot.
    invite_shut_out(who: &str);
    /// The guest is not in this server.
    invite_stranger(who: &str);
    /// The guest may not see the channel.
    invite_unseen(who: &str, link: &str);
    /// The guest was called a short while ago.
    invite_again(who: &str, link: &str);
    /// The host has called too many.
    invite_many(most: usize, link: &str);

    // Threads.
    /// The name of a table's thread.
    thread_name(game: &str, code: &str);
    /// In the channel, until the thread is there.
    thread_opens(who: &str, game: &str);
    /// In the channel, with a link.
    thread_opened(who: &str, game: &str, thread: &str);
    /// In the channel, once the game is over; the thread may be gone.
    thread_ended(game: &str, thread: &str, place: &str, how: &str, who: &str);
    /// The table stands in the channel after all.
    thread_refused(why: &str);
    /// In the channel, when the thread is gone; in turns of days nobody is called any more.
    thread_gone(people: &str, game: &str, preset: &str);
    /// In the channel, when the thread is locked, or the bot may not show the table there any more.
    thread_closed(people: &str, game: &str, preset: &str);
    /// In the channel, when the thread of a lobby is gone.
    thread_of_lobby_gone(people: &str, game: &str);
    /// In the channel, when the thread of a lobby is locked, or the bot may not show it there any more.
    thread_of_lobby_closed(people: &str, game: &str);
    /// To whoever asks for a lobby that cannot be used.
    lobby_cut_off(why: &str);
    /// Above a panel, when the table's channel is gone.
    place_gone();
    /// Above a panel, when the table's thread is locked, or the bot may not show the table in its place.
    place_closed();
    /// The same above a panel that stands in that very place; where its table is played from.
    place_closed_here(why: &str, elsewhere: &str);
    /// Above a panel, when the bot was removed from the server.
    place_thrown_out();
    /// Above a panel and below a board, where the bot may change its messages but write no new ones.
    nobody_called();
    /// The tables of this channel.
    tables_in_threads(threads: &str);
    /// The lobby could not be shown.
    lobby_not_shown(thread: &str);

    // Watching.
    /// Whoever has a seat asks for their rack before anything is dealt.
    seated_lobby(link: &str);
    /// In a lobby, where seats are free or all of them are taken.
    watching_lobby(seats: &str, link: &str);
    /// A seat can be taken.
    watching_with_seat(link: &str, left: &str);
    /// No seat is free.
    watching(link: &str);
    /// The same once it is over.
    watching_over(link: &str);
}
