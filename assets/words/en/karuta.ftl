# English: karuta. Every id here is a function in src/discord/speech/karuta_sentences.rs.

karuta-short = { $sign }{ $rank }
karuta-spoken = { $rank } of { $suit }
karuta-suit = { $suit ->
    [pao] clubs (pao)
    [isu] swords (isu)
    [kotsu] cups (kotsu)
    [ori] coins (ori)
   *[guru] whorls (guru)
}
karuta-suit-short = { $sign } { $suit }
karuta-rank = { $rank }
karuta-tenka-spoken = tenka (the { $karuta })
karuta-tenka-marked = { $karuta } (tenka)
