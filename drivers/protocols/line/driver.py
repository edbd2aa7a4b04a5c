"""`line` as a driver: the description named in the configuration is read once, when the protocol is built."""

from pathlib import Path

from controller.core.reader import MalformedLine
from controller.terminal.inputs import MIB, read_text
from drivers.protocols.base.driver import Driver, Role
from drivers.protocols.base.protocol import DeviceProtocol, LineSettings
from drivers.protocols.line.host import Line
from drivers.protocols.line.shape import read_shape


def _build(*, role: Role, file: str) -> DeviceProtocol:
    try:
        shape = read_shape(read_text(Path(file), most=MIB), file=file)
    except (OSError, MalformedLine) as error:
        raise ValueError(f"expected a file that can be read, got {error}") from None
    if shape.role != role:
        raise ValueError(f"expected the description of a {role} in {file}, got that of a {shape.role}")
    return Line(shape)


DRIVER = Driver("line", frozenset(("shoe", "shuffler")), LineSettings(), _build, files=frozenset(("file",)))
