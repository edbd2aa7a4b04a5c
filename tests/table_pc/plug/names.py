"""What udev has made of the adapters, asked in the guest: names, rights, speed, and who keeps away from them.

ModemManager and brltty are installed and run there: both go at serial adapters, the first by asking them for a modem,
the second by taking FTDI chips from the kernel. Debian's brltty looks for displays when it starts; the rules with which
other distributions start it for each adapter are stood in for by `guest/plug/85-brltty.rules`.
"""

from dataclasses import dataclass
from typing import Final

from tests.table_pc.pc import TablePc

NAMES: Final = ("shoe", "sign", "console")
ASK_S: Final = 120.0
ORDER: Final = """
usb=/sys$(udevadm info --query=path /dev/table/console | sed 's|/[^/]*/ttyUSB.*||')
trial='mount --bind /dev/null /usr/lib/udev/rules.d/95-tabled.rules; udevadm test --action=add "$0"'
without=$(unshare --mount sh -c "$trial" "$usb" 2>&1)
echo "without braille [$(echo "$without" | sed -n 's/^SYSTEMD_WANTS=//p')]"
for name in shoe sign console; do
    node=$(readlink -f /dev/table/$name); tty=${node##*/}
    echo "$name node $node"
    echo "$name access $(stat -c '%U:%G %a' "$node")"
    echo "$name latency_ms $(cat /sys/bus/usb-serial/devices/$tty/latency_timer)"
    echo "$name serial $(udevadm info --query=property --property=ID_SERIAL_SHORT --value "$node")"
    usb=$(udevadm info --query=path "$node" | sed 's|/[^/]*/ttyUSB.*||')
    echo "$name braille [$(udevadm test --action=add "/sys$usb" 2>/dev/null | sed -n 's/^SYSTEMD_WANTS=//p')]"
    said=$(journalctl --boot --unit ModemManager --output cat | grep -F "$tty)" | grep -oE 'port (filtered|allowed).*')
    echo "$name modem_manager $(echo "$said" | tail -n 1)"
    openers=$(find /proc/[0-9]*/fd -lname "$node" 2>/dev/null | cut -d/ -f3 | sort -u)
    echo "$name openers" $(for opener in $openers; do cat "/proc/$opener/comm"; done | sort -u)
done
echo "all services $(systemctl is-active ModemManager brltty | tr '\\n' ' ')"
"""


@dataclass(frozen=True, slots=True)
class Facts:
    """What was asked for, by device and fact; `findings` are what is not as the rules have it."""

    by_name: dict[tuple[str, str], str]
    findings: list[str]


async def facts(pc: TablePc, serials: tuple[str, ...]) -> Facts:
    """Ask, while the table runs. `serials` are those of the adapters at the three places."""
    found: dict[tuple[str, str], str] = {}
    for line in (await pc.asks(ORDER, ASK_S)).splitlines():
        name, _, rest = line.partition(" ")
        key, _, value = rest.partition(" ")
        found[name, key] = value.strip()
    wrong = [
        f"expected {wanted} as the {key} of the {name}, got {found.get((name, key))!r}"
        for name, serial in zip(NAMES, serials, strict=True)
        for key, wanted in (
            ("access", "root:tabled 660"), ("latency_ms", "1"), ("serial", serial), ("openers", "tabled"),
            ("modem_manager", "port filtered: device is blocklisted"), ("braille", "[]"),
        )
        if found.get((name, key)) != wanted
    ]  # fmt: skip
    if found.get(("without", "braille")) != "[brltty-device@.service]":
        wrong.append(f"without our rules brltty is not started: {found.get(('without', 'braille'))}")
    return Facts(found, wrong)
