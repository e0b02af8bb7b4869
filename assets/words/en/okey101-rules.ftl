# English: Okey 101 in the commands, and its rules in short.

## Commands (1 to 100 characters each)
command-okey101 = Open a table of Okey 101 here
command-okey101-rounds = How many rounds, usually 3, 5, 7, 9 or 11 (5 if you say nothing)
command-okey101-preset-choice-0 = sheet (as written, slips cost points)
command-okey101-preset-choice-1 = cafe (as most public tables play)
command-okey101-teams = Whether opposite seats are partners (no if you say nothing; it needs four seats)
command-okey101-penalties = What becomes of slips, for instance an opening that is not enough
command-okey101-penalties-choice-0 = assisted (slips are refused)
command-okey101-penalties-choice-1 = strict (slips cost points)
command-okey101-raising_open = Whether each opening of a round must beat those before it (no if you say nothing)
command-okey101-rules = House rules as name=value, for instance: joker_swap=true open_min=81

## The rules in short (at most 2000 characters)
rules-okey101 =
    ## Okey 101 in short
    {""}**Goal.** Get rid of your tiles. **The fewest points win**, after 5 rounds.
    {""}**Tiles.** 1 to 13 twice in red ❤️, yellow ⭐, green 🍀 and black ♠︎, and two false jokers 🃏. The *okey*, one above the indicator, stands for any tile; a false joker stands for the okey's face.
    {""}**Melds.** A *set*: one number in 3 or 4 colours. A *run*: 3 or more in a row in one colour; 1 is only low. A *double*: two equal tiles.
    {""}**Turn.** Draw, or take your left neighbour's discard. What you take must be used on the table at once; giving it back is free. Then discard one tile. Who begins has 22 tiles and does not draw.
    {""}**Opening.** The first time, lay sets and runs worth **101** or more, or **5 doubles**.
    {""}**After that** lay more melds (after doubles: only doubles), and *lay off*: add single tiles to any set or run on the table, in the turn you open, too.
    {""}**Finishing.** Discard your last tile. The round also ends when the stock is used up.
    {""}**Points.** Who finishes: **−101**. Not opened: **202**. Opened: the sum of the tiles left, twice that after doubles.
    Each of these doubles everything: the last discard is an okey; the finisher opened with doubles; the finisher opened and finished in one turn before anybody else opened.
    {""}**+101 each:** discarding an okey, or a tile that fits a set or run on the table (unless it is your last tile); an okey left on your rack after you have opened. You are asked before such a discard.
    If all open with doubles, the round is void and dealt again.
    House rules may differ: the lobby tells what is unusual.
