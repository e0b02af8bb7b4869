"""Hachinin-meri: a second engine, from the text of its rules alone; numbers are its paragraphs."""

from common import house_rules, need, verify_deal

KARUTA = verify_deal.KARUTA
SEATS = 8

# Section 13.
USUAL = {
    "match_length": "hitokiri",
    "live_upper_required": False,
    "hidden_robai": "robai_yaku",
    "opening_reveal": "lead_only",
    "ichimai_zun": True,
    "yaku": True,
    "yaku_value": 2,
    "yaku_high": 5,
    "direction": "cw",
    "team_assign": "random",
    "split": "fixed",
    "fill_with_computers": True,
}

TENKA = "P-Robai"
LONG_SUITS = "PI"
# Section 9: how records name the cards of a yaku.
WORDS = {
    "Sun": "sun",
    "Un": "un",
    "Sota": "sota",
    "Robai": "robai",
    "Rei": "rei",
    "1": "one",
    "2": "two",
    "8": "eight",
    "9": "nine",
}
# Section 9, "Value": the yaku that are worth more where the robai was hidden.
ROBAI_YAKU = [("Sota", "Robai"), ("Robai", "Rei")]


def suit(card):
    return card[0]


def number_cards(letter):
    """Section 5: the number cards of a suit, best first."""
    best_first = range(9, 0, -1) if letter in LONG_SUITS else range(1, 10)
    return [str(number) for number in best_first]


def trump_order(letter):
    """Section 5: all trumps where this suit is trump, best first; tenka is always the fourth."""
    below = ["Robai", "Rei", "Kaba", *number_cards(letter)]
    if letter == "P":
        below.remove("Robai")
    above = ["Sun", "Un", "Sota"]
    return [f"{letter}-{rank}" for rank in above] + [TENKA] + [f"{letter}-{rank}" for rank in below]


def plain_order(letter):
    """Section 5: a suit where it is not trump, best first."""
    ranks = ["Sun", "Un", "Rei", "Kaba", "Sota"]
    if letter == "I":
        # The robai of isu is ippon-han, between 2 and 1.
        ranks += [*number_cards(letter)[:-1], "Robai", "1"]
    elif letter == "P":
        ranks += number_cards(letter)
    else:
        ranks += ["Robai", *number_cards(letter)]
    return [f"{letter}-{rank}" for rank in ranks]


def yaku_pairs(letter):
    """Section 9: which rank beats which, where this suit is trump."""
    last = ("2", "1") if letter in LONG_SUITS else ("8", "9")
    return [("Sun", "Un"), ("Un", "Sota"), *ROBAI_YAKU, last]


