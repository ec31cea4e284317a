#!/bin/sh
# Makes a copy of the crate that has only the rules of the games and their quick tests, all in one
# library: it builds in a tenth of the time, which mutation testing needs for every mutant.
#
# Usage: .cargo/rules-only.sh DIRECTORY
set -eu
[ $# = 1 ] || { echo "usage: $0 DIRECTORY" >&2; exit 2; }
cd "$(dirname "$0")/.."
copy=$1
mkdir -p "$copy/.cargo"
modules="betza bitboard command cpu files game geometry movegen perft pgn pieces position san square text variant"
tests="against_reference command_against_reference command_keys command_options command_refusals command_rules exchange fen movement other_game perft pgn position setups"
rm -rf "$copy/src" "$copy/tests" "$copy/perft-data" "$copy/share"
mkdir -p "$copy/share"
cp -r src tests perft-data Cargo.lock "$copy"
cp -r share/variants "$copy/share"
cp .cargo/mutants.toml "$copy/.cargo"

# The positions of the bench are all of it that tests of the rules use.
sed -n '/^pub const POSITIONS/,/^];/p' src/bench.rs > "$copy/src/positions.rs"
{
    echo '//! The rules of the games, for mutation testing.'
    echo 'extern crate self as dhow;'
    for module in $modules; do echo "pub mod $module;"; done
    echo '/// The positions of the bench.'
    echo '#[allow(missing_docs)] pub mod bench { include!("positions.rs"); }'
    for module in common reference command_reference $tests; do
        path=$module.rs
        [ -d "tests/$module" ] && path=$module/mod.rs
        name=$module
        case " $modules " in *" $module "*) name=tests_of_$module ;; esac
        printf '#[cfg(test)]\n#[path = "../tests/%s"]\nmod %s;\n' "$path" "$name"
    done
} > "$copy/src/lib.rs"
for module in command_games counting parallel pieces positions; do echo "pub mod $module;"; done > "$copy/tests/common/mod.rs"
rm -f "$copy/src/main.rs"
# The manifest without its benches and its program of integration tests.
sed '/^\[\[/,$d' Cargo.toml > "$copy/Cargo.toml"
