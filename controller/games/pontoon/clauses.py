"""The clause table of Pontoon (MBS), version 6: where each clause is decided and which test proves it.

A test is named after its clause: number and sentence of the row make the function's name. Pontoon Pandemonium's
document has all these clauses too, some under other numbers; `pontoon_pandemonium.clauses` renumbers the rows and adds
its own, and where the numbers differ the name of the test has both.
"""

from collections.abc import Mapping
from typing import Final

from controller.games.clauses import Clause, Rows, for_people, in_order, named_after

RENUMBERED: Final = {
    "1.1.2": "1.1.3", "1.1.3": "1.1.4", "1.1.4": "1.1.5", "1.1.5": "1.1.6", "1.1.6": "1.1.7", "1.1.7": "1.1.8",
    "1.1.8": "1.1.9", "1.1.9": "1.1.10", "1.1.10": "1.1.11", "1.1.11": "1.1.14", "1.1.12": "1.1.15",
    "1.1.13": "1.1.16", "1.1.14": "1.1.17", "1.1.15": "1.1.18", "1.1.16": "1.1.19", "1.1.17": "1.1.20",
    "3.15.2": "3.15.3", "4.2": "4.3", "4.2.1": "4.3.1", "4.2.2": "4.3.2", "4.2.3": "4.3.3", "4.3": "4.4",
    "4.3.1": "4.4.1", "4.3.2": "4.4.2", "4.3.3": "4.4.3", "4.4": "4.5", "4.4.1": "4.5.1", "4.5": "4.6",
    "4.5.1": "4.6.1",
}  # fmt: skip
"""Pontoon's number of a clause to Pontoon Pandemonium's, where they differ."""

