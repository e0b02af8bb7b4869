# English: Hachinin-meri taught. Every id here is a function in src/discord/pages/meri/rules_sentences.rs, and `rules-meri` in
# src/discord/pages/meri/sentences.rs.

## The rules in short (at most 2000 characters)
rules-meri =
    ## Hachinin-meri (八人メリ) in brief
    {""}**Teams.** Eight players, two teams of four: your neighbours are opponents. Each has 9 of the 75 cards. A *trick* (*ko* コ) is one card from everybody; there are nine.
    {""}**Suits.** 🎋 clubs and 🗡️ swords: 9 is the best number. 🍷 cups, 🪙 coins, 🌀 whorls: **1** is the best, 9 the worst. Above them, best first: Sun, Un, Rei, Kaba, Sota, then in 🍷🪙🌀 Robai. The Robai of 🗡️ is low, between 2 and 1.
    {""}**Trump.** A card is turned up, the *okie* (オキエ): its suit is trump. Best first: Sun, Un, **Sota, tenka** テンカ (🎋Robai, always a trump), Robai, Rei, Kaba, then the numbers.
    {""}**Opening.** Everybody is asked. The player with the trump's Robai may call *robatta* (ロバった) and take the okie; otherwise the dealer does. The taker leads a plain card and lays another away.
    {""}**Tricks.** The best trump wins, or else the best card of the suit led. At first nobody has to follow suit. **Trumps on a plain lead stay face down** until all eight cards are out.
    {""}**Meri** (メリ). From trick 2 on, a trump may be led: all cards are face up, and if you have a trump you must play one. (Not if the Sun was your only trump from the start.) After the first meri comes *monchi* (モンチ): follow suit, or play any trump.
    {""}**Yaku** (ヤク). Win a trick with the first of these trumps when an opponent has played the second: Sun over Un, Un over Sota, Sota over Robai, Robai over Rei; 2 over 1 in 🎋🗡️, 8 over 9 in 🍷🪙🌀. Not in a meri; tenka makes none unless 🎋 are trump. A yaku moves **2 ko** from them to you, **5** in the last trick, or if the Robai in it was held and not called.
    {""}**Points.** Count tricks and yaku; the team with more scores the difference. A match is eight rounds.
    House rules may differ: the lobby says what is unusual.

## Step by step (each at most 2000 characters, with its picture in words)
meri-lesson-goal =
    ## 1. Eight players, two teams
    Eight players sit around the table in two teams of four. The teams alternate, so both your neighbours are opponents: 🅰️ 🔵 🟪 ⭐ 🌸 against 🅱️ 🔶 🔺 💚 ☁️.
    A round has nine **tricks**, called *ko* (コ). In each trick all eight play one card in turn, and the best card takes it for its team. The player who takes a trick leads the next one.
    {""}**The goal:** more tricks for your team than for the other, and *yaku* (ヤク), rare captures worth several tricks at once.
    You never talk about your cards. Watch what your partners play: don't waste a good card on a trick that a partner is sure to take.
    The picture is the table: every seat has its team beside its sign, **A** in a white circle or **B** in a red square. The numbers beside the cards show who played first, second, third. That's all you need to know about it for now.
meri-lesson-pack =
    ## 2. The pack
    There are 75 unsun karuta in five suits of fifteen, each card once:
    {""}🎋 **clubs** (*pao* パオ) and 🗡️ **swords** (*isu* イス), the long suits;
    {""}🍷 **cups** (*kotsu* コツ), 🪙 **coins** (*ori* オリ) and 🌀 **whorls** (*guru* グル), the round suits.
    Each suit has the numbers 1 to 9 and six courts: **Sun** スン (a Chinese lord), **Un** ウン (a lucky god, a different one in each suit), **Sota** ソウタ (the queen), **Robai** ロバイ (the dragon), **Rei** レイ (the king), **Kaba** カバ (the knight).
    Everybody gets nine cards, which makes 72. One of the remaining three is turned up; the other two stay hidden.
    The top of every card shows its rank and suit; courts are shortened to two letters, **Su Un So Ro Re Ka**.
meri-lesson-plain =
    ## 3. Which card is better
    In a suit that is not trump, best first: **Sun, Un, Rei, Kaba, Sota**, and then
    {""}in 🍷 🪙 🌀: Robai, **1**, 2, 3 … 9: the 1 is the best number, the 9 the worst;
    {""}in 🎋 🗡️: **9**, 8, 7 … 2, 1: the other way round.
    Two dragons are special. The Robai of clubs is *tenka* (テンカ): it is always a trump, never plain. The Robai of swords, while swords are plain, ranks low, between 2 and 1 (*ippon-han* 一本半).
    A plain card wins only if its suit was led (by the first card of the trick) and nobody plays a trump.
    The picture shows plain cups, best first.
