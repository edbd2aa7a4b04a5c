"""A request that is refused, on its way out of the room that found it to the game's `engine.step`."""


class Refused(Exception):  # noqa: N818 - a refusal is no error of the program
    """`reason` is a sentence for the dealer; `rule` the clause that forbids it, None where only the contract does."""

    def __init__(self, reason: str, rule: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule
