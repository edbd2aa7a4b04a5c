"""Events told to a person, one line each, with no card that the table has not seen.

The face of a card is told by `CardShown` alone, the rules' own word that everybody sees it; a card that lies face down,
was burned or waits to be the next one is "a card".
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from controller.core.effects import AlertRaised, CardShown, Effect, Rejected, RoundReopened, RulingGiven
from controller.core.events import (
    AnyEvent,
    Away,
    Back,
    BetsClosed,
    BetsOpen,
    BlindsOpen,
    ButtonPressed,
    CardDrawn,
    CardRead,
    Change,
    Correction,
    CutCard,
    Decision,
    Follow,
    Insure,
    Irregularity,
    Join,
    Leave,
    Muck,
    MultiplierDrawn,
    OffersClosed,
    PokerAction,
    Reveal,
    RoundVoid,
    Seat,
    SeatLeft,
    SetDispensed,
    ShoeNew,
    Show,
    Showdown,
    StackAdd,
    Wager,
    WagerWithdrawn,
)  # fmt: skip
from controller.core.outcomes import LineChange

Done = tuple[int, AnyEvent, list[Effect]]
"""Where it stands in the script or journal, the event and its effects."""

_SAID: Final[dict[type, str]] = {
    BetsOpen: '"Place your bets, please"',
    BetsClosed: '"No more bets"',
    OffersClosed: "the offers are closed",
    ShoeNew: "a new shoe",
    CutCard: "the cutting card came out",
    Showdown: "the marker is turned to SHOWDOWN",
}
"""Events that say the same each time."""


def counted(count: int, thing: str) -> str:
    """A number of things, `1 round` or `2 rounds`."""
    return f"{count} {thing}" + ("" if count == 1 else "s")


def scored(total: int, result: str, *, width: int = 0) -> str:
    """A hand's total and what became of it, where that is more than the total."""
    return f"{total:>{width}}" + ("" if result == str(total) else f" {result.replace('_', ' ')}")


