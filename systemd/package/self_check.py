#!/usr/bin/python3 -IS
"""Whether what is installed is what was signed: the manifest's signature, every file of it, and no file more.

    self-check                          at the table, before each start of the daemon and whenever it is asked
    self-check --root /mnt --key FILE   from an auditor's own medium: what is below /mnt, by a key of his
    self-check --seed HEX               and HMAC-SHA1 and HMAC-SHA256 by this key, of the files' bytes one after the
                                        other in the manifest's order

It stands outside what it checks and needs Debian's Python and openssl alone. A key in /etc/tabled/release-key.pem,
which no package brings, takes the place of the package's own. Exit status: 0 all is as signed, 5 it is not, 2 the
command line is wrong.
"""

import argparse
import contextlib
import hashlib
import hmac
import os
import socket
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

SHARED = "usr/share/table-controller"
MANIFEST, SIGNATURE, KEY = (f"{SHARED}/{name}" for name in ("manifest", "manifest.sig", "release-key.pem"))
PINNED = "etc/tabled/release-key.pem"
OURS = ("usr/lib/table-controller", "usr/libexec/table-controller", SHARED)
"""Folders that hold nothing but what the manifest names."""
COMPONENTS = {
    "controller": "/site-packages/controller/",
    "drivers": "/site-packages/drivers/",
    "packages": "/site-packages/",
    "system": "/",
}
"""A file belongs to the first whose part its path has."""
DIFFERS = 5
NAMED = 20
TO_DO = "Keep the disk as it is for whoever looks into it; then install this release's package anew: dpkg -i FILE."
AGAIN_S = 30
"""Under systemd what differs is tried again so seldom; meanwhile `systemctl status` shows why."""


class DiffersError(Exception):
    """What is installed is not what was signed; the text is a sentence."""


def main() -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="self-check", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--root", type=Path, default=Path("/"), help="where the table's disk is mounted")
    parser.add_argument("--key", type=Path, help="the release's public key (PEM)")
    parser.add_argument("--seed", type=bytes.fromhex, metavar="HEX", help="also print HMACs by this key")
    parser.add_argument("--table", type=Path, help="the table's file, whose fault LED is lit (for the unit)")
    asked = parser.parse_args()
    try:
        said = check(asked.root, asked.key, asked.seed)
    except (DiffersError, OSError) as error:
        print(f"self-check: {error}", TO_DO, sep="\n", file=sys.stderr)
        _refuse(str(error).partition("\n")[0], asked.table)
        return DIFFERS
    print(*said, sep="\n")
    return 0


def check(root: Path, key: Path | None, seed: bytes | None = None) -> Iterator[str]:
    """What to print of an installation that is as signed; raises DiffersError, and OSError where a file is not read."""
    key = key or next((root / name for name in (PINNED, KEY) if (root / name).exists()), root / KEY)
    manifest = root / MANIFEST
    if not manifest.is_file():
        raise DiffersError(f"There is no manifest {manifest}: the package is not installed, or not whole.")
    name = _name_of(key)
    if not _signed(manifest, root / SIGNATURE, key):
        raise DiffersError(f"The manifest {manifest} was not signed by the key {key} ({name}).")
    head, _, body = manifest.read_text(encoding="utf-8").partition("\n\n")
    facts = dict(line.split(" ", 1) for line in head.splitlines())
    entries = [line.split(" ", 1) for line in body.splitlines()]
    differs = [*_changed(root, entries), *_planted(root, entries)]
    if differs:
        more = [f"and {len(differs) - NAMED} more"] if len(differs) > NAMED else []
        raise DiffersError("\n".join([*differs[:NAMED], *more]))
    return _said(root, facts, entries, name, seed)


def _said(root: Path, facts: dict[str, str], entries: list[list[str]], key: str, seed: bytes | None) -> Iterator[str]:
    yield f"release {facts['release']}, code hash {facts['code_hash']}"
    if "rules" in facts:  # none in a manifest of before they were compiled
        yield f"rules {facts['rules']}"
    yield f"{len(entries)} files as signed by the key {key}, and none more"
    if facts["build"] == "development":
        yield "development build: the key was made where the package was built, and proves nothing about who built it"
    if seed is not None:
        yield from _by_seed(root, entries, seed)


