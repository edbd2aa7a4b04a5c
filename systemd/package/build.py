"""`python -m systemd.package.build`: the Debian package, the same bytes of the same tree each time.

    dist/table-controller_VERSION_amd64.deb

For the Debian whose Python this is (3.11: Debian 12), with the rules compiled beside their sources, or without by
`--interpreted`: the same outcomes at a third of the pace. With `--key FILE` (Ed25519, PEM) it is a release's, of a tree
without changes; else a development build, which says so, by a key that is made once in `build/`. Exit status: 0 it is
made, 1 not.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from controller import __version__
from controller.code_hash import code_hash
from controller.journal.migrations import MIGRATIONS
from controller.release import release, revision_of
from systemd.package import environment, manifest, manual, sbom
from systemd.package.compiled import CompilerError

ROOT: Final = environment.ROOT
HERE: Final = Path(__file__).parent
SCRIPTS: Final = ("preinst", "postinst", "prerm", "postrm")
DEVELOPMENT_KEY: Final = ROOT / "build" / "development-key.pem"
DOCUMENTS: Final = "usr/share/doc/table-controller"
GUIDES: Final = (
    "README.md", "CHANGELOG.md", "systemd/README.md", "controller/web/README.md", "controller/audit/README.md",
    "controller/cli/README.md", "controller/README.md", "drivers/README.md",
)  # fmt: skip
"""Documents for people, at their places in the tree, so that their links lead somewhere; `config` is a link."""
PROGRAMS: Final = {
    "systemd/package/self_check.py": "usr/libexec/table-controller/self-check",
    "systemd/package/clock_state.py": "usr/libexec/table-controller/clock-state",
}
"""What is run by itself, by Debian's Python."""
FILES: Final = {
    "systemd/tabled@.service": "usr/lib/systemd/system/tabled@.service",
    "systemd/table-clock.service": "usr/lib/systemd/system/table-clock.service",
    "systemd/95-tabled.rules": "usr/lib/udev/rules.d/95-tabled.rules",
    "systemd/tabled.sysusers": "usr/lib/sysusers.d/tabled.conf",
    "systemd/tabled.tmpfiles": "usr/lib/tmpfiles.d/tabled.conf",
    **PROGRAMS,
    "systemd/tabled@.service.d/fault-led.conf": f"{manifest.SHARED}/tabled@.service.d/fault-led.conf",
    "systemd/tabled@.service.d/mqtt-password.conf": f"{manifest.SHARED}/tabled@.service.d/mqtt-password.conf",
    "systemd/table-console.service": f"{manifest.SHARED}/table-console.service",
    "LICENSE": f"{DOCUMENTS}/copyright",
    **{name: f"{DOCUMENTS}/{name}" for name in GUIDES},
    **{f".pictures/{path.name}": f"{DOCUMENTS}/.pictures/{path.name}" for path in (ROOT / ".pictures").iterdir()},
}
"""What is installed beside the environment, by its place in the tree."""
LINKS: Final = {
    **{f"usr/bin/{name}": f"../lib/table-controller/bin/{name}" for name in environment.PROGRAMS},
    f"{DOCUMENTS}/config": "../../table-controller/examples",
    f"{DOCUMENTS}/LICENSE": "copyright",
}


class BuildError(Exception):
    """The package cannot be made; the text is a sentence."""


def main() -> int:
    """The command; returns its exit status."""
    return command("make deb", __doc__, lambda *asked: [build(*asked)])


def command(name: str, about: str | None, make: Callable[[Path, Path | None, bool], list[Path]]) -> int:
    """A command that makes files in a folder, signed by a key, and prints them; returns its exit status."""
    parser = argparse.ArgumentParser(prog=name, description=(about or "").partition("\n")[0])
    parser.add_argument("--key", type=Path, help="the release's private key (Ed25519, PEM)")
    parser.add_argument("--output", type=Path, default=ROOT / "dist", help="the folder that it is written to")
    parser.add_argument("--interpreted", action="store_true", help="leave the rules uncompiled; needs no compiler")
    asked = parser.parse_args()
    os.umask(0o022)
    try:
        made = make(asked.output, asked.key, asked.interpreted)
    except (BuildError, CompilerError, subprocess.CalledProcessError) as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 1
    for file in made:
        print(f"{file}: {file.stat().st_size / 1e6:.1f} MB, {hashlib.sha256(file.read_bytes()).hexdigest()}")
    return 0


