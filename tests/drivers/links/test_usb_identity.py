"""A device is what it is and where it is plugged in: looked up in a made sysfs, the wrong one named, none guessed."""

from pathlib import Path

import pytest

from drivers.links.link import LinkGone, WrongDeviceThere
from drivers.links.usb_identity import UsbIdentity, input_of, look_up, parse, plugged_in, tty_of


class Sysfs:
    """A tree with the links and files that the kernel makes for USB devices and their nodes."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for folder in ("bus/usb/devices", "class/tty", "class/input"):
            (root / folder).mkdir(parents=True)

    def plug(self, port: str, ids: str, *, serial: str | None = None, product: str = "adapter") -> Path:
        """A device at a port, behind the hubs that its port names."""
        parts = [f"usb{port.split('-', maxsplit=1)[0]}"]
        steps = port.split(".")
        parts += [".".join(steps[: index + 1]) for index in range(len(steps))]
        folder = self.root / "devices" / "/".join(parts)
        folder.mkdir(parents=True, exist_ok=True)
        vendor, product_id = ids.split(":")
        for name, text in (("idVendor", vendor), ("idProduct", product_id), ("product", product), ("serial", serial)):
            if text is not None:
                (folder / name).write_text(f"{text}\n")
        link = self.root / "bus/usb/devices" / port
        if not link.exists():
            link.symlink_to(folder)
        return folder

    def pull(self, port: str) -> None:
        """The device is gone from the bus."""
        (self.root / "bus/usb/devices" / port).unlink()

    def tty(self, device: Path, name: str) -> None:
        """A serial port that a driver made of the device's first interface."""
        place = device / f"{device.name}:1.0" / name
        (place / "tty" / name).mkdir(parents=True)
        (place / "tty" / name / "device").symlink_to(place)
        (self.root / "class/tty" / name).symlink_to(place / "tty" / name)

    def input(self, device: Path, event: str, keys: str) -> None:
        """An input node with its bits of keys."""
        place = device / f"{device.name}:1.0" / "0003:0001" / "input" / event.replace("event", "input")
        (place / "capabilities").mkdir(parents=True)
        (place / "capabilities/key").write_text(f"{keys}\n")
        (place / event).mkdir()
        (place / event / "device").symlink_to(place)
        (self.root / "class/input" / event).symlink_to(place / event)


@pytest.fixture
def sysfs(tmp_path: Path) -> Sysfs:
    """An empty bus."""
    return Sysfs(tmp_path)


@pytest.mark.parametrize(
    ("text", "identity"),
    [
        ("0403:6001", UsbIdentity(0x0403, 0x6001)),
        ("0403:6001/A9001XYZ", UsbIdentity(0x0403, 0x6001, "A9001XYZ")),
        ("1A86:7523@1-1.2", UsbIdentity(0x1A86, 0x7523, None, "1-1.2")),
        ("0403:6001/A9@3-4.1.2", UsbIdentity(0x0403, 0x6001, "A9", "3-4.1.2")),
    ],
)
def test_how_an_identity_is_written(text: str, identity: UsbIdentity) -> None:
    """Numbers always, serial and port where they matter; it is written back as it is read."""
    assert parse(text) == identity
    assert parse(str(identity)) == identity


@pytest.mark.parametrize("text", ["", "0403", "0403:600", "0403:6001/", "0403:6001@1", "0403:6001 ", "any", "/dev/x"])
def test_what_is_no_identity(text: str) -> None:
    """A keyboard of any kind cannot be asked for."""
    with pytest.raises(ValueError, match="expected a USB device as in 0403:6001"):
        parse(text)


def test_all_that_is_given_must_fit(sysfs: Sysfs) -> None:
    """By number alone, by serial, by port; where two fit none is taken."""
    sysfs.plug("1-1", "0403:6001", serial="SHOE")
    sysfs.plug("1-2.3", "0403:6001", serial="SIGN")
    sysfs.plug("1-4", "1a86:7523")
    assert look_up(parse("1a86:7523"), sysfs.root).port == "1-4"
    assert look_up(parse("0403:6001/SIGN"), sysfs.root).port == "1-2.3"
    assert look_up(parse("0403:6001@1-1"), sysfs.root).serial == "SHOE"
    with pytest.raises(LinkGone, match=r"found 0403:6001/SHOE@1-1 .*SIGN@1-2.3 .*: name its serial number or its port"):
        look_up(parse("0403:6001"), sysfs.root)
    assert [device.port for device in plugged_in(sysfs.root)] == ["1-1", "1-2.3", "1-4"]


