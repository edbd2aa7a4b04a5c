"""Whose turn it is and why: what the table waits for in one sentence, and what else is open until the next card."""

from collections.abc import Iterator
from functools import partial

from controller.games.floor.records import LastRound, Sentence, Turn, sentence
from controller.games.twenty_one.control import controller_of, hand_at
from controller.games.twenty_one.floor.presses import jackpot_seen
from controller.games.twenty_one.floor.words import WORDS
from controller.games.twenty_one.hands import is_natural, same_value, total_of
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import DEALER, Area, Hand, Round, State
from controller.games.twenty_one.wagers.pandemonium import MULTIPLIER, NOMINEE, PRESS

say = partial(sentence, WORDS)


def turn_seen(state: State, rules: Rulebook, ended: LastRound | None) -> Turn:
    """The sentence that stands largest on a console, and those below it."""
    round_ = state.round
    if state.waiting:
        code = "unread_down" if state.waiting[0].face_down else "unread"
        return Turn(now=say(code, rules.irregularities.next_card))
    if round_ is None:
        return _between(state, rules, ended)
    notes = (*_presses(state, round_, rules), *_open(state, round_, rules), *_shoe(state, rules))
    if round_.turn is not None and round_.awaits in ("card", "decision"):
        return _of_hand(state, round_, rules, notes)
    return Turn(now=_awaited(state, round_, rules), notes=notes, player=_who_presses(round_, state))


def _between(state: State, rules: Rulebook, ended: LastRound | None) -> Turn:
    if ended is not None:
        outcome = ended.outcome
        code, clause = (
            ("settled", rules.clauses.round_of_play) if outcome.status == "settled" else ("void", outcome.rule)
        )
        return Turn(now=say(code, clause, round=outcome.round), notes=(*_shoe(state, rules),))
    now = say("shuffle", rules.irregularities.cut_card) if state.shoe.cut else say("open_bets", rules.clauses.open)
    return Turn(now=now, notes=(*_kept(state, rules),))


def _awaited(state: State, round_: Round, rules: Rulebook) -> Sentence:
    clauses = rules.clauses
    if round_.phase == "betting":
        return say("betting", clauses.open)
    if round_.reshuffling:
        return say("reshuffle", rules.irregularities.insufficient)
    if round_.awaits == "press":
        area, player = state.button.area, state.button.player
        if round_.pressed is not None:
            return say("rolling", MULTIPLIER, area=state.meter.area or 0, player=state.meter.player or "")
        return say("press", PRESS, area=area or 0, player=player or "")
    if round_.place is None:
        return say("ruling", rules.irregularities.shift_manager)
    if round_.place[0] != DEALER:
        return say("deal", clauses.deal, area=round_.place[0] + 1)
    if not round_.dealer:
        return say("deal_dealer", clauses.deal)
    total, _ = total_of(rules, Hand(0, round_.dealer, ()))
    return say("dealer_draws", clauses.dealer_draws, total=total)


def _who_presses(round_: Round, state: State) -> str | None:
    return state.button.player if round_.awaits == "press" and state.button.lit else None


def _presses(state: State, round_: Round, rules: Rulebook) -> Iterator[Sentence]:
    """The button while a hand is played: for whom it is lit, who pressed for another, who comes after (3.19.1)."""
    jackpot = jackpot_seen(state, round_, rules)
    if jackpot is None:
        return
    for one in jackpot.presses:
        if one.state == "armed" and round_.awaits != "press":
            yield say("press", PRESS, area=one.area, player=one.player)
        elif one.state == "rolling" and round_.awaits != "press":
            yield say("rolling", MULTIPLIER, area=one.area, player=one.player)
        if one.nominee is not None:
            yield say("pressed_by", NOMINEE, nominee=one.nominee, player=one.player)
    later = ", ".join(f"{one.player} ({one.area})" for one in jackpot.presses if one.state == "owed")
    if later:
        yield say("presses", PRESS, players=later)


# --- the hand in turn -------------------------------------------------------------------------------------------


def _of_hand(state: State, round_: Round, rules: Rulebook, notes: tuple[Sentence, ...]) -> Turn:
    assert round_.turn is not None
    index, hand_id = round_.turn
    area = round_.areas[index]
    position, hand = hand_at(area, hand_id)
    player = controller_of(rules, state.seats[index], area, hand)
    if round_.reshuffling:
        now = say("reshuffle", rules.irregularities.insufficient)
    elif round_.awaits == "card":
        now = _card(rules, index + 1, position + 1, hand, player)
    else:
        now = _decision(rules, index + 1, position + 1, area, hand)
    why = () if player is None else (_control(state, rules, index, hand, player),)
    return Turn(now=now, notes=(*why, *_floor_of(rules, round_, hand), *notes), area=index + 1, hand=position + 1,
                player=player)  # fmt: skip


