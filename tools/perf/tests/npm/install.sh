#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Prints the folder of node modules that package-lock.json names, fetched if they are not there yet: some 600 MB, which stay in the cache
# folder. Exit 77 with the reason if they cannot be had.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

skip()
{
	echo "$*"
	exit 77
}

command -v node > /dev/null && command -v npm > /dev/null || skip "node or npm is not installed"
[ "$(node -p 'process.versions.node.split(".")[0]')" -ge 18 ] || skip "node $(node --version) is too old for these modules"
key=$(cksum < "$here/package-lock.json" | tr ' ' -)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/perf-tests-npm
if [ ! -e "$cache/$key/whole" ]; then
	rm -rf "$cache"
	mkdir -p "$cache/$key" 2> /dev/null || skip "there is no place for them: $cache cannot be made"
	cp "$here/package.json" "$here/package-lock.json" "$cache/$key"
	# No scripts: nothing of these packages runs but what a test asks for. Not "npm ci": it refuses a lock file without the
	# builds for other machines, which not every registry has. Versions and checksums are those of the lock file all the same.
	(cd "$cache/$key" && timeout 600 npm install --no-save --prefer-offline --ignore-scripts --no-audit --no-fund --loglevel=error) > "$cache/log" 2>&1 ||
		skip "the modules cannot be fetched: $(grep -v '^npm warn' "$cache/log" | head -n 2 | sed 's#https*://[^ ]*#the registry#g' | tr '\n' ' ')"
	: > "$cache/$key/whole"
fi
echo "$cache/$key/node_modules"
