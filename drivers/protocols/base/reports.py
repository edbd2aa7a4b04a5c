"""What a device reports about itself, or what its driver noticed about it: frozen records beside the table's facts.

Table facts (a card, the cutting card, a press, a console's message) are records of `controller.core.events`. All the
rest is a report. Each report has a `code` and a `severity` and prints as one sentence, so that any of them can be
raised as an alert without knowing it. No report ever holds the face of a card that has not been dealt.
"""

from typing import ClassVar, Literal

from controller.core.alerts import Severity
from controller.core.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Report:
    """Base of all reports; `code` names the kind, `severity` how urgently the floor must see it."""

    code: ClassVar[str]
    severity: ClassVar[Severity] = "warning"

    def __str__(self) -> str:
        raise NotImplementedError


# --- the line and the link --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FrameRejected(Report):
    """Bytes that are no frame of this protocol; `shown` is their printable form, faces of cards masked."""

    code: ClassVar[str] = "frame_rejected"
    reason: str
    shown: str

    def __str__(self) -> str:
        return f"{self.reason}: {self.shown}" if self.shown else self.reason


@dataclass(frozen=True, slots=True)
class FrameRepeated(Report):
    """A frame that was accepted before came again and changed nothing."""

    code: ClassVar[str] = "frame_repeated"
    severity: ClassVar[Severity] = "info"
    number: str

    def __str__(self) -> str:
        return f"frame {self.number} came again and changed nothing"


@dataclass(frozen=True, slots=True)
class SequenceGap(Report):
    """The device's numbering jumped: what it sent in between is lost, so the round's record may be incomplete."""

    code: ClassVar[str] = "sequence_gap"
    severity: ClassVar[Severity] = "critical"
    expected: str
    actual: str
    missing: int

    def __str__(self) -> str:
        return f"expected frame {self.expected}, got {self.actual}: {self.missing} lost"


@dataclass(frozen=True, slots=True)
class CopiesDiffer(Report):
    """Two good frames with one number but different contents: the first one counts, the second is evidence only."""

    code: ClassVar[str] = "copies_differ"
    severity: ClassVar[Severity] = "critical"
    number: str

    def __str__(self) -> str:
        return f"a second frame {self.number} differs from the one accepted; the first stands"


@dataclass(frozen=True, slots=True)
class DeviceConnected(Report):
    """The link is open and, where the protocol greets, the device has answered."""

    code: ClassVar[str] = "device_connected"
    severity: ClassVar[Severity] = "info"
    port: str

    def __str__(self) -> str:
        return f"connected on {self.port}"


@dataclass(frozen=True, slots=True)
class DeviceLost(Report):
    """The device is not connected; the link is tried again until it is. `opened`: it was, and is gone."""

    code: ClassVar[str] = "device_lost"
    severity: ClassVar[Severity] = "critical"
    port: str
    reason: str
    opened: bool = True

    def __str__(self) -> str:
        return f"{'lost' if self.opened else 'not connected'} on {self.port}: {self.reason}"


@dataclass(frozen=True, slots=True)
class DeviceFlapping(Report):
    """The device comes and goes: look at its cable and its power supply."""

    code: ClassVar[str] = "device_flapping"
    losses: int
    window_s: float

    def __str__(self) -> str:
        return f"lost {self.losses} times within {self.window_s:.0f} s: check cable and power supply"


@dataclass(frozen=True, slots=True)
class DeviceSilent(Report):
    """The port is open but nothing has answered for too long; the link is opened anew."""

    code: ClassVar[str] = "device_silent"
    silence_s: float

    def __str__(self) -> str:
        return f"no answer for {self.silence_s:.0f} s"


@dataclass(frozen=True, slots=True)
class DeviceUnreadable(Report):
    """Frames were rejected one after the other and none was accepted."""

    code: ClassVar[str] = "device_unreadable"
    severity: ClassVar[Severity] = "critical"
    rejected: int

    def __str__(self) -> str:
        return f"{self.rejected} frames rejected in a row, none accepted: wrong speed or protocol"


@dataclass(frozen=True, slots=True)
class DeviceReadable(Report):
    """A good frame has come from a device that could not be read."""

    code: ClassVar[str] = "device_readable"
    severity: ClassVar[Severity] = "info"

    def __str__(self) -> str:
        return "good frames come again"


@dataclass(frozen=True, slots=True)
class DeviceFlooding(Report):
    """More comes than a table has a use for; see `devices.flood` for what then becomes of it."""

    code: ClassVar[str] = "device_flooding"

    def __str__(self) -> str:
        return "sends without end: cards, presses and requests are taken one after the other, repeated reports counted"


@dataclass(frozen=True, slots=True)
class DeviceCalm(Report):
    """The flood is over; `counted` reports of it are in no record."""

    code: ClassVar[str] = "device_calm"
    severity: ClassVar[Severity] = "info"
    counted: int

    def __str__(self) -> str:
        return f"sends as usual again; {self.counted} repeated reports were counted and not recorded"


@dataclass(frozen=True, slots=True)
class DriverFailed(Report):
    """The protocol code itself raised: a fault of the driver, not of the device. The link is opened anew."""

    code: ClassVar[str] = "driver_failed"
    severity: ClassVar[Severity] = "critical"
    error: str

    def __str__(self) -> str:
        return f"the driver failed: {self.error}"


