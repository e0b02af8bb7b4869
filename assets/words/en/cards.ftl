# English: cards. Every id here is a function in src/discord/speech/card_sentences.rs.

card-short = { $sign }{ $rank }
card-joker-short = { $sign } ({ $card })
card-spoken = { $rank } of { $suit }
card-rank = { $rank ->
    [J] jack
    [Q] queen
    [K] king
    [A] ace
   *[other] { $rank }
}
card-suit = { $suit ->
    [h] hearts
    [d] diamonds
    [c] clubs
   *[s] spades
}
card-joker = joker
card-joker-spoken = joker as { $card }
