"""The broker's messages in the picture, a line each; what a topic holds already is not shown again."""

from rich.panel import Panel
from rich.text import Text

from controller.demo.broker import HOST
from controller.demo.subscriber import Message
from controller.demo.virtual_table import VirtualTable
from controller.demo.words import gist

FOLDED = ("state", "meter", "device", "availability")
"""Topics that hold a value, published again with each change of anything in it."""


def messages(virtual: VirtualTable, lines: int) -> Panel:
    """The last of them, as many as there are lines."""
    subscriber = virtual.subscriber
    text = Text(no_wrap=True, overflow="ellipsis")
    for message in unrepeated(list(subscriber.recent))[-lines:]:
        text.append(f"{message.body.get('seq', ''):>4} ", "dim")
        text.append(f"{message.topic} ", "cyan").append(f"{gist(message)}\n", _style(message))
    loss = f", {subscriber.tally.missing} missing" if subscriber.tally.missing else ""
    title = f"MQTT {HOST}:{virtual.port}{loss}"
    return Panel(text, title=title, subtitle=f"{subscriber.prefix}/#", border_style="cyan")


def unrepeated(received: list[Message]) -> list[Message]:
    """Without those that say of their topic what the one before them said."""
    last: dict[str, str] = {}
    kept = []
    for message in received:
        says = gist(message)
        if message.topic.partition("/")[0] in FOLDED and last.get(message.topic) == says:
            continue
        last[message.topic] = says
        kept.append(message)
    return kept


def _style(message: Message) -> str:
    if message.topic == "alert":
        return "bold red" if message.body["state"] == "raised" else "bold green"
    return "bold" if message.topic.startswith("outcome") else ""
