"""Okey 101: a second engine, from the text of its rules alone; numbers are its paragraphs."""

from common import house_rules, need, need_place, places, take_out
from okey101_melds import fits_somewhere, is_meld, jokers_it_replaces, value, where_it_fits
from tiles import (
    FALSE_JOKER,
    TILES,
    break_wall,
    deal_in_sequence,
    from_the_top,
    number,
    okey_of,
    throw_dice,
)

# Section 12.
USUAL = {
    "rounds": 5,
    "first_dealer": "random",
    "starter": "dealer",
    "deal": "simple",
    "open_min": 101,
    "pairs_min": 5,
    "penalties": "assisted",
    "penalty_amount": 101,
    "unopened_penalty": 202,
    "joker_leftover": "face",
    "joker_held": "per_hand",
    "joker_held_unopened": False,
    "exhaustion": "after_last_discard",
    "series_lay_pairs": "never",
    "pairs_layoff_limit": 0,
    "joker_swap": False,
    "elden_needs_101": True,
    "raising_open": False,
    "teams": False,
    "pile_browsing": "adjacent",
}

# 9.4: the fifth cancelled round in a row counts.
MOST_CANCELLED = 5


class Turn:
    """What is remembered of a turn until it is over."""

    def __init__(self, seat):
        self.seat = seat
        # 5.2: the tile that was taken and is not used yet.
        self.taken = None
        self.has_returned = False
        self.has_opened = False
        self.has_failed_to_open = False
        # 7.6: only the discard of the last tile is left.
        self.must_discard = False
        # 8.5: the table actions that stand, a lay-off as what is needed to undo it, others as
        # `None`; the tiles that were taken back and are still on the rack.
        self.table_actions = []
        self.taken_back = []
        self.was_last_an_undo = False
        self.paid_for_several = False
        # 8.2, `pairs_layoff_limit`.
        self.lay_offs = 0


