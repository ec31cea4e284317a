#!/usr/bin/env bash
# Release archives for all who have no Rust: `make dist`.
#
#   share/dist.sh [TARGET...]
#
# Builds for each target whose standard library is installed (`rustup target add TARGET`), says which
# are not, and leaves archives and their SHA-256 sums in target/dist. Linux programs are linked
# statically, so that they run wherever their processor is. Windows needs MinGW and zip (Debian:
# gcc-mingw-w64-x86-64, zip).
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
targets=("$@")
[ $# -gt 0 ] || targets=(x86_64-unknown-linux-musl x86_64-pc-windows-gnu)
dist=$PWD/target/dist
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The same sources make the same archive.
date=@$(git log -1 --format=%ct 2>/dev/null || date +%s)

# Manual pages and completions are written by a program that runs here.
cargo build --locked --target-dir target/dist-build
host=$PWD/target/dist-build/debug/dhow

mkdir -p "$dist"
rm -f "$dist"/dhow-* "$dist/SHA256SUMS"
made=0
for target in "${targets[@]}"; do
    library=$(rustc --print target-libdir --target "$target")
    if ! ls "$library"/libstd-* >/dev/null 2>&1; then
        echo "$target skipped: rustup target add $target" >&2
        continue
    fi
    flags=${RUSTFLAGS:-}
    case $target in
        *-linux-*) flags="$flags -C target-feature=+crt-static" ;;
    esac
    RUSTFLAGS=$flags cargo build --release --locked --target "$target" --target-dir target/dist-build
    name=dhow-$version-$target
    mkdir -p "$work/$name"
    cp target/dist-build/"$target"/release/dhow{,.exe} "$work/$name" 2>/dev/null || true
    # What is not of the project, such as what a build or a test left behind, stays out.
    git ls-files -z -- README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE docs share perft-data mate-data |
        xargs -0 cp --parents -t "$work/$name"
    "$host" man "$work/$name/man"
    mkdir "$work/$name/completions"
    for shell in bash zsh fish powershell elvish; do
        "$host" completions "$shell" >"$work/$name/completions/dhow.$shell"
    done
    find "$work/$name" -exec touch -h -d "$date" {} +
    case $target in
        *-windows-*) (cd "$work" && find "$name" | LC_ALL=C sort | zip -qX -@ "$dist/$name.zip") ;;
        *) tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner -cf - "$name" | gzip -n9 >"$dist/$name.tar.gz" ;;
    esac
    made=$((made + 1))
done
[ "$made" -gt 0 ] || { echo "no archive was made" >&2; exit 1; }
(cd "$dist" && sha256sum dhow-* | tee SHA256SUMS)
