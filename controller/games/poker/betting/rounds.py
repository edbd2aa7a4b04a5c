"""Betting Rounds (3.4, 3.5, 3.12, 3.13): which action is allowed, what it does to the round, and whose turn is next.

A full bet or raise opens the betting again for everybody. So does an All-in that exceeds the call by at least half of a
full raise; one by less does not (3.12.3, reading I17): who has acted since the last full bet or raise may then only
call or fold, and the least raise stays what it was. Each All-in is measured by itself.
"""

from collections.abc import Sequence
from typing import Final

from controller.core.events import ActionPoker
from controller.core.money import Cents
from controller.games.poker.settings import Settings
from controller.games.poker.state import ACTED, FOLDED, FRESH, NOBODY, PREFLOP, Betting, replace_at
from controller.games.records.altering import altered
from controller.games.refusal import Refused

FOLD: Final = -1
"""In the place of a total: the hand is given up."""


def round_clause(settings: Settings, street: int, point: str = "") -> str:
    """The clause that describes the Betting Round of a street, by the way of dealing (3.9 or 3.10)."""
    if street == PREFLOP:
        return "3.10.3" if settings.shuffler else "3.9.2"
    return ("3.10.5" if settings.shuffler else "3.9.4") + point


def _owed_clause(settings: Settings, street: int) -> str:
    """The point of the round's clause that leaves the choice to call, raise or fold."""
    return round_clause(settings, street, "(d)") if street else ("3.10.3(a)" if settings.shuffler else "3.9.2(a)")


def total_of(settings: Settings, betting: Betting, position: int, action: ActionPoker, amount: Cents | None) -> Cents:
    """The total that the seat will have put in this Betting Round, or FOLD; raises Refused."""
    bet, stack = betting.bets[position], betting.stacks[position]
    high, most = betting.high, bet + stack
    if action in {"fold", "check"}:
        if amount is not None and amount != bet:
            rule = "1.11" if action == "check" else "1.19"
            raise Refused(
                "A {action} puts nothing in: the amount would stay at {bet}, not {amount}.",
                rule,
                action=action,
                bet=bet,
                amount=amount,
            )
        if action == "check" and bet < high:
            raise Refused(
                "{owed} is owed: the Player may call, raise or fold.",
                _owed_clause(settings, betting.street),
                owed=high - bet,
            )
        return bet if action == "check" else FOLD
    if amount == most:  # a call, bet or raise of the whole stack is the same as All-in
        action = "all_in"
    if action == "call":
        return _call(betting, position, amount)
    if action == "all_in":
        if amount is not None and amount != most:
            raise Refused(
                "All-in is everything, {most} in this Betting Round, not {amount}.", "1.2", most=most, amount=amount
            )
        total = most
    else:
        if (action == "bet") != (high == 0):
            word = f"{high} is to be called: raise it" if high else "nothing has been bet: bet"
            raise Refused("A {action} does not fit, {word}.", "1.32" if high == 0 else "1.4", action=action, word=word)
        total = sized(settings, most, action, amount)
        if total <= high and total < most:
            raise Refused(
                "A raise must be to more than the {high} to call, not {total}.", "1.32", high=high, total=total
            )
    if total > high:
        _check_raise(betting, position, total, all_in=total == most)
    return total


def _call(betting: Betting, position: int, amount: Cents | None) -> Cents:
    bet, high = betting.bets[position], betting.high
    if bet >= high:
        raise Refused("There is nothing to call: the Player may check, bet or raise.", "1.9")
    total = min(high, bet + betting.stacks[position])
    if amount is None or amount == total:
        return total
    if amount == _most_of_others(betting, position) > bet and _is_alone(betting.stacks, betting.marks, position):
        return amount  # the full Big Blind less what would come back, since nobody left can put more
    raise Refused("A call is to {total}, not {amount}.", "1.9", total=total, amount=amount)


def sized(settings: Settings, most: Cents, action: str, amount: Cents | None) -> Cents:
    """An amount that a seat with `most` can lay; raises Refused."""
    if amount is None:
        raise Refused(
            "A {action} needs an amount: the total that the seat will have put in this Betting Round.", action=action
        )
    if amount <= 0 or amount % settings.chip:
        raise Refused(
            "The amount must be a multiple of the chip of {chip} above 0, not {amount}.",
            chip=settings.chip,
            amount=amount,
        )
    if amount > most:
        raise Refused("The seat has {most} for this Betting Round, not {amount}.", "3.6.1", most=most, amount=amount)
    return amount


def _check_raise(betting: Betting, position: int, total: Cents, *, all_in: bool) -> None:
    if betting.marks[position] == ACTED:
        raise Refused(
            "The All-in before was no raise: the Player has acted and may call {high} or fold.",
            "3.12.3",
            high=betting.high,
        )
    least = least_raise(betting)
    if total < least and not all_in:
        rule = "3.13" if betting.aggressor != NOBODY else "3.5"
        raise Refused("The least is {least}, not {total}, unless All-in.", rule, least=least, total=total)


