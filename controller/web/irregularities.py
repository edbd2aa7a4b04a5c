"""The irregularity desk as a guided choice: what happened, in eight plain groups, and the fields that each kind has.

The kinds are those of the contract (sections 4 and 6); what is needed is `controller.core.families`'s, and what the
rules make of it is asked of them.
"""

from typing import Any, Final

from controller.core.families import POKER as POKER_WORDS
from controller.games.game import Game

TWENTY_ONE: Final = {
    "cards": ("foreign_card", "extra_card", "missing_card", "unshuffled", "face_up_card"),
    "deal": (
        "misdeal", "dealer_not_dealt", "area_short", "area_not_dealt", "empty_area_dealt", "hand_skipped",
        "burn_missed",
    ),
    "drawn": ("card_refused", "simultaneous_draw", "discard"),
    "shoe": ("insufficient_cards", "cut_card_missed"),
    "people": ("player_absent", "withdraw", "late_insurance"),
    "power": ("power_failure",),
    "other": ("other",),
}  # fmt: skip
POKER: Final = {
    "cards": ("foreign_card", "extra_card", "missing_card", "unshuffled", "face_up_card"),
    "deal": ("wrong_hole_count", "hand_left_out", "extra_hand", "first_burn_missed", "burn_missed"),
    "drawn": ("hole_cards_exposed", "hole_exposed", "flop_exposed", "too_many_community", "community_exposed"),
    "shoe": ("insufficient_cards",),
    "power": ("power_failure",),
    "other": ("other",),
}
MAY: Final = {
    "misdeal": ("layout", "since"), "card_refused": ("player",), "dealer_not_dealt": ("layout", "since"),
    "area_short": ("layout", "since"), "area_not_dealt": ("layout", "since"), "empty_area_dealt": ("layout", "since"),
    "hand_skipped": ("layout", "since"), "burn_missed": ("layout", "since"), "player_absent": ("player",),
    "simultaneous_draw": ("chosen",),
}  # fmt: skip
"""What a kind of a twenty-one game may say besides."""
MAY_POKER: Final = {"face_up_card": ("card",), "too_many_community": ("reconstructable",), "other": ("decision",)}


def groups(game: Game) -> list[dict[str, Any]]:
    """Groups, their kinds, and the fields of each, as the page draws them."""
    poker = game.family is POKER_WORDS
    may = MAY_POKER if poker else MAY
    return [
        {"group": group, "kinds": [
            {"kind": kind, "needs": list(game.family.irregularity.get(kind, ())), "may": list(may.get(kind, ()))}
            for kind in kinds
        ]}
        for group, kinds in (POKER if poker else TWENTY_ONE).items()
    ]  # fmt: skip
