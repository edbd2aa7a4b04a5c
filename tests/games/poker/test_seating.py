"""Sections 5.4 to 5.6: who pays to join or to return, absent blinds, and the way of the button past absent seats."""

from tests.games.poker.script import Script

FOUR = dict.fromkeys((1, 2, 3, 4), 50000)


def fold_out(script: Script) -> None:
    """Deals unknown Hole Cards and folds everybody in turn."""
    hand = script.state.hand
    assert hand is not None
    script.cards("?? " * (1 + 2 * len(hand.order)))
    while script.state.hand is not None:
        script.act(script.actor, "fold")


def play(script: Script, *buttons: int) -> None:
    """One round for each button given."""
    for button in buttons:
        script.open(button)
        fold_out(script)


def posted(script: Script) -> dict[int, tuple[int, int]]:
    """By seat, the live and the dead chips of the open round."""
    hand = script.state.hand
    assert hand is not None
    chips = zip(hand.order, hand.betting.bets, hand.dead, strict=True)
    return {seat: (live, dead) for seat, live, dead in chips}


def after_the_first_orbit() -> Script:
    """Seats 1, 3 and 5 have played one orbit; the button was at seat 1 last."""
    script = Script({1: 50000, 3: 50000, 5: 50000})
    play(script, 1, 3, 5, 1)
    return script


def test_5_4_new_player_pays_the_big_blind() -> None:
    """After the first orbit a new player pays the Big Blind, live, where none is due."""
    script = after_the_first_orbit()
    script.send("join", seat=2, player="P2", stack=50000)
    script.open(3)
    assert posted(script) == {5: (500, 0), 1: (1000, 0), 2: (1000, 0), 3: (0, 0)}
    fold_out(script)
    script.open(5)
    assert posted(script) == {1: (500, 0), 2: (1000, 0), 3: (0, 0), 5: (0, 0)}


def test_5_4_live_chips_count_as_a_bet() -> None:
    """Who paid the Big Blind to join may check or raise when his turn comes."""
    script = after_the_first_orbit()
    script.send("join", seat=2, player="P2", stack=50000)
    script.open(3)
    script.cards("?? " * 9)
    assert script.actor == 2
    assert ("action", {"seat": 2, "action": "check"}, None) in script.moves()
    script.acts("2 check, 3 call, 5 call, 1 raise 3000, 2 call")


def test_5_4_two_blinds_owed_the_small_one_is_dead() -> None:
    """A new player due the Small Blind pays both: the big one live, the small one into the Pot."""
    script = after_the_first_orbit()
    script.send("join", seat=2, player="P2", stack=50000)
    script.open(1)
    assert posted(script) == {2: (1000, 500), 3: (1000, 0), 5: (0, 0), 1: (0, 0)}
    script.cards("?? " * 9)
    script.acts("5 fold, 1 fold, 2 check, 3 fold")
    assert script.line(2).put == 1500
    assert script.nets == {1: 0, 2: 1000, 3: -1000, 5: 0}


def test_5_4_first_orbit_is_free() -> None:
    """In the table's first orbit a new player pays nothing, unless the Big Blind is his."""
    script = Script({1: 50000, 3: 50000, 5: 50000})
    play(script, 1)
    script.send("join", seat=2, player="P2", stack=50000)
    script.send("join", seat=7, player="P7", stack=50000)
    script.open(3)
    assert posted(script) == {5: (500, 0), 7: (1000, 0), 1: (0, 0), 2: (0, 0), 3: (0, 0)}


def test_5_4_1_relocated_player_pays_the_big_blind_alone() -> None:
    """A relocated player pays nothing to join, not even the Small Blind of his seat, but the Big Blind of his seat."""
    for button, expected in ((3, (0, 0)), (1, (0, 0)), (5, (1000, 0))):
        script = after_the_first_orbit()
        script.send("join", seat=2, player="P2", stack=50000, **{"as": "relocated"})
        script.open(button)
        assert posted(script)[2] == expected
        fold_out(script)
        script.open(3)
        assert posted(script)[2] == (0, 0)


