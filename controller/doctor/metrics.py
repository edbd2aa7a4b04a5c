"""How a table is, as the text that the node exporter's textfile collector reads.

A file, because it is also right when the daemon is down, which is when somebody has to be called, and because it costs
the daemon no port, task or library.
"""

import time

from prometheus_client import CollectorRegistry, Gauge

from controller.doctor.status import Status


def metrics(found: Status) -> CollectorRegistry:
    """Each figure as a gauge with the label `table`; `write_to_textfile` writes them whole or not at all."""
    registry = CollectorRegistry()

    def gauge(name: str, text: str, *labels: str) -> Gauge:
        return Gauge(f"tabled_{name}", text, ("table", *labels), registry=registry)

    table = found.table_name
    gauge("up", "Whether a daemon has the journal open.").labels(table).set(found.pid is not None)
    gauge("round", "The last round begun.").labels(table).set(found.last.round)
    gauge("journal_records", "The number of the last record.").labels(table).set(found.last.n)
    gauge("journal_bytes", "Bytes of the journal's files.").labels(table).set(found.journal_bytes)
    gauge("disk_free_bytes", "Bytes left on the journal's disk.").labels(table).set(found.free_bytes)
    age_s = max(0.0, (time.time_ns() - found.last.utc_ns) / 1e9)
    gauge("last_record_age_seconds", "Since the last record.").labels(table).set(round(age_s, 3))
    alerts = gauge("alert_active", "An active alert.", "code", "device", "severity")
    for _, alert in found.active_alerts:
        alerts.labels(table, alert.code, alert.device, alert.severity).set(1)
    waiting = gauge("outbox_waiting_rows", "Not yet delivered.", "lane")
    oldest = gauge("outbox_oldest_seconds", "The age of the oldest row not delivered.", "lane")
    parked = gauge("outbox_parked_rows", "Refused for good.", "lane")
    kept = gauge("outbox_bytes", "Payload of all rows kept.", "lane")
    for lane in found.lanes:
        waiting.labels(table, lane.name).set(lane.waiting)
        oldest.labels(table, lane.name).set(round(lane.oldest_s or 0.0, 3))
        parked.labels(table, lane.name).set(lane.parked)
        kept.labels(table, lane.name).set(lane.bytes_)
    connected = gauge("device_connected", "Whether the device was last seen connected.", "device")
    for device in found.devices:
        if "connected" in device.status:
            connected.labels(table, device.name).set(bool(device.status["connected"]))
    return registry
