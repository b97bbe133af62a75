# Goes on until its child, which reads the same input, has read the end of it.
cat >/dev/null &
wait
sleep 1000
