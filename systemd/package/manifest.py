"""The manifest: every file that the package installs, with its mode and SHA-256, signed by a release's key.

Documentation is left out (a slim Debian installs none). What `self_check.py` reads:

    release 0.1.0+1a2b3c4
    code_hash 5c1f…                       as the table's `about` and the record of each start have it
    journal 1                             the newest journal that this release reads
    build release                         or `development`: signed by a key that was made at the build
    rules compiled for cpython-311-…      with compiler and headers; or `interpreted`

    file 0644 9f86… /usr/lib/…
    link python3.11 /usr/bin/…
"""

import hashlib
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

SHARED: Final = "usr/share/table-controller"
MANIFEST: Final = f"{SHARED}/manifest"
SIGNATURE: Final = f"{SHARED}/manifest.sig"
KEY: Final = f"{SHARED}/release-key.pem"
NOT_COVERED: Final = (MANIFEST, SIGNATURE, KEY)
DOCUMENTATION: Final = ("usr/share/doc/", "usr/share/man/")


def write(tree: Path, facts: Mapping[str, str], key: Path) -> None:
    """Manifest, signature and public key into `tree`, by the private key in the file `key`."""
    lines = [f"{name} {value}" for name, value in facts.items()]
    entries = sorted((path.relative_to(tree).as_posix(), path) for path in tree.rglob("*"))
    lines += ["", *(_line(name, path) for name, path in entries if _is_covered(name, path))]
    (tree / MANIFEST).write_text("\n".join(lines) + "\n", encoding="utf-8")
    public = subprocess.run(["/usr/bin/openssl", "pkey", "-in", key, "-pubout"], check=True, capture_output=True).stdout
    (tree / KEY).write_bytes(public)
    sign(tree / MANIFEST, key, tree / SIGNATURE)
    for name in NOT_COVERED:
        (tree / name).chmod(0o644)


def sign(file: Path, key: Path, signature: Path) -> None:
    """The Ed25519 signature of a file; the same key gives the same bytes."""
    subprocess.run(
        ["/usr/bin/openssl", "pkeyutl", "-sign", "-rawin", "-inkey", key, "-in", file, "-out", signature], check=True
    )


def make_key(file: Path) -> None:
    """A new private key, readable by its owner alone."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(0o600)
    subprocess.run(["/usr/bin/openssl", "genpkey", "-algorithm", "ed25519", "-out", file], check=True)


def _is_covered(name: str, path: Path) -> bool:
    return (path.is_symlink() or path.is_file()) and name not in NOT_COVERED and not name.startswith(DOCUMENTATION)


def _line(name: str, path: Path) -> str:
    if path.is_symlink():
        return f"link {path.readlink()} /{name}"
    mode = path.stat().st_mode & 0o7777
    return f"file {mode:04o} {hashlib.sha256(path.read_bytes()).hexdigest()} /{name}"
