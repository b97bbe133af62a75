# Goes on for ever, and so does a process whose parent is gone.
(sh -c 'trap "" TERM HUP INT; while :; do sleep 0.05; done' </dev/null >/dev/null 2>&1 &)
while :; do sleep 0.05; done
