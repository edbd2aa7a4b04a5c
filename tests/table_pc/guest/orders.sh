# Read by run.sh when all is up: carries out what whoever watches asks, until the power goes.
while sleep 0.5; do
    [ -e "$share/order" ] || continue
    mv "$share/order" /run/order
    sh /run/order >"$share/answer.new" 2>&1 || echo "FAILED with status $?" >>"$share/answer.new"
    mv "$share/answer.new" "$share/answer"
done
