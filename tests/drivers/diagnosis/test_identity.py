"""What a USB device is by its numbers and its interfaces, in a made sysfs, and how it is to be bound."""

from pathlib import Path

from drivers.diagnosis.identity import all_identified, identified
from drivers.links.usb_identity import look_up, parse
from tests.drivers.links.test_usb_identity import Sysfs


def names(drivers: tuple[object, ...]) -> list[str]:
    """The drivers by name."""
    return [getattr(driver, "name", "") for driver in drivers]


def test_each_kind_is_told(tmp_path: Path) -> None:
    """A maker's numbers, a serial adapter, keys, a vendor's interface, a hub that is none of it."""
    sysfs = Sysfs(tmp_path)
    sysfs.tty(sysfs.plug("1-1", "0403:6001", serial="A9001XYZ"), "ttyUSB0")
    sysfs.plug("1-2", "0fc5:b080")
    sysfs.input(sysfs.plug("1-3", "1234:5678", serial="has space"), "event3", "3ff")
    bulk = sysfs.plug("1-4", "cafe:0001")
    (bulk / "1-4:1.0").mkdir()
    (bulk / "1-4:1.0" / "bInterfaceClass").write_text("ff\n")
    hub = sysfs.plug("1-5", "1d6b:0002")
    (hub / "bDeviceClass").write_text("09\n")
    xkeys = sysfs.plug("1-6", "05f3:0405")
    sysfs.input(xkeys, "event6", "1")
    found = {one.port: one for one in all_identified(sys=tmp_path, dev=Path("/dev"))}
    assert set(found) == {"tty:0403:6001/A9001XYZ", "usb:0fc5:b080@1-2", "input:1234:5678@1-3", "usb:cafe:0001@1-4",
                          "usb:05f3:0405@1-6"}  # fmt: skip
    assert found["tty:0403:6001/A9001XYZ"].node == "/dev/ttyUSB0"
    assert names(found["usb:0fc5:b080@1-2"].known) == ["delcom"]
    assert names(found["usb:05f3:0405@1-6"].known) == ["xkeys"]
    assert names(found["input:1234:5678@1-3"].possible) == ["hid_barcode", "evdev"]
    assert names(found["usb:cafe:0001@1-4"].possible) == ["framed"]


def test_what_nobody_knows_is_told_as_such(tmp_path: Path) -> None:
    """No number, no interface of a kind: no driver."""
    sysfs = Sysfs(tmp_path)
    sysfs.plug("1-1", "abcd:0001")
    one = identified(look_up(parse("abcd:0001"), tmp_path), sys=tmp_path)
    assert (one.known, one.possible, one.node) == ((), (), None)