def _name_of(key: Path) -> str:
    """The SHA-256 of the public key's DER, its first 16 digits: what is noted down and compared."""
    command = ["/usr/bin/openssl", "pkey", "-pubin", "-in", str(key), "-outform", "DER"]
    asked = subprocess.run(command, capture_output=True, check=False)
    if asked.returncode:
        raise DiffersError(f"The key {key} is not read: {asked.stderr.decode(errors='replace').strip()}.")
    return hashlib.sha256(asked.stdout).hexdigest()[:16]


def _signed(manifest: Path, signature: Path, key: Path) -> bool:
    command = ["/usr/bin/openssl", "pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", str(key)]
    return (
        subprocess.run([*command, "-in", manifest, "-sigfile", signature], capture_output=True, check=False).returncode
        == 0
    )


def _changed(root: Path, entries: list[list[str]]) -> Iterator[str]:
    for kind, rest in entries:
        if kind == "link":
            target, _, name = rest.partition(" ")
            path = root / name[1:]
            if not path.is_symlink() or str(path.readlink()) != target:
                yield f"{name} is not the link to {target} that was signed."
            continue
        mode, digest, name = rest.split(" ", 2)
        path = root / name[1:]
        if path.is_symlink() or not path.is_file():
            yield f"{name} is missing."
            continue
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
        if found != digest:
            yield f"{name} is not what was signed: SHA-256 {found}, expected {digest}."
        elif (found_mode := f"{path.stat().st_mode & 0o7777:04o}") != mode:
            yield f"{name} has mode {found_mode}, expected {mode}."


def _planted(root: Path, entries: list[list[str]]) -> Iterator[str]:
    known = {rest.split(" ", 1 if kind == "link" else 2)[-1] for kind, rest in entries}
    known |= {f"/{name}" for name in (MANIFEST, SIGNATURE, KEY)}
    for ours in OURS:
        for folder, folders, files in os.walk(root / ours):
            for name in (*files, *(name for name in folders if Path(folder, name).is_symlink())):
                found = "/" + Path(folder, name).relative_to(root).as_posix()
                if found not in known:
                    yield f"{found} was not signed: it is one file more."


def _by_seed(root: Path, entries: list[list[str]], seed: bytes) -> Iterator[str]:
    """Of each component and of all: the bytes of its files one after the other."""
    names = (*COMPONENTS, "all")
    found = {name: [hmac.new(seed, digestmod=kind) for kind in ("sha1", "sha256")] for name in names}
    for kind, rest in entries:
        if kind == "file":
            name = rest.split(" ", 2)[2]
            read = (root / name[1:]).read_bytes()
            component = next(component for component, part in COMPONENTS.items() if part in name)
            for one in (*found[component], *found["all"]):
                one.update(read)
    yield f"by the seed {seed.hex()}:"
    for name, (sha1, sha256) in found.items():
        yield f"    {name:<10}  HMAC-SHA1 {sha1.hexdigest()}  HMAC-SHA256 {sha256.hexdigest()}"


def _refuse(sentence: str, table: Path | None) -> None:
    """Under systemd: say so in the status, light the fault LED, and let some time pass before the next try."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    with contextlib.suppress(OSError, tomllib.TOMLDecodeError):  # a fault of the LED is none of the check
        if table is not None and (led := tomllib.loads(table.read_text()).get("health", {}).get("fault_led")):
            Path(led, "trigger").write_text("none")
            Path(led, "brightness").write_text(Path(led, "max_brightness").read_text().strip())
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd, contextlib.suppress(OSError):
        systemd.connect("\0" + address[1:] if address.startswith("@") else address)
        systemd.send(f"STATUS=closed, self-check: {sentence}".encode())
    time.sleep(AGAIN_S)


if __name__ == "__main__":
    sys.exit(main())
