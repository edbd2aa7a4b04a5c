"""What a driver noticed that cannot be right, or did not let count: reports beside those of `reports`.

Two families. What the button sent and what does not count as a press is recorded as `PressIgnored` with the reason;
what the shoe or the shuffler sent and what cannot be true is a named alert. Where a card may be missing from the
round's record, or be wrong in it, `RecordIncomplete` follows: the floor has to look at the table.
"""

from typing import ClassVar, Literal

from controller.core.alerts import Severity
from controller.core.dataclass import dataclass
from drivers.protocols.base.reports import Report

PressReason = Literal["bounce", "held", "repeated", "unknown_level", "stale"]

_PRESS_REASONS: dict[PressReason, str] = {
    "bounce": "down again sooner than a finger can press twice",
    "held": "it was down before it was armed",
    "repeated": "down again without having been up",
    "unknown_level": "down before its level was known",
    "stale": "said before it was asked after plugging in",
}


@dataclass(frozen=True, slots=True)
class PressIgnored(Report):
    """The button was down and that was no press."""

    code: ClassVar[str] = "press_ignored"
    severity: ClassVar[Severity] = "info"
    reason: PressReason

    def __str__(self) -> str:
        return f"no press: {_PRESS_REASONS[self.reason]}"


@dataclass(frozen=True, slots=True)
class ButtonStuck(Report):
    """The button has been down for longer than a finger stays."""

    code: ClassVar[str] = "button_stuck"
    severity: ClassVar[Severity] = "critical"
    held_s: float

    def __str__(self) -> str:
        return f"down for {self.held_s:.0f} s: is it stuck, or does something lie on it?"


@dataclass(frozen=True, slots=True)
class ButtonFreed(Report):
    """A button that was stuck is up again."""

    code: ClassVar[str] = "button_freed"
    severity: ClassVar[Severity] = "info"

    def __str__(self) -> str:
        return "up again"


@dataclass(frozen=True, slots=True)
class KeyIgnored(Report):
    """A key of the keypad means nothing here; `key` is its name."""

    code: ClassVar[str] = "key_ignored"
    severity: ClassVar[Severity] = "info"
    key: str
    reason: str

    def __str__(self) -> str:
        return f"key {self.key} ignored: {self.reason}"


@dataclass(frozen=True, slots=True)
class PlaceChosen(Report):
    """The area or seat to which the keypad's next key goes."""

    code: ClassVar[str] = "place_chosen"
    severity: ClassVar[Severity] = "info"
    place: int

    def __str__(self) -> str:
        return f"area or seat {self.place} chosen"


@dataclass(frozen=True, slots=True)
class InputLost(Report):
    """The system threw input away before it could be read: something that the device sent is missing."""

    code: ClassVar[str] = "input_lost"
    severity: ClassVar[Severity] = "critical"

    def __str__(self) -> str:
        return "the system lost input of this device before it was read"


# --- the shoe -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardTooSoon(Report):
    """Two cards came sooner after one another than a hand can draw them."""

    code: ClassVar[str] = "card_too_soon"
    severity: ClassVar[Severity] = "critical"
    interval_s: float
    least_s: float

    def __str__(self) -> str:
        return f"two cards within {self.interval_s:.3f} s, a hand needs {self.least_s:g} s"


@dataclass(frozen=True, slots=True)
class CardOutOfPhase(Report):
    """A card came while by the shoe's own report none can."""

    code: ClassVar[str] = "card_out_of_phase"
    severity: ClassVar[Severity] = "critical"
    phase: str

    def __str__(self) -> str:
        return f"a card came while the shoe was {self.phase}"


@dataclass(frozen=True, slots=True)
class ShoeOverdrawn(Report):
    """More cards came than the shoe holds; each shoe is reported once."""

    code: ClassVar[str] = "shoe_overdrawn"
    severity: ClassVar[Severity] = "critical"
    drawn: int
    held: int

    def __str__(self) -> str:
        return f"{self.drawn} cards came from a shoe of {self.held}"


@dataclass(frozen=True, slots=True)
class CountWrong(Report):
    """The shoe's own count of its cards is not ours."""

    code: ClassVar[str] = "count_wrong"
    severity: ClassVar[Severity] = "critical"
    expected: int
    actual: int

    def __str__(self) -> str:
        return f"expected the shoe to have counted {self.expected} cards, it says {self.actual}"


@dataclass(frozen=True, slots=True)
class CutCardRepeated(Report):
    """A second cutting card without a new shoe between."""

    code: ClassVar[str] = "cut_card_repeated"

    def __str__(self) -> str:
        return "a second cutting card without a new shoe between"


@dataclass(frozen=True, slots=True)
class RecordIncomplete(Report):
    """A card may be missing from the record, or be wrong in it; `reason` is a report's code.

    `round` is the open one, None where none is or where that is not known.
    """

    code: ClassVar[str] = "record_incomplete"
    severity: ClassVar[Severity] = "critical"
    reason: str
    round: int | None = None

    def __str__(self) -> str:
        what = "a card may be missing from the record"
        if self.round is not None:
            what = f"the record of round {self.round} may be incomplete"
        return f"{what} ({self.reason}): compare it with the table"


# --- the shuffler -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ShufflerCountWrong(Report):
    """The shuffler found another number of cards than the decks have: they are not to be played with."""

    code: ClassVar[str] = "shuffler_count_wrong"
    severity: ClassVar[Severity] = "critical"
    expected: int
    actual: int

    def __str__(self) -> str:
        return f"expected {self.expected} cards in the shuffler, it counted {self.actual}: take the cards out of play"


@dataclass(frozen=True, slots=True)
class ShufflerCountRight(Report):
    """The shuffler has counted the cards of whole decks again."""

    code: ClassVar[str] = "shuffler_count_right"
    severity: ClassVar[Severity] = "info"
    count: int

    def __str__(self) -> str:
        return f"the shuffler counted {self.count} cards, as it should"


@dataclass(frozen=True, slots=True)
class SetOutOfPhase(Report):
    """A set of cards came while by the shuffler's own report none can."""

    code: ClassVar[str] = "set_out_of_phase"
    severity: ClassVar[Severity] = "critical"
    phase: str

    def __str__(self) -> str:
        return f"a set of cards came while the shuffler was {self.phase}"
