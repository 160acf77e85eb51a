#!/bin/sh
# perf record: what the kernel is asked for
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"

# The attrs of a command line, a line each: "type=1 config=0x9 sample_type=... FLAG FLAG=VALUE ..."
attrs() { # FEATURES ARGS...
	features=$1
	shift
	PERF_TEST_FEATURES=$features "$PERF" record --dry-run -vv "$@" 2> "$dir/err" || {
		bad "perf record --dry-run $*: $(cat "$dir/err")"
		return
	}
	awk '/^perf_event_attr:/ { line = "-"; next }
	     /^---/ { if (line) print line; line = ""; next }
	     line && /{ sample_period/ { line = line " rate=" $NF; next }
	     line { name = $1; $1 = ""; sub(/^ /, ""); sub(/ \(.*/, ""); line = line " " name "=" $0 }' "$dir/err"
}
count() { # PATTERN, of the lines in $dir/attrs
	grep -c -e "$1" "$dir/attrs" || :
}
want() { # WHAT NUMBER PATTERN
	[ "$(count "$3")" = "$2" ] || bad "$1: $(count "$3") attrs with '$3' instead of $2:
$(cat "$dir/attrs")"
}

# --- deferral: the wish on each event with a user callchain, the output on one dummy, always there
deferred() { # EVENTS-WITH-WISH EVENTS ARGS...
	with=$1 all=$2
	shift 2
	attrs defer "$@" > "$dir/attrs"
	want "$*" "$all" '^- '
	want "$*" "$with" 'defer_callchain=1'
	want "$*" 1 'defer_output=1'
	want "$*" 1 'config=0x9 .*mmap=1 .*comm=1 .*task=1 .*defer_output=1'
	want "$*" 0 'config=0x9 .*CALLCHAIN'
	want "$*" "$all" 'sample_type=.*TID|TIME.*IDENTIFIER'
	[ "$(count 'defer_callchain=1.*defer_output=1')" = 0 ] || bad "$*: both bits on one event"
}
deferred 1 2 -e cpu-clock --call-graph fp,defer -- true
deferred 1 2 -e cpu-clock --call-graph=fp,defer -- true
deferred 2 3 -e cpu-clock,page-faults --call-graph fp,defer -- true
deferred 2 3 -e '{cpu-clock,page-faults}' --call-graph fp,defer -- true
deferred 1 2 -e cpu-clock --call-graph fp,defer -a
deferred 1 2 -e cpu-clock --call-graph fp,defer -C 0
deferred 1 2 -e cpu-clock --call-graph fp,defer -p $$
deferred 1 2 -e cpu-clock --call-graph fp,defer -t $$
deferred 1 2 -e cpu-clock --call-graph fp,defer --per-thread -- true
deferred 1 2 -e cpu-clock --call-graph fp,defer --no-inherit -- true
deferred 1 2 -e cpu-clock --call-graph fp,defer -o - -- true
deferred 1 2 -e cpu-clock:k --call-graph fp,defer -- true
deferred 1 2 -e cpu-clock --call-graph fp,defer --user-callchains -- true
deferred 1 3 -e cpu-clock/call-graph=fp,defer/ -e page-faults -- true 2> /dev/null ||
	bad "call-graph= as an event's term"
deferred 1 3 -e cpu-clock,page-faults/call-graph=no/ --call-graph fp,defer -- true
for mode in fp,64,defer fp,defer,64; do
	deferred 1 2 -e cpu-clock --call-graph $mode -- true
	want "$mode" 1 'sample_max_stack=64'
done

# Without a user callchain, or without the wish, no bit is set.
for args in '--call-graph fp' '-g' '--call-graph fp,defer --kernel-callchains' '--call-graph fp,defer --no-call-graph' \
	    '--call-graph no' '' '-a -g'; do
	# shellcheck disable=SC2086
	attrs defer -e cpu-clock $args -- true > "$dir/attrs"
	want "$args" 0 defer_
done
grep -q . "$dir/err" || bad "nothing printed"

# A kernel that cannot: one warning that says why, and the plain thing.
attrs no-defer -e cpu-clock,page-faults --call-graph fp,defer -- true > "$dir/attrs"
want "no-defer" 0 defer_
want "no-defer" 2 CALLCHAIN
[ "$(grep -c 'needs Linux 6.19 and CONFIG_UNWIND_USER' "$dir/err")" = 1 ] ||
	bad "not one warning: $(cat "$dir/err")"

# --- the rest, as upstream has it
attrs defer -e cpu-clock -- true > "$dir/attrs"
want "plain" 1 'rate=4000 sample_type=IP|TID|TIME|PERIOD read_format=ID|LOST disabled=1 inherit=1 mmap=1 comm=1 freq=1 enable_on_exec=1 task=1 sample_id_all=1 mmap2=1 comm_exec=1 ksymbol=1 bpf_event=1 build_id=1$'
attrs defer -e cpu-clock -a > "$dir/attrs"
want "-a" 1 'config=0 rate=4000 sample_type=IP|TID|TIME|CPU|PERIOD|IDENTIFIER read_format=ID|LOST disabled=1 freq=1 sample_id_all=1$'
want "-a" 1 'config=0x9 .*sample_type=IP|TID|TIME|CPU|IDENTIFIER .*mmap=1'
# What tells of tasks and maps has a CPU where samples have one.
attrs defer -e cpu-clock -C 0 > "$dir/attrs"
want "-C" 1 'config=0x9 .*sample_type=IP|TID|TIME|CPU|IDENTIFIER .*mmap=1'
want "-C" 0 'config=0 .*mmap=1'
attrs defer -e cpu-clock -C 0 -p $$ > "$dir/attrs"
want "-C -p" 1 'config=0x9 .*mmap=1'
attrs defer -e dummy:u -C 0 > "$dir/attrs"
want "-C with dummy:u" 1 'config=0x9 .*mmap=1'
attrs defer -e cpu-clock --sample-cpu -D 10 -- true > "$dir/attrs"
want "--sample-cpu -D" 2 'sample_type=IP|TID|TIME|CPU'
attrs defer -e cpu-clock -D 10 -- true > "$dir/attrs"
want "-D" 0 'sample_type=IP|TID|TIME|CPU'
attrs defer -e cpu-clock -c 1000 -- true > "$dir/attrs"
want "-c" 1 'rate=1000 sample_type=IP|TID|TIME read_format'
want "-c" 0 'freq=1'
attrs defer -e '{cpu-clock,page-faults}:S' -- true > "$dir/attrs"
want ":S" 2 'sample_type=IP|TID|TIME|READ|ID|PERIOD read_format=ID|GROUP|LOST'
want ":S" 1 'rate=4000'
attrs defer -e cpu-clock,page-faults -- true > "$dir/attrs"
want "two alike" 2 'sample_type=IP|TID|TIME|ID|PERIOD'
attrs defer -e cpu-clock -d -- true > "$dir/attrs"
want "-d" 1 'ADDR.*DATA_SRC.*mmap_data=1'
attrs defer -e cpu-clock --data-mmap -- true > "$dir/attrs"
want "--data-mmap" 1 'sample_type=IP|TID|TIME|PERIOD .*mmap_data=1'
attrs defer -e cpu-clock --sample-mem-info -- true > "$dir/attrs"
want "--sample-mem-info" 1 'sample_type=IP|TID|TIME|PERIOD|DATA_SRC '
want "--sample-mem-info" 0 'mmap_data=1'
attrs defer -e cpu-clock:uRXe -- true > "$dir/attrs"
want ":uRXe" 1 'exclusive=1 exclude_kernel=1 exclude_hv=1'
attrs defer -e cpu-clock --buildid-mmap -- true > "$dir/attrs"
want "--buildid-mmap" 1 'build_id=1'
attrs defer -e cpu-clock --no-buildid-mmap -- true > "$dir/attrs"
want "--no-buildid-mmap" 0 'build_id=1'
# What ends a file is not recorded: an attr of its own, which wakes perf each time.
attrs defer -e cpu-clock --switch-output-event page-faults --switch-output-event minor-faults/period=100/u -- true > "$dir/attrs"
want "--switch-output-event" 1 'config=0x2 rate=1 sample_type=IP|TID|TIME .*wakeup_watermark }'
want "--switch-output-event, its terms" 1 'config=0x5 rate=100 sample_type=IP|TID|TIME .*exclude_kernel=1 .*wakeup_watermark }'
# What has no effect says so, once, and nothing with -q.
for args in --aio --aio=4 '--num-thread-synthesize 2' '--proc-map-timeout=500' "--vmlinux $dir/err" --timestamp-boundary; do
	# shellcheck disable=SC2086
	attrs defer -e cpu-clock $args -- true > "$dir/attrs"
	want "$args" 1 '^- '
	[ "$args" = --timestamp-boundary ] || [ "$(grep -c '^perf record: --[a-z-]* has no effect: ' "$dir/err")" = 1 ] ||
		bad "$args: $(cat "$dir/err")"
	! grep -q '^$' "$dir/err" || bad "$args: an empty line: $(cat "$dir/err")"
	# shellcheck disable=SC2086
	[ -z "$("$PERF" record -q --dry-run -e cpu-clock $args -- true 2>&1)" ] || bad "-q $args is not quiet"
done
# Bytes with a unit, without one, and what is the default.
for args in 64K 65536 1 0; do
	"$PERF" record --dry-run -e cpu-clock --mmap-flush $args -- true > "$dir/out" 2>&1 || bad "--mmap-flush $args: $(cat "$dir/out")"
done
# What is wrong, and what is not there: what to do instead.
for args in "--aio=5: not a number from 1 to 4" "--off-cpu-thresh=5ms: not a number from 0" "--off-cpu-thresh=: not a number from 0" "--affinity cpus: is sys, node or cpu" "--mmap-flush 64x: is not a size: bytes, or a number and one of B, K, M, G" "--mmap-flush -1: is not a size" "--mmap-flush 99999999999999999999: is not a size" "--exclude-perf: stands behind the -e of" \
	    "--switch-output-event cycles: say how often" "--switch-output-event nonsense: .*nonsense" \
	    "--setup-filter pin: Samples of tracepoints are chosen by --filter" "--affinity cpu --threads: mutually exclusive"; do
	# shellcheck disable=SC2086
	! "$PERF" record --dry-run -e cpu-clock ${args%%:*} -- true > "$dir/out" 2>&1 || bad "${args%%:*} is taken"
	grep -q -e "${args#*: }" "$dir/out" || bad "${args%%:*}: $(cat "$dir/out")"
done
attrs defer -e cpu-clock -p $$ > "$dir/attrs"
want "-p" 0 enable_on_exec
want "-p" 1 'disabled=1 inherit=1'
attrs defer -e cpu-clock --no-inherit -- true > "$dir/attrs"
want "--no-inherit" 0 inherit
attrs defer -e cpu-clock:u -k mono -- true > "$dir/attrs"
want "-k" 1 'exclude_kernel=1.*use_clockid=1.*clockid=1'
attrs defer -e cpu-clock -B -- true > "$dir/attrs"
want "-B" 0 'build_id=1'

# --- branch stacks, and groups whose members have periods of their own
attrs no-defer -e cycles -b -- true > "$dir/attrs"
want '-b' 1 'branch_sample_type=ANY$\|branch_sample_type=ANY '
attrs no-defer -e cycles -j any_call,u -- true > "$dir/attrs"
want '-j any_call,u' 1 'sample_type=.*BRANCH_STACK.*branch_sample_type=USER|ANY_CALL'
attrs no-defer -e cycles/branch_type=cond/ -j any_call -- true > "$dir/attrs"
want 'branch_type=cond' 1 'branch_sample_type=COND'
attrs no-defer -e '{cycles/period=1234000/,instructions/period=6789000/}:S' -- true > "$dir/attrs"
want 'a period of its own' 1 'rate=6789000'
attrs no-defer -e '{cycles,instructions}:S' -- true > "$dir/attrs"
want 'the leader samples' 1 'rate='
attrs no-defer -e cpu-clock --all-cgroups -- true > "$dir/attrs"
want '--all-cgroups' 1 'sample_type=.*CGROUP.*cgroup=1'

finish
