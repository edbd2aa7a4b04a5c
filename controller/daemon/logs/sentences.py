"""What a log line says to a person: one sentence for each kind of line, made from its fields.

A kind that is not here is a driver's or a library's own: its word and its fields are the sentence.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from controller.terminal.printable import printable

_OWN: Final = {"event", "level", "timestamp", "table", "exception"}
"""Fields that are no part of a sentence made of fields."""

_SENTENCES: Final = {
    "started": "The table is open after record {n}: round {round}, {phase}; release {version}.",
    "stopping": "The table was asked to stop and finishes what was committed.",
    "stopped": "The table has stopped after record {n}.",
    "reloaded": "The configuration was read anew at a signal; taken {taken}, waits {waits}, needs a restart {restart}.",
    "message_delivered": "The broker has message {seq} on {topic}.",
    "order_given": "{device} shows what record {n} wants.",
    "web_request": "{method} {path} was answered with {status}.",
    "log_lines_lost": "{count} log lines are missing here: they were not read in time, or could not be written.",
    "broker_connected": "Connected to the broker at {broker}.",
    "broker_flooded": "Others publish without end on {topic} at the broker {broker}: it is not read for a while.",
    "broker_lost": "No connection to the broker at {broker}: {reason}.",
    "message_parked": "The broker refused message {seq} on {topic}: {reason}.",
    "device_connected": "{device} is connected on {port}.",
    "device_back": "{device} is back on {port}.",
    "device_lost": "{device} on {port} is gone: {reason}. The port is tried again.",
    "device_unreadable": "What comes from {device} on {port} cannot be read: {rejected} frames rejected.",
    "device_readable": "What comes from {device} on {port} can be read again.",
    "driver_failed": "The driver of {device} failed ({fault}); the device is connected anew.",
    "order_unanswered": "{device} did not answer an order: {reason}.",
    "order_refused": "{device} refused {order}.",
    "recording_written": "What the devices sent last is in {file}.",
    "recording_failed": "What the devices sent last could not be written: {reason}.",
    "textfile_failed": "The metrics cannot be written to {file}: {reason}.",
    "console_socket_failed": "The console socket {path} cannot be made: {reason}. The table goes on without it.",
    "console_socket_waits": "Nobody can be let in at the console socket: {reason}. It is tried again.",
    "console_socket_closed": "The console of {login} was closed: {reason}.",
    "web_waits": "Nobody can be let in at the pages: {reason}. It is tried again.",
    "fault_led_unwritable": "The fault LED {folder} cannot be set: {reason}.",
    "head_file_made_again": "The head file {file} was taken away or changed while the table runs; it was made again."
    " Find out who did it.",
    "disk_full": "The journal's disk is full ({reason}): {reserve}.",
}


def sentence(line: Mapping[str, Any]) -> str:
    """The sentence of a line, on one line and without the brace that begins the JSON after it.

    What a device sends is in some lines, and the journal shows a line with an order to a terminal not at all.
    """
    kind = str(line["event"])
    if kind in _MADE:
        text = _MADE[kind](line)
    elif kind in _SENTENCES:
        text = _SENTENCES[kind].format_map(_Fields(line))
    else:
        fields = [f"{name} {value}" for name, value in line.items() if name not in _OWN]
        text = ": ".join(part for part in (kind.replace("_", " "), ", ".join(fields)) if part)
    return printable(" ".join(text.replace("{", "(").split()))


class _Fields(dict[str, Any]):
    def __missing__(self, name: str) -> str:
        return "?"


def _event(line: Mapping[str, Any]) -> str:
    where = f" by {line['device']}" if line.get("device") else ""
    what = f"{_words(line['type'])}{where}"
    if line.get("refused"):
        return f"Refused {what}: {' '.join(line['refused'])}"
    return f"Record {line['n']}, {what}; round {line['round']}, {_words(line['phase'])}."


def _notice(line: Mapping[str, Any]) -> str:
    device = line.get("device")
    if "connected" in line:
        return f"Status of {device}: {'' if line['connected'] else 'not '}connected."
    about = f"{_words(line['code'])}{f' of {device}' if device else ''}"
    if line.get("over"):
        return f"Alert over: {about}."
    return f"{'' if line.get('level') == 'info' else 'Alert, '}{about}: {line.get('text', '')}"


def _stopped(line: Mapping[str, Any]) -> str:
    text = f"The table has stopped (exit status {line['exit_status']}): {line['reason']}"
    if line["times"] == 1:
        return text
    return f"{text} It has stopped so {line['times']} times in a row, and is tried again."


def _level(line: Mapping[str, Any]) -> str:
    who = f", by {line['login']}, for {line['for_s']:g} s" if "login" in line else " again"
    return f"Lines of {line['part']} are logged from {line['to']} on{who}."


def _words(name: object) -> str:
    """A word of the contract as people write it: `initial_deal` is two words."""
    return str(name).replace("_", " ").replace(".", " ")


_MADE: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "event": _event, "notice": _notice, "alert": _notice, "table_stopped": _stopped,
    "log_level": _level,
}  # fmt: skip
