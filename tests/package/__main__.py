"""`python -m tests.package`: a release made twice, unpacked, played, and changed file by file. Some minutes.

Two builds by one key are the same to the byte; sums and signature hold; from what is unpacked the demonstration plays
and a table of each game is good; its compiled rules give the same to the byte as the checkout's interpreted ones, and
each replays what the other has played; then a file at random, each fourth of what is compiled, is changed, put away or
planted, again and again, and each time the self-check names it and nothing else. Exit status: 0 nothing was found,
1 something was.
"""

import argparse
import hashlib
import random
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from controller.games.registry import GAMES
from systemd.package import environment, manifest
from tests.architecture.tracked import ROOT
from tests.games.same_steps import compare
from tests.package.both_ways import play_both_ways

STEPS: Final = 20_000
SELF_CHECK: Final = "usr/libexec/table-controller/self-check"


def main() -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="make test-deb", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--changes", type=int, default=100, help="files that are changed, one at a time")
    parser.add_argument("--seed", type=int, default=0, help="which")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        findings = _try(Path(folder), asked.changes, random.Random(asked.seed))
    print(f"{len(findings)} findings", *(f"  - {finding}" for finding in findings), sep="\n")
    return 1 if findings else 0


def _try(folder: Path, changes: int, chance: random.Random) -> list[str]:
    first, second = (_made(folder / name, folder / "build" / "key.pem") for name in ("first", "second"))
    findings = [f"another {file} by the second build" for file in first if first[file] != second.get(file)]
    findings += _signed(folder / "first")
    (package,) = (folder / "first").glob("*.deb")
    root = folder / "root"
    _done("dpkg-deb", "--extract", package, root)
    size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    print(f"{package.name}: {package.stat().st_size / 1e6:.1f} MB, {size / 1e6:.0f} MB unpacked")
    findings += _played(root, folder)
    findings += play_both_ways(root, folder / "both")
    if compare([ROOT, root / environment.PLACE / "lib" / f"python{environment.VERSION}" / "site-packages"], STEPS, 1):
        findings.append("the rules of the package give other steps than the checkout's")
    return findings + _changed(root, changes, chance)


def _made(output: Path, key: Path) -> dict[str, str]:
    """The SHA-256 of each file of a release by `key`; of a development build where the tree has changes."""
    began = time.monotonic()
    if not key.exists():
        manifest.make_key(key)
    clean = not subprocess.run(["git", "-C", ROOT, "status", "--porcelain"], check=True, capture_output=True).stdout
    by: list[str | Path] = ["--key", key] if clean else []
    _done(sys.executable, "-m", "systemd.package.release", "--output", output, *by)
    print(f"{'a release' if clean else 'a development build'} is made in {time.monotonic() - began:.0f} s")
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in output.iterdir()}


def _signed(output: Path) -> list[str]:
    command = ["openssl", "pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", "release-key.pem", "-in", "SHA256SUMS"]
    for words in ([*command, "-sigfile", "SHA256SUMS.sig"], ["sha256sum", "--check", "--quiet", "SHA256SUMS"]):
        if subprocess.run(words, cwd=output, check=False, stdout=subprocess.DEVNULL).returncode:
            return [f"{words[0]} does not hold the release good"]
    return []


def _played(root: Path, folder: Path) -> list[str]:
    """By its own interpreter, which finds its environment wherever it lies."""
    bin_ = root / environment.PLACE / "bin"

    def program(name: str, *words: str | Path) -> str:
        return _done(bin_ / "python3", "-IB", bin_ / name, *words)

    shown = program("tabled", "demo", "--fast", "--rounds", "1", "--seed", "1")
    findings = [] if "pontoon-pandemonium" in shown else [f"the demonstration shows no round: {shown}"]
    for game in GAMES:
        program("tablectl", "new", game, "--game", game, "--folder", folder)
        checked = program("tabled", "--config", folder / f"{game}.toml", "--check")
        findings += [] if f"of house: {game}" in checked else [f"{game}: {checked}"]
    return findings


def _changed(root: Path, changes: int, chance: random.Random) -> list[str]:
    """One difference at a time, put right again."""
    found = subprocess.run([root / SELF_CHECK, "--root", root], capture_output=True, text=True, check=False)
    findings = [] if found.returncode == 0 else [f"the unpacked package is refused: {found.stderr}"]
    lines = (root / manifest.MANIFEST).read_text().partition("\n\n")[2].splitlines()
    names = [line.split(" ", 3)[3] for line in lines if line.startswith("file ")]
    compiled = [name for name in names if "/controller/games/" in name and name.endswith(".so")]
    findings += [] if compiled else ["nothing of the rules is compiled"]
    began = time.monotonic()
    for number in range(changes):
        name = chance.choice(compiled if compiled and number % 4 == 0 else names)
        file = root / name[1:]
        kept, mode = file.read_bytes(), file.stat().st_mode
        kind = chance.choice(("changed", "missing", "planted"))
        if kind == "changed" and kept:
            at = chance.randrange(len(kept))
            file.write_bytes(kept[:at] + bytes([kept[at] ^ 1 << chance.randrange(8)]) + kept[at + 1 :])
        elif kind == "planted" and name.startswith("/usr/lib/table-controller/"):
            name = f"{name[:-3]}.abi3.so" if name.endswith(".py") else f"{name}.pth"  # that would be taken first
            (root / name[1:]).touch()
        else:
            file.unlink()
        ended = subprocess.run([root / SELF_CHECK, "--root", root], capture_output=True, text=True, check=False)
        said = ended.stderr.removeprefix("self-check: ")
        if ended.returncode != 5 or not said.startswith(f"{name} ") or said.count("\n") != 2:
            findings.append(f"{name} {kind}: exit {ended.returncode}, {ended.stderr}")
        (root / name[1:]).unlink(missing_ok=True)
        file.write_bytes(kept)
        file.chmod(mode)
    print(f"{changes} files changed, {(time.monotonic() - began) / max(changes, 1):.2f} s a check")
    return findings


def _done(*words: str | Path) -> str:
    ended = subprocess.run(words, cwd=ROOT, check=False, capture_output=True, text=True)
    if ended.returncode:
        raise RuntimeError(f"{words}: {ended.stdout}{ended.stderr}")
    return ended.stdout


if __name__ == "__main__":
    sys.exit(main())
