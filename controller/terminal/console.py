"""What rich draws, with the text of others in it made printable: the one console of every table, bar and picture."""

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from controller.terminal.printable import printable


class PrintableConsole(Console):
    """A console that gives its terminal no order but rich's own: colours, and where the next line is drawn."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=_lines(segment.text))


def _lines(text: str) -> str:
    return "\n".join(map(printable, text.split("\n")))