_DECIDED: Final[Mapping[str, Rows]] = {
    "section_1": {
        "1.1.1": ("a double adds from the table minimum to the original wager", "decisions.doubling.doubled_bet"),
        "1.1.2": ("a hand is the cards dealt to a player or to the Dealer", "flow.place_card"),
        "1.1.3": ("a hard total has no Ace worth eleven", "hands.count"),
        "1.1.4": ("the initial deal is two cards a player and one for the Dealer", "flow._initial_place"),
        "1.1.5": ("insurance wins by a court card as the Dealer's second", "settlement.side_lines.insurance_line"),
        "1.1.6": (
            "an interim settlement is a wager decided by the initial deal",
            "irregularities.established.interim_settlement",
        ),
        "1.1.7": ("a pair is two equal ranks and no King with a Queen", "hands.is_pair"),
        "1.1.8": ("a pair wager is on the initial two cards", "wagers.side_wager.opening_cards"),
        "1.1.9": ("the point total is the sum of the hand", "hands.count"),
        "1.1.10": ("a Pontoon is an Ace and a ten dealt first", "hands.is_natural"),
        "1.1.11": ("a round of play lasts to its outcome", "betting.bets.open_bets"),
        "1.1.12": ("a soft total counts an Ace as eleven", "hands.count"),
        "1.1.13": ("any two cards of the same point value are split", "hands.same_value"),
        "1.1.14": ("a stand-off neither wins nor loses", "settlement.main_wagers._compared"),
        "1.1.15": (
            "the subsequent deal begins with the first card after the initial one",
            "irregularities.established.stage",
        ),
        "1.1.16": (
            "a Super Bonus is three suited sevens against the Dealer's seven",
            "settlement.super_bonus.super_bonuses",
        ),
        "1.1.17": ("surrender gives up half of the original wager", "settlement.main_wagers._surrendered"),
    },
    "section_2": {
        "2.1": ("four to eight decks without tens", "cards.check_decks"),
        "2.2": ("the layout has its number of playing areas", "opening.open_table"),
        "2.2.1": ("wagers are placed on the playing areas", "control.area_index"),
        "2.2.2": ("insurance has its place on every area", "decisions.offers.add_insurance"),
        "2.2.3": ("pair wagers have their place on every area", "betting.bets.place_wager"),
    },
    "section_3_wagers": {
        "3.1": ("the call for bets begins a round", "betting.bets._require_betting"),
        "3.2": ("no more bets closes the bets", "betting.bets.close_bets"),
        "3.3": ("a player has to beat the Dealer without exceeding 21", "settlement.main_wagers._compared"),
        "3.4": ("the point values of the cards", "hands.count"),
        "3.4.1": ("an Ace counts one where eleven would exceed 21", "hands.count"),
        "3.4.2": ("an Ace of the first two cards counts one when doubled", "hands.total_of"),
        "3.4.3": ("cards from two to nine count their number", "hands.count"),
        "3.4.4": ("court cards count ten but only their own make a pair", "hands.is_pair"),
        "3.6": ("wagers of several players within the limits", "betting.bets._check_limits"),
        "3.8": ("a player decides only where he controls", "control.require_control"),
        "3.10": ("up to three main wagers on an area", "betting.bets._position"),
        "3.10.2": ("a player's wager on an area is one", "betting.bets.place_wager"),
        "3.11": ("the seated player calls the decisions", "control.controller_of"),
        "3.12": ("without a seated player the front wager controls", "control.front"),
        "3.14": ("a wager comes first and the decisions after two cards", "betting.bets.close_bets"),
        "3.15": ("side wagers are placed before the cards", "betting.bets._require_betting"),
        "3.15.1": ("the pair wager wins on a pair, even against a Pontoon", "wagers.pair.verdict"),
        "3.15.2": ("a pair wager needs a main wager on the area, not of the player", "betting.bets._closed"),
        "3.16": ("the players on the area come first for its pair wager", "betting.priorities.side_wager_takers"),
        "3.17": ("pair wagers on several areas", "betting.bets.place_wager"),
        "3.17.1": ("three pair wagers on an area", "betting.bets._position"),
        "3.17.2": ("who may take another's pair wager stands in order", "betting.priorities.side_wager_takers"),
        "3.17.2.1": ("first the players on the area, from the front", "betting.priorities._ordered"),
        "3.17.2.2": ("then the players of the nearest area", "betting.priorities._ordered"),
        "3.17.2.3": ("of equals the one with the least in side wagers", "betting.priorities._ordered"),
        "3.17.2.5": ("players without a wager come in the order in which they lay", "betting.bets._position"),
        "3.18": ("one card to each area, one to the Dealer, then a second to each area", "flow._initial_place"),
        "3.19": ("a Pontoon is paid 3 to 2", "settlement.main_wagers._paid_at_once"),
    },
    "section_3_play": {
        "3.20": ("two cards of one value are split for an equal wager", "decisions.splitting.split"),
        "3.20.1": ("split Aces and tens make no Pontoon", "hands.is_natural"),
        "3.21": ("not more than four hands on an area", "decisions.splitting.split"),
        "3.21.1": ("Aces are split once", "decisions.splitting.split"),
        "3.22": ("the first split hand is played out before the second gets a card", "flow._look_at"),
        "3.22.1": ("a split Ace gets one card", "hands.is_complete"),
        "3.22.2": ("a split hand of equal cards is split again", "decisions.splitting.split"),
        "3.23": ("another wager on a split area joins or stays", "decisions.following._follow_split"),
        "3.23.1": ("joining costs the own original wager", "decisions.following._follow_split"),
        "3.23.2": ("else the original wager lies on the first hand", "decisions.splitting.split"),
        "3.24": ("surrender against an Ace or a court card", "decisions.offers.surrender"),
        "3.24.1": ("surrender is offered until the Dealer closes it", "decisions.offers.surrender"),
        "3.24.2": ("a Dealer's Pontoon makes the surrender void", "settlement.main_wagers._surrendered"),
        "3.24.3": ("without a Dealer's Pontoon half is lost at the end", "settlement.main_wagers._surrendered"),
        "3.24.3.1": ("no surrender after splitting", "decisions.offers.surrender"),
        "3.24.3.2": ("each wager on an area surrenders for itself", "decisions.offers._own_bet"),
        "3.24.3.3": ("control passes from front to back", "control.controller_of"),
        "3.25": ("a double is for at most the original wager", "decisions.doubling.doubled_bet"),
        "3.25.1": ("the first two cards are doubled", "decisions.doubling.double"),
        "3.25.2": ("the first two cards of a split hand are doubled", "decisions.doubling.double"),
        "3.25.3": ("split Aces are not doubled", "decisions.doubling.double"),
        "3.25.4": ("a doubled hand gets one card", "hands.is_complete"),
        "3.25.5": ("other wagers on the hand may double before its card", "decisions.following.follow"),
        "3.25.6": ("who does not double gets the one card too", "hands.is_complete"),
        "3.25.7": ("nobody doubles where the one in control does not", "decisions.following.follow"),
        "3.25.8": ("each doubled wager may be taken back for the original", "decisions.doubling.rescue"),
        "3.27": ("a player may stand on two cards", "decisions.play._act"),
        "3.28": ("under 21 a player may draw", "decisions.play._act"),
        "3.29": ("21 is paid at once and draws no more", "hands.is_complete"),
        "3.31": ("over 21 the hand is lost", "settlement.main_wagers._fortune"),
        "3.32": ("the totals decide but for pair and insurance", "settlement.main_wagers._compared"),
        "3.33": ("the Dealer draws to hard 16 and soft 17", "dealer.drawn_out"),
        "3.34": ("no card that has no effect", "dealer.dealer_needs"),
    },
    "section_3_insurance": {
        "3.26": ("insurance of up to half against an Ace", "decisions.offers.add_insurance"),
        "3.26.1": ("insurance is offered until the Dealer closes it", "decisions.offers.insure"),
        "3.26.2": ("insurance is made before the subsequent deal", "flow.place_card"),
        "3.26.3": ("declined insurance is for others", "decisions.offers.add_insurance"),
        "3.26.4": ("who may take another's insurance stands in order", "betting.priorities.insurance_takers"),
        "3.26.4.1": ("first the players on the area, from the front", "betting.priorities._ordered"),
        "3.26.4.2": ("then the players of the nearest area, from the front", "betting.priorities._from_the_front"),
        "3.26.4.3": ("of equals the one with the least insurance elsewhere", "betting.priorities.insurance_takers"),
        "3.26.4.5": ("players without a wager come in the order in which they lay", "decisions.offers.add_insurance"),
    },
    "section_4": {
        "4.1": ("the pay table", "settlement.pay_lines.pay_line"),
        "4.1.1": ("a Super Bonus by the size of the wager", "settlement.super_bonus._own_bonus"),
        "4.1.1.1": ("each wager on the three sevens wins its own", "settlement.super_bonus.super_bonuses"),
        "4.1.1.2": ("every other original wager gets fifty", "settlement.super_bonus._shares"),
        "4.1.1.3": ("no Super Bonus on split or doubled sevens", "settlement.super_bonus._three_sevens"),
        "4.1.1.4": ("winning doubled hands pay 1 to 1 and no bonus", "settlement.main_wagers._paid_at_once"),
        "4.1.1.5": ("the Super Bonus comes on top of the pay table", "settlement.main_wagers.main_lines"),
        "4.2": ("a wager wins in three ways", "settlement.main_wagers._fortune"),
        "4.2.1": ("Pontoon and 21 win", "settlement.main_wagers._fortune"),
        "4.2.2": ("the higher total wins", "settlement.main_wagers._compared"),
        "4.2.3": ("the Dealer's bust wins for who is neither bust nor surrendered", "settlement.main_wagers._compared"),
        "4.3": ("a wager loses in three ways", "settlement.main_wagers._fortune"),
        "4.3.1": ("the Dealer's higher total wins", "settlement.main_wagers._compared"),
        "4.3.2": ("over 21 loses", "settlement.main_wagers._fortune"),
        "4.3.3": ("a Dealer's Pontoon takes all but Pontoon and 21", "settlement.main_wagers._against_natural"),
        "4.4": ("only the original wager is lost", "settlement.main_wagers._against_natural"),
        "4.4.1": ("a doubled hand loses the original wager to a Pontoon", "settlement.main_wagers._against_natural"),
        "4.5": ("a stand-off leaves the wager as it was", "settlement.main_wagers._compared"),
        "4.5.1": ("equal totals stand off but 21 and Pontoon are paid", "settlement.main_wagers._compared"),
    },
    "section_5_cards": {
        "5.1": ("wrong, missing and unshuffled cards end the round", "irregularities.kinds._void_cards"),
        "5.1.1": ("the round is void and every stake comes back", "settlement.ending._void_lines"),
        "5.1.2": ("the rounds before stand", "irregularities.kinds._void_cards"),
        "5.2": (
            "cards that cannot be reconstructed in time void the round",
            "irregularities.dealing_errors.misdeal",
        ),
        "5.3": ("no wager after no more bets", "betting.bets._require_betting"),
        "5.4": ("no wager is withdrawn after no more bets", "betting.bets.withdraw_wager"),
        "5.5": ("a face-up card is played as any other", "irregularities.stray_cards.face_up_card"),
        "5.6": ("a dealing error is put right in either state", "irregularities.dealing_errors.misdeal"),
        "5.6.1": (
            "before the subsequent deal the initial deal is reconstructed",
            "irregularities.redeal.take_over",
        ),
        "5.6.2": (
            "after it the round goes on from the reconstructed cards",
            "irregularities.dealing_errors.misdeal",
        ),
        "5.7": ("a card to the Dealer's completed hand is discarded", "cards._next_card"),
        "5.8": ("a card dealt in error is the next card", "cards._next_card"),
        "5.9": ("who refuses the card gets no other", "irregularities.persons.card_refused"),
        "5.10": ("a card refused by all is the Dealer's", "flow.advance"),
    },
    "section_5_deal": {
        "5.11": (
            "a Dealer without a card gets it in the initial deal",
            "irregularities.dealing_errors.dealer_not_dealt",
        ),
        "5.12": (
            "in the subsequent deal the Dealer draws his missing card",
            "irregularities.dealing_errors.dealer_not_dealt",
        ),
        "5.12.1": ("the acting player may complete his hand first", "flow._stop"),
        "5.12.2": ("then surrender and insurance are offered", "flow.place_card"),
        "5.13": (
            "with less than two cards the initial deal is completed",
            "irregularities.dealing_errors.area_short",
        ),
        "5.14": (
            "later the wagers of an area without cards come back",
            "irregularities.dealing_errors.area_not_dealt",
        ),
        "5.15": (
            "cards of an area without a wager are removed",
            "irregularities.stray_cards.empty_area_dealt",
        ),
        "5.16": ("later a player with one card chooses", "irregularities.dealing_errors.area_short"),
        "5.16.1": ("he acts on the one card in turn", "flow._look_at"),
        "5.16.2": (
            "or the wager comes back and the card is discarded",
            "irregularities.withdrawal.return_area",
        ),
        "5.17": (
            "a player passed over acts when only the next hand has drawn",
            "irregularities.dealing_errors.hand_skipped",
        ),
        "5.18": (
            "when more areas have drawn he has not acted in time",
            "irregularities.dealing_errors.hand_skipped",
        ),
        "5.19": ("with too few cards the discards are shuffled", "irregularities.persons.insufficient_cards"),
        "5.19.1": ("after that round the cards are shuffled again", "cards.new_shoe"),
        "5.20": ("a shuffle that was missed comes after the round", "irregularities.persons.cut_card_missed"),
        "5.21": ("a burn card that was forgotten", "cards.draw_card"),
        "5.21.1": (
            "before an interim settlement every card goes one place back",
            "irregularities.dealing_errors.burn_missed",
        ),
        "5.21.2": ("later the card stays in play", "irregularities.dealing_errors.burn_missed"),
    },
    "section_5_people": {
        "5.22": ("an absent player's hand is drawn by the fixed rule", "flow._look_at"),
        "5.22.1": ("another wager on the area plays the hand", "control.controller_of"),
        "5.23": (
            "only the last cards can have come at once",
            "irregularities.simultaneous.simultaneous_draw",
        ),
        "5.23.1": ("with no card disclosed the player selects his", "irregularities.simultaneous._on_player"),
        "5.23.1.1": ("the others are the next cards", "irregularities.simultaneous._ordered"),
        "5.23.2": ("a single disclosed card is the next card", "irregularities.simultaneous._on_player"),
        "5.23.2.1": ("and the other the one after it", "irregularities.simultaneous._ordered"),
        "5.23.3": ("with more disclosed the player selects one or more", "irregularities.simultaneous._receive"),
        "5.23.3.1": (
            "the rest is offered to the next player and burned when he declines",
            "irregularities.persons.card_refused",
        ),
        "5.23.4": ("on the Dealer's hand the pit manager rules", "irregularities.simultaneous._on_dealer"),
        "5.23.4.1": (
            "with no card disclosed he selects the Dealer's first",
            "irregularities.simultaneous._on_dealer",
        ),
        "5.23.4.2": ("the other is the next card", "irregularities.simultaneous._ordered"),
        "5.23.4.3": ("a single disclosed card is the Dealer's next", "irregularities.simultaneous._on_dealer"),
        "5.23.4.4": ("and the other the one after it", "irregularities.simultaneous._ordered"),
        "5.23.4.5": (
            "with both disclosed he selects the card worst for the Dealer",
            "irregularities.simultaneous._on_dealer",
        ),
        "5.23.4.6": ("the other is discarded", "irregularities.simultaneous._on_dealer"),
        "5.24": ("who refuses a card stands", "irregularities.persons.card_refused"),
        "5.25": ("the dissatisfied may withdraw before the next card", "irregularities.withdrawal.withdraw"),
    },
    "section_5_limits": {
        "5.26": ("a wager under the minimum is settled once", "betting.limits.repeated_under_minimum"),
        "5.27": ("a wager over the maximum counts to the maximum", "betting.limits._counted"),
        "5.28": ("what earlier rounds paid or took stands", "settlement.ending.settle"),
        "5.29": ("a power failure in either state", "irregularities.withdrawal.power_failure"),
        "5.29.1": (
            "without an outcome players may withdraw all their wagers",
            "irregularities.withdrawal._without_player",
        ),
        "5.29.2": ("with an outcome the round is concluded", "irregularities.withdrawal.power_failure"),
    },
    "section_6": {
        "6.1": ("what the rules do not cover is for the shift manager", "irregularities.persons.other"),
        "6.2": ("a higher rank may do what a lower one may", "irregularities.kinds.void_round"),
    },
}
"""By the test file `test_<key>`; in Pontoon's numbers."""

