r"""Text of others on a terminal: a person's name, a reason, what a device has sent. It gives the terminal no order.

Every line that a program prints goes through `say`, `say_row` or `complain`,
and what rich draws through a `PrintableConsole`.
What is no letter, mark, digit, sign or space (an escape, a line's end, what turns the direction of writing, a space
of no width) is shown as JSON writes it: `\u001b`, `\n`, `\u202e`. So a name makes no line of its own, and a line of
JSON keeps its value.
"""

import json
import sys


def printable(text: str) -> str:
    """`text` on one line, to be read as it is."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in text)


def say(*lines: object, flush: bool = False) -> None:
    """Each of them a line of standard output."""
    for line in lines:
        print(printable(str(line)), flush=flush)


def say_row(*cells: str) -> None:
    """One line of them with tabs between, for a program."""
    print("\t".join(map(printable, cells)))


def complain(*lines: object) -> None:
    """Each of them a line of standard error."""
    for line in lines:
        print(printable(str(line)), file=sys.stderr, flush=True)
