"""Scripts, hands and captures bent at random: read to the end, or refused with a line that the file has."""

from contextlib import suppress
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.audit.phh.reading import read_hands
from controller.audit.phh.scripting import UNIT, script_of
from controller.cli.rules.play import replay
from controller.core.reader import MalformedLine
from drivers.diagnosis.capture_file import CaptureError, read_capture

SCRIPT: Final = b"""{"type":"table","game":"pontoon-pandemonium","limits":{"main":[1000,500000]}}
{"type":"bets.open"}
{"type":"wager","area":1,"kind":"main","amount":2500}
{"type":"bets.closed"}
{"type":"card","card":"AS"}
{"type":"card","card":"7H"}
{"type":"card","card":"KD"}
{"type":"correction","changes":[{"of":5,"event":{"type":"card","card":"9H"}}],"reason":"r","authority":"dealer"}
"""
HAND: Final = b"""variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100.5]
actions = ["d dh p1 AcAd", "d dh p2 ????", "p2 cbr 6", "p1 f"]
players = ["one", "two"]
seats = [1, 2]
"""
CAPTURE: Final = b"""{"capture":1,"port":"/dev/ttyUSB0","line":"4800 8N1","started":"2026-01-31T12:00:00+00:00"}
{"t":0.512,"dir":"<","hex":"05 31 44"}
{"t":1.204,"dir":"<","shown":"<02>01C*<03>","means":"card **"}
"""
PIECES: Final = st.sampled_from(
    [
        *(b"\0", b"\xff", b"\xc3", b'"', b"'", b"[", b"]", b"{", b"}", b",", b":", b"\n", b"\\", b"\\ud800"),
        *(b"9" * 50, b"9" * 5000, b"0.5", b"true", b"null", b"NaN", b"inf", "\u0663".encode(), b"[" * 500),
        *(b'"??"', b"p9", b"cbr", b"1e400", b"1e-400", b"-1", b"1e99", b'{"a":' * 500),
    ]
)


@st.composite
def bent(draw: st.DrawFn, good: bytes) -> bytes:
    """A good file in which up to three places were cut out, and something put in."""
    data = good
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(data)))
        data = data[:at] + draw(PIECES | st.binary(max_size=4)) + data[at + draw(st.integers(0, 12)) :]
    return data


@given(bent(SCRIPT))
@settings(max_examples=300, deadline=2000)
def test_a_bent_script_is_played_or_told(data: bytes) -> None:
    """By `play`, `explain` and whatever else replays."""
    lines = data.splitlines(keepends=True)
    try:
        for _ in replay("-", lines):
            pass
    except MalformedLine as error:
        told = error
    else:
        return
    assert 1 <= told.line <= max(1, len(lines))
    assert str(told).isprintable()


@given(bent(HAND))
@settings(max_examples=300, deadline=2000)
def test_a_bent_hand_is_read_or_told(data: bytes) -> None:
    """By `phh to-script`."""
    with suppress(MalformedLine):
        for hand in read_hands(data.decode(errors="replace"), file="-"):
            script_of(hand, file="-", unit=UNIT)


@given(bent(CAPTURE))
@settings(max_examples=300, deadline=2000)
def test_a_bent_capture_is_read_or_told(data: bytes) -> None:
    """By `replay-wire`."""
    with suppress(CaptureError):
        read_capture(data.splitlines(keepends=True), file="-")
