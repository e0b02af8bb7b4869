# English: why a move of Kaluki is advised. Every id here is a function in src/discord/pages/kaluki/hint_sentences.rs.
# Each stands behind the move and a colon.

kaluki-hint-opens = these melds are worth { $points }{ $needed ->
    [0] {""}
    [one] , and { $needed } is needed
   *[other] , and { $needed } are needed
}. Once open, you can get rid of cards every turn.
kaluki-hint-calls-up = it gets rid of all your cards this turn, and that wins the deal.
kaluki-hint-kaluki = it gets rid of all your cards in a single turn: a Kaluki!
kaluki-hint-takes-to-open = you can open with { $card } among your melds, which are worth { $points } points.
kaluki-hint-takes-to-lay = you can lay { $card } at once{ $laid ->
    [alone] {""}, so your discard makes your hand one card smaller
   *[more] {" "}and get rid of other cards as well
}.
kaluki-hint-takes-to-keep = { $card } goes well with your cards, better than most cards you could draw.
kaluki-hint-takes-better = on average, what you could draw is worse for your hand than { $card }.
kaluki-hint-returns = { $card } is of no use to you now, and putting it back costs nothing.
kaluki-hint-lays = cards on the table don't count against you.
kaluki-hint-builds = { $card } fits there, and cards on the table don't count against you.
kaluki-hint-frees = { $jokers ->
    [one] the joker helps
   *[other] the jokers help
} you to get rid of more cards.
kaluki-hint-leaves = { $card } is less use to you than what you might draw.
kaluki-hint-leaves-nothing = there is no discard you may take now.
kaluki-hint-holds = you could open, but about { $chance } { $chance ->
    [one] draw
   *[other] draws
} in 100 would let you lay everything at once: a Kaluki, which counts more.
kaluki-hint-discards = { $left ->
    [one] 1 penalty point stays
   *[other] { $left } penalty points stay
} in your hand, with the best chance of getting rid of them.
kaluki-hint-withholds = You would rather lose { $card }, but the next player could use it.
kaluki-hint-announces = you have few cards left. If you don't announce them, you can't call up on your next turn.
kaluki-hint-buys-in = { $stake ->
    [0] it costs nothing, and without it you are out.
   *[other] you can hope for about { $share }% of the pool, and that is worth the stake.
}
kaluki-hint-declines = you can only hope for about { $share }% of the pool, and that is not worth the stake.
kaluki-hint-forced = there is nothing else you can do.
