"""Fuzzing of every protocol: random bytes and mutated vectors in any cut, with commands, ticks and re-openings between.

    python -m tests.drivers.fuzz --seconds 3600 --seed 1

What must hold, whatever a peer sends: nothing is raised; what is held stays bounded; between two presses there is an
up; every report prints. Each failure is written down with its seed and bytes, and the run goes on. Counted, not
failed: cards that no vector holds, which a damaged frame gives when its check fits by chance (one in 65,536 for a
CRC-16, one in 256 for a single byte, always where the transport itself is trusted, as with keys).

Reports of USB and events of the kernel come whole from their transport: they are bent, not cut or shifted.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from controller.core.effects import SetButton, SetMeter
from controller.core.events import ButtonPressed, CardDrawn
from drivers.protocols.base.driver import ROLES, Role
from drivers.protocols.base.input_events import EV_SYN, SYN_DROPPED, SYN_REPORT, pack
from drivers.protocols.base.keys import code_of
from drivers.protocols.base.protocol import DeviceProtocol
from drivers.protocols.base.reports import ButtonState, Report
from drivers.protocols.buttons.delcom import Delcom
from drivers.protocols.buttons.gpio import Gpio, record
from drivers.protocols.buttons.modem_line import ModemLine
from drivers.protocols.buttons.ultimarc_usbbutton import UltimarcUsbButton
from drivers.protocols.framed.frames import Frame, build
from drivers.protocols.framed.host import Framed
from drivers.protocols.framed.messages import message_parts
from drivers.protocols.keyboards.evdev import EvdevButton, EvdevKeypad
from drivers.protocols.keyboards.xkeys import XkeysButton, XkeysKeypad
from drivers.protocols.line.check import check_of
from drivers.protocols.line.host import Line
from drivers.protocols.line.shape import read_shape
from drivers.protocols.meters.alpha_sign import AlphaSign
from drivers.protocols.meters.cd5220 import Cd5220
from drivers.protocols.meters.matrix_orbital import MatrixOrbital
from drivers.protocols.shoes.angel_eye_ii import AngelEyeII, bcc
from drivers.protocols.shoes.hid_barcode import HidBarcode
from drivers.protocols.shoes.watch import ShoeWatch

SHAPES: Final = Path(__file__).parents[2] / "config" / "shoes"
HELD: Final = 2048
"""Bytes that a protocol may hold: a console's half message is counted apart, it is bounded by its own limit."""
ROUND: Final = 200
"""Steps with one instance, after which a fresh one is made."""
FAILURES: Final = 20

KEYPAD: Final[dict[str, dict[str, Any]]] = {"KEY_F1": {"type": "bets.open"}, "KEY_KP3": {"place": 3}}
XPAD: Final[dict[str, dict[str, Any]]] = {"XK0": {"type": "bets.open"}, "XK9": {"place": 3}}


@dataclass(frozen=True, slots=True)
class Subject:
    """A protocol with good bytes for it."""

    name: str
    make: Callable[[], DeviceProtocol]
    vectors: tuple[bytes, ...]
    commands: tuple[object, ...] = ()
    whole: bool = False
    """Reports that are never cut or shifted."""
    faces: frozenset[str] = frozenset()
    """The cards that its vectors hold."""


