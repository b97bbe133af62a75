# Leaves a process behind whose parent is gone.
(sh -c 'trap "" TERM HUP; while :; do sleep 0.05; done' </dev/null >/dev/null 2>&1 &)
exec "$1" good
