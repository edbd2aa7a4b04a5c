"""The multiplier weights of the jackpot, and the house edge that they give."""

from collections.abc import Mapping
from fractions import Fraction

from controller.configuration.examples import WEIGHTS, examples
from controller.configuration.sections import ConfigFile, Jackpot, WeightsFile
from controller.configuration.source import CUT, Source
from controller.core.tables import Table
from controller.games.registry import GAMES, find
from controller.games.twenty_one.wagers.pandemonium import MULTIPLIERS
from controller.odds.draw import Weights
from controller.odds.edge import pandemonium_edge, percent


def check_jackpot(source: Source, found: ConfigFile, table: Table) -> tuple[Weights | None, Fraction | None]:
    """The weights and the edge they give; refused outside the band."""
    if not find(table.game).multipliers:
        if found.jackpot is not None:
            having = " and ".join(name for name, game in GAMES.items() if game.multipliers)
            source.refuse(("jackpot",), f"no such section, which only {having} has", "one")
        return None, None
    if found.jackpot is None:
        source.complain(
            ("jackpot",), f"the file has no [jackpot], which {table.game} needs{'' if found.devices else CUT}"
        )
    file = source.file.parent / found.jackpot.weights
    source.check_file(("jackpot", "weights"), file, f"copy {examples() / WEIGHTS} there, or name another file")
    weights = _weights(Source(file))
    edge = pandemonium_edge(weights.tickets, table.decks)
    least, most = band_of(found.jackpot)
    if least > most:
        text = f"the band is reversed: expected the least first, got {percent(least)} before {percent(most)}"
        source.complain(("jackpot", "edge_percent"), text)
    if not least <= edge <= most:
        source.refuse(
            ("jackpot", "edge_percent"),
            f"weights in {file} that leave the house between {percent(least)} and {percent(most)}",
            f"{percent(edge)} on {table.decks} decks",
        )
    return weights, edge


def band_of(jackpot: Jackpot) -> tuple[Fraction, Fraction]:
    """The least and the most of the house edge."""
    least, most = (Fraction(bound) / 100 for bound in jackpot.edge_percent)
    return least, most


def edge_of(band: tuple[Fraction, Fraction] | None, weights: Weights, table: Table) -> Fraction | None:
    """The edge that weights give at this table, None where that is outside the band or there is no jackpot."""
    if band is None:
        return None
    edge = pandemonium_edge(weights.tickets, table.decks)
    return edge if band[0] <= edge <= band[1] else None


def weights_by_request(band: tuple[Fraction, Fraction] | None, given: Mapping[str, int], table: Table) -> Weights:
    """The weights of a new file, held to what the file is held to; raises ValueError with a sentence."""
    if band is None:
        raise ValueError(f"{table.game} has no multipliers")
    weights = Weights.of(given)
    if edge_of(band, weights, table) is None:
        least, most = band
        found = percent(pandemonium_edge(weights.tickets, table.decks))
        raise ValueError(
            f"expected weights that leave the house between {percent(least)} and {percent(most)}, got {found}"
        )
    return weights


def _weights(source: Source) -> Weights:
    given = source.validate(WeightsFile).weights
    for name, tickets in given.items():
        if name not in map(str, MULTIPLIERS):
            source.refuse(("weights", name), f"one of {', '.join(map(str, MULTIPLIERS))}", f"`{name}`")
        if tickets < 1:
            source.refuse(("weights", name), "a whole number of at least 1", str(tickets))
    for multiplier in MULTIPLIERS:
        if str(multiplier) not in given:
            source.refuse(("weights",), f"a weight for the multiplier {multiplier}", "none")
    return Weights(tuple(given[str(multiplier)] for multiplier in MULTIPLIERS))
