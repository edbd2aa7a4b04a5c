"""Who calls the decisions for an area: the seated player, else the front wager or the highest bet (3.11, 3.12, 1.26).

Control passes in the same order when the one who has it surrenders, withdraws or is absent (3.24.3.3, 5.22.1). A hand
on which only absent players are is played by who has a wager in play on another hand of the area (5.22.1, 5.3).
"""

from typing import Final

from controller.games.refusal import Refused
from controller.games.twenty_one.hands import live, total_of
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Area, Bet, Hand, Round, State

GIVEN_UP: Final = ("surrendered", "returned")
"""Fates with which a player loses the control of his hand."""


def area_index(state: State, area: int | None) -> int:
    """The index of an area by its number.

    Raises:
        Refused: the table has no such area.

    """
    if area is None or not 1 <= area <= len(state.seats):
        raise Refused(
            "there is no area {area}: this table has areas 1 to {areas}", None, area=area, areas=len(state.seats)
        )
    return area - 1


def open_round(state: State, rules: Rulebook) -> Round:
    """The round being played.

    Raises:
        Refused: no round is open.

    """
    if state.round is None:
        raise Refused("no round is open: it begins with bets.open", rules.clauses.open)
    return state.round


def wagered_area(state: State, round_: Round, area: int | None, clause: str) -> int:
    """The index of an area whose main wagers have a hand, which the clause is about.

    Raises:
        Refused: there is no such area, or no main wager on it.

    """
    index = area_index(state, area)
    if not round_.areas[index].hands:
        raise Refused("area {area} has no main wager", clause, area=area)
    return index


def controller_of(rules: Rulebook, seated: str | None, area: Area, hand: Hand) -> str | None:
    """The player who calls the decisions on this hand of the area; None when every player who could is absent."""
    absent = area.absent
    bets = [bet for bet in hand.bets if bet.fate not in GIVEN_UP and bet.player not in absent]
    if not bets and absent and live(hand):
        bets = _elsewhere_on_the_area(rules, area)
    if not bets:
        return None
    if len(bets) == 1:
        return bets[0].player
    for bet in bets:
        if bet.player == seated:  # 3.11
            return bet.player
    return front(rules, bets).player


def _elsewhere_on_the_area(rules: Rulebook, area: Area) -> list[Bet]:
    """The wagers still in play on the area of players who are there, one a player."""
    in_play = [bet for hand in area.hands if total_of(rules, hand)[0] <= 21 for bet in hand.bets if not bet.fate]
    return list({bet.player: bet for bet in in_play if bet.player not in area.absent}.values())


def front(rules: Rulebook, bets: list[Bet]) -> Bet:
    """The wager that comes first in control: nearest to the Dealer, or the highest, the front one of equals."""
    if rules.highest_bet_controls:
        return min(bets, key=lambda bet: (-bet.original, bet.position))  # 1.26
    return min(bets, key=lambda bet: bet.position)  # 3.12


def require_control(state: State, round_: Round, rules: Rulebook, index: int, hand: Hand, player: str | None) -> str:
    """The player in control, who must be `player` where one is named.

    Raises:
        Refused: another player is in control, or nobody who is present.

    """
    seated, number = state.seats[index], index + 1
    holder = controller_of(rules, seated, round_.areas[index], hand)
    if holder is None:
        text = "nobody present controls area {area}: the cards are dealt by the fixed rule"
        raise Refused(text, rules.irregularities.absent, area=number)
    if player is not None and player != holder:
        if all(bet.player != player for bet in hand.bets):
            raise Refused(
                "{player} has no wager on this hand of area {area}", rules.clauses.decides, player=player, area=number
            )
        clause = rules.clauses.seated if seated == holder else rules.clauses.unseated
        raise Refused(
            "{holder} calls the decisions for area {area}, not {player}",
            clause,
            holder=holder,
            area=number,
            player=player,
        )
    return holder


def bet_of(hand: Hand, player: str) -> Bet | None:
    """The player's wager on the hand."""
    return next((bet for bet in hand.bets if bet.player == player), None)


def wager_of(rules: Rulebook, hand: Hand, player: str, number: int) -> Bet:
    """The wager that is doubled or split; who plays the hand of an absent player has none on it (5.22.1).

    Raises:
        Refused: the player has no wager on this hand of the area of this number.

    """
    bet = bet_of(hand, player)
    if bet is None:
        raise Refused(
            "{player} has no wager on this hand of area {area}", rules.irregularities.absent, player=player, area=number
        )
    return bet


def hand_at(area: Area, hand_id: int) -> tuple[int, Hand]:
    """Index and hand with this id; the id must exist."""
    for index, hand in enumerate(area.hands):
        if hand.id == hand_id:
            return index, hand
    raise KeyError(hand_id)
