"""Section 1, the words that decide something: who is in, what a bet is, when a round of betting ends."""

from tests.games.poker.script import Script, at_the_river, heads_up, three


def test_1_1_active_player() -> None:
    """Who has folded is no longer asked and wins nothing."""
    script = three()
    script.start(1)
    script.acts("1 fold, 2 call, 3 check")
    script.cards("?? 2C 7D 9H")
    assert script.actor == 2
    assert script.refused("action", seat=1, action="check") == "1.19"


def test_1_2_all_in_is_everything() -> None:
    """An All-in without an amount puts in every chip; with another amount it is refused."""
    script = three()
    script.start(1)
    assert script.refused("action", seat=1, action="all_in", amount=40000) == "1.2"
    script.acts("1 all_in, 2 fold, 3 fold")
    assert script.outcome.uncalled is not None
    assert script.outcome.uncalled.amount == 49000


def test_1_2_a_call_bet_or_raise_of_the_whole_stack_is_an_all_in() -> None:
    """Whatever word goes with it, every chip of the seat is All-in."""
    for word in ("call", "bet", "raise"):
        script = three()
        script.start(1)
        script.acts(f"1 {word} 50000, 2 fold, 3 fold")
        assert script.outcome.uncalled is not None
        assert script.outcome.uncalled.amount == 49000


def test_1_4_a_bet_opens_the_betting() -> None:
    """Where something is to be called a BET is a raise, and the word is refused."""
    script = three()
    script.start(1)
    assert script.refused("action", seat=1, action="bet", amount=3000) == "1.4"


def test_1_5_betting_round_ends_when_matched() -> None:
    """The four rounds end when all chips are matched, or when all but one have folded."""
    script = heads_up()
    at_the_river(script)
    script.acts("2 bet 1000, 1 raise 3000, 2 call")
    hand = script.state.hand
    assert hand is not None
    assert hand.phase == "showdown"
    other = three()
    other.start(1)
    other.acts("1 fold, 2 fold")
    assert other.state.hand is None


def test_1_6_blind_wins_the_pot() -> None:
    """The Big Blind takes the Small Blind when nobody else contributes."""
    script = three()
    script.start(1)
    script.acts("1 fold, 2 fold")
    assert script.nets == {1: 0, 2: -500, 3: 500}


def test_1_7_big_blind_second_from_the_button() -> None:
    """The second seat left of the button posts twice the Small Blind."""
    script = three()
    script.open(2)
    hand = script.state.hand
    assert hand is not None
    assert dict(zip(hand.order, hand.betting.bets, strict=True)) == {3: 500, 1: 1000, 2: 0}


def test_1_8_a_burnt_card_before_each_deal() -> None:
    """One card is discarded before the Hole Cards, the Flop, the Turn and the River each."""
    script = heads_up()
    script.open(1)
    script.cards("2S 3S 4S 5S 6S")
    script.acts("1 call, 2 check")
    script.cards("7S 8S 9S TS")
    script.check_around("2 1")
    script.cards("JS QS")
    script.check_around("2 1")
    script.cards("KS AS")
    hand = script.state.hand
    assert hand is not None
    assert hand.deal.burns == ("2S", "7S", "JS", "KS")
    assert hand.deal.board == ("8S", "9S", "TS", "QS", "AS")


def test_1_9_call_matches_or_is_all_in() -> None:
    """A call is to the amount before, or with everything that is left if that is less."""
    script = Script({1: 50000, 2: 50000, 3: 2000})
    script.start(1)
    script.act(1, "raise", 5000)
    assert script.refused("action", seat=2, action="call", amount=4000) == "1.9"
    script.acts("2 call 5000, 3 call")
    hand = script.state.hand
    assert hand is not None
    assert hand.betting.stacks == (45000, 0, 45000)
    script.cards("?? 2C 7D 9H")
    script.act(2, "check")
    assert script.refused("action", seat=1, action="call") == "1.9"


def test_1_11_check_puts_nothing_in() -> None:
    """A check with an amount above what already lies there is refused."""
    script = heads_up()
    script.start(1)
    script.act(1, "call")
    assert script.refused("action", seat=2, action="check", amount=1500) == "1.11"
    script.act(2, "check", 1000)


