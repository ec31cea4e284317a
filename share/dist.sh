#!/usr/bin/env bash
# Release archives for users without Rust: `make dist`.
#
#   share/dist.sh [TARGET...]
#
# Builds for Linux on x86-64 and ARM and for Windows, or for each TARGET named, if its standard library is installed
# (`rustup target add TARGET`), says where it is not, and leaves archives and their SHA-256 sums in target/dist. Linux
# programs are linked statically, for ARM by the linker that comes with Rust, so that they run wherever their processor
# is. LICENCES.txt has the licences of all crates in it. .ci/archives tries what was made. RUSTFLAGS count for nothing:
# what is made for all must suit all.
# A program for Linux on this machine's processors is optimised by the profile of share/train.sh (PGO), if Rust's
# component llvm-tools is installed.
# Windows needs MinGW and zip (Debian: gcc-mingw-w64-x86-64, zip), and is left out without them.
#
# PROGRAM=FILE puts a program in the archive that was built here before, for this machine's target.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/.."
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_RUSTFLAGS
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
targets=("$@")
if [ $# -eq 0 ]; then
    targets=(x86_64-unknown-linux-musl aarch64-unknown-linux-musl x86_64-pc-windows-gnu)
    [ -z "${PROGRAM:-}" ] || targets=("$(rustc -vV | sed -n 's/^host: //p')")
fi
dist=$PWD/target/dist
profdata=$(rustc --print target-libdir)/../bin/llvm-profdata
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Files that are not tracked, such as those that a build or a test left behind, stay out. Sources without
# git, as from an archive, contain all their files.
contents=(README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE docs share perft-data mate-data)
if git ls-files --error-unmatch share/dist.sh >/dev/null 2>&1; then
    git ls-files -z -- "${contents[@]}" >"$work/contents"
    made=$(git log -1 --format=%ct)
else
    find "${contents[@]}" \( -name __pycache__ -o -name '*.egg-info' -o -name build -o -name node_modules \) -prune \
        -o -xtype f -print0 >"$work/contents"
    made=$(stat -c %Y Cargo.lock)
fi
# The same sources make the same archive, whatever permissions this user's files have.
date=@${SOURCE_DATE_EPOCH:-$made}

# Manual pages and completions are written by a program that runs here.
if [ -n "${PROGRAM:-}" ]; then
    host=$(realpath -e "$PROGRAM")
else
    cargo build --locked --bin dhow --target-dir target/dist-build
    host=$PWD/target/dist-build/debug/dhow
fi

# Builds a target with some flags in a folder.
build() {
    CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld RUSTFLAGS=$2 \
        cargo build --release --locked --bin dhow --target "$1" --target-dir "$3" >&2
}

# Builds the program for a target and prints where it is.
program() {
    local target=$1 flags='' name=dhow profile=$PWD/target/dist-profile
    if [ -n "${PROGRAM:-}" ]; then
        echo "$host"
        return
    fi
    case $target in
        *-linux-*) flags='-C target-feature=+crt-static' ;;
        *-windows-*) name=dhow.exe ;;
    esac
    if [[ $target != "$(uname -m)"-*-linux-* ]]; then
        echo "$target: without a profile, since it does not run here" >&2
    elif [ ! -x "$profdata" ]; then
        echo "$target: without a profile: rustup component add llvm-tools" >&2
    else
        rm -rf "$profile"
        build "$target" "$flags -C profile-generate=$profile" target/dist-train
        share/train.sh "target/dist-train/$target/release/$name" >/dev/null
        "$profdata" merge -o "$profile/merged.profdata" "$profile" >&2
        flags+=" -C profile-use=$profile/merged.profdata"
    fi
    build "$target" "$flags" target/dist-build
    echo "target/dist-build/$target/release/$name"
}

mkdir -p "$dist"
rm -f "$dist"/dhow-* "$dist/SHA256SUMS"
archives=0
for target in "${targets[@]}"; do
    library=$(rustc --print target-libdir --target "$target")
    if [ -z "${PROGRAM:-}" ] && ! ls "$library"/libstd-* >/dev/null 2>&1; then
        echo "$target skipped: rustup target add $target" >&2
        continue
    fi
    if [[ $target = *-windows-gnu ]] && ! { command -v x86_64-w64-mingw32-gcc && command -v zip; } >/dev/null; then
        echo "$target skipped: no x86_64-w64-mingw32-gcc or no zip" >&2
        continue
    fi
    built=$(program "$target")
    name=dhow-$version-$target
    mkdir -p "$work/$name"
    case $target in
        *-windows-*) cp "$built" "$work/$name/dhow.exe" ;;
        *) cp "$built" "$work/$name/dhow" ;;
    esac
    xargs -0 -a "$work/contents" cp --parents -t "$work/$name"
    python3 share/licences.py "$target" >"$work/$name/LICENCES.txt"
    "$host" man "$work/$name/man"
    mkdir "$work/$name/completions"
    for shell in bash zsh fish powershell elvish; do
        "$host" completions "$shell" >"$work/$name/completions/dhow.$shell"
    done
    find "$work/$name" \( -type d -o -perm -u+x \) -exec chmod 755 {} + -o -exec chmod 644 {} +
    find "$work/$name" -exec touch -h -d "$date" {} +
    case $target in
        *-windows-*) (cd "$work" && find "$name" | LC_ALL=C sort | zip -qX -@ "$dist/$name.zip") ;;
        *) tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner -cf - "$name" | gzip -n9 >"$dist/$name.tar.gz" ;;
    esac
    archives=$((archives + 1))
done
[ "$archives" -gt 0 ] || { echo "no archive was made" >&2; exit 1; }
(cd "$dist" && sha256sum dhow-* | tee SHA256SUMS)
