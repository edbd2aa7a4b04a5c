"""The language in which the tests of the rules are written: a round reads like the script of a table.

    round_ = play("pontoon", bets({1: 1000}), "9H KD 7C", surrender(1), "AS")
    assert round_.fate(1) == "lose -1000 by 3.24.2"

A step is an event, a text of cards (`"9H KD 7C"`, in the order in which the shoe gives them), or a list of such. A step
whose answer is more than going on says so: `refused(step, clause)`, `alarmed(step, code, clause)`, `ruled(step, action,
clause)`, one within the other where it gets several; any refusal, alert or ruling that is not announced so fails the
test. Everything goes through the public `controller.games.new_table` and `step`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypeAlias

from controller.core.effects import AlertRaised, Effect, Rejected, RoundEnded, RulingGiven
from controller.core.events import (
    Action21,
    AnyEvent,
    Authority,
    BetsClosed,
    BetsOpen,
    ButtonPressed,
    CardDrawn,
    CardRead,
    Decision,
    Event,
    Follow,
    Insure,
    Irregularity,
    Layout,
    MultiplierDrawn,
    OffersClosed,
    Reveal,
    Seat,
    Wager,
)  # fmt: skip
from controller.core.outcomes import LedgerLine, PlayerHand, TwentyOneOutcome
from controller.core.tables import TwentyOneTable
from controller.games import new_table, step
from controller.games.twenty_one.state import State


class Answered(NamedTuple):
    """A step with the answer it must get: clauses of refusals, codes of alerts and actions of rulings with theirs."""

    step: "Step"
    refusals: tuple[str | None, ...] = ()
    alerts: tuple[tuple[str, str | None], ...] = ()
    rulings: tuple[tuple[str, str | None], ...] = ()


Step: TypeAlias = "Event | str | Answered | list[Any]"
"""An event, cards, a step with its answer, or a list of steps."""


# --- the words of the script ------------------------------------------------------------------------------------


def bets(
    mains: Mapping[int, int | Mapping[str, int]], *others: Event, seats: Mapping[int, str] | None = None
) -> list[Event]:
    """A new round up to `No more bets`: main wagers by area, as one amount or by player from front to back."""
    events: list[Event] = [Seat(area=area, player=player) for area, player in (seats or {}).items()]
    events.append(BetsOpen())
    for area, wagered in mains.items():
        if isinstance(wagered, int):
            events.append(Wager(area=area, kind="main", amount=wagered))
        else:
            events.extend(Wager(area=area, kind="main", amount=each, player=name) for name, each in wagered.items())
    return [*events, *others, BetsClosed()]


def wager(area: int, kind: str, amount: int, player: str | None = None, position: int | None = None) -> Wager:
    """A wager, for `bets` to lay beside the main ones or to lay by itself."""
    return Wager(area=area, kind=kind, amount=amount, player=player, position=position)


def deal(*hands: str, dealer: str) -> str:
    """The cards of an initial deal in their order: the two cards of each hand that plays, and the Dealer's first."""
    pairs = [hand.split() for hand in hands]
    return " ".join([*(pair[0] for pair in pairs), dealer, *(pair[1] for pair in pairs)])


def read(card: str) -> CardRead:
    """The dealer enters the face."""
    return CardRead(card=card)


def down(cards: str) -> list[Event]:
    """Cards dealt face down, in their order (Blackjack 3.12)."""
    return [CardDrawn(card=card, face_down=True) for card in cards.split()]


def reveal(area: int) -> Reveal:
    """The face-down cards of the area are turned."""
    return Reveal(area=area)


def hit(area: int, player: str | None = None) -> Decision:
    """Another card, please."""
    return decision(area, "hit", player)


def stand(area: int, player: str | None = None) -> Decision:
    """No more cards."""
    return decision(area, "stand", player)


def double(area: int, amount: int | None = None, player: str | None = None) -> Decision:
    """Doubles, by the original wager unless an amount is named."""
    return decision(area, "double", player, amount)


def split(area: int, player: str | None = None, amount: int | None = None) -> Decision:
    """Splits the hand whose turn it is."""
    return decision(area, "split", player, amount)


def surrender(area: int, player: str | None = None) -> Decision:
    """Gives up half."""
    return decision(area, "surrender", player)


