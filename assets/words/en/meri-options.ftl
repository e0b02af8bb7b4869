# English: Hachinin-meri in the commands, and its house rules; all of it is found by name.

## Commands (1 to 100 characters each)
command-meri = Open a table of Hachinin-meri (eight players, two teams) here
command-meri-preset-choice-0 = sheet (eight rounds, the rules as written)
command-meri-preset-choice-1 = short (a single round, about five minutes)
command-meri-preset-choice-2 = first_time (a single round; the opening is shown, the Robai cannot be hidden)
command-meri-preset-choice-3 = evening (until a team has twice won eight rounds)
command-meri-preset-choice-4 = original (eight rounds; a yaku needs a better trump still in play)
command-meri-preset-choice-5 = wild (eight rounds; a hidden Robai makes every yaku count more)
command-meri-seats = How many play: always eight
command-meri-computers = How many computers sit down at once (the other seats wait for people)
command-meri-match_length = How long the match is (default: eight rounds)
command-meri-match_length-choice-0 = hitokiri (eight rounds: everybody deals once)
command-meri-match_length-choice-1 = hitomaki (a single round, about five minutes)
command-meri-match_length-choice-2 = hitoshobu (until a team has twice won eight rounds)
command-meri-match_length-choice-3 = honshobu (until a team has won two hitoshobu: very long)
command-meri-team_assign = How teams are made (default: at random)
command-meri-team_assign-choice-0 = random (seats are drawn)
command-meri-team_assign-choice-1 = chosen (everybody keeps the seat they take)
command-meri-fill_with_computers = Whether computers fill the seats that are empty at the start (default: yes)
command-meri-hidden_robai = What keeping the Robai hidden does
command-meri-hidden_robai-choice-0 = robai_yaku (yaku with the Robai count more)
command-meri-hidden_robai-choice-1 = all_yaku (all yaku count more)
command-meri-hidden_robai-choice-2 = off (it cannot be hidden)
command-meri-live_upper_required = Whether a yaku needs a better trump still in play (the oldest rule; default: no)
command-meri-direction = Which way the deal and play go round
command-meri-direction-choice-0 = cw (to the left)
command-meri-direction-choice-1 = ccw (to the right)
command-meri-rules = House rules as name=value, for example: match_length=hitomaki yaku_high=7

## Options
option-meri-seats = Hachinin-meri is for eight players, not { $seats }. Computers can take the free seats.
option-meri-short = Two teams of four, nine tricks per round; { $match_length ->
    [hitomaki] a single round
    [hitokiri] eight rounds, each player deals once
    [hitoshobu] a team must win eight rounds twice
   *[honshobu] a team must win two hitoshōbu, each of up to three times eight rounds
}.

option-meri-match_length = Length of the match
    .hitokiri = Hitokiri: eight rounds, each player deals once; the total decides
    .hitomaki = Hitomaki: a single round decides
    .hitoshobu = Hitoshōbu: the first team to win two kiri of eight rounds
    .honshobu = Honshōbu: the first team to win two hitoshōbu
option-meri-live_upper_required = Yaku when the best trumps are gone
    .false = Every yaku counts, whatever has been played before it
    .true = A yaku needs a trump above the winning one still in play, except Sun over Un
option-meri-hidden_robai = The hidden Robai
    .robai_yaku = Hidden Robai: yaku with it move more ko
    .all_yaku = Hidden Robai: all yaku of the round move more ko
    .off = No hidden Robai: its holder calls automatically
option-meri-opening_reveal = What the opening shows
    .lead_only = Opening: only the lead is seen
    .all = Opening: everybody sees the lead, the card laid away and the two left over
option-meri-ichimai_zun = The Sun alone (ichimai-zun)
    .true = Ichimai-zun: the Sun as your only trump from the start may stay out of a meri
    .false = No ichimai-zun: play a trump to a meri even if the Sun is your only one
option-meri-yaku = Yaku
    .true = Yaku: they move ko from team to team
    .false = No yaku: only tricks count
option-meri-yaku_value = What a yaku moves
    .number = A yaku moves { $number } ko
    .with-yaku_high = What a yaku moves in the last trick (`yaku_high`) cannot be less than what it usually moves (`yaku_value`).
option-meri-yaku_high = What the best yaku move
    .number = Best yaku: { $number } ko, in the last trick{ $hidden_robai ->
        [off] {""}
       *[others] {" "}or with a hidden Robai
    }
option-meri-direction = Direction of play
    .cw = Direction: the deal and play go to the left
    .ccw = Direction: the deal and play go to the right
option-meri-team_assign = Teams
    .random = Teams by chance: seats are drawn, and neighbours are opponents
    .chosen = Teams by seat: everybody keeps the seat they take, and neighbours are opponents
option-meri-split = Where the pack is split
    .fixed = Split: the pack is parted after 37 cards
    .random = Split: the pack is parted somewhere near the middle
option-meri-fill_with_computers = Empty seats
    .true = Empty seats: computers fill them at the start
    .false = Empty seats: the game waits until all eight are taken by people or computers
