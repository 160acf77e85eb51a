#!/bin/sh
# Deferred callchains: a pipe gives what the file gives
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools python3

# Stacks, order, orphans and their reasons, and the files that user halves lie in: tasks call execve
# between a sample and its record.
compare() { # WHAT
	status=0
	"$PERF" script -i "$dir/perf.data" > "$dir/file" 2> "$dir/file.err" || status=$?
	got=0
	# A pipe, not a file as standard input.
	# shellcheck disable=SC2002
	cat "$dir/perf.data" | "$PERF" script -i - > "$dir/pipe" 2> "$dir/pipe.err" || got=$?
	[ "$status" = "$got" ] || fail "$1: exit $status of the file, $got of the pipe"
	diff "$dir/file" "$dir/pipe" > "$dir/diff" || fail "$1: $(head -n 20 "$dir/diff")"
	diff "$dir/file.err" "$dir/pipe.err" > "$dir/diff" || fail "$1: $(cat "$dir/diff")"
}

for seed in 1 2 3 4 5 6 7 8; do
	for protocol in A C; do
		"$PERF" defer generate --seed $seed --protocol $protocol --actions 1500 --tasks 12 \
			--format pipe -o "$dir/perf.data" --truth "$dir/truth"
		compare "seed $seed, protocol $protocol"
		grep -q 'user stack missing' "$dir/file" && orphans=1
	done
done
[ -n "${orphans:-}" ] || fail "no recording had an orphan"

# Records before and after their samples, several of one key, none, without a stack, in other rounds; cookies of others; execve, fork, exit.
PYTHONDONTWRITEBYTECODE=1 python3 "$PERF_TEST_DIR/build/several_records.py" "$PERF" 40 "$dir" || fail "several records of a key"

# The map of the new program is recorded while the sample waits.
cat > "$dir/scenario" << 'E'
event cycles type=hardware config=0
task 100 comm=old stack=0x401136
100 enter
100 sample cycles kernel=2
100 exec new user=0x402222
100 return
E
"$PERF" defer generate --format pipe -o "$dir/perf.data" "$dir/scenario"
compare "exec"
grep -q '402222 .*(.*new)' "$dir/pipe" || fail "exec: $(cat "$dir/pipe")"
