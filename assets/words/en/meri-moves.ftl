# English: the moves of Hachinin-meri. Every id here is a function in src/discord/pages/meri/move_sentences.rs.

## Moves in words (with the text that means them at most 100 characters)
meri-move-ready = Ready: the round may begin
meri-move-robatta = Robatta: take the okie { $okie }
meri-move-uchidashi = Lead { $lead }, lay { $discard } away
meri-move-play = { $how ->
    [leads] Lead { $karuta }
    [meri] Lead { $karuta }, a meri
    [down] Play { $karuta } face down
   *[open] Play { $karuta }
}
meri-unclear = That fits more than one of your cards: { $karuta }. Type which one. Nothing was played.

## Why Hachinin-meri says no
meri-no-round = No round is being played right now.
meri-out-of-turn = It's not your turn.
meri-not-asked = Nobody is asked about the trump's Robai now: that is asked at the start of a round, until somebody calls or everybody is ready. Nothing was changed.
meri-okie-first = First everybody is asked whether the round may begin, and somebody takes the okie. Nothing was played.
meri-uchidashi-first = You have taken the okie: first choose a card to lead and another one to lay away, together. Typed, that is for example `{ $example }`.
meri-uchidashi-over = The round has begun, so you play one card at a time. Nothing was played.
meri-already-answered = You have already answered, and that is final. Nobody sees who else has.
meri-no-robai = Only the player who holds the trump's Robai can call *robatta*, before the first card of a round is played. Everybody else presses **Ready**. Nothing was changed, and nobody else has seen this.
meri-not-on-rack = { $karuta } is not among your cards, or you named it twice. Nothing was played.
meri-meri-first = { $karuta } is a trump, and you must lead the first trick with a plain card if you have one. Choose another card to lead.
meri-follow-suit = *Monchi* applies, and you hold { $suit }: play a card of that suit, or any trump. Nothing was played.
meri-follow-trump = This trick was led with a trump (*meri*), and you hold one: play a trump, that is { $suit }{ $kind ->
    [pao] {""}
   *[other] {" "}or { $tenka }
}. Nothing was played.
