"""What a display shows in each state of the meter: texts from the configuration, checked when they are read.

A text may hold `{multiplier}` and `{area}`; where the display has several lines, a line break parts them.
"""

from collections.abc import Mapping
from typing import Final

from controller.core.effects import SetMeter

TEXTS: Final = {"idle": " ", "armed": "PRESS", "rolling": "****", "showing": "{multiplier}X"}
"""On one line."""
TWO_LINES: Final = {
    "idle": "",
    "armed": "PRESS THE BUTTON\nAREA {area}",
    "rolling": "* * * *\nAREA {area}",
    "showing": "{multiplier} TIMES\nAREA {area}",
}
"""On a pole display."""


class MeterTexts:
    """`given` replaces single entries of `defaults`. Raises ValueError for what the display cannot show."""

    def __init__(
        self, given: Mapping[str, str] | None, *, defaults: Mapping[str, str], lines: int, columns: int
    ) -> None:
        if unknown := (given or {}).keys() - defaults.keys():
            raise ValueError(f"expected texts for {', '.join(defaults)}, got {', '.join(sorted(unknown))}")
        self._texts = {**defaults, **(given or {})}
        self._lines = lines
        for text in self._texts.values():
            try:
                filled = self._fill(text, multiplier=100, area=9)
            except (KeyError, IndexError, ValueError):
                raise ValueError(f"expected only {{multiplier}} and {{area}} in a text, got {text!r}") from None
            if len(filled) > lines:
                raise ValueError(f"expected at most {lines} lines in a text, got {text!r}")
            for line in filled:
                if len(line) > columns or not (line.isascii() and (line.isprintable() or not line)):
                    raise ValueError(f"expected up to {columns} printable ASCII characters, got {line!r}")

    def of(self, order: SetMeter) -> list[str]:
        """The lines for an order, as many as the display has."""
        filled = self._fill(self._texts[order.state], multiplier=order.multiplier, area=order.area)
        return filled + [""] * (self._lines - len(filled))

    @staticmethod
    def _fill(text: str, *, multiplier: int | None, area: int | None) -> list[str]:
        return text.format(multiplier=_word(multiplier), area=_word(area)).split("\n")


def _word(number: int | None) -> str:
    return "" if number is None else str(number)
