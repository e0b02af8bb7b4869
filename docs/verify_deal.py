#!/usr/bin/env python3
"""Checks the seal, the decks, the dice and the seats of a record of istaka, without istaka.

    python3 verify_deal.py RECORD.json

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


def tiles(key, number, options, game):
    """The deck and the dice of a deal of tiles."""
    deck = [colour + str(n) for colour in "RYGK" for n in range(1, 14)] * 2 + ["F", "F"]
    deck, size = Stream(key, "deck", number).shuffled(deck), STACKS[game].get(options["deal"])
    dice = []
    if size is not None:
        throws = Stream(key, "dice", number)
        dice = [1 + throws.below(6)]
        stack = deck[size * (dice[0] - 1):size * dice[0]] + [deck[-1]]
        while len(dice) < 2 or stack[dice[-1] - 1] == "F":
            dice.append(1 + throws.below(6))
    return {"deck": deck, "dice": dice}


def cards(key, number, options, _):
    """The pack of a deal of Kaluki, and where it is cut."""
    pack = [suit + rank for suit in "hdcs" for rank in "2 3 4 5 6 7 8 9 10 J Q K A".split()] * 2
    pack = Stream(key, "deck", number).shuffled(pack + ["Jk"] * int(options["joker_count"]))
    return {"pack": pack, "cut": 1 + Stream(key, "cut", number).below(len(pack) - 1)}


def faults(record):
    table, game, secret = record["table"], record["game"], bytes.fromhex(record["secret"])
    opening = f"istaka seal 1\n{table}\n{game}\n{record['rules_version']}\n".encode()
    if hashlib.sha256(opening + secret).hexdigest() != record["seal"]:
        yield "the seal does not fit the secret"
    lines = "".join(line + "\n" for line in record["contributions"])
    key = hashlib.sha512(f"istaka deal 1\n{table}\n{game}\n".encode() + secret + lines.encode()).digest()
    options, seats, number = record["options"][game], len(record["seats"]), 0
    changes = [change for step in record["steps"] for change in step["changes"] if isinstance(change, dict)]
    drawn = [change["seats_drawn"]["seats"] for change in changes if "seats_drawn" in change]
    if drawn != ([Stream(key, "seats", 0).shuffled(list(range(seats)))] if game == "kaluki" else []):
        yield "the seats were drawn otherwise"
    for event in (event for change in changes for event in change.get("dealt", {"events": []})["events"]):
        told = event[game]["dealt"]
        for name, value in (tiles if game in STACKS else cards)(key, number, options, game).items():
            if told[name] != value:
                yield f"deal {number}: another {name}"
        if number == 0 and options.get("first_dealer") == "random":
            if told["dealer"] != Stream(key, "first", 0).below(seats):
                yield "another first dealer"
        number += 1
    print(f"seal {record['seal']}\n{number} deals")


def main():
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            found = list(faults(json.load(file)))
    except (IndexError, OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"this is not a record: {error!r}", file=sys.stderr)
        return 2
    print("\n".join(found) or "everything fits")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
