"""What all buttons without a protocol of their own share: a latch for what they report, a lamp to be lit.

A subclass feeds its readings to `_latch` and defines in `lamp` how the lamp is lit; there is no acknowledgement.
"""

from abc import abstractmethod

from controller.core.effects import SetButton
from drivers.protocols.base.protocol import CommandUnknown, DeviceProtocol, Outgoing, Received
from drivers.protocols.buttons.latch import ButtonLatch


class ButtonProtocol(DeviceProtocol):
    """The host's side towards one button; takes `SetButton`."""

    def __init__(self) -> None:
        super().__init__()
        self._latch = ButtonLatch()

    def opened(self, at: float) -> None:
        del at
        self._latch.forget()

    def next_tick(self) -> float | None:
        return self._latch.next_tick()

    def tick(self, at: float) -> list[Received]:
        return [Received(event) for event in self._latch.tick(at)]

    def mask(self, frame: bytes) -> str:
        return frame.hex().upper()

    def encode(self, command: object) -> list[Outgoing]:
        if not isinstance(command, SetButton):
            raise CommandUnknown(f"a button takes SetButton, got {type(command).__name__}")
        if command.lit:
            self._latch.armed()
        return [Outgoing(frame) for frame in self.lamp(lit=command.lit)]

    @abstractmethod
    def lamp(self, *, lit: bool) -> list[bytes]:
        """What makes the lamp so; nothing where there is no lamp."""
