r"""`framed`: our own reference protocol for shoes, shufflers, buttons, meters and consoles, byte by byte.

It is meant to be implemented by integrators on small controllers from this page alone. Line: 9600 8N1 without flow
control unless both sides are set otherwise; the same bytes may run over TCP or a USB bulk endpoint.

Frame
-----

    | STX  | number      | type   | payload        | CRC-16      | ETX  |
    | 02h  | 2 hex digits| 1 char | 0..120 chars   | 4 hex digits| 03h  |

- Everything between STX and ETX is printable ASCII (20h..7Eh); hex digits are upper case. STX and ETX can therefore
  not occur inside a frame, and a receiver that finds any other byte there starts again at the next STX.
- CRC-16 runs over number, type and payload: polynomial 1021h, initial value FFFFh, not reflected, no final XOR
  (known as CRC-16/IBM-3740 or CCITT-FALSE; "123456789" gives 29B1).
- Upper-case types go from the device to the host, lower-case types from the host to the device, so that a line
  that echoes does no harm.

Numbers, acknowledgement, repetition
------------------------------------

- Frames marked * in the table are numbered 01, 02 … FF, 01 …, each direction for itself. One frame at a time is
  under way: the sender repeats it, byte for byte, every 250 ms until it is acknowledged, without limit, and only then
  sends the next. The others carry number 00 and are neither acknowledged nor repeated.
- `a` and `A` acknowledge; they carry the number that they acknowledge and no payload. The host acknowledges when the
  event is safe on its disk, not before.
- A frame with the number of the last one taken is a repetition: acknowledge it again, do nothing else. A number
  further on is taken, too, but the host raises the loss. A number further back is an old repetition.
- `n` and `N` refuse; payload is one digit and a text. `0`: a damaged frame was received (number 00), repeat now.
  `1`: unknown type, `2`: payload not understood: the sender gives this frame up and goes on with the next.

Greeting, and what survives a restart
-------------------------------------

- A device counts *sessions*: whenever it has lost its numbering (power-up without memory) it chooses a new session,
  four hex digits, unlike the last. Session and number together are never used twice for different frames.
- `H`, payload `?;session;next;role;firmware`: sent by the device when it starts, every second until an `h` comes;
  before that it sends no numbered frame. `next` is the number of the frame that waits for its acknowledgement, or
  else of the next one to be made; `role` is one of `shoe shuffler button meter console`.
- `h`, payload `?`: sent by the host when it opens the port, every second until `H` comes. The device answers with
  `H` and `!` instead of `?`. The host answers an `H?` with `h`, payload `!`. On either the device takes the next
  numbered frame of the host whatever its number.
- The host keeps session and number of the last event on its disk. So a frame that it wrote down but could not
  acknowledge is known as a repetition after the host's restart, and one that got lost is known as a loss.
- On any `h` a button throws away edges not yet acknowledged (their numbers are skipped), then sends its present
  level: an old press is never a press. A console goes back to the first part of a half-sent message, with its old
  numbers.
- `p` (host) is answered at once with `P` (device). The host sends it when nothing has come for two seconds, and
  opens the port anew when three have gone unanswered.

Types
-----

| type | from     |   | payload                                       | example                                    |
|------|----------|---|-----------------------------------------------|--------------------------------------------|
| `H`  | device   |   | greeting: `?` or `!`;session;next;role;text   | `<STX>00H!;3F0A;01;shoe;demo 1.0D8D1<ETX>` |
| `h`  | host     |   | greeting: `?` or `!`                          | `<STX>00h?28B3<ETX>`                       |
| `A`  | device   |   | acknowledges this number                      | `<STX>01A6778<ETX>`                        |
| `a`  | host     |   | acknowledges this number                      | `<STX>01a431A<ETX>`                        |
| `N`  | device   |   | refuses: digit, text                          | `<STX>01N2what?AFEE<ETX>`                  |
| `n`  | host     |   | refuses: digit, text                          | `<STX>00n0CRC29D5<ETX>`                    |
| `P`  | device   |   | alive                                         | `<STX>00P5659<ETX>`                        |
| `p`  | host     |   | alive?                                        | `<STX>00p723B<ETX>`                        |
| `C`  | shoe     | * | a card was drawn: rank and suit, or `??`; `F` | `<STX>01CAS5729<ETX>`                      |
|      |          |   | behind it when it lies face down              | `<STX>02C??F488C<ETX>`                     |
| `K`  | shoe     | * | the cutting card came out                     | `<STX>03KA050<ETX>`                        |
| `S`  | shoe     | * | `new`, `new;decks`, or a state: `ready empty  | `<STX>04Snew;85192<ETX>`                   |
|      |          |   | door_open door_closed jam locked unlocked`    | `<STX>05Sdoor_open67D4<ETX>`               |
| `U`  | shuffler | * | state;cycle;count, both may be empty; `ready  | `<STX>01Uready;12;4168689<ETX>`            |
|      |          |   | shuffling dispensing empty jam door_open      | `<STX>02Ujam;;8A60<ETX>`                   |
|      |          |   | door_closed`                                  |                                            |
| `D`  | shuffler | * | a set was dispensed: its cards in order       | `<STX>03DASKD??7H2C0B44<ETX>`              |
| `O`  | both     | * | cards not yet dealt: do not send it, the host | `<STX>06O1F21<ETX>`                        |
|      |          |   | drops it unread                               |                                            |
| `B`  | button   | * | edges `D` down, `U` up; levels `=D` and `=U`  | `<STX>01B=U4DEB<ETX>`                      |
|      |          |   |                                               | `<STX>02BD6002<ETX>`                       |
| `M`  | meter    | * | what it shows: state;multiplier               | `<STX>01Mshowing;25A9EF<ETX>`              |
|      |          |   |                                               | `<STX>02Midle;D5B1<ETX>`                   |
| `J`  | console  | * | a message or a part of one, see below         | `<STX>01J3{"type":"bets.open"}62A2<ETX>`   |
| `Y`  | console  | * | a key of a keypad went down: its name         | `<STX>05YF1CC09<ETX>`                      |
| `E`  | any      | * | error: `!`, two digits, text; `-`, two digits | `<STX>07E!02jam at exit3B92<ETX>`          |
|      |          |   | when it is over                               | `<STX>08E-022A95<ETX>`                     |
| `l`  | host     | * | button: lamp `1` or `0`                       | `<STX>01l13289<ETX>`                       |
| `m`  | host     | * | meter: state;multiplier;area, state one of    | `<STX>02mshowing;25;3D4B3<ETX>`            |
|      |          |   | `idle armed rolling showing`                  | `<STX>03marmed;;3ED1B<ETX>`                |
| `j`  | host     | * | console: an answer or a part of one           | `<STX>04j3{"type":"news"}E7E3<ETX>`        |

Console messages are JSON objects in ASCII (other characters as \uXXXX, at most 8,192 characters): from the console
one event of the table contract, to it an answer (`rejected`, `alert`, `ruling`) or news. One longer than a frame is
sent in parts. The payload of `J` and `j` is one digit, then the text of the part: `1` the first part, `0` one in the
middle, `2` the last, `3` the whole message.
"""

