"""The watch over a shuffler. The drivers of shufflers are `framed`, and `line` for any that sends ASCII lines."""
