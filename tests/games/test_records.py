"""The records of a state: copied field by field, written as lists, and not changed by a step that was given them."""

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from controller.games import said
from controller.games.poker import settings
from controller.games.poker import state as poker
from controller.games.records.altering import altered
from controller.games.records.record import Record
from controller.games.twenty_one import shoe
from controller.games.twenty_one import state as twenty_one
from tests.games.same_steps import play, write

RECORDS = [
    found
    for module in (twenty_one, shoe, poker, settings, said)
    for found in vars(module).values()
    if isinstance(found, type) and issubclass(found, Record) and found.__module__ == module.__name__
]


@pytest.mark.skipif(not str(twenty_one.__file__).endswith(".py"), reason="compiled, fields take their own types alone")
@pytest.mark.parametrize("kind", RECORDS, ids=lambda kind: f"{kind.__module__.split('.')[2]}.{kind.__name__}")
def test_a_copy_has_every_field_and_is_another_record(kind: Any) -> None:
    """A field that `copy` leaves out would be lost in the next step."""
    told = {one.name: object() for one in fields(kind)}
    record = kind.__new__(kind)
    for name, value in told.items():
        object.__setattr__(record, name, value)
    copied = record.copy()
    assert copied is not record
    assert type(copied) is kind
    assert {name: getattr(copied, name) for name in told} == told
    assert len({copied, record}) == 1


def test_a_change_leaves_the_record_as_it_was() -> None:
    """What changed stands in another record; a name that is no field is an error."""
    bet = twenty_one.Bet("A", 1, 1000, 1000)
    assert altered(bet, added=500, fate="returned") == twenty_one.Bet("A", 1, 1000, 1000, 500, fate="returned")
    assert bet == twenty_one.Bet("A", 1, 1000, 1000)
    with pytest.raises(AttributeError, match="colour"):
        bet._replace(colour="red")


def test_a_record_is_written_as_the_list_of_its_fields() -> None:
    """So snapshots have it since the first release; what a shorter list leaves out has its default."""
    written = TypeAdapter(shoe.Kept)
    assert written.dump_json(shoe.Kept("AS", chooser=2)) == b'["AS",false,false,2,null]'
    assert written.validate_json('["AS",true]') == shoe.Kept("AS", face_down=True)


def test_no_step_changes_the_table_that_it_was_given(tmp_path: Path) -> None:
    """Random rounds of every game, irregularities and corrections among them; a million: `tests.games.same_steps`."""
    write(tmp_path / "events", 1500, seed=3)
    *_, last = play(tmp_path / "events")
    assert last.startswith("1500 steps, ")
