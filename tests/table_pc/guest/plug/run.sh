# Runs in the guest after boot, from the shared folder: installs, has the USB devices ready, then does what it is asked.
set -e
. /mnt/host/install.sh
if ! installed; then
    install -d /opt/usb-devices/tests/table_pc/guest/plug /etc/systemd/system/ModemManager.service.d
    install -m 644 "$share"/*.py /opt/usb-devices/tests/table_pc/guest/plug/
    install -m 644 "$share/talkative.conf" /etc/systemd/system/ModemManager.service.d/
    install_daemon
    systemctl enable --now usb-devices
    systemctl restart ModemManager
fi
echo OPEN "$(cat "$share/boot")"
. "$share/orders.sh"
