"""Kaluki: a second engine, written from the text of its rules alone; numbers are its paragraphs."""

from collections import Counter
from copy import deepcopy

from common import need, need_place, verify_deal
from kaluki_match import Match
from kaluki_melds import (
    JOKER,
    NATURALS,
    VALUES,
    build,
    can_open_with,
    face,
    is_joker,
    meld_points,
    naturals_of,
    rank,
    recover,
)

CARDS = verify_deal.CARDS


def plain(meld):
    """A meld with what belongs to it and nothing else."""
    return {"kind": meld["kind"], "cards": list(meld["cards"])}


class Turn:
    """What is remembered of a turn until it is over (section 4, "State per deal")."""

    def __init__(self, seat, was_open):
        self.seat = seat
        # Section 8: whether a call-up in this turn is a Kaluki.
        self.was_open = was_open
        self.has_drawn = False
        self.has_laid = False
        # 7.1: the card that was taken, on which terms, and whether an equal one was held before.
        self.taken = None
        self.terms = None
        self.held_an_equal_one = False
        # 6.3: how many cards were added to an end of a run.
        self.end_adds = Counter()


class Kaluki(Match):
    """A match, deal after deal. What is refused leaves it as it may be: nobody plays on."""

    def play(self, name, told):
        """What the rules make of the move that an event tells: all its events."""
        if name == "answered":
            return self.answers(told["seat"], told["answer"])
        moves = {
            "drew": (self.draws, "draw"),
            "took": (self.takes, "draw"),
            "returned": (self.returns, "play"),
            "opened": (self.opens, "play"),
            "laid": (self.lays, "play"),
            "built": (self.builds, "play"),
            "exchanged": (self.exchanges, "play"),
            "discarded": (self.discards, "play"),
            "announced": (self.announces, "announce"),
            "missed": (self.misses, "announce"),
        }
        need(name in moves, f"{name} is no move")
        move, phase = moves[name]
        need(self.phase == phase, f"E_PHASE: not in the phase {self.phase}")
        need(told["seat"] == self.turn.seat, f"E_PHASE: it is seat {self.turn.seat}'s turn")
        return move(told["seat"], told)

    # Section 4

    def deal(self):
        """3.3 and 4."""
        need(self.phase == "deal", "E_PHASE: no deal is due")
        self.deal_number += 1
        pack = CARDS + [JOKER] * int(self.options["joker_count"])
        pack = self.chance.shuffled("deck", self.deal_number, pack)
        cut = 1 + self.chance.below("cut", self.deal_number, len(pack) - 1)
        self.lay_out(pack[cut:] + pack[:cut])
        return [{"dealt": {"pack": pack, "cut": cut, "dealer": self.dealer}}]

    def lay_out(self, cards):
        """4.3 to 4.6: hands, first discard and stock; section 12, `deal_style`, `first_upcard`."""
        first = self.left_of(self.dealer)
        order = [first]
        while order[-1] != self.dealer:
            order.append(self.left_of(order[-1]))
        self.hands = [[] for _ in range(self.seats)]
        packets = [1] * 13 if self.options["deal_style"] == "single" else [3, 2, 3, 2, 3]
        for packet in packets:
            for seat in order:
                self.hands[seat] += cards[:packet]
                cards = cards[packet:]
        upcards = 1 if self.options["first_upcard"] else 0
        self.discard_pile = cards[:upcards]
        self.stock = cards[upcards:]
        self.melds = []
        self.is_open = [False] * self.seats
        self.has_missed = [False] * self.seats
        self.reshuffles = 0
        # 9.2: the last card of the last stock was drawn.
        self.is_exhausted = False
        self.turns_without_draw = 0
        self.is_first_turn = True
        self.begin_turn(first)

    def begin_turn(self, seat):
        self.turn = Turn(seat, self.is_open[seat])
        self.phase = "draw"

    # 7.1: drawing, taking, returning

    def draws(self, seat, told):
        """Section 7 `draw_stock`, and section 9."""
        card = self.stock.pop(0)
        self.hands[seat].append(card)
        self.turn.has_drawn = True
        self.phase = "play"
        events = [{"drew": {"seat": seat, "card": card}}]
        if self.stock:
            return events
        if self.reshuffles < self.options["reshuffles_max"] and self.discard_pile:
            self.reshuffles += 1
            times = str(self.reshuffles) if self.reshuffles > 1 else ""
            label = "again" + times
            self.stock = self.chance.shuffled(label, self.deal_number, self.discard_pile)
            self.discard_pile = []
            return [*events, {"reshuffled": {"stock": list(self.stock)}}]
        self.is_exhausted = True
        return events

    def terms_of_taking(self, seat):
        """7.1: on which terms the top discard may be taken."""
        need(self.discard_pile, "E_TAKE_LOCKED: the pile is empty")
        if self.is_first_turn and self.options["first_upcard"]:
            return "free"
        if self.is_open[seat]:
            return self.options["discard_after_open"]
        need(self.options["discard_before_open"] == "if_used", "E_TAKE_LOCKED: not open")
        most_cards = 14 if self.options["call_up_without_discard"] else 13
        top = self.discard_pile[-1]
        opens = can_open_with(self.hands[seat], top, self.options, most_cards)
        need(opens, "E_TAKE_LOCKED: no initial meld has the card")
        return "must_open"

    def takes(self, seat, told):
        """Section 7 `take_discard` and 7.1."""
        terms = self.terms_of_taking(seat)
        card = self.discard_pile.pop()
        self.turn.taken = card
        self.turn.terms = terms
        self.turn.held_an_equal_one = card in self.hands[seat]
        self.hands[seat].append(card)
        self.phase = "play"
        return [{"took": {"seat": seat, "card": card, "terms": terms}}]

    def returns(self, seat, told):
        """7.1 `cancel_take`: a committed take, as long as nothing was laid."""
        need(self.turn.taken is not None, "E_PHASE: nothing was taken")
        need(self.turn.terms != "free", "E_PHASE: the take was free")
        need(not self.turn.has_laid, "E_PHASE: something was laid")
        card = self.turn.taken
        self.hands[seat].remove(card)
        self.discard_pile.append(card)
        self.turn.taken = None
        self.turn.terms = None
        self.phase = "draw"
        return [{"returned": {"seat": seat, "card": card}}]

    # 7.2 and 7.3: discarding, announcing

    def may_discard(self, card):
        """7.2."""
        is_taken = card == self.turn.taken and not self.turn.held_an_equal_one
        return self.options["may_return_taken"] or not is_taken

    def must_use_taken(self):
        """Section 12, `discard_after_open`."""
        return self.turn.terms in ("must_use", "must_meld") and not self.turn.has_laid

    def discards(self, seat, told):
        """7.2."""
        card = told["card"]
        need(card in self.hands[seat], "E_NOT_HELD")
        must_open = self.turn.terms == "must_open" and not self.turn.has_laid
        need(not must_open, "E_MUST_OPEN")
        need(not self.must_use_taken(), "E_TAKEN_NOT_USED")
        need(self.may_discard(card), "E_RETURN_TAKEN")
        need(not self.has_missed[seat] or len(self.hands[seat]) >= 2, "E_BLOCKED")
        self.hands[seat].remove(card)
        self.discard_pile.append(card)
        return [{"discarded": {"seat": seat, "card": card}}, *self.after_discard(seat)]

    def after_discard(self, seat):
        """Section 7 END_TURN, 7.3 and 8."""
        self.has_missed[seat] = False
        self.is_first_turn = False
        self.turns_without_draw = 0 if self.turn.has_drawn else self.turns_without_draw + 1
        held = len(self.hands[seat])
        if held == 0:
            return self.calls_up(seat)
        if held > self.options["announce_at"]:
            return self.turn_is_over(seat)
        if self.options["announce"] == "auto":
            announced = {"announced": {"seat": seat, "held": held, "by": "auto"}}
            return [announced, *self.turn_is_over(seat)]
        self.phase = "announce"
        return [{"announcement_due": {"seat": seat}}]

    def announces(self, seat, told):
        """7.3 with `announce=manual`."""
        held = len(self.hands[seat])
        announced = {"announced": {"seat": seat, "held": held, "by": "manual"}}
        return [announced, *self.turn_is_over(seat)]

    def misses(self, seat, told):
        """7.3: the eight seconds are over."""
        self.has_missed[seat] = True
        return [{"missed": {"seat": seat}}, *self.turn_is_over(seat)]

    def turn_is_over(self, seat):
        """Section 7 END_TURN: the stock test (9.2), then `stall_limit`."""
        limit = self.options["stall_limit"]
        if limit is None:
            limit = 10 * self.seats
        if self.is_exhausted:
            return self.is_void("exhausted")
        if 0 < limit <= self.turns_without_draw:
            return self.is_void("stalled")
        self.begin_turn(self.left_of(seat))
        return []

    # Section 6: table actions

    def hand_without(self, seat, cards):
        """The hand that is left when these are laid, if it may be (6, 7.3)."""
        left = list(self.hands[seat])
        for card in map(face, cards):
            need(card == JOKER or card in NATURALS, f"no card: {card}")
            need(card in left, "E_NOT_HELD")
            left.remove(card)
        need(not self.has_missed[seat] or len(left) >= 2, "E_BLOCKED")
        if left or not self.options["call_up_without_discard"]:
            need(any(self.may_discard(card) for card in left), "E_KEEP_ONE")
        return left

    def need_taken_used(self, laid, in_new_melds):
        """Section 12, `discard_after_open`: the first table action lays the taken card."""
        if self.must_use_taken():
            where = laid if self.turn.terms == "must_use" else in_new_melds
            need(self.turn.taken in where, "E_TAKEN_NOT_USED")

    def is_laid(self, seat, hand):
        """The hand after a table action; an empty one is a call-up (`call_up_without_discard`)."""
        self.hands[seat] = hand
        self.turn.has_laid = True
        return [] if hand else self.calls_up(seat)

    def opens(self, seat, told):
        """6.1."""
        need(not self.is_open[seat], "E_ALREADY_OPEN")
        melds = [plain(meld) for meld in told["melds"]]
        need(melds, "nothing is laid")
        points = sum(meld_points(meld, self.options["ace_low"]) for meld in melds)
        need(points >= self.options["initial_min"], "E_MIN")
        cards = [card for meld in melds for card in meld["cards"]]
        if self.turn.terms == "must_open":
            need(self.turn.taken in map(face, cards), "E_TAKEN_NOT_USED")
        hand = self.hand_without(seat, cards)
        self.melds += deepcopy(melds)
        self.is_open[seat] = True
        opened = {"opened": {"seat": seat, "points": points, "melds": melds}}
        return [opened, *self.is_laid(seat, hand)]

    def lays(self, seat, told):
        """6.2."""
        need(self.is_open[seat], "E_NOT_OPEN")
        meld = plain(told["meld"])
        meld_points(meld, self.options["ace_low"])
        laid = [face(card) for card in meld["cards"]]
        self.need_taken_used(laid, laid)
        hand = self.hand_without(seat, laid)
        self.melds.append(deepcopy(meld))
        return [{"laid": {"seat": seat, "meld": meld}}, *self.is_laid(seat, hand)]

    def builds(self, seat, told):
        """6.3."""
        need(self.is_open[seat], "E_NOT_OPEN")
        built = {name: told[name] for name in ("meld", "cards", "end")}
        self.build_on(self.melds, built)
        laid = [face(card) for card in built["cards"]]
        self.need_taken_used(laid, [])
        hand = self.hand_without(seat, laid)
        return [{"built": {"seat": seat, **built}}, *self.is_laid(seat, hand)]

    def build_on(self, melds, built):
        """6.3 on this table; no limit holds for sets."""
        number = built["meld"]
        need_place(number, melds, "meld")
        build(melds[number], built["cards"], built["end"], self.options["ace_low"])
        if melds[number]["kind"] == "run":
            end = (number, built["end"])
            self.turn.end_adds[end] += len(built["cards"])
            limit = self.options["build_end_limit"]
            need(limit == 0 or self.turn.end_adds[end] <= limit, "E_END_LIMIT")

    def exchanges(self, seat, told):
        """6.4: recoveries, then placements."""
        need(self.is_open[seat], "E_NOT_OPEN")
        need(told["recovered"], "nothing is recovered")
        recovered = [self.recover_one(one) for one in told["recovered"]]
        given = [card for one in recovered for card in one["cards"]]
        placements = []
        placed = []
        in_new_melds = []
        for placement in told["placements"]:
            (kind,) = placement
            cards = list(placement[kind]["cards"])
            placed += cards
            if kind == "lay":
                in_new_melds += cards
                placements.append({"lay": self.lay_in_exchange(placement["lay"])})
            else:
                need(kind == "build", f"no placement: {kind}")
                built = {name: placement["build"][name] for name in ("meld", "cards", "end")}
                self.build_on(self.melds, built)
                placements.append({"build": built})
        freed = len(recovered)
        jokers_placed = sum(is_joker(card) for card in placed)
        jokers_in_new_melds = sum(is_joker(card) for card in in_new_melds)
        need(jokers_placed >= freed, "E_JOKER_UNUSED")
        if self.options["joker_reuse"] == "new_meld":
            need(jokers_in_new_melds >= freed, "E_JOKER_UNUSED")
        # The recovered jokers are placed without having been in the hand.
        jokers_of_hand = [JOKER] * (jokers_placed - freed)
        laid = [*given, *naturals_of(placed), *jokers_of_hand]
        # Which of equal jokers is which nobody sees: one of the hand may be that of a new meld.
        new_jokers = jokers_of_hand[:jokers_in_new_melds]
        self.need_taken_used(laid, [*naturals_of(in_new_melds), *new_jokers])
        hand = self.hand_without(seat, laid)
        exchanged = {"seat": seat, "recovered": recovered, "placements": placements}
        return [{"exchanged": exchanged}, *self.is_laid(seat, hand)]

    def recover_one(self, told):
        """6.4: one recovery, as records tell it."""
        cards = list(told["cards"])
        need_place(told["meld"], self.melds, "meld")
        place = recover(self.melds[told["meld"]], cards, self.options)
        return {"meld": told["meld"], "at": place, "cards": cards}

    def lay_in_exchange(self, told):
        """6.4: a placement in a new meld."""
        meld = plain(told)
        meld_points(meld, self.options["ace_low"])
        self.melds.append(deepcopy(meld))
        return meld

    # Section 8

    def hand_points(self, seat):
        """Section 2, "value in hand"."""
        penalty = self.options["joker_penalty"]
        return sum(penalty if card == JOKER else VALUES[rank(card)] for card in self.hands[seat])

    def calls_up(self, seat):
        """Section 8: the end of a deal, a Kaluki if the caller was not open before the turn."""
        is_kaluki = not self.turn.was_open
        points = [self.hand_points(other) for other in range(self.seats)]
        return self.deal_is_won(seat, is_kaluki, points)
