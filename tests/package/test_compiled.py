"""What is compiled, and what is said where it cannot be. That it gives the same: `make test-deb`, `test-compiled`."""

import sys
from pathlib import Path

import pytest

from systemd.package import compiled


def test_what_a_step_runs_through_is_compiled() -> None:
    """Both engines and the records, not what pydantic or a page reads the types of."""
    names = {path.as_posix().removeprefix("controller/games/") for path in compiled.sources(compiled.ROOT)}
    assert {"twenty_one/engine.py", "twenty_one/state.py", "poker/engine.py", "records/record.py"} <= names
    assert not names & {"records/written.py", "records/altering.py", "twenty_one/__init__.py", "twenty_one/clauses.py"}
    assert not [name for name in names if "/floor/" in name]


def test_without_a_compiler_it_is_said_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And how to do without."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        compiled.CompilerError, match=r"^The rules .* \(Debian: gcc, libc6-dev\).*; or --interpreted\.$"
    ):
        compiled.into(tmp_path)
    monkeypatch.setattr(compiled, "ASKED", f"print({str(tmp_path)!r}, '.so', '3', sep='\\n')")
    wanted = rf"{tmp_path}/Python\.h \(Debian: python3\.{sys.version_info.minor}-dev\)"
    with pytest.raises(compiled.CompilerError, match=wanted):
        compiled.into(tmp_path)
