#!/usr/bin/env python3
"""Checks digest, seal, contributions, decks, dice, cuts and seats of a record of istaka, without istaka.

    python3 verify_deal.py RECORD.json …

Exit status 0: everything fits; 1: something does not; 2: a file cannot be read, or not be judged, or is no record of
this version, or none is named.
Only the standard library is used. What is checked is described in docs/fair-dealing.md.
"""

import hashlib
import json
import re
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


# The version of the rules that every seal names: another one could hide a part of the secret.
RULES = {"okey": "1", "okey101": "1", "kaluki": "1", "meri": "1"}
NUMBER = "(0|[1-9][0-9]*)"
FORMAT = 1
# The fields of a record, and of a step.
RECORD = "contributions digest format game opened_at options rules_version seal seats secret standing steps table".split()
STEP = "at cause changes revision seat".split()
CAUSES = "press clock computer prepared auto_draw house".split()
LEVELS = "easy medium".split()
# How many seats a table of each game has at the most.
MOST_SEATS = {"okey": 4, "okey101": 4, "kaluki": 5, "meri": 8}
ENDINGS = "idle deserted all_away ended_by_host ended_by_moderator voted thrown_out".split()
# Every change of a table, and the fields of what it tells.
CHANGES = {
    "sat": ["seat"], "computer": ["seat", "level"], "emptied": ["seat"], "hosts": ["seat"], "options": ["options"],
    "counts": ["rated"], "free_seats": ["filled"], "seats_closed": ["seats"], "starting": ["casual"], "began": ["start"], "seats_drawn": ["seats"], "dealt": ["events"],
    "played": ["seat", "events"], "slept": ["seat"], "went_away": ["seat"], "came_back": ["seat"], "ready": ["seat"],
    "left": ["seat", "level"], "voted": ["seat"], "finished": [], "abandoned": ["why"],
}
# What a record raises that is not in the form of one.
MALFORMED = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
# How many tiles a stack of the wall has, where a game is dealt from stacks with dice.
STACKS = {"okey": {"formal": 5}, "okey101": {"stacks7": 7}}
TILES = [colour + str(n) for colour in "RYGK" for n in range(1, 14)] * 2 + ["F", "F"]
KARUTA = [suit + "-" + rank for suit in "PIKOG" for rank in "1 2 3 4 5 6 7 8 9 Kaba Rei Robai Sota Un Sun".split()]
CARDS = [suit + rank for suit in "hdcs" for rank in "2 3 4 5 6 7 8 9 10 J Q K A".split()] * 2


