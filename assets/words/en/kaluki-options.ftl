# English: Kaluki in the commands, and its house rules, found by the names of options (src/discord/speech/option_words.rs).
# `command-…` are descriptions of commands.
# "To open" is to lay the first melds of a deal; "to build" is to add cards to a meld; "to call up" is to get rid of all cards.

## Commands (1 to 100 characters each)
command-kaluki = Open a table of Kaluki here
command-kaluki-preset-choice-0 = sheet (a match to the last player, for a pool of units)
command-kaluki-preset-choice-1 = low_stakes (the same, with a cheaper pool and cheaper buy-ins)
command-kaluki-preset-choice-2 = five_deals (five deals, nobody is out)
command-kaluki-preset-choice-3 = single_deal (one deal decides)
command-kaluki-preset-choice-4 = no_units (only penalty points count)
command-kaluki-match_mode = How a match ends (default: the last player left wins)
command-kaluki-match_mode-choice-0 = pool (the last player left wins)
command-kaluki-match_mode-choice-1 = fixed_deals:3 (three deals, fewest penalty points win)
command-kaluki-match_mode-choice-2 = fixed_deals:5 (five deals, fewest penalty points win)
command-kaluki-match_mode-choice-3 = fixed_deals:10 (ten deals, fewest penalty points win)
command-kaluki-match_mode-choice-4 = single_deal (one deal decides)
command-kaluki-penalty_limit = How many penalty points a player may have (default: 150; fewer make a shorter match)
command-kaluki-initial_min = How many points the first melds must be worth (default: 40)
command-kaluki-buy_in = Whether a player who is out may buy in again (default: yes)
command-kaluki-announce = Who announces that a player has few cards left (default: the bot)
command-kaluki-announce-choice-0 = auto (the bot does)
command-kaluki-announce-choice-1 = manual (players press a button in time)
command-kaluki-rules = House rules as name=value, for example: joker_count=4 ace_low=true

option-kaluki-seats = Kaluki is for two to five players, not { $seats }.
option-kaluki-short = { $match_mode ->
    [fixed_deals] { $number } { $number ->
        [one] deal
       *[other] deals
    }; fewest penalty points win.
    [single_deal] One deal decides.
   *[pool] The last player left wins; with more than { $penalty_limit } penalty { $penalty_limit ->
        [one] point
       *[other] points
    } you are out{ $buy_in ->
        [true] { $max_buy_ins ->
            [0] {""}
            [one] , or buy in once
           *[other] , or buy in up to { $max_buy_ins } times
        }
       *[false] {""}
    }.
} { $initial_min ->
    [0] Any meld opens.
    [one] Open with { $initial_min } point.
   *[other] Open with { $initial_min } points.
}{ $stake_call_up ->
    [0] {""}
    [one] {" "}Call-up: { $stake_call_up } unit from each loser.
   *[other] {" "}Call-up: { $stake_call_up } units from each loser.
}{ $stake_kaluki ->
    [0] {""}
   *[other] {" "}Kaluki: { $stake_kaluki } from each.
}{ $match_mode ->
    [single_deal] {""}
   *[other] { $stake_initial ->
        [0] {""}
       *[other] {" "}Pool: { $stake_initial } from everybody.
    }
}{ $match_mode ->
    [pool] { $buy_in ->
        [true] { $max_buy_ins ->
            [0] {""}
           *[other] { $stake_buy_in ->
                [0] {""}
               *[other] {" "}Buying in: { $stake_buy_in }.
            }
        }
       *[false] {""}
    }
   *[other] {""}
}

option-kaluki-stake_call_up = Stake for a call-up
    .number = { $number ->
        [0] A call-up brings no units
        [one] A call-up: each loser pays { $number } unit
       *[other] A call-up: each loser pays { $number } units
    }
option-kaluki-stake_kaluki = Stake for a Kaluki
    .number = { $number ->
        [0] A Kaluki brings no units
        [one] A Kaluki: each loser pays { $number } unit
       *[other] A Kaluki: each loser pays { $number } units
    }
option-kaluki-stake_initial = Stake for the pool
    .number = { $number ->
        [0] Nobody pays into the pool at first
        [one] Everybody pays { $number } unit into the pool
       *[other] Everybody pays { $number } units into the pool
    }
option-kaluki-stake_buy_in = Stake for buying in
    .number = { $number ->
        [0] Buying in costs no units
        [one] Buying in costs { $number } unit
       *[other] Buying in costs { $number } units
    }
option-kaluki-settlement = Units shown during a match
    .final = What is paid into the pool comes off the units only when the match ends
    .per_deal = What is paid into the pool comes off the units at once
