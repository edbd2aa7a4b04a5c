"""A request that is refused, on its way out of the room that found it to the game's `engine.step`."""

import re
from typing import Final

from controller.core.effects import Rejected

_FILLED_IN: Final = re.compile(r"\{[^}]*\}")
_NO_WORD: Final = re.compile(r"[^a-z0-9]+")


class Refused(Exception):  # noqa: N818 - a refusal is no error of the program
    """`words` is a sentence for the dealer, in which `params` are filled in by their names.

    `rule` is the clause that forbids it, None where only the contract does.
    """

    def __init__(self, words: str, rule: str | None = None, **params: str | int | Rejected | None) -> None:
        super().__init__(words)
        self.words = words
        self.rule = rule
        self.params = params

    @property
    def reason(self) -> str:
        """The sentence."""
        return self.words.format_map(self.params)

    @property
    def code(self) -> str:
        """The name of the sentence in every language: its own words, without what is filled in."""
        return code_of(self.words)

    def rejected(self) -> Rejected:
        """The answer to who asked for it."""
        return Rejected(self.reason, self.rule, self.code, self.params)


def code_of(words: str) -> str:
    """`a double of {added} is under the least of {least}` is `a_double_of_is_under_the_least_of`."""
    return _NO_WORD.sub("_", _FILLED_IN.sub(" ", words).lower()).strip("_")