def test_5_4_2_missed_blinds_are_paid_on_return() -> None:
    """Who missed the Big Blind pays both to return, the small one dead."""
    script = Script({**FOUR, 5: 50000})
    script.send("away", seat=3)
    play(script, 1, 2)
    script.send("back", seat=3)
    script.open(4)
    assert posted(script) == {5: (500, 0), 1: (1000, 0), 2: (0, 0), 3: (1000, 500), 4: (0, 0)}
    fold_out(script)
    script.open(5)
    assert posted(script)[3] == (0, 0)


def test_5_4_2_nothing_missed_nothing_paid() -> None:
    """Who was away between his blinds pays nothing."""
    script = Script({**FOUR, 5: 50000})
    script.send("away", seat=5)
    play(script, 1)
    script.send("back", seat=5)
    script.open(2)
    assert posted(script) == {3: (500, 0), 4: (1000, 0), 5: (0, 0), 1: (0, 0), 2: (0, 0)}


def test_5_4_2_away_gets_no_cards() -> None:
    """An absent seat is not dealt in; away and back are each said once."""
    script = Script(FOUR)
    script.send("away", seat=4)
    assert script.refused("away", seat=4) is None
    assert script.refused("back", seat=1) is None
    script.open(1)
    hand = script.state.hand
    assert hand is not None
    assert hand.order == (2, 3, 1)


def test_5_4_2_away_during_the_round_counts_from_the_next() -> None:
    """Who goes away while in a round stays in it."""
    script = Script(FOUR)
    script.open(1)
    script.send("away", seat=4)
    fold_out(script)
    assert script.line(4).result == "fold"
    script.open(2)
    hand = script.state.hand
    assert hand is not None
    assert 4 not in hand.order


def missed_the_small_blind() -> Script:
    """Seat 2 was absent when the Small Blind was due."""
    script = Script(FOUR)
    script.send("away", seat=2)
    play(script, 1)
    return script


def test_5_4_2_a_waits_for_the_button_to_pass() -> None:
    """Back when the button is at his seat he is not dealt in; after it has passed he pays the Small Blind."""
    script = missed_the_small_blind()
    script.send("back", seat=2)
    script.open()
    assert script.state.button == 2
    assert posted(script) == {3: (500, 0), 4: (1000, 0), 1: (0, 0)}
    fold_out(script)
    script.open()
    assert script.state.button == 3
    assert posted(script) == {4: (500, 0), 1: (1000, 0), 2: (500, 0), 3: (0, 0)}


def test_5_4_2_a_of_two_players_the_small_blind_alone() -> None:
    """Where without him there are not two Players he is dealt in at the button, for the Small Blind that is his."""
    script = Script({1: 50000, 2: 50000, 3: 50000})
    script.send("away", seat=2)
    play(script, 1)
    script.send("back", seat=2)
    script.send("leave", seat=3)
    script.open()
    assert script.state.button == 2
    assert posted(script) == {1: (1000, 0), 2: (500, 0)}


def test_5_4_2_b_where_no_blind_is_due_the_small_blind() -> None:
    """Only the missed Small Blind is paid where neither blind is due."""
    script = missed_the_small_blind()
    play(script, 2)
    script.send("back", seat=2)
    script.open(3)
    assert posted(script) == {4: (500, 0), 1: (1000, 0), 2: (500, 0), 3: (0, 0)}


def test_5_4_2_c_at_the_big_blind_the_big_blind_alone() -> None:
    """Back when the Big Blind is his he pays that alone."""
    script = missed_the_small_blind()
    play(script, 2, 3)
    script.send("back", seat=2)
    script.open(4)
    assert posted(script) == {1: (500, 0), 2: (1000, 0), 3: (0, 0), 4: (0, 0)}


def test_5_4_2_d_both_missed_at_the_big_blind() -> None:
    """Having missed both he pays the Big Blind alone when it is his."""
    script = Script(FOUR)
    play(script, 4)
    script.send("away", seat=3)
    play(script, 1, 2, 4)
    script.send("back", seat=3)
    script.open(1)
    assert posted(script) == {2: (500, 0), 3: (1000, 0), 4: (0, 0), 1: (0, 0)}


