"""Alerts of the shoe and the shuffler: what they send and cannot be true. A technician may clear them."""

from typing import Final

from controller.alerts.catalogue.entry import Entry, Lasting

COMPARE: Final = "compare the cards on the table with the round's record"

CARDS: Final = (
    Entry(
        code="record_incomplete",
        severities=("critical",),
        meaning="a card may be missing from the record or wrong in it, of the round that the text names or between"
        " rounds; the text has the code that says why",
        action=f"{COMPARE} before the round is settled",
        lasting=Lasting(cleared_by="technician", until="the round ends", round_end=True),
    ),
    Entry(
        code="shoe_restarted",
        severities=("critical",),
        meaning="in the middle of a round the shoe has begun anew, or another one was plugged in: it has forgotten the"
        " cards that it had not sent",
        action=f"{COMPARE} before the round is settled",
        lasting=Lasting(cleared_by="technician", until="the round ends", round_end=True),
    ),
    Entry(
        code="card_too_soon",
        severities=("critical",),
        meaning="two cards came faster than a hand can draw them: one may have been read twice",
        action=f"{COMPARE}; if it comes again, have the shoe's sensor cleaned",
    ),
    Entry(
        code="card_out_of_phase",
        severities=("critical",),
        meaning="the shoe sent a card although by its own report none can come",
        action=f"{COMPARE}; see that nobody reached into the shoe",
    ),
    Entry(
        code="card_outside_game",
        severities=("critical",),
        meaning="a card left the shoe while it was locked, in error or in its settings; it is no card of the game",
        action=f"take the card out of play and {COMPARE}",
    ),
    Entry(
        code="shoe_overdrawn",
        severities=("critical",),
        meaning="more cards came than the shoe holds: cards were read twice or put in",
        action="stop after this round, count the cards, load the shoe anew",
    ),
    Entry(
        code="count_wrong",
        severities=("critical",),
        meaning="the shoe has counted another number of cards than the table has received",
        action=f"{COMPARE}, then check the cable",
    ),
    Entry(
        code="cut_card_repeated",
        severities=("warning",),
        meaning="the shoe reported a second cutting card without a new shoe between",
        action="shuffle after this round; report the new shoe to the table when it is loaded",
    ),
    Entry(
        code="undealt_dropped",
        severities=("warning",),
        meaning="the device sent cards that were not dealt yet; they were dropped unread",
        action="switch this off in the device's settings",
    ),
    Entry(
        code="preset_changed",
        severities=("warning",),
        meaning="a setting of the shoe was changed at the shoe",
        action="find out who changed it and whether it is meant",
    ),
    Entry(
        code="shuffler_count_wrong",
        severities=("critical",),
        meaning="the shuffler found another number of cards than the decks have; no round is opened",
        action="take the cards out of play, count them, put whole decks in and let it shuffle again",
        lasting=Lasting(
            cleared_by="technician", until="the shuffler counts the right number", reports=("shuffler_count_right",)
        ),
    ),
    Entry(
        code="set_out_of_phase",
        severities=("critical",),
        meaning="the shuffler sent a set of cards although by its own report none can come",
        action=f"{COMPARE}; see that nobody reached into the shuffler",
    ),
)
