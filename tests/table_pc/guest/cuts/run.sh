# Runs in the guest after every boot, from the shared folder: installs once, copies the record out, opens the broker.
set -e
. /mnt/host/install.sh
if ! installed; then
    install_daemon
    systemctl enable --now tabled@pc
    echo INSTALLED
fi
# What the cut has left, as the daemon found it: looked at outside. The daemon goes on meanwhile, so the head file is taken
# before and has to be the same afterwards: then both are of one moment.
boot=$(cat "$share/boot")
cat /proc/sys/kernel/random/boot_id >"$share/boot-id-$boot"
rm -rf /run/copy "$share/record" && mkdir /run/copy "$share/record"
for file in key seal; do cp "/var/lib/tabled/pc/journal.db.$file" "$share/record/"; done
until [ -e /run/copy/head ] && cmp -s /run/copy/head /var/lib/tabled/pc/journal.db.head; do
    cp /var/lib/tabled/pc/journal.db.head /run/copy/head
    rm -f /run/copy/journal.db
    sqlite3 /var/lib/tabled/pc/journal.db ".timeout 10000" ".backup /run/copy/journal.db"
done
cp /run/copy/head "$share/record/journal.db.head"
cp /run/copy/journal.db "$share/record/"
chmod 600 "$share"/record/*.key "$share"/record/*.seal
mv "$share/record" "$share/record-$boot"
# The broker of this PC forgets everything with the power: nothing is given to it before somebody listens.
until [ "$(cat "$share/listening" 2>/dev/null)" = "$boot" ]; do sleep 0.2; done
systemctl start mqtt-gate.socket
echo OPEN "$boot"
. "$share/orders.sh"
