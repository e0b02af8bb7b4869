# English: why a move of Kaluki is advised. Every id here is a function in src/discord/pages/kaluki/hint_sentences.rs.
# Each stands behind the move and a colon.

kaluki-hint-opens = these melds are worth { $points }{ $needed ->
    [0] {""}
    [one] , and { $needed } is needed
   *[other] , and { $needed } are needed
}. Once open you can get rid of cards in every turn.
kaluki-hint-calls-up = it is the way to get rid of all your cards in this turn, and that wins the deal.
kaluki-hint-kaluki = it is the way to get rid of all your cards in this one turn: a Kaluki!
kaluki-hint-takes-to-open = with { $card } you can open, with { $points } points.
kaluki-hint-takes-to-lay = you can lay { $card } at once, and get rid of other cards with it or after it.
kaluki-hint-takes-to-keep = { $card } goes well with your cards, better than most cards you could draw.
kaluki-hint-returns = { $card } is of no use to you now, and putting it back costs nothing.
kaluki-hint-lays = what lies on the table does not count against you.
kaluki-hint-builds = { $card } fits there, and what lies on the table does not count against you.
kaluki-hint-frees = { $jokers ->
    [one] the joker helps
   *[other] the jokers help
} you to get rid of more cards.
kaluki-hint-leaves = { $card } is of less use to you than what you may draw.
kaluki-hint-leaves-nothing = there is no discard that you may take now.
kaluki-hint-waits = { $missing ->
    [0] your other cards are more likely to help you.
    [one] 1 point is missing to open, and your other cards are more likely to bring it.
   *[other] { $missing } points are missing to open, and your other cards are more likely to bring them.
}
kaluki-hint-holds = you could open, but about { $chance } of 100 draws would let you lay everything at once: a Kaluki, which counts more.
kaluki-hint-discards = { $left ->
    [one] 1 penalty point stays
   *[other] { $left } penalty points stay
} in your hand, with the best hopes of getting rid of them.
kaluki-hint-withholds = { $card } would be better to lose, but the next player could use it.
kaluki-hint-announces = you have few cards left. Who does not announce them cannot call up in their next turn.
kaluki-hint-buys-in = { $stake ->
    [0] it costs nothing, and without it you are out.
   *[other] you can hope for about { $share } % of the pool, and that is worth the stake.
}
kaluki-hint-declines = you can hope for only about { $share } % of the pool, and that is not worth the stake.
kaluki-hint-forced = there is nothing else to do.
