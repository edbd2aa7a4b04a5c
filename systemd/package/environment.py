"""The Python environment of the package: the packages of requirements.lock by their hashes, and the controller.

The rules are compiled beside their sources (`compiled`).

What the demonstration needs beyond them (its broker) lies in a folder of its own, which `tabled demo` alone looks into.

What depends on the machine or the moment is left out (RECORD, INSTALLER, direct_url.json), and bytecode is there from
the beginning, never looked at beside its source again: nothing is written at a table.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from systemd.package import compiled

ROOT: Final = Path(__file__).parents[2]
PLACE: Final = "usr/lib/table-controller"
"""Where the environment lies at a table; the unit names it."""
DEMO: Final = "demo"
"""Below it: what `tabled demo` alone needs (`controller.demo.PACKAGED`)."""
LOCK: Final = ROOT / "requirements.lock"
DEMO_LOCK: Final = ROOT / ".ci" / "demo.lock"
INSTALL: Final = ("install", "--no-deps", "--no-compile", "--only-binary=:all:", "--upgrade")
PROGRAMS: Final = ("tabled", "tablectl")
VERSION: Final = f"{sys.version_info.major}.{sys.version_info.minor}"
GLIBCS: Final = ("2014", "_2_17", "_2_24", "_2_26", "_2_27", "_2_28", "_2_31", "_2_34")
"""Debian 12 has glibc 2.36: what was built for an older one runs there."""
PINNED: Final = re.compile(r"^([a-z0-9-]+)==", re.MULTILINE)
OF_THE_MOMENT: Final = ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json")


class Staged(NamedTuple):
    """What pip reports of each package of the lock (name, version, file's hash), and how the rules run."""

    packages: list[dict[str, Any]]
    rules: str


def stage(tree: Path, *, interpreted: bool) -> Staged:
    """Make the environment below `tree`; raises CompilerError, and CalledProcessError of what has written why."""
    place = tree / PLACE
    site = place / "lib" / f"python{VERSION}" / "site-packages"
    site.mkdir(parents=True)
    (place / "bin").mkdir()
    (place / "bin" / "python3").symlink_to(f"/usr/bin/python{VERSION}")
    (place / "pyvenv.cfg").write_text(
        f"home = /usr/bin\ninclude-system-site-packages = false\nversion = {VERSION}\n", encoding="ascii"
    )
    for name in PROGRAMS:
        _write_program(place / "bin" / name, name)
    demo = place / DEMO
    with TemporaryDirectory() as folder:
        reported = _install(site, Path(folder), LOCK) + _install(demo, Path(folder), _beyond(Path(folder)))
        _install_controller(site, Path(folder))
    rules = "interpreted" if interpreted else f"compiled for {compiled.into(site)}"
    for packages in (site, demo):
        shutil.rmtree(packages / "bin", ignore_errors=True)
        for name in OF_THE_MOMENT:
            for file in packages.glob(f"*.dist-info/{name}"):
                file.unlink()
        _compile(tree, packages)
    return Staged(reported, rules)


def _write_program(file: Path, name: str) -> None:
    file.write_text(
        f"#!/{PLACE}/bin/python3 -IB\nfrom controller.cli.{name} import main\n\nraise SystemExit(main())\n",
        encoding="ascii",
    )
    file.chmod(0o755)


def _beyond(folder: Path) -> Path:
    """A lock of what the demonstration's has and the table's has not."""
    carried = set(PINNED.findall(LOCK.read_text(encoding="utf-8")))
    _, *blocks = re.split(r"\n(?=[a-z])", DEMO_LOCK.read_text(encoding="utf-8"))
    lock = folder / "demo.lock"
    lock.write_text("\n".join(block for block in blocks if not carried & set(PINNED.findall(block))), encoding="utf-8")
    return lock


def _install(site: Path, folder: Path, lock: Path) -> list[dict[str, Any]]:
    abi = f"cp{VERSION.replace('.', '')}"
    platforms = [f"--platform=manylinux{glibc}_x86_64" for glibc in GLIBCS]
    _pip(
        *INSTALL, f"--target={site}", "--require-hashes", f"--report={folder / 'report.json'}", "--implementation=cp",
        f"--python-version={VERSION}", f"--abi={abi}", "--abi=abi3", "--abi=none", *platforms,
        "-r", lock,
    )  # fmt: skip
    installed: list[dict[str, Any]] = json.loads((folder / "report.json").read_text(encoding="utf-8"))["install"]
    return installed


def _install_controller(site: Path, folder: Path) -> None:
    _pip("wheel", "--no-deps", "--no-build-isolation", f"--wheel-dir={folder}", ROOT)
    (own,) = folder.glob("table_controller-*.whl")
    _pip(*INSTALL, f"--target={site}", own)


def _pip(*words: str | Path) -> None:
    """Raises subprocess.CalledProcessError; pip has written why."""
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input", *words]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)


def _compile(tree: Path, site: Path) -> None:
    """By Debian's own interpreter where this is a Debian of that version: it is what reads the bytecode."""
    debian = f"/usr/bin/python{VERSION}"
    interpreter = debian if os.access(debian, os.X_OK) else sys.executable
    subprocess.run(
        [interpreter, "-I", "-m", "compileall", "-q", "-j1", "--invalidation-mode=unchecked-hash",
         "-s", tree, "-p", "/", site],
        check=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
