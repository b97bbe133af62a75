# Plays well, ignores the request to end, and does not end.
trap '' TERM
"$1" good
while :; do sleep 0.05; done