def test_wrong_device_is_named(sysfs: Sysfs) -> None:
    """Another one at the bound port, the right one at another port, and nothing at all."""
    sysfs.plug("1-1", "0403:6001", serial="SIGN", product="FT232R")
    for text, actual in (
        ("0403:6001/SHOE@1-1", "0403:6001/SIGN@1-1 (FT232R)"),
        ("1a86:7523@1-1", "0403:6001/SIGN@1-1 (FT232R)"),
        ("0403:6001/SIGN@1-2", "0403:6001/SIGN@1-1 (FT232R)"),
    ):
        with pytest.raises(WrongDeviceThere) as wrong:
            look_up(parse(text), sysfs.root)
        assert (wrong.value.expected, wrong.value.actual) == (text, actual)
    with pytest.raises(LinkGone, match="05f3:0405 is not plugged in"):
        look_up(parse("05f3:0405"), sysfs.root)
    sysfs.pull("1-1")
    with pytest.raises(LinkGone, match="is not plugged in"):
        look_up(parse("0403:6001/SIGN@1-1"), sysfs.root)


def test_one_like_it_in_its_own_place_is_no_swap(sysfs: Sysfs) -> None:
    """The sign's adapter is the shoe's make: no shoe astray while it is bound itself; a spare one is named."""
    sysfs.plug("1-2", "0403:6001", serial="SIGN", product="FT232R")
    shoe, sign = parse("0403:6001/SHOE@1-1"), parse("0403:6001@1-2")
    with pytest.raises(LinkGone, match="is not plugged in") as gone:
        look_up(shoe, sysfs.root, others=[sign])
    assert not isinstance(gone.value, WrongDeviceThere)
    with pytest.raises(WrongDeviceThere):
        look_up(shoe, sysfs.root)
    sysfs.plug("1-3", "0403:6001", serial="SPARE", product="FT232R")
    with pytest.raises(WrongDeviceThere, match=r"expected 0403:6001/SHOE@1-1, found 0403:6001/SPARE@1-3 \(FT232R\)"):
        look_up(shoe, sysfs.root, others=[sign])


def test_swapped_ones_are_named_though_both_are_bound(sysfs: Sysfs) -> None:
    """Two adapters in each other's sockets: another one at the bound port, and one's own in another's."""
    sysfs.plug("1-1", "0403:6001", serial="SIGN", product="FT232R")
    sign, shoe = parse("0403:6001/SIGN@1-2"), parse("0403:6001/SHOE@1-1")
    with pytest.raises(WrongDeviceThere, match=r"found 0403:6001/SIGN@1-1"):
        look_up(shoe, sysfs.root, others=[sign])
    with pytest.raises(WrongDeviceThere, match=r"expected 0403:6001/SIGN@1-2, found 0403:6001/SIGN@1-1"):
        look_up(sign, sysfs.root, others=[shoe, parse("0403:6001@1-1")])


def test_no_bus_at_all(tmp_path: Path) -> None:
    """A machine without USB has no device."""
    assert plugged_in(tmp_path) == []
    (tmp_path / "bus/usb/devices/1-1").mkdir(parents=True)
    assert plugged_in(tmp_path) == []


def test_serial_port_of_an_adapter(sysfs: Sysfs) -> None:
    """The node of this device, not of one behind it; whatever number the kernel gave it."""
    hub = sysfs.plug("1-1", "0403:6001", serial="A")
    behind = sysfs.plug("1-1.1", "0403:6001", serial="B")
    sysfs.tty(hub, "ttyUSB7")
    sysfs.tty(behind, "ttyUSB3")
    assert tty_of(parse("0403:6001/A"), sys=sysfs.root) == "/dev/ttyUSB7"
    assert tty_of(parse("0403:6001@1-1.1"), sys=sysfs.root, dev=Path("/x")) == "/x/ttyUSB3"
    sysfs.plug("1-2", "1a86:7523")
    with pytest.raises(LinkGone, match=r"expected one serial port on .*, found none"):
        tty_of(parse("1a86:7523"), sys=sysfs.root)


def test_input_node_with_the_most_keys(sysfs: Sysfs) -> None:
    """A keyboard's volume keys are a node of their own; a mouse has no keys."""
    reader = sysfs.plug("1-1", "1234:5678")
    sysfs.input(reader, "event4", "1 0 0 c")
    other = reader / "x"
    other.mkdir()
    sysfs.input(other, "event5", "ffff ffffffffffffffff fffffffffffffffe")
    assert input_of(parse("1234:5678"), sys=sysfs.root) == "/dev/input/event5"
    mouse = sysfs.plug("1-2", "1111:2222")
    sysfs.input(mouse, "event6", "0")
    with pytest.raises(LinkGone, match="expected an input device with keys"):
        input_of(parse("1111:2222"), sys=sysfs.root)
