"""A match of Kaluki: settlement, penalties, buying in and the pool (rules, 3 and 10 to 12)."""

from common import house_rules, need, places

# Section 12.
USUAL = {
    "stake_call_up": 1,
    "stake_kaluki": 2,
    "stake_initial": 5,
    "stake_buy_in": 5,
    "settlement": "final",
    "announce": "auto",
    "announce_at": 3,
    "penalty_limit": 150,
    "buy_in": True,
    "max_buy_ins": 2,
    "buy_in_min_survivors": 2,
    "initial_min": 40,
    "build_end_limit": 2,
    "discard_before_open": "if_used",
    "discard_after_open": "free",
    "four_card_set_recovery": False,
    "two_joker_recovery": "two",
    "one_joker_recovery": "two",
    "joker_reuse": "any",
    "joker_count": "2",
    "joker_penalty": 15,
    "ace_low": False,
    "first_upcard": True,
    "deal_style": "single",
    "kaluki_doubles_penalty": False,
    "call_up_without_discard": False,
    "reshuffles_max": 1,
    "may_return_taken": False,
    "match_mode": "pool",
    "stall_limit": None,
}


class Match:
    """What outlives a deal."""

    def __init__(self, options, seats, chance):
        self.options = house_rules(USUAL, options)
        self.seats = seats
        self.chance = chance
        self.deal_number = -1
        self.dealer = 0
        # "deal", "draw", "play", "announce", "buy_in" or "over" (section 7).
        self.phase = "deal"
        self.in_match = [True] * seats
        self.ledger = [0] * seats
        self.penalties = [0] * seats
        self.buy_ins = [0] * seats
        # Section 11: the deal in which a seat was eliminated, and its penalty then.
        self.eliminated = {}
        self.deals_completed = 0
        self.may_buy_in = []
        self.answers_to_buy_in = {}
        self.standing = None

    def left_of(self, seat):
        """Section 3: clockwise, only those who are in the match."""
        seat = (seat + 1) % self.seats
        while not self.in_match[seat]:
            seat = (seat + 1) % self.seats
        return seat

    def players(self):
        return [seat for seat in range(self.seats) if self.in_match[seat]]

    def is_void(self, why):
        """9.2 and `stall_limit`: nothing is paid, the same dealer deals again."""
        self.phase = "deal"
        lines = [{"points": 0, "stake": 0}] * self.seats
        return [{"deal_ended": {"result": {"ending": why, "lines": lines}}}]

    def next_deal(self):
        """3.3."""
        self.phase = "deal"
        self.dealer = self.left_of(self.dealer)
        return []

    def deal_is_won(self, winner, is_kaluki, hand_points):
        """Section 10, steps 1 and 2, and then the kind of match."""
        stake = self.options["stake_kaluki" if is_kaluki else "stake_call_up"]
        times = 2 if is_kaluki and self.options["kaluki_doubles_penalty"] else 1
        lines = [{"points": 0, "stake": 0} for _ in range(self.seats)]
        for seat in self.players():
            if seat == winner:
                lines[seat]["stake"] = stake * (len(self.players()) - 1)
            else:
                lines[seat]["stake"] = -stake
                lines[seat]["points"] = times * hand_points[seat]
            self.ledger[seat] += lines[seat]["stake"]
            self.penalties[seat] += lines[seat]["points"]
        self.deals_completed += 1
        ending = {"called_up": {"kaluki": is_kaluki, "seat": winner}}
        events = [{"deal_ended": {"result": {"ending": ending, "lines": lines}}}]
        mode, _, deals = self.options["match_mode"].partition(":")
        if mode == "single_deal":
            return events + self.single_deal_is_over(winner, lines)
        if mode == "fixed_deals":
            if self.deals_completed < int(deals):
                return events + self.next_deal()
            return events + self.fixed_deals_are_over()
        return events + self.go_on_in_pool()

    def single_deal_is_over(self, winner, lines):
        """Section 12, `match_mode`: only step 1 of section 10, losers by hand points."""
        keys = [(seat != winner, lines[seat]["points"]) for seat in range(self.seats)]
        return self.is_over(list(self.ledger), keys, [winner])

    def fixed_deals_are_over(self):
        """Section 12, `match_mode`: the lowest penalty takes the pool, ties share it.

        What cannot be shared goes to the tied player nearest the last dealer's left.
        """
        initial = self.options["stake_initial"]
        lowest = min(self.penalties)
        from_left = [(self.dealer + 1 + turn) % self.seats for turn in range(self.seats)]
        tied = [seat for seat in from_left if self.penalties[seat] == lowest]
        share, remainder = divmod(self.seats * initial, len(tied))
        totals = [units - initial for units in self.ledger]
        for seat in tied:
            totals[seat] += share
        totals[tied[0]] += remainder
        return self.is_over(totals, self.penalties, tied)

    def go_on_in_pool(self):
        """Section 10, steps 3 to 5, and its restrictions B1 to B3."""
        limit = self.options["penalty_limit"]
        safe = [seat for seat in self.players() if self.penalties[seat] <= limit]
        beyond = [seat for seat in self.players() if self.penalties[seat] > limit]
        events = []
        if len(safe) == 1:
            for seat in beyond:
                events += self.eliminate(seat)
            return events + self.pool_is_won(safe[0])
        is_open = self.options["buy_in"] and len(safe) >= self.options["buy_in_min_survivors"]
        most = self.options["max_buy_ins"] if is_open else 0
        self.may_buy_in = [seat for seat in beyond if self.buy_ins[seat] < most]
        for seat in beyond:
            if seat not in self.may_buy_in:
                events += self.eliminate(seat)
        if not self.may_buy_in:
            return events + self.next_deal()
        self.phase = "buy_in"
        self.answers_to_buy_in = {}
        self.penalty_of_buyers = max(self.penalties[seat] for seat in safe)
        # Records write seats as the bits of a number.
        seats = sum(2 ** seat for seat in self.may_buy_in)
        return [*events, {"buy_in_offered": {"at": self.penalty_of_buyers, "seats": seats}}]

    def eliminate(self, seat):
        self.in_match[seat] = False
        self.eliminated[seat] = (self.deal_number, self.penalties[seat])
        return [{"left": {"seat": seat}}]

    def answers(self, seat, answer):
        """Section 7 BUY_IN: once each, shown and done when all have answered."""
        need(self.phase == "buy_in", "E_PHASE: nobody is asked")
        need(seat in self.may_buy_in, "E_PHASE: the seat is not asked")
        need(seat not in self.answers_to_buy_in, "E_PHASE: the seat has answered")
        need(answer in ("buy_in", "decline"), f"no answer: {answer}")
        self.answers_to_buy_in[seat] = answer
        events = [{"answered": {"seat": seat, "answer": answer}}]
        if len(self.answers_to_buy_in) < len(self.may_buy_in):
            return events
        for other in self.may_buy_in:
            if self.answers_to_buy_in[other] == "buy_in":
                self.buy_ins[other] += 1
                self.penalties[other] = self.penalty_of_buyers
                events.append({"bought_in": {"seat": other, "penalty": self.penalty_of_buyers}})
            else:
                events += self.eliminate(other)
        return events + self.next_deal()

    def pool_is_won(self, winner):
        """Section 11: later eliminations first, in the same deal the lower penalty."""
        initial = self.options["stake_initial"]
        price = self.options["stake_buy_in"]
        totals = []
        for seat, units in enumerate(self.ledger):
            totals.append(units - initial - price * self.buy_ins[seat])
        totals[winner] += self.seats * initial + price * sum(self.buy_ins)
        keys = []
        for seat in range(self.seats):
            if seat == winner:
                keys.append((0, 0, 0))
            else:
                deal, penalty = self.eliminated[seat]
                keys.append((1, -deal, penalty))
        return self.is_over(totals, keys, [winner])

    def is_over(self, totals, keys, winners):
        """The standing; the smallest key has the first place."""
        self.phase = "over"
        self.standing = {
            "outcomes": ["won" if seat in winners else "lost" for seat in range(self.seats)],
            "places": places(keys),
            "points": totals,
            "sides": list(range(self.seats)),
        }
        return [{"over": {"standing": self.standing}}]