meri-lesson-trump =
    ## 4. Trump
    The card turned up is the *okie* (オキエ). Its suit is **trump** (*e* エ): any trump beats any plain card.
    Trumps, best first: **Sun, Un, Sota, tenka** 🎋Robai, **Robai, Rei, Kaba**, then the numbers as in the plain suit: 1 best in 🍷 🪙 🌀, 9 best in 🎋 🗡️.
    Sota rises from fifth to third, and tenka is the fourth-best trump whatever suit is trump. (When clubs are trump it is simply their Robai.)
    The picture shows the trumps when coins are trump. During a game **📜 Trumps**, below the table and on your panel, shows the order for this round.
meri-lesson-opening =
    ## 5. The opening
    Before the first card everybody is asked, and presses **Ready**. Whoever holds the Robai (the dragon) of the trump suit may call **Robatta** (ロバった) instead: they take the okie and begin. If nobody calls, the dealer takes it and begins. Nobody sees who could have called.
    Whoever takes it has ten cards now, and chooses two of them at once (*uchidashi* 打ち出し): one to **lead**, which must be **no trump**, and one to **lay away**.
    {""}In the picture coins are trump. **1:** the Robai of coins takes the okie, the 4 of coins. **2:** of the ten cards the Rei of cups is led. **3:** the 9 of whorls is laid away, face down with the two hidden cards; these three are out of the round.
    Not calling can pay: a Robai kept hidden (*kakushi-robai* 隠しロバイ) makes the yaku with it count more (step 8). It can also be that nobody has it: it sleeps in the two hidden cards (*neta* 寝た), or is the okie itself (*kikkaburi* キッカブリ).
meri-lesson-trick =
    ## 6. A trick
    Here coins 🪙 are trump, and blue 🔵 led the Rei of cups. As long as no trump has been led in the round, **anything may be played**: nobody need follow suit.
    {""}**A trump on a plain lead is laid face down.** The first one is a *sashi* (サシ); if an opponent trumps as well, that is a *fumi* (フミ), and every trump after it an *ori* (オリ). Nobody knows who has the trick until all eight cards are out.
    Then they are turned up, the *shōbu* (勝負), as in the picture: 9, Sota and Un of coins. The best trump, Un, takes the trick for team A; the **+2** and **−2** beside the teams are a *yaku* that it makes (step 8). Without any trump the best card of the led suit takes it.
meri-lesson-meri =
    ## 7. Meri and monchi
    From the second trick on a **trump may be led**: that is a *meri* (メリ). All cards are played face up, and **if you hold a trump you must play one**; if you have none, play anything.
    There is one exception: if the Sun was your only trump from the start, you may keep it (*ichimai-zun* 1枚ズン).
    After the first meri comes *monchi* (モンチ), until the end of the round: on a plain lead, if you hold the suit, play it **or any trump**. If you have none of the suit, play anything.
    Your panel lets you press only the cards you may play, and dims the rest. The picture shows the trumps when swords are trump, best first: tenka, in green, is one of them.
meri-lesson-yaku =
    ## 8. Yaku
    You make a *yaku* when you take a trick **with one of these trumps, and an opponent has played the trump named after it** in the same trick:
    {""}**Sun** over Un · **Un** over Sota · **Sota** over Robai · **Robai** over Rei
    {""}and **8** over 9 (where 🍷 🪙 🌀 are trump) or **2** over 1 (where 🎋 🗡️ are).
    Both must be of the trump suit: tenka makes no yaku unless clubs are trump. There are no yaku in a meri. The picture shows all five when coins are trump.
    A yaku moves **2 ko** from their team to yours; **5** in the ninth trick (*mochiawase* 持ち合わせ), and 5 with a Robai in it that was held and not called.
    So keep your Sun for their Un, and don't play your Un to a trick where their Sun may turn up.
meri-lesson-points =
    ## 9. Points and matches
    After nine tricks both teams count their ko: tricks, plus what yaku brought, minus what they lost. The team with more scores the **difference**; it is never a tie.
    {""}The picture shows three rounds, one in each row:
    {""}Tricks 5–4, no yaku: 5–4, team A wins by 1.
    {""}Tricks 5–4, a yaku of 2 for A: 7–2, A wins by 5.
    {""}Tricks 6–3, a yaku of 5 for B: 1–8, B wins by 7.
    {""}A match is usually a *hitokiri* (ひときり): eight rounds, each player deals once, and the total decides; if it is level, one more round is played. In the bottom row of the picture team A wins eight rounds by 6.
    A single round (*hitomaki* ひとまき) is a short game. For a long one, the eight rounds are a *kiri* (きり): *hitoshōbu* (ひと勝負) goes to the first team with two kiri, *honshōbu* (本勝負) to the first with two hitoshōbu.
    That's it! `/meri` opens a table, and computers take the free seats.

