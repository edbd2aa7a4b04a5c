"""Published messages as somebody collected them: a line that is none is told in a sentence, whatever it holds."""

import pytest

from controller.audit.verify.published import PublishedLineError, read_published


@pytest.mark.parametrize("n", ["1e999", "Infinity", "NaN", "null", '"x"', "9" * 5000])
def test_a_record_number_that_is_none_is_told(n: str) -> None:
    """JSON, and what reads it, takes things for numbers that are no record's."""
    with pytest.raises(PublishedLineError, match="Line 1"):
        list(read_published([f'{{"journal":{{"n":{n},"head":"","seal":""}}}}'.encode()]))
