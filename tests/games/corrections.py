"""Scripts of JSON lines with corrections and late rulings, in which a line's number is what a correction names."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from controller.core.effects import AlertRaised, Effect, Rejected, RoundEnded, RoundReopened, RulingGiven
from controller.core.outcomes import LedgerLine, Outcome, dumps
from controller.games import State, new_table, step, view
from controller.games.reading import read_event, read_table

Body = Mapping[str, Any]


class Told(NamedTuple):
    """A script so far: the table, its last line's number, and what came of each line."""

    state: State
    line: int
    effects: tuple[tuple[Effect, ...], ...] = ()

    def then(self, *bodies: Body) -> "Told":
        """Further lines."""
        state, line, effects = self
        for body in bodies:
            line += 1
            state, out = step(state, read_event(dumps(body), game=state.game), line)
            effects = (*effects, tuple(out))
        return Told(state, line, effects)

    @property
    def outcomes(self) -> list[Outcome]:
        """All outcomes, revisions too."""
        return [one.outcome for out in self.effects for one in out if isinstance(one, RoundEnded)]

    @property
    def last(self) -> tuple[Effect, ...]:
        """What came of the last line."""
        return self.effects[-1]

    @property
    def refusal(self) -> Rejected:
        """The last line was refused."""
        (refused,) = self.last
        assert isinstance(refused, Rejected)
        return refused

    @property
    def ruling(self) -> RulingGiven:
        """The last line was answered by a ruling."""
        return next(one for one in self.last if isinstance(one, RulingGiven))

    @property
    def reopened(self) -> bool:
        """The last line opened the round again, with its alert."""
        codes = [one.code for one in self.last if isinstance(one, AlertRaised)]
        found = any(isinstance(one, RoundReopened) for one in self.last)
        assert found == ("round_reopened" in codes)
        return found and view(self.state).phase != "idle"

    def nets(self) -> dict[int, int]:
        """Net by area or seat, of the last outcome."""
        nets: dict[int, int] = {}
        for line in self.outcomes[-1].ledger:
            place = line.area if isinstance(line, LedgerLine) else line.seat
            nets[place] = nets.get(place, 0) + line.net
        return nets


def table(game: str, **fields: Any) -> Told:
    """The table line, which is line 1."""
    return Told(new_table(read_table(dumps({"type": "table", "game": game, **fields}))), 1)


def cards(faces: str) -> list[Body]:
    """A line for each card."""
    return [{"type": "card", "card": face} for face in faces.split()]


def opened(*areas: int, amount: int = 1000) -> list[Body]:
    """A round with a main wager on each of these areas, one line each, closed."""
    wagers = [{"type": "wager", "area": area, "kind": "main", "amount": amount} for area in areas]
    return [{"type": "bets.open"}, *wagers, {"type": "bets.closed"}]


def act(area: int, action: str, **fields: Any) -> Body:
    """A decision."""
    return {"type": "decision", "area": area, "action": action, **fields}


def correction(*changes: Body, by: str = "pit_supervisor", reason: str = "seen on the table") -> Body:
    """A correction."""
    return {"type": "correction", "changes": list(changes), "reason": reason, "authority": by}


def of(line: int, event: Body | None) -> Body:
    """The event of this line was this one."""
    return {"of": line, "event": event}


def after(line: int, event: Body) -> Body:
    """This event came after the one of this line."""
    return {"after": line, "event": event}


def card(face: str) -> Body:
    """A card."""
    return {"type": "card", "card": face}


def irregularity(kind: str, by: str = "dealer", **fields: Any) -> Body:
    """An irregularity."""
    return {"type": "irregularity", "kind": kind, "authority": by, **fields}


def changes_of(told: Told) -> Iterable[tuple[int | None, int | None, int | None, int]]:
    """The last ruling's difference: area or seat, was, is, change."""
    return [(one.area or one.seat, one.was, one.is_, one.change) for one in told.ruling.difference or ()]
