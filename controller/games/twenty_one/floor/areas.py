"""The areas as they lie: hands with their totals and what became of them, wagers by position, who is in control."""

from controller.core.cards import UNKNOWN
from controller.games.twenty_one.control import controller_of
from controller.games.twenty_one.floor.records import AreaSeen, DealerSeen, HandSeen, HandStatus, MainWager, SideBet
from controller.games.twenty_one.hands import count, is_natural, is_pair, live, total_of, two_card_natural
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.settlement.ending import in_order
from controller.games.twenty_one.state import DEALER, Area, Bet, Hand, Round, State


def areas_seen(state: State, round_: Round | None, rules: Rulebook) -> tuple[AreaSeen, ...]:
    """Every area of the layout; without a round who sits there, and nothing else."""
    if round_ is None:
        return tuple(AreaSeen(area=number, seated=player) for number, player in enumerate(state.seats, start=1))
    return tuple(
        AreaSeen(
            area=index + 1,
            seated=state.seats[index],
            hands=_hands(state, round_, rules, index, area),
            sides=_sides(rules, area),
            absent=area.absent,
        )
        for index, area in enumerate(round_.areas)
    )


def dealer_seen(round_: Round | None, rules: Rulebook) -> DealerSeen:
    """The Dealer's hand; all its cards lie open."""
    if round_ is None or not round_.dealer:
        return DealerSeen(status="")
    total, soft = count(round_.dealer)
    if two_card_natural(round_.dealer):
        return DealerSeen(cards=round_.dealer, total=total, soft=soft, status=rules.natural)
    draws = round_.phase == "dealer" and round_.place == (DEALER, 0)
    status = "bust" if total > 21 else "draws" if draws else "stand" if round_.dealer_done else ""
    return DealerSeen(cards=round_.dealer, total=total, soft=soft, status=status)  # type: ignore[arg-type]


def open_cards(hand: Hand) -> tuple[str, ...]:
    """The cards of the hand, those that lie face down as `??`."""
    if not hand.hidden:
        return hand.cards
    return tuple(UNKNOWN if at in hand.hidden else card for at, card in enumerate(hand.cards))


def _hands(state: State, round_: Round, rules: Rulebook, index: int, area: Area) -> tuple[HandSeen, ...]:
    hands = area.hands or ((Hand(1, (), area.mains),) if area.mains else ())
    return tuple(_hand(state, round_, rules, index, hand, position) for position, hand in enumerate(hands, start=1))


def _hand(state: State, round_: Round, rules: Rulebook, index: int, hand: Hand, position: int) -> HandSeen:
    area, seated = round_.areas[index], state.seats[index]
    total, soft = total_of(rules, hand) if hand.cards and not hand.hidden else (None, False)
    player = controller_of(rules, seated, area, hand)
    clause = None
    if player is not None:
        own = any(bet.player == player for bet in hand.bets)
        clause = rules.irregularities.absent_other if not own else rules.clauses.unseated
        if player == seated and own:
            clause = rules.clauses.seated
    return HandSeen(
        hand=position,
        cards=open_cards(hand),
        total=total,
        soft=soft,
        pair=total is not None and is_pair(hand.cards),
        natural=total is not None and is_natural(hand),
        split=hand.split,
        doubled=hand.doubled,
        status=_status(round_, rules, index, hand, total),
        player=player,
        clause=clause,
        wagers=tuple(_main(rules, bet) for bet in hand.bets),
    )


def _status(round_: Round, rules: Rulebook, index: int, hand: Hand, total: int | None) -> HandStatus:
    if hand.bets and not live(hand):
        if all(bet.fate == "surrendered" for bet in hand.bets):
            return "surrendered"
        if all(bet.fate == "returned" for bet in hand.bets):
            return "returned"
    if round_.turn == (index, hand.id):
        return "draws" if hand.pending else "acts"
    if total is not None and total > 21:
        return "bust"
    if total is not None and is_natural(hand):
        return rules.natural
    if hand.done == "refused":
        return "refused"
    if hand.doubled:
        return "doubled"
    if total == 21 and hand.done:
        return "21"
    return hand.done


def _main(rules: Rulebook, bet: Bet) -> MainWager:
    return MainWager(
        player=bet.player, position=bet.position, original=bet.original, stake=bet.stake, added=bet.added,
        markers=bet.markers if rules.free_bets else None, fate=bet.fate or None, clause=bet.clause or None,
    )  # fmt: skip


def _sides(rules: Rulebook, area: Area) -> tuple[SideBet, ...]:
    insurances = (
        SideBet(
            kind="insurance", player=one.player, position=one.position, amount=one.amount, insured=one.insured,
            returned=one.returned or None,
        )
        for one in sorted(area.insurances, key=lambda one: one.position)
    )  # fmt: skip
    sides = (
        SideBet(
            kind=side.kind, player=side.player, position=side.position, amount=side.amount, multiplier=side.multiplier,
            returned=side.returned or None,
        )
        for side in in_order(rules, area)
    )  # fmt: skip
    return (*insurances, *sides)
