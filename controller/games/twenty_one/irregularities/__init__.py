"""Section 5 of the documents as a desk: each kind of irregularity with its clause, its authority and what it does.

Corrections are events like all others and never rewrite history: they change where cards lie and wagers stand from
here on, and give by a ruling what the clause asks the floor to do.
"""
