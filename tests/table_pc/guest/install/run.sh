# Runs in the guest after every boot, from the shared folder: nothing is installed here, it does what it is asked.
set -e
share=/mnt/host
# The getty of the serial line hangs up whoever writes to it when it starts, which may be later than this; not the console.
exec >/dev/console 2>&1
echo READY "$(cat "$share/boot")"
. "$share/orders.sh"
