#!/usr/bin/env bash
# The work by whose profile a program is optimised (PGO): searches and counts on every size of board, for code that a
# profile never saw is made small instead of fast.
#
#   share/train.sh PROGRAM
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")/.."
"$program" bench
"$program" bench --group leaders
for game in chess capablanca shako courier chu gigachess terachess; do
    "$program" go -v "$game" --nodes 1000000
done
for suite in perft-data/*.epd; do
    "$program" perft --epd "$suite" --depth 3
done
