"""The offers before the subsequent deal: surrender, insurance and even money (3.24, 3.26; Blackjack 3.14, 3.16).

They stand open from the end of the initial deal until the Dealer closes them (not in Blackjack) or the next card.
"""

from controller.core.effects import Effect
from controller.core.events import Decision, Insure, OffersClosed
from controller.core.money import Cents
from controller.games.records.altering import altered
from controller.games.refusal import Refused
from controller.games.twenty_one.change import with_area, with_bet, with_hand
from controller.games.twenty_one.control import area_index, bet_of, controller_of, open_round
from controller.games.twenty_one.dealer import decided
from controller.games.twenty_one.hands import is_natural, total_of
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Bet, Hand, Insurance, Round, State


def close_offers(state: State, rules: Rulebook, _event: OffersClosed, _out: list[Effect]) -> State:
    """The Dealer announced that the offers are closed; in Blackjack only the next card closes them.

    Where a kept card waits for who may withdraw, follow or take a double back, it goes on.
    """
    round_ = open_round(state, rules)
    if not round_.dealt and round_.withdrawal is None:
        raise Refused("the initial deal is not complete: nothing has been offered", rules.clauses.surrender_closed)
    round_ = altered(round_, pause=False)
    if not round_.dealt or not rules.offers_close_by_word:
        return state.with_round(round_)
    return state.with_round(altered(round_, offers_open=False, offered=True))


def surrender(state: State, round_: Round, rules: Rulebook, index: int, event: Decision) -> Round:
    """A player gives up half of his original wager (3.24; Free Bet 3.25; Blackjack 3.16)."""
    clauses = rules.clauses
    area = round_.areas[index]
    if len(area.hands) > 1:
        raise Refused("there is no surrender after a split", clauses.surrender_after_split)
    hand = area.hands[0]
    if not round_.dealer or round_.dealer[0][0] not in rules.surrender_against:
        raise Refused("surrender is not offered against the Dealer's {card}",
                      clauses.surrender, card=round_.dealer[0] if round_.dealer else "hand")  # fmt: skip
    if not round_.offers_open:
        raise Refused("the offer to surrender is closed", clauses.surrender_closed)
    if hand.acted:
        raise Refused("the hand of area {area} has acted already", clauses.surrender_closed, area=index + 1)
    _refuse_decided(round_, rules, index, hand)
    bet = _own_bet(state, round_, rules, index, hand, event.player, clauses.surrender)
    return with_hand(round_, index, with_bet(hand, altered(bet, fate="surrendered")))


def _refuse_decided(round_: Round, rules: Rulebook, index: int, hand: Hand) -> None:
    """A hand that is paid, bust or doubled is not surrendered, also where the offer was made late (5.12.2)."""
    clauses = rules.clauses
    total, _ = total_of(rules, hand)
    if total > 21:
        raise Refused("the hand of area {area} is bust with {total}", clauses.bust, area=index + 1, total=total)
    if decided(round_, rules, hand):
        raise Refused(
            "the hand of area {area} is paid", clauses.natural if is_natural(hand) else clauses.complete, area=index + 1
        )
    if hand.doubled:
        raise Refused(
            "the hand of area {area} is doubled: the offer is for an original wager", clauses.surrender, area=index + 1
        )


def even_money(state: State, round_: Round, rules: Rulebook, index: int, event: Decision) -> Round:
    """A Blackjack is paid 1 to 1 against the Dealer's Ace (Free Bet 3.20; Blackjack 3.14.1; I14)."""
    clause = rules.clauses.even_money
    area = round_.areas[index]
    hand = area.hands[0]
    if not round_.dealer or round_.dealer[0][0] != "A" or not is_natural(hand):
        raise Refused("even money is for a Blackjack against the Dealer's Ace", clause)
    if not round_.offers_open:
        raise Refused("the offer of even money is closed", clause)
    bet = _own_bet(state, round_, rules, index, hand, event.player, clause)
    insurances = area.insurances
    if rules.even_money_returns_insurance:
        insurances = tuple(
            altered(one, returned=clause or "") if one.player == bet.player == one.insured else one
            for one in insurances
        )
    round_ = with_area(round_, index, altered(area, insurances=insurances))
    return with_hand(round_, index, with_bet(hand, altered(bet, fate="even_money")))


