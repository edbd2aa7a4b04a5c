"""What `tablectl probe` prints: what was found and how sure that is, what to configure, what to do next."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.table import Table
from rich.text import Text

from controller.audit.explain.wording import counted
from controller.core.outcomes import dumps
from controller.terminal.console import PrintableConsole
from controller.terminal.printable import say, say_row
from drivers.diagnosis.configured import device_lines, entry_lines
from drivers.diagnosis.identity import Identified
from drivers.diagnosis.probe import Heard, Probed
from drivers.diagnosis.scoring import Finding
from drivers.diagnosis.udev_line import udev_line
from drivers.protocols.base.framing import printable
from drivers.protocols.base.spoken import spoken

MAKE_IT_SPEAK: Final = "Draw cards, or press the button."
MOST_BITS: Final = 64
"""More makes it no surer."""
SHOWN: Final = 24
"""Bytes shown of what matches nothing."""
NOISE_SHARE: Final = 0.3
"""With more bytes that are no text at the setting where they are most like it, nothing is worth showing."""
HEADINGS: Final = ("", "driver", "role", "line", "good frames", "no frames", "reports of itself")
COLOURS: Final = {"certain": "bold green", "likely": "green", "possible": "yellow"}


@dataclass(frozen=True, slots=True)
class Told:
    """The telling of one probe; `suggested` is the port's lasting name, `measured` whether its speed means anything.

    At a port that `is_tables` no bytes are shown: they may be a card.
    """

    port: str
    suggested: str
    measured: bool
    asked: bool
    folders: tuple[Path, ...]
    is_tables: bool

    def tell(self, probed: Probed) -> None:
        """On standard output, for people."""
        if probed.findings:
            _table([_cells(one, measured=self.measured) for one in probed.findings], probed.findings)
            say("")
        say(*self._verdict(probed))

    def record(self, probed: Probed) -> dict[str, Any]:
        """The same for machines."""
        best = probed.best
        return {
            "type": "probe",
            "port": self.port,
            "heard_bytes": sum(slot.length for slot in probed.slots),
            "findings": [self._finding(one) for one in probed.findings],
            "configuration": self._toml(best) if best is not None else [],
            "to_do": self._verdict(probed)[-1],
        }

    def _finding(self, one: Finding) -> dict[str, Any]:
        return {
            "certainty": one.certainty, "driver": one.candidate.driver.name, "roles": list(one.roles),
            "line": spoken(one.line) if self.measured else None, "frames": one.frames, "rejected": one.rejected,
            "told": one.told, "options": dict(one.candidate.options),
        }  # fmt: skip

    def _verdict(self, probed: Probed) -> list[str]:
        best = probed.best
        if best is None:
            return [self._nothing(probed)]
        lines = [_why(best), "", "Write into the configuration:", ""]
        lines += [f"    {line}".rstrip() for line in self._toml(best)]
        if not self.measured:
            lines += [
                "",
                "The speed means nothing on this port: take it from the device's own switches.",
            ]
        return [*lines, "", self._next(best)]

    def _next(self, best: Finding) -> str:
        if len(best.roles) > 1:
            again = "look at it" if self.asked else "ask it with `--ask`"
            return f"What it is ({', '.join(best.roles)}) was not reported: {again}, and correct `role`."
        if best.certainty == "possible":
            return "That is little: make it send more while this listens again, or look at the device itself."
        return "Then check it with `tabled --config FILE --check`, and watch it with `tablectl monitor NAME`."

    def _nothing(self, probed: Probed) -> str:
        spoke = [slot for slot in probed.slots if slot.length]
        if not spoke:
            ask = "" if self.asked else " Some devices wait to be asked: `--ask`."
            return (
                f"Nothing was received on {self.port}. {MAKE_IT_SPEAK} Is it on, are TX and RX crossed, is GND wired?"
                f"{ask} Displays and signs say nothing at all."
            )
        best = min(spoke, key=lambda slot: (slot.line_errors / slot.length, _unprintable(slot)))
        if _unprintable(best) > NOISE_SHARE:
            return (
                f"Received {counted(sum(slot.length for slot in spoke), 'byte')}. This is noise, not a protocol: unplug"
                " the device's end. If it goes on, it is cable, earth or adapter; if it ends, the device is off, broken"
                " or at a speed that was not tried."
            )
        heard = b"".join(data for data, _ in best.chunks)[:SHOWN]
        shown = "(masked, it is a table's port)" if self.is_tables else printable(heard)
        return (
            f"Received {counted(sum(slot.length for slot in spoke), 'byte')}; no known protocol matches. Most like text"
            f" at {spoken(best.line)}: {shown} - record them with `tablectl capture {self.port}"
            f" --baud {best.line.baudrate} -o FILE`; lines of ASCII can be described in a file:"
            " `--shape`, drivers/README.md."
        )

    def _toml(self, one: Finding) -> list[str]:
        given = one.candidate.options.get("file")
        file = None if given is None else self._as_configured(Path(given))
        return device_lines(one, port=self.suggested, measured=self.measured, file=file)

    def _as_configured(self, file: Path) -> str:
        for folder in self.folders:
            if file.resolve().is_relative_to(folder.resolve()):
                return str(file.resolve().relative_to(folder.resolve()))
        return str(file.resolve())


def heard_words(heard: Heard) -> str:
    """What one slot brought."""
    if not heard.length:
        return "nothing received"
    errors = f", {heard.line_errors} damaged" if heard.line_errors else ""
    return f"{counted(heard.length, 'byte')}{errors}"


def _why(best: Finding) -> str:
    name = best.candidate.driver.name
    frames = counted(best.frames, "good frame")
    if best.bits == 0:
        return f"Possibly {name}: {frames}, of a kind that has no check."
    chance = f"by chance once in 2^{min(best.evidence, MOST_BITS)}"
    none = f"{best.rejected} that were none"
    return f"{best.certainty.capitalize()}: {name}. {frames} with checks that hold ({chance}), {none}."


def _cells(one: Finding, *, measured: bool) -> tuple[str, ...]:
    shape = one.candidate.options.get("file")
    driver = one.candidate.driver.name + (f" ({Path(shape).name})" if shape else "")
    line = spoken(one.line) if measured else "any speed"
    return one.certainty, driver, " or ".join(one.roles), line, str(one.frames), str(one.rejected), one.told or "-"


def _table(rows: Sequence[tuple[str, ...]], of: Sequence[Finding]) -> None:
    console = PrintableConsole()
    if not console.is_terminal:
        for row in rows:
            say_row(*row)
        return
    table = Table(box=None, pad_edge=False)
    for heading in HEADINGS:
        table.add_column(heading, overflow="fold")
    for row, one in zip(rows, of, strict=True):
        table.add_row(Text(row[0], COLOURS[one.certainty]), *(Text(cell) for cell in row[1:]))
    console.print(table)


def _unprintable(slot: Heard) -> float:
    data = b"".join(data for data, _ in slot.chunks)
    return sum(not (0x20 <= byte < 0x7F or byte in b"\r\n\x02\x03\x05") for byte in data) / len(data)


# --- by identity --------------------------------------------------------------------------------------------------


def tell_plugged_in(found: Sequence[Identified], *, json: bool) -> int:
    """Every USB device with what it may be; 0, or 1 where none is."""
    if json:
        say(dumps({"type": "plugged_in", "devices": [_identity(one) for one in found]}))
        return 0 if found else 1
    rows = [(one.port, one.device.name or "-", one.node or "-", _drivers(one)) for one in found]
    console = PrintableConsole()
    if not found:
        say("No USB device is plugged in. A serial port of the PC itself: `tablectl probe /dev/ttyS0`.")
        return 1
    if not console.is_terminal:
        for row in rows:
            say_row(*row)
    else:
        table = Table(box=None, pad_edge=False)
        for heading in ("port", "what it calls itself", "node", "what it may be"):
            table.add_column(heading, overflow="fold")
        for row in rows:
            table.add_row(*map(Text, row))
        console.print(table)
    say("Listen at one: `tablectl probe PORT`. For names of ports, and the group's right to what is no serial port:")
    say(*(f"    {line}" for line in dict.fromkeys(map(udev_line, found))))
    return 0


def tell_identity(one: Identified, *, json: bool) -> int:
    """What a USB device is by its numbers; 0 known, 1 only its kind or nothing."""
    if json:
        say(dumps({"type": "identity", **_identity(one)}))
        return 0 if one.known else 1
    say(f"{one.device}: {_drivers(one)}.")
    for driver in one.known or one.possible:
        for role in sorted(driver.roles):
            say("")
            say(*(f"    {line}" for line in entry_lines(role, driver.name, one.port)))
    say("", "For /etc/udev/rules.d/96-table.rules:", f"    {udev_line(one)}")
    if one.port.startswith("tty:"):
        say(f"It is a serial adapter: `tablectl probe {one.node}` listens for what is behind it.")
    elif not one.known and not one.possible:
        say('No driver is for it: see drivers/README.md, "A driver of your own".')
    elif not one.known:
        say("Which of these it is, only you can see: keep one section, and see drivers/README.md for its options.")
    return 0 if one.known else 1


def _drivers(one: Identified) -> str:
    if one.known:
        return f"{' or '.join(driver.name for driver in one.known)}, by its numbers"
    if one.port.startswith("tty:"):
        return "a serial adapter"
    names = " or ".join(driver.name for driver in one.possible)
    return f"perhaps {names}, by its kind" if names else "nothing known"


def _identity(one: Identified) -> dict[str, Any]:
    return {
        "port": one.port, "device": str(one.device), "node": one.node, "known": [driver.name for driver in one.known],
        "possible": [driver.name for driver in one.possible],
    }  # fmt: skip
