#!/bin/sh
# perf script: the text of a stored recording
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"

golden=$PERF_TEST_DIR/golden/demo
[ -r "$golden/demo.data" ] || skip "installed: no stored recordings here"
need_features libelf
cd "$golden"

same() { # FILE OPTIONS...
	want=$1
	shift
	# The cache that suites share may know more names, as those of ld.so with its debug information.
	PERF_BUILDID_DIR=$dir/none "$PERF" script -i demo.data --symfs root --kallsyms kallsyms --no-inline "$@" \
		> "$dir/out" 2> "$dir/err" || { echo "FAILED: exit $?: $(cat "$dir/err")"; exit 1; }
	diff "$want" "$dir/out" > "$dir/diff" || { echo "FAILED: $want: $(head -20 "$dir/diff")"; exit 1; }
}
same script.txt --time ,6.99
same script-raw.txt --time ,6.94 --no-merge-callchains --show-task-events --show-mmap-events
# All of it, addresses and times, against the independent reader.
have_tools "the independent reader" python3 || exit 0
export PYTHONDONTWRITEBYTECODE=1
PERF_BUILDID_DIR=$dir/none "$PERF" script -i demo.data --symfs root --kallsyms kallsyms --no-inline --as-recorded > "$dir/out" 2> "$dir/err"
"$PERF_TEST_DIR/build/stacks.py" check "$dir/out" demo.data