import binascii
import re
from typing import Final, NamedTuple

STX: Final = 0x02
ETX: Final = 0x03
PAYLOAD_LIMIT: Final = 120
LONGEST: Final = PAYLOAD_LIMIT + 9
"""STX, number, type, CRC and ETX make nine bytes."""
NUMBERS: Final = 255
"""01..FF; 00 is no number."""
REPEAT_S: Final = 0.25
"""A frame of full length takes 135 ms at 9600 baud, its acknowledgement 10 ms, a commit to a slow disk some 50 ms."""

_SHAPE: Final = re.compile(rb"\x02([0-9A-F]{2})([A-Za-z])([ -~]*)([0-9A-F]{4})\x03")
_FOREIGN: Final = re.compile(rb"[^ -~]")


class Frame(NamedTuple):
    """One frame; `number` 0 where it has none, `payload` printable ASCII."""

    number: int
    type: str
    payload: str = ""


def crc16(data: bytes) -> int:
    """CRC-16/IBM-3740 of `data`."""
    return binascii.crc_hqx(data, 0xFFFF)


def build(frame: Frame) -> bytes:
    """The bytes of a frame. Raises ValueError for a payload that no frame can carry."""
    if len(frame.payload) > PAYLOAD_LIMIT or not (frame.payload.isascii() and frame.payload.isprintable()):
        raise ValueError(f"expected up to {PAYLOAD_LIMIT} printable ASCII characters, got {frame.payload!r}")
    body = f"{frame.number:02X}{frame.type}{frame.payload}".encode("ascii")
    return b"\x02%b%04X\x03" % (body, crc16(body))


def measure(data: bytes) -> int | str | None:
    """The length of the good frame at the start of `data`, why there is none, or None when it is cut off."""
    if (foreign := _FOREIGN.search(data, 1)) is None:
        return None
    if data[foreign.start()] != ETX:
        return f"byte {data[foreign.start()]:02X} inside a frame"
    length = foreign.end()
    if (shape := _SHAPE.fullmatch(data, 0, length)) is None:
        return "number, type or CRC missing between STX and ETX"
    if int(shape[4], 16) != crc16(data[1 : length - 5]):
        return "the CRC does not fit"  # Either value would give away a card: 52 guesses open it.
    return length


def parse(data: bytes) -> Frame:
    """The frame that `measure` found good."""
    return Frame(int(data[1:3], 16), chr(data[3]), data[4:-5].decode("ascii"))


def following(number: int) -> int:
    """The number after this one: FF is followed by 01."""
    return number % NUMBERS + 1


def preceding(number: int) -> int:
    """The number before this one: 01 is preceded by FF."""
    return (number - 2) % NUMBERS + 1


def steps(first: int, second: int) -> int:
    """How many numbers lie from `first` forward to `second`; 0 when they are the same."""
    return (second - first) % NUMBERS


_SHOWN: Final = re.compile(r"<02>[0-9A-F]{2}([HhAaNnPp])")
_PURPOSES: Final = {
    "H": "greeting", "h": "greeting", "A": "taken", "a": "taken", "N": "refused", "n": "refused",
    "P": "keep-alive: the device is there", "p": "keep-alive: is the device there?",
}  # fmt: skip


def purpose(shown: str) -> str:
    """What the frames in a printed chunk are for that carry no event; they keep the line, and nothing is wrong."""
    return "; ".join(dict.fromkeys(_PURPOSES[kind] for kind in _SHOWN.findall(shown)))
