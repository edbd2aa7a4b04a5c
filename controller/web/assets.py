"""The files of the pages: read once at the start, named by a digest of them all, so that a browser may keep them.

A page is one shell of small HTML with its title, its styles and its script; what it names is under `/assets/BUILD/`.
"""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from aiohttp import web

PAGES: Final = Path(__file__).with_name("pages")
SHELLS: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "dealer": ("Dealer's console", ("base", "dealer", "oval", "sheets")),
    "approve": ("Approvals", ("base", "sheets")),
    "technician": ("Technician", ("base", "sheets", "technician")),
    "signage": ("Sign", ("base", "signage")),
}
"""Each page by the name of its script: its title, and its styles in order."""
FOR_EVER: Final = "public, max-age=31536000, immutable"
_TYPES: Final = {".js": "text/javascript", ".woff2": "font/woff2", ".webmanifest": "application/manifest+json"}
_COMMENT: Final = re.compile(rb"^[ ]*//.*$", re.MULTILINE)
"""A line of a script that is for its readers alone; it is sent empty, so that the numbers of lines stay."""
_KEPT: Final = frozenset((".html", ".css", ".js", ".json", ".svg", ".woff2", ".webmanifest"))


@dataclass(frozen=True, slots=True)
class Asset:
    """One file as it is sent."""

    body: bytes
    content_type: str
    packed: bytes | None
    """By gzip, where that is less."""


class Assets:
    """All `files` by their names below `pages`; `build` is their digest."""

    def __init__(self, folder: Path = PAGES) -> None:
        files = sorted(file for file in folder.rglob("*") if file.suffix in _KEPT)
        self.files = {file.relative_to(folder).as_posix(): _asset(file) for file in files}
        together = hashlib.sha256()
        for name, asset in self.files.items():
            together.update(f"{name}\0{len(asset.body)}\0".encode() + asset.body)
        self.build = together.hexdigest()[:16]

    def shell(self, name: str) -> web.Response:
        """The page itself, which is asked for anew each time."""
        title, styles = SHELLS[name]
        links = "\n".join(f'<link rel="stylesheet" href="{{assets}}/style/{style}.css">' for style in styles)
        text = self.files["shell.html"].body.decode()
        for word, value in (("title", title), ("styles", links), ("page", name), ("assets", f"/assets/{self.build}")):
            text = text.replace(f"{{{word}}}", value)
        return web.Response(text=text, content_type="text/html")

    def file(self, build: str, name: str, *, packed: bool) -> web.Response:
        """One file of this build, `packed` where the browser takes that.

        Raises HTTPNotFound, also for a page that an older build has loaded.
        """
        asset = self.files.get(name)
        if build != self.build or asset is None or name.endswith(".html"):
            raise web.HTTPNotFound(text="There is no such file in this build: load the page again.")
        body = asset.packed if packed and asset.packed is not None else asset.body
        response = web.Response(body=body, content_type=asset.content_type)
        if body is asset.packed:
            response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
        response.headers["Cache-Control"] = FOR_EVER
        return response


def _asset(file: Path) -> Asset:
    kind = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    body = file.read_bytes()
    if file.suffix == ".js" and "vendor" not in file.parts:
        body = _COMMENT.sub(b"", body)
    packed = gzip.compress(body, mtime=0)
    return Asset(body, kind, packed if len(packed) < len(body) * 0.9 else None)
