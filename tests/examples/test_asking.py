"""The readers ask for what a broker has lost, by themselves, and end with exactly the journal's outcomes.

Both are away while rounds are played in three lives of the table, the broker is killed meanwhile and forgets what it
had for them. Back again they know from what the table keeps there that something is missing.
"""

import asyncio
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from tests.examples.test_readers import correct, following, journal, outcomes, restart, settle
from tests.table.table_bench import LONGEST_S

SECTION = '[requests.keys.cms]\nfile = "cms.pub"\nrank = "technician"\n'


async def test_what_the_broker_lost_is_asked_for(tmp_path: Path) -> None:
    """A life that they have not seen at all, too; nothing is asked for twice while it is under way."""
    key = tmp_path / "cms.key"
    secret = Ed25519PrivateKey.generate()
    key.write_bytes(secret.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public = secret.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    (tmp_path / "cms.pub").write_bytes(public)
    async with following(tmp_path, sections=SECTION, ask=("--ask", key)) as (bench, broker, _, readers):
        await settle(bench)
        for reader in readers:
            await reader.until("outcome/last: new")
            await reader.kill()
        await settle(bench)
        await correct(bench, tmp_path, "QC")
        await restart(bench)
        await settle(bench)
        broker.kill()
        broker.forget()
        await settle(bench)
        await restart(bench)
        broker.start()
        await settle(bench)
        wanted = await journal(bench)
        assert len(wanted) == 5
        for reader in readers:  # one after the other, else the second is given what the first has asked for
            await reader.start()
            await reader.until("all have come that the table has")
            assert await outcomes(reader) == wanted, reader.name
            async with asyncio.timeout(LONGEST_S):  # the second has missed what the first was answered, and asks for it
                while await reader.ask("gaps"):  # noqa: ASYNC110 - a program's answer
                    await asyncio.sleep(0.2)
            said = reader.log.read_text()
            assert said.count("house/t1: asked for 28 to ") == 1, said
            assert said.count("of another life") == 2, said
