"""The self-check: what was changed, put away or planted is named and nothing else; by whose key; for a laboratory."""

import os
import shutil
import socket
import subprocess
from pathlib import Path
from typing import Final

import pytest

from systemd.package import manifest

PROGRAM: Final = Path(__file__).parents[2] / "systemd" / "package" / "self_check.py"
FACTS: Final = {"release": "1.2.3+abc", "code_hash": "c0de", "journal": "1", "build": "release"}
CODE: Final = "usr/lib/table-controller/lib/site-packages/controller/rules.py"
DRIVER: Final = "usr/lib/table-controller/lib/site-packages/drivers/shoe.py"
LIBRARY: Final = "usr/lib/table-controller/lib/site-packages/aiohttp/web.py"
UNIT: Final = "usr/lib/systemd/system/tabled@.service"
LINK: Final = "usr/bin/tabled"

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed here")


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small installation, signed by the key beside it."""
    root = tmp_path_factory.mktemp("signed") / "root"
    for number, name in enumerate((CODE, DRIVER, LIBRARY, UNIT)):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"content {number}\n")
        (root / name).chmod(0o644)
    (root / LINK).parent.mkdir(parents=True)
    (root / LINK).symlink_to("../lib/table-controller/bin/tabled")
    (root / "usr/share/doc").mkdir(parents=True)
    (root / "usr/share/doc/README.md").write_text("not covered")
    (root / manifest.SHARED).mkdir(parents=True)
    manifest.make_key(root.with_name("key"))
    manifest.write(root, FACTS, root.with_name("key"))
    return root


@pytest.fixture
def root(signed: Path, tmp_path: Path) -> Path:
    """A copy of it, to be changed."""
    shutil.copy(signed.with_name("key"), tmp_path / "key")
    return Path(shutil.copytree(signed, tmp_path / "root", symlinks=True))


def check(root: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """The program's answer."""
    command = [PROGRAM, "--root", root, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def refused(root: Path, *words: str | Path) -> str:
    """What it says of an installation that differs."""
    ended = check(root, *words)
    assert (ended.returncode, ended.stdout) == (5, "")
    said, to_do, end = ended.stderr.rpartition("Keep the disk as it is ")
    assert (bool(to_do), end.count("\n")) == (True, 1)
    return said


def test_what_is_as_signed_is_said_to_be(root: Path) -> None:
    """Release, code hash and the number of files; documentation may be missing."""
    shutil.rmtree(root / "usr/share/doc")
    ended = check(root)
    assert (ended.returncode, ended.stderr) == (0, "")
    first, second = ended.stdout.splitlines()
    assert first == "release 1.2.3+abc, code hash c0de"
    assert second.startswith("5 files as signed by the key ")


def test_a_development_build_says_so(root: Path) -> None:
    """Nobody takes it for a release."""
    manifest.write(root, FACTS | {"build": "development"}, root.with_name("key"))
    assert check(root).stdout.splitlines()[2].startswith("development build: ")


def test_every_difference_is_named_and_no_other_file(root: Path) -> None:
    """One byte, a mode, a file less, a link elsewhere, a file and a link more."""
    (root / CODE).write_text("content x\n")
    (root / DRIVER).chmod(0o666)
    (root / LIBRARY).unlink()
    (root / LINK).unlink()
    (root / LINK).symlink_to("/bin/true")
    planted = root / "usr/lib/table-controller/lib/site-packages/planted.pth"
    planted.write_text("import os\n")
    (root / manifest.SHARED / "more").symlink_to("/tmp")  # noqa: S108 - where it points is no matter
    said = refused(root).splitlines()
    assert [line.split()[line.startswith("self-check: ")] for line in said] == [
        f"/{LINK}", f"/{LIBRARY}", f"/{CODE}", f"/{DRIVER}",
        f"/{planted.relative_to(root)}", f"/{manifest.SHARED}/more",
    ]  # fmt: skip
    assert "was not signed" in said[-1]
    assert "has mode 0666, expected 0644" in said[3]


def test_a_manifest_that_was_changed_or_signed_by_another_is_refused(root: Path) -> None:
    """Whoever changes a file and the manifest with it lacks the key."""
    text = (root / manifest.MANIFEST).read_text()
    (root / manifest.MANIFEST).write_text(text.replace("1.2.3", "1.2.4"))
    assert "was not signed by the key" in refused(root)
    (root / manifest.MANIFEST).unlink()
    assert "There is no manifest" in refused(root)


def test_a_key_of_the_houses_own_keeping_is_believed_instead(root: Path) -> None:
    """A package of another key, whole in itself, is refused where the house keeps the first one's."""
    pinned = root / "etc/tabled/release-key.pem"
    pinned.parent.mkdir(parents=True)
    shutil.copy(root / manifest.KEY, pinned)
    assert check(root).returncode == 0
    manifest.make_key(root.with_name("other"))
    manifest.write(root, FACTS, root.with_name("other"))
    assert f"was not signed by the key {pinned}" in refused(root)
    assert check(root, "--key", root / manifest.KEY).returncode == 0
    pinned.write_text("no key")
    assert "is not read" in refused(root)


def test_by_a_laboratorys_seed(root: Path) -> None:
    """Each line is what openssl makes of the files' bytes, one after the other."""
    found = dict(line.split(maxsplit=1) for line in check(root, "--seed", "00ff").stdout.splitlines()[3:])
    assert list(found) == ["controller", "drivers", "packages", "system", "all"]
    for component, files in {"controller": [CODE], "all": [UNIT, LIBRARY, CODE, DRIVER]}.items():
        text = b"".join((root / name).read_bytes() for name in files)
        for kind in ("sha1", "sha256"):
            made = subprocess.run(
                ["openssl", "dgst", f"-{kind}", "-mac", "HMAC", "-macopt", "hexkey:00ff"],
                input=text, capture_output=True, check=True,
            ).stdout.decode().split()[-1]  # fmt: skip
            assert f"HMAC-{kind.upper()} {made}" in found[component]
    assert check(root, "--seed", "xyz").returncode == 2


def test_systemd_is_told_and_the_fault_led_lit(root: Path, tmp_path: Path) -> None:
    """The status names the file while the unit waits for its next try."""
    led = tmp_path / "led"
    led.mkdir()
    for name, text in {"trigger": "heartbeat", "brightness": "0", "max_brightness": "255\n"}.items():
        (led / name).write_text(text)
    (tmp_path / "t.toml").write_text(f'[health]\nfault_led = "{led}"\n')
    (root / CODE).write_text("content x\n")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(20)
        environment = os.environ | {"NOTIFY_SOCKET": str(tmp_path / "notify")}
        command = [str(PROGRAM), "--root", str(root), "--table", str(tmp_path / "t.toml")]
        with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as running:
            told = systemd.recv(1000).decode()
            running.kill()
    assert told.startswith(f"STATUS=closed, self-check: /{CODE} is not what was signed")
    assert ((led / "trigger").read_text(), (led / "brightness").read_text()) == ("none", "255")
