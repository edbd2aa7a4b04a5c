"""Names of the keys that keypads, buttons and barcode readers send, as Linux numbers them (input-event-codes.h)."""

from typing import Final

_ROWS: Final = (
    (1, "ESC 1 2 3 4 5 6 7 8 9 0 MINUS EQUAL BACKSPACE TAB"),
    (16, "Q W E R T Y U I O P LEFTBRACE RIGHTBRACE ENTER LEFTCTRL"),
    (30, "A S D F G H J K L SEMICOLON APOSTROPHE GRAVE LEFTSHIFT BACKSLASH"),
    (44, "Z X C V B N M COMMA DOT SLASH RIGHTSHIFT KPASTERISK LEFTALT SPACE CAPSLOCK"),
    (59, "F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 NUMLOCK SCROLLLOCK"),
    (71, "KP7 KP8 KP9 KPMINUS KP4 KP5 KP6 KPPLUS KP1 KP2 KP3 KP0 KPDOT"),
    (87, "F11 F12"),
    (96, "KPENTER RIGHTCTRL KPSLASH SYSRQ RIGHTALT LINEFEED HOME UP PAGEUP LEFT RIGHT END DOWN PAGEDOWN INSERT DELETE"),
    (183, "F13 F14 F15 F16 F17 F18 F19 F20 F21 F22 F23 F24"),
)
_BUTTONS: Final = (
    (0x100, "0 1 2 3 4 5 6 7 8 9"),
    (0x110, "LEFT RIGHT MIDDLE"),
    (0x120, "TRIGGER THUMB THUMB2 TOP TOP2 PINKIE BASE BASE2 BASE3 BASE4 BASE5 BASE6"),
    (0x130, "SOUTH EAST C NORTH WEST Z TL TR TL2 TR2 SELECT START MODE THUMBL THUMBR"),
)

CODES: Final[dict[str, int]] = {
    f"{prefix}_{word}": first + index
    for prefix, rows in (("KEY", _ROWS), ("BTN", _BUTTONS))
    for first, words in rows
    for index, word in enumerate(words.split())
}
"""Name to number, as in `KEY_F1`; `BTN_TRIGGER` is the first button of an arcade encoder."""
NAMES: Final = {code: name for name, code in CODES.items()}

_HID_ROWS: Final = (
    (0x04, "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z 1 2 3 4 5 6 7 8 9 0 ENTER ESC BACKSPACE TAB SPACE"),
    (0x3A, "F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12"),
    (0x54, "KPSLASH KPASTERISK KPMINUS KPPLUS KPENTER KP1 KP2 KP3 KP4 KP5 KP6 KP7 KP8 KP9 KP0 KPDOT"),
)
HID_USAGES: Final[dict[str, int]] = {
    f"KEY_{word}": first + index for first, words in _HID_ROWS for index, word in enumerate(words.split())
}
"""Name to usage on the keyboard page of USB HID (HID Usage Tables, 10), for devices read without the kernel's help."""


def code_of(name: str) -> int:
    """The number of a key. Raises ValueError with what was expected."""
    if name not in CODES:
        raise ValueError(f"expected the name of a key as in KEY_F1 or BTN_TRIGGER, got {name!r}")
    return CODES[name]


def name_of(code: int) -> str:
    """A key's name, or its number where it has none here."""
    return NAMES.get(code, f"KEY_{code}")
