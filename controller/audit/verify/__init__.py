"""The whole journal checked: chain, seals, head file, what follows from the records, what was published."""
