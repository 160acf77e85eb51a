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

# A guest's task has the numbers of one of the host, cookies too; each gets its own stack.
# Nothing is odd about records whose protocol the head does not tell, though the first one can be read as of the other.
# Records of two events are as long and end differently: one of them says no time, so that the other is nearer.
cat > "$dir/odd.py" << 'E'
import sys
from perfwrite import *

ID_INDEX, DEFERRED, WAITS = 69, 2**64 - 640, S_IP | S_TID | S_CPU | S_CALLCHAIN | S_IDENTIFIER


def begin(defers=3 << 38):
    f = Writer("<", "x86_64")
    kind = dict(type=0, flags=1 << 18 | defers)
    return f, (f.event(name="cycles", ids=[1], sample_type=WAITS | S_TIME, **kind),
               f.event(name="ticks", ids=[2], sample_type=WAITS | S_STREAM_ID, **kind))


def sample(f, e, time, cookie):
    f.sample(e, misc=MISC_KERNEL, ip=2**64 - 4096, pid=7, tid=7, time=time, chain=[2**64 - 128, 2**64 - 4096, DEFERRED, cookie])


def record(f, cookie, ip, *trailer):
    f.record(CALLCHAIN_DEFERRED, f.pack("QQQii", cookie, 1, ip, 7, 7) + f.pack(f"{len(trailer)}Q", *trailer), MISC_USER)


f, (e, _) = begin()
f.events[1].sample_type = e.sample_type
f.record(ID_INDEX, f.pack("QQQQQQQ", 1, 2, 0, 0, 2**64 - 1, 55, 0))
for n in range(9):
    sample(f, e, 100 + 50 * n, 2 * n + 1)
    sample(f, f.events[1], 110 + 50 * n, 2 * n + 1)
    record(f, 2 * n + 1, 0x55000 + n, 120 + 50 * n, 0, 2)
    record(f, 2 * n + 1, 0x11000 + n, 130 + 50 * n, 0, 1)
f.write_pipe(sys.argv[1] + "/guest")
f, (e, _) = begin()
sample(f, e, 1000, 1)
record(f, 1, 0x22000, 1000, 0, 2)
record(f, 1, 0x33000, 1200, 0, 1)
f.write_pipe(sys.argv[1] + "/ends")
f, (e, _) = begin(1 << 38)
sample(f, e, 1000, 1)
record(f, 1, 0x44000, 1200, 0, 1)
f.write_pipe(sys.argv[1] + "/untold")
E
PYTHONPATH=$PERF_TEST_DIR/build PYTHONDONTWRITEBYTECODE=1 python3 "$dir/odd.py" "$dir"
for what in guest ends untold; do
	cp "$dir/$what" "$dir/perf.data"
	compare "$what"
	awk '/^\t/ && !/^\t *f/ { print $1 }' "$dir/file" > "$dir/$what.ips"
done
for n in 0 1 2 3 4 5 6 7 8; do
	printf '1100%d\n5500%d\n' $n $n
done | cmp - "$dir/guest.ips" || fail "guest: $(cat "$dir/guest.ips")"
[ "$(cat "$dir/untold.ips")" = 44000 ] || fail "untold: $(cat "$dir/untold.ips")"
[ "$(cat "$dir/ends.ips")" = 33000 ] || fail "ends: $(cat "$dir/ends.ips")"
