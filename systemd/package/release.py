"""`python -m systemd.package.release --key FILE`: a release in `dist/`, the same bytes of the same tree and key.

    table-controller_VERSION_amd64.deb    the package, its manifest signed
    table-controller_VERSION.cdx.json     the bill of materials, as the package has it
    release-key.pem                       the public key, for whoever checks
    SHA256SUMS, SHA256SUMS.sig            of these three; Ed25519 by the key

Without `--key` the same as a development build. Exit status: 0 it is made, 1 not.
"""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from systemd.package import manifest, sbom
from systemd.package.build import DEVELOPMENT_KEY, build, command


def main() -> int:
    """The command; returns its exit status."""
    return command("make release", __doc__, release)


def release(output: Path, key: Path | None, interpreted: bool) -> list[Path]:
    """Every file of the release; raises BuildError, CompilerError, CalledProcessError."""
    package = build(output, key, interpreted)
    bill, public = output / f"{package.stem.rpartition('_')[0]}.cdx.json", output / "release-key.pem"
    with TemporaryDirectory() as folder:
        subprocess.run(["/usr/bin/dpkg-deb", "--extract", str(package), folder], check=True)
        shutil.copyfile(Path(folder, manifest.SHARED, sbom.NAME), bill)
        shutil.copyfile(Path(folder, manifest.KEY), public)
    named = (package, bill, public)
    sums = output / "SHA256SUMS"
    lines = (f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in named)
    sums.write_text("".join(lines), encoding="ascii")
    signature = output / "SHA256SUMS.sig"
    manifest.sign(sums, key or DEVELOPMENT_KEY, signature)
    return [*named, sums, signature]


if __name__ == "__main__":
    sys.exit(main())
