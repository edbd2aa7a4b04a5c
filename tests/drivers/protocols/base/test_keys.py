"""Names of keys, by spot checks against the kernel's and the HID tables' numbers."""

from drivers.protocols.base.keys import CODES, HID_USAGES, name_of


def test_keys_are_numbered_as_the_kernel_does() -> None:
    """Spot checks against input-event-codes.h and the HID usage tables."""
    expected = {
        "KEY_ESC": 1, "KEY_1": 2, "KEY_0": 11, "KEY_Q": 16, "KEY_ENTER": 28, "KEY_A": 30, "KEY_Z": 44, "KEY_SPACE": 57,
        "KEY_F1": 59, "KEY_KP7": 71, "KEY_KP0": 82, "KEY_F12": 88, "KEY_KPENTER": 96, "KEY_UP": 103, "KEY_DELETE": 111,
        "KEY_F13": 183, "BTN_0": 0x100, "BTN_TRIGGER": 0x120, "BTN_SOUTH": 0x130,
    }  # fmt: skip
    assert {name: CODES[name] for name in expected} == expected
    assert len(set(CODES.values())) == len(CODES)
    usages = {"KEY_A": 0x04, "KEY_1": 0x1E, "KEY_0": 0x27, "KEY_ENTER": 0x28, "KEY_F1": 0x3A, "KEY_KP0": 0x62}
    assert {name: HID_USAGES[name] for name in usages} == usages
    assert (name_of(59), name_of(700)) == ("KEY_F1", "KEY_700")
