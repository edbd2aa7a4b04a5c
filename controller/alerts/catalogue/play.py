"""Alerts of the rules: a card or a press that the round does not expect. Each cites its clause; the floor decides."""

from typing import Final

from controller.alerts.catalogue.entry import Entry, Lasting

PLAY: Final = (
    Entry(
        code="foreign_card",
        severities=("critical",),
        meaning="a card came that these decks cannot contain, a ten in pontoon; an open round is void",
        action="return the wagers, take the card out and check the decks",
    ),
    Entry(
        code="extra_card",
        severities=("critical", "warning"),
        meaning="a card came once more than the decks contain it; an open round is void",
        action="return the wagers, count the decks, change them before the next round",
    ),
    Entry(
        code="card_held",
        severities=("warning",),
        meaning="a card came while a player's decision is awaited; it is kept as the next card",
        action="leave the card where it is and take the decision; it goes to whoever draws next",
    ),
    Entry(
        code="unexpected_card",
        severities=("warning",),
        meaning="a card came that the round does not expect; the text says whether it is kept or out of play",
        action="leave the card where it is; a supervisor may `discard` it",
    ),
    Entry(
        code="dealer_overdraw",
        severities=("warning",),
        meaning="a card came after the Dealer's hand was complete; it is discarded and his total is what it was",
        action="put the card into the discard rack",
    ),
    Entry(
        code="card_unreadable",
        severities=("warning",),
        meaning="the shoe could not read a card; the cards after it wait",
        action="enter its face at the dealer's console; if it comes again, have the shoe's sensor cleaned",
    ),
    Entry(
        code="bet_cut",
        severities=("warning",),
        meaning="the player seated at a Blackjack box bet, and the box was full: a standing bet was cut (5.1)",
        action="give the chips that the text names back to the standing player",
    ),
    Entry(
        code="cut_card",
        severities=("warning",),
        meaning="the cutting card came out in poker, where a round has its own deck",
        action="if the cards will not suffice, report the irregularity; else go on",
    ),
    Entry(
        code="cut_card_passed",
        severities=("warning",),
        meaning="a round was opened although the cutting card had come out",
        action="shuffle when this round is over",
    ),
    Entry(
        code="button_not_armed",
        severities=("warning",),
        meaning="the jackpot button was pressed while no press was awaited; nothing was changed by it",
        action="nothing; if it comes again and again, check the button",
    ),
    Entry(
        code="button_repeated",
        severities=("warning",),
        meaning="the jackpot button was pressed again; only the first press counts",
        action="nothing",
    ),
    Entry(
        code="nominee_has_wager",
        severities=("warning",),
        meaning="a player who has a winning wager himself pressed for another; the press counts",
        action="the floor decides by 3.19.2 whether another should have pressed",
    ),
    Entry(
        code="round_reopened",
        severities=("critical",),
        meaning="a correction or a ruling withdrew an outcome that had been told: its round is open again",
        action="take back what the ruling's difference says, then play the round to its end as the table asks",
        lasting=Lasting(cleared_by="pit_manager", until="the round's new outcome", round_end=True),
    ),
    Entry(
        code="card_by_hand",
        severities=("warning",),
        meaning="a console sent a card although the shoe or shuffler that gives the cards is connected; without the"
        " authority of a pit supervisor it was refused",
        action="compare the cards on the table with the round's record; ask whoever the text names why the card came"
        " by hand",
        lasting=Lasting(cleared_by="pit_supervisor", until="the round ends", round_end=True),
    ),
    Entry(
        code="press_by_hand",
        severities=("warning",),
        meaning="a console sent a press of the jackpot button although the table has one; without the authority of a"
        " pit supervisor it was refused",
        action="see whether a player pressed and whether the button works; ask whoever the text names why he sent it",
        lasting=Lasting(cleared_by="pit_supervisor", until="the round ends", round_end=True),
    ),
)
