"""What a process costs, as the kernel counts it."""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

UNIT: Final = Path(__file__).resolve().parents[2] / "systemd" / "tabled@.service"
TICK_S: Final = 1 / os.sysconf("SC_CLK_TCK")
MIB: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one process until now: CPU, wake-ups of all its threads, memory (PSS: what is shared is shared out), disk."""

    cpu_s: float
    wakes: int
    rss_mib: float
    pss_mib: float
    written: int
    """Bytes given to the disk: nothing where that is memory."""

    @classmethod
    def of(cls, pid: int) -> Self:
        """As it is now."""
        at = Path(f"/proc/{pid}")
        fields = (at / "stat").read_text().rpartition(")")[2].split()
        rollup = (at / "smaps_rollup").read_text()
        return cls(
            cpu_s=sum(int(nanoseconds.read_text().split()[0]) for nanoseconds in at.glob("task/*/schedstat")) / 1e9
            or (int(fields[11]) + int(fields[12])) * TICK_S,
            wakes=sum(_number(status.read_text(), "voluntary_ctxt_switches") for status in at.glob("task/*/status")),
            rss_mib=_number(rollup, "Rss") / 1024,
            pss_mib=_number(rollup, "Pss") / 1024,
            written=_number((at / "io").read_text(), "write_bytes"),
        )


def unit_environment() -> dict[str, str]:
    """What the unit sets for the daemon."""
    return dict(re.findall(r"^Environment=(\w+)=(.*)$", UNIT.read_text(), re.MULTILINE))


def _number(text: str, name: str) -> int:
    found = re.search(rf"^{name}:\s+(\d+)", text, re.MULTILINE)
    assert found is not None, name
    return int(found[1])
