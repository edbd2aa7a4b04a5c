"""Irregularities of the twenty-one games."""

from typing import Final

from tests.games.refusals.row import ELSEWHERE, LAYOUT, NOTHING, RECORD, TURN, UNKNOWN, Row, Table

IRREGULARITIES: Final[Table] = {
    "twenty_one/irregularities/dealing_errors.py": (
        Row("hand_skipped", "the initial deal is not complete: use misdeal", "5.17 5.17 5.17 -", why=ELSEWHERE),
    ),
    "twenty_one/irregularities/kinds.py": (
        Row("_treat", "there is no irregularity {kind!r}", why=UNKNOWN),
        Row("_treat", "no round is open", why=NOTHING),
        Row("_treat", "no cards have been dealt in this round", why=NOTHING),
        Row("void_round", "a round is made void by a pit supervisor or above", "6.1 6.1 6.1 5.19"),
        Row("void_round", "no round is open", why=NOTHING),
    ),
    "twenty_one/irregularities/persons.py": (
        Row(
            "_require",
            "{kind} needs the authority of a {needed} or above",
            "6.1 6.1 6.1/5.26 5.19",
        ),
        Row("card_refused", "who plays on has to accept the cards that are dealt", "5.9 5.9 5.9 5.7"),
        Row("card_refused", "it is not the turn of area {area}", why=TURN),
        Row("card_refused", "no card is kept that could be refused", "5.9 5.9 5.9 5.7"),
        Row("player_absent", "area {area} has no hand that waits for decisions", "5.22 5.22 5.22 5.3"),
        Row("player_absent", "nobody present controls area {area}", "5.22 5.22 5.22 5.3"),
        Row("player_absent", "{player} has no main wager on area {area}", "5.22 5.22 5.22 5.3"),
        Row("late_insurance", "insurance is made before the subsequent deal only", "3.26.2 3.26.2 3.27.2 3.14.2.a"),
        Row(
            "late_insurance",
            "late insurance is for a Dealer's Ace, before his second card",
            "- - 5.26 -",
            why=ELSEWHERE,
        ),
        Row("late_insurance", "insurance was offered and the offer closed", "- - 5.26 -", why=ELSEWHERE),
        Row("discard", "no such card is kept", why=NOTHING),
    ),
    "twenty_one/irregularities/redeal.py": (
        Row("take_over", "the layout lacks {names}", why=LAYOUT),
        Row("take_over", "the layout holds {count} cards that this round did not give", why=LAYOUT),
        Row("_lists", "area {name} of the layout has no main wager: its cards belong to `removed`", why=LAYOUT),
        Row("_lists", "area {name} has {hands} hands, the layout {found}", why=LAYOUT),
        Row("_area_named", "the layout names area {name}: this table has areas 1 to {areas}", why=LAYOUT),
        Row("_lift", "the burned card is not dealt anew", why=RECORD),
        Row("_lift", "the cards have been moved since: say in `layout` where they lie", why=LAYOUT),
    ),
    "twenty_one/irregularities/simultaneous.py": (
        Row("simultaneous_draw", "these are not the last cards that came", why=RECORD),
        Row("simultaneous_draw", "the cards named are not the last ones that came", why=RECORD),
        Row("_check", "a simultaneous draw is of two cards or more", "5.23 5.23 5.23 5.12"),
        Row("_check", "a card of `{name}` is none of the cards drawn", why=RECORD),
        Row("_on_dealer", "on the Dealer's hand this needs a {needed}", "5.23.4 5.23.4 5.23.4 5.12.1"),
        Row(
            "_on_dealer",
            "the pit manager has to select the Dealer's card: `chosen`",
            "5.23.4.1/5.23.4.5 5.23.4.1/5.23.4.5 5.23.4.1/5.23.4.5 -",
            why=ELSEWHERE,
        ),
    ),
    "twenty_one/irregularities/stray_cards.py": (
        Row("empty_area_dealt", "area {area} has a main wager: its cards are not removed", "5.15 5.15 5.15 5.10.3"),
        Row("_without_given", "one of the cards is none that this round gave", why=RECORD),
    ),
    "twenty_one/irregularities/withdrawal.py": (
        Row(
            "withdraw",
            "wagers are withdrawn only after an irregularity that offers it, before the next card",
            "5.25 5.25 5.25 5.7",
        ),
        Row("withdraw", "{player} has no wager left in this round", "5.25/5.29.1 5.25/5.29.1 5.25/5.30.1 5.7.3"),
    ),
}
