"""No-limit Texas hold'em by the rules of Poker (RWS) Version 7: one pure step, its rooms by the rules' own parts.

`engine` is the door. Behind it are `settings` (the table line, checked), `state` (the phases), `seating` (3.6),
`dealing` (3.9, 3.10) and `flow`, then the rooms: `betting` (blinds, actions, 3.7, 3.8, 3.12, 3.13, 5.4 to 5.6, 5.12),
`showdown` (3.1, 3.11, section 4) and `irregularities` (section 5).
"""

from controller.games.poker.game import GAME

__all__ = ["GAME"]
