"""A host of `framed` that has greeted its device, and what it sends and takes, for the tests of this folder."""

from drivers.protocols.base.driver import Role
from drivers.protocols.base.protocol import Received
from drivers.protocols.framed.frames import Frame, build, measure, parse
from drivers.protocols.framed.host import Framed


def hello(role: Role = "shoe", *, mark: str = "!", session: str = "3F0A", number: int = 1) -> bytes:
    """A device's greeting."""
    return build(Frame(0, "H", f"{mark};{session};{number:02X};{role};demo 1.0"))


def host(role: Role = "shoe", *, number: int = 1) -> Framed:
    """A host that has been greeted, with nothing left to send."""
    subject = Framed(role)
    subject.opened(0.0)
    subject.feed(hello(role, number=number), 0.0)
    subject.data_to_send()
    return subject


def said(subject: Framed) -> list[Frame]:
    """What the host has to send."""
    data, frames = subject.data_to_send(), []
    while data:
        length = measure(data)
        assert isinstance(length, int)
        frames.append(parse(data[:length]))
        data = data[length:]
    return frames


def heard(subject: Framed, *frames: Frame, at: float = 0.0) -> list[Received]:
    """What the host makes of these frames."""
    return subject.feed(b"".join(build(frame) for frame in frames), at)