def _framed(role: Role) -> Subject:
    payloads = {
        "shoe": [("C", "AS"), ("C", "??F"), ("K", ""), ("S", "new;8"), ("S", "jam"), ("O", "7H"), ("E", "!02jam")],
        "shuffler": [("U", "ready;12;416"), ("U", "jam;;"), ("D", "ASKD??7H2C"), ("O", "AS"), ("E", "-02")],
        "button": [("B", "=U"), ("B", "D"), ("B", "U"), ("B", "=D"), ("E", "!01x")],
        "meter": [("M", "showing;25"), ("M", "idle;"), ("E", "-01")],
        "console": [("J", part) for part in message_parts('{"type":"wager","area":1,"kind":"main","amount":100}' * 3)]
        + [("J", '3{"type":"bets.open"}'), ("J", '3{"type":"bets.open","type":"x"}'), ("Y", "F1")],
    }[role]
    plain = [("H", f"!;3F0A;01;{role};x"), ("H", f"?;0001;FF;{role};y"), ("P", ""), ("A", "")]
    vectors = [build(Frame(number, *one)) for one in payloads for number in (1, 2, 3, 0xFE, 0xFF)]
    vectors += [build(Frame(0, *one)) for one in plain] * 6
    vectors += [build(Frame(1, "N", "0damaged")), build(Frame(0, "H", "!;3F0A;05;gate;z"))]
    talk = b"".join(build(Frame(number, *one)) for number, one in enumerate(payloads, 1))
    vectors += [build(Frame(0, *plain[0])) + talk] * 6
    keys = {"F1": {"type": "bets.open"}} if role == "console" else None
    commands: dict[Role, tuple[object, ...]] = {
        "button": (SetButton(lit=True), SetButton(lit=False)), "meter": (SetMeter("showing", 1, "P1", 5),),
        "console": ({"type": "accepted"},),
    }  # fmt: skip
    made, taken = tuple(vectors), commands.get(role, ())
    return Subject(f"framed {role}", lambda: Framed(role, keys=keys), made, taken, faces=frozenset(("AS",)))


def _angel_eye() -> Subject:
    bodies = [b"D\x81\xb8", b"S", b"C", b"P", b"G\x91", b"R\x81\xb8", b"d\x80\xb8", b"E\xc2", b"L\x81"]
    bodies.append(b"M\xb1\xb2\xb3\xb4\xb5\xb6")
    frames = [bytes((number,)) + body + b"\x03" for body in bodies for number in b"12349"]
    vectors = [b"\x05" + frame + bcc(frame) for frame in frames] + [b"\x06", b"\x1502", b"\x15FF"]
    return Subject("angel_eye_ii", AngelEyeII, tuple(vectors), faces=frozenset(("8S",)))


def _line(name: str, texts: list[str]) -> Subject:
    shape = read_shape((SHAPES / f"{name}.toml").read_text(), file=name)
    start, end, separator = shape.line.start, shape.line.end, shape.check.separator
    lines = [f"{start}{text}{separator}{check_of(text.encode(), shape.check)}{end}".encode() for text in texts]
    return Subject(f"line {name}", lambda: Line(shape), tuple(lines), faces=frozenset(("TD", "AS", "TC")))


def _keys(*names: str) -> tuple[bytes, ...]:
    edges = [pack(code_of(name), value) for name in names for value in (0, 1, 2)]
    levels = [pack(code_of(names[0]), 1, seconds=0), pack(SYN_REPORT, 0, kind=EV_SYN, seconds=0)]
    return (*edges, *levels, pack(SYN_DROPPED, 0, kind=EV_SYN), pack(SYN_REPORT, 0, kind=EV_SYN))


def _codes(*codes: str) -> tuple[bytes, ...]:
    return tuple(
        b"".join(pack(code_of(name), value) for name in (*(f"KEY_{d}" for d in code), "KEY_ENTER") for value in (1, 0))
        for code in codes
    )


def _xkeys(*pressed: int) -> tuple[bytes, ...]:
    reports = [bytes((1, flags)) + keys.to_bytes(4, "little") for keys in pressed for flags in (0, 1, 2, 3)]
    return (*(one.ljust(36, b"\x00") for one in reports), bytes((0, 214, *bytes(8), 31)).ljust(36, b"\x00"))


LAMP: Final = (SetButton(lit=True), SetButton(lit=False))
LEVELS: Final = (SetMeter("idle"), SetMeter("armed", 3), SetMeter("showing", 3, "P3", 25))


