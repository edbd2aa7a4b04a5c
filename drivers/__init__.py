"""Devices at the table: protocols without I/O, links that open ports, virtual twins that send and take the same bytes.

A real device, on a port of any kind (`links/ports.py` lists them: serial, USB, input, GPIO):

    from drivers.devices.commands import DeviceGone
    from drivers.devices.device import Device

    def commit(name: str, batch: list[Received], committed: Callable[[], None]) -> None:
        # Journal every `event`, and the last `sequence` that is not None as this device's mark, in one transaction.
        # Events of `controller.core.events` are for the table, all others are a `Report`: `code`, `severity`, str().
        # Return at once; call `committed` in the loop when it is on the disk.

    shoe = Device.on_port("shoe", driver="framed", role="shoe", port="/dev/table/shoe", on_events=commit, resume=mark)
    async with asyncio.TaskGroup() as group:
        group.create_task(shoe.run(), name="device shoe")
    ...
    await button.send(SetButton(lit=True))      # effects are commands; DeviceGone when it cannot be reached
    await console.send(Rejected("…", "3.29"))   # so are answers to a console; a dict is sent to it as it is
    shoe.status()                               # DeviceStatus for `device/{name}`
    shoe.recorder.shown(event)                  # the players have seen this card: its face may be in a recording
    shoe.recorder.lines(loop_now=…, utc_now=…)  # the last frames, faces masked

A batch is acknowledged when `committed` is called. What `commit` raises ends `run`. Shoes and shufflers are
watched (`protocols/shoes/watch.py`): what cannot be is reported behind what the device sent, and nothing is held back.

A virtual twin, on a pty with a stable path:

    from drivers.virtual.pty_port import PtyPort
    from drivers.virtual.framed.shoe import VirtualShoe

    port = PtyPort(Path("/run/table/shoe"))
    twin = VirtualShoe(port)
    group.create_task(twin.run(), name="virtual shoe")
    twin.deal("AS"); twin.cut_card(); await twin.drained()
    port.unplug(); port.plug_in()

Drivers by name are in `registry`; wiring and line settings in `drivers/README.md`; the reference protocol for
integrators is the docstring of `protocols/framed/frames.py`.
"""
