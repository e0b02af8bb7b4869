"""Melds of Kaluki, and what is done to them (rules, 5, 6 and the gate of 7.1).

A card is a text as in the rules: `h9`, `Jk`, and in a run `Jk=h6`. A meld has a kind ("set" or
"run") and its cards in their order. Refusals begin with the code that the rules give.
"""

from collections import Counter
from itertools import combinations

from common import NotAllowed, need

SUITS = "hdcs"
RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()
JOKER = "Jk"
NATURALS = {suit + rank for suit in SUITS for rank in RANKS}
# Section 2: in the hand as in a set.
VALUES = {**{str(pips): pips for pips in range(2, 11)}, "J": 10, "Q": 10, "K": 10, "A": 11}


def is_joker(card):
    return card == JOKER or card.startswith("Jk=")


def face(card):
    """The card as it is held: a joker without what it stands for."""
    return JOKER if is_joker(card) else card


def stands_for(card):
    """The card for which one in a run stands; `None` for a joker that does not say."""
    if card == JOKER:
        return None
    return card.removeprefix("Jk=")


def suit(card):
    return card[0]


def rank(card):
    return card[1:]


def naturals_of(cards):
    return [card for card in cards if not is_joker(card)]


# Section 5


def set_points(cards):
    """Section 5, sets: the points of one, or why it is none."""
    need(len(cards) in (3, 4), "E_SIZE")
    naturals = naturals_of(cards)
    need(naturals, "E_NO_NATURAL")
    need(len(cards) - len(naturals) == cards.count(JOKER), "a joker of a set stands for no card")
    need(len({rank(card) for card in naturals}) == 1, "E_RANK_MIX")
    need(len({suit(card) for card in naturals}) == len(naturals), "E_SUIT_DUP")
    return len(cards) * VALUES[rank(naturals[0])]


def run_places(cards, ace_low):
    """Section 5, runs: the places of cards; an ace has 14 or, as the first with `ace_low`, 1."""
    stand_for = [stands_for(card) for card in cards]
    need(None not in stand_for, "E_JOKER_UNDECLARED")
    need(set(stand_for) <= NATURALS, "a joker stands for no such card")
    need(len({suit(card) for card in stand_for}) == 1, "E_SUIT_MIX")
    found = [RANKS.index(rank(card)) + 2 for card in stand_for]
    if ace_low and found[0] == 14:
        found[0] = 1
    rising = list(range(found[0], found[0] + len(found)))
    need(found == rising, "E_SEQUENCE")
    return found


def place_points(place):
    """What a card at this place of a run counts: an ace 11, or 1 where it is low."""
    if place == 14:
        return 11
    return min(place, 10)


def run_points(cards, ace_low):
    """Section 5, runs: the points of one, or why it is none."""
    need(3 <= len(cards) <= 13, "E_SIZE")
    need(naturals_of(cards), "E_NO_NATURAL")
    return sum(place_points(place) for place in run_places(cards, ace_low))


def meld_points(meld, ace_low):
    """Section 5."""
    if meld["kind"] == "set":
        return set_points(meld["cards"])
    need(meld["kind"] == "run", f"no kind of meld: {meld['kind']}")
    return run_points(meld["cards"], ace_low)


# Section 6


def build(meld, cards, end, ace_low):
    """6.3 but for `E_END_LIMIT`: adds cards to a meld."""
    need(cards, "nothing is added")
    need(end in ("low", "high"), f"no end of a meld: {end}")
    if meld["kind"] == "set":
        need(len(meld["cards"]) + len(cards) <= 4, "E_SET_FULL")
        # With a further natural or a joker it still has to be a set.
        set_points(meld["cards"] + cards)
        meld["cards"] = meld["cards"] + cards
        return
    if end == "high":
        built = meld["cards"] + cards
    else:
        # They go outward from that end.
        built = cards[::-1] + meld["cards"]
    run_places(built, ace_low)
    # Section 5; two aces would be 14 cards.
    need(len(built) <= 13, "E_SIZE")
    meld["cards"] = built


