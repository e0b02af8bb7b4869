# English: why a move of Hachinin-meri is advised. Every id here is a function in src/discord/pages/meri/hint_sentences.rs.
# Each stands behind the move and a colon.

meri-hint-calls = { $caller ->
    [dealer] you deal, so the okie { $okie } and the lead are yours either way, and hiding your Robai is not likely to pay.
   *[other] you take the okie { $okie } and the lead, and lay away the card you need least.
}
meri-hint-hides = nobody is likely to catch { $robai }, and a yaku with it moves { $ko } ko if you don't call.
meri-hint-waits = you do not hold the trump's Robai, so there is nothing to call.
meri-hint-threatens = with { $winning } you may catch an opponent's { $beaten }: that yaku moves { $ko } ko{ $more ->
    [perhaps] , more if the Robai was hidden
   *[known] {""}
}.
meri-hint-strongest = it takes the trick: nothing still to come can beat it.
meri-hint-takes = it takes the trick unless { $better ->
    [one] the 1 better card
   *[other] one of the { $better } better cards
} still out is played to this trick, or is already in it face down.
meri-hint-leaves-to-partner = your partner { $sign } is winning the trick so far, so spend as little as you can.
meri-hint-brings-to-safety = in a meri there is no yaku, so nobody can catch it here.
meri-hint-spares = it is the card you need least.
meri-hint-forced = it is the only card you may play.