meri-lesson-alt-table = A round table of eight in the middle of a trick, coins are trump. The seats belong to the two teams in turn. Five cards lie open, three trumps lie face down.
meri-lesson-alt-pack = The signs of the five suits, clubs, swords, cups, coins and whorls, each above its Un; below them the six courts of cups: Sun, Un, Sota, Robai, Rei, Kaba.
meri-lesson-alt-plain = Where { $suit } are plain, best first: { $order }.
meri-lesson-alt-trumps = The trumps where { $suit } are trump, best first: { $order }.
meri-lesson-alt-opening = 1: the Robai of coins calls and takes the okie, the 4 of coins; coins are trump. Below them ten cards: Robai, Kaba and, marked as the okie, 4 of coins; Rei and 3 of clubs; 7 of swords; Rei and 2 of cups; Kaba and 9 of whorls. 2: the Rei of cups is led, and lies open. 3: the 9 of whorls is laid away, and lies face down with two others.
meri-lesson-alt-shobu = The trick turned up: Rei, 3 and 8 of cups, 9, Sota and Un of coins, 1 of whorls, 5 of swords. Un of coins takes it and catches the Sota of an opponent, a yaku.
meri-lesson-alt-yaku = The yaku where { $suit } are trump, the winning card first: { $yaku }.
meri-lesson-alt-points = Three rounds in rows: their tricks, what a yaku moved, the count, and who wins. 5 to 4 without a yaku: A by 1. 5 to 4, a yaku moves 2 to A, 7 to 2: A by 5. 6 to 3, a yaku moves 5 to B, 1 to 8: B by 7. Below them eight rounds: A 1, A 5, B 7, A 3, B 1, A 1, A 9, B 5; together A by 6.

## The words of the game (each page at most 2000 characters)
meri-words-cards =
    ## 🔤 Words of Hachinin-meri: the cards
    {""}**e** エ: trump, a trump
    {""}**hae** ハエ: plain, no trump
    {""}**okie** オキエ: the card turned up; its suit is trump
    {""}**nagamono** 長物: the long suits, 🎋 pao パオ and 🗡️ isu イス; 9 is their best number
    {""}**marumono** 丸物: the round suits, 🍷 kotsu コツ, 🪙 ori オリ and 🌀 guru グル; 1 is their best number
    {""}**Sun** スン (a Chinese lord), **Un** ウン (a lucky god), **Sota** ソウタ (the queen), **Robai** ロバイ (the dragon), **Rei** レイ (the king), **Kaba** カバ (the knight): the six courts of a suit, in pictures **Su Un So Ro Re Ka**
    {""}**guja** グジャ: a number card; **guzagashira** グザガシラ: the best one (9 or 1)
    {""}**tenka** テンカ: 🎋Robai, the fourth-best trump whatever is trump
    {""}**ippon-han** 一本半: 🗡️Robai while swords are plain; between 2 and 1
    {""}**robau** ロバう: to take the okie with the trump's Robai; **robatta** ロバった: the call for it
    {""}**kakushi-robai** 隠しロバイ: the trump's Robai was held and not called
    {""}**neta** 寝た: the trump's Robai sleeps in the two cards left over
    {""}**kikkaburi** キッカブリ: the okie is the trump's Robai itself
    {""}**maku, maki** まく, まき: to deal, a deal; **hitomaki** ひとまき: one deal, a round
    {""}**oya** 親: the dealer
meri-words-play =
    ## 🔤 Words of Hachinin-meri: the play
    {""}**ko** コ: a trick; nine in a round
    {""}**uchidashi** 打ち出し: the opening lead
    {""}**sasu, sashi** サす, サシ: to play a trump face down on a plain lead, and such a card
    {""}**fumu, funda** フむ, フンだ (*fumi*): an opponent trumps as well
    {""}**oru, otta** オる, オッた (*ori*): a further trump after that
    {""}**shōbu** 勝負: turning the face-down trumps up
    {""}**meri, meru** メリ, メる: leading a trump, and the trick so led
    {""}**monchi** モンチ: after the first meri suits are followed; trumping is always allowed
    {""}**ichimai-zun** 1枚ズン: the Sun as the only trump from the start; it need not be played to a meri
    {""}**yaku** ヤク: a capture that moves ko, for instance Sun over Un
    {""}**hiki** 引き: what a yaku moves, 2 or 5 ko
    {""}**mochiawase** 持ち合わせ: the ninth and last trick
    {""}**kiri** きり: eight rounds, added up; the number beside a team is by how much it is ahead in them (− behind)
    {""}**hitokiri** ひときり: one kiri, the usual match; **san-no-kiri** さんのきり: the third kiri, which decides
    {""}**hitoshōbu** ひと勝負: the first team with two kiri; **honshōbu** 本勝負: the first with two hitoshōbu
