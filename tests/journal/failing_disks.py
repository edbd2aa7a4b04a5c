"""Disks that fail for real, for tests: a small tmpfs that fills, an ext4 that turns read-only, system calls that fail.

What a test cannot have here (no root, no mount, no compiler) skips it with the reason.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

MIB = 1024 * 1024
SHIM = Path(__file__).with_name("failing_disk.c")


@contextmanager
def small_disk(folder: Path, mib: int, *, files: int = 1000) -> Iterator[Path]:
    """A tmpfs of so many MiB, for so many files, at `folder`/disk."""
    with _mounted(folder / "disk", "-t", "tmpfs", "-o", f"size={mib}m,nr_inodes={files}", "tmpfs") as disk:
        yield disk


@contextmanager
def breakable_disk(folder: Path, mib: int) -> Iterator[Path]:
    """An ext4 of so many MiB in a loop device, which turns read-only when it meets an error."""
    image = folder / "disk.img"
    with image.open("wb") as file:
        file.truncate(mib * MIB)
    if shutil.which("mkfs.ext4", path=f"{os.environ['PATH']}:/usr/sbin:/sbin") is None:
        pytest.skip("mkfs.ext4 is not installed (Debian: e2fsprogs)")
    subprocess.run(["mkfs.ext4", "-q", image], check=True, env={**os.environ, "PATH": f"{os.environ['PATH']}:/sbin"})
    with _mounted(folder / "disk", "-o", "loop,errors=remount-ro", str(image)) as disk:
        yield disk


@contextmanager
def disk_of(image: Path, place: Path) -> Iterator[Path]:
    """The ext4 in the file `image`, at `place`."""
    with _mounted(place, "-o", "loop", str(image)) as disk:
        yield disk


def break_file_system(disk: Path) -> None:
    """Let the kernel find an error of the file system: from now on it takes no write."""
    device = next(
        line.split()[0] for line in Path("/proc/mounts").read_text().splitlines() if line.split()[1] == str(disk)
    )
    trigger = Path("/sys/fs/ext4") / Path(device).name / "trigger_fs_error"
    if not trigger.exists():
        pytest.skip("this kernel cannot be told to find an error of an ext4")
    trigger.write_text("a test")


@contextmanager
def _mounted(place: Path, *what: str) -> Iterator[Path]:
    if os.geteuid() != 0:
        pytest.skip("mounting a disk of one's own needs root")
    place.mkdir()
    done = subprocess.run(["mount", *what, place], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"nothing can be mounted here: {done.stderr.strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


def fill(disk: Path) -> Path:
    """Write a file until the disk takes no more; the file."""
    filler = disk / "filler"
    with filler.open("ab", buffering=0) as file:
        for size in (MIB, 4096, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue
    return filler


def compiled(source: Path, folder: Path) -> Path:
    """A library to start a process with, that stands between it and its calls."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("the library that stands before the calls is compiled here, and there is no C compiler")
    shim = folder / f"{source.stem}.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", shim, source, "-ldl"], check=True)
    return shim


class FailingCalls:
    """Calls that fail with EIO for the journal's files, in a process started while this is prepared."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._chosen = folder / "failing_calls"
        monkeypatch.setenv("LD_PRELOAD", str(compiled(SHIM, folder)))
        monkeypatch.setenv("FAILING_DISK_FILE", str(self._chosen))
        monkeypatch.setenv("FAILING_DISK_PATH", "journal.db")
        monkeypatch.setenv("FAILING_DISK_RESERVE", str(folder / "journal.db.reserve"))

    def choose(self, call: str) -> None:
        """`write`, `fsync` or `read` fails from now on; `quota`: no more room is given than the reserve has."""
        self._chosen.write_text(call)

    def sound(self) -> None:
        """Nothing fails any more."""
        self._chosen.unlink()
