"""Hands of our own making in the PHH format, with what each seat must have won by the rules, worked out by hand."""

from typing import Final, NamedTuple


class Told(NamedTuple):
    """`nets` in cents by seat; `unit` cents of one unit of the file."""

    about: str
    text: str
    nets: dict[int, int]
    unit: int = 100


SHOWDOWN: Final = Told(
    "three players, one folds on the turn, the pair of aces is shown and the other hand given up",
    """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [1000, 1000, 1000]
actions = [
  "d dh p1 AcAd",
  "d dh p2 ????",  # a TOML comment with a "quoted" word
  "d dh p3 KhQh",
  "p3 cbr 30 # a commentary",
  "p1 cc",
  "p2 cc",
  "# nothing happened",
  "d db 2c7d9s",
  "p1 cc", "p2 cc", "p3 cbr 50",
  "p1 cc",
  "p2 f",
  "d db Jc",
  "p1 cc", "p3 cc",
  "d db 3h",
  "p1 cc",
  "p3 cc",
  "p1 sm -",
  "p3 sm",
]
""",
    {1: 11000, 2: -3000, 3: -8000},
)

HEADS_UP: Final = Told(
    "of two players p2 has the button and the small blind, acts first and folds to a raise; seats and names are given",
    """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [0.50, 1]
min_bet = 1
starting_stacks = [80.20, 197]
actions = ["d dh p1 ????", "d dh p2 ????", "p2 cc", "p1 cbr 3.00", "p2 f"]
seats = [6, 3]
seat_count = 6
players = ["one", ""]
""",
    {6: 100, 3: -100},
)

ALL_IN: Final = Told(
    "three stacks all-in: the short one wins the main pot, the second the side pot, the rest comes back uncalled",
    """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [5000, 2000, 9000]
actions = [
  "d dh p1 KsKd",
  "d dh p2 AsAd",
  "d dh p3 7c2d",
  "p3 cbr 9000",
  "p1 cc",
  "p2 cc",
  "p3 sm 7c2d",
  "p1 sm KsKd",
  "p2 sm AsAd",
  "d db 3h5h8c",
  "d db Th",
  "d db Jc",
]
""",
    {1: 1000 * 100, 2: 4000 * 100, 3: -5000 * 100},
)

SPLIT: Final = Told(
    "the board plays: of 107 chips the odd one goes to the first seat left of the button; faces are told at the end",
    """
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [200, 200, 200]
actions = [
  'd dh p1 2c3c', 'd dh p2 2d3d', 'd dh p3 ????',
  'p3 cc', 'p1 cc', 'p2 cc',
  'd db AsKsQs', 'p1 cc', 'p2 cbr 15', 'p3 cbr 31', 'p1 cc', 'p2 f',
  'd db Js', 'p1 cc', 'p3 cc',
  'd db Ts', 'p1 cc', 'p3 cc',
  'p1 sm 2c3c', 'p3 sm 7h7d',
]
seats = [2, 4, 1]
""",
    {2: 1300, 4: -2500, 1: 1200},
)

UNSEEN: Final = Told(
    "who does not show, nor says that he gives up, wins nothing; one unit is two cents here, so that chips are even",
    """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [101, 203, 99]
actions = [
  "d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 f", "p1 cc", "p2 cc", "d db 9s7h2c", "p1 cc", "p2 cc",
  "d db 9d", "p1 cc", "p2 cc", "d db 9c", "p1 cc", "p2 cc", "p1 sm 8dAs", "p2 sm ????",
]
""",
    {1: 4, 2: -4, 3: 0},
    unit=2,
)

HANDS: Final = (SHOWDOWN, HEADS_UP, ALL_IN, SPLIT, UNSEEN)
