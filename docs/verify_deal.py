#!/usr/bin/env python3
"""Checks the digest, the seal, the decks, the dice, the cuts and the seats of a record of istaka, without istaka.

    python3 verify_deal.py RECORD.json …

Exit status 0: everything fits; 1: something does not; 2: the file cannot be read.
Only the standard library is used. What is checked is described in docs/fair-dealing.md.
"""

import hashlib
import json
import sys


class Stream:
    """A stream of 32-bit words that follows from the key, a label and the number of the deal."""

    def __init__(self, key, label, deal):
        self.prefix = key + label.encode() + b"\n" + deal.to_bytes(4, "little")
        self.block, self.words = 0, []

    def below(self, n):
        limit = 2**32 // n * n
        while True:
            if not self.words:
                block = hashlib.sha512(self.prefix + self.block.to_bytes(4, "little")).digest()
                self.words = [int.from_bytes(block[i:i + 4], "little") for i in range(0, 64, 4)]
                self.block += 1
            word = self.words.pop(0)
            if word < limit:
                return word % n

    def shuffled(self, things):
        for i in range(len(things) - 1, 0, -1):
            j = self.below(i + 1)
            things[i], things[j] = things[j], things[i]
        return things


# How many tiles a stack of the wall has, where a game is dealt from stacks with dice.
STACKS = {"okey": {"formal": 5}, "okey101": {"stacks7": 7}}
TILES = [colour + str(n) for colour in "RYGK" for n in range(1, 14)] * 2 + ["F", "F"]
KARUTA = [suit + "-" + rank for suit in "PIKOG" for rank in "1 2 3 4 5 6 7 8 9 Kaba Rei Robai Sota Un Sun".split()]
CARDS = [suit + rank for suit in "hdcs" for rank in "2 3 4 5 6 7 8 9 10 J Q K A".split()] * 2


def tiles(key, number, told, options, game, seats):
    """The deal of a game of tiles: the deck, the dice and the first dealer."""
    deck, dice = Stream(key, "deck", number).shuffled(TILES[:]), []
    size = STACKS[game].get(options["deal"])
    if size is not None:
        throws = Stream(key, "dice", number)
        dice = [1 + throws.below(6)]
        stack = deck[size * (dice[0] - 1):size * dice[0]] + [deck[-1]]
        while len(dice) < 2 or stack[dice[-1] - 1] == "F":
            dice.append(1 + throws.below(6))
    if told["deck"] != deck:
        yield f"deal {number}: another deck"
    if told["dice"] != dice:
        yield f"deal {number}: other dice"
    if number == 0 and options["first_dealer"] == "random":
        if told["dealer"] != Stream(key, "first", 0).below(seats):
            yield "another first dealer"


def karuta(key, number, told, options, seats):
    """The deal of Hachinin-meri: the deck, where it is split, what is left of both halves, and the first dealer."""
    deck, half = Stream(key, "deck", number).shuffled(KARUTA[:]), 37
    if options["split"] == "random":
        half = 30 + Stream(key, "cut", number).below(16)
    round_of_three = 3 * seats
    again = Stream(key, "again", number).shuffled(deck[round_of_three:half] + deck[half + round_of_three:])
    if told["deck"] != deck:
        yield f"deal {number}: another deck"
    if told["half"] != half:
        yield f"deal {number}: split elsewhere"
    if told["again"] != again:
        yield f"deal {number}: what was left of the halves became something else"
    if number == 0 and told["dealer"] != Stream(key, "first", 0).below(seats):
        yield "another first dealer"


class Kaluki:
    """What of a match of Kaluki follows from the key: packs, cuts, and the discards that become the stock again."""

    def __init__(self, key, options, seats):
        self.key, self.options, self.players = key, options, seats
        self.number, self.pile, self.times = -1, [], 0

    def dealt(self, told):
        self.number, self.times = self.number + 1, 0
        pack = CARDS + ["Jk"] * int(self.options["joker_count"])
        pack, cut = Stream(self.key, "deck", self.number).shuffled(pack), told["cut"]
        if told["pack"] != pack:
            yield f"deal {self.number}: another pack"
        if cut != 1 + Stream(self.key, "cut", self.number).below(len(pack) - 1):
            yield f"deal {self.number}: another cut"
        upcard = 13 * self.players
        self.pile = (pack[cut:] + pack[:cut])[upcard:upcard + 1] if self.options["first_upcard"] else []

    def reshuffled(self, told):
        self.times += 1
        label = "again" + (str(self.times) if self.times > 1 else "")
        if told["stock"] != Stream(self.key, label, self.number).shuffled(self.pile):
            yield f"deal {self.number}: the discards became another stock"
        self.pile = []

    def event(self, name, told):
        if name in ("discarded", "returned"):
            self.pile.append(told["card"])
        elif name == "took":
            self.pile.pop()
        elif name == "left":
            self.players -= 1
        elif name == "dealt":
            yield from self.dealt(told)
        elif name == "reshuffled":
            yield from self.reshuffled(told)


def digest(record):
    told = {name: value for name, value in record.items() if name != "digest"}
    text = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(("istaka record\n" + text).encode()).hexdigest()


def faults(record):
    if record["digest"] != digest(record):
        yield "the record was changed: its digest is of another text"
    table, game, secret = record["table"], record["game"], bytes.fromhex(record["secret"])
    opening = f"istaka seal 1\n{table}\n{game}\n{record['rules_version']}\n".encode()
    if hashlib.sha256(opening + secret).hexdigest() != record["seal"]:
        yield "the seal does not fit the secret"
    lines = "".join(line + "\n" for line in record["contributions"])
    key = hashlib.sha512(f"istaka deal 1\n{table}\n{game}\n".encode() + secret + lines.encode()).digest()
    options, seats, number = record["options"][game], len(record["seats"]), 0
    match = Kaluki(key, options, seats)
    changes = [change for step in record["steps"] for change in step["changes"] if isinstance(change, dict)]
    drawn = [change["seats_drawn"]["seats"] for change in changes if "seats_drawn" in change]
    draws = game == "kaluki" or options.get("team_assign") == "random"
    if drawn != ([Stream(key, "seats", 0).shuffled(list(range(seats)))] if draws else []):
        yield "other seats were drawn"
    for change in changes:
        for event in (change.get("dealt") or change.get("played") or {"events": []})["events"]:
            name, told = next(iter(event[game].items())) if isinstance(event[game], dict) else (event[game], None)
            if game == "kaluki":
                yield from match.event(name, told)
            elif name == "dealt" and game == "meri":
                yield from karuta(key, number, told, options, seats)
            elif name == "dealt":
                yield from tiles(key, number, told, options, game, seats)
            number += name == "dealt"
    print(f"seal {record['seal']}\ndigest {record['digest']}\n{number} deals")


def judged(name):
    try:
        with open(name, encoding="utf-8") as file:
            found = list(faults(json.load(file)))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
        print(f"{name} is not a record: {error!r}", file=sys.stderr)
        return 2
    print("\n".join(found) or "everything fits")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(max([judged(name) for name in sys.argv[1:]], default=2))
