"""A token bucket: what is saved is spent at once, what is owed takes its time, and there is an end to saving."""

from drivers.budget import Budget


def test_what_is_saved_is_spent_and_comes_back_with_time() -> None:
    """Three at once, then one for each half second."""
    budget = Budget(rate=2, burst=3)
    assert [budget.take(10.0) for _ in range(4)] == [True, True, True, False]
    assert [budget.take(10.5), budget.take(10.5)] == [True, False]
    assert [budget.take(1000.0) for _ in range(4)] == [True, True, True, False]


def test_what_is_owed_takes_its_time() -> None:
    """The debt of all who came before is waited for, too."""
    budget = Budget(rate=2, burst=3)
    assert [budget.owe_s(0.0, 3), budget.owe_s(0.0), budget.owe_s(0.0)] == [0.0, 0.5, 1.0]
    assert budget.owe_s(1.5) == 0.0


def test_a_share_of_it_is_saved() -> None:
    """From nothing, also in debt, to all; a clock that goes back adds nothing."""
    budget = Budget(rate=1, burst=10)
    assert budget.share(0.0) == 1.0
    budget.owe_s(0.0, 15)
    assert [budget.share(at) for at in (0.0, 5.0, 4.0, 9.0, 30.0)] == [0.0, 0.0, 0.0, 0.5, 1.0]
