# Read by run.sh: what every boot begins with. The package is installed as README says, once, from the shared folder.
share=/mnt/host
# The getty of the serial line hangs up whoever writes to it when it starts, which may be later than this; not the console.
exec >/dev/console 2>&1
installed() { grep -q done /var/lib/tabled/installed 2>/dev/null; }
install_daemon() {
    dpkg -i "$share"/table-controller_*.deb
    for unit in "$share"/*.service "$share"/*.socket; do [ ! -e "$unit" ] || install -m 644 "$unit" /etc/systemd/system/; done
    install -m 644 "$share"/*.rules /etc/udev/rules.d/
    install -m 644 "$share/mosquitto.conf" /etc/mosquitto/mosquitto.conf
    install -m 644 "$share"/*.toml /etc/tabled/
    systemctl daemon-reload && udevadm control --reload && udevadm trigger && udevadm settle
    systemctl restart mosquitto
    echo done >/var/lib/tabled/installed
    sync
}
