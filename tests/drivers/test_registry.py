"""Drivers by name: what is known, what is refused and how it is said; a vendor's own."""

import re
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from drivers import registry
from drivers.protocols.base.driver import Driver, DriverError, Role
from drivers.protocols.base.protocol import DeviceProtocol, LineSettings
from drivers.protocols.framed.host import Framed
from drivers.protocols.meters.alpha_sign import AlphaSign
from drivers.protocols.shoes.angel_eye_ii import AngelEyeII
from drivers.registry import BUILT_IN, find, make_protocol


def test_built_in_drivers() -> None:
    """Each makes its protocol for its roles, with the line settings of its maker."""
    assert isinstance(make_protocol("framed", "button"), Framed)
    assert isinstance(make_protocol("angel_eye_ii", "shoe", {"copy_window_s": 0.3, "commands": True}), AngelEyeII)
    assert isinstance(make_protocol("alpha_sign", "meter", {"texts": {"idle": "PLAY"}}), AlphaSign)
    assert find("angel_eye_ii").line == LineSettings(baudrate=4800)
    assert find("alpha_sign").line == LineSettings(bytesize=7, parity="E", dtr=False)


def test_every_driver_has_its_wiring() -> None:
    """A section in drivers/README.md: cable, line, options, source."""
    page = Path(registry.__file__).with_name("README.md").read_text(encoding="utf-8")
    assert BUILT_IN.keys() <= set(re.findall(r"^### `(\w+)`", page, re.MULTILINE))


@pytest.mark.parametrize(
    ("name", "role", "options", "field", "message"),
    [
        ("frame", "shoe", {}, "driver", "expected one of alpha_sign, angel_eye_ii, cd5220, .*, got 'frame'"),
        ("alpha_sign", "shoe", {}, "role", "expected a role of meter for alpha_sign, got 'shoe'"),
        ("framed", "shoe", {"speed": 1}, "speed", "Unexpected keyword argument"),
        ("angel_eye_ii", "shoe", {"commands": "yes"}, "commands", "valid boolean"),
        ("alpha_sign", "meter", {"address": "1"}, "options", "an address of two"),
    ],
)
def test_what_is_refused(name: str, role: Role, options: dict[str, object], field: str, message: str) -> None:
    """The error names the key of the configuration and says what was expected."""
    with pytest.raises(DriverError, match=message) as refused:
        make_protocol(name, role, options)
    assert refused.value.field == field


class AcmeShoe(Framed):
    """A vendor's shoe."""


def acme(*, role: Role) -> DeviceProtocol:
    """Make it."""
    return AcmeShoe(role)


ACME = Driver("acme_shoe", frozenset(("shoe",)), LineSettings(baudrate=19200), acme)
NO_DRIVER = 7


def test_vendor_adds_a_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry point of the group is found by its name; one that is no driver is named; built-in names stay."""
    points = EntryPoints(
        EntryPoint(name, f"{__name__}:{what}", registry.GROUP)
        for name, what in (("acme_shoe", "ACME"), ("broken", "NO_DRIVER"), ("framed", "ACME"))
    )
    monkeypatch.setattr(registry, "entry_points", lambda group: points.select(group=group))
    assert isinstance(make_protocol("acme_shoe", "shoe"), AcmeShoe)
    assert find("framed") is BUILT_IN["framed"]
    with pytest.raises(DriverError, match="to be a Driver, got int"):
        find("broken")
