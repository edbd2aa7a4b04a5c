"""Between a broker and a reader that takes lines: as `reader.mjs follow` does with mqtt.js.

    python bridge.py HOST PORT CLIENT CA CERT KEY PROGRAM ...

A session that the broker keeps; each message is a line to the program, and is acknowledged after the program's answer.
What the program says in JSON is published.
"""

import json
import queue
import subprocess
import sys
import threading
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties


def main() -> None:
    """Until it is killed."""
    host, port, name, ca, cert, key, *program = sys.argv[1:]
    reader = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    client = mqtt.Client(
        CallbackAPIVersion.VERSION2, client_id=name, protocol=mqtt.MQTTv5, manual_ack=True
    )  # fmt: skip

    client.tls_set(ca, cert, key)

    answers: queue.Queue[str] = queue.Queue()

    def read() -> None:
        assert reader.stdout is not None
        for line in reader.stdout:
            sys.stdout.write(line)
            sys.stdout.flush()
            if line.startswith("{"):
                client.publish(**json.loads(line), qos=1)
            elif line.startswith("casino/"):
                answers.put(line)
        answers.put("")

    threading.Thread(target=read, daemon=True).start()

    def connected(*_: Any) -> None:
        client.subscribe("casino/+/+/#", qos=1)

    def message(_: Any, __: Any, found: mqtt.MQTTMessage) -> None:
        assert reader.stdin is not None
        line = {"topic": found.topic, "payload": found.payload.decode(errors="replace"), "retain": found.retain}
        reader.stdin.write(json.dumps(line) + "\n")
        reader.stdin.flush()
        if not answers.get():
            sys.exit("the reader has ended")
        client.ack(found.mid, found.qos)

    client.on_connect, client.on_message = connected, message
    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    properties.SessionExpiryInterval = 3600
    client.connect_async(host, int(port), clean_start=False, properties=properties)
    client.reconnect_delay_set(1, 2)
    client.loop_forever(retry_first_connection=True)


if __name__ == "__main__":
    main()
