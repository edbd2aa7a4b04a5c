"""No-limit Texas hold'em by the rules of Poker (RWS) Version 7: one pure step, its rooms by the rules' own parts.

`engine` is the door. Behind it stand `settings` (what the table line may say), `state` (the phases), `seating` and
`blinds` (3.6 to 3.8, 5.4 to 5.6), `dealing` (3.9, 3.10), `betting` and `out_of_turn` (3.12, 3.13, 5.12), `showdown`
(3.11), `ranks` (3.1), `pots` and `settlement` (section 4), `irregularities` (section 5), `legal` and `clauses`.
"""