def test_1_14_button_moves_clockwise() -> None:
    """After each round the button is at the next player."""
    script = three()
    for button in (1, 2, 3, 1):
        script.start(button) if button == 1 and not script.outcomes else _next(script)
        assert script.state.button == button
        _fold_out(script)


def _next(script: Script) -> None:
    script.open()
    script.cards("?? " * 7)


def _fold_out(script: Script) -> None:
    while script.state.hand is not None:
        script.act(script.actor, "fold")


def test_1_17_final_betting_round_where_nobody_can_bet() -> None:
    """With one player not All-in the betting is over, and the board is dealt without a further action."""
    script = heads_up()
    script.start(1)
    script.acts("1 all_in, 2 call")
    assert script.refused("action", seat=2, action="check") == "1.5"
    script.cards("?? 2C 7D 9H ?? 4S ?? 3C")
    assert script.board_shown == "2C 7D 9H 4S 3C"


def test_1_19_fold_is_final() -> None:
    """Who has folded can neither act nor show."""
    script = three()
    script.start(1)
    script.act(1, "fold")
    assert script.refused("action", seat=1, action="call") == "1.19"
    assert script.refused("show", seat=1, cards=["AS", "AD"]) == "1.19"


def test_1_20_marker_turned_after_the_final_round() -> None:
    """SHOWDOWN is refused while a Betting Round is open, and a second time."""
    script = heads_up()
    script.start(1)
    assert script.refused("showdown") == "3.11"
    script.acts("1 all_in, 2 call")
    script.send("showdown")
    assert script.refused("showdown") is None


def test_1_25_no_limit() -> None:
    """Any amount up to all chips may be bet."""
    script = heads_up()
    script.start(1)
    assert ("action", {"seat": 1, "action": "raise"}, (2000, 50000)) in script.moves()
    script.act(1, "raise", 49900)


def test_1_27_orbit_counts_the_way_of_the_button() -> None:
    """The first orbit is over when the button has come once round the table."""
    script = three()
    for _ in range(3):
        _next(script) if script.outcomes else script.start(1)
        _fold_out(script)
    assert script.state.travelled == 2
    _next(script)
    assert script.state.travelled == 9


def test_1_31_pot_is_all_that_was_put_in() -> None:
    """Blinds, bets, calls and raises of everybody, folded or not, are the Pot."""
    script = three()
    script.start(1)
    script.acts("1 raise 3000, 2 fold, 3 call")
    script.cards("?? 2C 7D 9H")
    script.acts("3 bet 2000, 1 fold")
    assert [pot.amount for pot in script.outcome.pots] == [6500]


def test_1_32_raise_is_more_than_the_bet() -> None:
    """A raise to the amount to call or less is refused, and so is one where nothing has been bet."""
    script = heads_up()
    script.start(1)
    assert script.refused("action", seat=1, action="raise", amount=1000) == "1.32"
    script.acts("1 call, 2 check")
    script.cards("?? 2C 7D 9H")
    assert script.refused("action", seat=2, action="raise", amount=3000) == "1.32"


def test_1_36_round_runs_to_its_settlement() -> None:
    """A round begins with the call for blinds and must be over before the next one."""
    script = heads_up()
    script.open(1)
    assert script.refused("blinds.open") == "1.36"


def test_1_39_small_blind_of_a_short_stack() -> None:
    """A stack under the Small Blind is posted whole."""
    script = Script({1: 50000, 2: 300, 3: 50000})
    script.open(1)
    hand = script.state.hand
    assert hand is not None
    assert hand.betting.bets == (300, 1000, 0)
    assert hand.betting.stacks == (0, 49000, 50000)


def test_1_43_void_has_no_result() -> None:
    """A Void round has lines without gain or loss and no Pot."""
    script = heads_up()
    script.start(1)
    script.act(1, "raise", 5000)
    script.report("unshuffled")
    assert script.outcome.status == "void"
    assert script.outcome.pots == ()
    assert {line.result for line in script.outcome.ledger} == {"void"}
    assert script.stack(1) == script.stack(2) == 50000