def rescue(area: int, player: str | None = None) -> Decision:
    """Takes the doubled portion back."""
    return decision(area, "rescue", player)


def decision(area: int, action: Action21, player: str | None = None, amount: int | None = None) -> Decision:
    """Any decision by its word."""
    return Decision(area=area, action=action, player=player, amount=amount)


def follow(area: int, player: str, amount: int | None = None) -> Follow:
    """Another wager joins the last split or double."""
    return Follow(area=area, player=player, amount=amount)


def insure(area: int, amount: int, player: str | None = None, insured: str | None = None) -> Insure:
    """Insurance, for oneself or by the option that `insured` declined."""
    return Insure(area=area, amount=amount, player=player, for_=insured)


OFFERS_CLOSED: Final = OffersClosed()
"""The Dealer announces that surrender and insurance are closed."""


def press(multiplier: int, player: str | None = None) -> list[Event]:
    """The jackpot button is pressed and the meter comes to rest."""
    return [ButtonPressed(player=player), MultiplierDrawn(value=multiplier)]


def irregularity(kind: str, authority: Authority = "dealer", **fields: Any) -> Irregularity:
    """An irregularity; lists of cards may be given as text."""
    for name in ("cards", "disclosed", "chosen"):
        if isinstance(fields.get(name), str):
            fields[name] = tuple(fields[name].split())
    return Irregularity(kind=kind, authority=authority, **fields)


def lies(areas: Mapping[int, str | list[str]], dealer: str = "", removed: str = "") -> Layout:
    """Where the cards in fact lie; the hands of a split area as a list."""
    laid: dict[str, Any] = {}
    for area, cards in areas.items():
        laid[str(area)] = tuple(cards.split()) if isinstance(cards, str) else tuple(tuple(c.split()) for c in cards)
    return Layout(areas=laid, dealer=tuple(dealer.split()), removed=tuple(removed.split()))


def by(authority: Authority, event: AnyEvent) -> AnyEvent:
    """The same event with this authority."""
    return replace(event, authority=authority)


def refused(step_: Step, clause: str | None) -> Answered:
    """The step is refused by this clause (None where only the contract forbids it), and nothing changes."""
    inner = _answer(step_)
    return inner._replace(refusals=(*inner.refusals, clause))


def alarmed(step_: Step, code: str, clause: str | None) -> Answered:
    """The step raises this alert."""
    inner = _answer(step_)
    return inner._replace(alerts=(*inner.alerts, (code, clause)))


def ruled(step_: Step, action: str, clause: str | None) -> Answered:
    """The step is answered by a ruling with this action."""
    inner = _answer(step_)
    return inner._replace(rulings=(*inner.rulings, (action, clause)))


def _answer(step_: Step) -> Answered:
    return step_ if isinstance(step_, Answered) else Answered(step_)


