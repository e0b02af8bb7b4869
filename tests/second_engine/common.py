"""What the engines of the four games have in common."""

import sys
from pathlib import Path

# Nothing is left beside the sources of whoever runs this.
sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs"))

import verify_deal  # noqa: E402: it lies beside the page that describes it


class NotAllowed(Exception):
    """What the rules do not allow, in words."""


def need(is_so, why):
    """Refuses unless it is so."""
    if not is_so:
        raise NotAllowed(why)


def house_rules(usual, told):
    """The house rules of a game: those that are told, and the usual ones. One that an engine does not know may mean anything."""
    unknown = sorted(set(told) - set(usual))
    need(not unknown, f"no such house rule: {', '.join(unknown)}")
    return {**usual, **told}


class Chance:
    """Whatever is drawn in a game, from its key (docs/fair-dealing.md, "How the decks follow")."""

    def __init__(self, key):
        self.key = key

    def stream(self, label, deal):
        return verify_deal.Stream(self.key, label, deal)

    def below(self, label, deal, number):
        return self.stream(label, deal).below(number)

    def shuffled(self, label, deal, things):
        return self.stream(label, deal).shuffled(list(things))


def need_place(place, things, what):
    """Refuses what is no place in a list: to Python `true` is 1, and -1 the last place."""
    need(type(place) is int and 0 <= place < len(things), f"no such {what}: {place}")


def take_out(held, things):
    """Takes each of these out of a list, or refuses."""
    for thing in things:
        need(thing in held, f"{thing} is not held")
        held.remove(thing)


def places(keys):
    """The place of each seat; the smallest key is first, equal ones share a place."""
    return [1 + sum(other < key for other in keys) for key in keys]
