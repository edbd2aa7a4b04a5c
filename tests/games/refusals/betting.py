"""Betting, the shoe and control."""

from typing import Final

from tests.games.refusals.row import CHIP, ELSEWHERE, FIELD, NOTHING, UNKNOWN, Row, Table

BETTING: Final[Table] = {
    "twenty_one/betting/bets.py": (
        Row("open_bets", "round {round} is not over", "1.1.14 1.1.11 1.1.17 1.25"),
        Row("place_wager", "{amount} is no multiple of the chip, {chip}", why=CHIP),
        Row("withdraw_wager", "{player} has no {kind} wager on area {area}", why=NOTHING),
        Row("close_bets", "the bets are closed already", "3.2 3.2 3.2 3.10"),
        Row("close_bets", "no area has a main wager", "3.14 3.14 3.14 3.11"),
        Row("_require_betting", "bets are not open", "3.1 3.1 3.1 3.3"),
        Row("_require_betting", "the bets are closed", "5.3/5.4 5.3/5.4 5.3/5.4 5.8"),
        Row("_require_staying", "{player} has withdrawn from this round", "5.29.1 5.29.1 5.30.1 -", why=ELSEWHERE),
        Row("_require_staying", "{player} has withdrawn from this round", "5.29.1 5.29.1 5.30.1 -", why=ELSEWHERE),
        Row("_check_kind", "there is no wager {kind!r} in {title}; it has {known}", why=UNKNOWN),
        Row(
            "_position",
            "area {area} has {most} {kind} wagers already",
            "3.10/3.17.1 3.10/3.17.1 3.10/3.17.1 -",
            why=ELSEWHERE,
        ),
        Row(
            "_position",
            "there is no position {position} on an area",
            "3.10/3.17.1 3.10/3.17.1 3.10/3.17.1 -",
            why=ELSEWHERE,
        ),
        Row(
            "_position",
            "position {position} of area {area} is taken",
            "3.10/3.17.1 3.10/3.17.1 3.10/3.17.1 -",
            why=ELSEWHERE,
        ),
        Row(
            "_check_limits",
            "the {kind} wagers on the box would come to {on_box}, over its {most}",
            "- - - 5.1",
            why=ELSEWHERE,
        ),
        Row(
            "_check_limits",
            "a {kind} wager of {amount} is outside the table's {least} to {most}",
            "3.6 3.6 3.6 -",
            why=ELSEWHERE,
        ),
        Row(
            "_check_box_minimum",
            "the {kind} wagers on box {area} come to {on_box}, under the minimum of {least}: "
            "they must be increased or withdrawn",
            "- - - 5.2",
            why=ELSEWHERE,
        ),
        Row(
            "_check_bound",
            "a wager of {amount} on {kind} is over {bound} of {most}",
            "- - - 3.13.2.d",
            why=ELSEWHERE,
        ),
    ),
    "twenty_one/cards.py": (
        Row("read_card", "no card waits for its face", why=NOTHING),
        Row("read_card", "the face of a card is its rank and suit, not ??", why=FIELD),
        Row("check_decks", "{title} is played with {least} to {most} decks, not with {decks}", "2.1 2.1 2.1 2.2.1"),
        Row("new_shoe", "a round is being played from the shoe in use", "5.19 5.19 5.19 5.5.3"),
    ),
    "twenty_one/control.py": (
        Row("area_index", "there is no area {area}: this table has areas 1 to {areas}", why=UNKNOWN),
        Row("open_round", "no round is open: it begins with bets.open", "3.1 3.1 3.1 3.3"),
        Row("wagered_area", "area {area} has no main wager", "3.14/5.13/5.17 3.14/5.13/5.17 3.14/5.13/5.17 3.11/5.7"),
        Row(
            "require_control",
            "nobody present controls area {area}: the cards are dealt by the fixed rule",
            "5.22 5.22 5.22 5.3",
        ),
        Row("require_control", "{player} has no wager on this hand of area {area}", "3.14 3.14 3.14 3.8"),
        Row(
            "require_control",
            "{holder} calls the decisions for area {area}, not {player}",
            "3.11/3.12 3.11/3.12 3.11/3.12 3.8/1.26",
        ),
        Row("wager_of", "{player} has no wager on this hand of area {area}", "5.22 5.22 5.22 5.3"),
    ),
    "twenty_one/engine.py": (Row("step", "{title} knows no event {event!r}", why=UNKNOWN),),
    "twenty_one/wagers/jackpot.py": (
        Row("draw", "no press waits for a multiplier", "4.2 - - -", why=ELSEWHERE),
        Row("draw", "{value} is no multiplier of the meter; it knows {known}", "4.2 - - -", why=ELSEWHERE),
    ),
}
