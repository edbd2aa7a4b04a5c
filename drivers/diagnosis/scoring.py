"""How well bytes that were read fit a driver: by the frames whose check holds, against what was no frame.

    evidence   good frames times the bits of their check: as many bits as chance would have had to guess
    share      good frames among good frames and rejected spans

    certain    24 bits or more, and hardly anything else on the line     (by chance: one in sixteen million)
    likely     16 bits, or 8 and hardly anything else
    possible   frames that have no check, or few among much that is none

A protocol that knows the device to be another one (its greeting names the role) is no finding.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from drivers.diagnosis.candidates import Candidate, Reading
from drivers.protocols.base.driver import Role
from drivers.protocols.base.protocol import LineSettings
from drivers.protocols.base.reports import WrongDevice

Certainty = Literal["certain", "likely", "possible"]
CERTAIN_BITS: Final = 24
LIKELY_BITS: Final = 16
LEAST_BITS: Final = 8
CLEAN_SHARE: Final = 0.8
"""A stray byte at plugging in, or a frame that was cut off when listening began, is no argument."""
LEAST_SHARE: Final = 0.5
GIVEN_UP_S: Final = 60.0
"""Long after every time-out: what is left over in a protocol's buffer at the end is rejected."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A driver that fits; `roles` more than one where nothing that was read decides which, `told` the device's name."""

    candidate: Candidate
    roles: tuple[Role, ...]
    line: LineSettings
    frames: int
    rejected: int
    bits: int
    told: str | None

    @property
    def evidence(self) -> int:
        return self.frames * self.bits

    @property
    def share(self) -> float:
        return self.frames / (self.frames + self.rejected)

    @property
    def certainty(self) -> Certainty:
        if self.evidence >= CERTAIN_BITS and self.share >= CLEAN_SHARE:
            return "certain"
        clean = self.share >= CLEAN_SHARE and self.evidence >= LEAST_BITS
        return "likely" if clean or (self.evidence >= LIKELY_BITS and self.share >= LEAST_SHARE) else "possible"


def findings(candidates: Iterable[Candidate], heard: Sequence[Reading], *, asked: bool) -> list[Finding]:
    """What fits, best first. `asked`: the candidates' questions were put, so their answers count."""
    found: list[Finding] = []
    for reading in heard:
        for candidate in candidates:
            one = _judged(candidate, reading, asked=asked)
            if one is None:
                continue
            same = next((index for index, other in enumerate(found) if _alike(one, other)), None)
            if same is None:
                found.append(one)
            else:
                other = found[same]
                found[same] = Finding(
                    other.candidate, (*other.roles, *one.roles), other.line, other.frames, other.rejected, other.bits,
                    other.told,
                )  # fmt: skip
    return sorted(found, key=lambda one: (one.evidence * one.share, one.frames * one.share), reverse=True)


def _alike(one: Finding, other: Finding) -> bool:
    """Whether they differ in the role alone."""
    return (one.candidate.driver, one.candidate.options, one.line, one.frames, one.rejected) == (
        other.candidate.driver, other.candidate.options, other.line, other.frames, other.rejected,
    )  # fmt: skip


def _judged(candidate: Candidate, reading: Reading, *, asked: bool) -> Finding | None:
    protocol = candidate.protocol(asks=asked)
    try:
        first = reading.chunks[0][1] if reading.chunks else 0.0
        protocol.opened(first)
        received = [one for data, at in reading.chunks for one in protocol.feed(data, at)]
        received += protocol.tick((reading.chunks[-1][1] if reading.chunks else 0.0) + GIVEN_UP_S)
    except Exception:  # noqa: BLE001 - a vendor's protocol that fails on these bytes is not the one that they are of
        return None
    counters = protocol.counters
    if not counters.frames or any(isinstance(event, WrongDevice) for event, _ in received):
        return None
    finding = Finding(
        candidate, (candidate.role,), reading.line, counters.frames, counters.rejected, protocol.check_bits,
        protocol.firmware,
    )  # fmt: skip
    return finding if finding.share >= LEAST_SHARE or finding.evidence >= LIKELY_BITS else None
