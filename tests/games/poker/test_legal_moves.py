"""What may be done now, phase by phase, and what the rest of the house may see of the table."""

from controller.core.effects import SetButton, SetMeter
from controller.games.poker.engine import view
from controller.games.poker.legal_moves import legal_moves
from tests.games.poker.script import Script, at_the_river, heads_up, three


def test_between_rounds() -> None:
    """Free seats may be taken, players may leave, go away or return and add chips; two with chips may begin."""
    script = Script({1: 20000}, seats=2, stake=[20000, 60000])
    assert script.moves() == [
        ("leave", {"seat": 1}, None),
        ("away", {"seat": 1}, None),
        ("stack.add", {"seat": 1}, (100, 40000)),
        ("join", {"seat": 2}, (20000, 60000)),
    ]
    script.send("join", seat=2, player="P2", stack=60000)
    assert [move[0] for move in script.moves()] == ["blinds.open", "leave", "away", "stack.add", "leave", "away"]
    script.send("away", seat=2)
    assert [move[0] for move in script.moves()] == ["leave", "away", "stack.add", "leave", "back"]


def test_between_rounds_without_limits() -> None:
    """A table without limits of the Table Stake takes any amount."""
    script = Script({1: 20000}, seats=2)
    assert script.moves() == [
        ("leave", {"seat": 1}, None),
        ("away", {"seat": 1}, None),
        ("stack.add", {"seat": 1}, None),
        ("join", {"seat": 2}, None),
    ]


def test_a_busted_seat_may_be_taken() -> None:
    """Where a player has no chips left somebody else may join, and he himself may add the least Table Stake."""
    script = Script({1: 20000, 2: 20000}, seats=2, stake=[20000, 60000])
    script.start(1, "KH 8C KD 7S")
    script.acts("1 all_in, 2 call")
    script.cards("?? 2C 7D 9H ?? 4S ?? 3C")
    script.send("show", seat=2)
    script.send("show", seat=1)
    assert script.moves()[:4] == [
        ("join", {"seat": 1}, (20000, 60000)),
        ("leave", {"seat": 1}, None),
        ("away", {"seat": 1}, None),
        ("stack.add", {"seat": 1}, (20000, 60000)),
    ]
    script.send("join", seat=1, player="Q", stack=20000)


def test_while_cards_are_awaited() -> None:
    """The shoe is asked for cards, the shuffler for sets."""
    script = heads_up()
    script.open(1)
    assert script.moves() == [("card", {}, None)]
    shuffler = Script({1: 50000, 2: 50000}, dealing="shuffler")
    shuffler.open(1)
    assert shuffler.moves() == [("set", {}, None)]


def test_in_turn() -> None:
    """The seat whose turn it is, with the amounts between which it may bet."""
    script = three()
    script.start(1)
    assert script.moves() == [
        ("action", {"seat": 1, "action": "fold"}, None),
        ("action", {"seat": 1, "action": "call"}, (1000, 1000)),
        ("action", {"seat": 1, "action": "raise"}, (2000, 50000)),
        ("action", {"seat": 1, "action": "all_in"}, (50000, 50000)),
    ]
    short = Script({1: 900, 2: 50000, 3: 50000})
    short.start(1)
    assert short.moves() == [
        ("action", {"seat": 1, "action": "fold"}, None),
        ("action", {"seat": 1, "action": "call"}, (900, 900)),
        ("action", {"seat": 1, "action": "all_in"}, (900, 900)),
    ]


def test_at_the_showdown() -> None:
    """The marker, the shows, and the muck of a hand that is known to be beaten."""
    script = heads_up()
    at_the_river(script, "KH 8C KD 7S")
    script.check_around("2 1")
    assert [move[0] for move in script.moves()] == ["showdown", "show", "show"]
    script.send("showdown")
    script.send("show", seat=2)
    assert script.moves() == [("show", {"seat": 1}, None), ("muck", {"seat": 1}, None)]


def test_faces_to_be_read_out() -> None:
    """Where a Community Card's face is unknown at a shoe, the reveal is awaited."""
    script = heads_up()
    script.start(1)
    script.acts("1 all_in, 2 call")
    script.cards("?? ?? 7D 9H ?? 4S ?? 3C")
    assert [move[0] for move in script.moves()] == ["showdown", "show", "show", "reveal"]


def test_view_shows_no_card() -> None:
    """Phase, round and how many cards are out; poker has no button and no meter."""
    script = heads_up()
    assert view(script.state).phase == "idle"
    script.open(1)
    script.cards("?? AS KS")
    seen = view(script.state)
    assert (seen.phase, seen.round, seen.cards_out, seen.decks) == ("initial_deal", 1, 3, 1)
    assert (seen.button.lit, seen.awaiting_multiplier) == (False, False)
    assert (seen.button, seen.meter) == (SetButton(lit=False), SetMeter("idle"))
    assert seen.rules_hash == script.state.settings.rules_hash


def faces(script: Script) -> list[tuple[str, int]]:
    """What has to be said with each move."""
    return [(move.type, move.faces) for move in legal_moves(script.state) if move.type in ("show", "reveal")]


def test_faces_that_the_table_does_not_know_are_asked_for() -> None:
    """Of hands and of the streets that lie there, with as many cards as have to be said; known ones are not."""
    script = Script({1: 20000, 2: 20000}, seats=2)
    script.start(1)
    script.acts("1 all_in, 2 call")
    script.cards("?? 2C ??")
    assert faces(script) == [("show", 2), ("show", 2)]
    script.cards("9H ?? 4S ?? ??")
    assert faces(script) == [("show", 2), ("show", 2), ("reveal", 3)]
    script.send("reveal", cards=["2C", "7D", "9H"])
    script.send("show", seat=2, cards=["KH", "KD"])
    assert faces(script) == [("show", 2), ("reveal", 1)]
    shuffler = Script({1: 50000, 2: 50000}, dealing="shuffler")
    shuffler.open(1)
    for cards in ("2C 3D ?? 5S 6C", "KS KD", "8S 8D"):
        shuffler.send("set", cards=cards.split())
    shuffler.acts("1 call, 2 check")
    assert faces(shuffler) == [("reveal", 3)]