_FOR_PEOPLE: Final = {
    "1.1": ("the definitions", "Only opens the list; each definition has its own row."),
    "3.5": ("who counts a hand", "A player answers for his own counting; the table shows totals and promises nothing."),
    "3.7": (
        "wagers laid for a player",
        "Who moves the chips does not change whose wager it is; the player looks to it.",
    ),
    "3.9": (
        "fewer areas for a player",
        "The pit manager's discretion: what he rules out is taken back by `wager.withdrawn` with his `authority`.",
    ),
    "3.10.1": (
        "fewer wagers on an area",
        "The pit manager's discretion: as 3.9; the layout keeps its three places.",
    ),
    "3.13": ("saying who controls", "The Dealer tells the players; the table always knows who it is by 3.11 and 3.12."),
    "3.17.2.4": (
        "equal claims to a side wager",
        "Only people know who asks; the legal moves name the order, and where equals do not agree none is placed.",
    ),
    "3.26.4.4": (
        "equal claims to insurance",
        "Only people know who asks; the legal moves name the order, and where equals do not agree none is placed.",
    ),
    "3.30": ("hand signals", "The Dealer reads the signal and enters what it says."),
}


def tested(rows: Rows, file: str, *, renumbered: Mapping[str, str], ground: bool) -> list[Clause]:
    """The rows of one test file, in Pontoon's numbers or, where not `ground`, in the renumbered ones."""
    clauses = []
    for number, (about, where) in rows.items():
        other = renumbered.get(number)
        both = number if other is None else f"{number} pandemonium {other}"
        clauses.append(
            Clause(
                number if ground or other is None else other,
                about,
                where=f"twenty_one.{where}",
                test=f"tests/games/{file}.py::{named_after(both, about)}",
            )
        )
    return clauses


def shared(*, ground: bool) -> list[Clause]:
    """The rows that both documents have, in Pontoon's numbers or in Pontoon Pandemonium's."""
    decided = [
        clause
        for file, rows in _DECIDED.items()
        for clause in tested(rows, f"pontoon/test_{file}", renumbered=RENUMBERED, ground=ground)
    ]
    return decided + for_people(_FOR_PEOPLE)


CLAUSES: Final = in_order(shared(ground=True))
