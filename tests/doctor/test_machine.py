"""The table PC: what the kernel says of a disk, a certificate that ends, how warm it is."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding

from controller.configuration.config import load
from controller.doctor import machine
from controller.doctor.machine import look_at_machine, told_by_kernel
from tests.table.table_bench import write_config


@pytest.mark.parametrize(
    ("life_time", "end_of_life", "errors", "verdict"),
    [
        (None, None, None, "ok"),
        ("0x01 0x03", "0x01", 0, "ok"),
        ("0x0a 0x03", "0x01", 0, "warning"),
        ("0x02 0x02", "0x02", 0, "warning"),
        ("0x01 0x01", "0x01", 7, "wrong"),
    ],
)
def test_what_the_kernel_says_of_a_disk(
    tmp_path: Path, life_time: str | None, end_of_life: str | None, errors: int | None, verdict: str
) -> None:
    """Errors of the file system, and how much of an eMMC's life is used."""
    (tmp_path / "device").mkdir()
    for name, text in (("life_time", life_time), ("pre_eol_info", end_of_life)):
        if text is not None:
            (tmp_path / "device" / name).write_text(text + "\n")
    assert told_by_kernel("mmcblk0p2", tmp_path, errors=errors).verdict == verdict


@pytest.mark.parametrize(("days", "verdict"), [(-1, "wrong"), (10, "warning"), (300, "ok")])
def test_the_pages_certificate_ends(tmp_path: Path, days: int, verdict: str) -> None:
    """One that has ended, one that ends soon, and a good one."""
    key, name = Ed25519PrivateKey.generate(), x509.Name([])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(1).not_valid_before(now - timedelta(days=400)).not_valid_after(now + timedelta(days=days))
    file = write_config(tmp_path, None)
    for one in ("table.pem", "key.pem"):
        (tmp_path / one).write_bytes(made.sign(key, None).public_bytes(Encoding.PEM))
    file.write_text(file.read_text() + '[web]\ntls_cert = "table.pem"\ntls_key = "key.pem"\n')
    found = [one for one in look_at_machine(load(file)) if one.what == "certificate"]
    assert [one.verdict for one in found] == [verdict]


@pytest.mark.parametrize(("degrees", "verdicts"), [(None, []), (51.0, ["ok"]), (85.0, ["warning"]), (99.0, ["wrong"])])
def test_how_warm_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, degrees: float | None, verdicts: list[str]
) -> None:
    """Nothing where no zone tells."""
    monkeypatch.setattr(machine, "temperature", lambda: degrees)
    found = look_at_machine(load(write_config(tmp_path, None)))
    assert [one.verdict for one in found if one.what == "temperature"] == verdicts
