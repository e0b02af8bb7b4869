# English: first rounds that are played to learn a game. Every id here is a function in
# src/discord/speech/learn_sentences.rs; `command-…` are descriptions of commands.
# A step is one sentence: what is seen, and what to press.

command-learn = Learn a game by playing a first round, with help at every step; nothing is counted
command-learn-game = Which game (default: that of the table here, or of your only one; else Okey)
command-learn-game-choice-0 = Okey
command-learn-game-choice-1 = Okey 101
command-learn-game-choice-2 = Kaluki
command-learn-game-choice-3 = Hachinin-meri

button-learn = Learn
button-learn-game = Learn { $game }
button-learn-on = Next
button-learn-stop = Leave the lesson
button-learn-back = Back to the lesson
button-learn-again = Play it again
learn-title = ## 🎓 Learn { $game }
    -# Step { $step } of { $steps } · only you can see this, and nothing here is counted
learn-not-yet = *Not yet – first this:*
learn-waits = -# Your table is still there while you learn: { $link }
learn-marked = Marked with a ring and an arrow: { $pieces }.
learn-stock = the tiles or cards to draw from, face down
learn-stopped = ## 🎓 Learn { $game }
    You have left the lesson. You can come back to where you were, or start over with `/learn`, whenever you like.
learn-ended = Now try it for real: `/{ $game }` opens a table, with friends or against computers.

learn-okey = { $step ->
    [table] This is the table, and you are the blue circle: you win if your fourteen tiles are the first that all go together.
    [arrange] Your fourteen tiles are sorted by colour; press **Desk**, then **By melds**, to see which of them go together.
    [run] ♠︎3 ♠︎4 ♠︎5 are a *run*: three or more tiles of one colour, in a row.
    [set] The three 9s are a *set*: one number in three or four different colours.
    [okey] ❤️4 on the post is the *indicator*, and it makes the tile one higher, ❤️5, the *okey*: whoever holds it can use it as any tile they like.
    [joker] 🃏 is the *false joker*, which just stands in for the okey's own face: here it is an ordinary ❤️5, and makes a run with ❤️6 and ❤️7.
    [draw] It's your turn, and every turn starts with one more tile: press **Draw**.
    [discard] You drew ♠︎6, which makes your run longer; every turn ends by throwing a tile away, so press ❤️1, which goes with nothing.
    [take] The player before you has just thrown 🍀10, and you hold 🍀11 and 🍀12: instead of drawing, press **Take** to pick it up.
    [throw] That's another run! Now throw ♠︎13, which goes with nothing.
    [luck] This time nothing on the table helps you, so press **Draw**.
    [finish] You drew ❤️5, the okey, and it stands in for a 9: now fourteen tiles go together and ⭐2 is left over, so press **Finish with ⭐2** to throw it and win.
   *[end] You won the round! The others lose points for it, and after a few rounds those with the most points left win the game.
}

learn-okey101 = { $step ->
    [table] This is the table, and you are the blue circle: points are bad here, and you want to be the first to get rid of all your tiles.
    [melds] You hold 21 tiles; *runs* (three or more in a row, in one colour) and *sets* (one number in three or four colours) are what you can lay on the table.
    [points] Your first melds must be worth 101 points together, counting the numbers on the tiles: these here are worth only 100.
    [draw] It's your turn, so press **Draw** to get one more tile.
    [open] ⭐8 joins ⭐6 and ⭐7 and brings you to 121 points, which is enough: press **Open 121** to see your melds, and once more to lay them on the table.
    [discard] Your melds are on the table; every turn ends by throwing a tile away, so press ♠︎2, which fits nothing.
    [others] The next player has opened too: once you have opened you may add tiles to any meld on the table, no matter whose it is.
    [again] It's your turn again: press **Draw**.
    [costs] ❤️9 and 🍀13 each fit a meld on the table, and throwing such a tile away costs 101 points: in the picture it carries a mark to warn you.
    [lay] So don't throw them: press **Lay off** to put ❤️9 and 🍀13 on the table.
    [safe] Now throw 🍀5, which fits nothing and so costs nothing.
    [last] Another player has opened in the meantime, and what they laid suits you well: press **Draw**.
    [all] ⭐5, ♠︎9 and ❤️10 all fit something on the table: press **Lay off** once more.
    [finish] One tile is left, and throwing away your last tile ends the round: press ⭐1.
   *[end] You won the round! You get 101 points *off*; the others pay for the tiles they are left with, and whoever never opened pays 202. After five rounds the fewest points win.
}

