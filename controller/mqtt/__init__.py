"""The broker: topics and messages, the publisher, its connection, and what the broker remembers of us."""
