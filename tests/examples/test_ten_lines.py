"""The reader in ten lines of `config/examples/README.md`, as it stands there but for the address, at a real table."""

import asyncio
import re
import shutil
import sys
from pathlib import Path
from typing import Final

from tests.broker import Broker
from tests.table.table_bench import LONGEST_S, ROOT, running

EXAMPLES: Final = ROOT / "config" / "examples"


async def test_it_prints_the_outcome_of_a_round(tmp_path: Path, broker: Broker) -> None:
    """And of no message that the table has not signed."""
    (script,) = re.findall(r"```python\n(.*?)```", (EXAMPLES / "README.md").read_text(), re.DOTALL)
    script = re.sub(r"(?m)^client\.(?:tls_set|username_pw_set)\(.*\n", "", script)
    async with running(tmp_path, broker) as bench:
        about = await bench.listener.wait_for("about")
        for before, after in (
            ('"BROKER", 8883', f'"{broker.host}", {broker.port}'),
            ('"TABLE": "PUBLIC_KEY"', f'"t1": "{about["public_key"]}"'),
            ("client.subscribe(", "print('there', client.subscribe("),
            ("qos=1)", "qos=1))"),
        ):
            assert before in script, before
            script = script.replace(before, after)
        for name in ("reader.py", "asking.py"):
            shutil.copy(EXAMPLES / name, tmp_path)
        (tmp_path / "ten.py").write_text(script)
        reader = await asyncio.create_subprocess_exec(
            sys.executable, "-u", "ten.py", cwd=tmp_path, stdout=asyncio.subprocess.PIPE
        )
        try:
            assert reader.stdout is not None
            async with asyncio.timeout(LONGEST_S):
                await reader.stdout.readline()
                await bench.bet_and_deal()
                await bench.press()
                outcome = await bench.listener.wait_for("outcome", round=1)
                said = (await reader.stdout.readline()).decode().split()
            assert said == ["t1", "1", "1", "settled", str(outcome["net"])]
        finally:
            if reader.returncode is None:
                reader.kill()
            await reader.wait()
