"""`python -m systemd.package.compiled`: in `build/compiled` a copy of the tree with its rules compiled by mypyc.

`into` does the same to what the package's build packs. Compiled is `controller/games` as far as a step runs through it;
not what pydantic or a page reads the types of (`floor`, moves), as mypyc keeps too little of them. Beside each
source lies a module of its name, and all that they do in one, `games/rules__mypyc`: the interpreter that they are for
takes them first, another one the sources. They count for `code_hash` as every file does.

The same sources, compiler and headers give the same bytes, wherever they lie. The headers are those of Debian's own
interpreter, where this is a Debian of that version: it is what runs at a table.
"""

import contextlib
import io
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from controller.rules_run import COMPILED as LIBRARY

ROOT: Final = Path(__file__).parents[2]
COMPILED: Final = ROOT / "build" / "compiled"
NOT_COPIED: Final = (
    ".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "build", "dist", "mutants", "node_modules",
)  # fmt: skip
GAMES: Final = Path("controller", "games")
GROUP: Final = "controller.games." + LIBRARY.removesuffix("__mypyc")
FAMILIES: Final = ("twenty_one", "poker")
NOT_COMPILED: Final = frozenset(("__init__.py", "game.py", "legal_moves.py", "played_again.py"))
FLAGS: Final = (
    "-O3", "-g0", "-DNDEBUG", "-fwrapv", "-fPIC", "-shared", "-w",
    "-Wl,--build-id=none", "-Wl,--strip-all", "-Wl,-z,relro,-z,now",
)  # fmt: skip
"""Nothing of the moment or the place: no numbers, no names, no paths."""

ASKED: Final = """import platform, sysconfig
print(sysconfig.get_path("include"), sysconfig.get_config_var("EXT_SUFFIX"), platform.python_version(), sep="\\n")"""


class Tools(NamedTuple):
    """The C compiler, the interpreter's headers, the suffix of what it takes, and its version."""

    compiler: str
    headers: str
    suffix: str
    python: str


class CompilerError(Exception):
    """The rules cannot be compiled here; the text is a sentence."""


def sources(root: Path) -> Iterator[Path]:
    """The files to compile, from `root`."""
    games = root / GAMES
    yield from (GAMES / name for name in ("records/record.py", "refusal.py", "revision.py", "said.py"))
    for family in FAMILIES:
        for path in sorted((games / family).rglob("*.py")):
            inside = path.relative_to(games / family)
            if path.name not in NOT_COMPILED and inside.parts[0] != "floor" and str(inside) != "clauses.py":
                yield path.relative_to(root)


def into(root: Path) -> str:
    """Compile the rules below `root` beside their sources; what for and by what (`cpython-311-… by gcc …`).

    Raises CompilerError where what it needs is not here, subprocess.CalledProcessError where the compiler refuses.
    """
    tools = _tools()
    from mypyc.build import include_dir, mypycify  # noqa: PLC0415 - only here, and only where it is installed

    with TemporaryDirectory() as folder, contextlib.chdir(folder):
        shutil.copytree(root / "controller", "controller", ignore=shutil.ignore_patterns("__pycache__"))
        options = [f"--config-file={ROOT / 'pyproject.toml'}", f"--cache-dir={os.devnull}"]
        names = [str(path) for path in sources(Path())]
        said = io.StringIO()
        try:
            with contextlib.redirect_stdout(said):
                modules = mypycify([*options, *names], group_name=GROUP, target_dir="c")
        except SystemExit as error:
            raise CompilerError(f"mypyc refuses the rules: {error}\n{said.getvalue()}") from None
        for module in modules:
            made = Path(*module.name.split(".")).with_suffix(tools.suffix)
            headers = [f"-I{place}" for place in (tools.headers, include_dir(), "c")]
            command = [tools.compiler, *FLAGS, *headers, *module.sources, "-o", str(made)]
            subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
            shutil.copyfile(made, root / made)
    asked = subprocess.run([tools.compiler, "-dumpfullversion"], check=True, capture_output=True, text=True)
    return f"{tools.suffix.split('.')[1]} by gcc {asked.stdout.strip()} with the headers of Python {tools.python}"


def _tools() -> Tools:
    """Raises CompilerError where one is missing."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    debian = f"/usr/bin/{version}"
    interpreter = debian if os.access(debian, os.X_OK) else sys.executable
    told = subprocess.run([interpreter, "-Ic", ASKED], check=True, capture_output=True, text=True).stdout
    tools = Tools(shutil.which("gcc") or "", *told.splitlines())
    missing = [] if tools.compiler else ["a C compiler (Debian: gcc, libc6-dev)"]
    if not Path(tools.headers, "Python.h").is_file():
        missing.append(f"the headers of {interpreter}, {tools.headers}/Python.h (Debian: {version}-dev)")
    if missing:
        raise CompilerError(f"The rules are compiled, and that needs {' and '.join(missing)}; or --interpreted.")
    return tools


def main() -> int:
    """The command; returns its exit status."""
    shutil.rmtree(COMPILED, ignore_errors=True)
    shutil.copytree(ROOT, COMPILED, ignore=shutil.ignore_patterns(*NOT_COPIED), symlinks=True)
    try:
        into(COMPILED)
    except CompilerError as error:
        print(f"make compiled: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
