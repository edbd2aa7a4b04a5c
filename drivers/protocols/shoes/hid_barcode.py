"""`hid_barcode`: a reader of barcodes on the cards' edges that types like a keyboard, as a shoe.

A card is four digits and Enter. The scheme that several public lists agree on: the first digit is the suit (1 spades,
2 hearts, 3 clubs, 4 diamonds), then the rank in tens (010 the Ace, 020 to 090, 100 the ten, 110 Jack, 120 Queen, 130
King); `codes` replaces it by a table of one's own, of digits and letters. The device is grabbed: otherwise cards are
typed into the console.

What is read is the key, not what a layout makes of it: a digit is a digit with Shift, too, as a reader that is set to
a French layout sends it. Shift makes a letter a capital one.

Two equal codes one after the other are two cards: decks hold many of each, and a value is no sign of a
repetition. What guards against a double reading is the least interval between two cards (`watch`). Nothing is
numbered and nothing repeated, so a code cut short or unknown marks the round.
"""

from collections.abc import Mapping
from typing import Final

from controller.core.cards import RANKS
from controller.core.events import CardDrawn, CutCard
from drivers.protocols.base.driver import INPUT, SHOE, Driver, Role
from drivers.protocols.base.input_events import DOWN, UP, Dropped, InputStream, KeyEvent
from drivers.protocols.base.keys import NAMES, code_of
from drivers.protocols.base.protocol import (
    CommandUnknown,
    DeviceEvent,
    DeviceProtocol,
    LineSettings,
    Outgoing,
    Received,
)
from drivers.protocols.base.reports import FrameRejected
from drivers.protocols.base.suspicions import InputLost

BETWEEN_KEYS_S: Final = 0.25
"""Readers type a digit every few milliseconds; a code that stops for this long will not be finished."""
LONGEST: Final = 16
CUT_CARD: Final = "cut_card"

PUBLIC_CODES: Final[dict[str, str]] = {
    f"{suit}{rank * 10:03d}": RANKS[rank - 1] + "SHCD"[suit - 1] for suit in range(1, 5) for rank in range(1, 14)
}
_SIGNS: Final = {
    code: sign.lower()
    for code, name in NAMES.items()
    if name.startswith("KEY_") and len(sign := name.removeprefix("KEY_").removeprefix("KP")) == 1
}
"""Digits and small letters by their keys."""
_ENTER: Final = frozenset(map(code_of, ("KEY_ENTER", "KEY_KPENTER")))
_SHIFT: Final = frozenset(map(code_of, ("KEY_LEFTSHIFT", "KEY_RIGHTSHIFT")))


class HidBarcode(DeviceProtocol):
    """The host's side towards one reader. `codes`: digits and letters to a card as in `AS`, or to `cut_card`."""

    def __init__(self, *, codes: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self._codes = dict(codes) if codes else PUBLIC_CODES
        for code, meant in self._codes.items():
            if not (code.isascii() and code.isalnum() and len(code) <= LONGEST):
                raise ValueError(f"expected codes of up to {LONGEST} digits and letters, got {code!r}")
            if meant != CUT_CARD and meant not in PUBLIC_CODES.values():
                raise ValueError(f"expected a card as in AS, or {CUT_CARD}, for the code {code}, got {meant!r}")
        self._alphabet = frozenset("0123456789").union(*self._codes)
        self._stream = InputStream()
        self._shifts: set[int] = set()
        self._typed = ""
        self._typed_at = 0.0

    def opened(self, at: float) -> None:
        del at
        self._stream.clear()
        self._shifts.clear()
        self._typed = ""

    def feed(self, data: bytes, at: float) -> list[Received]:
        received = self.tick(at)
        for event in self._stream.feed(data):
            if isinstance(event, Dropped):
                self._typed = ""
                self._shifts.clear()
                received.append(Received(InputLost()))
            elif isinstance(event, KeyEvent) and event.code in _SHIFT:
                (self._shifts.discard if event.value == UP else self._shifts.add)(event.code)
            elif isinstance(event, KeyEvent) and event.value == DOWN and not event.level:
                received += self._key(event.code, at)
        return received

    def next_tick(self) -> float | None:
        return self._typed_at + BETWEEN_KEYS_S if self._typed else None

    def tick(self, at: float) -> list[Received]:
        due = self.next_tick()
        return [] if due is None or at < due else self._end(FrameRejected("a code stopped before Enter", ""))

    def encode(self, command: object) -> list[Outgoing]:
        raise CommandUnknown(f"a reader takes no commands, got {type(command).__name__}")

    def _key(self, code: int, at: float) -> list[Received]:
        sign = _SIGNS.get(code, "")
        sign = sign.upper() if self._shifts else sign
        if sign and sign in self._alphabet and len(self._typed) < LONGEST:
            self._typed += sign
            self._typed_at = at
            return []
        if code not in _ENTER:
            self._typed += "?"
            return self._end(FrameRejected("expected a code and Enter from a reader, got another key", ""))
        meant = self._codes.get(self._typed)
        if meant is None:
            return self._end(FrameRejected("expected the code of a card, got another", ""))
        self.counters.frames += 1
        return self._end(CutCard() if meant == CUT_CARD else CardDrawn(card=meant))

    def _end(self, event: DeviceEvent) -> list[Received]:
        typed, self._typed = self._typed, ""
        taken = [Received(event)]
        if isinstance(event, FrameRejected):
            self.counters.rejected += 1
        else:
            self.trace(typed.encode("ascii"), taken)
        return taken


def _build(*, role: Role, codes: dict[str, str] | None = None) -> DeviceProtocol:
    del role
    return HidBarcode(codes=codes)


DRIVER = Driver("hid_barcode", SHOE, LineSettings(), _build, transports=INPUT)