option-kaluki-announce = Who announces the last cards
    .auto = The bot announces when a player has few cards left
    .manual = Players must announce their last cards in time, or can't win on their next turn
option-kaluki-announce_at = How many cards are announced
    .number = { $number ->
        [one] Only the last card is announced
       *[other] { $number } cards or fewer are announced
    }
option-kaluki-penalty_limit = Limit of penalty points
    .number = { $number ->
        [one] With more than { $number } penalty point you are out
       *[other] With more than { $number } penalty points you are out
    }
option-kaluki-buy_in = Buying in
    .true = Over the limit you may buy in
    .false = Over the limit you are out for good
option-kaluki-max_buy_ins = Buy-ins per player
    .number = { $number ->
        [0] Nobody may buy in
        [one] Each player may buy in once
       *[other] Each player may buy in { $number } times
    }
option-kaluki-buy_in_min_survivors = Players left to buy in
    .number = You may buy in while at least { $number } others are within the limit
option-kaluki-initial_min = Points to open
    .number = { $number ->
        [0] Any meld opens
        [one] Opening needs { $number } point
       *[other] Opening needs { $number } points
    }
option-kaluki-build_end_limit = Building on a run
    .number = { $number ->
        [0] Any number of cards per turn may go on a run
        [one] { $number } card per turn may go on each end of a run
       *[other] { $number } cards per turn may go on each end of a run
    }
option-kaluki-discard_before_open = Discards before opening
    .if_used = Before opening, you may take a discard only to open with it
    .never = Before opening, discards can't be taken after the very first turn of a deal
option-kaluki-discard_after_open = Discards after opening
    .free = Once open, you may take discards freely
    .must_use = Once open, you must lay any discard you take
    .must_meld = Once open, you must lay any discard you take in a new meld
option-kaluki-four_card_set_recovery = Jokers in sets of four
    .false = Jokers stay in sets of four
    .true = One card frees a joker from a set of four
option-kaluki-two_joker_recovery = Sets with two jokers
    .two = Two cards free one of a set's two jokers
    .one = One card frees one of a set's two jokers
option-kaluki-one_joker_recovery = Sets with one joker
    .two = Two cards free a set's only joker
    .one = One card frees a set's only joker
option-kaluki-joker_reuse = Freed jokers
    .any = A freed joker may go on any meld
    .new_meld = A freed joker must go into a new meld
option-kaluki-joker_count = Jokers in the pack
    .number = { $number } jokers are in the pack
option-kaluki-joker_penalty = A leftover joker
    .number = { $number ->
        [one] A leftover joker costs { $number } point
       *[other] A leftover joker costs { $number } points
    }
option-kaluki-ace_low = Low ace
    .false = The ace ranks only above the king
    .true = Runs may also start ace, 2, 3
option-kaluki-first_upcard = The first discard
    .true = The deal starts with a card turned up as the first discard
    .false = The deal starts without a discard
option-kaluki-deal_style = How cards are dealt
    .single = Cards are dealt one by one
    .packets = Cards are dealt in packets
option-kaluki-kaluki_doubles_penalty = Points after a Kaluki
    .false = After a Kaluki the cards left in hand count as usual
    .true = After a Kaluki the cards left in hand count double
option-kaluki-call_up_without_discard = The last card
    .false = The last card must be discarded
    .true = The last card may also be laid, which ends the deal
option-kaluki-reshuffles_max = Reshuffling the discards
    .number = { $number ->
        [0] Discards are not reshuffled
        [one] Discards are reshuffled once per deal
       *[other] Discards are reshuffled up to { $number } times per deal
    }
option-kaluki-may_return_taken = A card just taken
    .false = A card just taken can't be discarded again
    .true = A card just taken may be discarded again
    .with-stall_limit = A card just taken may be discarded again only if turns without a draw are limited (`stall_limit`), for two players could pass one card back and forth for ever: limit them, or let no card just taken be discarded.
option-kaluki-match_mode = How a match ends
    .pool = The last player left wins
    .fixed_deals = { $number ->
        [one] After { $number } deal the fewest points win
       *[other] After { $number } deals the fewest points win
    }
    .single_deal = One deal decides
option-kaluki-stall_limit = Turns without a draw
    .default = A deal is void after 10 turns per player without a draw
    .number = { $number ->
        [0] Turns without a draw never void a deal
        [one] { $number } turn without a draw voids a deal
       *[other] { $number } turns without a draw void a deal
    }
    .seats = The limit of turns without a draw (`stall_limit`) must be 0 for none, or at least two turns for each of the { $seats } players.
