"""The sentences about whose turn it is at a poker table, by code; `{name:money}` is an amount of cents."""

from typing import Final

WORDS: Final = {
    # what the table waits for
    "open_blinds": "The table waits for the next round.",
    "few_seats": "The next round needs two seats with chips.",
    "settled": "Round {round} is settled: pay the pots, then open the next one.",
    "void": "Round {round} is void: return every bet, then open the next one.",
    "first_burn": "Burn a card, then deal the hole cards.",
    "hole_card": "The next card goes to seat {seat}.",
    "community_set": "The five community cards come face down.",
    "hole_set": "The next two cards go to seat {seat}.",
    "burn": "Burn a card before the {street}.",
    "board_card": "The next card of the {street}.",
    "turn_up": "Turn the {street}.",
    "check": "Seat {seat} to act: nothing to call.",
    "call": "Seat {seat} to act: {owed:money} to call.",
    "faces": "The faces of the community cards are not known: enter them.",
    "show_first": "Seat {seat} shows first.",
    "show_or_muck": "Seat {seat} shows its hand or gives it up.",
    # why, and what else is open
    "must_check": "It acted out of turn and those before it checked: it must check.",
    "no_raise": "It acted out of turn: it may call or fold, not raise.",
    "forfeit": "It acted out of turn: folding leaves in the pot what it indicated.",
    "short_all_in": "The all-in before was no raise: it may call or fold.",
    "covered": "Nobody left can put more: the cards may come without its action.",
    "waits": "Seat {seat} acted out of turn: its action waits for its turn.",
    "closed": "Betting is over: the board is dealt out.",
    "early": "{count} cards came before they were expected and are the next ones.",
    "early_one": "A card came before it was expected and is the next one.",
}
