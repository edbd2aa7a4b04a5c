"""Hand histories in the open PHH format: read into a script that plays here, and written from a script that was played.

The format (the Poker Hand History File Format Specification, https://phh.readthedocs.io) is TOML. A hand of no-limit
hold'em (`variant = "NT"`) has `antes`, `blinds_or_straddles`, `min_bet`, `starting_stacks` and `actions`; the rest is
optional. Players p1, p2 … are counted from the button's left, so pN is our position N-1 and the last one has the
button. Of two players p2 has it, and antes and blinds stand in reverse: `[small, big]` means that p1 posts the big one.

    d dh p1 AcKd    two hole cards           p1 f           folds
    d db QhKc5h     board cards              p1 cc          checks or calls
    # text          nothing happens          p1 cbr 3000    bets, or raises to so much in this round
                                             p1 sm AcKd     shows; `-` the known ones; gives up without any

A card is rank and lower-case suit, `??` one whose face is not known. Burnt cards are not told.

What this table cannot play is refused by file, line and field: antes, straddles, a big blind that is not twice the
small one, stacks that are not known. What a hand history cannot tell is not written: a void round, and one with a
ruling that moved cards or chips. `notation` has the words, `reading` and `writing` the file, `scripting` and
`recording` the hand.
"""
