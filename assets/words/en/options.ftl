# English: house rules. Every id here is a function in src/discord/option_sentences.rs.

## The pages of the lobby
options-page = ## House rules, page { $page } of { $pages }
    What you choose counts at once; the lobby tells everybody what is unusual.
options-closed = The house rules can be changed only before the game begins.
button-previous = Previous
button-following = Next page

## What rules: says no to
option-no-pair = I cannot read { $text }. House rules are pairs like `deal=simplified`, with spaces between them.
option-unknown = There is no house rule { $name }. The list of `/{ $command } rules:` and the lobby's **Options** name all of them.
option-bad-value = { $option }: there is no { $value }. Possible is for instance { $examples }.
option-out-of-range = { $option }: { $value } is not possible, only { $least } to { $most }.
option-together = These do not go together: { $one }, { $other }.
option-refused = ⚠️ { $why } Nothing was changed.
okey-wrong-seats = Okey is for two, three or four, not for { $seats }.
okey-layout-does-not-fit = The rows of stacks have to be { $seats }, one for each seat, with 21 stacks in all.
okey-no-such-dealer = The first dealer would sit at no seat: there are only { $seats }, counted from 0.
okey-partners-need-four = Partners need four seats; this table has { $seats }.
okey-partners-not-out = Partners share one score, so nobody can be out alone: choose partners, or playing on without those who are out.
okey-partners-result = With partners the better pair wins, so how many win cannot be chosen.
okey-out-result = When those without points are out the last one wins, so how many win cannot be chosen.
okey-any-place-formal = Any tile of the stock can be drawn only when it was dealt from one heap: choose that deal first.
okey-mono-pairs-alone = Pairs in one colour count double only if one colour counts double at all: choose that first.

## What each option is about
okey-about-start-points = Points at the start
okey-about-end-mode = End of the game
okey-about-partnership = Partners
okey-about-result-mode = How many win
okey-about-gosterge = Showing the twin
okey-about-gosterge-window = When the twin is shown
okey-about-gosterge-effect = What showing does
okey-about-wrong-finish = A finish that does not win
okey-about-deal = The deal
okey-about-stock-pick = Drawing from the stock
okey-about-exposed-tile = The indicator
okey-about-exhausted-take = Taking on an empty stock
okey-about-pairs-joker = Seven pairs and the okey
okey-about-mono-colour = One colour
okey-about-mono-pairs = Pairs in one colour
okey-about-pile-browsing = Looking through discards
okey-about-rounds = Rounds
okey-about-first-dealer = First dealer
okey-about-take-streak = Takes in a row
okey-about-exhausted-cap = Takes on an empty stock
okey-about-layout = Rows of stacks

## What each value means
okey-rules-short = everybody starts with { $points } points, the others lose when somebody finishes, and the game ends when somebody is at 0.
okey-start-points = Start with { $points } { $points ->
    [one] point
   *[other] points
}
okey-end-first-bust = The game ends when somebody is at 0
okey-end-elimination = Whoever is at 0 is out, and the last one wins
okey-partners-no = Everybody plays alone
okey-partners-yes = Opposite seats are partners with one score
okey-result-usual = The usual winners: of four the best two
okey-result-two-top = The best two of four win
okey-result-single = Only the best one wins
okey-twin-shown = The indicator's twin may be shown
okey-twin-not-shown = The indicator's twin is not shown
okey-window-own-first-action = The twin is shown before one's own first move
okey-window-before-first-discard = Before the first discard everybody is asked whether they show the twin
okey-effect-others-lose = Showing the twin costs each of the others 1 point
okey-effect-shower-gains = Showing the twin gains 1 point
okey-wrong-finish-refused = A finish that does not win is refused
okey-wrong-finish-costs = A finish that does not win costs { $points } { $points ->
    [one] point
   *[other] points
}
okey-deal-formal = Dealt with stacks and dice
okey-deal-simplified = Dealt from one heap, without dice
okey-pick-next = The next tile of the stock is drawn
okey-pick-any = Any tile of the stock may be drawn, named by its place
okey-exposed-stays = The indicator is never drawn
okey-exposed-last = The indicator is the last tile to be drawn
okey-exhausted-free = On an empty stock discards are taken freely
okey-exhausted-win-only = On an empty stock a discard is taken only to win
okey-pairs-multiply = Seven pairs finished with the okey are doubled twice
okey-pairs-max = Seven pairs finished with the okey are doubled once
okey-mono-off = A win in one colour counts like any other
okey-mono-any = A win in one colour counts double
okey-mono-red-black = A win all in red or all in black counts double
okey-mono-pairs-no = Seven pairs in one colour count like any seven pairs
okey-mono-pairs-yes = Seven pairs in one colour count double too
okey-browse-adjacent = You may look through your own and your left neighbour's discards
okey-browse-top-only = Nobody looks through discards
okey-browse-all = Everybody may look through all discards
okey-rounds-free = As many rounds as it needs, at most 200
okey-rounds-most = At most { $rounds } { $rounds ->
    [one] round
   *[other] rounds
}
okey-dealer-random = Chance decides who deals first
okey-dealer-seat = { $sign } deals first
okey-streak-usual = After takes for two turns of everybody a tile must be drawn
okey-streak-cap = After { $takes } { $takes ->
    [one] take
   *[other] takes in a row
} a tile must be drawn
okey-exhausted-cap-usual = After takes for two turns of everybody on an empty stock the round is drawn
okey-exhausted-cap = After { $takes } { $takes ->
    [one] take
   *[other] takes
} on an empty stock the round is drawn
okey-layout-usual = The stacks lie in the usual rows
okey-layout-rows = The stacks lie in rows of { $rows }
