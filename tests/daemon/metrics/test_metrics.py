"""The metrics of a real table: asked for over HTTP while a round is played, and written to a file without pages."""

import asyncio
import json
import re
import shutil
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Final

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from controller.cli.tablectl import main
from tests.broker import Broker
from tests.journal.journals import readable
from tests.table.table_bench import LONGEST_S, ROOT, running
from tests.web.pages import Pages, serving

PROMETHEUS: Final = ROOT / "config" / "prometheus"
Found = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def samples(text: str) -> Found:
    """By name and labels, without that of the table, which all but the process's own have."""
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = dict(sample.labels)
            if sample.name.startswith("tabled_"):
                assert labels.pop("table") == "t1", sample
            found[sample.name, tuple(sorted(labels.items()))] = sample.value
    return found


async def asked(pages: Pages, path: str = "/metrics", *, by: str = "127.0.0.1") -> tuple[int, str]:
    """As Prometheus asks: nobody is signed in."""
    connector = aiohttp.TCPConnector(local_addr=(by, 0))
    async with aiohttp.ClientSession(connector=connector) as session, session.get(pages.address + path) as answer:
        return answer.status, await answer.text()


async def test_a_round_is_counted_and_timed(tmp_path: Path, broker: Broker) -> None:
    """Cards, a draw, a refusal, the round, a lost device and its alert, as the journal has them; no money, no card."""
    async with serving(tmp_path, broker=broker) as pages:
        bench = pages.bench
        await bench.bet_and_deal()
        await bench.press()
        shown = await bench.meter_shows("showing")
        outcome = await bench.listener.wait_for("outcome")
        await bench.say({"type": "bets.closed"})
        bench.shoe.port.unplug()
        await bench.listener.wait_for("alert", code="device_lost", state="raised")
        status, text = await asked(pages)
        assert status == 200
        found = samples(text)
        game = ("game", "pontoon-pandemonium")
        assert found["tabled_rounds_total", (game, ("status", "settled"))] == 1
        assert found["tabled_cards_total", (("device", "shoe"),)] == 3
        assert found["tabled_draws_total", (("multiplier", str(shown)),)] == 1
        assert found["tabled_rejections_total", (("event", "bets.closed"),)] >= 1
        for name in ("step", "commit", "card_to_ack", "press_to_meter"):
            assert found[f"tabled_{name}_seconds_count", ()] >= 1, name
            assert 0 < found[f"tabled_{name}_seconds_sum", ()] < LONGEST_S
        assert found["tabled_open", ()] == 1
        at = (("host", f"{broker.host}:{broker.port}"),)
        assert (found["tabled_broker_connects_total", at], found["tabled_broker_connected", at]) == (1, 1)
        assert found["tabled_device_connected", (("device", "shoe"),)] == 0
        lost = (("code", "device_lost"), ("device", "shoe"), ("severity", "critical"))
        assert found["tabled_alert_active", lost] == 1
        with closing(readable(bench.journal)) as journal:
            (events,) = journal.execute("SELECT count(*) FROM records WHERE kind = 'event'").fetchone()
        assert found["tabled_step_seconds_count", ()] == events
        assert found["process_resident_memory_bytes", ()] > 0
        for secret in ("AS", "KD", "7H", "P1", str(outcome["net"]), str(tmp_path)):
            assert not re.search(rf'"{re.escape(secret)}"', text), secret
        assert [json.loads((await asked(pages, path))[1])["status"] for path in ("/healthz", "/readyz")] == [
            "ok",
            "open",
        ]
        assert (await asked(pages, by="127.0.0.2"))[0] == 403, "listed are 127.0.0.1 and ::1"
        told = {line.split()[2]: line for line in text.splitlines() if line.startswith("# HELP")}
        assert used() - {name for name, _ in found} - told.keys() == set(), "rules and dashboard know them alone"
        assert main(["status", "--metrics", str(tmp_path / "t1.prom"), "--config", str(bench.daemon.config)]) == 0
        also = [line for line in (tmp_path / "t1.prom").read_text().splitlines() if line.startswith("# HELP")]
        assert [line for line in also if told.get(line.split()[2], line) != line] == [], "one name, one meaning"


def used() -> set[str]:
    """The names of series in the rules and in the dashboard."""
    dashboard = json.loads((PROMETHEUS / "tabled.dashboard.json").read_text())
    expressions = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    expressions += re.findall(r"^ +expr: (.*)$", (PROMETHEUS / "tabled.rules.yml").read_text(), re.MULTILINE)
    return set(re.findall(r"\b(?:tabled|process)_\w+", re.sub(r'"[^"]*"', "", "\n".join(expressions))))


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed (Debian's package prometheus)")
def test_promtool_takes_rules_and_dashboard(tmp_path: Path) -> None:
    """The rules fire where they should and are silent at a table that is well; the dashboard's expressions are such."""
    dashboard = json.loads((PROMETHEUS / "tabled.dashboard.json").read_text())
    recorded = [
        {"record": "of:dashboard", "expr": target["expr"]} for one in dashboard["panels"] for target in one["targets"]
    ]
    (tmp_path / "dashboard.json").write_text(json.dumps({"groups": [{"name": "dashboard", "rules": recorded}]}))
    for words in (("check", "rules", tmp_path / "dashboard.json"), ("test", "rules", "tabled.rules.test.yml")):
        ended = subprocess.run(["promtool", *words], cwd=PROMETHEUS, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stdout + ended.stderr


async def test_without_pages_a_file_is_written(tmp_path: Path) -> None:
    """Whole, readable for the collector's user, with what the table knows."""
    async with running(tmp_path, None, start=False) as bench:
        file = tmp_path / "t1.prom"
        config = tmp_path / "table.toml"
        config.write_text(config.read_text() + f'[health]\ntextfile = "{file}"\n')
        await bench.daemon.start()
        async with asyncio.timeout(LONGEST_S):
            while not file.exists():  # noqa: ASYNC110 - nobody says when a file is there
                await asyncio.sleep(0.05)
        found = samples(file.read_text())
        assert found["tabled_open", ()] == 1
        assert found["tabled_journal_records", ()] > 0
        assert file.stat().st_mode & 0o777 == 0o644
