"""Twins of shoes and shufflers with a protocol of their own."""
