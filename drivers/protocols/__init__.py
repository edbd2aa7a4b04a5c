"""Device protocols, pure: bytes to events and commands to bytes. Nothing here opens a port, waits or reads a clock.

    base/        what every protocol is and shares: the interface, framing, reports, names of keys, the `Driver` record
    shoes/       one file for each shoe; what watches a shoe of any protocol
    shufflers/   what watches a shuffler of any protocol
    buttons/     one file for each button; the latch that all buttons share
    meters/      one file for each display or sign; the texts that they share
    consoles/    the dealer's keypad, whatever device its keys come from
    keyboards/   devices with keys that can be the button or the dealer's keypad
    line/        any shoe or shuffler that sends ASCII lines, by a description file and without code
    framed/      the reference protocol of this project, for all roles

A new device goes into the room of its role; one that serves several roles into a room of its own. Each driver's file
ends with its `DRIVER`, which `drivers/registry.py` lists.
"""
