"""Decisions."""

from typing import Final

from tests.games.refusals.row import CHIP, ELSEWHERE, TURN, UNKNOWN, Row, Table

DECISIONS: Final[Table] = {
    "twenty_one/decisions/doubling.py": (
        Row("double", "split Aces may not be doubled", "3.25.3 3.25.3 3.26.3 3.22"),
        Row(
            "double", "a hand is doubled on its first two cards only", "3.25.1/3.25.2 3.25.1/3.25.2 3.26.1/3.26.2 3.22"
        ),
        Row("doubled_bet", "a free double takes no amount", "- - 3.26.5 -", why=ELSEWHERE),
        Row(
            "doubled_bet",
            "only two cards with a hard total of 9, 10 or 11 are doubled free",
            "- - 3.26.5 -",
            why=ELSEWHERE,
        ),
        Row("doubled_bet", "a double of {added} is over the original wager of {original}", "3.25 3.25 1.1.4 3.22"),
        Row("doubled_bet", "a double of {added} is under the least of {least}", "1.1.1 1.1.1 1.1.4 1.6"),
        Row("doubled_bet", "{added} is no multiple of the chip, {chip}", why=CHIP),
        Row("rescue", "a double is not withdrawn in {title}", "3.25.8 3.25.8 5.4 3.22"),
        Row("rescue", "there is no double on area {area} that could be withdrawn now", "3.25.8 3.25.8 5.4 3.22"),
        Row("rescue", "a double is withdrawn on a point total of less than 21 only", "3.25.8 3.25.8 5.4 3.22"),
        Row("rescue", "{player} has no doubled wager on this hand", "3.25.8 3.25.8 5.4 3.22"),
    ),
    "twenty_one/decisions/following.py": (
        Row("follow", "{player} is absent: he neither splits nor doubles", "5.22 5.22 5.22 5.3"),
        Row(
            "follow",
            "{player} has no live wager on this hand of area {area}",
            "3.25.5/3.23 3.25.5/3.23 3.26.6/3.24 3.22.1/3.21.1",
        ),
        Row("follow", "{player} has doubled already", "3.25.5 3.25.5 3.26.6 3.22.1"),
        Row(
            "_refuse_following",
            "the card has come: nobody joins the double of area {area} any more",
            "3.25.5 3.25.5 3.26.6 3.22.1",
        ),
        Row(
            "_refuse_following",
            "the card has come: nobody joins the split of area {area} any more",
            "3.23 3.23 3.24 3.21.1",
        ),
        Row(
            "_refuse_following",
            "there is no double or split on area {area} to follow",
            "3.25.7 3.25.7 3.26.8 3.22.1",
        ),
        Row("_follow_split", "{player} is on the new hand already", "3.23 3.23 3.24 3.21.1"),
        Row("_follow_split", "this split is followed free, without an amount", "- - 3.24.2 -", why=ELSEWHERE),
        Row(
            "_follow_split",
            "the wager on the new hand is the original one of {original}",
            "3.23.1 3.23.1 3.24.1 3.21.1",
        ),
    ),
    "twenty_one/decisions/offers.py": (
        Row("close_offers", "the initial deal is not complete: nothing has been offered", "3.24.1 3.24.1 3.25.1 3.16"),
        Row("surrender", "there is no surrender after a split", "3.24.3.1 3.24.3.1 3.25.1.1 3.21"),
        Row(
            "surrender",
            "surrender is not offered against the Dealer's {card}",
            "3.24 3.24 3.25 3.16",
        ),
        Row("surrender", "the offer to surrender is closed", "3.24.1 3.24.1 3.25.1 3.16"),
        Row("surrender", "the hand of area {area} has acted already", "3.24.1 3.24.1 3.25.1 3.16"),
        Row("_refuse_decided", "the hand of area {area} is bust with {total}", "3.31 3.31 3.32 3.18"),
        Row("_refuse_decided", "the hand of area {area} is paid", "3.19/3.29 3.19/3.29 3.19 3.15"),
        Row(
            "_refuse_decided",
            "the hand of area {area} is doubled: the offer is for an original wager",
            "3.24 3.24 3.25 3.16",
        ),
        Row("even_money", "even money is for a Blackjack against the Dealer's Ace", "- - 3.20 3.14.1", why=ELSEWHERE),
        Row("even_money", "the offer of even money is closed", "- - 3.20 3.14.1", why=ELSEWHERE),
        Row("_own_bet", "{player} has no live wager on area {area}", "3.24 3.24 3.25/3.20 3.16/3.14.1"),
        Row("insure", "the initial deal is not complete", "3.26.1 3.26.1 3.27.1 3.14.2.a"),
        Row("insure", "insurance is offered when the Dealer's first card is an Ace", "3.26 3.26 3.27 3.14.2"),
        Row("insure", "the offer of insurance is closed", "3.26.1/3.26.2 3.26.1/3.26.2 3.27.1/3.27.2 3.14.2.a"),
        Row("add_insurance", "area {area} has no main wager", "3.26 3.26 3.27 3.14.2"),
        Row("add_insurance", "nobody present controls area {area}", "5.22 5.22 5.22 5.3"),
        Row("add_insurance", "{player} is absent: his options to wager are forfeited", "5.22 5.22 5.22 5.3"),
        Row("add_insurance", "no other player takes part in a player's insurance", "3.26.3 3.26.3 3.27.3 3.14.2"),
        Row("add_insurance", "{insured} has no main wager on area {area}", "3.26.3 3.26.3 3.27.3 3.14.2"),
        Row(
            "add_insurance",
            "the wager of {insured} on area {area} is paid, lost or surrendered",
            "3.26 3.26 3.27 3.14.2",
        ),
        Row("add_insurance", "{amount} is no multiple of the chip, {chip}", why=CHIP),
        Row("add_insurance", "{player} has taken the insurance of {insured}", "3.26.3 3.26.3 3.27.3 3.14.2"),
        Row(
            "add_insurance",
            "insurance of {total} is more than half of the wager of {original}",
            "3.26/3.26.3 3.26/3.26.3 3.27/3.27.3 3.14.2.a",
        ),
    ),
    "twenty_one/decisions/play.py": (
        Row("decide", "the initial deal is not complete", "3.18 3.18 3.18 3.11"),
        Row("decide", "there is no {action} in {title}", why=UNKNOWN),
        Row(
            "_act",
            "the hand of area {area} waits for its card",
            "3.25.4/3.22 3.25.4/3.22 3.26.4/3.23 3.22/3.21.2",
            why="a hand that waits for a card it called for: the card comes first",
        ),
        Row("_act", "{name} must draw until it has {least}", "- - - 3.19", why=ELSEWHERE),
        Row("_refuse_turn", "the hand of area {area} refused a card and gets no other", "5.9 5.9 5.9 5.7"),
        Row("_refuse_turn", "the hand of area {area} is bust with {total}", "3.31 3.31 3.32 3.18"),
        Row("_refuse_turn", "the doubled hand of area {area} has had its one card", "3.25.4 3.25.4 3.26.4 3.22"),
        Row(
            "_refuse_turn",
            "the split Aces of area {area} get one card each and nothing more",
            "3.25.3/3.21.1/3.22.1 3.25.3/3.21.1/3.22.1 3.26.3/3.22.1/3.23.1 3.22/3.21.2",
        ),
        Row("_refuse_turn", "the hand of area {area} is complete with {total}", "3.29 3.29 3.30 3.17/3.22"),
        Row("_refuse_turn", "it is not the turn of area {area}", why=TURN),
    ),
    "twenty_one/decisions/splitting.py": (
        Row("split", "Aces are split once only", "3.21.1 3.21.1 3.22.1 3.21.2"),
        Row("split", "only two cards of the same point value are split", "3.20 3.20 3.21 3.21"),
        Row("split", "an area has not more than four hands", "3.21 3.21 3.22 3.21.2"),
        Row("split", "cards worth ten are split for money, all others free", "- - 3.21/3.21.1 -", why=ELSEWHERE),
        Row("split", "the wager on the new hand is the original one of {original}", "3.20 3.20 3.21.1/1.1.5 3.21"),
    ),
}
