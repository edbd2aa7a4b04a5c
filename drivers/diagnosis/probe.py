"""Finding out what is at a serial port, by listening at one line setting after the other until something fits.

    next setting -> open -> (ask) -> listen for a slot -> judge -> certain: done | likely: the same once more | next

Bytes that came end a slot with their pause: a device sends when a card is drawn, three times, and the next
card is for the next setting. Where the speed does not matter (a server, a pseudo terminal) there is one setting. What
fitted best is the answer when the time is over.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from drivers.diagnosis.candidates import SETTINGS, Candidate, readings
from drivers.diagnosis.scoring import Finding, findings
from drivers.links.link import Link, WriteQueueFull, read
from drivers.protocols.base.protocol import LineSettings

SLOT_S: Final = 2.0
"""A device that greets does so every second; a hand draws a card in less."""
PAUSE_S: Final = 0.4
"""Longer than any frame's own pauses: then what was sent is complete."""
LONGEST_SLOT_S: Final = 3.0
ANSWER_S: Final = 0.6
"""A question's answer: a serial server and a slow device together."""
AGAIN: Final = 3
"""So many slots at a setting where something is likely, to make it certain."""


class Heard(NamedTuple):
    """One slot: what came in it; `line_errors` are damaged bytes, as far as the port can see them."""

    line: LineSettings
    chunks: tuple[tuple[bytes, float], ...]
    line_errors: int

    @property
    def length(self) -> int:
        return sum(len(data) for data, _ in self.chunks)


@dataclass(slots=True)
class Probed:
    """What came of it; `findings` best first, `slots` all that was listened to."""

    findings: list[Finding] = field(default_factory=list)
    slots: list[Heard] = field(default_factory=list)

    @property
    def best(self) -> Finding | None:
        return self.findings[0] if self.findings else None


async def probe(
    open_link: Callable[[LineSettings], Link],
    candidates: Sequence[Candidate],
    *,
    settings: Sequence[LineSettings] = SETTINGS,
    for_s: float,
    asks: bool = False,
    slot_s: float = SLOT_S,
    pause_s: float = PAUSE_S,
    on_slot: Callable[[LineSettings], None] = lambda _: None,
    on_heard: Callable[[Heard], None] = lambda _: None,
) -> Probed:
    """Listen until something is certain or `for_s` is over. Raises LinkGone where the port cannot be opened or goes."""
    loop = asyncio.get_running_loop()
    questions = sorted({one.question() for one in candidates} - {b""}, key=len) if asks else []
    probed, until = Probed(), loop.time() + for_s
    for line in _round_and_round(settings):
        for again in range(AGAIN):
            on_slot(line)
            heard = await _listen(open_link(line), line, questions, slot_s=slot_s, pause_s=pause_s)
            on_heard(heard)
            probed.slots.append(heard)
            here = [slot for slot in probed.slots[-1 - again :] if slot.chunks]
            found = _judge(candidates, here, asked=asks)
            if _better(found, probed.findings):
                probed.findings = found
            if (best := probed.best) is not None and best.certainty == "certain":
                return probed
            if loop.time() >= until:
                return probed
            if not found or found[0].certainty != "likely":
                break
    return probed


def _round_and_round(settings: Sequence[LineSettings]) -> Iterator[LineSettings]:
    while True:
        yield from settings


def _judge(candidates: Sequence[Candidate], slots: Sequence[Heard], *, asked: bool) -> list[Finding]:
    """All slots of one setting in a row, judged as one stretch."""
    chunks = tuple(chunk for slot in slots for chunk in slot.chunks)
    return findings(candidates, readings(slots[0].line, chunks), asked=asked) if chunks else []


def _better(found: list[Finding], before: list[Finding]) -> bool:
    if not found or not before:
        return bool(found)
    return (found[0].evidence * found[0].share, found[0].frames) >= (
        before[0].evidence * before[0].share, before[0].frames,
    )  # fmt: skip


async def _listen(
    link: Link, line: LineSettings, questions: Sequence[bytes], *, slot_s: float, pause_s: float
) -> Heard:
    """One slot; the questions one after the other, until something comes: what sends is asked nothing more."""
    chunks: list[tuple[bytes, float]] = []
    loop = asyncio.get_running_loop()
    try:
        await link.open()
        for question in questions:
            if chunks:
                break
            with suppress(WriteQueueFull):
                link.write(question)
            await _read_until(link, chunks, loop.time() + ANSWER_S)
        longest = loop.time() + LONGEST_SLOT_S
        until = loop.time() + (pause_s if chunks else slot_s)
        while loop.time() < min(until, longest):
            before = len(chunks)
            await _read_until(link, chunks, min(until, longest), at_most=1)
            until = chunks[-1][1] + pause_s if len(chunks) > before else until
    finally:
        await link.close()
    return Heard(line, tuple(chunks), link.line_errors)


async def _read_until(
    link: Link, chunks: list[tuple[bytes, float]], until: float, *, at_most: int | None = None
) -> None:
    """What comes before then, `at_most` so many chunks. Raises LinkGone."""
    count = 0
    with suppress(TimeoutError):
        async with asyncio.timeout_at(until):
            while count != at_most:
                chunks.append(await read(link))
                count += 1
