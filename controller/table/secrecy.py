"""Cards that nobody at the table may see yet: which records are sealed for them, and what the process must not leave.

A hole card, a burned, kept or face-down card is in the journal alone, and there only sealed. It is in no log line, no
message, no answer and no error's text, because nothing but `CardShown` and the outcome makes one of a card. What is
left is the memory of the process itself (`controller.private_memory`), and what a library puts into the text of an
unforeseen error, which is masked on its way to standard error.
"""

import io
import re
import sys
from collections.abc import Iterator, Sequence
from typing import Final, TextIO

from controller.core.cards import UNKNOWN
from controller.core.effects import CardShown, Effect
from controller.core.events import (
    AnyEvent,
    CardDrawn,
    CardRead,
    Correction,
    Irregularity,
    Layout,
    Reveal,
    SetDispensed,
    Show,
)

_FACE: Final = re.compile(r"\b(?:[A23456789TJQK][SHDC])+\b")


def conceals(event: AnyEvent, effects: Sequence[Effect]) -> bool:
    """Whether the event's record has to be sealed: it names a card that none of its effects has shown.

    A report of an irregularity that names cards is sealed in any case: they may be those that were not shown.
    """
    if isinstance(event, Correction):
        return any(conceals(one.event, effects) for one in event.changes if one.event is not None)
    if isinstance(event, Irregularity):
        return any(_named(event))
    if isinstance(event, CardDrawn) and event.face_down:
        return True
    shown = {effect.card for effect in effects if isinstance(effect, CardShown)}
    return any(card not in shown and card != UNKNOWN for card in _named(event))


def _named(event: AnyEvent) -> Iterator[str]:
    match event:
        case CardDrawn() | CardRead():
            yield event.card
        case SetDispensed() | Show() | Reveal():
            yield from event.cards or ()
        case Irregularity():
            for cards in (event.cards, event.disclosed, event.chosen):
                yield from cards or ()
            if event.card is not None:
                yield event.card
            if event.layout is not None:
                yield from _laid(event.layout)


def _laid(layout: Layout) -> Iterator[str]:
    yield from layout.dealer
    yield from layout.removed
    for hands in layout.areas.values():
        for item in hands:
            yield from (item,) if isinstance(item, str) else item


class MaskedStream(io.TextIOBase):
    """A text stream on which everything that reads as a card's face is blotted out."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream

    def write(self, text: str) -> int:
        self._stream.write(_FACE.sub("**", text))
        return len(text)

    def flush(self) -> None:
        self._stream.flush()


def mask_errors() -> None:
    """From here on a traceback, a warning or a library's log line on standard error shows no card."""
    sys.stderr = MaskedStream(sys.stderr)
