#!/bin/sh
# perf check, perf version: what is built in
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"

check() { # STATUS ARGS...
	want=$1 status=0
	shift
	"$PERF" check "$@" > "$dir/out" 2> "$dir/err" || status=$?
	[ "$status" = "$want" ] || fail "check $*: exit $status, not $want: $(cat "$dir/err")"
}

# Which libraries are in: what the program's file names, linked or opened, not what it says.
for pair in libelf:libelf dwarf:libdw dwarf-unwind:libdw libtraceevent:libtraceevent zstd:libzstd zlib:libz \
	lzma:liblzma \
	debuginfod:libdebuginfod intel-pt:libipt; do
	name=${pair%:*}
	if grep -qaF "${pair#*:}.so." "$PERF"; then
		check 0 feature "$name"
		grep -q "^ *$name: \[ on  \]  # HAVE_" "$dir/out" || fail "$name: $(cat "$dir/out")"
	else
		check 1 feature "$name"
		grep -q "^ *$name: \[ OFF \]  # HAVE_" "$dir/out" || fail "$name: $(cat "$dir/out")"
	fi
	"$PERF" version --build-options | grep -qxF -e "$(cat "$dir/out")" ||
		fail "$name: version says something else"
done
[ "$("$PERF" version --build-options | sed 1d | wc -l)" -gt 20 ] ||
	fail "version does not list perf's features"

# Every one counts; a list is one word; any case.
check 1 feature libpython
check 1 feature libpython,libperl
[ "$(wc -l < "$dir/out")" = 2 ] || fail "two features: $(cat "$dir/out")"
check 1 -q feature LIBPYTHON
[ ! -s "$dir/out" ] && [ ! -s "$dir/err" ] || fail "-q prints: $(cat "$dir/out" "$dir/err")"
check 1 feature -q bogus
[ ! -s "$dir/err" ] || fail "-q prints: $(cat "$dir/err")"
check 1 feature bogus,libperl
grep -qxF "Unknown feature 'bogus', please use 'perf version --build-options' to see which ones are available." "$dir/err" ||
	fail "unknown: $(cat "$dir/err")"
[ "$(wc -l < "$dir/out")" = 1 ] || fail "the known one is not shown: $(cat "$dir/out")"
check 1 feature ''
check 129
check 129 feature
check 129 bogus zstd
check 129 feature zstd, zlib
