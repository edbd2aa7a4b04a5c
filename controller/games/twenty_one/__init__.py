"""What the four twenty-one games share: one set of mechanics, told apart by a rulebook for each game.

The way of a round: betting → dealing → play (offers stand open until the first further card) → dealer → settling.
`engine.step` is the whole of it; each other module is one chapter of the documents.
"""
