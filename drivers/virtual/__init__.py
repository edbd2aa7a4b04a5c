"""Virtual twins of the devices: the same bytes over a pty, for the demo, the training table and the tests."""
