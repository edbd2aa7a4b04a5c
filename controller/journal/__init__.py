"""The record: chained and signed, in one file, with an outbox in the same transaction. Imports `core` alone."""
