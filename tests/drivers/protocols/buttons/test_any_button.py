"""What holds for every button with a protocol of its own: its own order only, and an up between two presses."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.effects import SetMeter
from controller.core.events import ButtonPressed
from drivers.protocols.base.protocol import CommandUnknown
from drivers.protocols.buttons.delcom import Delcom
from drivers.protocols.buttons.gpio import Gpio
from drivers.protocols.buttons.modem_line import ModemLine
from drivers.protocols.buttons.ultimarc_usbbutton import UltimarcUsbButton
from drivers.protocols.keyboards.xkeys import XkeysButton
from tests.drivers.protocols.readings import UP, said

MAKE: dict[str, Callable[[], Any]] = {
    "modem_line": ModemLine,
    "gpio": Gpio,
    "delcom": Delcom,
    "ultimarc": UltimarcUsbButton,
    "xkeys": lambda: XkeysButton(key="XK0"),
}


@pytest.mark.parametrize("name", MAKE)
def test_buttons_take_their_own_order_only(name: str) -> None:
    """A meter's level is none for a button."""
    with pytest.raises(CommandUnknown, match="a button takes SetButton"):
        MAKE[name]().encode(SetMeter("idle"))


@given(st.sampled_from(sorted(MAKE)), st.lists(st.tuples(st.binary(max_size=40), st.floats(0, 1))))
def test_no_report_raises_or_presses_twice(name: str, parts: list[tuple[bytes, float]]) -> None:
    """Whatever comes: between two presses there is an up."""
    subject, at, up = MAKE[name](), 0.0, False
    subject.opened(at)
    for data, wait_s in parts:
        at += wait_s
        for event in said(subject, data, at):
            if event == ButtonPressed():
                assert up
                up = False
            elif event == UP:
                up = True
        subject.tick(at)
        subject.data_to_send()
