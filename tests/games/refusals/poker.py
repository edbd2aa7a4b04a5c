"""Poker."""

from typing import Final

from tests.games.refusals.row import CHIP, FIELD, NOTHING, RECORD, SAID, UNKNOWN, Row, Table

POKER: Final[Table] = {
    "poker/betting/actions.py": (
        Row("act", "No action is expected: no Betting Round is in progress.", "1.5"),
        Row("act", "Seat {seat} is not in this round.", why=UNKNOWN),
        Row("act", "Seat {seat} has folded.", "1.19"),
        Row("act", "Seat {seat} is All-in and places no further bets.", "3.12.1"),
    ),
    "poker/betting/blinds.py": (
        Row("open_blinds", "Round {round} is in progress.", "1.36"),
        Row("open_blinds", "This table has seats 1 to {seats}, not {button}.", why=UNKNOWN),
        Row("open_blinds", "A Round of play needs two Players with chips, not {present}.", "3.8"),
        Row("_next_button", "A Round of play needs two Players with chips, and nobody is at the table.", "3.8"),
    ),
    "poker/betting/out_of_turn.py": (
        Row("check_bond", "The seat acted Out of Turn and those before it checked: it must check.", "5.12.1"),
        Row("check_bond", "The seat acted Out of Turn: it may call or fold, not raise.", "5.12.2"),
    ),
    "poker/betting/rounds.py": (
        Row("total_of", "A {action} puts nothing in: the amount would stay at {bet}, not {amount}.", "1.11/1.19"),
        Row(
            "total_of",
            "{owed} is owed: the Player may call, raise or fold.",
            "3.9.2(a)/3.9.4(d)/3.10.3(a)/3.10.5(d)",
        ),
        Row("total_of", "All-in is everything, {most} in this Betting Round, not {amount}.", "1.2"),
        Row("total_of", "A {action} does not fit, {word}.", "1.32/1.4"),
        Row("total_of", "A raise must be to more than the {high} to call, not {total}.", "1.32"),
        Row("_call", "There is nothing to call: the Player may check, bet or raise.", "1.9"),
        Row("_call", "A call is to {total}, not {amount}.", "1.9"),
        Row(
            "sized",
            "A {action} needs an amount: the total that the seat will have put in this Betting Round.",
            why=FIELD,
        ),
        Row("sized", "The amount must be a multiple of the chip of {chip} above 0, not {amount}.", why=CHIP),
        Row("sized", "The seat has {most} for this Betting Round, not {amount}.", "3.6.1"),
        Row(
            "_check_raise",
            "The All-in before was no raise: the Player has acted and may call {high} or fold.",
            "3.12.3",
        ),
        Row("_check_raise", "The least is {least}, not {total}, unless All-in.", "3.13/3.5"),
    ),
    "poker/dealing.py": (
        Row("reveal", "No Round of play is in progress.", why=NOTHING),
        Row("shoe_new", "Poker is played with {decks_needed} deck, not {decks}.", "2.2.1"),
        Row("shoe_new", "Round {round} is in progress: it has its own deck.", "2.2.1"),
        Row("_read", "The faces of these Community Cards are not known: say which cards they are.", why=FIELD),
        Row("_read", "These Community Cards are {count} different ones, with their faces.", why=FIELD),
        Row(
            "_read",
            "The Community Cards that came are others than those read out: read again, or correct the card.",
            why=RECORD,
        ),
        Row("_read", "A card read out is already out in this round: read again, or report `extra_card`.", "2.2.1"),
        Row(
            "_confirm",
            "The next Community Cards are turned when the Betting Round before them is over.",
            "3.10.4/3.10.6/3.10.7",
        ),
        Row(
            "_confirm",
            "The Community Cards that lie open are others than those read out: read again, or correct the card.",
            why=RECORD,
        ),
        Row("_read_board", "No Community Card lies here whose face is not known.", "3.9"),
    ),
    "poker/engine.py": (Row("step", "{event} is no event of poker.", why=UNKNOWN),),
    "poker/irregularities/board.py": (
        Row("burn_missed", "No street is open whose Burnt Card could be missing.", "5.8"),
        Row(
            "too_many_community",
            "Too many cards for {street} are put right before its Betting Round only.",
            "5.10/5.10.1/5.10.2",
        ),
        Row("_exposed", "No card of {street} has come before its time.", "5.9/5.11"),
    ),
    "poker/irregularities/deal.py": (
        Row("hole_cards_exposed", "Say at which seats the cards were exposed.", "5.2.5"),
        Row("extra_hand", "This table has seats 1 to {seats}, not {seat}.", why=UNKNOWN),
        Row("extra_hand", "Seat {seat} is in this round: its hand is not an extra one.", "5.2.7"),
        Row("face_up_card", "A Player has acted on the cards since: the Table Game Shift Manager decides.", "5.16"),
        Row("_discard_hole", "No card has been dealt.", "5.3"),
        Row("_out_of_the_round", "The card named is not one that can be discarded now.", "5.3"),
        Row(
            "_out_of_the_round",
            "The card named is already out in this round: read again, or report `extra_card`.",
            "2.2.1",
        ),
    ),
    "poker/irregularities/kinds.py": (
        Row("report", "Poker knows no irregularity of kind `{kind}`.", why=UNKNOWN),
        Row("report", "No Round of play is in progress.", why=NOTHING),
        Row("void_round", "A round is made Void by a Pit Supervisor or above.", "5.16"),
        Row("void_round", "No Round of play is in progress.", why=NOTHING),
        Row("_other", "What the rules do not provide for is decided by the Table Game Shift Manager or above.", "5.16"),
        Row("_hole_exposed", "Seat {seat} has folded.", "1.19"),
        Row(
            "_hole_exposed",
            "The Hole Cards are still being dealt: report `face_up_card` or `hole_cards_exposed`.",
            "5.13",
        ),
    ),
    "poker/irregularities/rulings.py": (
        Row("position_of", "Seat {seat} is not in this round.", why=UNKNOWN),
        Row(
            "check_shoe", "The clause is for a Card Shoe; with a shuffler the Table Game Shift Manager decides.", "5.16"
        ),
    ),
    "poker/seating.py": (
        Row("join", "Seat {seat} is taken by {taker}.", why=SAID),
        Row("away", "Seat {seat} is already away.", why=SAID),
        Row("back", "Seat {seat} is not away.", why=SAID),
        Row(
            "_between_rounds",
            "{what} between Rounds of play only; round {round} is in progress.",
            "3.6/3.6.1/3.6.2",
        ),
        Row("_index", "This table has seats 1 to {seats}, not {seat}.", why=UNKNOWN),
        Row("_taken", "Nobody sits at seat {seat}.", why=UNKNOWN),
        Row("_check_chips", "The {name} must be a multiple of the chip of {chip} above 0, not {amount}.", why=CHIP),
        Row("_check_stake", "The Table Stake may be at most {most}, not {stack}.", "3.6"),
        Row("_check_stake", "The Table Stake must be at least {least}, not {stack}.", "3.6"),
    ),
    "poker/showdown/showing.py": (
        Row("turn_marker", "The marker is turned once the final Betting Round is completed.", "3.11"),
        Row("turn_marker", "The marker already says SHOWDOWN.", why=SAID),
        Row("show", "The Hole Cards have not been dealt.", "1.22"),
        Row("show", "Seat {seat} has shown its hand.", why=SAID),
        Row("show", "Seat {seat} has given up its hand.", "1.19"),
        Row("show", "The faces at seat {seat} are not known: say which two cards are shown.", why=FIELD),
        Row("muck", "A hand is given up at the showdown, once the board lies open; before, it is folded.", "3.11"),
        Row("muck", "Seat {seat} has decided already.", why=SAID),
        Row("muck", "Seat {seat} must show its hand first.", "3.11.2(a)/3.11.2(c)"),
        Row("muck", "Seat {first} shows first; then seat {seat} decides.", "3.11.2"),
        Row("muck", "The hand of seat {seat} is not beaten: it must be shown.", "3.11.2(d)"),
        Row("_seat_in", "No Round of play is in progress.", why=NOTHING),
        Row("_seat_in", "Seat {seat} is not in this round.", why=UNKNOWN),
        Row("_seat_in", "Seat {seat} has folded.", "1.19"),
        Row("_with_faces", "Seat {seat} shows two different cards with their faces.", why=FIELD),
        Row(
            "_with_faces",
            "The shoe gave seat {seat} other cards than those read out: read again, or correct the card.",
            why=RECORD,
        ),
        Row(
            "_with_faces",
            "A card read out for seat {seat} is already out in this round: read again, or report `extra_card`.",
            "2.2.1",
        ),
    ),
}
