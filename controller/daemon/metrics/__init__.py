"""The table's metrics for Prometheus: what is counted while it plays, and what is looked at when somebody asks.

No money, no card and no free text is in them: labels are names of the configuration, words of the contract and codes of
the catalogue. Loaded only where `[web]` serves them or `textfile` of `[health]` is written.
"""
