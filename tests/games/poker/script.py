"""A poker table driven by the events of the contract, for tests: what is sent must be accepted or must be refused.

Every line goes through the one reader of the border, so that the tests speak the same words as a script does.
"""

import json
from collections.abc import Mapping
from typing import Any

from controller.core.effects import AlertRaised, CardShown, Effect, Rejected, RoundEnded, RulingGiven
from controller.core.outcomes import PokerOutcome, SeatLine, to_json_object
from controller.core.tables import PokerTable
from controller.games.poker.engine import new_table, step
from controller.games.poker.legal_moves import legal_moves
from controller.games.reading import read_event, read_table

TABLE: Mapping[str, Any] = {
    "type": "table",
    "game": "poker",
    "seats": 9,
    "blinds": [500, 1000],
    "chip": 100,
    "rake": {"percent": "0"},
}


def poker_table(**settings: object) -> PokerTable:
    """The table line with some settings changed."""
    table = read_table(json.dumps({**TABLE, **settings}))
    assert isinstance(table, PokerTable)
    return table


class Script:
    """A table with seats of given stacks; `effects` is everything that came of what was sent."""

    def __init__(self, stacks: Mapping[int, int] | None = None, **settings: object) -> None:
        self.state = new_table(poker_table(**settings))
        self.effects: list[Effect] = []
        for seat, stack in (stacks or {}).items():
            self.send("join", seat=seat, player=f"P{seat}", stack=stack)

    def _step(self, type: str, fields: Mapping[str, object]) -> list[Effect]:
        event = read_event(json.dumps({"type": type, **fields}), game="poker")
        before = self.state
        self.state, effects = step(before, event)
        if any(isinstance(effect, Rejected) for effect in effects):
            assert self.state is before
            assert len(effects) == 1
        return effects

    def send(self, type: str, **fields: object) -> list[Effect]:
        """An event that the rules accept."""
        effects = self._step(type, fields)
        assert not [effect for effect in effects if isinstance(effect, Rejected)], effects
        self.effects += effects
        return effects

    def refused(self, type: str, **fields: object) -> str | None:
        """An event that the rules refuse: the clause they give."""
        effects = self._step(type, fields)
        assert isinstance(effects[0], Rejected), effects
        assert effects[0].reason.endswith((".", "`."))
        return effects[0].rule

    def open(self, button: int | None = None) -> None:
        self.send("blinds.open", **({} if button is None else {"button": button}))

    def cards(self, text: str) -> None:
        for card in text.split():
            self.send("card", card=card)

    def start(self, button: int, holes: str = "") -> None:
        """Blinds, the burn card and the Hole Cards in the order dealt; unknown ones if none are given."""
        self.open(button)
        hand = self.state.hand
        assert hand is not None
        self.cards("?? " + (holes or "?? " * 2 * len(hand.order)))

    def act(self, seat: int, action: str, amount: int | None = None) -> list[Effect]:
        return self.send("action", seat=seat, action=action, **({} if amount is None else {"amount": amount}))

    def acts(self, text: str) -> None:
        """Actions as in `4 raise 4000, 1 call`."""
        for one in text.split(", "):
            seat, action, *amount = one.split()
            self.act(int(seat), action, int(amount[0]) if amount else None)

    def report(self, kind: str, **fields: object) -> RulingGiven:
        """An irregularity, and the ruling that answers it."""
        effects = self.send("irregularity", kind=kind, **fields)
        rulings = [effect for effect in effects if isinstance(effect, RulingGiven)]
        assert len(rulings) == 1
        return rulings[0]

    def check_around(self, seats: str) -> None:
        for seat in seats.split():
            self.act(int(seat), "check")

    @property
    def outcomes(self) -> list[PokerOutcome]:
        return [
            effect.outcome
            for effect in self.effects
            if isinstance(effect, RoundEnded) and isinstance(effect.outcome, PokerOutcome)
        ]

    @property
    def outcome(self) -> PokerOutcome:
        return self.outcomes[-1]

    @property
    def rulings(self) -> list[RulingGiven]:
        return [effect for effect in self.effects if isinstance(effect, RulingGiven)]

    @property
    def alerts(self) -> list[str]:
        return [effect.code for effect in self.effects if isinstance(effect, AlertRaised)]

    @property
    def board_shown(self) -> str:
        return " ".join(e.card for e in self.effects if isinstance(e, CardShown) and e.place == "board")

    @property
    def actor(self) -> int:
        """The seat whose turn it is."""
        hand = self.state.hand
        assert hand is not None
        assert hand.phase == "betting"
        return hand.order[hand.betting.actor]

    def line(self, seat: int) -> SeatLine:
        return next(line for line in self.outcome.ledger if line.seat == seat)

    @property
    def nets(self) -> dict[int, int]:
        return {line.seat: line.net for line in self.outcome.ledger}

    @property
    def winners(self) -> list[dict[str, int]]:
        return [pot.winners for pot in self.outcome.pots]

    def stack(self, seat: int) -> int:
        found = self.state.seats[seat - 1]
        assert found is not None
        return found.stack

    def moves(self) -> list[tuple[str, dict[str, str | int], tuple[int, int] | None]]:
        return [(move.type, dict(move.fields), move.amounts) for move in legal_moves(self.state)]

    def text(self) -> str:
        """Everything that came out, as one text."""
        return " ".join(
            json.dumps(to_json_object(e.outcome)) if isinstance(e, RoundEnded) else repr(e) for e in self.effects
        )


STACKS = {1: 50000, 2: 50000, 3: 50000}


def three(**settings: object) -> Script:
    """Seats 1 to 3 with 50,000 each."""
    return Script(STACKS, **settings)


def heads_up(**settings: object) -> Script:
    """Seats 1 and 2 with 50,000 each."""
    return Script({1: 50000, 2: 50000}, **settings)


def at_the_river(script: Script, holes: str = "", board: str = "2C 7D 9H 4S 3C") -> None:
    """Everybody calls and checks until the River Card lies; of two or three seats from 1, the button at 1."""
    script.start(1, holes)
    count = len(script.state.hand.order) if script.state.hand else 0
    flop, turn, river = " ".join(board.split()[:3]), board.split()[3], board.split()[4]
    script.acts("1 call, 2 check" if count == 2 else "1 call, 2 call, 3 check")
    after = "2 1" if count == 2 else "2 3 1"
    script.cards(f"?? {flop}")
    script.check_around(after)
    script.cards(f"?? {turn}")
    script.check_around(after)
    script.cards(f"?? {river}")


def on_the_flop(script: Script | None = None) -> Script:
    """Heads up, called and checked before the flop; the flop lies."""
    script = script or heads_up()
    script.start(1, "KH 9C KS 8C")
    script.acts("1 call, 2 check")
    script.cards("?? 2S 7D JC")
    return script


def burns(script: Script) -> tuple[str, ...]:
    """The Burnt Cards so far."""
    hand = script.state.hand
    assert hand is not None
    return hand.deal.burns


def board(script: Script) -> tuple[str, ...]:
    """The Community Cards so far, those of a street still being dealt too."""
    hand = script.state.hand
    assert hand is not None
    return hand.deal.board
