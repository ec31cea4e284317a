#!/usr/bin/env bash
# The npm package with a module that is built already, tested and packed; it is not published.
#
#   share/npm/pack.sh MODULE FOLDER
#
# FOLDER/package has the package and its tests, FOLDER the archive. DHOW names a native program to compare with.
set -euo pipefail
module=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
cd "$(dirname "$0")/../.."

rm -rf "$folder/package" "$folder"/*.tgz
mkdir "$folder/package"
cp -r share/npm/{package.json,README.md,index.mjs,index.d.ts,test} LICENSE-MIT LICENSE-APACHE "$folder/package"
cp "$module" "$folder/package/dhow.wasm"
cd "$folder/package"
version=$(sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"/\1/p' "$OLDPWD/Cargo.toml")
grep -q "\"version\": \"$version\"" package.json || { echo "package.json has not version $version" >&2; exit 1; }
node --test test/dhow.test.mjs
npm pack --silent --offline --pack-destination "$folder"
