# Goes on for ever, and so does a process in a session of its own.
setsid sh -c 'trap "" TERM HUP INT; while :; do sleep 0.05; done' </dev/null >/dev/null 2>&1 &
while :; do sleep 0.05; done