learn-kaluki = { $step ->
    [table] This is the table, and you are the blue circle: you want to be the first to get rid of all your cards, because cards you are left with count against you.
    [melds] You hold 13 cards; *sets* (one rank in three or four suits, like your kings) and *runs* (three or more in a row, in one suit) are what you can lay on the table.
    [forty] Your first melds must be worth 40 points together, and your kings make 30: aces count 11, picture cards and tens 10, all others their number.
    [draw] It's your turn, and every turn starts with one more card: press **Draw**.
    [open] ♠︎6 joins ♠︎4 and ♠︎5 in a run worth 15, and with the kings that makes 45: press **Open 45** to see your melds, and once more to lay them on the table.
    [discard] Every turn ends by throwing a card away, and the expensive ones should go first: press ♣︎A, which would count 11 against you.
    [others] The next player has opened too, and in their hearts a 🃏 joker stands in for ♥️8 – which you hold.
    [again] It's your turn again: press **Draw**.
    [swap] You may give ♥️8 for that joker if you use the joker at once: press **Exchange a joker**, then ♥️8, then **New: ♦️3 ♣︎3 🃏** for a third 3.
    [build] Once you have opened you can add cards to any meld on the table: press **Lay 3 cards** to add ♠︎7, ♥️10 and ♥️Q.
    [throw] Now throw ♦️9; whoever has three cards or fewer left has to say so, and here that is done for you.
    [last] One card left! Your turn again: press **Draw**.
    [lay] ♠︎8 goes onto your run and leaves you with ♣︎6, and throwing your very last card *calls up*, which ends the deal: press **Call up**.
   *[end] You called up and won the deal! The others add up their cards, and whoever passes 150 points is out of the match – or pays to *buy in* again. The last one left wins the pool.
}

learn-meri = { $step ->
    [table] Eight people sit around this table in two teams of four, and you are the blue circle of team A: both your neighbours are opponents, and you want your team to win more of the nine *tricks* than theirs.
    [trump] One card is turned up, the *okie*: its suit, 🎋 clubs, is *trump* in this round, and any trump beats any card of another suit.
    [rack] These two are your trumps, and they are strong ones: the Sun (*Su*) is the best of all, the Robai (*Ro*, a dragon) is the fourth best.
    [call] Whoever holds the trump suit's Robai may take the turned-up card and begin: press **Robatta**.
    [lead] You have ten cards now, so one has to go: press 🌀5 to lead it, then 🍷4 to lay it away.
    [cut] Your partner led swords, and an opponent has put a trump on it face down: play 🎋Sun, which beats whatever it is.
    [yaku] It was 🎋Un! Catching an opponent's Un with the Sun is a *yaku*, and worth two extra tricks, taken from the other team.
    [low] Whoever takes a trick leads the next one; keep your strong cards for later, and lead 🪙2.
    [throw] An opponent led 🌀Sun, the best card of its suit, and so far nobody has to follow suit: throw 🪙3 away.
    [best] 🍷Rei was led, and without a trump the best card of that suit takes the trick: play 🍷Un, which is better.
    [meri] Now lead a trump yourself, 🎋Sota: that is a *meri*, in which all cards lie open and whoever holds a trump must play one.
    [follow] From now on everybody has to follow suit or play a trump: lead 🍷Sun, the best of the cups.
    [gone] 🌀Sun has been played, so only a trump can beat your 🌀Un: lead it.
    [last] Somebody still had a trump! The last trick is yours all the same: play 🎋Robai.
   *[end] Your team has won the round! Tricks and *yaku* are added up, and the difference goes to the team with more; a full match has eight rounds.
}