def recover(meld, cards, options):
    """6.4: gives naturals for a joker, and answers where it lay."""
    if meld["kind"] == "run":
        return recover_from_run(meld, cards)
    return recover_from_set(meld, cards, options)


def recover_from_run(meld, cards):
    """6.4: exactly the natural for which the joker stands."""
    held = meld["cards"]
    need(any(is_joker(card) for card in held), "E_NO_JOKER")
    need(len(cards) == 1, "E_WRONG_CARD")
    for place, card in enumerate(held):
        if is_joker(card) and stands_for(card) == cards[0]:
            meld["cards"] = held[:place] + cards + held[place + 1:]
            return place
    raise NotAllowed("E_WRONG_CARD")


def needed_for_joker(size, jokers, options):
    """6.4 and its options in section 12: how many naturals free a joker of a set."""
    if size == 4:
        need(options["four_card_set_recovery"], "E_CLOSED_SET")
        return 1
    name = "two_joker_recovery" if jokers == 2 else "one_joker_recovery"
    return 1 if options[name] == "one" else 2


def recover_from_set(meld, cards, options):
    """6.4: the naturals join and one joker leaves."""
    held = meld["cards"]
    jokers = held.count(JOKER)
    needed = needed_for_joker(len(held), jokers, options)
    need(jokers > 0, "E_NO_JOKER")
    need(len(cards) == needed, "E_NEED_TWO")
    need(not any(is_joker(card) for card in cards), "E_WRONG_CARD")
    naturals = naturals_of(held) + cards
    need(len({rank(card) for card in naturals}) == 1, "E_RANK_MIX")
    need(len({suit(card) for card in naturals}) == len(naturals), "E_SUIT_DUP")
    place = held.index(JOKER)
    meld["cards"] = held[:place] + held[place + 1:] + cards
    return place


# 7.1: the gate of taking


def sets_of(held):
    """All sets of these cards, with their points."""
    for one in RANKS:
        naturals = [letter + one for letter in SUITS if held[letter + one] > 0]
        for jokers in range(held[JOKER] + 1):
            for size in (3 - jokers, 4 - jokers):
                if size >= 1:
                    for some in combinations(naturals, size):
                        yield [*some, *[JOKER] * jokers], (size + jokers) * VALUES[one]


def runs_of(held, ace_low):
    """All runs of these cards, with their points; jokers are not told what they stand for."""
    for letter in SUITS:
        for first in range(1 if ace_low else 2, 13):
            for run in grown_runs([], 0, letter, first, held):
                yield run


def grown_runs(cards, points, letter, place, held):
    """A run that ends before this place if it is one, and all that go on from it."""
    if 3 <= len(cards) <= 13 and naturals_of(cards):
        yield cards, points
    if place > 14 or len(cards) == 13:
        return
    natural = letter + ("A" if place == 1 else RANKS[place - 2])
    for card in (natural, JOKER):
        if cards.count(card) < held[card]:
            further = points + place_points(place)
            yield from grown_runs([*cards, card], further, letter, place + 1, held)


def melds_of(held, ace_low):
    """All melds of these cards, once each with the most points that it can have."""
    most = {}
    for cards, points in [*sets_of(held), *runs_of(held, ace_low)]:
        key = tuple(sorted(cards))
        most[key] = max(points, most.get(key, 0))
    return [(Counter(cards), points) for cards, points in most.items()]


def can_open_with(hand, top, options, most_cards):
    """7.1: whether hand and top card hold an `open` of so many cards that contains the top card."""
    held = Counter([*hand, top])
    melds = melds_of(held, options["ace_low"])
    known = {}

    def most_points(left, room):
        """The most points that melds of what is left have together."""
        key = (frozenset(left.items()), room)
        if key not in known:
            found = [0]
            for cards, points in melds:
                if cards.total() <= room and cards <= left:
                    found.append(points + most_points(left - cards, room - cards.total()))
            known[key] = max(found)
        return known[key]

    for cards, points in melds:
        if cards[top] > 0 and cards.total() <= most_cards:
            others = options["initial_min"] - points
            if others <= 0:
                return True
            if most_points(held - cards, most_cards - cards.total()) >= others:
                return True
    return False
