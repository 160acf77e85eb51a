#!/bin/sh
# perf record: a CPU goes offline and comes back, which is told (exclusive)
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
[ -n "${PERF_VM_GUEST:-}" ] || skip "it takes a CPU offline: only in the guest of tests/vm"
switch=/sys/devices/system/cpu/cpu1/online
off_and_on="echo 0 > $switch; echo 1 > $switch"

told() { # WHAT LINE...: perf said each of these, and nothing else about CPUs
	what=$1
	shift
	for line; do
		echo "$line"
	done > "$dir/want"
	grep 'CPU' "$dir/err" > "$dir/found" || :
	cmp -s "$dir/want" "$dir/found" || bad "$what: told:
$(cat "$dir/err")"
	"$PERF" script -i "$dir/f" > "$dir/out" 2>&1 || bad "$what: perf script: $(cat "$dir/out")"
}
record() { # ARGUMENTS...
	rm -rf "$dir/f"
	"$PERF" record -e cpu-clock -o "$dir/f" "$@" > "$dir/out" 2> "$dir/err" || bad "$*: exit $?: $(cat "$dir/err")"
}
gone='CPU 1 went offline: from now on nothing of it is recorded, also when it comes back'
back='CPU 1 is online again, but not recorded any more: that takes a new recording'
end='[ perf record: CPU 1 went offline: what ran there from then on is missing ]'
new='CPU 1 came online: it was offline when this recording began, and is not recorded'

record -a -- sh -c "$off_and_on"
told "-a" "$gone" "$back" "$end"
record -a --threads -- sh -c "$off_and_on"
told "-a --threads" "$gone" "$back" "$end"
record -a -- sh -c "$off_and_on; $off_and_on"
told "-a, twice" "$gone" "$back" "$back" "$end"
# Of CPU 1 there is only what tells of tasks and maps; that is missing as well.
record -C 0 -- sh -c "$off_and_on"
told "-C 0" "$gone" "$back" "$end"
# The events of a task come along.
record -- sh -c "$off_and_on"
told "a command"
echo 0 > $switch
record -a -- sh -c "echo 1 > $switch"
told "-a without it" "$new"
finish
