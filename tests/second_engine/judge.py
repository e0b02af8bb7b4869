#!/usr/bin/env python3
"""Judges whole records of istaka by a second reading of the rules, without istaka.

    python3 judge.py RECORD.json …

For each file it says `ok` and the standing, or which step is not as the rules say, and why.
Exit status 0: all records are right; 1: one is not; 2: one is no record, or none is named.

Each game has an engine of its own beside this file: okey.py, okey101.py, kaluki.py and meri.py.
They were written from the texts of the rules alone, by people who had not read the program, and
share no code with it: where both agree, either both are right or two readers erred alike. They are
slow and simple. An engine has

    deal()              the events of the next deal
    play(name, told)    all events that follow from the move that an event tells, it included,
                        or NotAllowed
    standing            the standing of a game that is over

What needs no rules (digest, seal, contributions, seats, decks) is judged by docs/verify_deal.py.
Not judged is what docs/fair-dealing.md lists as beyond a record, and who could see what.
Only the standard library of Python is used, 3.10 or later.
"""

import contextlib
import io
import json
import sys

from common import Chance, NotAllowed, need, verify_deal
from kaluki import Kaluki
from kaluki_match import USUAL as KALUKI_USUAL
from meri import Meri
from meri import USUAL as MERI_USUAL
from okey import Okey
from okey import USUAL as OKEY_USUAL
from okey101 import Okey101
from okey101 import USUAL as OKEY101_USUAL

ENGINES = {
    "okey": (Okey, OKEY_USUAL),
    "okey101": (Okey101, OKEY101_USUAL),
    "kaluki": (Kaluki, KALUKI_USUAL),
    "meri": (Meri, MERI_USUAL),
}


def without_nulls(thing):
    """The same without fields that say `null`: a record may leave them out."""
    if isinstance(thing, dict):
        kept = {name: value for name, value in thing.items() if value is not None}
        return {name: without_nulls(value) for name, value in kept.items()}
    if isinstance(thing, list):
        return [without_nulls(one) for one in thing]
    return thing


def is_same(told, own):
    """Whether both tell the same: to Python `true` is 1."""
    return verify_deal.same(without_nulls(told), without_nulls(own))


class Replay:
    """A record, replayed step by step."""

    def __init__(self, record):
        self.game = record["game"]
        engine, _ = ENGINES[self.game]
        self.seats = len(record["seats"])
        options = verify_deal.only(record["options"], self.game)
        key = verify_deal.key_of(record)
        self.engine = engine(options, self.seats, Chance(key))
        self.record = record
        self.has_begun = False
        self.has_moved = False  # a person has
        self.end = None

    def runs(self):
        """Every step, and then whether the end is that of the rules."""
        before = self.record["opened_at"]
        for number, step in enumerate(self.record["steps"], 1):
            try:
                need(verify_deal.same(step["revision"], number), "the steps are not numbered so")
                need(step["at"] >= before, "the step lies before the one that precedes it")
                before = step["at"]
                for change in step["changes"]:
                    self.change(step, *verify_deal.named(change))
            except NotAllowed as fault:
                raise NotAllowed(f"step {number}: {fault}") from None
            except verify_deal.MALFORMED as fault:
                raise NotAllowed(f"step {number} has no form of a step: {fault!r}") from None
        need(self.end is not None, "the game does not end")
        told = self.record["standing"]
        # One that came to its end and is abandoned then counts for nobody, and has a standing all the same.
        own = self.engine.standing
        need(verify_deal.same(told, own), f"the standing is {own}")

    def change(self, step, name, told):
        """One change; what is no part of the game is believed."""
        need(self.end is None, "something happens after the end")
        if name == "began":
            need(not self.has_begun, "the game begins twice")
            self.has_begun = True
        elif name == "dealt":
            need(self.has_begun, "something is dealt before the game begins")
            self.compare(told["events"], self.engine.deal())
        elif name == "played":
            need(self.has_begun, "something is played before the game begins")
            self.has_moved |= step["cause"] in ("press", "prepared")
            self.moves(step, told)
        elif name == "finished":
            need(self.engine.standing is not None, "the game is not over")
            self.end = name
        elif name == "abandoned":
            need(self.has_begun, "a game that has not begun is abandoned")
            is_over = self.engine.standing is not None
            need(not (is_over and self.has_moved), "a game that somebody played is over")
            self.end = name

    def moves(self, step, told):
        """The moves of a seat, each with everything that follows from it."""
        seat = told["seat"]
        need(type(seat) is int and 0 <= seat < self.seats, "no such seat")
        need(verify_deal.same(step["seat"], seat), "another seat caused the step")
        events = told["events"]
        need(events, "nothing is played")
        while events:
            need(self.engine.standing is None, "the game is over")
            name, move = self.event(events[0])
            need(isinstance(move, dict), f"{name} is no move")
            need(verify_deal.same(move["seat"], seat), f"{name}: another seat's move")
            try:
                own = self.engine.play(name, move)
            except NotAllowed as fault:
                raise NotAllowed(f"{name}: {fault}") from None
            self.compare(events[:len(own)], own)
            events = events[len(own):]

    def event(self, told):
        return verify_deal.named(verify_deal.only(told, self.game))

    def compare(self, told, own):
        """Refuses events that are not those of the rules."""
        expected = [{self.game: event} for event in own]
        if is_same(told, expected):
            return
        for other, event in zip(told, expected):
            if not is_same(other, event):
                raise NotAllowed(f"{short(event)} is told as {short(other)}")
        raise NotAllowed(f"{len(own)} events follow, and {len(told)} are told")


def short(event):
    text = verify_deal.canonical(event)
    return text if len(text) <= 400 else f"{text[:400]}…"


def fault_of(record, text):
    """What is not right in a record, or `None`."""
    usual = {game: usual for game, (_, usual) in ENGINES.items()}
    # What it prints for people to compare is not asked for here.
    with contextlib.redirect_stdout(io.StringIO()):
        faults = list(verify_deal.faults(record, text, usual))
    if faults:
        return faults[0]
    try:
        Replay(record).runs()
    except NotAllowed as fault:
        return str(fault)
    except verify_deal.MALFORMED as fault:
        return f"something in the record is not understood: {fault!r}"
    return None


def judge(name):
    """Says how a file is, and answers the exit status."""
    try:
        text, record = verify_deal.read(name)
        fault = fault_of(record, text)
    except (OSError, *verify_deal.MALFORMED) as error:
        print(f"{name} is not a record: {error!r}", file=sys.stderr)
        return 2
    if fault is not None:
        print(f"{name}: {fault}")
        return 1
    standing = record["standing"]
    told = "abandoned" if standing is None else json.dumps(standing, sort_keys=True)
    print(f"{name}: ok, {told}")
    return 0


def main(names):
    if not names:
        print("how to use it: python3 judge.py RECORD.json …", file=sys.stderr)
        return 2
    return max([judge(name) for name in names])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
