"""Every protocol of the registry with good bytes for it, as the vectors of a fuzzer."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from controller.core.effects import SetButton, SetMeter
from drivers.protocols.base.driver import ROLES, Role
from drivers.protocols.base.input_events import EV_SYN, SYN_DROPPED, SYN_REPORT, pack
from drivers.protocols.base.keys import code_of
from drivers.protocols.base.protocol import DeviceProtocol
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

SHAPES: Final = Path(__file__).parents[3] / "config" / "shoes"
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
