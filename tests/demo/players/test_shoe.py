"""The stacked shoe and its scenes: the cards are those of real decks, and the scenes come out as they are written."""

import random
from collections import Counter

import pytest

from controller.core.cards import ALL_CARDS
from controller.core.tables import TwentyOneTable
from controller.demo.players.scenes import Scene, scenes_of
from controller.demo.players.shoe import StackedShoe
from controller.demo.players.wagers import Wagers
from controller.demo.virtual_table import demonstration_table
from controller.games.registry import find
from tests.games.rulebooks import RULEBOOKS


def shoe_of(seed: int) -> StackedShoe:
    """Eight decks without the tens, as at Pontoon."""
    return StackedShoe([card for card in ALL_CARDS if card[0] != "T"] * 8, random.Random(seed))


def test_stacking_changes_no_card() -> None:
    """However often it is stacked, the shoe deals exactly the cards of its decks."""
    shoe = shoe_of(1)
    shoe.shuffle()
    dealt: list[str] = []
    while len(dealt) < shoe.count:
        shoe.stack({0: ("A",), 2: ("K", "Q"), 5: ("7S",)})
        dealt.append(shoe.draw())
    assert Counter(Counter(dealt).values()) == {8: 48}


def test_stacked_cards_lie_where_they_are_wanted() -> None:
    """The wanted cards are the next to come, each in its place."""
    shoe = shoe_of(2)
    shoe.shuffle()
    shoe.stack({0: ("A",), 1: ("7S",), 3: ("7S",), 4: ("J", "Q", "K")})
    cards = [shoe.draw() for _ in range(5)]
    assert (cards[0][0], cards[1], cards[3]) == ("A", "7S", "7S")
    assert cards[4][0] in "JQK"


def test_the_cutting_card_comes_once_a_shoe() -> None:
    """Three quarters down the shoe the cutting card comes, and again only after a shuffle."""
    shoe = shoe_of(3)
    for _ in range(2):
        shoe.shuffle()
        came = [number for number in range(shoe.count) if (shoe.cut_card_due(), shoe.draw())[0]]
        assert came == [288]


@pytest.mark.parametrize(
    ("game", "scene"), [(game, scene) for game, rules in RULEBOOKS.items() for scene in scenes_of(rules)]
)
def test_a_scene_has_the_wager_it_is_about(game: str, scene: Scene) -> None:
    """The areas of a scene have a main wager of their own player and the wager that the scene is about."""
    table = demonstration_table(find(game))
    assert isinstance(table, TwentyOneTable)
    wagers = Wagers(table, random.Random(4))
    areas, about = wagers.occupied(scene)
    laid = {(wager.area, wager.kind, wager.player) for wager in wagers.make(scene, areas, about)}
    assert len(about) == scene.areas
    for area in about:
        assert {(area, "main", f"P{area}"), (area, scene.kind, f"P{area}")} <= laid


@pytest.mark.parametrize(
    ("game", "first", "count"),
    [
        ("pontoon-pandemonium", "a jackpot", 10), ("pontoon", "a Pontoon", 9), ("blackjack", "under 13", 10),
        ("free-bet-blackjack", "a free split", 10),
    ],
)  # fmt: skip
def test_a_game_shows_what_only_it_has_first(game: str, first: str, count: int) -> None:
    """The scenes of a game follow from its rulebook: its own ones, then those of every game, no twice."""
    scenes = [scene.about for scene in scenes_of(RULEBOOKS[game])]
    assert scenes[0] == first
    assert len(scenes) == len(set(scenes)) == count
