# English: the house rules of Okey, found by the names of options (src/discord/option_words.rs).

option-okey-seats = Okey is for two, three or four, not for { $seats }.
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
           *[first_bust] everybody starts with { $start_points } points, the others lose when somebody finishes, and the game ends when somebody is at 0.
        }
    }

option-okey-start_points = Points at the start
    .number = Start with { $number } { $number ->
        [one] point
       *[other] points
    }
option-okey-end_mode = End of the game
    .first_bust = The game ends when somebody is at 0
    .elimination = Whoever is at 0 is out, and the last one wins
    .with-result_mode = When those without points are out the last one wins, so how many win cannot be chosen.
option-okey-partnership = Partners
    .false = Everybody plays alone
    .true = Opposite seats are partners with one score
    .seats = Partners need four seats; this table has { $seats }.
    .with-end_mode = Partners share one score, so nobody can be out alone: choose partners, or playing on without those who are out.
    .with-result_mode = With partners the better pair wins, so how many win cannot be chosen.
option-okey-result_mode = How many win
    .default = The usual winners: of four the best two
    .two_top = The best two of four win
    .single = Only the best one wins
option-okey-gosterge = Showing the twin
    .true = The indicator's twin may be shown
    .false = The indicator's twin is not shown
option-okey-gosterge_window = When the twin is shown
    .own_first_action = The twin is shown before one's own first move
    .before_first_discard = Before the first discard everybody is asked whether they show the twin
option-okey-gosterge_effect = What showing does
    .others_lose = Showing the twin costs each of the others 1 point
    .shower_gains = Showing the twin gains 1 point
option-okey-wrong_finish_penalty = A finish that does not win
    .number =
        { $number ->
            [0] A finish that does not win is refused
            [one] A finish that does not win costs { $number } point
           *[other] A finish that does not win costs { $number } points
        }
option-okey-deal = The deal
    .formal = Dealt with stacks and dice
    .simplified = Dealt from one heap, without dice
option-okey-stock_pick = Drawing from the stock
    .next = The next tile of the stock is drawn
    .any = Any tile of the stock may be drawn, named by its place
    .with-deal = Any tile of the stock can be drawn only when it was dealt from one heap: choose that deal first.
option-okey-exposed_tile_last = The indicator
    .false = The indicator is never drawn
    .true = The indicator is the last tile to be drawn
option-okey-exhausted_take = Taking on an empty stock
    .free = On an empty stock discards are taken freely
    .win_only = On an empty stock a discard is taken only to win
option-okey-pairs_joker = Seven pairs and the okey
    .multiply = Seven pairs finished with the okey are doubled twice
    .max = Seven pairs finished with the okey are doubled once
option-okey-mono_colour = One colour
    .off = A win in one colour counts like any other
    .any = A win in one colour counts double
    .red_black = A win all in red or all in black counts double
option-okey-mono_pairs = Pairs in one colour
    .false = Seven pairs in one colour count like any seven pairs
    .true = Seven pairs in one colour count double too
    .with-mono_colour = Pairs in one colour count double only if one colour counts double at all: choose that first.
option-okey-max_hands = Rounds
    .number =
        { $number ->
            [0] As many rounds as it needs, at most 200
            [one] At most { $number } round
           *[other] At most { $number } rounds
        }
option-okey-take_streak_cap = Takes in a row
    .default = After takes for two turns of everybody a tile must be drawn
    .number = After { $number } { $number ->
        [one] take
       *[other] takes in a row
    } a tile must be drawn
option-okey-exhausted_take_cap = Takes on an empty stock
    .default = After takes for two turns of everybody on an empty stock the round is drawn
    .number = After { $number } { $number ->
        [one] take
       *[other] takes
    } on an empty stock the round is drawn
option-okey-layout = Rows of stacks
    .default = The stacks lie in the usual rows
    .rows = The stacks lie in rows of { $rows }
    .seats = The rows of stacks have to be { $seats }, one for each seat, with 21 stacks in all.
