# English: Okey in the commands, and its house rules, found by the names of options (src/discord/speech/option_words.rs).
# `command-…` are descriptions of commands.

## Commands (1 to 100 characters each)
command-okey = Open a table of Okey here
command-okey-points = Points everybody starts with (default: 20; fewer make a shorter game)
command-okey-preset-choice-0 = standard
command-okey-preset-choice-1 = short (10 points)
command-okey-preset-choice-2 = partners (four players, opposite seats play together)
command-okey-rules = House rules as name=value, for example: deal=simplified stock_pick=any

## Options
option-okey-seats = Okey is for two, three or four players, not { $seats }.
option-okey-short =
    { $partnership ->
        [true] Start with { $start_points } { $start_points ->
            [one] point
           *[other] points
        }.
       *[false] { $end_mode ->
            [elimination] Start with { $start_points } { $start_points ->
                [one] point
               *[other] points
            }.
           *[first_bust] Everybody starts with { $start_points } { $start_points ->
                [one] point
               *[other] points
            }. When somebody finishes a round, everybody else loses points; the game ends when somebody is at 0.
        }
    }

option-okey-start_points = Points at the start
    .number = Start with { $number } { $number ->
        [one] point
       *[other] points
    }
option-okey-end_mode = End of the game
    .first_bust = The game ends when somebody is at 0
    .elimination = Players at 0 are out, and the last one left wins
    .with-result_mode = When players without points are out, the last one left wins, so choose either elimination or how many win.
option-okey-partnership = Partners
    .false = Everybody plays for themselves
    .true = Opposite seats are partners and share one score
    .seats = Partners need four seats; this table has { $seats }.
    .with-end_mode = Partners share one score, so nobody can be out alone: choose either partners or elimination.
    .with-result_mode = With partners the better pair wins, so choose either partners or how many win.
option-okey-result_mode = How many win
    .default = The usual number of winners: with four players the top two
    .two_top = With four players the top two win
    .single = Only first place wins
option-okey-gosterge = Showing the twin
    .true = The indicator's twin may be shown
    .false = The indicator's twin is not shown
option-okey-gosterge_window = When the twin is shown
    .own_first_action = The twin is shown before your own first move
    .before_first_discard = Everybody is asked before the first discard whether they show the twin
option-okey-gosterge_effect = What showing does
    .others_lose = Showing the twin costs the others 1 point
    .shower_gains = Showing the twin earns 1 point
option-okey-wrong_finish_penalty = A failed finish
    .number =
        { $number ->
            [0] A finish that doesn't win is refused
            [one] A failed finish costs { $number } point
           *[other] A failed finish costs { $number } points
        }
option-okey-deal = The deal
    .formal = Dealt the traditional way, with stacks and dice
    .simplified = Dealt from one shuffled heap, without dice
option-okey-stock_pick = Drawing from the stock
    .next = The next tile of the stock is drawn
    .any = Any tile of the stock may be drawn, chosen by its place
    .with-deal = Any tile of the stock can be drawn only if the tiles are dealt from one heap: choose that deal, or draw the next tile of the stock.
option-okey-exposed_tile_last = The indicator
    .false = The indicator is never drawn
    .true = The indicator is the last tile of the stock
option-okey-exhausted_take = Taking on an empty stock
    .free = When the stock is empty, discards may be taken freely
    .win_only = When the stock is empty, a discard may be taken only to win
option-okey-pairs_joker = Seven pairs and the okey
    .multiply = Seven pairs finished with the okey count fourfold
    .max = Seven pairs finished with the okey count double
option-okey-mono_colour = One colour
    .off = A win in a single colour counts like any other
    .any = A win with runs, all in a single colour, counts double
    .red_black = A win with runs, all in red or all in black, counts double
option-okey-mono_pairs = Pairs in one colour
    .false = Seven pairs in a single colour count like any seven pairs
    .true = Seven pairs in a single colour count double, too
    .with-mono_colour = Pairs in one colour can count double only if other wins in one colour do: let both count double, or neither.
option-okey-max_hands = Rounds
    .number =
        { $number ->
            [0] As many rounds as it takes, up to 200
            [one] At most { $number } round
           *[other] At most { $number } rounds
        }
option-okey-take_streak_cap = Discards taken in a row
    .default = After two rounds of the table without a draw, a tile must be drawn
    .number = After { $number } { $number ->
        [one] discard taken
       *[other] discards taken in a row
    } a tile must be drawn
option-okey-exhausted_take_cap = Discards taken when the stock is empty
    .default = When the stock is empty and everybody has taken discards twice, the round is a draw
    .number = After { $number } { $number ->
        [one] discard taken
       *[other] discards taken
    } when the stock is empty, the round is a draw
option-okey-layout = Rows of stacks
    .default = The stacks stand in the usual rows
    .rows = The stacks stand in rows of { $rows }; that changes nothing of the deal
    .seats = There must be { $seats } rows of stacks, one for each seat, with 21 stacks in all.
