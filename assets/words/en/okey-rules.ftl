# English: the rules of Okey in brief (at most 2000 characters). The id is a function in src/discord/pages/okey/sentences.rs.

rules-okey =
    ## Okey in brief
    {""}**Tiles.** 106: red ❤️, yellow ⭐, green 🍀, black ♠︎, each 1 to 13 twice, and two false jokers 🃏.
    {""}**The okey.** One tile is turned up: the *indicator*. The tile one higher in the same colour is the *okey*, a wild tile that stands for any other. (After 13 comes 1.) A false joker is not wild: it stands for the tile printed on the okey.
    {""}**Goal.** Arrange fourteen tiles in *sets* (the same number in three or four colours) and *runs* (three or more in a row in one colour; 12-13-1 is fine, 13-1-2 is not), or in *seven pairs*.
    {""}**Turn.** Draw from the stock or take your left neighbour's discard, then discard one tile. The first player starts with 15 tiles and only discards.
    {""}**Finishing.** When fourteen of your tiles win, finish by discarding the fifteenth. Everybody else loses 2 points: 4 if you discard an okey or have seven pairs, 8 for both.
    {""}**The twin.** If you hold the other copy of the indicator, you may show it before your first move: everybody else loses 1.
    {""}**End.** Everybody starts with 20 points. The game is over when somebody is at 0 or less after a round. The highest score wins; with four players the top two win (two who share second place neither win nor lose).
    When the stock is empty you may take the discard or pass; passing ends the round in a draw.
    House rules may differ: the lobby says what is unusual.