def test_5_4_2_missed_small_blind_at_the_small_blind() -> None:
    """By the letter who missed a Small Blind and returns where it is due again owes both."""
    script = missed_the_small_blind()
    script.send("back", seat=2)
    script.open(1)
    assert posted(script) == {2: (1000, 500), 3: (1000, 0), 4: (0, 0), 1: (0, 0)}


def test_5_5_no_small_blind_where_its_seat_is_absent() -> None:
    """The next player posts the Big Blind; the button goes to the empty seat, and the blinds follow it."""
    script = Script(FOUR)
    script.send("away", seat=2)
    script.open(1)
    assert posted(script) == {3: (1000, 0), 4: (0, 0), 1: (0, 0)}
    fold_out(script)
    script.open()
    assert script.state.button == 2
    assert posted(script) == {3: (500, 0), 4: (1000, 0), 1: (0, 0)}
    fold_out(script)
    script.open()
    assert script.state.button == 3
    assert posted(script) == {4: (500, 0), 1: (1000, 0), 3: (0, 0)}


def test_5_5_with_two_players_left() -> None:
    """Of three seats with one absent at the Small Blind 3.8 holds: the button is the Small Blind (I26)."""
    script = Script({1: 50000, 2: 50000, 3: 50000})
    script.send("away", seat=2)
    script.open(1)
    assert posted(script) == {3: (1000, 0), 1: (500, 0)}


def test_3_8_of_two_dealt_in_the_button_is_first() -> None:
    """Beside an absent seat, too: he has the Small Blind and acts first before the Flop (1.7, 3.9.2 a, I26)."""
    script = Script({1: 20000, 2: 20000, 3: 20000})
    script.send("away", seat=2)
    script.start(3, "3C KS 4C KD")
    script.act(3, "fold")
    assert {line.seat: (line.put, line.won) for line in script.outcome.ledger} == {1: (500, 1000), 3: (500, 0)}


def test_5_4_2_who_was_absent_beside_two_has_missed_his_blind() -> None:
    """By the order of the three: what he was due is owed when he is back."""
    script = Script({1: 50000, 2: 50000, 3: 50000})
    script.send("away", seat=2)
    script.open(1)
    assert posted(script) == {1: (500, 0), 3: (1000, 0)}
    missing = script.state.seats[1]
    assert missing is not None
    assert (missing.missed_small, missing.missed_big) == (True, False)


def test_5_6_absent_big_blind_passes_to_the_left() -> None:
    """The next player posts the Big Blind; afterwards the absent seat is passed over."""
    script = Script({**FOUR, 5: 50000})
    script.send("away", seat=3)
    script.open(1)
    assert posted(script) == {2: (500, 0), 4: (1000, 0), 5: (0, 0), 1: (0, 0)}
    fold_out(script)
    script.open()
    assert script.state.button == 2
    assert posted(script) == {4: (500, 0), 5: (1000, 0), 1: (0, 0), 2: (0, 0)}
    fold_out(script)
    script.open()
    assert script.state.button == 4


def test_5_6_heads_up_once_the_absent_seat_is_passed_over() -> None:
    """Where two are left the button posts the Small Blind (3.8), in the round of the missed one and after it (I26)."""
    script = Script({1: 50000, 2: 50000, 3: 50000})
    script.send("away", seat=3)
    script.open(1)
    assert posted(script) == {1: (500, 0), 2: (1000, 0)}
    fold_out(script)
    script.open()
    assert script.state.button == 2
    assert posted(script) == {1: (1000, 0), 2: (500, 0)}


def test_short_stack_posts_the_live_blind_first() -> None:
    """Who owes two blinds and has less is All-in with the big one first."""
    script = after_the_first_orbit()
    script.send("join", seat=2, player="P2", stack=1200)
    script.open(1)
    assert posted(script)[2] == (1000, 200)


def test_void_round_gives_back_what_was_paid_to_join() -> None:
    """After a Void the payment is owed again, since it was returned (5.14)."""
    script = after_the_first_orbit()
    script.send("join", seat=2, player="P2", stack=50000)
    script.open(3)
    script.report("missing_card")
    assert script.stack(2) == 50000
    script.open(3)
    assert posted(script)[2] == (1000, 0)
