"""The end of a Round of play: hands shown and ranked, Pots built and won (3.1, 3.11, section 4)."""