# --- what was played --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Played:
    """A table after its script so far: the state, all effects, and the outcomes of the rounds that ended."""

    state: State
    effects: tuple[Effect, ...] = ()
    outcomes: tuple[TwentyOneOutcome, ...] = ()

    def then(self, *steps: Step) -> "Played":
        """The same table, played on."""
        played = self
        for one in steps:
            played = _answered(played, _answer(one))
        return played

    @property
    def outcome(self) -> TwentyOneOutcome:
        """The outcome of the last round; it must be over."""
        assert self.state.round is None, f"the round is not over: it waits for a {self.state.round.awaits}"
        return self.outcomes[-1]

    @property
    def net(self) -> int:
        """The players' gain of the last round."""
        return self.outcome.net

    @property
    def awaits(self) -> str:
        """What the round waits for: `card`, `decision`, `press` or `wagers`; `nothing` when none is open."""
        return self.state.round.awaits if self.state.round is not None else "nothing"

    @property
    def acting(self) -> tuple[int, int] | None:
        """Area and hand (from 1) whose decision or card is awaited in play."""
        round_ = self.state.round
        if round_ is None or round_.turn is None:
            return None
        index, hand_id = round_.turn
        return index + 1, [hand.id for hand in round_.areas[index].hands].index(hand_id) + 1

    def cards(self, area: int) -> list[str]:
        """The cards that lie in the area now, one text a hand; without a round open those of the last outcome."""
        if self.state.round is None:
            return [" ".join(hand.cards) for hand in self.outcome.hands if hand.area == area]
        return [" ".join(hand.cards) for hand in self.state.round.areas[area - 1].hands]

    @property
    def dealer(self) -> str:
        """The Dealer's cards, now or at the end of the last round."""
        return " ".join(self.outcome.dealer.cards if self.state.round is None else self.state.round.dealer)

    def hand(self, area: int, hand: int = 1) -> PlayerHand:
        """A hand of the last outcome."""
        return next(one for one in self.outcome.hands if (one.area, one.hand) == (area, hand))

    def line(self, area: int, kind: str = "main", hand: int | None = None, player: str | None = None) -> LedgerLine:
        """The one line of the last ledger that fits; hand 1 unless another is named."""
        number = hand or (1 if kind in ("main", "super_bonus") else None)
        found = [
            one
            for one in self.outcome.ledger
            if (one.area, one.kind, one.hand) == (area, kind, number) and player in (None, one.player)
        ]
        assert len(found) == 1, f"{len(found)} lines fit area {area} {kind} {player or ''}: {self.ledger}"
        return found[0]

    def fate(self, area: int, kind: str = "main", hand: int | None = None, player: str | None = None) -> str:
        """What became of a wager: result, net, odds and clauses, as in `win +1500 at 3:2 by 3.19 4.1`."""
        return fate_of(self.line(area, kind, hand, player))

    @property
    def ledger(self) -> list[str]:
        """Every line of the last ledger: `area[.hand] player kind: fate`."""
        return [
            f"{one.area}{'' if one.hand is None else f'.{one.hand}'} {one.player} {one.kind}: {fate_of(one)}"
            for one in self.outcome.ledger
        ]

    @property
    def texts(self) -> str:
        """The sentences of all rulings so far, one a line."""
        return "\n".join(effect.text for effect in self.effects if isinstance(effect, RulingGiven))

    @property
    def told(self) -> str:
        """Everything that has left the table so far, for a card that nobody may see in it."""
        return "\n".join(repr(effect) for effect in self.effects)


def fate_of(line: LedgerLine) -> str:
    """A ledger line in words."""
    net = f"{line.net:+d}" if line.net else "0"
    odds = "" if line.odds is None else f" at {line.odds}"
    return f"{line.result} {net}{odds} by {' '.join(line.rules)}"


def table(game: str, **options: Any) -> Played:
    """A table before its first round; options are those of the table line."""
    return Played(_twenty_one(new_table(TwentyOneTable(game=game, **options))))


def play(game: str, *steps: Step, **options: Any) -> Played:
    """A new table, played through the steps."""
    return table(game, **options).then(*steps)


def _events(step_: Step) -> Iterator[Event]:
    if isinstance(step_, str):
        yield from (CardDrawn(card=card) for card in step_.split())
    elif isinstance(step_, list):
        for one in step_:
            yield from _events(one)
    else:
        assert isinstance(step_, Event), f"an answer is for a step, not for {step_!r}"
        yield step_


def _twenty_one(state: object) -> State:
    assert isinstance(state, State)
    return state


def _answered(played: Played, expected: Answered) -> Played:
    before = played
    effects: list[Effect] = []
    state = played.state
    for event in _events(expected.step):
        after, found = step(state, event)
        state = _twenty_one(after)
        effects.extend(found)
    refusals = [(one.rule, one.reason) for one in effects if isinstance(one, Rejected)]
    assert tuple(rule for rule, _ in refusals) == expected.refusals, f"{expected.step}: {refusals}"
    alerts = [(one.code, one.rule) for one in effects if isinstance(one, AlertRaised)]
    assert tuple(alerts) == expected.alerts, f"{expected.step}: {alerts}"
    rulings = [(one.action, one.rule) for one in effects if isinstance(one, RulingGiven)]
    assert tuple(rulings) == expected.rulings, f"{expected.step}: {rulings}"
    if expected.refusals:
        assert state == before.state, "a refused request changed the table"
    ended = tuple(
        one.outcome for one in effects if isinstance(one, RoundEnded) and isinstance(one.outcome, TwentyOneOutcome)
    )
    return Played(state, (*before.effects, *effects), (*before.outcomes, *ended))
