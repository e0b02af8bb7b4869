# English: the toy of the tests. The first ids are found by name; the others are functions in tests/toy/pages/sentences.rs.

command-toy = Open a table of the toy here
command-toy-rounds = How many rounds (3 if you say nothing)
command-toy-rules = House rules as name=value, for instance: rounds=1

option-toy-seats = The toy is for two to eight, not for { $seats }.
option-toy-short = { $rounds } { $rounds ->
    [one] round
   *[other] rounds
}; the side with more tricks wins.
option-toy-rounds = Rounds
    .number = The game has { $number } { $number ->
        [one] round
       *[other] rounds
    }

rules-toy =
    ## The toy in short
    {""}**Goal.** Take tricks for your side: the seats with even numbers play against those with odd ones.
    {""}**Tiles.** 1 to 13 twice in red ❤️, yellow ⭐, green 🍀 and black ♠︎, and two false jokers 🃏, each a 0 of any colour. Everybody gets five.
    {""}**Turn.** Play one tile. Follow the colour of the trick if you can; a false joker always follows. The highest number of that colour takes the trick, and whoever takes it leads next.
    {""}**Knocking.** Once a round, somebody who is not to play may knock: then every trick of the round is worth two points instead of one.
    {""}**End.** After the last round the side with more points has won.

toy-round = Round { $round } of { $rounds }, { $worth ->
    [one] a trick is a point
   *[other] a trick is { $worth } points
}.
toy-do-play = Play a tile.
toy-move-play = Play { $tile }
toy-move-knock = Knock: the round is worth twice as much
toy-button-knock = Knock
toy-seat = { $sign } { $who } · { $points } · tricks: { $tricks }
toy-trick = On the table: { $tiles }
toy-moved-played = { $sign } { $tile }
toy-moved-knocked = { $sign } knocks
toy-moved-took = { $sign } takes the trick
toy-alt-board = A round table. { $trick }
toy-not-yours = That tile is not on your rack.
toy-follow = You have a tile of that colour, so you must play one of them.
toy-no-knock = You cannot knock now: somebody has, or you are to play.
toy-not-now = It is not your turn.
toy-reason-takes = it takes the trick.
toy-reason-least = nothing you have takes the trick, or it is your side's already.
