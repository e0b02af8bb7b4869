# English: Hachinin-meri taught. Every id here is a function in src/discord/pages/meri/rules_sentences.rs.

## The rules in short (at most 2000 characters)
rules-meri =
    ## Hachinin-meri (八人メリ) in short
    {""}**Teams.** Eight players, two teams of four: your neighbours are opponents. Everybody has 9 of 75 cards. Each *trick* (*ko*) is one card from everybody; there are nine.
    {""}**Suits.** 🎋 clubs and 🗡️ swords: 9 is the best number. 🍷 cups, 🪙 coins, 🌀 whorls: **1** is the best, 9 the worst. Above them: Sun, Un, Rei, Kaba, Sota.
    {""}**Trump.** A card is turned up, the *okie*: its suit is trump. Best first: Sun, Un, **Sota, tenka** (🎋Robai, always a trump), Robai, Rei, Kaba, then the numbers.
    {""}**Opening.** Everybody is asked. Whoever holds the trump's Robai may call *robatta* and take the okie, else the dealer does. The taker leads a plain card and lays another away.
    {""}**Tricks.** The best trump wins, else the best card of the suit led. At first nobody need follow suit. **Trumps on a plain lead lie face down** until all eight cards are out.
    {""}**Meri.** From trick 2 on a trump may be led: all lie open, and who has a trump plays one. (Not if the Sun was your only trump from the start.) After the first meri it is *monchi*: follow suit, or play any trump.
    {""}**Yaku.** Win a trick with one of these trumps while an opponent played the other: Sun over Un, Un over Sota, Sota over Robai, Robai over Rei; 2 over 1 in 🎋🗡️, 8 over 9 in 🍷🪙🌀. Not in a meri. It moves **2 ko** from them to you, **5** in the last trick, or if the Robai in it was held and not called.
    {""}**Points.** Tricks and yaku are counted; the team with more scores the difference. Eight rounds are a match.
    House rules may differ: the lobby tells what is unusual.
