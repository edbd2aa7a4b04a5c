"""Shoes and shufflers that send ASCII lines: the description (`shape`), and the host's side by it (`host`)."""