def build(output: Path, key: Path | None, interpreted: bool) -> Path:
    """The package in `output`; raises BuildError, CompilerError, CalledProcessError."""
    made_at = _time_of_the_tree()
    os.environ["SOURCE_DATE_EPOCH"] = str(made_at)
    revision = revision_of(ROOT)
    if key is not None and not key.is_file():
        raise BuildError(
            f"There is no key {key}: expected one made by `openssl genpkey -algorithm ed25519 -out {key}`."
        )
    if key is not None and revision.endswith(".dirty"):
        raise BuildError("A release is made of a tree whose changes are all committed; this one has others.")
    version = __version__ if key is not None else f"{__version__}~dev{made_at}.{revision}".rstrip(".")
    if key is None:
        key, built = DEVELOPMENT_KEY, "development"
        if not key.exists():
            manifest.make_key(key)
    else:
        built = "release"
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        _stage(tree, key, built, made_at, interpreted)
        _control(tree, version, built)
        _settle(tree, made_at)
        output.mkdir(parents=True, exist_ok=True)
        package = output / f"table-controller_{version}_amd64.deb"
        subprocess.run(
            # One thread: more would cut the archive elsewhere.
            ["/usr/bin/dpkg-deb", "--root-owner-group", "--threads-max=1", "-Zxz", "--build", str(tree), str(package)],
            check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
    return package


def _time_of_the_tree() -> int:
    """Of the last commit: no file is younger; `SOURCE_DATE_EPOCH` where there is no git."""
    git = ["git", "-C", str(ROOT), "-c", "safe.directory=*", "log", "-1", "--format=%ct"]
    asked = subprocess.run(git, capture_output=True, text=True, check=False)
    told = asked.stdout.strip() or os.environ.get("SOURCE_DATE_EPOCH", "")
    if not told.isdecimal():
        raise BuildError("Expected a git checkout, or the time of the tree in SOURCE_DATE_EPOCH.")
    return int(told)


def _stage(tree: Path, key: Path, built: str, made_at: int, interpreted: bool) -> None:
    """Every file that is installed."""
    staged = environment.stage(tree, interpreted=interpreted)
    site = tree / environment.PLACE / "lib" / f"python{environment.VERSION}" / "site-packages"
    for source, place in FILES.items():
        (tree / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / source, tree / place)
    for place in PROGRAMS.values():
        (tree / place).chmod(0o755)
    for place, target in LINKS.items():
        (tree / place).parent.mkdir(parents=True, exist_ok=True)
        (tree / place).symlink_to(target)
    examples = site / "controller" / "examples"
    (tree / manifest.SHARED / "examples").symlink_to(f"/{examples.relative_to(tree)}")
    manual.write(tree, examples, release())
    sbom.write(tree / manifest.SHARED / sbom.NAME, staged.packages, release(), made_at)
    _modes(tree)
    facts = {
        "release": release(), "code_hash": code_hash(site), "journal": str(MIGRATIONS[-1].number), "build": built,
        "rules": staged.rules,
    }  # fmt: skip
    manifest.write(tree, facts, key)


def _modes(tree: Path) -> None:
    """Whatever the umask of whoever made them: all may read, root may write, programs run."""
    for path in tree.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)


def _control(tree: Path, version: str, built: str) -> None:
    """What dpkg asks: dependencies, scripts, sums. No file is a conffile: none is of those that the house changes."""
    folder = tree / "DEBIAN"
    files = sorted(path for path in tree.rglob("*") if path.is_file() and not path.is_symlink())
    sums = [f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(tree)}\n" for path in files]  # noqa: S324
    folder.mkdir()
    (folder / "md5sums").write_text("".join(sums), encoding="utf-8")
    words: dict[str, Any] = {
        "version": version, "release": release(), "journal": MIGRATIONS[-1].number,
        "size": sum(path.stat().st_size for path in files) // 1024,
        "python": environment.VERSION, "next_python": f"{sys.version_info.major}.{sys.version_info.minor + 1}",
        "built": " (development build)" if built == "development" else "",
    }  # fmt: skip
    for name in ("control", *SCRIPTS):
        text = (HERE / "debian" / name).read_text(encoding="utf-8")
        (folder / name).write_text(filled(text, words), encoding="utf-8")
        (folder / name).chmod(0o644 if name == "control" else 0o755)


def filled(text: str, words: dict[str, Any]) -> str:
    """`@word@` replaced by its value."""
    for word, value in words.items():
        text = text.replace(f"@{word}@", str(value))
    return text


def _settle(tree: Path, made_at: int) -> None:
    """One time for all."""
    for path in (tree, *tree.rglob("*")):
        os.utime(path, (made_at, made_at), follow_symlinks=False)


if __name__ == "__main__":
    sys.exit(main())
