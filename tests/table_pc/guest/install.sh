# Read by run.sh: what every boot begins with. The daemon is installed as the README says, once, from the shared folder.
share=/mnt/host
# The getty of the serial line hangs up whoever writes to it when it starts, which may be later than this; not the console.
exec >/dev/console 2>&1
installed() { grep -q done /opt/table-controller/installed 2>/dev/null; }
install_daemon() {
    python3 -m venv /opt/table-controller
    /opt/table-controller/bin/pip install --quiet --no-index --find-links "$share/wheels" table-controller
    install -m 644 "$share"/*.service /etc/systemd/system/
    for socket in "$share"/*.socket; do [ ! -e "$socket" ] || install -m 644 "$socket" /etc/systemd/system/; done
    install -D -m 644 "$share/tabled.sysusers" /etc/sysusers.d/tabled.conf
    install -D -m 644 "$share/tabled.tmpfiles" /etc/tmpfiles.d/tabled.conf
    systemd-sysusers && systemd-tmpfiles --create
    install -m 644 "$share"/*.rules /etc/udev/rules.d/
    install -m 644 "$share/mosquitto.conf" /etc/mosquitto/mosquitto.conf
    install -m 644 "$share"/*.toml /etc/tabled/
    systemctl daemon-reload && udevadm control --reload && udevadm trigger && udevadm settle
    systemctl restart mosquitto
    echo done >/opt/table-controller/installed
    sync
}
