# Runs in the guest after every boot, from the shared folder: installs once, copies the record out, opens the broker.
set -e
share=/mnt/host
if ! grep -q done /opt/table-controller/installed 2>/dev/null; then
    python3 -m venv /opt/table-controller
    /opt/table-controller/bin/pip install --quiet --no-index --find-links "$share/wheels" table-controller
    install -m 644 "$share/tabled@.service" "$share/mqtt-gate.service" "$share/mqtt-gate.socket" /etc/systemd/system/
    install -D -m 644 "$share/tabled.sysusers" /etc/sysusers.d/tabled.conf
    install -D -m 644 "$share/tabled.tmpfiles" /etc/tmpfiles.d/tabled.conf
    install -m 644 "$share/60-tabled.rules" "$share/61-ports.rules" /etc/udev/rules.d/
    install -m 644 "$share/mosquitto.conf" /etc/mosquitto/mosquitto.conf
    systemd-sysusers && systemd-tmpfiles --create
    install -d /etc/tabled
    install -m 644 "$share/pc.toml" "$share/multipliers.toml" /etc/tabled/
    systemctl daemon-reload && udevadm control --reload && udevadm trigger
    systemctl restart mosquitto
    echo done >/opt/table-controller/installed
    sync
    systemctl enable --now tabled@pc
    echo INSTALLED
fi
# What the cut has left, as the daemon found it, verified here and looked at again outside.
boot=$(cat "$share/boot")
cat /proc/sys/kernel/random/boot_id >"$share/boot-id-$boot"
rm -rf /run/copy "$share/record" && mkdir /run/copy "$share/record"
/opt/table-controller/bin/tablectl backup /run/copy/journal.db --config /etc/tabled/pc.toml
cp /run/copy/* /var/lib/tabled/pc/journal.db.key /var/lib/tabled/pc/journal.db.seal "$share/record/"
chmod 600 "$share"/record/*.key "$share"/record/*.seal
mv "$share/record" "$share/record-$boot"
# The broker of this PC forgets everything with the power: nothing is given to it before somebody listens.
until [ "$(cat "$share/listening" 2>/dev/null)" = "$boot" ]; do sleep 0.2; done
systemctl start mqtt-gate.socket
echo OPEN "$boot"
