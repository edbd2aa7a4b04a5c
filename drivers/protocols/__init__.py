"""Sans-IO device protocols: bytes in, events out; commands in, bytes out; nothing waits, opens or reads a clock."""
