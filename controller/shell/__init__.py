"""The waiting part: files, clocks, ports and brokers around the pure rules; `app` alone puts it together."""
