"""What the demonstration shoe is stacked for: in most rounds one area gets cards worth seeing, each round others.

A scene says the first two cards of the area it is about, the Dealer's first card, and sometimes the card that the area
draws; all other cards lie as they were shuffled. No scene takes a card from outside the decks, so every round could
have come from an honest shoe; how often it comes is what is stacked.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from controller.games.twenty_one.rulebook import Rulebook

Faces = tuple[str, ...]
"""How the card may begin: ranks, or whole cards; empty is any card."""


class Scene(NamedTuple):
    """`kind` is a wager that the area must have, `areas` how many areas get the same, `drawn` the card drawn first.

    `shows` says whether the scene is worth seeing in a game, beside having the wager.
    """

    about: str
    first: Faces = ()
    second: Faces = ()
    dealer: Faces = ()
    drawn: Faces = ()
    kind: str = "main"
    areas: int = 1
    shows: Callable[[Rulebook], bool] = lambda _: True


_FACE: Final = ("J", "Q", "K")
_ALL: Final = (
    Scene("a jackpot", ("A",), _FACE, kind="pandemonium"),
    Scene("two jackpots", ("A",), _FACE, kind="pandemonium", areas=2),
    Scene("a free split", ("8",), ("8",), ("6",), kind="pot_of_gold"),
    Scene("a free double", ("6",), ("5",), ("9",), kind="pot_of_gold"),
    Scene("a Dealer who may bust", (), (), ("6",), kind="busted"),
    Scene("under 13", ("5",), ("4",), kind="under13"),
    Scene("over 13", ("9",), _FACE, kind="over13"),
    Scene("even money", ("A",), _FACE, ("A",), shows=lambda rules: "even_money" in rules.actions),
    Scene("a Blackjack", ("A",), _FACE, ("9",), shows=lambda rules: rules.natural_waits and not rules.free_bets),
    Scene("a Pontoon", ("A",), _FACE, shows=lambda rules: not rules.natural_waits and not rules.jackpot),
    Scene(
        "three sevens of one suit", ("7S",), ("7S",), ("7",), ("7S",), shows=lambda rules: rules.super_bonus is not None
    ),
    Scene("6-7-8", ("6",), ("7",), ("T", *_FACE), ("8",), shows=lambda rules: rules.super_bonus is not None),
    Scene("a pair to split", ("8",), ("8",), ("6",), kind="pair"),
    Scene("a hand to double", ("6",), ("5",), ("5", "6")),
    Scene("a Dealer's Ace, insurance is offered", ("9",), _FACE, ("A",)),
    Scene("a hand to surrender", _FACE, ("6",), _FACE),
    Scene("two Aces", ("A",), ("A",), ("5",)),
    Scene("a round as it comes"),
)


def scenes_of(rules: Rulebook) -> tuple[Scene, ...]:
    """What is worth seeing in the game of this rulebook; the first round shows the first."""
    return tuple(scene for scene in _ALL if scene.kind in rules.wager_kinds and scene.shows(rules))
