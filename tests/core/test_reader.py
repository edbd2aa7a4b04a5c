"""The reader at the border: what is of the contract comes through unchanged, everything else is a sentence."""

import contextlib
import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.events import Insure, Irregularity, Join, Layout
from controller.core.outcomes import dumps
from controller.core.reader import VALUES_MOST, MalformedLine
from controller.core.writer import event_to_json
from controller.games.reading import read_event, read_table


def correction(event: str) -> str:
    """Of the fifth event, into this one."""
    return f'{{"type":"correction","changes":[{{"of":5,"event":{event}}}],"reason":"r"}}'


@pytest.mark.parametrize(
    ("text", "field", "part"),
    [
        ('{"type":"wager","area":1,"kind":"main","amount":2.5}', "amount", "a whole number, got 2.5"),
        ('{"type":"wager","area":1,"kind":"main","amount":1e3}', "amount", "a whole number, got 1000.0"),
        ('{"type":"wager","area":"1","kind":"main","amount":5}', "area", 'a whole number, got "1"'),
        ('{"type":"wager","area":true,"kind":"main","amount":5}', "area", "a whole number, got true"),
        ('{"type":"wager","area":1,"amount":5}', "kind", "a value, got nothing"),
        ('{"type":"bets.open","extra":1}', "extra", "no such field"),
        ('{"type":"insure","area":1,"amount":5,"for_":"P2"}', "for_", "no such field"),
        ('{"type":"no.such"}', "type", "'bets.open'"),
        ('{"area":1}', "type", "got nothing"),
        ('{"type":"card","card":"1S"}', "card", "rank then suit"),
        ('{"type":"card","card":"AS","card":"KS"}', "card", "each key once"),
        ('{"type":"seat","area":NaN,"player":"x"}', "", "NaN"),
        ('{"type":"seat","area":-Infinity,"player":"x"}', "", "-Infinity"),
        ('{"type":"bets.open","at":"yesterday"}', "at", "an instant in UTC"),
        ('{"type":"bets.open","authority":"king"}', "authority", "'dealer'"),
        ('{"type":"decision","area":1,"action":"fold"}', "action", "'hit'"),
        ('{"type":"reveal"}', "area", "which `reveal` needs"),
        ('{"type":"irregularity","kind":"misdeal"}', "reconstructable", "which `irregularity` of kind `misdeal` needs"),
        ('{"type":"irregularity","kind":"area_short","area":1}', "option", "needs"),
        ('{"type":"irregularity","kind":"misdeal","reconstructable":true,"layout":{"x":1}}', "layout.x", "no such"),
        (
            '{"type":"irregularity","kind":"misdeal","reconstructable":true,"layout":{"areas":{"1":"AS"}}}',
            "layout.areas.1",
            'a list, got "AS"',
        ),
        (
            '{"type":"irregularity","kind":"misdeal","reconstructable":true,"layout":{"areas":{"1":[["AS"],["1S"]]}}}',
            "layout.areas.1.1.0",
            'rank then suit as in `AS`, or `??`, got "1S"',
        ),
        ('{"type":"seat","area":1,"player":""}', "player", 'text of at least 1 character, got ""'),
        ('{"type":"seat","area":1,"player":"%s"}' % ("x" * 65), "player", "text of at most 64 characters"),
        (r'{"type":"seat","area":1,"player":"\ud800"}', "", "JSON, got text that is none"),
        ('{"type":"correction","changes":[],"reason":"r"}', "changes", "a list of at least 1 value, got []"),
        (correction('{"type":"card","card":"1S"}'), "changes.0.event.card", "rank then suit"),
        (correction('{"type":"kard"}'), "changes.0.event.type", "'bets.open'"),
        (correction("{}"), "changes.0.event.type", "a `type`, got nothing"),
        (
            correction('{"type":"irregularity","kind":"area_short"}'),
            "changes.0.event.area",
            "which `irregularity` of kind `area_short` needs",
        ),
        ("[1]", "", "one JSON object, got [1]"),
        ("nonsense", "", "no JSON at column 1"),
        ("[" * 100_000, "", "one JSON object"),
        ("", "", "one JSON object"),
    ],
)
def test_a_malformed_line_is_a_sentence(text: str, field: str, part: str) -> None:
    """File, line, field, expected and actual stand in the error of a line that is not of the contract."""
    with pytest.raises(MalformedLine) as refused:
        read_event(text, game="pontoon", file="round.jsonl", line=12)
    assert (refused.value.file, refused.value.line, refused.value.field) == ("round.jsonl", 12, field)
    assert str(refused.value).startswith("round.jsonl, line 12")
    assert part in str(refused.value)


