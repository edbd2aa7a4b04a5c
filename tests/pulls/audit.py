"""What must be true of the devices: while all are plugged in, and of what the daemon has told when it is over."""

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from controller.core.effects import SetMeter
from drivers.protocols.meters.texts import TEXTS, TWO_LINES, MeterTexts
from tests.pulls.daemon import Daemon
from tests.pulls.gauge import Sample
from tests.pulls.things import Things

FAULTS: Final = (
    "driver_failed", "wrong_device", "multiplier_foreign", "broker_taken_over", "message_parked", "card_held",
    "unexpected_card", "button_stuck", "rules_failed",
)  # fmt: skip
"""What a pulled plug is no reason for."""


class Settled(NamedTuple):
    """The daemon while everything is plugged in: a sample, and what its descriptors are."""

    sample: Sample
    files: Counter[str]


def wrong_levels(things: Things, *, lamps: dict[str, bool], wanted: SetMeter) -> list[str]:
    """Between two rounds every lamp is out, and every meter shows what the table wants it to."""
    one, two = (
        "\n".join(MeterTexts(None, defaults=texts, lines=lines, columns=columns).of(wanted)).strip()
        for texts, lines, columns in ((TEXTS, 1, 125), (TWO_LINES, 2, 20))
    )
    levels: dict[str, tuple[object, object]] = {
        **{name: (False, lit) for name, lit in lamps.items()},
        "meter": ((wanted.state, wanted.multiplier), (things.meter.state, things.meter.multiplier)),
        "meter_sign": (one, things.sign.shown.strip()),
        "meter_pole": (two, things.pole.shown.strip()),
        "meter_lcd": (two, things.lcd.shown.strip()),
    }
    return [
        f"{name} shows {actual!r} between two rounds, expected {expected!r}"
        for name, (expected, actual) in levels.items()
        if actual != expected
    ]


def told_of_devices(things: Things, daemon: Daemon, *, shuffles: int) -> Iterator[str]:
    """What the daemon has reported, held against what was done to its devices."""
    yield from (f"the log tells of a fault: {line}" for line in daemon.errors)
    yield from (f"{daemon.codes[code]} times {code}" for code in FAULTS if daemon.codes[code])
    for thing in things.all:
        losses, gaps, marks = (
            daemon.notices[thing.name, code] for code in ("device_lost", "sequence_gap", "record_incomplete")
        )
        if losses > thing.pulls:
            yield f"{thing.name} was pulled {thing.pulls} times and lost {losses} times"
        if thing.recalls and gaps:
            yield f"{thing.name} recalls, and yet something of it was lost"
        if thing.role == "shoe" and not thing.recalls and marks < losses:
            yield f"{thing.name} was lost {losses} times, and the record was marked {marks} times"
    told = daemon.notices["shuffler", "shuffler_state"]
    if told != 2 * shuffles:
        yield f"the shuffler has said {2 * shuffles} states, {told} were taken"


PASSING: Final = 3
"""What may be there just when it is looked: a worker of the loop's pool, a recording being written. A leak is one more
for each of tens of pulls."""


def grown(settled: list[Settled]) -> Iterator[str]:
    """Descriptors and threads while everything is plugged in, before and after."""
    if len(settled) > 1:
        first, last = settled[0], settled[-1]
        if last.sample.fds > first.sample.fds + PASSING:
            more = ", ".join(f"{count} of {what}" for what, count in (last.files - first.files).items())
            yield f"all plugged in, {first.sample.fds} descriptors were open at first, {last.sample.fds} later: {more}"
        if last.sample.threads > first.sample.threads + PASSING:
            yield f"all plugged in, there were {first.sample.threads} threads at first, {last.sample.threads} later"
