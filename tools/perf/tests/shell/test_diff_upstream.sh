#!/bin/sh
# perf diff: recordings of upstream, and its text
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/upstream.sh
. "$PERF_TEST_DIR/shell/lib/upstream.sh"

# shellcheck disable=SC2034 # for lib/upstream.sh
reader="report --stdio -i"
"$upstream" diff -h > "$dir/out" 2>&1 || :
grep -q wdiff "$dir/out" || skip "$upstream has no perf diff"

reads() { # FILE: does it have what is to be compared, and can upstream read it?
	record "$1" -e cpu-clock -c 200000 && [ -s "$dir/$1" ]
}
# What one calls an address, and a PLT's entry, differs by version; so does the width of columns by the longest name.
rows() { # FILE
	grep -v -e '0x0' -e ' 0000' -e '@plt' "$1" | sed 's/[.][.]*/./g; s/  */ /g; s/ $//'
}
same() { # ARGS...
	"$upstream" diff "$@" "$dir/one" "$dir/two" > "$dir/theirs" 2> /dev/null || fail "$upstream diff $*"
	"$PERF" diff "$@" "$dir/one" "$dir/two" > "$dir/ours" 2> "$dir/err" || fail "diff $*: $(cat "$dir/err")"
	rows "$dir/theirs" > "$dir/theirs-rows"
	rows "$dir/ours" > "$dir/ours-rows"
	[ "$(wc -l < "$dir/ours-rows")" -gt 5 ] || fail "diff $*: nothing"
	diff "$dir/theirs-rows" "$dir/ours-rows" > "$dir/diff" || fail "diff $*: $(head -n 8 "$dir/diff")"
}
reader="report --stdio"
reads one && reads two || skip "$upstream records nothing here"
same -s comm,dso
same -s comm,dso -p -F
same -s comm,dso -c ratio
same -s dso -c wdiff:2,1 -F
same -s dso -c delta -o 0
same -s comm -p
