"""Rounds that are played again: corrections, and rulings after the outcome; the fifth clause is poker's."""

from typing import Final

from tests.games.refusals.row import CORRECTION, ELSEWHERE, INNER, UNKNOWN, Row, Table

THE_ROUND_AGAIN: Final[Table] = {
    "correction.py": (
        Row("changed_record", "no round is at hand that could be corrected", "6.1 6.1 6.1 5.19 5.16"),
        Row("changed_record", "the multiplier of the press just made comes first", "4.2 - - - -", why=ELSEWHERE),
        Row(
            "changed_record",
            "each change names either the event it is `of` or the one it comes `after`",
            why=CORRECTION,
        ),
        Row("changed_record", "this correction needs a {needed}", "6.1 6.1 6.1 5.19 5.16"),
        Row("_replace", "{n} is no event of the round at hand", why=CORRECTION),
        Row("_replace", "event {n} is changed twice", why=CORRECTION),
        Row("_insert", "what comes after event {n} is missing: `event`", why=CORRECTION),
        Row("_insert", "{n} is before the round at hand", why=CORRECTION),
        Row("_require_correctable", "a `{word}` is never corrected", "4.2 - - - -", why=CORRECTION),
        Row(
            "_require_rank",
            "who corrects has not the authority of a {authority}",
            why=CORRECTION,
        ),
    ),
    "revision.py": (
        Row("step", "{title} knows no corrections", why=UNKNOWN),
        Row("_ruled", "after the outcome this needs a pit manager", "6.1 6.1 6.1 5.19 5.16"),
        Row("_ruled", "after this {entry} would be refused: {because}", why=INNER),
        Row("_corrected", "with the changes {entry} would be refused: {because}", why=INNER),
        Row(
            "_require_seen",
            "nobody may see the cards of seat {seat}: a hole card is corrected as `??`",
            why=CORRECTION,
        ),
    ),
}