# --- what the device reports of itself --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeviceReady(Report):
    """The device has named itself; `restarted` when it has begun a new numbering since its last frame."""

    code: ClassVar[str] = "device_ready"
    severity: ClassVar[Severity] = "info"
    firmware: str
    restarted: bool = False

    def __str__(self) -> str:
        return f"{self.firmware} is ready{' after a restart' if self.restarted else ''}"


@dataclass(frozen=True, slots=True)
class WrongDevice(Report):
    """Another device is at this port than the one configured; nothing it sends is taken.

    `adapter`: by the numbers of the adapter, not by what answers behind it.
    """

    code: ClassVar[str] = "wrong_device"
    severity: ClassVar[Severity] = "critical"
    expected: str
    actual: str
    adapter: bool = False

    def __str__(self) -> str:
        if self.adapter:
            return f"expected the adapter {self.expected}, found {self.actual}: cable or configuration is wrong"
        return f"expected a {self.expected} on this port, found a {self.actual}: check which cable is where"


@dataclass(frozen=True, slots=True)
class DeviceError(Report):
    """The device reports a fault of its own; `error` is the device's number for it."""

    code: ClassVar[str] = "device_error"
    severity: ClassVar[Severity] = "critical"
    error: int
    text: str

    def __str__(self) -> str:
        return f"device error {self.error}: {self.text}"


@dataclass(frozen=True, slots=True)
class DeviceErrorCleared(Report):
    code: ClassVar[str] = "device_error_cleared"
    severity: ClassVar[Severity] = "info"
    error: int

    def __str__(self) -> str:
        return f"device error {self.error} is over"


@dataclass(frozen=True, slots=True)
class UndealtDropped(Report):
    """The device sent cards not yet dealt. That was dropped unread; this only records that it happened."""

    code: ClassVar[str] = "undealt_dropped"

    def __str__(self) -> str:
        return "told about cards not yet dealt; dropped unread"


@dataclass(frozen=True, slots=True)
class ShoeState(Report):
    """`ready empty door_open door_closed jam locked unlocked standby`."""

    code: ClassVar[str] = "shoe_state"
    severity: ClassVar[Severity] = "info"
    state: str

    def __str__(self) -> str:
        return f"shoe: {self.state}"


@dataclass(frozen=True, slots=True)
class ShoeCount(Report):
    """How many cards have left the shoe, by its own count."""

    code: ClassVar[str] = "shoe_count"
    severity: ClassVar[Severity] = "info"
    total: int

    def __str__(self) -> str:
        return f"the shoe has counted {self.total} cards"


@dataclass(frozen=True, slots=True)
class CardOutsideGame(Report):
    """A card left the shoe while it was locked, in error or in its settings: no card of the game."""

    code: ClassVar[str] = "card_outside_game"
    severity: ClassVar[Severity] = "critical"
    mode: Literal["lock", "error", "setting"]

    def __str__(self) -> str:
        return f"a card left the shoe in its {self.mode} mode"


@dataclass(frozen=True, slots=True)
class CardReassigned(Report):
    """The shoe counts a card that it already gave to the next round: no new card."""

    code: ClassVar[str] = "card_reassigned"
    severity: ClassVar[Severity] = "info"

    def __str__(self) -> str:
        return "the shoe counts its last card to the next round; no new card"


@dataclass(frozen=True, slots=True)
class PresetChanged(Report):
    code: ClassVar[str] = "preset_changed"
    address: str
    value: str

    def __str__(self) -> str:
        return f"the shoe's setting {self.address} is now {self.value}"


@dataclass(frozen=True, slots=True)
class ShufflerState(Report):
    """`ready shuffling dispensing empty jam door_open door_closed`; `count` cards found, `cycle` running number."""

    code: ClassVar[str] = "shuffler_state"
    severity: ClassVar[Severity] = "info"
    state: str
    cycle: int | None = None
    count: int | None = None

    def __str__(self) -> str:
        cycle = "" if self.cycle is None else f", cycle {self.cycle}"
        count = "" if self.count is None else f", {self.count} cards"
        return f"shuffler: {self.state}{cycle}{count}"


@dataclass(frozen=True, slots=True)
class ButtonState(Report):
    """The button is down or up. A press is this and, where it counts as one, a `ButtonPressed` after it."""

    code: ClassVar[str] = "button_state"
    severity: ClassVar[Severity] = "info"
    down: bool

    def __str__(self) -> str:
        return f"button: {'down' if self.down else 'up'}"


@dataclass(frozen=True, slots=True)
class MeterShows(Report):
    """What the meter reports that it shows."""

    code: ClassVar[str] = "meter_shows"
    severity: ClassVar[Severity] = "info"
    state: str
    multiplier: int | None = None

    def __str__(self) -> str:
        return f"meter shows {self.state}{'' if self.multiplier is None else f' {self.multiplier}'}"


# --- answers to commands ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Acknowledged(Report):
    """The device has taken a command; `number` is the command's, None where the protocol has none."""

    code: ClassVar[str] = "acknowledged"
    severity: ClassVar[Severity] = "info"
    number: int | None = None

    def __str__(self) -> str:
        return f"command {'' if self.number is None else self.number} acknowledged".replace("  ", " ")


@dataclass(frozen=True, slots=True)
class CommandRefused(Report):
    """The device did not take a command. `again`: it arrived damaged or was not understood in this form, try again."""

    code: ClassVar[str] = "command_refused"
    refusal: str
    number: int | None = None
    again: bool = False

    def __str__(self) -> str:
        return f"command refused: {self.refusal}"
