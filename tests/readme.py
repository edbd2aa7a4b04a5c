"""The commands of README.md and of the technician's guide as they stand there: what is tested is what is typed."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
README: Final = ROOT / "README.md"
GUIDE: Final = ROOT / "systemd" / "README.md"


def commands(step: str, guide: Path = README, **words: str) -> list[str]:
    """The block of commands of the paragraph that begins with `**step**` or is headed so; `words` are put in."""
    lines = guide.read_text(encoding="utf-8").splitlines()
    begins = [at for at, line in enumerate(lines) if line.startswith((f"**{step}**", f"### {step}"))]
    assert len(begins) == 1, f"{guide} should have one step `{step}`, but has {len(begins)}"
    found: list[str] = []
    for line in lines[begins[0] + 1 :]:
        if line.startswith("    "):
            found.append(line.strip())
        elif found:
            break
    assert found, f"{guide} has no commands after `{step}`"
    for word, value in words.items():
        found = [line.replace(word, value) for line in found]
    return found
