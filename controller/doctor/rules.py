"""How the rules run: compiled as the package has them, or interpreted, which is slower and gives the same."""

from collections.abc import Iterator, Sequence

from controller.doctor.checked import Checked
from controller.rules_run import are_compiled, compiled_for


def look_at_rules(suffixes: Sequence[str] | None = None) -> Iterator[Checked]:
    """One line; a warning where what is compiled is for another interpreter."""
    suffixes = compiled_for() if suffixes is None else suffixes
    if are_compiled(suffixes):
        yield Checked("ok", "rules", "compiled")
    elif not suffixes:
        yield Checked("ok", "rules", "interpreted, as nothing is compiled here; the same outcomes, more slowly")
    else:
        text = f"interpreted, as what is compiled is for another Python ({', '.join(suffixes)}); the same outcomes"
        yield Checked("warning", "rules", text, "install the package that was made for this Debian")
