"""What the people at the table see, and what they may do: a record made from the state, for consoles of any kind.

A console shows it and computes no rule. Nothing is in it that the players cannot see: a card face down is `??`, and
nothing is told that only its face could tell.

    records.py      the parts that are the same for every game, and a sentence as code, parameters and English
    last_round.py   the round at hand once its outcome is told: how it lay, and what came of it
    moves.py        the name of a legal move, the same as long as what it is about looks the same
    trial.py        an event tried on `step` alone: why it would be refused, or what would come of it
"""
