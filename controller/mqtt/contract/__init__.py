"""What integrators hold a table to: each message's fields, each topic, and the documents that are made from them."""
