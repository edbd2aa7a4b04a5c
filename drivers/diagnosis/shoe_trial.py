"""The shoe tried out: a few cards are drawn, and what was read is held to the cards in the person's hand.

The cards that are drawn here are in no table's record. A shoe that numbers what it sends shows the table a gap with the
next thing it sends; one that still has a card for the table is not tried, as this would take it away.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from controller.core.cards import UNKNOWN
from controller.core.events import CardDrawn
from drivers.diagnosis.trial import SETTLE_S, Person, Step, Tried
from drivers.protocols.base.protocol import DeviceEvent
from drivers.protocols.base.reports import CopiesDiffer, DeviceError, FrameRejected, SequenceGap
from drivers.protocols.base.suspicions import CardOutOfPhase, CardTooSoon, CountWrong, InputLost

HIDDEN: Final = "**"
"""A card that the shoe reports as lying face down."""
BAD_LINE: Final = (FrameRejected, CopiesDiffer)
BAD_ORDER: Final = (SequenceGap, CountWrong, CardTooSoon, CardOutOfPhase, InputLost)


async def try_shoe(tried: Tried, person: Person, *, cards: int, wait_s: float, numbered: bool) -> AsyncIterator[Step]:
    """Each step as it is done. Raises NoAnswer."""
    connected = await tried.connects()
    yield connected
    if not connected.passed:
        return
    await asyncio.sleep(SETTLE_S)
    if tried.untaken:
        to_do = "start the table, so that it takes it, and test again between two rounds"
        yield Step("nothing owed", False, "the shoe still has something to tell the table", to_do)
        return
    tried.begin()
    tried.drop()
    tried.noted.clear()  # What the line gave while it was opened is no fault of the shoe.
    damaged = tried.device.status().errors["line"]
    person.tell(f"Draw {cards} {'card' if cards == 1 else 'cards, one after the other'}, and lay down what you draw.")
    drawn: list[str] = []
    for number in range(1, cards + 1):
        came = await tried.next(CardDrawn, within_s=wait_s)
        if came is None:
            yield _no_card(tried, number, wait_s)
            break
        drawn.append(HIDDEN if came[0].face_down else came[0].card)
        yield _read(number, drawn[-1])
    await asyncio.sleep(SETTLE_S)
    tried.drop()
    yield _line(tried, damaged=tried.device.status().errors["line"] - damaged)
    yield _order(tried, cards=len(drawn), numbered=numbered)
    if drawn:
        yield await _faces(person, drawn)


def _read(number: int, card: str) -> Step:
    if card == UNKNOWN:
        return Step(f"card {number}", False, "not read", "clean the reader's window; see whether the card is marked")
    return Step(f"card {number}", True, card)


def _no_card(tried: Tried, number: int, wait_s: float) -> Step:
    tried.drop()
    errors = [event for event in tried.noted if isinstance(event, DeviceError)]
    text = str(errors[-1]) if errors else tried.trouble() or f"nothing came in {wait_s:g} s"
    to_do = (
        "see the shoe's own display for its state; `tablectl monitor` shows what it says, `tablectl probe` its speed"
    )
    return Step(f"card {number}", False, text, to_do)


def _line(tried: Tried, *, damaged: int) -> Step:
    bad = _of(tried, BAD_LINE)
    if bad or damaged:
        said = f"{len(bad)} damaged or unknown ({bad[-1]})" if bad else f"{damaged} bytes damaged"
        return Step("line", False, said, "see cable, earth and [devices.line]: speed and parity")
    return Step("line", True, "every check holds")


def _order(tried: Tried, *, cards: int, numbered: bool) -> Step:
    bad = _of(tried, BAD_ORDER)
    if bad:
        return Step("order", False, str(bad[0]), "draw slower and again; if it stays, see cable and shoe")
    if not numbered:
        return Step("order", None, "the shoe numbers nothing: a lost card does not show")
    if not cards:
        return Step("order", None, "no card came")
    return Step("order", True, "no gap, no repetition taken")


async def _faces(person: Person, drawn: list[str]) -> Step:
    if await person.sees(f"Are these the cards, in this order: {' '.join(drawn)}?"):
        return Step("faces", True, "as drawn")
    to_do = (
        "take the shoe out of play: it reads wrong; for a `line` or `hid_barcode` shoe see its maps of ranks and suits"
    )
    return Step("faces", False, "others were drawn", to_do)


def _of(tried: Tried, kinds: tuple[type[DeviceEvent], ...]) -> list[DeviceEvent]:
    return [event for event in tried.noted if isinstance(event, kinds)]