def subjects() -> list[Subject]:
    """Every protocol of the registry that hears anything."""
    return [
        *(_framed(role) for role in ROLES),
        _angel_eye(),
        _line("two-letter", ["07,C,TD,131", "08,C,ASF,132", "09,K", "10,N,8", "11,S,JAM", "12,E,07,x", "OK"]),
        _line("numeric", ["C310", "C101", "C000", "X", "R"]),
        _line("poker-shuffler", ["U;READY;12;52", "U;JAM;;", "G;AS KD 7H 2C TC", "O;AS"]),
        Subject("alpha_sign", lambda: AlphaSign(acknowledged=True), (b"\x06", b"\x15\x10"), LEVELS),
        Subject("cd5220", Cd5220, (b"\x00",), LEVELS),
        Subject("matrix_orbital", lambda: MatrixOrbital(answers=True), (b"\x05",), LEVELS),
        Subject("modem_line", ModemLine, (b"\x00\x20", b"\x00\x00", b"\x01\x20"), LAMP),
        Subject("gpio", Gpio, tuple(record(level, number) for level in (0, 1) for number in range(5)), LAMP),
        Subject("delcom", Delcom, (b"\xff\xff", b"\xfe\xff", b"\x64\xfe"), LAMP, whole=True),
        Subject(
            "ultimarc_usbbutton", UltimarcUsbButton, (bytes(8), bytes.fromhex("00001E0000000000")), LAMP, whole=True
        ),
        Subject("xkeys button", lambda: XkeysButton(key="XK3"), _xkeys(0, 1 << 3, 1 << 4), LAMP, whole=True),
        Subject("xkeys keypad", lambda: XkeysKeypad(keys=XPAD), _xkeys(0, 1, 1 << 9), whole=True),
        Subject("evdev button", lambda: EvdevButton(key="KEY_ENTER"), _keys("KEY_ENTER", "KEY_A"), LAMP, whole=True),
        Subject("evdev keypad", lambda: EvdevKeypad(keys=KEYPAD), _keys("KEY_F1", "KEY_KP3", "KEY_A"), whole=True),
        Subject(
            "hid_barcode",
            HidBarcode,
            (*_codes("1010", "4130", "9999", "1"), *_keys("KEY_1", "KEY_ENTER")),
            whole=True,
            faces=frozenset(("AS", "KD")),
        ),
    ]


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


def fuzz(seconds: float, seed: int, only: str = "") -> dict[str, Tally]:
    """Every subject in turn, for so long together."""
    chosen = [subject for subject in subjects() if only in subject.name]
    tallies = {subject.name: Tally() for subject in chosen}
    until, number = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        for subject in chosen:
            if len(tallies[subject.name].failures) < FAILURES:
                one_round(subject, tallies[subject.name], f"{seed}/{subject.name}/{number}")
        number += 1
    return tallies


def main() -> int:
    """Fuzz, print what went through, and fail where anything did."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="subjects whose name holds this")
    given = parser.parse_args()
    tallies = fuzz(given.seconds, given.seed, given.only)
    heads = ("chunks", 11), ("bytes", 13), ("frames", 12), ("cards", 10), ("wrong", 7), ("presses", 9), ("rejected", 12)
    print(f"{'protocol':<20}" + "".join(f"{head:>{width}}" for head, width in heads))
    for name, tally in tallies.items():
        cards, presses, rejected = (tally.events[what] for what in ("CardDrawn", "ButtonPressed", "FrameRejected"))
        print(f"{name:<20}{tally.chunks:>11,}{tally.octets:>13,}{tally.frames:>12,}", end="")
        print(f"{cards:>10,}{tally.wrong_cards:>7,}{presses:>9,}{rejected:>12,}")
    chunks, frames = (sum(getattr(tally, what) for tally in tallies.values()) for what in ("chunks", "frames"))
    failures = [failure for tally in tallies.values() for failure in tally.failures]
    print(f"{given.seconds:.0f} s, seed {given.seed}: {chunks:,} chunks ({chunks / given.seconds:,.0f}/s), ", end="")
    print(f"{frames:,} good frames ({frames / given.seconds:,.0f}/s), {len(failures)} failures")
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
