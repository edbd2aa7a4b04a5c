"""`tablectl test`: a person who answers on standard input, virtual devices, what passes and what fails."""

import asyncio
import json
import signal
from pathlib import Path
from typing import Any, Final

import pytest

from controller.cli.tablectl import main
from controller.games.twenty_one.wagers.pandemonium import MULTIPLIERS
from drivers.protocols.buttons.latch import DEBOUNCE_S
from drivers.virtual.framed.meter import VirtualMeter
from tests.broker import Broker
from tests.cli.technician import Command, tablectl, told
from tests.drivers.table import eventually
from tests.table.table_bench import LONGEST_S, ROOT, WAGERS, Bench, running

NO_BOUNCE_S: Final = 2 * DEBOUNCE_S
"""A virtual finger is faster than contacts that bounce."""


def is_lit(bench: Bench) -> bool:
    """Whether the button's lamp is on."""
    return bench.button.lit


async def steps(command: Command) -> dict[str, tuple[bool | None, str, str]]:
    """Every step by its name, when the command has ended."""
    await command.ended()
    records = [json.loads(line) for line in command.out]
    return {one["name"]: (one["passed"], one["text"], one["to_do"]) for one in records if one["type"] == "step"}


async def test_a_good_button_passes(tmp_path: Path) -> None:
    """Lamp on, press, release, held, lamp off: each is asked for, each has passed, and it ends with 0."""
    async with running(tmp_path, None, start=False) as bench:
        async with tablectl("test", "button", "--config", bench.daemon.config) as test:
            await test.line("Is the button's lamp on? [y/n]")
            assert is_lit(bench)
            await test.say("maybe")
            await test.line("Is the button's lamp on? [y/n]")
            await test.say("y")
            await test.line("Press the button and let it go.")
            await bench.button.push()
            await test.line("Press it again, hold it")
            await asyncio.sleep(NO_BOUNCE_S)
            await bench.button.push(held_s=1.1)
            await test.line("Is the button's lamp off? [y/n]")
            assert not is_lit(bench)
            await test.say("y")
            status, said = await test.ended()
        assert (status, said) == (0, "")
        verdicts = [line.split(maxsplit=1)[0] for line in test.out if line[:2] in ("pa", "FA", "sk")]
        assert verdicts == ["passed"] * 6
        assert test.out[-2:] == ["button: passed.", "Start the table again: `systemctl start tabled@table`."]


async def test_a_button_that_is_let_go_or_not_seen(tmp_path: Path) -> None:
    """A lamp that nobody sees, a press that is not held: each failure says what to do next, and it ends with 1."""
    async with (
        running(tmp_path, None, start=False) as bench,
        tablectl("test", "button", "--json", "--config", bench.daemon.config) as test,
    ):
        await test.say("n\ny")
        await test.record(name="lamp on", passed=False)
        await bench.button.push()
        await test.record(name="release", passed=True)
        await asyncio.sleep(NO_BOUNCE_S)
        await bench.button.push(held_s=0.2)
        found = await test.record(name="held")
        assert (found["passed"], "hold it longer" in found["to_do"]) == (False, True)
        end = await test.record(type="test")
        assert end == {
            "type": "test", "role": "button", "device": "button", "port": str(tmp_path / "button"),
            "passed": False, "failed": ["lamp on", "held"],
        }  # fmt: skip
        assert (await test.ended())[0] == 1


async def test_a_button_that_is_not_pressed(tmp_path: Path) -> None:
    """Nothing comes in the time given: failed, with what to look at."""
    async with running(tmp_path, None, start=False) as bench:
        words = ("test", "button", "--wait", "0.5", "--config", bench.daemon.config)
        async with tablectl(*words) as test:
            await test.say("y")
            assert "FAILED   press: no press in 0.5 s -> see the contact" in await test.line("FAILED")
            assert (await test.ended())[0] == 1


