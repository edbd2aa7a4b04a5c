"""What the four twenty-one games share: one set of mechanics, told apart by a rulebook for each game.

The way of a round: betting → dealing → play (offers stand open until the first further card) → dealer → settling.
`engine.step` is the whole of it; each other module or room is one chapter of the documents. A function that takes the
open round beside the state goes by that round; the state's own may be older until the caller puts the new one in.
"""