def least_raise(betting: Betting) -> Cents:
    """The least total of a bet or raise (3.5, 3.13); only an All-in may be less."""
    return betting.high + betting.last_raise


def may_raise(betting: Betting, position: int) -> bool:
    """Whether the seat may put in more than the call."""
    return betting.marks[position] == FRESH and betting.bets[position] + betting.stacks[position] > betting.high


def put_in(betting: Betting, position: int, total: Cents) -> Betting:
    """The round after a seat has acted and put in `total`; the turn is the next one's."""
    bets, stacks, marks = betting.bets, betting.stacks, list(betting.marks)
    added = total - bets[position]
    if added:
        stacks = replace_at(stacks, position, stacks[position] - added)
        bets = replace_at(bets, position, total)
    excess = total - betting.high
    betting = betting.copy()
    if excess > 0:
        if 2 * excess >= betting.last_raise:  # 3.12.3, I17: from half of a full raise on it is a raise
            marks = [FOLDED if mark == FOLDED else FRESH for mark in marks]
            betting.last_raise = max(betting.last_raise, excess)
            betting.aggressor = position
        elif betting.high == 0:  # 3.12.3: accepted as a BET
            betting.aggressor = position
        betting.high = total  # where there is a bet to call it is none for 3.11.2 (a) either
    marks[position] = ACTED
    betting.actor = next_actor(bets, stacks, marks, betting.high, position)
    betting.bets = bets
    betting.stacks = stacks
    betting.marks = tuple(marks)
    return betting


def fold(betting: Betting, position: int) -> Betting:
    """The round after a seat has folded; where it was its turn, the turn is the next one's."""
    marks = list(betting.marks)
    marks[position] = FOLDED
    pending = betting.pending and tuple(one for one in betting.pending if one.position != position)
    actor = betting.actor
    if actor != NOBODY:
        after = position if actor == position else actor - 1
        actor = next_actor(betting.bets, betting.stacks, marks, betting.high, after)
    return altered(betting, actor=actor, marks=tuple(marks), pending=pending)


def next_actor(bets: Sequence[Cents], stacks: Sequence[Cents], marks: Sequence[int], high: Cents, after: int) -> int:
    """The next position clockwise that has to act, NOBODY when all chips are matched (1.5) or nobody could bet."""
    count = len(marks)
    for step in range(1, count + 1):
        position = (after + step) % count
        if not stacks[position] or marks[position] == FOLDED:
            continue
        if bets[position] < high:
            return position
        if marks[position] == FRESH:
            return NOBODY if _is_alone(stacks, marks, position) else position
    return NOBODY


def first_actor(betting: Betting, after: int) -> Betting:
    """The round with the turn at the first position after one that has to act."""
    betting = betting.copy()
    betting.actor = next_actor(betting.bets, betting.stacks, betting.marks, betting.high, after)
    return betting


def next_street(settings: Settings, betting: Betting) -> Betting:
    """The round of the next street: nothing bet, everybody fresh, the first left of the button to act (3.9.4 a)."""
    bets = (0,) * len(betting.bets)
    marks = tuple([FOLDED if mark == FOLDED else FRESH for mark in betting.marks])
    return Betting(
        street=betting.street + 1,
        actor=next_actor(bets, betting.stacks, marks, 0, len(marks) - 1),
        high=0,
        last_raise=settings.big_blind,
        bets=bets,
        stacks=betting.stacks,
        marks=marks,
    )


def nobody_can_bet(betting: Betting) -> bool:
    """At most one seat still in has chips left: no option to bet will be given again (1.17)."""
    stacks = betting.stacks
    able = [mark for position, mark in enumerate(betting.marks) if mark != FOLDED and stacks[position]]
    return len(able) <= 1


def waived(betting: Betting) -> int:
    """The one with chips whose turn would have come if anybody were left to answer, NOBODY where there is none."""
    marks, stacks = betting.marks, betting.stacks
    fresh = [position for position, mark in enumerate(marks) if mark == FRESH and stacks[position]]
    return fresh[0] if len(fresh) == 1 and _is_alone(stacks, marks, fresh[0]) else NOBODY


def is_covered(betting: Betting) -> bool:
    """The one who is to act has already matched all that the others could put: after a Big Blind All-in for less.

    He owes the full blind by the letter, and gets back what he would add; the cards may come without his action.
    """
    actor = betting.actor
    if actor == NOBODY or betting.bets[actor] >= betting.high:
        return False
    return _is_alone(betting.stacks, betting.marks, actor) and betting.bets[actor] >= _most_of_others(betting, actor)


def _is_alone(stacks: Sequence[Cents], marks: Sequence[int], position: int) -> bool:
    """Nobody else still in has chips left."""
    for other, stack in enumerate(stacks):  # noqa: SIM110 - asked at every turn, and `all` costs twice as much
        if stack and other != position and marks[other] != FOLDED:
            return False
    return True


def _most_of_others(betting: Betting, position: int) -> Cents:
    others = zip(range(len(betting.marks)), betting.marks, betting.bets, strict=True)
    return max((bet for other, mark, bet in others if other != position and mark != FOLDED), default=0)