def many(one: str, length: int = 65_000) -> str:
    """So many of it, each with its number in hexadecimal, that a line is as long as one may be."""
    return ",".join(one.replace("N", f"{number:x}") for number in range(length // (len(one) + 4)))


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"bets.open",' + many('"N":1') + ',"1c35":1}',
        '{"type":"bets.open",' + many('"N":1') + "}",
        '{"type":"irregularity","kind":"misdeal","layout":{"areas":{"1":[' + many("1", 200_000) + "]}}}",
        '{"type":"irregularity","kind":"misdeal","layout":{"areas":{' + many('"N":[1]') + "}}}",
        '{"type":"correction","reason":"x","changes":[' + many("{}") + "]}",
        '{"type":"correction","reason":"x","changes":[' + many('{"event":{"type":"x"}}') + "]}",
        '{"type":"shuffler.set","cards":[' + many("[1]") + "]}",
    ],
)
def test_no_line_takes_long(text: str) -> None:
    """One of thousands of keys or members is refused in a few hundredths of a second, a key twice among them too."""
    began = time.process_time()
    with pytest.raises(MalformedLine) as refused:
        read_event(text, game="pontoon")
    assert time.process_time() - began < 0.15
    assert len(str(refused.value)) < 200


def test_as_many_values_as_a_line_may_have() -> None:
    """A layout of every card of eight decks passes, the one value too many does not."""
    cards = json.dumps(["AS"] * (VALUES_MOST - 5))  # four keys of the event, one of its layout
    text = '{"type":"irregularity","kind":"misdeal","reconstructable":true,"layout":{"dealer":%s}}'
    assert isinstance(read_event(text % cards, game="pontoon"), Irregularity)
    with pytest.raises(MalformedLine, match=f"at most {VALUES_MOST} values, got more"):
        read_event(text % cards.replace("]", ',"AS"]'), game="pontoon")


def test_what_the_rules_refuse_passes_the_reader() -> None:
    """An unknown kind of wager or irregularity, or an area that no layout has, is well formed."""
    for text in (
        '{"type":"irregularity","kind":"earthquake"}',
        '{"type":"wager","area":99,"kind":"moon","amount":-5}',
    ):
        assert event_to_json(read_event(text, game="pontoon")) == json.loads(text)


def test_the_words_that_depend_on_the_game() -> None:
    """`reveal` and `burn_missed` need other fields at poker than at the twenty-one games."""
    assert read_event('{"type":"reveal"}', game="poker").type == "reveal"
    assert read_event('{"type":"irregularity","kind":"burn_missed"}', game="pontoon").type == "irregularity"
    with pytest.raises(MalformedLine, match="reconstructable"):
        read_event('{"type":"irregularity","kind":"burn_missed"}', game="poker")


@pytest.mark.parametrize(
    "event",
    [
        Insure(area=1, amount=500, for_="P2"),
        Join(seat=3, player="P3", stack=20000, as_="relocated"),
        Irregularity(
            kind="misdeal",
            reconstructable=False,
            authority="pit_manager",
            layout=Layout(areas={"1": ("AS",), "2": (("9H",), ("9D",))}, dealer=("7H",), removed=("2C",)),
        ),
    ],
)
def test_an_event_comes_back_from_its_json(event: Any) -> None:
    """Written and read again an event is the same, also where Python's word is not the contract's."""
    assert read_event(dumps(event_to_json(event)), game="pontoon") == event


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), lambda inner: st.lists(inner)
                    | st.dictionaries(st.sampled_from(["type", "area", "cards", "card", "x"]), inner)))  # fmt: skip
def test_any_json_is_read_or_refused(value: Any) -> None:
    """Whatever comes, the reader gives an event or its own error, nothing else."""
    with contextlib.suppress(MalformedLine):
        assert event_to_json(read_event(json.dumps(value), game="pontoon"))["type"] == value["type"]


def test_the_table_line_needs_no_more_than_the_game() -> None:
    """Everything else has its default."""
    for game in ("pontoon-pandemonium", "poker"):
        table = read_table(json.dumps({"type": "table", "game": game}))
        assert table.game == game


@pytest.mark.parametrize(
    ("text", "field", "part"),
    [
        ('{"type":"table","game":"poker","areas":3}', "areas", "no such field"),
        ('{"type":"table","game":"whist"}', "game", "'poker', got \"whist\""),
        ('{"type":"table","game":null}', "game", "'poker', got null"),
        ('{"type":"table","game":["poker"]}', "game", "'poker', got [\"poker\"]"),
        ('{"type":"table"}', "game", "got nothing"),
        ('{"type":"card","card":"AS"}', "type", "`table` on the first line"),
        ('{"type":"table","game":"pontoon","limits":{"main":[1]}}', "limits.main.1", "a value, got nothing"),
        ('{"type":"table","game":"pontoon","limits":{"main":[1,2,3]}}', "limits.main", "a list of at most 2 values"),
        ('{"type":"table","game":"poker","rake":{"percent":5}}', "rake.percent", "text, got 5"),
        ('{"type":"table","game":"poker","rake":{"per_cent":"5"}}', "rake.per_cent", "no such field"),
    ],
)
def test_a_malformed_table_line(text: str, field: str, part: str) -> None:
    """The table line is read as strictly as the events."""
    with pytest.raises(MalformedLine) as refused:
        read_table(text, file=str(Path("t.jsonl")))
    assert refused.value.field == field
    assert part in str(refused.value)
