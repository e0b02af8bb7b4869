# English: the rules of Kaluki in brief (at most 2000 characters). The id is a function in src/discord/pages/kaluki/sentences.rs.

rules-kaluki =
    ## Kaluki in brief
    {""}**Goal.** Be the first to get rid of all your cards. The cards the others still hold become their **penalty points**. With more than 150 you are out, or buy in (twice at most, and only while 2 others are within the limit); the last player left wins the match.
    {""}**Cards.** Two packs and two jokers 🃏. 13 cards each. A joker stands for any card.
    {""}**Melds.** A *set*: 3 or 4 cards of one rank, all suits different. A *run*: 3 or more cards in a row in one suit; the ace is high only, so Q-K-A, never A-2-3.
    {""}**Turn.** Draw from the stock or take the top discard, lay what you like, discard one card.
    {""}**Opening.** Your first melds of a deal must be worth **40** together: ace 11, king, queen, jack and 10 count 10, a joker counts as its card. Until you have opened, you may take a discard only to open with it. (The very first turn of a deal is exempt.)
    {""}**Once open** you can take discards freely, lay more melds, and *build*: add cards to any meld on the table, at most 2 a turn on each end of a run.
    {""}**Freeing jokers.** Swap a joker in a run for the card it stands for, or a joker in a set of three for cards of two suits that are missing there. Use the joker at once. Jokers in a set of four stay there.
    {""}**Calling up.** Lay everything but one card and discard that one: the deal ends. Doing it all in one turn, without having opened before, is a **Kaluki** and pays more.
    {""}**Points.** Cards left count as above, jokers 15.
    {""}**Units.** Each loser of a deal pays its winner 1 unit, 2 for a Kaluki. Everybody pays 5 into the pool, and 5 for each buy-in; whoever buys in continues with the highest penalty of the players still in. The last player left wins the pool. Units are points of this game: they cannot be bought, sold or cashed in.
    House rules may differ: the lobby says what is unusual.
