"""What an outcome says beside its money: the Dealer's hand, the players' hands, free markers, what was in force.

Totals and results of the hands are by the clauses of each document; a card that nobody saw is `??` where the round is
void (Blackjack 3.12).
"""

from controller.games.rules_hash import rules_hash
from tests.games.pontoon.pontoons import both
from tests.games.rulebooks import RULEBOOKS
from tests.games.twenty_one.rounds import (
    Played,
    alarmed,
    bets,
    deal,
    decision,
    double,
    down,
    hit,
    irregularity,
    play,
    ruled,
    split,
    stand,
    table,
    wager,
)
from tests.games.twenty_one.test_settled_draws import TWO, at_once
from tests.games.twenty_one.test_settled_shoes import every


def hands(played: Played) -> list[tuple[str, int, str]]:
    """Cards, total and result of each hand of the last outcome."""
    return [(" ".join(one.cards), one.total, one.result) for one in played.outcome.hands]


def voided(played: Played) -> Played:
    """The round is void: a card is missing from the shoe."""
    clause = RULEBOOKS[played.state.table.game].irregularities.void_missing
    return played.then(ruled(irregularity("missing_card"), "void", clause))


@every
def test_an_outcome_names_its_game_and_what_was_in_force(game: str) -> None:
    """The hash is of the table line with its defaults: one that names them is the same, one that changes them not."""
    outcome = play(game, bets({1: 1000}), deal("KH 9S", dealer="9D"), stand(1), "8C").outcome
    rules = RULEBOOKS[game]
    first_options = {name: options[0] for name, options in rules.readings.items()}
    named = table(game, areas=rules.areas_default, readings=first_options).state
    assert (outcome.game, outcome.round) == (game, 1)
    assert outcome.rules_hash == named.rules_hash == rules_hash(named.table)
    assert outcome.rules_hash != table(game, areas=rules.areas_least).state.rules_hash


@every
def test_the_dealers_hand_is_a_natural_only_on_two_cards(game: str) -> None:
    """His 21 of three cards stands; a natural has the name that the document gives it; above 21 he is bust."""
    start = play(game, bets({1: 1000}), deal("KH 9S", dealer="9D"), stand(1))
    assert [start.then(cards).outcome.dealer.result for cards in ("2C KC", "5C 8C", "8C")] == ["stand", "bust", "stand"]
    ace = play(game, bets({1: 1000}), deal("KH 9S", dealer="KD"), stand(1)).then("AC").outcome.dealer
    assert (ace.cards, ace.total, ace.result) == (("KD", "AC"), 21, RULEBOOKS[game].natural)


@every
def test_a_split_hand_is_named_so_and_no_other(game: str) -> None:
    """Both hands of area 1; that of area 2 is none."""
    eights = deal("8H 8S", "KH 9S", dealer="9D")
    part = decision(1, "free_split") if game == "free-bet-blackjack" else split(1)
    end = play(game, bets({1: 1000, 2: 1000}), eights, part, "QC", stand(1), "9C", stand(1), stand(2), "8C")
    assert [(one.area, one.hand, one.split) for one in end.outcome.hands] == [(1, 1, True), (1, 2, True), (2, 1, False)]


@every
def test_only_free_bet_lines_carry_markers(game: str) -> None:
    """How many free markers lie on the hand (Free Bet 1.1.8.1), in a void round as well; elsewhere nothing."""
    start = play(game, bets({1: 1000, 2: 1000}), deal("6H 5S", "KH 9S", dealer="9D"))
    free = game == "free-bet-blackjack"
    doubled = start.then(decision(1, "free_double") if free else double(1), "5C")
    expected = [1, 0] if free else [None, None]
    assert [line.markers for line in doubled.then(stand(2), "8C").outcome.ledger] == expected
    assert [line.markers for line in voided(doubled).outcome.ledger] == expected


def test_3_12_of_a_void_round_a_hand_with_an_unseen_card_has_no_total() -> None:
    """Its total would tell the card."""
    start = play("blackjack", bets({1: 1000, 2: 1000}), down("KH 9H"), "7D", down("JC"), "9C")
    assert hands(voided(start)) == [("?? ??", 0, "stand"), ("?? 9C", 0, "stand")]


def test_5_12_a_card_that_was_disclosed_is_seen_and_the_others_stay_unseen() -> None:
    """The last two cards of the deal came at once, face down; the one that was shown is laid first."""
    laid = bets({1: 1000, 2: 1000}, wager(1, "over13", 100))
    start = play("blackjack", laid, down("KH 9H"), "7D", down("5C 8C"))
    moved = start.then(at_once("5C 8C", chosen="8C", disclosed="8C", action="offer", clause="5.12"))
    assert [cards for cards, _, _ in hands(voided(moved))] == ["?? 8C", "?? ??"]


@both
def test_5_23_cards_that_were_seen_stay_seen_wherever_they_are_laid(game: str) -> None:
    """The ones laid anew and the ones kept for the next player."""
    start = play(game, bets({1: 1000, 2: 1000}), TWO)
    assert [cards for cards, _, _ in hands(voided(start.then(at_once("2S 3S", chosen="3S"))))] == ["KH 3S", "8C 2S"]
    held = alarmed("6D", "card_held", "5.8")
    taken = at_once("5C 6D", chosen="5C", disclosed="5C 6D", clause="5.23.3")
    kept = start.then(hit(1), "5C", held, taken, stand(1), hit(2))
    assert [cards for cards, _, _ in hands(voided(kept))] == ["KH 2S 5C", "8C 3S 6D"]


@both
def test_5_15_cards_that_move_up_stay_seen(game: str) -> None:
    """The one that an area without a wager got is removed; the others lie face up as they did."""
    held = play(game, bets({1: 1000, 2: 1000}), "3H 9S 4H 8C 9D", alarmed("7D", "card_held", "5.8"), hit(1))
    moved = held.then(ruled(irregularity("empty_area_dealt", area=3, cards="4H"), "remove", "5.15"))
    assert [cards for cards, _, _ in hands(voided(moved))] == ["3H 9D", "9S 7D"]