def canonical(thing):
    """The one way in which a record is written: without white space, fields in the order of their names."""
    return json.dumps(thing, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def same(told, own):
    """Whether both are written alike: to Python true is 1."""
    return canonical(told) == canonical(own)


def only(thing, name):
    """What stands under this name, beside which there is no other."""
    if list(thing) != [name]:
        raise ValueError(f"{name} does not stand alone")
    return thing[name]


def named(thing):
    """The one name of a change or an event, and what it tells; some are a name alone."""
    if isinstance(thing, str):
        return thing, None
    (name,) = thing
    return name, thing[name]


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
    if not same(told["dice"], dice):
        yield f"deal {number}: other dice"
    if number == 0 and options["first_dealer"] == "random":
        if not same(told["dealer"], Stream(key, "first", 0).below(seats)):
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
    if not same(told["half"], half):
        yield f"deal {number}: split elsewhere"
    if told["again"] != again:
        yield f"deal {number}: what was left of the halves became something else"
    if number == 0 and not same(told["dealer"], Stream(key, "first", 0).below(seats)):
        yield "another first dealer"


class Missing(Exception):
    """A house rule that the record does not write out: what it decides cannot be judged here."""


class Options(dict):
    """The house rules of a record; what is not written has its usual value, which only istaka knows."""

    def __missing__(self, name):
        raise Missing(name)


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
        if not same(cut, 1 + Stream(self.key, "cut", self.number).below(len(pack) - 1)):
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
    return hashlib.sha256(("istaka record\n" + canonical(told)).encode()).hexdigest()


def key_of(record):
    """The key from which everything that is drawn follows."""
    opening = "\n".join(["istaka deal 1", record["table"], record["game"], ""]).encode()
    lines = "".join(line + "\n" for line in record["contributions"]).encode()
    return hashlib.sha512(opening + bytes.fromhex(record["secret"]) + lines).digest()


def presses(lines):
    """What the message that the game begins shows of the lines of the seats."""
    text = "".join(line + "\n" for line in lines[:-1])
    return hashlib.sha256(("istaka presses 1\n" + text).encode()).hexdigest()[:32]


def is_number(thing, below=2**64):
    """Whether it is a whole number from 0 on: to Python true is 1."""
    return type(thing) is int and 0 <= thing < below


def has_fields(thing, names):
    return isinstance(thing, dict) and sorted(thing) == sorted(names)


def is_sitting(seat):
    """Who sat on a seat: a person, a computer of some level, or nobody."""
    if has_fields(seat, ["kind", "level"]):
        return seat["kind"] == "computer" and seat["level"] in LEVELS
    return has_fields(seat, ["kind"]) and seat["kind"] in ("person", "empty")


def is_change(change, game, seats):
    """Whether a table can change so; the events of a game are judged where they are read."""
    if isinstance(change, str):
        return CHANGES.get(change) == []
    if not isinstance(change, dict) or len(change) != 1:
        return False
    name, told = named(change)
    if not CHANGES.get(name) or not has_fields(told, CHANGES[name]):
        return False
    is_right = {
        "seat": lambda seat: is_number(seat, seats),
        "level": lambda level: level in LEVELS,
        "why": lambda why: why in ENDINGS,
        "start": is_number,
        "rated": lambda rated: isinstance(rated, bool),
        "casual": lambda casual: isinstance(casual, bool),
        "filled": lambda filled: isinstance(filled, bool),
        "seats": lambda drawn: isinstance(drawn, list) and all(is_number(seat, seats) for seat in drawn),
        "events": lambda events: isinstance(events, list) and all(has_fields(event, [game]) for event in events),
        "options": lambda options: has_fields(options, [game]),
    }
    return all(is_right[field](value) for field, value in told.items())


def is_step(step, seats):
    """Whether it has the fields of a step, each of its kind; its changes are judged for themselves."""
    if not has_fields(step, STEP):
        return False
    caused = step["cause"] in CAUSES and (step["seat"] is None or is_number(step["seat"], seats))
    return caused and is_number(step["revision"]) and is_number(step["at"]) and isinstance(step["changes"], list)


def left_out(step):
    """The seats of whatever in a step has the name of leaving some out."""
    changes = step.get("changes") if isinstance(step, dict) else None
    changes = changes if isinstance(changes, list) else []
    told = [change.get("seats_closed") for change in changes if isinstance(change, dict)]
    return [closing["seats"] for closing in told if has_fields(closing, ["seats"]) and isinstance(closing["seats"], list)]


def are_steps(steps, game, seats):
    """Whether these are steps of a table that has so many seats in the end, and had more before some were left out at its start."""
    closed = [closing for step in steps for closing in left_out(step)]
    seats += sum(map(len, closed))
    if len(closed) > 1 or closed and seats > MOST_SEATS[game]:
        return False
    has_begun = False
    for step in steps:
        if not is_step(step, seats):
            return False
        for change in step["changes"]:
            if not is_change(change, game, seats):
                return False
            name, told = named(change)
            has_begun |= name == "began"
            if name == "seats_closed":
                rises = all(seat < other for seat, other in zip(told["seats"], told["seats"][1:]))
                if has_begun or not rises or not told["seats"]:
                    return False
                seats -= len(told["seats"])
    return True


def is_record(record):
    """Whether it has the fields of a record and of its steps, each of its kind, and tells nothing else."""
    texts = ["game", "rules_version", "seal", "secret", "table"]
    if not has_fields(record, RECORD) or not all(isinstance(record[name], str) for name in texts):
        return False
    game, lines, sittings, steps = record["game"], record["contributions"], record["seats"], record["steps"]
    if not all(isinstance(listed, list) for listed in (lines, sittings, steps)):
        return False
    return (
        is_number(record["opened_at"])
        and all(isinstance(line, str) for line in lines)
        and all(is_sitting(seat) for seat in sittings)
        and has_fields(record["options"], [game]) and isinstance(record["options"][game], dict)
        and (record["standing"] is None or isinstance(record["standing"], dict))
        and are_steps(steps, game, len(sittings))
    )


def are_in_form(lines, seats):
    """Whether the contributions have their one form: a line for each press of a person, seats rising, then the start."""
    forms = [f"{NUMBER} {NUMBER}"] * (len(lines) - 1) + [f"start {NUMBER}"]
    read = [re.fullmatch(form, line) for form, line in zip(forms, lines)]
    if not lines or not all(read) or any(int(line[line.lastindex]) >= 2**64 for line in read):
        return False
    pressed = [int(line[1]) for line in read[:-1]]
    people = [number for number, seat in enumerate(seats) if seat["kind"] == "person"]
    return pressed == sorted(set(pressed)) and set(pressed) <= set(people)


def faults(record, text, usual=None):
    """What does not fit; whoever knows the usual values of each game's house rules gives them."""
    if not isinstance(record, dict) or not {"steps", "secret"} & set(record):
        raise ValueError("this is none of istaka")
    is_changed = record.get("digest") != digest(record)
    if is_changed:
        yield "the record was changed: its digest is of another text"
    told = record.get("format")
    if not is_changed and is_number(told) and told > FORMAT:
        raise ValueError("it comes from a newer version of istaka")
    if record.get("game") not in list(RULES):
        yield "the game is none that is known here"
    elif not is_record(record):
        yield "the record does not have the form of a record"
    else:
        try:
            yield from faults_of_deals(record, text, usual)
        except MALFORMED as error:
            yield f"something in the record is not understood: {error!r}"


def faults_of_deals(record, text, usual):
    """The same of a record that has the form of one."""
    if text != canonical(record):
        yield "the record is not written as it was handed out"
    table, game, version, lines = record["table"], record["game"], record["rules_version"], record["contributions"]
    if not same([record["format"], version], [FORMAT, RULES[game]]):
        yield "the record has another form, or the game other rules"
    if not re.fullmatch("[0-9a-f]{256}", record["secret"]):
        yield "the secret is not 256 hexadecimal digits"
        return
    if not are_in_form(lines, record["seats"]):
        yield "the contributions are not written as they are hashed"
        return
    secret = bytes.fromhex(record["secret"])
    opening = "\n".join(["istaka seal 1", table, game, version, ""]).encode()
    if hashlib.sha256(opening + secret).hexdigest() != record["seal"]:
        yield "the seal does not fit the secret"
    key = key_of(record)
    options, seats, number = Options({**(usual or {}).get(game, {}), **only(record["options"], game)}), len(record["seats"]), 0
    match = Kaluki(key, options, seats)
    changes = [named(change) for step in record["steps"] for change in step["changes"]]
    if not same([told["start"] for name, told in changes if name == "began"], [int(lines[-1][len("start "):])]):
        yield "the game does not begin with the message of the contributions"
    drawn = [told["seats"] for name, told in changes if name == "seats_drawn"]
    draws = game == "kaluki" or game == "meri" and options["team_assign"] == "random"
    if not same(drawn, [Stream(key, "seats", 0).shuffled(list(range(seats)))] if draws else []):
        yield "other seats were drawn"
    for event in [event for name, told in changes if name in ("dealt", "played") for event in told["events"]]:
        name, told = named(only(event, game))
        if game == "kaluki":
            yield from match.event(name, told)
        elif name == "dealt" and game == "meri":
            yield from karuta(key, number, told, options, seats)
        elif name == "dealt":
            yield from tiles(key, number, told, options, game, seats)
        number += name == "dealt"
    counted = "1 deal" if number == 1 else f"{number} deals"
    print(f"seal {record['seal']}\npresses {presses(lines)}\ndigest {record['digest']}\n{counted}")


def whole(digits):
    """A number; one that no record can hold stays a text, and is then not written as it was."""
    return int(digits) if -2**63 <= int(digits) < 2**64 else digits


def no_json(word):
    """What Python takes for a number beside those of JSON."""
    raise ValueError(f"{word} is no JSON")


def read(name):
    """The text of a file, without the end of its line, and the record that it is."""
    with open(name, encoding="utf-8", newline="") as file:
        text = file.read()
    # A number with a fraction stays a text, too.
    record = json.loads(text, parse_int=whole, parse_float=str, parse_constant=no_json)
    return text.removesuffix("\n").removesuffix("\r"), record


def judged(name):
    try:
        text, record = read(name)
        found = list(faults(record, text))
    except Missing as missing:
        print(f"{name} cannot be judged here: the option {missing} is missing", file=sys.stderr)
        return 2
    except (OSError, *MALFORMED) as error:
        print(f"{name} is not a record: {error!r}", file=sys.stderr)
        return 2
    print("\n".join(found) or "everything fits", flush=True)
    return 1 if found else 0


def judged_all(names):
    if not names:
        print("how to use it: python3 verify_deal.py RECORD.json …", file=sys.stderr)
        return 2
    found = []
    for name in names:
        if len(names) > 1:
            print(f"{name}:", flush=True)
        found.append(judged(name))
    return max(found)


if __name__ == "__main__":
    sys.exit(judged_all(sys.argv[1:]))