def money(cents: int) -> str:
    """Cents as an amount with two decimals."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def happened(steps: Iterable[Done], about: Mapping[str, str]) -> Iterator[str]:
    """A line for each event with its place, and what it showed and led to below it; `about` tells the clauses."""
    for place, event, effects in steps:
        seen = _seen(effects)
        if isinstance(event, CardDrawn) and [cards for _, cards in seen] == [[event.card]]:
            told, seen = f"card {event.card} to {seen[0][0]}", []
        else:
            told = tell(event)
        yield f"  {place:>5}  {told}"
        for line in (*(f"{where}: {' '.join(cards)}" for where, cards in seen), *_led_to(effects, about)):
            yield f"         {line}"


def tell(event: AnyEvent) -> str:
    """One event in words."""
    if (said := _SAID.get(type(event))) is not None:
        return said
    match event:
        case CardDrawn():
            return "a card, face down" if event.face_down else "a card"
        case CardRead():
            return "the face of a card that the shoe could not read"
        case SetDispensed():
            return f"a set of {len(event.cards)} cards"
        case Reveal():
            return "community cards are turned" if event.area is None else f"area {event.area} turns its cards"
        case Correction():
            return _correction(event)
        case RoundVoid():
            return f"the round is declared void: {event.reason}"
        case Irregularity():
            return f"irregularity {event.kind.replace('_', ' ')}, called by the {event.authority.replace('_', ' ')}"
        case Join() | Leave() | StackAdd() | Away() | Back() | BlindsOpen() | PokerAction() | Show() | Muck():
            return _poker(event)
        case _:
            return _twenty_one(event)


def _correction(event: Correction) -> str:
    at = f" at {event.at}" if event.at else ""
    who = event.authority.replace("_", " ")
    return f"corrected{at} by the {who}, because {event.reason}: {', '.join(map(_change, event.changes))}"


def _change(change: Change) -> str:
    if change.event is None:
        return f"{change.of} was not"
    place = f"{change.of} was" if change.of is not None else f"after {change.after} came"
    return f"{place} {tell(change.event)}"


def changed(line: LineChange) -> str:
    """One line of a difference: whose wager, and how much more or less it is now, as in `area 3: minus 12.50`."""
    place = f"seat {line.seat}" if line.area is None else f"area {line.area}"
    hand = f" hand {line.hand}" if line.hand is not None and line.hand > 1 else ""
    kind = f", {line.kind.replace('_', ' ')}" if line.kind else ""
    sign = "minus" if line.change < 0 else "plus"
    return f"{place}{hand}, {line.player}{kind}: {sign} {money(abs(line.change))}"


def named(rule: str) -> str:
    """A clause of the document by its number; with an I it is a reading where that is silent (contract section 7)."""
    return f"reading {rule}" if rule[:1] == "I" else rule


def cited(rule: str | None, about: Mapping[str, str]) -> str:
    """A clause in brackets with a few words about it; nothing for None."""
    if rule is None:
        return ""
    return f" [{named(rule)}: {about[rule]}]" if rule in about else f" [{named(rule)}]"


def _twenty_one(event: AnyEvent) -> str:
    match event:
        case Seat():
            return f"{event.player} sits down at area {event.area}"
        case SeatLeft():
            return f"area {event.area} is left"
        case Wager():
            return f"{event.player or f'P{event.area}'} wagers {money(event.amount)} {event.kind} on area {event.area}"
        case WagerWithdrawn():
            return f"{event.player or f'P{event.area}'} takes back the {event.kind} wager on area {event.area}"
        case Insure():
            by = f" by {event.player}" if event.player else ""
            instead = f" in place of {event.for_}" if event.for_ else ""
            return f"insurance of {money(event.amount)} on area {event.area}{by}{instead}"
        case Decision():
            by = f" ({event.player})" if event.player else ""
            amount = f" for {money(event.amount)}" if event.amount is not None else ""
            return f"area {event.area}: {event.action.replace('_', ' ')}{amount}{by}"
        case Follow():
            amount = f" with {money(event.amount)}" if event.amount is not None else ""
            return f"{event.player} follows on area {event.area}{amount}"
        case ButtonPressed():
            return "the jackpot button is pressed" + (f" by {event.player}" if event.player else "")
        case MultiplierDrawn():
            return f"the meter shows {event.value} to 1"
        case _:
            return event.type


def _poker(event: Join | Leave | StackAdd | Away | Back | BlindsOpen | PokerAction | Show | Muck) -> str:
    match event:
        case BlindsOpen():
            button = f", the button at seat {event.button}" if event.button is not None else ""
            return f'"Place your Blind Bets, please"{button}'
        case Join():
            moved = ", from another table" if event.as_ == "relocated" else ""
            return f"{event.player} joins at seat {event.seat} with {money(event.stack)}{moved}"
        case Leave():
            return f"seat {event.seat} leaves"
        case StackAdd():
            return f"seat {event.seat} adds {money(event.amount)}"
        case PokerAction():
            to = f" to {money(event.amount)}" if event.amount is not None and event.action != "fold" else ""
            return f"seat {event.seat}: {event.action.replace('_', '-')}{to}"
        case Show():
            return f"seat {event.seat} shows"
        case Muck():
            return f"seat {event.seat} gives up its hand"
        case _:
            return f"seat {event.seat} is {event.type}"


def _seen(effects: Iterable[Effect]) -> list[tuple[str, list[str]]]:
    """What everybody sees now: places and their cards."""
    places: dict[str, list[str]] = {}
    for effect in effects:
        if isinstance(effect, CardShown):
            places.setdefault(_place(effect), []).append(effect.card)
    return list(places.items())


def _place(card: CardShown) -> str:
    match card.place:
        case "dealer":
            return "the Dealer"
        case "board":
            return "the board"
        case place:
            hand = f" hand {card.hand}" if card.hand is not None and card.hand > 1 else ""
            return f"{place} {card.area}{hand}"


def _led_to(effects: Iterable[Effect], about: Mapping[str, str]) -> Iterator[str]:
    for effect in effects:
        if isinstance(effect, Rejected):
            yield f"refused: {effect.reason}" + cited(effect.rule, about)
        elif isinstance(effect, AlertRaised):
            yield f"alert {effect.code}: {effect.text}" + cited(effect.rule, about)
        elif isinstance(effect, RulingGiven):
            yield f"ruling, {effect.action}: {effect.text}" + cited(effect.rule, about)
            yield from (changed(line) for line in effect.difference or ())
        elif isinstance(effect, RoundReopened):
            yield f"round {effect.round} is open again, its outcome withdrawn" + cited(effect.rule, about)
