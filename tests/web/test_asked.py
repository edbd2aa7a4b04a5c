"""What a yes is asked for: the card and its place, each change of a correction; no face that nobody saw."""

from typing import Any

from controller.core.events import CardDrawn, Change, Correction, RoundVoid
from controller.core.tables import TwentyOneTable
from controller.games import new_table
from controller.games.registry import GAMES
from controller.web.asked import asked
from controller.web.previews import conceals, preview
from tests.games.poker.script import poker_table
from tests.games.twenty_one.rounds import Played, bets, deal, double, down, play, split

BLACKJACK = GAMES["blackjack"]


def asks(played: Played, event: Any) -> dict[str, Any]:
    """At this table, as it is."""
    return asked(BLACKJACK, played.state, event, hidden=conceals(BLACKJACK, played.state), rolls=False)


def test_a_card_by_hand_goes_to_a_place() -> None:
    """To an area, a hand of it, the Dealer; where it would be held, the turn is told and the face is not."""
    dealing = play("blackjack", bets({1: 1000, 2: 1000}), ["9H"])
    card = CardDrawn(card="7S")
    assert asks(dealing, card) == {
        "event": {"type": "card", "card": "7S"}, "place": {"place": "area", "area": 2, "nth": 1}
    }  # fmt: skip
    dealt = play("blackjack", bets({1: 1000}), deal("9H 9D", dealer="7C"))
    held = asks(dealt, card)
    assert (held["event"]["card"], held["turn"]["code"]) == ("??", "pair")
    assert asks(dealt.then(split(1)), card)["place"] == {"place": "area", "area": 1, "hand": 1, "nth": 2}


def test_a_face_that_nobody_will_see_is_not_told() -> None:
    """Face down, burned, or of a hand of poker."""
    doubled = play("blackjack", bets({1: 1000, 2: 1000}), deal("5H 6D", "9H 8D", dealer="7C")).then(double(1))
    assert asks(doubled, CardDrawn(card="QC", face_down=True))["event"]["card"] == "??"
    later = doubled.then(down("QC"))
    assert "QC" not in str(asks(later, CardDrawn(card="QC")))
    fresh = new_table(TwentyOneTable(game="blackjack", burn=True))
    assert "QC" not in str(asked(BLACKJACK, fresh, CardDrawn(card="QC"), hidden=False, rolls=False))
    poker = new_table(poker_table(seats=2))
    assert "QC" not in str(asked(GAMES[poker.game], poker, CardDrawn(card="QC"), hidden=True, rolls=False))


def test_a_correction_tells_what_was_and_what_will_be() -> None:
    """Of a card with its place; of what was not, nothing stands for it."""
    dealt = play("blackjack", bets({1: 1000, 2: 2000}), deal("9H 9D", "5S 4S", dealer="7C"))
    changes = (Change(of=7, event=CardDrawn(card="8C")), Change(of=3, event=None))
    told = asks(dealt, Correction(changes=changes, reason="seen"))
    assert told["event"] == {"type": "correction", "reason": "seen"}
    dealer, wager = told["changes"]
    assert (dealer["was"]["card"], dealer["is"]["card"]) == ("7C", "8C")
    assert dealer["place"] == {"place": "dealer", "nth": 1}
    assert (wager["was"]["amount"], wager["is"]) == (2000, None)


def test_a_correction_of_a_hidden_card_tells_neither_face() -> None:
    """Blackjack 3.12."""
    doubled = play("blackjack", bets({1: 1000}), deal("5H 6D", dealer="7C")).then(double(1), down("QC"))
    changes = (Change(of=8, event=CardDrawn(card="KD", face_down=True)), Change(after=8, event=CardDrawn(card="2D")))
    told = str(asks(doubled, Correction(changes=changes, reason="x")))
    assert not any(card in told for card in ("QC", "KD", "2D"))


def test_a_void_tells_the_stakes_that_go_back() -> None:
    """By area and player."""
    dealt = play("blackjack", bets({1: 4000}), deal("9H 9D", dealer="7C"))
    told = preview(BLACKJACK, dealt.state, RoundVoid(reason="x", authority="pit_supervisor"), hidden=False)
    (line,) = told["money"][0]["after"]
    assert (line["player"], line["stake"], line["result"]) == ("P1", 4000, "void")