class Okey101:
    """A game, round after round. What is refused leaves it as it may be: nobody plays on."""

    def __init__(self, options, seats, chance):
        self.options = house_rules(USUAL, options)
        self.seats = seats
        self.chance = chance
        self.totals = [0] * seats
        self.rounds_dealt = 0
        self.rounds_counted = 0
        self.cancelled_in_a_row = 0
        self.dealer = None
        self.same_dealer_again = False
        # "draw", "taken", "play", or nothing between two rounds (5.1).
        self.phase = None
        self.standing = None

    def play(self, name, told):
        """What the rules make of the move that an event tells: all its events."""
        moves = {
            "drew": self.draws,
            "took": self.takes,
            "returned": self.returns,
            "opened": self.opens,
            "opening_failed": self.fails_to_open,
            "laid": self.lays,
            "laid_off": self.lays_off,
            "took_back": self.takes_back,
            "swapped": self.swaps,
            "discarded": self.discards,
            "passed": self.passes,
        }
        need(name in moves, f"{name} is no move")
        need(self.phase is not None, "no round is being played")
        need(told["seat"] == self.turn.seat, f"it is seat {self.turn.seat}'s turn")
        return moves[name](told["seat"], told)

    def right_of(self, seat):
        """3.1."""
        return (seat + 1) % self.seats

    def left_of(self, seat):
        """3.1."""
        return (seat - 1) % self.seats

    # The deal

    def deal(self):
        """3.2 and 4."""
        need(self.phase is None and self.standing is None, "no deal is due")
        wall = self.chance.shuffled("deck", self.rounds_dealt, TILES)
        dice = []
        if self.options["deal"] == "stacks7":
            dice = throw_dice(self.chance, self.rounds_dealt, wall, 7)
        if self.dealer is not None:
            if not self.same_dealer_again:
                self.dealer = self.right_of(self.dealer)
        elif self.options["first_dealer"] == "random":
            self.dealer = self.chance.below("first", 0, self.seats)
        else:
            self.dealer = self.options["first_dealer"]["seat"]
        self.lay_out(wall, dice)
        return [{"dealt": {"deck": wall, "dealer": self.dealer, "dice": dice}}]

    def lay_out(self, wall, dice):
        """3.3, 4.1 and 4.2: racks, indicator and stock."""
        starter = self.dealer
        if self.options["starter"] == "right_of_dealer":
            starter = self.right_of(self.dealer)
        order = [(starter + turn) % self.seats for turn in range(self.seats)]
        if self.options["deal"] == "simple":
            self.racks, self.indicator, self.stock = deal_in_sequence(wall, order, 22)
        else:
            self.deal_from_stacks(wall, dice, order)
        self.okey = okey_of(self.indicator)
        self.rounds_dealt += 1
        self.piles = [[] for _ in range(self.seats)]
        self.melds = []
        # How each seat has opened, and with how much (7.1, 7.2).
        self.openings = [None] * self.seats
        # 10.3: what was charged for acts.
        self.charges = [0] * self.seats
        self.turn = Turn(starter)
        self.phase = "play"

    def deal_from_stacks(self, wall, dice, order):
        """4.2."""
        self.indicator, line = break_wall(wall, 7, dice)
        self.racks = {seat: [] for seat in order}
        for _ in range(3):
            for seat in order:
                self.racks[seat] += line.pop(0)
        self.racks[order[0]].append(line[0].pop())
        self.stock = from_the_top(line)

    # Drawing, taking, returning

    def draws(self, seat, told):
        """5.1 `draw_stock`."""
        need(self.phase == "draw", "nothing is drawn now")
        need(self.stock, "the stock is empty")
        tile = self.stock.pop(0)
        self.racks[seat].append(tile)
        self.phase = "play"
        return [{"drew": {"seat": seat, "tile": tile}}]

    def takes(self, seat, told):
        """5.1 `take_discard`, 5.5."""
        need(self.phase == "draw", "nothing is taken now")
        need(not self.turn.has_returned, "the discard was returned in this turn")
        pile = self.piles[self.left_of(seat)]
        need(pile, "the neighbour's pile is empty")
        tile = pile.pop()
        self.racks[seat].append(tile)
        self.turn.taken = tile
        self.phase = "taken"
        return [{"took": {"seat": seat, "tile": tile}}]

    def returns(self, seat, told):
        """5.1 `return_taken`."""
        need(self.phase == "taken", "no tile was taken, or it is used")
        tile = self.turn.taken
        self.racks[seat].remove(tile)
        self.piles[self.left_of(seat)].append(tile)
        if tile in self.turn.taken_back:
            self.turn.taken_back.remove(tile)
        self.turn.taken = None
        self.turn.has_returned = True
        self.phase = "draw"
        return [{"returned": {"seat": seat, "tile": tile}}]

    def passes(self, seat, told):
        """5.1 `pass`, 5.4 `next_may_take`."""
        need(self.phase == "draw", "nobody passes now")
        need(self.options["exhaustion"] == "next_may_take", "nobody passes at this table")
        need(not self.stock, "the stock is not empty")
        return [{"passed": {"seat": seat}}, *self.round_is_over("exhausted")]

    # Table actions

    def need_table_action(self):
        """5.1: when something can be laid; 7.6."""
        need(self.phase in ("play", "taken"), "nothing is laid now")
        need(not self.turn.must_discard, "only the discard is left")

    def need_taken_among(self, tiles):
        """5.2: the first table action must use the taken tile."""
        need(self.turn.taken is None or self.turn.taken in tiles, "the taken tile must be used")

    def need_some_left(self, seat, tiles):
        """5.3."""
        need(len(tiles) < len(self.racks[seat]), "the rack would be emptied")

    def table_action_is_done(self, undo=None):
        """5.2: the taken tile is used now."""
        self.phase = "play"
        self.turn.taken = None
        self.turn.table_actions.append(undo)
        self.turn.was_last_an_undo = False

    def put_on_table(self, melds):
        for meld in melds:
            self.melds.append({"kind": meld["kind"], "tiles": list(meld["tiles"])})

    def opens(self, seat, told):
        """5.1 `open` and section 7."""
        self.need_table_action()
        need(self.openings[seat] is None, "the seat has opened")
        melds = told["melds"]
        need(melds, "nothing is laid")
        tiles = [tile for meld in melds for tile in meld["tiles"]]
        take_out(list(self.racks[seat]), tiles)
        for meld in melds:
            need(is_meld(meld["kind"], meld["tiles"], self.okey), f"{meld} is no meld")
        kinds = {meld["kind"] for meld in melds}
        need(kinds == {"pair"} or "pair" not in kinds, "doubles and melds are mixed")
        self.need_taken_among(tiles)
        self.need_some_left(seat, tiles)
        kind = "doubles" if "pair" in kinds else "series"
        opening = {"kind": kind, "worth": self.worth_of_opening(kind, melds)}
        if self.is_opening_too_low(opening):
            need(self.is_low_opening_allowed(seat, kind, tiles), "the opening is worth too little")
            opening["low"] = True
            self.turn.must_discard = True
        if self.options["raising_open"]:
            for other in self.openings:
                if other is not None and other["kind"] == kind:
                    need(other["worth"] < opening["worth"], "the opening does not exceed another")
        take_out(self.racks[seat], tiles)
        self.put_on_table(melds)
        self.openings[seat] = opening
        self.turn.has_opened = True
        self.table_action_is_done()
        laid = [{"kind": meld["kind"], "tiles": meld["tiles"]} for meld in melds]
        events = [{"opened": {"seat": seat, "melds": laid, "opening": opening}}]
        if all(other is not None and other["kind"] == "doubles" for other in self.openings):
            events += self.round_is_over("cancelled")
        return events

    def worth_of_opening(self, kind, melds):
        """7.1: the value of a series; 7.2: the number of doubles."""
        if kind == "doubles":
            return len(melds)
        return sum(value(meld["kind"], meld["tiles"], self.okey) for meld in melds)

    def is_opening_too_low(self, opening):
        """7.1, 7.2."""
        least = "pairs_min" if opening["kind"] == "doubles" else "open_min"
        return opening["worth"] < self.options[least]

    def is_low_opening_allowed(self, seat, kind, tiles):
        """7.6: a series that leaves one tile, before anybody else has opened."""
        if self.options["elden_needs_101"] or kind != "series":
            return False
        leaves_one = len(self.racks[seat]) - len(tiles) == 1
        return leaves_one and not any(self.openings)

    def fails_to_open(self, seat, told):
        """10.3, 10.4: charged once a turn in strict mode. Its tiles are not told, nor the why."""
        self.need_table_action()
        need(self.openings[seat] is None, "the seat has opened")
        need(self.options["penalties"] == "strict", "a failed opening is refused")
        need(not self.turn.has_failed_to_open, "a second failed opening in one turn is refused")
        self.turn.has_failed_to_open = True
        points = self.options["penalty_amount"]
        self.charges[seat] += points
        return [{"opening_failed": {"seat": seat, "fault": told["fault"], "points": points}}]

    def lays(self, seat, told):
        """5.1 `lay` and section 8."""
        self.need_table_action()
        opening = self.openings[seat]
        need(opening is not None, "the seat has not opened")
        meld = told["meld"]
        kind = meld["kind"]
        tiles = meld["tiles"]
        take_out(list(self.racks[seat]), tiles)
        need(is_meld(kind, tiles, self.okey), f"{meld} is no meld")
        if opening["kind"] == "doubles":
            need(kind == "pair", "whoever opened with doubles lays doubles alone")
        elif kind == "pair":
            self.need_doubles_allowed()
        self.need_taken_among(tiles)
        self.need_some_left(seat, tiles)
        take_out(self.racks[seat], tiles)
        self.put_on_table([meld])
        self.table_action_is_done()
        return [{"laid": {"seat": seat, "meld": {"kind": kind, "tiles": tiles}}}]

    def need_doubles_allowed(self):
        """8.3: doubles of whoever opened with a series."""
        may = self.options["series_lay_pairs"] == "if_pairs_opened"
        others = [opening for opening in self.openings if opening is not None]
        has_doubles = any(opening["kind"] == "doubles" for opening in others)
        need(may and has_doubles, "whoever opened with a series lays no doubles")

    def lays_off(self, seat, told):
        """5.1 `lay_off`, 6.6 and 8.2."""
        self.need_table_action()
        opening = self.openings[seat]
        need(opening is not None, "the seat has not opened")
        tile = told["tile"]
        place = told["place"]
        need(tile in self.racks[seat], "the tile is not on the rack")
        need_place(told["meld"], self.melds, "meld")
        meld = self.melds[told["meld"]]
        need(place in where_it_fits(tile, meld, self.okey), f"{tile} does not fit {meld}")
        self.need_taken_among([tile])
        limit = self.options["pairs_layoff_limit"]
        if opening["kind"] == "doubles" and limit > 0:
            need(self.turn.lay_offs < limit, "too many lay-offs in one turn")
        self.need_some_left(seat, [tile])
        self.racks[seat].remove(tile)
        meld["tiles"].insert(0 if place == "low" else len(meld["tiles"]), tile)
        self.turn.lay_offs += 1
        undo = {"tile": tile, "meld": meld, "place": place}
        undo["was_taken"] = self.turn.taken is not None
        # 8.5: of two equal tiles it is the one that was taken back.
        undo["is_final"] = tile in self.turn.taken_back
        if undo["is_final"]:
            self.turn.taken_back.remove(tile)
        self.table_action_is_done(undo)
        laid_off = {"seat": seat, "tile": tile, "meld": told["meld"], "place": place}
        return [{"laid_off": laid_off}]

    def takes_back(self, seat, told):
        """5.1 `take_back`, 8.5 and 10.3."""
        need(self.phase == "play", "nothing is taken back now")
        need(not self.turn.must_discard, "only the discard is left")
        need(self.turn.table_actions, "nothing was laid in this turn")
        undo = self.turn.table_actions[-1]
        need(undo is not None, "the last table action was no lay-off")
        need(not undo["is_final"], "the tile was taken back before")
        events = [{"took_back": {"seat": seat}}]
        if self.turn.was_last_an_undo:
            need(self.options["penalties"] == "strict", "several tiles are not taken back")
            if not self.turn.paid_for_several:
                self.turn.paid_for_several = True
                events += self.charge(seat, "took_back_several")
        self.turn.table_actions.pop()
        undo["meld"]["tiles"].pop(0 if undo["place"] == "low" else -1)
        self.racks[seat].append(undo["tile"])
        self.turn.taken_back.append(undo["tile"])
        self.turn.lay_offs -= 1
        self.turn.was_last_an_undo = True
        if undo["was_taken"]:
            self.turn.taken = undo["tile"]
            self.phase = "taken"
        return events

    def swaps(self, seat, told):
        """5.1 `swap_joker` and 8.6."""
        self.need_table_action()
        need(self.options["joker_swap"], "no joker is swapped at this table")
        need(self.openings[seat] is not None, "the seat has not opened")
        tile = told["tile"]
        place = told["at"]
        need(tile in self.racks[seat], "the tile is not on the rack")
        need_place(told["meld"], self.melds, "meld")
        meld = self.melds[told["meld"]]
        need_place(place, meld["tiles"], "place in the meld")
        replaced = jokers_it_replaces(tile, meld, self.okey)
        need(place in replaced, f"{tile} does not replace that joker")
        self.need_taken_among([tile])
        self.racks[seat].remove(tile)
        self.racks[seat].append(self.okey)
        meld["tiles"][place] = tile
        self.table_action_is_done()
        return [{"swapped": {"seat": seat, "tile": tile, "meld": told["meld"], "at": place}}]

    # The discard

    def discards(self, seat, told):
        """5.4, 9.1 and 10.3."""
        need(self.phase == "play", "nothing is discarded now")
        tile = told["tile"]
        need(tile in self.racks[seat], "the tile is not on the rack")
        self.racks[seat].remove(tile)
        self.piles[seat].append(tile)
        events = [{"discarded": {"seat": seat, "tile": tile}}]
        if not self.racks[seat]:
            return [*events, *self.round_is_over({"finished": self.finish(seat, tile)})]
        cost = self.cost_of_discard(tile)
        if cost is not None:
            events += self.charge(seat, {"discarded": {"tile": tile, "cost": cost}})
        if not self.stock and self.options["exhaustion"] == "after_last_discard":
            return [*events, *self.round_is_over("exhausted")]
        self.turn = Turn(self.right_of(seat))
        self.phase = "draw"
        return events

    def finish(self, seat, tile):
        """9.1, 9.3 and 10.1: what multiplies a finish."""
        have_opened = [other for other in range(self.seats) if self.openings[other] is not None]
        return {
            "seat": seat,
            "joker": tile == self.okey,
            "doubles": self.openings[seat]["kind"] == "doubles",
            "elden": self.turn.has_opened and have_opened == [seat],
        }

    def cost_of_discard(self, tile):
        """10.3, 10.5: charged once, as a joker if it is one."""
        if tile == self.okey:
            return "joker"
        return "islek" if fits_somewhere(tile, self.melds, self.okey) else None

    def charge(self, seat, reason):
        """10.3, 10.6: a charge of nothing is not told."""
        points = self.options["penalty_amount"]
        self.charges[seat] += points
        if points == 0:
            return []
        return [{"charged": {"seat": seat, "reason": reason, "points": points}}]

    # The end of a round, and of the game

    def round_is_over(self, ending):
        """Section 9 and 11."""
        self.phase = None
        is_counted = True
        if ending == "cancelled":
            self.cancelled_in_a_row += 1
            is_counted = self.cancelled_in_a_row == MOST_CANCELLED
            nothing = {"base": 0, "multiplier": 0, "held": 0, "acts": 0, "total": 0}
            lines = [nothing] * self.seats
        else:
            finish = ending["finished"] if ending != "exhausted" else None
            lines = [self.line(seat, finish) for seat in range(self.seats)]
        result = {"ending": ending, "counted": is_counted, "lines": lines}
        events = [{"round_ended": {"result": result}}]
        for seat, line in enumerate(lines):
            self.totals[seat] += line["total"]
        self.same_dealer_again = not is_counted
        if is_counted:
            self.rounds_counted += 1
            self.cancelled_in_a_row = 0
        if self.rounds_counted == self.options["rounds"]:
            self.standing = self.standing_of_totals()
            events.append({"over": {"standing": self.standing}})
        return events

    def line(self, seat, finish):
        """10.1 to 10.7 and 11.2: the score of a seat."""
        multiplier = 1
        if finish is not None:
            multiplier = 2 ** sum(finish[name] for name in ("joker", "doubles", "elden"))
        base = self.base_score(seat, finish)
        held = self.charge_for_held_jokers(seat, finish)
        is_partner = finish is not None and (finish["seat"] + 2) % 4 == seat
        if self.options["teams"] and is_partner:
            base = 0
            held = 0
        acts = self.charges[seat]
        return {
            "base": base,
            "multiplier": multiplier,
            "held": held,
            "acts": acts,
            "total": multiplier * base + held + acts,
        }

    def base_score(self, seat, finish):
        """10.1 and 10.2."""
        if finish is not None and finish["seat"] == seat:
            return -101
        opening = self.openings[seat]
        if opening is None:
            return self.options["unopened_penalty"]
        left_over = sum(self.left_over_value(tile) for tile in self.racks[seat])
        return 2 * left_over if opening["kind"] == "doubles" else left_over

    def left_over_value(self, tile):
        """10.2."""
        if tile == FALSE_JOKER:
            return number(self.okey)
        if tile == self.okey and self.options["joker_leftover"] == "zero":
            return 0
        return number(tile)

    def charge_for_held_jokers(self, seat, finish):
        """10.3, 10.6."""
        jokers = self.racks[seat].count(self.okey)
        is_finisher = finish is not None and finish["seat"] == seat
        pays = self.openings[seat] is not None or self.options["joker_held_unopened"]
        if jokers == 0 or is_finisher or not pays:
            return 0
        times = jokers if self.options["joker_held"] == "per_joker" else 1
        return times * self.options["penalty_amount"]

    def standing_of_totals(self):
        """11.1 and 11.2: the lowest total wins, equal ones share it."""
        if self.options["teams"]:
            sides = [seat % 2 for seat in range(self.seats)]
        else:
            sides = list(range(self.seats))
        sums = {side: 0 for side in sides}
        for seat, total in enumerate(self.totals):
            sums[sides[seat]] += total
        place_of = dict(zip(sums, places(list(sums.values()))))
        return {
            "points": [sums[side] for side in sides],
            "outcomes": ["won" if place_of[side] == 1 else "lost" for side in sides],
            "places": [place_of[side] for side in sides],
            "sides": sides,
        }
