#!/usr/bin/env bash
# Builds Cute Chess 1.5.1 with the 12x12 games. Needs what README.md names.
#
#   share/cutechess/build.sh SOURCE FOLDER [TARGET...]
#
# SOURCE is an archive of its source, or a folder with it. It is copied to FOLDER/source and patched,
# unless that is there, and built in FOLDER/build. Targets are cli (built if none is named), gui,
# perftsuite and all. JOBS is how many compilers run at once.
set -euo pipefail
if [ $# -lt 2 ]; then
    sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
source=$1
folder=$2
shift 2
[ $# -gt 0 ] || set -- cli

mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
if [ ! -e "$folder/source" ]; then
    unpacked=$folder/unpacked
    rm -rf "$unpacked"
    mkdir "$unpacked"
    if [ -d "$source" ]; then
        cp -R "$source/." "$unpacked"
    else
        tar xzf "$source" -C "$unpacked" --strip-components=1
    fi
    patch -d "$unpacked" -p1 -s --fuzz=0 < "$here/cutechess-1.5.1.patch"
    "$here/pieces.py" "$here/../pieces" "$unpacked/projects/gui/res/chessboard/default.svg"
    mv "$unpacked" "$folder/source"
fi
cmake -S "$folder/source" -B "$folder/build" -DCMAKE_BUILD_TYPE=Release
nice cmake --build "$folder/build" -j "${JOBS:-$(nproc)}" --target "$@"
