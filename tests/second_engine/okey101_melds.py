"""Melds of Okey 101, and what can be added to them (rules, 6 and 8.6).

A meld on the table has a kind ("run", "set" or "pair") and its tiles in their order.
"""

from tiles import colour, face, is_pair, number


def run_faces(tiles, okey):
    """6.3, 6.5: the faces for which tiles stand in this order as a run, or `None`.

    The first tile that is no joker fixes them all; a 1 is only low.
    """
    if not 3 <= len(tiles) <= 13:
        return None
    shown = [face(tile, okey) for tile in tiles]
    fixed = [place for place, one in enumerate(shown) if one is not None]
    if not fixed:
        return None
    first = number(shown[fixed[0]]) - fixed[0]
    if first < 1 or first + len(tiles) - 1 > 13:
        return None
    letter = colour(shown[fixed[0]])
    faces = [letter + str(first + place) for place in range(len(tiles))]
    fits = all(shown[place] == faces[place] for place in fixed)
    return faces if fits else None


def set_number(tiles, okey):
    """6.2: the number of a set, or `None`."""
    if not 3 <= len(tiles) <= 4:
        return None
    shown = [face(tile, okey) for tile in tiles if tile != okey]
    numbers = {number(one) for one in shown}
    colours = {colour(one) for one in shown}
    if len(numbers) != 1 or len(colours) < len(shown):
        return None
    return numbers.pop()


def is_meld(kind, tiles, okey):
    """6.2 to 6.5."""
    if kind == "run":
        return run_faces(tiles, okey) is not None
    if kind == "set":
        return set_number(tiles, okey) is not None
    return kind == "pair" and is_pair(tiles, okey)


def value(kind, tiles, okey):
    """6.7: what a meld is worth for opening; doubles have no value."""
    if kind == "run":
        return sum(number(one) for one in run_faces(tiles, okey))
    if kind == "set":
        return set_number(tiles, okey) * len(tiles)
    return 0


def where_it_fits(tile, meld, okey):
    """6.6: the places at which a tile can be laid off."""
    tiles = meld["tiles"]
    found = []
    if meld["kind"] == "set" and set_number(tiles + [tile], okey) is not None:
        found.append("set")
    if meld["kind"] == "run" and run_faces([tile] + tiles, okey) is not None:
        found.append("low")
    if meld["kind"] == "run" and run_faces(tiles + [tile], okey) is not None:
        found.append("high")
    return found


def fits_somewhere(tile, melds, okey):
    """10.5: whether a tile is işlek."""
    return any(where_it_fits(tile, meld, okey) for meld in melds)


def jokers_it_replaces(tile, meld, okey):
    """8.6: the places of the jokers for which a tile can be swapped."""
    tiles = meld["tiles"]
    shown = face(tile, okey)
    if shown is None:
        return []
    jokers = [place for place, other in enumerate(tiles) if other == okey]
    fixed = [face(other, okey) for other in tiles if other != okey]
    if meld["kind"] == "run":
        faces = run_faces(tiles, okey)
        return [place for place in jokers if faces[place] == shown]
    if meld["kind"] == "pair":
        return jokers if fixed == [shown] else []
    has_number = number(shown) == set_number(tiles, okey)
    misses_colour = colour(shown) not in [colour(other) for other in fixed]
    return jokers if len(tiles) == 4 and has_number and misses_colour else []
