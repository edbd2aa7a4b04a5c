"""The four twenty-one games as one slow and obvious table: events in, outcomes and refusals out.

`play(lines)` runs a whole script without section-4 irregularities. `Table` takes one event at a time with `step` and
says with `awaits` what comes next. Clause numbers are those of the rule documents, I-numbers those of the contract.
"""

from __future__ import annotations

from tests.oracle.cards import RANKS, SUITS, count
from tests.oracle.decisions import ACTIONS, Decisions
from tests.oracle.model import Area, Hand, Part, Round, Wager
from tests.oracle.settle import is_short, void
from tests.oracle.state import MOST_AREAS, Event, Refused

__all__ = ["ACTIONS", "KINDS", "MOST_AREAS", "MULTIPLIERS", "Table", "play"]

KINDS = {
    "pontoon-pandemonium": ("main", "pair", "pandemonium"),
    "pontoon": ("main", "pair"),
    "free-bet-blackjack": ("main", "pair", "busted", "pot_of_gold"),
    "blackjack": ("main", "pair", "under13", "over13"),
}
MULTIPLIERS = (2, 3, 5, 10, 20, 25, 50, 100)
PIT = ("pit_supervisor", "pit_manager", "shift_manager")


class Table(Decisions):
    """The events of a script, each with what the documents and the contract let it do."""

    # ---------------------------------------------------------------- before the round

    def on_shoe_new(self, event: Event) -> None:
        self.need(self.round is None, "a shoe is changed between rounds")
        self.decks = event.get("decks", self.decks)
        self.out = {}
        self.kept = []
        self.cut_card_out = False
        self.burn_due = self.burn
        self.first_shoe = False

    def on_cut_card(self, _event: Event) -> None:
        self.cut_card_out = True

    def on_seat(self, event: Event) -> None:
        self.check_area(event)
        self.seats[event["area"]] = event["player"]

    def on_seat_left(self, event: Event) -> None:
        self.check_area(event)
        if self.seats.pop(event["area"], None) is None:
            self.note("seat-left-empty")

    def on_bets_open(self, _event: Event) -> None:
        self.need(self.round is None, "a round is being played")
        if self.cut_card_out:
            self.alert("cut_card_passed")
        self.rounds += 1
        self.round = Round(self.rounds)
        self.dealer_finished = False
        self.last_dealer = []

    # ---------------------------------------------------------------- wagers

    def betting(self, rule: str) -> Round:
        if self.round is None or self.round.phase != "betting":
            raise Refused(rule)
        return self.round

    def on_wager(self, event: Event) -> None:
        rnd = self.betting("5.3")
        number = self.check_area(event)
        kind = event["kind"]
        self.need(kind in KINDS[self.game], "no such wager in this game")
        amount = event["amount"]
        self.check_chips(amount)
        player = event.get("player", f"P{number}")
        area = rnd.areas.get(number) or Area(number)
        wagers = area.mains if kind == "main" else area.sides.get(kind, [])
        mine = next((w for w in wagers if w.player == player), None)
        taken = {w.position for w in wagers}
        position = mine.position if mine else event.get("position")
        if mine and event.get("position", position) != position:
            self.note("add-at-another-position")
        if position is None:
            position = next(n for n in range(1, len(taken) + 2) if n not in taken)
        if mine is None:
            self.need(position not in taken, "the position is taken")
        self.need(position >= 1 and (self.blackjack or position <= 3), "3.10")
        total = amount + (mine.amount if mine else 0)
        self.check_limits(kind, wagers, amount, total)
        if kind in ("under13", "over13"):
            if not area.mains:
                self.note("thirteen-before-main")
            self.need(total <= self.thirteen_cap(area, player), "I19")
        if mine:
            mine.amount = total
            return
        self.note_short(rnd, kind, player, amount)
        wagers.append(Wager(player, position, amount))
        wagers.sort(key=lambda w: w.position)
        rnd.areas[number] = area
        if kind != "main":
            area.sides[kind] = wagers

    def check_limits(self, kind: str, wagers: list[Wager], amount: int, total: int) -> None:
        if self.settle_limits or kind not in self.limits:
            return
        low, high = self.limits[kind]
        if self.blackjack:  # 5.1: the box as a whole; the minimum is looked at when bets close
            if kind != "main":
                self.note("blackjack-side-limits")
            self.need(amount + sum(w.amount for w in wagers) <= high, "5.1")
        else:
            self.need(low <= total <= high, "3.6")

    def note_short(self, rnd: Round, kind: str, player: str, amount: int) -> None:
        """5.26 says "one time": several at once in the first such round are all settled here."""
        if not is_short(self, kind, Wager(player, 0, amount)) or player in self.short_before:
            return
        for area in rnd.areas.values():
            for other, wagers in {"main": area.mains, **area.sides}.items():
                if any(w.player == player and is_short(self, other, w) for w in wagers):
                    self.note("short-twice-in-a-round")

    def thirteen_cap(self, area: Area, player: str) -> int:
        """Blackjack 3.13.2 d, I19."""
        main = area.main_of(player)
        return main.amount if main else max((w.amount for w in area.mains), default=0)

    def on_wager_withdrawn(self, event: Event) -> None:
        rnd = self.betting("5.4")
        number = self.check_area(event)
        kind = event["kind"]
        self.need(kind in KINDS[self.game], "no such wager in this game")
        player = event.get("player", f"P{number}")
        area = rnd.area(number)
        wagers = area.mains if kind == "main" else area.sides.get(kind, [])
        mine = next((w for w in wagers if w.player == player), None)
        self.need(mine is not None, "there is no such wager")
        wagers[:] = [w for w in wagers if w is not mine]

    def on_bets_closed(self, _event: Event) -> None:
        rnd = self.betting("no bets are open")
        self.need(bool(rnd.dealt()), "no main wager")
        if self.blackjack and not self.settle_limits:
            for area in rnd.dealt():
                for kind, wagers in {"main": area.mains, **area.sides}.items():
                    if wagers and kind in self.limits and sum(w.amount for w in wagers) < self.limits[kind][0]:
                        self.note("blackjack-minimum-at-close" + ("" if kind == "main" else "-side"))
                        raise Refused("5.2")
        for area in rnd.dealt():
            for kind in ("under13", "over13"):
                for wager in area.sides.get(kind, []):
                    cap = self.thirteen_cap(area, wager.player)
                    if wager.amount > cap:  # I19: what is over is given back
                        self.note("thirteen-given-back")
                        wager.amount = cap
            area.hands = [Hand(parts={w.player: Part(w.amount) for w in area.mains})]
        order = [area.number for area in rnd.dealt()]
        rnd.places = [*order, 0, *order]
        rnd.phase = "deal"

    # ---------------------------------------------------------------- cards

    def on_card(self, event: Event) -> None:
        card = event["card"]
        self.out[card] = self.out.get(card, 0) + 1
        fault = ""
        if event.get("face_down"):
            self.note("face-down")
        if card[0] not in RANKS[self.game] or card[1] not in SUITS:
            fault = "foreign_card"
        elif self.out[card] > self.decks:
            fault = "extra_card"
        if fault:
            self.alert(fault)
            if self.burn_due:
                self.note("faulty-burn-card")
            if self.round is not None:
                self.end(void(self, self.round, "5.5" if self.blackjack else "5.1"))
            return
        if self.burn_due:
            self.burn_due = False
            if self.first_shoe:
                self.note("burn-of-the-first-shoe")
            if self.dealer_finished:
                self.note("burn-or-overdraw")
            return
        rnd = self.round
        if rnd is not None and rnd.phase not in ("betting", "deal"):
            if not self.wants_card() and (rnd.rescue or rnd.follow or not rnd.cards_after_deal):
                rnd.closed_by_held = True
            self.close_windows(rnd)
        if self.wants_card():
            self.place(card)
        elif rnd is not None and rnd.phase == "play":
            self.alert("card_held")
            self.kept.append(card)
        elif len(rnd.dealer) > 1 if rnd is not None else self.dealer_finished:
            if rnd is None and self.last_void:
                self.note("overdraw-after-void")
            if count(self.last_dealer if rnd is None else rnd.dealer)[0] < 17:
                self.note("overdraw-on-unfinished-total")
            self.alert("dealer_overdraw")
        else:
            if rnd.phase == "dealer" if rnd is not None else self.last_dealer:
                self.note("card-to-undrawn-dealer")
            self.alert("unexpected_card")
            self.kept.append(card)

    def on_reveal(self, event: Event) -> None:
        self.note("face-down")
        self.need(self.blackjack, "only Blackjack has face-down cards")
        self.check_area(event)

    # ---------------------------------------------------------------- the jackpot button

    def on_button_pressed(self, event: Event) -> None:
        press = self.owed()
        if press is None:
            self.alert("button_not_armed")
        elif press.pressed:
            self.alert("button_repeated")
        else:
            press.pressed = True
            assert self.round is not None
            nominee = event.get("player")
            if nominee == press.wager.player:
                self.note("nominee-is-the-owner")
            elif any(p.wager.player == nominee for p in self.round.presses):
                self.alert("nominee_has_wager")

    def on_multiplier_drawn(self, event: Event) -> None:
        press = self.owed()
        if press is None or not press.pressed or event["value"] not in MULTIPLIERS:
            raise Refused("4.2")
        press.multiplier = event["value"]

    # ---------------------------------------------------------------- rulings

    def on_round_void(self, event: Event) -> None:
        self.need(event.get("authority", "dealer") in PIT, "a supervisor's ruling")
        if self.round is None:
            raise Refused("no round")
        self.end(void(self, self.round, None))


def play(lines: list[Event]) -> tuple[list[Event], list[int]]:
    """Run a script; (outcomes, refused line numbers, counted from 1 with the table line)."""
    table = Table(lines[0])
    for event in lines[1:]:
        table.step(event)
    return table.outcomes, table.rejected
