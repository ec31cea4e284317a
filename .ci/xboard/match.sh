#!/bin/sh
# One game between two engines in the real XBoard, without its window.
# Usage: match.sh ENGINE_A ENGINE_B VARIANT PGN_OUT
# Time control by TC (minutes[:seconds]) and INC (seconds), limit by LIMIT (seconds).
set -eu

if [ $# -ne 4 ]; then
    echo "usage: $0 ENGINE_A ENGINE_B VARIANT PGN_OUT" >&2
    exit 2
fi
engine_a=$1 engine_b=$2 variant=$3 pgn=$4
PATH=$PATH:/usr/games

output=$(mktemp)
trap 'rm -f "$output"' EXIT
rm -f "$pgn"

fail() {
    echo "match failed ($variant): $1" >&2
    cat "$output" >&2
    exit 1
}

status=0
xvfb-run -a timeout -k 3 "${LIMIT:-300}" xboard -noGUI -fcp "$engine_a" -scp "$engine_b" \
    -variant "$variant" -testLegality false -matchGames 1 -matchPause 300 \
    -tc "${TC:-0:10}" -inc "${INC:-0.1}" -saveGameFile "$pgn" -popupExitMessage false \
    -saveSettingsOnExit false -soundProgram "" -ruleMoves 0 -repeatsToDraw 0 \
    >"$output" 2>&1 || status=$?

case $status in
    0) ;;
    124 | 137) fail "no end within ${LIMIT:-300} seconds" ;;
    *) fail "xboard ended with status $status" ;;
esac
[ -s "$pgn" ] || fail "no game was saved"

result=$(sed -n 's/^\[Result "\(.*\)"\]$/\1/p' "$pgn")
case $result in
    1-0 | 0-1 | 1/2-1/2) ;;
    *) fail "result '$result'" ;;
esac
for word in illegal forfeit exited; do
    if grep -qi "$word" "$output" "$pgn"; then
        fail "'$word' in the output"
    fi
done

echo "ok $variant: $(grep -v "^$" "$pgn" | tail -n 1)"