class Meri:
    """A match, deal after deal. What is refused leaves it as it may be: nobody plays on."""

    def __init__(self, options, seats, chance):
        need(seats == SEATS, "the game is played by eight")
        self.options = house_rules(USUAL, options)
        self.chance = chance
        # 3.3.
        self.dealer = chance.below("first", 0, SEATS)
        self.deal_number = -1
        # "deal", "robau", "uchidashi", "trick" or "over" (section 12).
        self.phase = "deal"
        # Section 11: the differences of this kiri, and what both teams have won.
        self.kiri = []
        self.kiri_won = [0, 0]
        self.shobu_won = [0, 0]
        self.standing = None

    def play(self, name, told):
        """What the rules make of the move that an event tells: all its events."""
        moves = {
            "readied": (self.readies, "robau"),
            "called": (self.calls, "robau"),
            "led": (self.leads, "uchidashi"),
            "played": (self.plays, "trick"),
        }
        need(name in moves, f"{name} is no move")
        move, phase = moves[name]
        need(self.phase == phase, f"E_PHASE: not in the state {self.phase}")
        need(told["seat"] in range(SEATS), "no such seat")
        return move(told["seat"], told)

    def left_of(self, seat):
        """3.1; section 13, `direction`."""
        step = 1 if self.options["direction"] == "cw" else -1
        return (seat + step) % SEATS

    # Section 4

    def deal(self):
        """Section 4, and who takes the okie without being asked (6)."""
        need(self.phase == "deal", "E_PHASE: no deal is due")
        self.deal_number += 1
        deck = self.chance.shuffled("deck", self.deal_number, KARUTA)
        half = 37
        if self.options["split"] == "random":
            half = 30 + self.chance.below("cut", self.deal_number, 16)
        self.hands = [[] for _ in range(SEATS)]
        left_over = self.deal_round(deck[:half]) + self.deal_round(deck[half:])
        again = self.chance.shuffled("again", self.deal_number, left_over)
        rest = self.deal_round(again)
        self.okie = rest[0]
        self.leftovers = rest[1:]
        self.begin_deal(suit(self.okie))
        dealt = {"deck": deck, "half": half, "again": again, "dealer": self.dealer}
        return [{"dealt": dealt}]

    def deal_round(self, pile):
        """4.3: three cards to each, from the dealer's left on; what is left of the pile."""
        seat = self.dealer
        for _ in range(SEATS):
            seat = self.left_of(seat)
            self.hands[seat] += pile[:3]
            pile = pile[3:]
        return pile

    def begin_deal(self, trump_suit):
        self.trump_suit = trump_suit
        self.trumps = trump_order(trump_suit)
        self.ready = set()
        # Section 6: whether the holder of the trump robai did not call.
        self.hidden = False
        self.ko = [0, 0]
        self.yaku = [0, 0]
        self.trick = 1
        self.cards_played = []
        self.monchi = False
        # Section 13, `live_upper_required`.
        self.gone = set()
        robai = f"{trump_suit}-Robai"
        holders = [seat for seat in range(SEATS) if robai in self.hands[seat]]
        self.robai_holder = holders[0] if holders else None
        if self.okie == robai:
            # Kikkaburi.
            self.takes_okie(self.dealer)
        elif self.options["hidden_robai"] == "off":
            self.takes_okie(self.dealer if self.robai_holder is None else self.robai_holder)
        else:
            self.phase = "robau"

    # Section 6

    def takes_okie(self, seat):
        self.taker = seat
        self.hands[seat].append(self.okie)
        self.phase = "uchidashi"

    def readies(self, seat, told):
        """Sections 6 and 12, ROBAU: when all are ready the dealer takes the okie."""
        need(seat not in self.ready, "E_PHASE: the seat is ready")
        self.ready.add(seat)
        if len(self.ready) == SEATS:
            self.hidden = self.robai_holder is not None
            self.takes_okie(self.dealer)
        return [{"readied": {"seat": seat}}]

    def calls(self, seat, told):
        """Sections 6 and 12, ROBAU: "robatta"."""
        need(seat == self.robai_holder, "E_PHASE: the seat does not hold the robai")
        need(seat not in self.ready, "E_PHASE: the seat is ready")
        self.takes_okie(seat)
        return [{"called": {"seat": seat}}]

    # Section 7

    def leads(self, seat, told):
        """Section 7: the opening lead and the discard."""
        need(seat == self.taker, "E_PHASE: the seat did not take the okie")
        hand = self.hands[seat]
        lead = told["lead"]
        discard = told["discard"]
        need(lead != discard and lead in hand and discard in hand, "E_NOT_HELD")
        all_trumps = all(card in self.trumps for card in hand)
        need(lead not in self.trumps or all_trumps, "E_MERI_FIRST")
        hand.remove(discard)
        self.exempt = [self.is_exempt(held) for held in self.hands]
        if self.options["opening_reveal"] == "all":
            self.gone |= {discard, *self.leftovers}
        hand.remove(lead)
        self.cards_played = [(seat, lead)]
        self.turn = self.left_of(seat)
        self.phase = "trick"
        return [{"led": {"seat": seat, "lead": lead, "discard": discard}}]

    def is_exempt(self, hand):
        """Section 8, ichimai-zun: Sun as the only trump of the nine."""
        trumps = [card for card in hand if card in self.trumps]
        return self.options["ichimai_zun"] and trumps == [f"{self.trump_suit}-Sun"]

    # Section 8

    def plays(self, seat, told):
        """Section 8."""
        need(seat == self.turn, f"E_PHASE: it is seat {self.turn}'s turn")
        card = told["karuta"]
        need(card in self.hands[seat], "E_NOT_HELD")
        self.need_following(seat, card)
        self.hands[seat].remove(card)
        self.cards_played.append((seat, card))
        self.turn = self.left_of(seat)
        events = [{"played": {"seat": seat, "karuta": card}}]
        if len(self.cards_played) == SEATS:
            events += self.shobu()
        return events

    def need_following(self, seat, card):
        """Section 8, "Legal for a follower"."""
        if not self.cards_played:
            return
        _, led = self.cards_played[0]
        hand = self.hands[seat]
        is_trump = card in self.trumps
        if led in self.trumps:
            holds_trump = any(held in self.trumps for held in hand)
            is_free = not holds_trump or self.exempt[seat]
            need(is_trump or is_free, "E_FOLLOW_TRUMP")
        elif self.monchi:
            # Tenka is a trump and follows no pao.
            of_suit = [held for held in hand if suit(held) == suit(led)]
            follows = [held for held in of_suit if held not in self.trumps]
            need(is_trump or not follows or card in follows, "E_FOLLOW_SUIT")

    def shobu(self):
        """Section 8, "Winner", and section 9."""
        _, led = self.cards_played[0]
        is_meri = led in self.trumps
        seat_of = {card: seat for seat, card in self.cards_played}
        best_first = [*self.trumps, *plain_order(suit(led))]
        best = next(card for card in best_first if card in seat_of)
        winner = seat_of[best]
        self.ko[winner % 2] += 1
        made = None if is_meri else self.yaku_of(best, seat_of)
        if made is not None:
            self.yaku[winner % 2] += made["value"]
        events = [{"won": {"seat": winner, "made": made}}]
        self.gone |= set(seat_of)
        self.monchi = self.monchi or is_meri
        self.cards_played = []
        self.turn = winner
        if self.trick == 9:
            return events + self.deal_is_over()
        self.trick += 1
        return events

    # Section 9

    def yaku_of(self, best, seat_of):
        """Section 9: the yaku of a trick that is no meri, if it has one."""
        if not self.options["yaku"]:
            return None
        for upper, lower in yaku_pairs(self.trump_suit):
            beaten = f"{self.trump_suit}-{lower}"
            if best != f"{self.trump_suit}-{upper}" or beaten not in seat_of:
                continue
            team = seat_of[best] % 2
            if seat_of[beaten] % 2 == team or not self.is_upper_alive(upper, best):
                return None
            return {
                "team": "AB"[team],
                "value": self.yaku_value(upper, lower),
                "yaku": f"{WORDS[upper]}_over_{WORDS[lower]}",
            }
        return None

    def is_upper_alive(self, upper, best):
        """Section 13, `live_upper_required`."""
        if upper == "Sun" or not self.options["live_upper_required"]:
            return True
        above = self.trumps[:self.trumps.index(best)]
        return any(card not in self.gone for card in above)

    def yaku_value(self, upper, lower):
        """Section 9, "Value"; section 13, `all_yaku`."""
        is_of_robai = (upper, lower) in ROBAI_YAKU
        all_high = self.options["hidden_robai"] == "all_yaku"
        is_high = self.trick == 9 or self.hidden and (is_of_robai or all_high)
        return self.options["yaku_high" if is_high else "yaku_value"]

    # Sections 10 and 11

    def deal_is_over(self):
        """Section 10."""
        transfer = self.yaku[0] - self.yaku[1]
        counted = [self.ko[0] + transfer, self.ko[1] - transfer]
        difference = counted[0] - counted[1]
        total = {
            "ko": {"a": self.ko[0], "b": self.ko[1]},
            "counted": {"a": counted[0], "b": counted[1]},
            "diff": difference,
        }
        self.dealer = self.left_of(self.dealer)
        self.phase = "deal"
        events = [{"round_ended": {"total": total}}]
        points = self.points_of_match(difference)
        if points is not None:
            self.phase = "over"
            self.standing = self.standing_of(points)
            events.append({"over": {"standing": self.standing}})
        return events

    def points_of_match(self, difference):
        """Section 11: the points of both teams if the match is decided by this deal."""
        length = self.options["match_length"]
        if length == "hitomaki":
            return [difference, -difference]
        self.kiri.append(difference)
        total = sum(self.kiri)
        if len(self.kiri) < 8 or total == 0:
            return None
        self.kiri = []
        if length == "hitokiri":
            return [total, -total]
        winner = 0 if total > 0 else 1
        self.kiri_won[winner] += 1
        if self.kiri_won[winner] < 2:
            return None
        won = self.kiri_won
        self.kiri_won = [0, 0]
        if length == "hitoshobu":
            return won
        self.shobu_won[winner] += 1
        return self.shobu_won if self.shobu_won[winner] == 2 else None

    def standing_of(self, points):
        """Section 11: the team with more points has won."""
        won = 0 if points[0] > points[1] else 1
        return {
            "outcomes": ["won" if seat % 2 == won else "lost" for seat in range(SEATS)],
            "places": [1 if seat % 2 == won else 2 for seat in range(SEATS)],
            "points": [points[seat % 2] for seat in range(SEATS)],
            "sides": [seat % 2 for seat in range(SEATS)],
        }
