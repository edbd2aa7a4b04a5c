"""Who comes first when a player leaves a side wager or his insurance to others (3.17.2, 3.26.4): advice.

Players on the area itself come first, front to back; then those in the round by the distance of their nearest
wager, and of equals the one with the least staked in such wagers. Whoever has no wager in the round may take what is
left on a first placed basis.
"""

from controller.core.money import Cents
from controller.games.twenty_one.control import controller_of
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Hand, Round, State

Takers = tuple[tuple[str, str], ...]
"""(player, clause), the preferred first."""


def side_wager_takers(state: State, round_: Round, rules: Rulebook, index: int) -> Takers:
    """Who may take the side wagers of this area, in order (3.17.2); empty where the document knows no such order."""
    section = rules.clauses.side_takers
    if section is None:
        return ()
    totals = dict.fromkeys(_players(round_), 0)
    for area in round_.areas:
        for side in area.sides:
            if side.player in totals:
                totals[side.player] += side.amount
    holder = _controller(state, round_, rules, index)
    return _ordered(round_, index, totals, without=holder, section=section, front_to_back=False)


def insurance_takers(state: State, round_: Round, rules: Rulebook, index: int, insured: str) -> Takers:
    """Who may take this player's insurance, in order (3.26.4); empty where nobody else may."""
    section = rules.clauses.insurance_takers
    if section is None:
        return ()
    totals = dict.fromkeys(_players(round_), 0)
    for at, area in enumerate(round_.areas):
        for insurance in area.insurances:
            if insurance.player in totals and _controller(state, round_, rules, at) != insurance.player:  # 3.26.4.3
                totals[insurance.player] += insurance.amount
    return _ordered(round_, index, totals, without=insured, section=section, front_to_back=True)


def _ordered(
    round_: Round, index: int, totals: dict[str, Cents], *, without: str | None, section: str, front_to_back: bool
) -> Takers:
    here = [bet.player for bet in round_.areas[index].mains if bet.player != without]
    distances = {
        player: min(abs(at - index) for at in areas)
        for player, areas in _players(round_).items()
        if player != without and player not in here
    }
    takers = [(player, f"{section}.1") for player in here]
    for distance in sorted(set(distances.values())):
        equals = [player for player, far in distances.items() if far == distance]
        together = _from_the_front(round_, equals, {index - distance, index + distance}) if front_to_back else []
        if together or len(equals) == 1:
            takers += [(player, f"{section}.2") for player in together or equals]
        else:  # of those who have staked as much the one nearer to the Dealer's left
            takers += [(player, f"{section}.3") for player in sorted(equals, key=lambda player: totals[player])]
    return tuple(takers)


def _from_the_front(round_: Round, players: list[str], indices: set[int]) -> list[str]:
    """The players front to back where the wagers of all lie on one of these areas; empty where on both."""
    found = [
        [bet.player for bet in area.mains if bet.player in players]
        for at, area in enumerate(round_.areas)
        if at in indices
    ]
    laid = [some for some in found if some]
    return laid[0] if len(laid) == 1 else []


def _players(round_: Round) -> dict[str, list[int]]:
    """Who has a main wager, and on which areas."""
    found: dict[str, list[int]] = {}
    for at, area in enumerate(round_.areas):
        for bet in area.mains:
            found.setdefault(bet.player, []).append(at)
    return found


def _controller(state: State, round_: Round, rules: Rulebook, index: int) -> str | None:
    area = round_.areas[index]
    hand = area.hands[0] if area.hands else Hand(1, (), area.mains)
    return controller_of(rules, state.seats[index], area, hand)
