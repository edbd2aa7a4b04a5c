"""Alerts of any device: its plug, its line, its protocol, its own faults. A technician may clear them."""

from typing import Final

from controller.alerts.catalogue.entry import Case, Entry, Lasting

BACK: Final = "the device is connected again"
BACK_REPORTS: Final = ("device_connected", "device_ready")

VIRTUAL: Final = (
    "a program makes this port, as `tablectl virtual SCRIPT` does (`--hold` keeps it): start that program again, no"
    " restart of the table is needed"
)
"""What to do about a port that no plug has."""

DEVICES: Final = (
    Entry(
        code="device_lost",
        severities=("critical",),
        meaning="the device is not connected, for the reason in the text (raised again where another reason holds for a"
        " minute): it went, or its port has never opened; it is tried again until it is there",
        action="check plug and power; no restart is needed. `tablectl doctor` looks at the port",
        lasting=Lasting(cleared_by="technician", until=BACK, reports=BACK_REPORTS, not_while_gone=True),
        cases=(
            Case(
                pattern="^[^:]*: (?:lost|not connected) on /(?!dev/)",
                meaning="the device is virtual: its port is no device's node in `/dev`, but a program's",
                action=VIRTUAL,
            ),
            Case(
                pattern="No such file|is not plugged in",
                meaning="nothing is plugged in where `port` says (`No such file`, `not plugged in`)",
                action="plug it in, no restart is needed; or correct `port`",
            ),
        ),
    ),
    Entry(
        code="device_silent",
        severities=("warning",),
        meaning="the port is open, but the device does not answer",
        action="check power, cable and crossed lines, then speed and parity: `tablectl probe PORT`",
        lasting=Lasting(cleared_by="technician", until=BACK, reports=BACK_REPORTS),
    ),
    Entry(
        code="device_unreadable",
        severities=("critical",),
        meaning="something comes from the device, but no good frame: speed, parity or protocol is wrong, or another"
        " device is plugged in",
        action="find speed and protocol with `tablectl probe PORT` and correct the configuration; if they are right,"
        " look at cable and earth",
        lasting=Lasting(cleared_by="technician", until="a good frame comes", reports=("device_readable",)),
    ),
    Entry(
        code="driver_failed",
        severities=("critical",),
        meaning="the driver failed because of a fault in this program; the port is opened again",
        action="report it to the maker with the recording beside the journal",
        lasting=Lasting(cleared_by="technician", until=BACK, reports=("device_connected",)),
    ),
    Entry(
        code="wrong_device",
        severities=("critical",),
        meaning="another device than the configured one answers at this port; nothing it sends is taken",
        action="check which cable is in which socket: two may be swapped. The text names both devices",
        lasting=Lasting(cleared_by="technician", until="the right device answers", reports=BACK_REPORTS),
        cases=(
            Case(
                pattern="expected the adapter",
                meaning="another adapter is there than the one that `port` names (`expected the adapter`)",
                action="plug in the adapter that the text expects: two may be swapped; or correct `port`",
            ),
        ),
    ),
    Entry(
        code="device_error",
        severities=("critical",),
        meaning="the device reports a fault of its own; the text has its number",
        action="look up the number in the device's manual and clear the fault at the device",
        lasting=Lasting(
            cleared_by="technician", until="the device reports that it is over", reports=("device_error_cleared",)
        ),
    ),
    Entry(
        code="device_flapping",
        severities=("warning",),
        meaning="the device comes and goes: it was lost again and again within a minute",
        action="check cable, plug and power supply",
    ),
    Entry(
        code="device_flooding",
        severities=("warning",),
        meaning="the device sends far more than such a device has to send; nothing it says of the game is lost, but"
        " repeated reports are counted instead of recorded, and the device waits where it has to",
        action="look at it: a broken contact, a fault in its program, or another thing at its port. Pull its plug if"
        " the game does not need it",
        lasting=Lasting(cleared_by="technician", until="it sends as usual again", reports=("device_calm",)),
    ),
    Entry(
        code="device_changed",
        severities=("warning",),
        meaning="the device is of another kind than at the start before: it may repeat its last message as a new one",
        action="compare the round with the table once",
    ),
    Entry(
        code="frame_rejected",
        severities=("warning",),
        meaning="bytes came that are no frame of this device's protocol; they were dropped",
        action="once is noise; again and again speed or parity is wrong (`tablectl probe PORT`) or the cable is bad",
    ),
    Entry(
        code="sequence_gap",
        severities=("critical",),
        meaning="frames of the device are missing by its own numbering: what it sent in between is lost",
        action="compare the round with the table, then check the cable",
    ),
    Entry(
        code="copies_differ",
        severities=("critical",),
        meaning="the device sent two different frames under one number; the first one counts",
        action="compare the round with the table; if it comes again, have the device repaired",
    ),
    Entry(
        code="input_lost",
        severities=("critical",),
        meaning="the system lost input of this device before it was read",
        action="compare the round with the table; if it comes again, look for what else loads the table PC",
    ),
    Entry(
        code="command_refused",
        severities=("warning",),
        meaning="the device did not take a command, for the reason in the text",
        action="see whether lamp or meter show what they should; if not, check the device and its settings",
    ),
    Entry(
        code="button_stuck",
        severities=("critical",),
        meaning="the button has been down for longer than a finger stays",
        action="see whether something lies on it; else its contact or its cable is broken",
        lasting=Lasting(cleared_by="technician", until="the button is up again", reports=("button_freed",)),
    ),
)