async def test_a_meter_is_looked_at(tmp_path: Path) -> None:
    """Each state and figure is on the meter while it is asked for; what is not seen fails; it ends at rest."""
    async with running(tmp_path, None, start=False) as bench:
        shown: list[tuple[str, int | None]] = []
        async with tablectl("test", "meter", "--config", bench.daemon.config) as test:
            for count in range(3 + len(MULTIPLIERS)):
                await test.line("Does the meter show")
                shown.append((bench.meter.state, bench.meter.multiplier))
                await test.say("n" if count == 4 else "y")
            status, _ = await test.ended()
        assert status == 1
        assert shown == [
            ("idle", None), ("armed", None), ("rolling", None), *(("showing", figure) for figure in MULTIPLIERS),
        ]  # fmt: skip
        assert bench.meter.state == "idle"
        text = "\n".join(test.out)
        assert f"FAILED   showing {MULTIPLIERS[1]}: not seen -> see its cable" in text
        assert f"passed   showing {MULTIPLIERS[0]}: seen, and said by itself" in text
        assert f"meter: 1 of {4 + len(MULTIPLIERS)} steps failed: showing {MULTIPLIERS[1]}." in text


async def test_a_meter_that_shows_something_else_says_so_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own word counts against a person who sees what he expects."""
    take = VirtualMeter.take

    def wrong(self: VirtualMeter, kind: str, payload: str) -> bool:
        return take(self, kind, payload.replace("25", "52"))

    monkeypatch.setattr(VirtualMeter, "take", wrong)
    async with running(tmp_path, None, start=False) as bench:
        async with tablectl("test", "meter", "--json", "--config", bench.daemon.config) as test:
            await test.say("y\n" * 20)
            found = await steps(test)
        assert found["showing 25"][:2] == (False, "meter shows showing 52, by its own word")
        assert [name for name, (passed, *_) in found.items() if not passed] == ["showing 25"]


async def test_a_shoe_is_drawn_from(tmp_path: Path) -> None:
    """Three cards, read as they are, in order, with good checks; the person confirms them."""
    async with running(tmp_path, None, start=False) as bench:
        async with tablectl("test", "shoe", "--config", bench.daemon.config) as test:
            await test.line("Draw 3 cards")
            for card in ("AS", "TD", "TD"):
                bench.shoe.deal(card)
                assert await test.line("card") == f"passed   card {len(read(test))}: {card}"
                await asyncio.sleep(0.3)
            await test.line("Are these the cards, in this order: AS TD TD? [y/n]")
            await test.say("y")
            assert (await test.ended())[0] == 0
        assert "passed   order: no gap, no repetition taken" in test.out
        assert any("begin" in line or "new shoe" in line for line in test.out)


def read(command: Command) -> list[str]:
    """The steps about cards so far."""
    return [line for line in command.out if " card " in line]


async def test_a_shoe_that_reads_wrong(tmp_path: Path) -> None:
    """A card not read, a gap in the numbers, a card that is another one: each fails by its own name."""
    async with running(tmp_path, None, start=False) as bench:
        async with tablectl("test", "shoe", "--json", "--cards", "3", "--config", bench.daemon.config) as test:
            await test.record(name="connected")
            await asyncio.sleep(1.5)  # what came sooner would be from before
            bench.shoe.deal("??")
            await test.record(name="card 1")
            bench.shoe._next = bench.shoe._next % 255 + 1
            bench.shoe.deal("AS")
            await test.record(name="card 2")
            bench.shoe.deal("KD", face_down=True)
            await test.say("n")
            await test.record(name="card 3", text="**")
            found = await steps(test)
        assert found["order"][0] is False
        assert found["faces"][0] is False
        assert "KD" not in "\n".join(test.out)
        first = next(json.loads(line) for line in test.out if "card 1" in line)
        assert (first["passed"], first["text"]) == (False, "not read")


async def test_a_shoe_that_owes_the_table_a_card_is_left_alone(tmp_path: Path) -> None:
    """A card that was drawn while no table ran is not taken away: the table gets it at its start."""
    async with running(tmp_path, None, start=False) as bench:
        bench.shoe.deal("AS")
        status, out, _ = await told("test", "shoe", "--config", bench.daemon.config)
        assert status == 1
        assert "FAILED   nothing owed: the shoe still has something to tell the table -> start the table" in out
        assert len(bench.shoe._frames) == 1
        await bench.daemon.start()
        async with asyncio.timeout(LONGEST_S):
            await bench.shoe.drained()


async def test_what_is_drawn_here_is_missed_by_the_table(tmp_path: Path, broker: Broker) -> None:
    """No card goes lost in silence: with the shoe's next word the table reports the gap."""
    async with running(tmp_path, broker) as bench:
        await bench.deal("QH")
        await bench.daemon.end(signal.SIGTERM)
        async with tablectl("test", "shoe", "--cards", "1", "--config", bench.daemon.config) as test:
            await test.line("Draw 1 card")
            bench.shoe.deal("AS")
            await test.line("Are these the cards")
            await test.say("y")
            assert (await test.ended())[0] == 0
        await bench.daemon.start()
        await bench.deal("KD")
        alert = await bench.listener.wait_for("alert", code="sequence_gap", device="shoe")
        assert "1 lost" in alert["text"]


