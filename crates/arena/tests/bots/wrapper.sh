# The player is a child of a shell.
"$1" good
echo "the player has ended" >&2