def _card(rules: Rulebook, area: int, position: int, hand: Hand, player: str | None) -> Sentence:
    clauses = rules.clauses
    if hand.pending == "double":
        return say("double_card", clauses.double_one_card, area=area, hand=position)
    if hand.pending == "second":
        return say("second_card", clauses.second_card, area=area, hand=position)
    if player is None:
        return say("fixed_rule", rules.irregularities.absent, area=area, hand=position)
    return say("hit_card", clauses.hit, area=area, hand=position)


def _decision(rules: Rulebook, number: int, position: int, area: Area, hand: Hand) -> Sentence:
    split = "split_" if len(area.hands) > 1 else ""
    if hand.hidden:
        return say(f"{split}face_down", rules.clauses.decides, area=number, hand=position)
    total, soft = total_of(rules, hand)
    shape = "pair" if same_value(hand.cards) else "soft" if soft else "hard"
    return say(f"{split}{shape}", rules.clauses.decides, area=number, hand=position, total=total)


def _control(state: State, rules: Rulebook, index: int, hand: Hand, player: str) -> Sentence:
    if all(bet.player != player for bet in hand.bets):
        return say("for_absent", rules.irregularities.absent_other, player=player)
    if player == state.seats[index]:
        return say("seated", rules.clauses.seated, player=player)
    return say("highest" if rules.highest_bet_controls else "front", rules.clauses.unseated, player=player)


def _floor_of(rules: Rulebook, round_: Round, hand: Hand) -> Iterator[Sentence]:
    if round_.awaits == "decision" and not hand.hidden and total_of(rules, hand)[0] < rules.stand_least:
        yield say("must_draw", rules.clauses.stand_least, least=rules.stand_least)


# --- what is open until the next card ---------------------------------------------------------------------------


def _open(state: State, round_: Round, rules: Rulebook) -> Iterator[Sentence]:
    clauses = rules.clauses
    if round_.offers_open and round_.dealer:
        if round_.dealer[0][0] in rules.surrender_against:
            yield say("surrender", clauses.surrender)
        if round_.dealer[0][0] == "A":
            yield say("insurance", clauses.insurance)
            if "even_money" in rules.actions and any(_seen_natural(area) for area in round_.areas):
                yield say("even_money", clauses.even_money)
    yield from _following(round_, rules)
    if round_.rescuable is not None and "rescue" in rules.actions:
        area, hand_id = round_.rescuable
        _, hand = hand_at(round_.areas[area], hand_id)
        below = bool(hand.hidden) or total_of(rules, hand)[0] < 21
        if below and any(bet.joined and not bet.fate for bet in hand.bets):
            yield say("rescue", clauses.rescue, area=area + 1)
    if round_.withdrawal is not None:
        yield say("withdraw", round_.withdrawal)
    yield from _kept(state, rules)


def _seen_natural(area: Area) -> bool:
    return bool(area.hands) and not area.hands[0].hidden and is_natural(area.hands[0])


def _following(round_: Round, rules: Rulebook) -> Iterator[Sentence]:
    following = round_.following
    if following is None:
        return
    area = round_.areas[following.area]
    _, hand = hand_at(area, following.hand)
    waiting = [bet.player for bet in hand.bets if not bet.fate and bet.player not in area.absent and not bet.joined]
    code, clause = "join_double", rules.clauses.join_double
    if following.new_hand:
        _, new = hand_at(area, following.new_hand)
        waiting = [player for player in waiting if all(bet.player != player for bet in new.bets)]
        code, clause = "join_split", rules.clauses.follow_split
    if waiting:
        yield say(code, clause, area=following.area + 1, players=", ".join(waiting))


def _kept(state: State, rules: Rulebook) -> Iterator[Sentence]:
    if len(state.kept) == 1:
        yield say("kept_one", rules.irregularities.next_card)
    elif state.kept:
        yield say("kept", rules.irregularities.next_card, count=len(state.kept))


def _shoe(state: State, rules: Rulebook) -> Iterator[Sentence]:
    if state.shoe.cut:
        code = "shuffle" if state.round is None else "last_round"
        yield say(code, rules.irregularities.cut_card)
