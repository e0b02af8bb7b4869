//! The sentences of the board of Hachinin-meri.

use crate::discord::speech::sentences::sentences;
use crate::discord::speech::words::Words;

sentences! {
    MERI_BOARD_SENTENCES:

    // How the round and the match stand.
    /// The round in a line.
    meri_board_round(place: &str, trump: &str, okie: &str, dealer: &str);
    /// Which round of the match it is.
    meri_board_place(length: &str, shobu: u32, kiri: u32, round: usize, is_extra: &str);
    /// A team, and who is in it.
    meri_board_team(sign: &str, team: &str, ko: i32, yaku: &str, standing: &str, seats: &str);
    /// What the yaku of a team came to so far.
    meri_board_team_yaku(ko: &str);
    /// How a team stands in its match.
    meri_board_team_standing(length: &str, sum: &str, kiri: u32, shobu: u32);
    /// The name of a team.
    meri_board_team_name(team: &str);

    // Who takes the okie.
    /// Everybody is asked; who has answered nobody sees.
    meri_board_robau();
    /// How the okie found its taker.
    meri_board_taken(how: &str, sign: &str, okie: &str);
    /// What the taker does now.
    meri_board_uchidashi(seen: &str);
    /// The robai was hidden, as everybody knows by now.
    meri_board_was_hidden(robai: &str);
    /// The three dead karuta, where everybody sees them.
    meri_board_pile(discard: &str, leftovers: &str);

    // Tricks.
    /// The trick that is being played, before its lead.
    meri_board_trick_to_lead(number: usize, sign: &str);
    /// The trick that is being played.
    meri_board_trick(number: usize, plays: &str);
    /// One play of a trick.
    meri_board_play(sign: &str, karuta: &str);
    /// A trump that lies face down.
    meri_board_face_down();
    /// What a trump of a plain trick is called.
    meri_board_cut(karuta: &str, cut: &str);
    /// A trick that is over.
    meri_board_trick_over(number: usize, plays: &str, sign: &str);
    /// Tricks that were left out.
    meri_board_tricks_before(tricks: usize);
    /// The present trick is the first meri of the round.
    meri_board_first_meri(sign: &str, free: &str, then: &str);
    /// The present trick is another one.
    meri_board_another_meri(sign: &str);
    /// Monchi has just begun.
    meri_board_monchi_begins(suit: &str);
    /// It is monchi, and this suit was led.
    meri_board_monchi(suit: &str);

    // Yaku.
    /// The name of a yaku.
    meri_board_yaku_name(yaku: &str);
    /// A yaku was made: who took what of whom, and what it moves.
    meri_board_yaku(name: &str, sign: &str, winning: &str, beaten_sign: &str, beaten: &str, worth: &str);
    /// What it moves, and why so much.
    meri_board_yaku_worth(team: &str, value: i32, why: &str);
    /// What it moves is not told yet.
    meri_board_yaku_worth_unknown(team: &str);

    // What a round came to.
    /// Who has won the round, and by how much.
    meri_board_won_round(round: usize, team: &str, diff: u32);
    /// The count of both teams.
    meri_board_count(tricks_a: i32, tricks_b: i32, yaku: &str);
    /// What the yaku did to the count.
    meri_board_count_yaku(yaku: &str, final_a: i32, final_b: i32);
    /// How the robai was, where it was not called.
    meri_board_robai_was(how: &str, robai: &str);
    /// The kiri goes on, and how it stands.
    meri_board_kiri_stands(team: &str, ahead: u32, left: usize);
    /// The kiri is level after all its rounds.
    meri_board_kiri_level();
    /// A kiri is won.
    meri_board_kiri_won(team: &str, ahead: u32);
    /// A kiri of the score sheet, with its rounds.
    meri_sheet_kiri(length: &str, shobu: u32, kiri: u32, team: &str, ahead: u32, rounds: &str);
    /// Alt text: the rounds of the kiri that is being played, or was just won.
    meri_board_alt_rounds(rounds: &str);
    /// Who has won a hitoshōbu of several.
    meri_board_shobu_won(team: &str);
    /// How many kiri each team has won.
    meri_board_kiri_count(kiri_a: u32, kiri_b: u32);
    /// How many hitoshōbu each team has won.
    meri_board_shobu_count(shobu_a: u32, shobu_b: u32);
    /// The match is won.
    meri_board_match_won(team: &str);
    /// A place in the final standing, with what decided the match.
    meri_board_final_place(place: u8, sign: &str, who: &str, won: i32, length: &str, outcome: &str);

    // Alt texts.
    /// The table.
    meri_board_alt(round: usize, trump: &str, okie: &str, dealer: &str);
    /// Before the first deal.
    meri_board_alt_undealt();
    /// A team.
    meri_board_alt_team(team: &str, ko: i32, standing: &str, seats: &str);
    /// How it stands in its match.
    meri_board_alt_standing(length: &str, sum: &str, kiri: u32, shobu: u32);
    /// Everybody is asked.
    meri_board_alt_robau();
    /// The trick that is being played.
    meri_board_alt_trick(number: usize, plays: &str);
    /// Who called.
    meri_board_alt_called(sign: &str);
    /// Suits are followed.
    meri_board_alt_monchi();
    /// The yaku of the round.
    meri_board_alt_yaku(yaku: &str);
    /// One of them.
    meri_board_alt_made(name: &str, team: &str, value: i32);
    /// One of them, whose value is not told yet.
    meri_board_alt_made_untold(name: &str, team: &str);
    /// What nobody can take.
    meri_board_alt_pile(karuta: &str);
    /// A trick that was just turned up.
    meri_board_alt_turned(number: usize, plays: &str);
    /// Who took the tricks of a round.
    meri_board_alt_winners(winners: &str);
    /// Who took one of them.
    meri_board_alt_winner(number: usize, sign: &str);
    /// A play.
    meri_board_alt_play(sign: &str, karuta: &str);
    /// A play that lies face down.
    meri_board_alt_face_down();
    /// The trick before it.
    meri_board_alt_taken(number: usize, sign: &str, karuta: &str);
    /// What a round came to.
    meri_board_alt_result(round: usize, team: &str, diff: u32, final_a: i32, final_b: i32);
    /// The trick worth remembering.
    meri_finest(round: &str, told: &str);
    /// What the picture of the end shows, for whoever cannot see it.
    meri_alt_shown(number: usize, round: &str, sign: &str, how: &str, winning: &str, others: &str);
}