## Rules with pictures, and the pictures in words
okey-lesson = { $step ->
    [melds]
        ## 1. Runs and sets
        A **run** is three or more tiles of one colour in a row, such as ♠︎3 ♠︎4 ♠︎5; 12-13-1 counts too, 13-1-2 does not.
        A **set** is one number in three or four different colours, such as ❤️9 ⭐9 🍀9.
    [okey]
        ## 2. The okey and the false joker
        One tile is turned up, the **indicator**, here ❤️4. The tile one higher in its colour, ❤️5, is the **okey**: it stands for any tile, like the missing ♠︎8 in the run and the missing 8 in the set below.
        The **false joker** 🃏 is no joker: it takes the place of the okey's own number, so in the last row it is just a ❤️5.
   *[win]
        ## 3. How to win
        Each turn you draw a tile, or take the one your left neighbour threw, and then throw one. When fourteen of your fifteen tiles go together, finish with the one that is left, here ⭐2.
        Seven pairs of identical tiles win too, and count double. So does throwing an okey as your last tile.
}
okey-lesson-alt = { $step ->
    [melds] Two runs, black 3, 4, 5 and yellow 10, 11, 12, 13; and two sets, the 9s in red, yellow and green, and the 1s in all four colours.
    [okey] The indicator, red 4, and the okey, red 5. The okey as black 8 between black 7 and black 9, and as the third 8 beside yellow 8 and green 8. The false joker as red 5 before red 6 and red 7.
   *[win] Fourteen tiles that go together: black 3 to 6; the false joker, red 6, red 7; the 9s in red, yellow and green with the okey; green 10 to 12. Below them the last tile, yellow 2.
}
okey101-lesson = { $step ->
    [open]
        ## 1. Opening with 101 points
        Before you may lay anything else, the first runs and sets you lay must be worth **101 points** or more together. Every tile counts its number: here 46 + 36 + 21 = 103.
    [doubles]
        ## 2. Opening with doubles
        Instead you may open with **five doubles**, pairs of identical tiles. It is worth more if you win, but for the rest of the round you may lay only doubles, and add single tiles to the others' melds.
   *[lay]
        ## 3. Adding tiles, and what throwing costs
        Once you have opened you may add a tile to any meld on the table: ❤️9 goes in front of the run, ❤️4 completes the set.
        Throwing such a tile costs **101 points**, and so does throwing an okey. Throw something that fits nowhere.
}
okey101-lesson-alt = { $step ->
    [open] Red 10 to 13, worth 46; the 12s in yellow, green and black, worth 36; yellow 6 to 8, worth 21.
    [doubles] Five doubles: two red 3s, two black 8s, two yellow 1s, two green 11s and both false jokers.
   *[lay] Red 9 beside the run of red 10 to 13, and red 4 beside the set of 4s in yellow, green and black.
}
kaluki-lesson = { $step ->
    [melds]
        ## 1. Sets and runs
        A **set** is three or four cards of one rank in different suits, a **run** three or more cards of one suit in a row. The ace is always high: Q-K-A is a run, A-2-3 is not.
        The first melds you lay must be worth **40 points** or more together.
    [values]
        ## 2. What cards are worth
        An ace counts 11, kings, queens, jacks and tens 10, all others their number. In a meld a joker counts as the card it stands for; left in your hand it costs 15.
        When somebody calls up, the others add up the cards they are left with. Over 150 points you are out, unless you buy in again.
   *[joker]
        ## 3. Exchanging a joker
        If you hold the card that a joker in a run stands for, here ♥️8, you may put it there and take the joker, but you must use it at once: here as the third 3. (From a set of three you need cards of two suits that are missing there.)
        To win, lay everything but one card and throw that: you *call up*.
}
kaluki-lesson-alt = { $step ->
    [melds] Two sets, three kings and four 8s, and two runs, 4 to 6 of spades and queen, king, ace of hearts.
    [values] The ace of hearts is worth 11; king, queen, jack and 10 of diamonds 10 each; the 9 of clubs 9; a joker 15.
   *[joker] Above, 7 of hearts, a joker and 9 of hearts, and beside them the 8 of hearts. Below, 7, 8 and 9 of hearts, and the joker with the 3 of diamonds and the 3 of clubs.
}