def _own_bet(
    state: State, round_: Round, rules: Rulebook, index: int, hand: Hand, player: str | None, clause: str | None
) -> Bet:
    """The live wager of the player, by default of the one in control."""
    name = player or controller_of(rules, state.seats[index], round_.areas[index], hand)
    bet = bet_of(hand, name) if name is not None else None
    if bet is None or bet.fate != "":
        raise Refused("{player} has no live wager on area {area}", clause, player=name or "nobody", area=index + 1)
    return bet


def insure(state: State, rules: Rulebook, event: Insure, _out: list[Effect]) -> State:
    """Insurance against the Dealer's natural, for oneself or in another's place (3.26)."""
    index = area_index(state, event.area)
    round_ = open_round(state, rules)
    if not round_.dealt:
        raise Refused("the initial deal is not complete", rules.clauses.insurance_offered)
    if not round_.dealer or round_.dealer[0][0] != "A":
        raise Refused("insurance is offered when the Dealer's first card is an Ace", rules.clauses.insurance)
    if not round_.offers_open:
        closed = rules.clauses.insurance_closed if round_.subsequent else rules.clauses.insurance_offered
        raise Refused("the offer of insurance is closed", closed)
    return state.with_round(add_insurance(state, round_, rules, index, event.amount, event.player, event.for_))


def add_insurance(
    state: State, round_: Round, rules: Rulebook, index: int, amount: Cents, player: str | None, insured: str | None
) -> Round:
    """Adds to the insurance of one wager, at most half of it together (3.26, 3.26.3).

    Raises:
        Refused: no such live wager, somebody else has taken the option, or the amount is too much.

    """
    clauses = rules.clauses
    area = round_.areas[index]
    if not area.hands:
        raise Refused("area {area} has no main wager", clauses.insurance, area=index + 1)
    hand = area.hands[0]
    player = player or controller_of(rules, state.seats[index], round_.areas[index], hand)
    if player is None:
        raise Refused("nobody present controls area {area}", rules.irregularities.absent, area=index + 1)
    if player in area.absent:
        raise Refused(
            "{player} is absent: his options to wager are forfeited", rules.irregularities.absent, player=player
        )
    insured = insured or player
    if insured != player and not rules.insurance_for_another:
        raise Refused("no other player takes part in a player's insurance", clauses.insurance_for_another)
    bet = bet_of(hand, insured)
    if bet is None:
        raise Refused(
            "{insured} has no main wager on area {area}", clauses.insurance_for_another, insured=insured, area=index + 1
        )
    laid = ((one, found) for one in area.hands if (found := bet_of(one, insured)) is not None)
    if all(found.fate != "" or decided(round_, rules, one) for one, found in laid):
        raise Refused(
            "the wager of {insured} on area {area} is paid, lost or surrendered",
            clauses.insurance,
            insured=insured,
            area=index + 1,
        )
    if amount <= 0 or amount % state.table.chip:
        raise Refused("{amount} is no multiple of the chip, {chip}", None, amount=amount, chip=state.table.chip)
    own = next((one for one in area.insurances if one.insured == insured), None)
    if own is not None and own.player != player:
        raise Refused(
            "{player} has taken the insurance of {insured}",
            clauses.insurance_for_another,
            player=own.player,
            insured=insured,
        )
    total = amount + (own.amount if own is not None else 0)
    if total * 2 > bet.original:
        clause = clauses.insurance_amount if insured == player else clauses.insurance_for_another
        raise Refused(
            "insurance of {total} is more than half of the wager of {original}",
            clause,
            total=total,
            original=bet.original,
        )
    insurance = Insurance(player, insured, bet.position, total)
    return with_area(
        round_, index, altered(area, insurances=(*(one for one in area.insurances if one is not own), insurance))
    )
