"""Sets, runs, winning hands and what they cost at Okey (rules, 6 to 8)."""

from collections import Counter
from itertools import combinations

from tiles import COLOURS, colour, face, is_pair

FACES = [letter + str(number) for letter in COLOURS for number in range(1, 14)]


def every_set():
    """6.2: three or four tiles of one number and different colours."""
    for number in range(1, 14):
        for size in (3, 4):
            for letters in combinations(COLOURS, size):
                yield [letter + str(number) for letter in letters]


def every_run():
    """6.3: consecutive positions; 14 is the 1 above 13, and no run has both ones."""
    for letter in COLOURS:
        for first in range(1, 13):
            for last in range(first + 2, 15):
                if (first, last) != (1, 14):
                    positions = range(first, last + 1)
                    yield [letter + str((position - 1) % 13 + 1) for position in positions]


SETS = list(every_set())
RUNS = list(every_run())


def faces_and_jokers(tiles, okey):
    """The faces of what is no joker, and how many jokers there are."""
    faces = [face(tile, okey) for tile in tiles]
    return [shown for shown in faces if shown is not None], faces.count(None)


def is_meld(tiles, okey):
    """6.2, 6.3: whether these are a set or a run when the jokers stand for what is missing."""
    faces, _ = faces_and_jokers(tiles, okey)
    shown = Counter(faces)
    melds = [meld for meld in SETS + RUNS if len(meld) == len(tiles)]
    return any(shown <= Counter(meld) for meld in melds)


def with_each_face(melds):
    """The melds of each face. A run of more than five tiles is made of shorter ones."""
    found = {shown: [] for shown in FACES}
    for meld in melds:
        if len(meld) <= 5:
            for shown in meld:
                found[shown].append(meld)
    return found


MELDS_WITH = with_each_face(SETS + RUNS)
RUNS_WITH = with_each_face(RUNS)


def can_be_melds(faces, jokers, melds_with):
    """7.1: whether faces and jokers can be parted into melds with none left over.

    One face that is left belongs to some meld: each of them is tried, and in each of them all ways
    in which jokers stand for the other faces.
    """
    dead_ends = set()

    def part(left, jokers):
        if not left:
            # There are two jokers only: they are no meld alone.
            return jokers == 0
        state = (frozenset(left.items()), jokers)
        if state in dead_ends:
            return False
        shown = min(left, key=FACES.index)
        for meld in melds_with[shown]:
            others = [other for other in meld if other != shown]
            for size in range(len(others) + 1):
                for used in combinations(others, size):
                    taken = Counter((shown, *used))
                    filled = len(others) - size
                    if filled <= jokers and taken <= left:
                        if part(left - taken, jokers - filled):
                            return True
        dead_ends.add(state)
        return False

    return part(Counter(faces), jokers)


def can_be_pairs(faces, jokers):
    """7.2: whether they are pairs, each face that is left alone with a joker."""
    alone = sum(count % 2 for count in Counter(faces).values())
    return alone <= jokers


def wins(tiles, okey):
    """7.1, 7.2: whether these fourteen tiles win."""
    faces, jokers = faces_and_jokers(tiles, okey)
    return can_be_pairs(faces, jokers) or can_be_melds(faces, jokers, MELDS_WITH)


def is_counting_colour(faces, options):
    """7.6: whether they have one colour, and one that counts."""
    colours = {colour(shown) for shown in faces}
    if len(colours) != 1 or options["mono_colour"] == "off":
        return False
    return options["mono_colour"] == "any" or colours <= {"R", "K"}


def losses(tiles, discard, okey, options):
    """8.2: what the others lose for each kind of hand that these fourteen tiles are."""
    faces, jokers = faces_and_jokers(tiles, okey)
    is_joker_finish = discard == okey
    has_colour = is_counting_colour(faces, options)
    found = {}
    if can_be_melds(faces, jokers, MELDS_WITH):
        loss = 4 if is_joker_finish else 2
        if has_colour and can_be_melds(faces, jokers, RUNS_WITH):
            loss *= 2
        found["ordinary"] = loss
    if can_be_pairs(faces, jokers):
        loss = 4
        if is_joker_finish and options["pairs_joker"] == "multiply":
            loss *= 2
        if has_colour and options["mono_pairs"]:
            loss *= 2
        found["pairs"] = loss
    return found


def is_parted_as_told(kind, melds, tiles, okey):
    """7.3: whether the melds that are told are all of these tiles and of that kind."""
    if sorted(tile for meld in melds for tile in meld) != sorted(tiles):
        return False
    if kind == "pairs":
        return len(melds) == 7 and all(is_pair(meld, okey) for meld in melds)
    return all(is_meld(meld, okey) for meld in melds)
