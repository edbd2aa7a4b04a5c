"""One round of fuzzing: vectors bent and cut, with commands, ticks and re-openings between, and what must hold."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from controller.core.events import ButtonPressed, CardDrawn
from drivers.protocols.base.protocol import DeviceProtocol
from drivers.protocols.base.reports import ButtonState, Report
from drivers.protocols.shoes.watch import ShoeWatch
from tests.drivers.fuzz.subjects import Subject

HELD: Final = 2048
"""Bytes that a protocol may hold: a console's half message is counted apart, it is bounded by its own limit."""
ROUND: Final = 200
"""Steps with one instance, after which a fresh one is made."""


@dataclass(slots=True)
class Tally:
    """What one subject has gone through."""

    chunks: int = 0
    octets: int = 0
    frames: int = 0
    events: Counter[str] = field(default_factory=Counter)
    wrong_cards: int = 0
    failures: list[str] = field(default_factory=list)


def mutate(data: bytes, dice: random.Random) -> bytes:
    """A vector as a bad line leaves it: as it is, flipped, cut, doubled, with a byte more, or spliced."""
    changed = bytearray(data)
    for _ in range(dice.choice((0, 0, 0, 0, 0, 1, 1, 2, 5))):
        where = dice.randrange(len(changed) + 1)
        match dice.randrange(5):
            case 0 if where < len(changed):
                changed[where] ^= 1 << dice.randrange(8)
            case 1:
                del changed[where : where + dice.randrange(4)]
            case 2:
                changed[where:where] = dice.randbytes(dice.randrange(4))
            case 3:
                changed[where:where] = changed[: dice.randrange(8)]
            case _:
                changed[where:where] = dice.choice((b"AT\r", b"\x02", b"\x03", b"\x05", b"\xff\x00", b"\r\n"))
    return bytes(changed)


def bend(data: bytes, dice: random.Random) -> bytes:
    """A whole report with bits turned over."""
    changed = bytearray(data)
    for _ in range(dice.choice((0, 0, 0, 1, 3))):
        changed[dice.randrange(len(changed))] ^= 1 << dice.randrange(8)
    return bytes(changed)


def stream(subject: Subject, dice: random.Random) -> Iterator[tuple[bytes, float]]:
    """Chunks without end, each with the time since the one before."""
    while True:
        pause_s = dice.choice((0.0, 0.05, 0.3, 3.0))
        if subject.whole:
            vector = dice.choice(subject.vectors)
            yield bend(vector, dice) if dice.random() < 0.95 else dice.randbytes(len(vector)), pause_s
            continue
        if dice.random() < 0.1:
            data = dice.randbytes(dice.choice((1, 3, 36, 200)))
        else:
            data = b"".join(mutate(dice.choice(subject.vectors), dice) for _ in range(dice.randrange(1, 4)))
        size = dice.choice((1, 7, 7, len(data) + 1))
        for at in range(0, len(data), size):
            yield data[at : at + size], pause_s
            pause_s = dice.choice((0.0, 0.0, 0.001, 0.001, 0.02))


def step(subject: Subject, protocol: DeviceProtocol, data: bytes, at: float, dice: random.Random) -> list[Any]:
    """One chunk with what happens around it: the events."""
    received = protocol.feed(data, at)
    due = protocol.next_tick()
    if due is not None and at >= due:
        received = [*received, *protocol.tick(at)]
    if dice.random() < 0.5:
        protocol.acknowledge(received)
    if subject.commands and dice.random() < 0.05:
        protocol.encode(dice.choice(subject.commands))
    protocol.data_to_send()
    for traced in protocol.traced():
        assert isinstance(traced.masked, str)
    for event, _ in received:
        assert not isinstance(event, Report) or str(event)
    return [event for event, _ in received]


def held(protocol: DeviceProtocol) -> int:
    """Bytes that the protocol keeps."""
    kept = [getattr(protocol, name, b"") for name in ("_framer", "_stream", "_buffer", "_half", "_out", "_typed")]
    return sum(len(one) for one in kept)


def one_round(subject: Subject, tally: Tally, seed: str) -> None:
    """A fresh instance through a number of chunks."""
    dice = random.Random(seed)
    protocol, at, up, chunks = subject.make(), 0.0, False, stream(subject, dice)
    watch = ShoeWatch(recalls=protocol.recalls, numbered=protocol.numbered, held=416)
    protocol.opened(at)
    past: list[bytes] = []
    try:
        for _ in range(ROUND):
            data, pause_s = next(chunks)
            at += pause_s
            if dice.random() < 0.005:
                protocol.opened(at)
                up = False
            past.append(data)
            events = step(subject, protocol, data, at, dice)
            watch.look([], at, waiting=False)
            for event in events:
                tally.events[type(event).__name__] += 1
                if isinstance(event, CardDrawn):
                    tally.wrong_cards += event.card not in {*subject.faces, "??"}
                elif isinstance(event, ButtonPressed):
                    assert up, "two presses without an up between"
                    up = False
                elif isinstance(event, ButtonState):
                    up = up or not event.down
            assert held(protocol) <= HELD, f"{held(protocol)} bytes held"
            tally.chunks += 1
            tally.octets += len(data)
    except Exception as error:  # noqa: BLE001 - a failure is what is looked for
        tally.failures.append(f"{seed}: {type(error).__name__}: {error}; last bytes {b''.join(past[-5:]).hex()}")
    tally.frames += protocol.counters.frames
