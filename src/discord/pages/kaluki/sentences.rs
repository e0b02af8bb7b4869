//! The sentences of the panel of Kaluki.

use crate::discord::speech::sentences::sentences;
use crate::discord::speech::words::Words;

sentences! {
    KALUKI_SENTENCES:

    // The panel: what to do.
    /// Draw, nothing can be taken.
    kaluki_do_draw();
    /// Draw, or take this discard; what is owed for it.
    kaluki_do_draw_or_take(card: &str, terms: &str, serves: &str);
    /// After a card was put back.
    kaluki_do_draw_after_return();
    /// Discard.
    kaluki_do_discard();
    /// A taken card must be used.
    kaluki_do_use(card: &str, terms: &str);
    /// The card just drawn or taken.
    kaluki_fresh(card: &str);
    /// One card is left.
    kaluki_last_card(card: &str);
    /// The taken card may not be discarded.
    kaluki_locked(card: &str);
    /// The announcement was missed.
    kaluki_missed(turn: &str);

    // The panel: how near the end is.
    /// It can be opened.
    kaluki_can_open(points: u32, needed: u32);
    /// It cannot.
    kaluki_short(points: u32, short: u32, needed: u32);
    /// It is open.
    kaluki_you_are_open();
    /// All can be laid but one card, or to the last one.
    kaluki_can_end(how: &str, last: &str);
    /// Cards that fit the table.
    kaluki_fit(state: &str, cards: &str);
    /// Cards that free a joker.
    kaluki_free(state: &str, cards: &str);
    /// Why a button is red.
    kaluki_joker_is_red(joker: &str);
    /// Asked before a discard.
    kaluki_throws_win_away(card: &str, how: &str);
    /// Asked before a discard.
    kaluki_throws_joker();

    // Announcing, buying in, being out.
    /// The viewer may announce.
    kaluki_do_announce(held: usize);
    /// Somebody else may announce.
    kaluki_announcing(sign: &str, who: &str);
    /// Over the limit.
    kaluki_over(penalty: i32, limit: u32);
    /// What a buy-in costs and brings.
    kaluki_buy_in(stake: u32, penalty: i32, left: u32);
    /// Asked before leaving the match.
    kaluki_leaving();
    /// What the viewer answered.
    kaluki_answered(answer: &str);
    /// Others are asked.
    kaluki_buying(who: &str);
    /// The viewer is out.
    kaluki_out(deal: u32, why: &str);
    /// Where the table is.
    kaluki_out_link(link: &str);

    // Buttons.
    /// Label.
    kaluki_button_ends(how: &str);
    /// Label.
    kaluki_button_ends_with(how: &str, card: &str);
    /// Label.
    kaluki_button_lay_all(cards: usize);
    /// Label.
    kaluki_button_return(card: &str);
    /// Label of one of several openings that are worth the same.
    kaluki_button_open(points: u32, jokers: usize);
    /// Label.
    kaluki_button_lay(cards: &str);
    /// Label.
    kaluki_button_build(cards: &str, meld: usize, end: &str);
    /// Label.
    kaluki_button_builds(cards: usize);
    /// Label.
    kaluki_button_exchange();
    /// Label.
    kaluki_button_free(cards: &str, joker: &str, meld: usize);
    /// Label.
    kaluki_button_give(joker: &str, meld: usize);
    /// Label.
    kaluki_button_ungive(cards: &str, meld: u8);
    /// Label.
    kaluki_button_new(cards: &str);
    /// Label.
    kaluki_button_reading(kind: &str, points: u32, jokers: &str);
    /// Label.
    kaluki_button_where(ways: usize);
    /// Label.
    kaluki_button_do();
    /// Label.
    kaluki_button_score();
    /// Label.
    kaluki_button_announce(held: usize);
    /// Label.
    kaluki_button_silent();
    /// Label.
    kaluki_button_buy_in(stake: u32);
    /// Label.
    kaluki_button_leave();
    /// Label.
    kaluki_button_before();
    /// Label.
    kaluki_button_after();

    // Pages.
    /// One of several lines.
    kaluki_item(text: &str);
    /// Heading.
    kaluki_more_title();
    /// Heading.
    kaluki_compose_title();
    /// What to press.
    kaluki_compose_how();
    /// What to press, for who is open.
    kaluki_compose_how_open();
    /// A meld in the making.
    kaluki_made_meld(cards: &str, worth: u32);
    /// Cards for a meld on the table.
    kaluki_made_build(cards: &str, meld: usize);
    /// Cards given for a joker.
    kaluki_made_give(cards: &str, joker: &str, meld: usize);
    /// What cannot be done.
    kaluki_made_nothing(cards: &str);
    /// Jokers that must be placed.
    kaluki_freed(jokers: usize, reuse: &str);
    /// What is picked.
    kaluki_picked(cards: &str);
    /// What is picked is a meld.
    kaluki_picked_meld(cards: &str, worth: u32);
    /// What is picked can be several melds.
    kaluki_picked_many(cards: &str);
    /// What is picked is no meld.
    kaluki_picked_none(cards: &str, why: &str);
    /// What is picked is too much for an end of a run.
    kaluki_picked_limit(cards: &str, limit: u32);
    /// A card must stay in the hand.
    kaluki_one_stays();
    /// Enough.
    kaluki_total(points: u32, needed: u32);
    /// Too little in all.
    kaluki_total_short(points: u32, short: u32, needed: u32);
    /// Heading.
    kaluki_where_title(cards: &str);
    /// Heading of an opening before it is final.
    kaluki_preview(points: u32, needed: u32);
    /// What to press.
    kaluki_preview_how();
    /// Heading of what ends the deal.
    kaluki_plan_ends(how: &str, card: &str);
    /// Heading of what can be laid.
    kaluki_plan_title(cards: usize, left: i32);
    /// What to press.
    kaluki_plan_how();
    /// Heading.
    kaluki_jokers_title();
    /// What to press.
    kaluki_jokers_how();
    /// Heading.
    kaluki_builds_title();
    /// Heading of the page of text.
    kaluki_text_title();
    /// The rack.
    kaluki_text_rack(cards: &str);
    /// How to play by typing.
    kaluki_text_how();
    /// What may be typed beside the letters.
    kaluki_text_letters(letters: &str);
    /// What the letters mean.
    kaluki_letters();
    /// A meld on the table.
    kaluki_table_meld(number: usize, sign: &str, cards: &str);
    /// Melds that have no room.
    kaluki_table_more(melds: usize);
    /// No melds.
    kaluki_table_empty();
    /// Heading.
    kaluki_score_title();
    /// When somebody is out.
    kaluki_score_limit(limit: u32, buys_in: &str);
    /// How many deals decide.
    kaluki_score_deals(deals: u32);
    /// A single one does.
    kaluki_score_single();
    /// A seat.
    kaluki_score_seat(sign: &str, who: &str, penalty: i32);
    /// Its units.
    kaluki_score_units(ledger: &str, paid: i32);
    /// Its buy-ins.
    kaluki_score_buy_ins(times: u32);
    /// It is out.
    kaluki_score_out(deal: u32);
    /// The pool.
    kaluki_pool(units: i32);

    // Alt texts.
    /// The rack.
    kaluki_alt_rack(count: usize);
    /// Cards that fit the table, now or once the viewer is open.
    kaluki_alt_fits(state: &str, cards: &str);
    /// Cards that free a joker, now or then.
    kaluki_alt_frees(state: &str, cards: &str);

    // The rules, for somebody who wants to play.
    /// The rules in short.
    rules_kaluki();
}
