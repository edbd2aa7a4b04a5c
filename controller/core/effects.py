"""What comes out of the rules: refusals, alerts, rulings, outcomes, and orders to the button and the meter.

An effect is a frozen record. Orders to devices say the level that is wanted (`SetButton(lit=True)`), never a change, so
that they can be given again after a restart. `DrawMultiplier` is the one order to the controller itself: draw a
multiplier and bring it back as the event `multiplier.drawn`.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

from controller.core.alerts import Severity
from controller.core.dataclass import dataclass
from controller.core.events import Authority
from controller.core.money import Cents
from controller.core.outcomes import LineChange, Outcome
from controller.core.quick import quick

RulingAction = Literal[
    "void", "reconstruct", "return", "discard", "remove", "continue", "offer", "shuffle", "fold", "record", "correct"
]  # fmt: skip


@quick
@dataclass(frozen=True, slots=True)
class Rejected:
    """A request that the rules forbid; `rule` is None where only the contract does. Nothing has changed.

    `code` names the sentence in every language, `params` are what is filled into it; another refusal may be among them.
    """

    reason: str
    rule: str | None
    code: str = field(default="", compare=False, repr=False)
    params: "Mapping[str, str | int | Rejected | None]" = field(default_factory=dict, compare=False, repr=False)

    def __str__(self) -> str:
        return self.reason

    @property
    def named(self) -> dict[str, Any]:
        """The sentence without its English: code and parameters; one among these has its English as `text`."""
        said = {
            name: {**value.named, "text": value.reason} if isinstance(value, Rejected) else value
            for name, value in self.params.items()
            if value is not None
        }
        return {"code": self.code, "params": said}


@quick
@dataclass(frozen=True, slots=True)
class AlertRaised:
    """Something that the floor has to see; `code` names its kind."""

    code: str
    text: str
    rule: str | None = None
    severity: Severity = "warning"


@quick
@dataclass(frozen=True, slots=True)
class RulingGiven:
    """The answer to an irregularity or a correction: what the clause does, in `text` what it asks the floor to do.

    `difference` is what it changed in the ledger of an outcome told before, line by line; None where there was none.
    """

    kind: str
    action: RulingAction
    rule: str | None
    text: str
    difference: tuple[LineChange, ...] | None = None


@quick
@dataclass(frozen=True, slots=True)
class RoundEnded:
    outcome: Outcome


@quick
@dataclass(frozen=True, slots=True)
class RoundReopened:
    """The outcome that was told is withdrawn: by the clause, on this authority, the round is open again."""

    round: int
    rule: str
    authority: Authority


@quick
@dataclass(frozen=True, slots=True)
class CardShown:
    """A card that the players can see now lies at `place`: `area`, `dealer`, `board` or `seat`."""

    card: str
    place: Literal["area", "dealer", "board", "seat"]
    area: int | None = None
    hand: int | None = None


@quick
@dataclass(frozen=True, slots=True)
class SetButton:
    """The jackpot button's lamp and latch; `area` and `player` whose press is awaited."""

    lit: bool
    area: int | None = None
    player: str | None = None


MeterState = Literal["idle", "armed", "rolling", "showing"]


@quick
@dataclass(frozen=True, slots=True)
class SetMeter:
    """What the multiplier meter has to show."""

    state: MeterState
    area: int | None = None
    player: str | None = None
    multiplier: int | None = None


@quick
@dataclass(frozen=True, slots=True)
class DrawMultiplier:
    """The button was pressed for this wager: draw its multiplier (4.2)."""

    area: int
    player: str
    position: int
    stake: Cents


Effect = (
    Rejected | AlertRaised | RulingGiven | RoundEnded | RoundReopened | CardShown | SetButton | SetMeter
    | DrawMultiplier
)  # fmt: skip
