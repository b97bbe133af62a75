# The player is a child of a shell.
player=$1
shift
"$player" "${@:-good}"
echo "the player has ended" >&2
