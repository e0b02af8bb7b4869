"""Tiles and walls, as Okey and Okey 101 have them.

A tile is a text as in the rules: `R5` is the red 5, `F` a false joker.
"""

from common import verify_deal

COLOURS = "RYGK"
TILES = verify_deal.TILES
FALSE_JOKER = "F"


def colour(tile):
    return tile[0]


def number(tile):
    return int(tile[1:])


def okey_of(indicator):
    """Okey 2.4: the same colour, one number higher; after 13 comes 1."""
    return colour(indicator) + str(number(indicator) % 13 + 1)


def face(tile, okey):
    """Okey 6.1 and 101 6.1: what a tile shows; `None` for a joker, which may stand for any."""
    if tile == okey:
        return None
    return okey if tile == FALSE_JOKER else tile


def is_pair(tiles, okey):
    """Okey 6.4 and 101 6.4: two tiles of one face, or any tile and a joker."""
    if len(tiles) != 2:
        return False
    one, other = (face(tile, okey) for tile in tiles)
    return one is None or other is None or one == other


def throw_dice(chance, deal, wall, size):
    """Okey 4.1, steps 3 and 4, and 101 4.2: where the indicator lies in stacks of this size.

    The second throw is repeated as long as it finds a false joker.
    """
    die = chance.stream("dice", deal)
    dice = [1 + die.below(6)]
    stack = wall[size * (dice[0] - 1):size * dice[0]] + [wall[105]]
    dice.append(1 + die.below(6))
    while stack[dice[-1] - 1] == FALSE_JOKER:
        dice.append(1 + die.below(6))
    return dice


def break_wall(wall, size, dice):
    """Okey 4.1 and 101 4.2: the indicator, and the stacks to the right of its stack, that one last.

    A stack is a list from bottom to top.
    """
    stacks = [list(wall[at:at + size]) for at in range(0, 105, size)]
    first = dice[0] - 1
    stacks[first].append(wall[105])
    indicator = stacks[first].pop(dice[-1] - 1)
    return indicator, stacks[first + 1:] + stacks[:first + 1]


def from_the_top(stacks):
    """The tiles of stacks in the order in which they are drawn."""
    return [tile for stack in stacks for tile in reversed(stack)]


def deal_in_sequence(wall, order, most):
    """Okey 4.2 and 101 4.1: racks, indicator and stock without stacks and dice.

    The first of the order gets `most` tiles, the others one less.
    """
    rest = list(wall)
    racks = {}
    for seat in order:
        held = most if seat == order[0] else most - 1
        racks[seat] = rest[:held]
        del rest[:held]
    indicator = next(tile for tile in rest if tile != FALSE_JOKER)
    # The indicator's face may come again later, but never before.
    rest.remove(indicator)
    return racks, indicator, rest
