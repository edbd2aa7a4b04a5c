"""No reader of MQTT knows a multiplier before the meter at the table shows it: by the clocks of both, real daemon."""

import asyncio
import re
import signal
import time
from pathlib import Path
from typing import Any, Final

import pytest

from controller.cli.tablectl import main
from drivers.virtual.framed.button import VirtualButton
from drivers.virtual.framed.meter import VirtualMeter
from tests.broker import Broker
from tests.table.table_bench import Bench, running, write_config

ROLL_S: Final = 0.4
SHOW_S: Final = 0.6
AREAS: Final = (1, 2)
WAGERS: Final[tuple[dict[str, Any], ...]] = (
    {"type": "bets.open"},
    *({"type": "wager", "area": area, "kind": "main", "amount": 1000} for area in AREAS),
    *({"type": "wager", "area": area, "kind": "pandemonium", "amount": 200} for area in AREAS),
    {"type": "bets.closed"},
)
CARDS: Final = ("AS", "AD", "7H", "KD", "KS")


class Timed(list[Any]):
    """Keeps when each came."""

    def __init__(self) -> None:
        super().__init__()
        self.at: list[float] = []

    def append(self, one: Any) -> None:
        self.at.append(time.monotonic())
        super().append(one)


def watched(twin: VirtualButton | VirtualMeter) -> Timed:
    """What the device is told, with the times."""
    take, orders = twin.take, Timed()

    def taken(kind: str, payload: str) -> bool:
        orders.append(payload)
        return take(kind, payload)

    twin.take = taken  # type: ignore[method-assign]
    return orders


def timed(bench: Bench) -> tuple[Timed, Timed]:
    """What comes over MQTT and what the meter is told, with the times."""
    bench.listener.heard = heard = Timed()
    return heard, watched(bench.meter)


def rolling(bench: Bench, roll_s: float, show_s: float) -> None:
    """Have the meter roll and show for so long."""
    text = bench.daemon.config.read_text()
    bench.daemon.config.write_text(
        text.replace('role = "meter"', f'role = "meter"\nroll_s = {roll_s}\nshow_s = {show_s}')
    )


def whole(bench: Bench) -> None:
    """The journal holds."""
    assert main(["verify", "--config", str(bench.daemon.config)]) == 0


async def test_two_presses_in_a_row(tmp_path: Path, broker: Broker) -> None:
    """The second is drawn while the first is still shown: its message waits for both."""
    async with running(tmp_path, broker, start=False) as bench:
        rolling(bench, ROLL_S, SHOW_S)
        (heard, orders), lamp = timed(bench), watched(bench.button)
        await bench.daemon.start()
        await bench.say(*WAGERS)
        await bench.deal(*CARDS)
        await bench.press()
        while lamp[-1] == "1":
            await asyncio.sleep(0.1)  # a finger that is faster has not pressed
            await bench.press()
        outcome = await bench.listener.wait_for("outcome")
        drawn = [line["multiplier"] for line in outcome["ledger"] if "multiplier" in line]
        assert len(drawn) == len(AREAS)
        meant = [at for at, order in zip(orders.at, orders, strict=True) if order.startswith("showing")]
        began = [at for at, order in zip(orders.at, orders, strict=True) if order.startswith("rolling")]
        read = [at for at, (topic, body, _) in zip(heard.at, heard, strict=True)
                if topic == "meter" and body["state"] == "showing"]  # fmt: skip
        for rolls, shows, says in zip(began, meant, read, strict=True):
            assert shows - rolls >= ROLL_S
            assert says >= shows
        assert meant[1] - meant[0] >= ROLL_S + SHOW_S
        ended = next(at for at, (topic, _, _) in zip(heard.at, heard, strict=True) if topic == "outcome")
        assert ended >= meant[-1]
        assert (await bench.daemon.end(signal.SIGTERM))[0] == 0
        whole(bench)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
async def test_a_restart_while_it_rolls(tmp_path: Path, broker: Broker, how: signal.Signals) -> None:
    """What was drawn stays with the table until the meter is there again and shows it."""
    async with running(tmp_path, broker, start=False) as bench:
        rolling(bench, 30.0, 0.0)
        heard, orders = timed(bench)
        await bench.daemon.start()
        await bench.bet_and_deal()
        await bench.press()
        await bench.meter_shows("rolling")
        await bench.listener.wait_for("meter", state="rolling")
        await bench.daemon.end(how)
        assert not re.search(r"'multiplier': \d", str(heard))
        assert not any(order.startswith("showing") for order in orders)
        await bench.daemon.start()
        await bench.meter_shows("showing")
        shown = orders.at[-1]
        await bench.listener.wait_for("outcome")
        read = next(at for at, one in zip(heard.at, heard, strict=True) if re.search(r"'multiplier': \d", str(one)))
        assert read >= shown
        await bench.daemon.end(signal.SIGTERM)
        whole(bench)


async def test_a_meter_that_is_a_topic(tmp_path: Path, broker: Broker) -> None:
    """It rolls from its own message on."""
    async with running(tmp_path, broker, start=False) as bench:
        text = write_config(tmp_path, broker).read_text()
        mine = text.index('[[devices]]\nname = "meter"')
        end = text.index('[[devices]]\nname = "console"')
        bench.daemon.config.write_text(
            text[:mine]
            + f'[[devices]]\nname = "meter"\nrole = "meter"\ndriver = "mqtt"\nroll_s = {ROLL_S}\n'
            + text[end:]
        )
        heard, _ = timed(bench)
        await bench.daemon.start()
        await bench.bet_and_deal()
        await bench.press()
        await bench.listener.wait_for("outcome")
        said = {body["state"]: at for at, (topic, body, _) in zip(heard.at, heard, strict=True) if topic == "meter"}
        assert said["showing"] - said["rolling"] >= ROLL_S * 0.95  # of its sending, not of its coming


async def test_a_meter_that_is_gone(tmp_path: Path, broker: Broker) -> None:
    """It is waited for as long as it would roll, and a little: then the floor is told all the same."""
    async with running(tmp_path, broker, start=False) as bench:
        rolling(bench, ROLL_S, 0.0)
        heard, _ = timed(bench)
        await bench.daemon.start()
        await bench.bet_and_deal()
        await bench.meter_shows("armed")
        bench.meter.port.unplug()
        await bench.listener.wait_for("device/meter", connected=False)
        await bench.press()
        await bench.listener.wait_for("outcome")
        said = {body["state"]: at for at, (topic, body, _) in zip(heard.at, heard, strict=True) if topic == "meter"}
        assert said["showing"] - said["rolling"] >= ROLL_S