async def test_a_round_that_is_open_forbids_it(tmp_path: Path) -> None:
    """Cards drawn now would be missing in it; the meter may be tried all the same."""
    async with running(tmp_path, None) as bench:
        await bench.say(*WAGERS)
        status, _, said = await told("test", "meter", "--config", bench.daemon.config)
        assert (status, "at the table t1, which runs" in said, "systemctl stop tabled@table" in said) == (2, True, True)
        await bench.daemon.end(signal.SIGTERM)
        status, _, said = await told("test", "shoe", "--config", bench.daemon.config)
        assert status == 2
        assert "A round is open (" in said
        assert "start the table and finish the round" in said


async def test_a_device_that_is_not_there(tmp_path: Path) -> None:
    """Unplugged, and another one in its place: the sentence names what was found and how to find more."""
    config = Bench(tmp_path, None).daemon.config
    async with tablectl("test", "button", "--json", "--config", config) as test:
        found = await steps(test)
    assert found["connected"][0] is False
    assert "No such file or directory" in found["connected"][1]
    assert "tablectl probe" in found["connected"][2]
    async with running(tmp_path, None, start=False):
        await eventually((tmp_path / "meter").exists)
        text = config.read_text().replace(f'port = "{tmp_path / "button"}"', 'port = "/dev/none"')
        config.write_text(text.replace(f'"{tmp_path / "meter"}"', f'"{tmp_path / "button"}"'))
        async with tablectl("test", "meter", "--json", "--config", config) as test:
            found = await steps(test)
    assert "expected a meter on this port, found a button" in found["connected"][1]


async def test_nobody_answers(tmp_path: Path) -> None:
    """The end of the input is no yes."""
    async with running(tmp_path, None, start=False) as bench:
        async with tablectl("test", "meter", "--config", bench.daemon.config) as test:
            await test.line("Does the meter show")
            test.hang_up()
            status, said = await test.ended()
        assert (status, "no answer: the input has ended. Run it at a terminal" in said) == (1, True)
        assert bench.meter.state == "idle"


def test_which_device_is_meant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """None of the role, more than one, one of another role: a sentence with what to say instead."""

    def refused(config: Path, *words: str) -> str:
        assert main(["test", *words, "--config", str(config)]) == 2
        return capsys.readouterr().err

    config = Bench(tmp_path, None).daemon.config
    assert "`shoe` is a shoe, no meter: `tablectl test shoe`." in refused(config, "meter", "--device", "shoe")
    text = config.read_text()
    config.write_text(text + '[[devices]]\nname = "wall"\nrole = "meter"\ndriver = "framed"\nport = "/dev/w"\n')
    assert "2 meters: say which, --device meter or --device wall." in refused(config, "meter")
    config.write_text(text.replace('role = "button"', 'role = "meter"'))
    assert "names no button: add one under [[devices]]" in refused(config, "button")
    example: Any = ROOT / "config" / "poker.toml"
    assert "names no meter" in refused(example, "meter")
