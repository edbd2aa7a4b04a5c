"""Acting Out of Turn (5.12): the action is retracted, stays pending, and binds the seat when its turn comes.

What binds depends on what those due before it did in the meantime:

    all checked                         the seat must check                                        5.12.1
    none bet more than it indicated     it may call or fold, not raise                             5.12.2
    one bet more than it indicated      it may call or raise; folding forfeits what it indicated   5.12.3
    one folded and none bet more        what it indicated stands by itself                         5.12.4

A check or fold indicates no bet: where somebody has bet or called since, it binds nothing. A hand that is folded since
its cards were exposed (5.13) counts as a fold for those who wait behind it.
"""

from typing import Literal

from controller.core.effects import Effect, RulingGiven
from controller.core.events import PokerAction
from controller.core.money import Cents
from controller.games.poker.betting.rounds import FOLD, put_in, sized, total_of
from controller.games.poker.settings import Settings
from controller.games.poker.state import ACTED, FRESH, Betting, OutOfTurn, replace_at
from controller.games.records.altering import altered
from controller.games.refusal import Refused

Bond = Literal["", "check", "no_raise", "forfeit", "stands"]

KIND = "out_of_turn"


def record(settings: Settings, betting: Betting, position: int, event: PokerAction, out: list[Effect]) -> Betting:
    """The fact that a seat acted before its turn; the first such action of a seat is the one that binds."""
    total = FOLD if event.action in {"fold", "check"} else _indicated(settings, betting, position, event)
    out.append(
        RulingGiven(
            KIND,
            "return",
            "5.12",
            f"Seat {event.seat} acted Out of Turn: have the action retracted and let the seat act in its turn.",
        )
    )
    if any(one.position == position for one in betting.pending):
        return betting
    entry = OutOfTurn(position, amount=max(total, 0), opening=betting.high)
    return altered(betting, pending=(*betting.pending, entry))


def _indicated(settings: Settings, betting: Betting, position: int, event: PokerAction) -> Cents:
    """The total that the action indicated: as allowed, or else what lay there, since it has happened all the same.

    Raises Refused for an amount that cannot have lain there: missing, no multiple of the chip, more than the stack.
    """
    bet, stack = betting.bets[position], betting.stacks[position]
    free = altered(betting, marks=replace_at(betting.marks, position, FRESH))  # what it may do is decided in its turn
    try:
        return total_of(settings, free, position, event.action, event.amount)
    except Refused:
        if event.action == "all_in":
            return bet + stack
        if event.action == "call" and event.amount is None:
            return bet
        return sized(settings, bet + stack, event.action, event.amount)


def observe(betting: Betting, actor: int, total: Cents, before: Cents) -> Betting:
    """What an action in turn means for those who wait: `total` is what the actor put in, FOLD for a fold."""
    folded = total == FOLD
    moved = not folded and total > before
    pending = tuple(
        one if one.position == actor else altered(one, folded=one.folded or folded, moved=one.moved or moved)
        for one in betting.pending
    )
    return altered(betting, pending=pending)


def observe_exposed(betting: Betting, position: int) -> Betting:
    """What a hand folded by 5.13 means for those who wait: a fold, where it was still due to act before them."""
    acted = betting.marks[position] == ACTED and betting.bets[position] == betting.high
    if acted or not betting.stacks[position]:
        return betting
    count = len(betting.marks)
    ahead = (position - betting.actor) % count
    pending = tuple(
        altered(one, folded=True) if ahead < (one.position - betting.actor) % count else one for one in betting.pending
    )
    return altered(betting, pending=pending)


def bond(betting: Betting, position: int) -> Bond:
    """What binds the seat whose turn it is."""
    one = _entry(betting, position)
    if one is None:
        return ""
    nothing_owed = betting.high == betting.bets[position]
    if one.amount == 0:
        return "check" if nothing_owed and not one.moved and not one.folded else ""
    if betting.high > max(one.amount, one.opening):
        return "forfeit"  # 5.12.3
    if one.folded:
        return "stands"  # 5.12.4
    return "check" if nothing_owed and not one.moved else "no_raise"  # 5.12.1, 5.12.2


def check_bond(betting: Betting, position: int, total: Cents) -> None:
    """Refuses what the seat is no longer free to do."""
    bound = bond(betting, position)
    if bound == "check" and total != betting.bets[position]:
        raise Refused("The seat acted Out of Turn and those before it checked: it must check.", "5.12.1")
    if bound == "no_raise" and total > betting.high:
        raise Refused("The seat acted Out of Turn: it may call or fold, not raise.", "5.12.2")


def forfeit(betting: Betting, position: int, seat: int, out: list[Effect]) -> Betting:
    """A fold against a bet in excess of what was indicated leaves that in the Pot (5.12.3)."""
    one = _entry(betting, position)
    if one is None or bond(betting, position) != "forfeit":
        return betting
    bet, stack = betting.bets[position], betting.stacks[position]
    total = max(bet, min(one.amount, bet + stack))
    order = f"move {total - bet} of its chips into the Pot" if total > bet else "that lies in the Pot already"
    out.append(RulingGiven(KIND, "continue", "5.12.3", f"Seat {seat} folds after a bet Out of Turn: {order}."))
    return put_in(betting, position, total)


def let_stand(betting: Betting, position: int, seat: int, out: list[Effect]) -> Betting:
    """The bet made Out of Turn is the seat's action, since one before it has folded (5.12.4)."""
    one = _entry(betting, position)
    assert one is not None
    bet, stack = betting.bets[position], betting.stacks[position]
    total = max(bet, min(one.amount, bet + stack))
    out.append(
        RulingGiven(
            KIND, "continue", "5.12.4", f"The bet of {total} that seat {seat} made Out of Turn stands: play goes on."
        )
    )
    return observe(put_in(without(betting, position), position, total), position, total, bet)


def without(betting: Betting, position: int) -> Betting:
    """The seat has acted in its turn: nothing waits for it any more."""
    return altered(betting, pending=tuple(one for one in betting.pending if one.position != position))


def _entry(betting: Betting, position: int) -> OutOfTurn | None:
    return next((one for one in betting.pending if one.position == position), None)
