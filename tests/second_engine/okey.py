"""Okey: a second engine, written from the text of its rules alone; numbers are its paragraphs."""

from common import house_rules, need, need_place, places
from okey_melds import is_parted_as_told, losses, wins
from tiles import TILES, break_wall, deal_in_sequence, from_the_top, okey_of, throw_dice

# Section 10.
USUAL = {
    "first_dealer": "random",
    "deal": "formal",
    "layout": None,
    "stock_pick": "next",
    "exposed_tile_last": False,
    "gosterge": True,
    "gosterge_window": "own_first_action",
    "gosterge_effect": "others_lose",
    "pile_browsing": "adjacent",
    "exhausted_take": "free",
    "take_streak_cap": None,
    "exhausted_take_cap": None,
    "start_points": 20,
    "pairs_joker": "multiply",
    "mono_colour": "off",
    "mono_pairs": False,
    "end_mode": "first_bust",
    "partnership": False,
    "result_mode": None,
    "max_hands": 0,
    "wrong_finish_penalty": 0,
}

# 9.1: without `max_hands` a game ends after so many.
MOST_HANDS = 200


class Okey:
    """A game, hand after hand. What is refused leaves it as it may be: nobody plays on."""

    def __init__(self, options, seats, chance):
        self.options = house_rules(USUAL, options)
        self.seats = seats
        self.chance = chance
        self.in_game = list(range(seats))
        teams = 2 if self.options["partnership"] else seats
        self.scores = [self.options["start_points"]] * teams
        self.hands_dealt = 0
        self.dealer = None
        # "showing", "starter", "draw", "discard", or nothing between two hands (5.1).
        self.phase = None
        # The hand in which a seat left (9.3).
        self.left_in_hand = {}
        self.standing = None

    def play(self, name, told):
        """What the rules make of the move that an event tells: all its events."""
        moves = {
            "drew": self.draws,
            "took": self.takes,
            "passed": self.passes,
            "discarded": self.discards,
            "finished": self.finishes,
            "finish_failed": self.fails_to_finish,
            "showed": self.shows,
            "declined": self.declines,
        }
        need(name in moves, f"{name} is no move")
        need(self.phase is not None, "no hand is being played")
        need(told["seat"] in self.in_game, "the seat is not in the game")
        return moves[name](told["seat"], told)

    # Seats and teams

    def team(self, seat):
        """Section 10, `partnership`: seats 0 and 2 are one, 1 and 3 the other."""
        return seat % 2 if self.options["partnership"] else seat

    def right_of(self, seat):
        """3.1: only seats still in the game count."""
        seat = (seat + 1) % self.seats
        while seat not in self.in_game:
            seat = (seat + 1) % self.seats
        return seat

    def left_of(self, seat):
        """3.1."""
        seat = (seat - 1) % self.seats
        while seat not in self.in_game:
            seat = (seat - 1) % self.seats
        return seat

    def is_to_move(self, seat, *phases):
        need(self.phase in phases, f"not in the phase {self.phase}")
        need(seat == self.turn, f"it is seat {self.turn}'s turn")

    def cap(self, name):
        """5.3, 5.4: twice the active seats, unless an option says otherwise."""
        told = self.options[name]
        return 2 * len(self.in_game) if told is None else told

    # The deal

    def deal(self):
        """3.2 and 4."""
        need(self.phase is None and self.standing is None, "no deal is due")
        wall = self.chance.shuffled("deck", self.hands_dealt, TILES)
        dice = []
        if self.options["deal"] == "formal":
            dice = throw_dice(self.chance, self.hands_dealt, wall, 5)
        if self.dealer is not None:
            self.dealer = self.right_of(self.dealer)
        elif self.options["first_dealer"] == "random":
            self.dealer = self.chance.below("first", 0, self.seats)
        else:
            self.dealer = self.options["first_dealer"]["seat"]
        self.lay_out(wall, dice)
        return [{"dealt": {"deck": wall, "dealer": self.dealer, "dice": dice}}]

    def lay_out(self, wall, dice):
        """4.1 and 4.2: racks, indicator and stock."""
        starter = self.right_of(self.dealer)
        order = [starter]
        while order[-1] != self.dealer:
            order.append(self.right_of(order[-1]))
        if self.options["deal"] == "formal":
            self.deal_from_stacks(wall, dice, order)
        else:
            self.racks, self.indicator, self.stock = deal_in_sequence(wall, order, 15)
        self.okey = okey_of(self.indicator)
        self.hands_dealt += 1
        self.piles = {seat: [] for seat in order}
        # Section 10, `exposed_tile_last`: whether the indicator can still be drawn.
        self.indicator_is_in_stock = self.options["exposed_tile_last"]
        # 5.5: who has acted, shown, and (in the phase Showing) answered.
        self.acted = set()
        self.shown = set()
        self.answered = set()
        # 5.3 and 5.4: turns in a row that began by a take.
        self.takes_in_a_row = 0
        self.takes_on_empty_stock = 0
        self.has_taken_on_empty_stock = False
        self.has_failed_to_finish = False
        self.turn = starter
        asks = self.options["gosterge"]
        asks = asks and self.options["gosterge_window"] == "before_first_discard"
        self.phase = "showing" if asks else "starter"

    def deal_from_stacks(self, wall, dice, order):
        """4.1, steps 5 and 6."""
        self.indicator, line = break_wall(wall, 5, dice)
        self.racks = {seat: [] for seat in order}
        for _ in range(2):
            for seat in order:
                self.racks[seat] += line.pop(0)
        self.racks[order[0]] += line.pop(0)
        for seat in order[1:]:
            for _ in range(4):
                if not line[0]:
                    line.pop(0)
                self.racks[seat].append(line[0].pop())
        self.stock = from_the_top(line)

    # Showing the indicator

    def shows(self, seat, told):
        """5.5: whoever holds the twin may show it once."""
        need(self.options["gosterge"], "nothing is shown at this table")
        if self.phase == "showing":
            need(seat not in self.answered, "the seat has answered")
        else:
            window = self.options["gosterge_window"]
            need(window == "own_first_action", "showing is over")
            need(seat not in self.acted, "the seat has acted")
            need(seat not in self.shown, "the seat has shown")
        need(self.indicator in self.racks[seat], "the twin is not on the rack")
        self.shown.add(seat)
        if self.options["gosterge_effect"] == "others_lose":
            points = self.others_lose(seat, 1)
        else:
            points = self.scored({self.team(seat): 1})
        if self.phase == "showing":
            self.answer(seat)
        return [{"showed": {"seat": seat, "points": points}}]

    def declines(self, seat, told):
        """5.5: `no` in the phase Showing."""
        need(self.phase == "showing", "nothing is asked")
        need(seat not in self.answered, "the seat has answered")
        self.answer(seat)
        return [{"declined": {"seat": seat}}]

    def answer(self, seat):
        self.answered.add(seat)
        if len(self.answered) == len(self.in_game):
            self.phase = "starter"

    # Scores

    def scored(self, changes):
        """Adds to the scores of teams; records tell a team's points at each of its seats."""
        self.scores = [score + changes.get(team, 0) for team, score in enumerate(self.scores)]
        return [changes.get(self.team(seat), 0) for seat in range(self.seats)]

    def others_lose(self, seat, loss):
        """8.1, 8.4, 9.3: the teams of all others in the game lose; those who left lose nothing."""
        teams = {self.team(other) for other in self.in_game} - {self.team(seat)}
        return self.scored({team: -loss for team in teams})

    # A turn

    def draws(self, seat, told):
        """5.2 `draw_stock`; 4.2 `stock_pick`; 5.4 for the indicator as the last tile."""
        self.is_to_move(seat, "draw")
        place = told["place"]
        if self.stock:
            may_pick = self.options["stock_pick"] == "any"
            need_place(place, self.stock if may_pick else self.stock[:1], "place in the stock")
            tile = self.stock.pop(place)
        else:
            need(self.indicator_is_in_stock, "the stock is empty")
            tile = self.indicator
            need_place(place, [tile], "place in the stock")
            self.indicator_is_in_stock = False
        self.takes_in_a_row = 0
        self.holds(seat, tile)
        return [{"drew": {"seat": seat, "tile": tile, "place": place}}]

    def takes(self, seat, told):
        """5.2 `take_discard`, 5.3 and 5.4."""
        self.is_to_move(seat, "draw")
        pile = self.piles[self.left_of(seat)]
        need(pile, "the neighbour's pile is empty")
        tile = pile.pop()
        is_stock_empty = not self.stock and not self.indicator_is_in_stock
        if not is_stock_empty:
            need(self.takes_in_a_row < self.cap("take_streak_cap"), "too many takes in a row")
            self.takes_in_a_row += 1
        else:
            if self.options["exhausted_take"] == "win_only":
                need(self.can_finish_with(seat, tile), "the take does not win")
            self.takes_on_empty_stock += 1
        self.holds(seat, tile)
        self.has_taken_on_empty_stock = is_stock_empty
        return [{"took": {"seat": seat, "tile": tile}}]

    def can_finish_with(self, seat, tile):
        """5.4, `win_only`: whether some discard would then leave a winning hand."""
        rack = self.racks[seat] + [tile]
        return any(wins(rack[:at] + rack[at + 1:], self.okey) for at in range(len(rack)))

    def holds(self, seat, tile):
        """A tile was drawn or taken."""
        self.racks[seat].append(tile)
        self.acted.add(seat)
        self.phase = "discard"
        self.has_failed_to_finish = False
        self.has_taken_on_empty_stock = False

    def passes(self, seat, told):
        """5.2 `pass`: the hand is drawn."""
        self.is_to_move(seat, "draw")
        need(not self.stock and not self.indicator_is_in_stock, "the stock is not empty")
        return [{"passed": {"seat": seat}}, "drawn", *self.hand_is_over()]

    def discards(self, seat, told):
        """5.2 `discard`, 5.3 and 5.4."""
        self.is_to_move(seat, "starter", "discard")
        tile = told["tile"]
        need(tile in self.racks[seat], "the tile is not on the rack")
        must_finish = self.options["exhausted_take"] == "win_only"
        need(not (self.has_taken_on_empty_stock and must_finish), "the turn must end with a finish")
        self.racks[seat].remove(tile)
        self.piles[seat].append(tile)
        self.acted.add(seat)
        events = [{"discarded": {"seat": seat, "tile": tile}}]
        is_capped = self.takes_on_empty_stock >= self.cap("exhausted_take_cap")
        if self.has_taken_on_empty_stock and is_capped:
            return [*events, "drawn", *self.hand_is_over()]
        self.turn = self.right_of(seat)
        self.phase = "draw"
        return events

    def left_over(self, seat, tile):
        """The fourteen tiles that a finish with this one is about (5.2)."""
        self.is_to_move(seat, "starter", "discard")
        need(tile in self.racks[seat], "the tile is not on the rack")
        rest = list(self.racks[seat])
        rest.remove(tile)
        return rest

    def finishes(self, seat, told):
        """5.2 `finish`, 7 and 8. Which melds are told is free, as long as they fit (7.3)."""
        win = told["win"]
        tile = win["discard"]
        rest = self.left_over(seat, tile)
        ways = losses(rest, tile, self.okey, self.options)
        need(ways, "the fourteen tiles do not win")
        loss = max(ways.values())
        kind = win["kind"]
        need(ways.get(kind) == loss, f"the hand that costs most is of another kind than {kind}")
        fits = is_parted_as_told(kind, win["melds"], rest, self.okey)
        need(fits, "the melds are not those of the hand")
        own = {
            "discard": tile,
            "joker_finish": tile == self.okey,
            "kind": kind,
            "loss": loss,
            "melds": win["melds"],
        }
        points = self.others_lose(seat, loss)
        finished = {"finished": {"seat": seat, "points": points, "win": own}}
        return [finished, *self.hand_is_over()]

    def fails_to_finish(self, seat, told):
        """Section 10, `wrong_finish_penalty`: charged once a turn, and the turn goes on."""
        tile = told["tile"]
        rest = self.left_over(seat, tile)
        need(not wins(rest, self.okey), "the fourteen tiles do win")
        penalty = self.options["wrong_finish_penalty"]
        need(penalty > 0, "a wrong finish is refused")
        need(not self.has_failed_to_finish, "a second wrong finish in one turn is refused")
        self.has_failed_to_finish = True
        points = self.scored({self.team(seat): -penalty})
        return [{"finish_failed": {"seat": seat, "tile": tile, "points": points}}]

    # The end of a hand, and of the game

    def hand_is_over(self):
        """Section 9."""
        self.phase = None
        events = []
        is_last = self.hands_dealt >= (self.options["max_hands"] or MOST_HANDS)
        if self.options["end_mode"] == "elimination":
            for seat in [seat for seat in self.in_game if self.scores[seat] <= 0]:
                self.left_in_hand[seat] = self.hands_dealt
                self.in_game.remove(seat)
                events.append({"left": {"seat": seat}})
            if len(self.in_game) <= 1 or is_last:
                self.standing = self.standing_of_elimination()
        elif is_last or min(self.scores) <= 0:
            if self.options["partnership"]:
                self.standing = self.standing_of_teams()
            else:
                self.standing = self.standing_of_players()
        if self.standing is not None:
            events.append({"over": {"standing": self.standing}})
        return events

    def standing_of_players(self):
        """9.2."""
        scores = self.scores
        is_two_top = self.options["result_mode"] in (None, "two_top") and self.seats == 4
        shared = 2 if is_two_top else 1
        outcomes = []
        for score in scores:
            not_below = sum(other >= score for other in scores)
            not_above = sum(other <= score for other in scores)
            if score == max(scores) or not_below <= shared:
                outcomes.append("won")
            elif score == min(scores) or not_above <= shared:
                outcomes.append("lost")
            else:
                outcomes.append("neither")
        return {
            "points": list(scores),
            "outcomes": outcomes,
            "places": places([-score for score in scores]),
            "sides": list(range(self.seats)),
        }

    def standing_of_teams(self):
        """9.4."""
        points = [self.scores[seat % 2] for seat in range(self.seats)]
        best = max(points)
        return {
            "points": points,
            "outcomes": ["won" if score == best else "lost" for score in points],
            "places": [1 if score == best else 2 for score in points],
            "sides": [seat % 2 for seat in range(self.seats)],
        }

    def standing_of_elimination(self):
        """9.3: who stayed longer is higher, then the score. The rules name no losers: the last."""
        still_there = self.hands_dealt + 1
        keys = []
        for seat, score in enumerate(self.scores):
            keys.append((-self.left_in_hand.get(seat, still_there), -score))
        outcomes = []
        for key in keys:
            if key == min(keys):
                outcomes.append("won")
            elif key == max(keys):
                outcomes.append("lost")
            else:
                outcomes.append("neither")
        return {
            "points": list(self.scores),
            "outcomes": outcomes,
            "places": places(keys),
            "sides": list(range(self.seats)),
        }
