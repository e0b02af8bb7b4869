//! The sentences of the panel of Meri.

use crate::discord::speech::sentences::sentences;
use crate::discord::speech::words::Words;

sentences! {
    MERI_SENTENCES:

    /// The rules in short.
    rules_meri();

    // What to do.
    /// Everybody is asked.
    meri_do_robau(robai: &str, okie: &str, dealer: &str);
    /// Whether the viewer is the one who may call, and perhaps the dealer, and what to press.
    meri_robau_own(holds: &str, robai: &str, okie: &str);
    /// What a robai that is kept hidden does.
    meri_robau_hidden(which: &str, worth: u32);
    /// The viewer has answered.
    meri_ready();
    /// Somebody else has taken the okie.
    meri_taken(sign: &str, who: &str, okie: &str, how: &str);
    /// Lead, and lay one away.
    meri_do_uchidashi(okie: &str);
    /// Only plain karuta are led to the first trick.
    meri_lead_plain();
    /// There is only one of them.
    meri_lead_only(karuta: &str);
    /// There is none.
    meri_lead_all_trumps();
    /// The lead is picked.
    meri_do_away(lead: &str, seen: &str);
    /// What the viewer has played to the trick.
    meri_played(trick: usize, karuta: &str, how: &str);
    /// Lead, before the first meri.
    meri_do_lead();
    /// Lead, after it.
    meri_do_lead_in_monchi();
    /// To lead the last trick: there is no choice, and nothing comes after it.
    meri_do_lead_last();
    /// Follow a plain lead before the first meri.
    meri_do_free(suit: &str);
    /// Follow suit.
    meri_do_follow(suit: &str, barred: &str);
    /// Follow suit without having it.
    meri_do_follow_free(suit: &str);
    /// Follow a meri.
    meri_do_meri(trump: &str, tenka: &str, kind: &str, barred: &str);
    /// Follow a meri without a trump.
    meri_do_meri_free();
    /// Follow a meri with a single Sun.
    meri_do_meri_exempt();

    // The tricks.
    /// What lies there, and who has it.
    meri_trick(plays: &str, best: &str);
    /// A face-down trump.
    meri_face_down();
    /// Who has the trick so far.
    meri_best(sign: &str, side: &str);
    /// The same, face down.
    meri_best_down(sign: &str, side: &str);
    /// The same, several face down.
    meri_best_of_down(count: usize);
    /// Who took a trick.
    meri_taken_by(number: usize, sign: &str, side: &str, karuta: &str);
    /// A yaku.
    meri_yaku(side: &str, winning: &str, beaten: &str);
    /// What it moves.
    meri_yaku_moves(side: &str, ko: i32, why: &str);
    /// That would tell where the robai is.
    meri_yaku_untold();
    /// A play of a finished trick.
    meri_trick_play(number: usize, play: &str, cut: &str, took: &str);
    /// What a trump is called.
    meri_cut(cut: &str);

    // How it stands.
    /// The trump suit.
    meri_trump(suit: &str, okie: &str, tenka: &str, kind: &str);
    /// Ko of both teams.
    meri_ko(tricks: usize, ours: i32, theirs: i32);
    /// What the yaku brought.
    meri_ko_moved(side: &str, ko: i32);
    /// In its place while that is not told.
    meri_ko_untold();
    /// What the viewer has laid away.
    meri_laid_away(karuta: &str);
    /// Who plays with whom.
    meri_team(sign: &str, team: &str, partners: &str, others: &str);
    /// A round is over.
    meri_round_over(round: usize);
    /// The tricks of both teams.
    meri_total_ko(ours: i32, theirs: i32);
    /// What it came to.
    meri_total(side: &str, ours: i32, theirs: i32, points: i32, yaku: &str);
    /// How the okie found its taker.
    meri_robau_was(robau: &str);
    /// How the kiri stands.
    meri_kiri(rounds: usize, of: usize, side: &str, ahead: i32, stage: &str);
    /// Kiri won.
    meri_kiri_won(ours: u32, theirs: u32);
    /// Hitoshōbu won.
    meri_shobu_won(ours: u32, theirs: u32);

    // Pages.
    /// Heading.
    meri_order_title(suit: &str);
    /// What bold and struck out mean.
    meri_order_marks(rack: &str);
    /// Where tenka stands.
    meri_order_tenka(tenka: &str);
    /// Plain suits with the same order.
    meri_order_plain(signs: &str, ranks: &str, robai: &str);
    /// A yaku in a list.
    meri_order_yaku(winning: &str, beaten: &str);
    /// The yaku of the trump suit.
    meri_order_yakus(yaku: &str, worth: u32, high: u32, more: &str, upper: &str);
    /// Heading.
    meri_trick_title(number: u8);

    // Buttons.
    /// Label.
    button_ready();
    /// Label.
    button_robatta();
    /// Label.
    button_trump_order();
    /// Label.
    button_last_trick();
    /// Label.
    button_trick(number: u8);

    // Alt texts.
    /// The rack.
    meri_alt_rack(count: usize);
    /// The trump suit.
    meri_alt_trump(suit: &str, okie: &str);
    /// The trumps of the rack.
    meri_alt_trumps(karuta: &str);
    /// A plain suit of it.
    meri_alt_plain(karuta: &str);
    /// The rack in one row.
    meri_alt_row(karuta: &str);
    /// What may not be played.
    meri_alt_barred(karuta: &str);
    /// The order of the trumps.
    meri_alt_order(suit: &str, karuta: &str);
    /// Those of them that the viewer holds.
    meri_alt_order_own(karuta: &str);
    /// Those of them that are gone.
    meri_alt_order_gone(karuta: &str);
    /// A finished trick.
    meri_alt_trick(plays: &str, who: &str);
    /// A play in it.
    meri_alt_play(sign: &str, karuta: &str);
}
