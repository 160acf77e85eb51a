#!/bin/sh
# perf report: a recording of another perf, and that perf's rows
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/upstream.sh
. "$PERF_TEST_DIR/shell/lib/upstream.sh"
need_tools python3

# shellcheck disable=SC2034 # for lib/upstream.sh
reader="report --stdio"

# Versions print addresses without a symbol and entries of a PLT in different ways: compared are rows with
# other names, and events, totals and numbers of samples. Columns have other widths in other versions.
rows() { # FILE
	grep -e '^# Samples' -e '^# Event count' -e '^ ' "$1" | grep -v -e '0x0' -e ' 0000' -e '@plt' |
		sed 's/  */ /g; s/ $//' | no_thread | LC_ALL=C sort
}
same() { # RECORDING ARGS...
	file=$1
	shift
	"$upstream" report --stdio -i "$dir/$file" -g none "$@" > "$dir/theirs" 2> /dev/null ||
		fail "$upstream report $*"
	"$PERF" report --stdio -i "$dir/$file" -g none "$@" > "$dir/ours" 2> "$dir/err" ||
		fail "$file, $*: $(cat "$dir/err")"
	rows "$dir/theirs" > "$dir/theirs-rows"
	rows "$dir/ours" > "$dir/ours-rows"
	[ "$(wc -l < "$dir/ours-rows")" -gt 3 ] || fail "$file, $*: nothing"
	diff "$dir/theirs-rows" "$dir/ours-rows" > "$dir/diff" || fail "$file, $*: $(head -6 "$dir/diff")"
}

done=0
if record plain -e cpu-clock -c 200000; then
	same plain
	same plain -F overhead,sample,comm
	same plain -s comm,dso
	same plain -s dso -n
	done=$((done + 1))
fi
if record wide -a -e cpu-clock,page-faults -c 100000; then
	same wide -s comm,cpu
	same wide -s cpu -F sample,overhead,cpu
	done=$((done + 1))
fi
if record chains -g -e cpu-clock -c 200000; then
	same chains --no-children
	same chains --no-children -s sym -n
	done=$((done + 1))
fi
make_gone
same gone -s comm,cpu
grep -q ' \[no-thread\]' "$dir/ours-rows" || fail "gone: every thread has a name: $(cat "$dir/ours")"
[ $done -gt 0 ] || skip "$upstream records nothing here"
