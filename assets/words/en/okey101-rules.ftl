# English: Okey 101 in the commands, and its rules in short. `rules-okey101` is a function in
# src/discord/pages/okey101/sentences.rs; `command-…` are descriptions of commands.

## Commands (1 to 100 characters each)
command-okey101 = Open a table of Okey 101 here
command-okey101-rounds = How many rounds, usually 3, 5, 7, 9 or 11 (default: 5)
command-okey101-preset-choice-0 = sheet (the classic rules; mistakes cost points)
command-okey101-preset-choice-1 = cafe (the way most public tables play)
command-okey101-teams = Whether opposite seats are partners (default: no; needs four seats)
command-okey101-penalties = What happens to mistakes, such as an opening that is too low
command-okey101-penalties-choice-0 = assisted (mistakes are refused)
command-okey101-penalties-choice-1 = strict (mistakes cost points)
command-okey101-raising_open = Whether each opening of a round must beat the ones before it (default: no)
command-okey101-rules = House rules as name=value, for example: joker_swap=true open_min=81

## The rules in short (at most 2000 characters)
rules-okey101 =
    ## Okey 101 in brief
    {""}**Goal.** Get rid of your tiles. **The fewest points win**, after 5 rounds.
    {""}**Tiles.** 1 to 13 twice in red ❤️, yellow ⭐, green 🍀 and black ♠︎, and two false jokers 🃏. The *okey*, one above the indicator, stands for any tile; a false joker stands for the okey's face.
    {""}**Melds.** A *set*: the same number in 3 or 4 colours. A *run*: 3 or more in a row in one colour; 1 is always low. A *double*: two identical tiles.
    {""}**Turn.** Draw, or take your left neighbour's discard. What you take must be used on the table at once; giving it back is free. Then discard one tile. The first player starts with 22 tiles and does not draw.
    {""}**Opening.** The first time you lay tiles they must be sets and runs worth **101** or more, or **5 doubles**.
    {""}**After that** lay more sets and runs (after doubles: only doubles), and *lay off*: add single tiles to any set or run on the table, even in the turn you open.
    {""}**Finishing.** Discard your last tile. The round also ends when the stock runs out.
    {""}**Points.** Finishing: **−101**. Not opened: **202**. Opened: the sum of the tiles you have left, doubled if you opened with doubles.
    Each of these doubles the points: the last discard is an okey; the winner opened with doubles; the winner opened and finished in one turn before anybody else had opened.
    {""}**+101 each, never doubled:** discarding an okey, or a tile that fits a set or run on the table (unless it is your last tile); being left with an okey after you have opened. You are asked before such a discard.
    If everybody opens with doubles, the round is void and dealt again.
    House rules may differ: the lobby says what is unusual.
