#!/bin/sh
# Event names: perf list, perf evlist, errors of perf record -e
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
find_leaks

file() { # PATH TEXT
	mkdir -p "$dir/$(dirname "$1")"
	printf '%s\n' "$2" > "$dir/$1"
}

# A machine of our own: two PMUs and two tracepoints.
pmus=sys/bus/event_source/devices
file $pmus/cpu/type 4
file $pmus/cpu/format/event config:0-7
file $pmus/cpu/events/stalls event=0x5e
file $pmus/intel_pt/type 8
file tracing/events/sched/enable 0
file tracing/events/sched/sched_switch/id 314
file tracing/events/sched/sched_wakeup/id 315
export SYSFS_PATH="$dir/sys" TRACEFS_PATH="$dir/tracing"

"$PERF" list tracepoint > "$dir/out"
[ "$(cat "$dir/out")" = "  sched:sched_switch                                 [Tracepoint event]
  sched:sched_wakeup                                 [Tracepoint event]" ] || fail "list tracepoint: $(cat "$dir/out")"
"$PERF" list 'SCHED:*wake*' | grep -q sched_wakeup || fail "list with a glob"
"$PERF" list pmu > "$dir/out"
grep -q '^  stalls OR cpu/stalls/  *\[Kernel PMU event\]$' "$dir/out" || fail "list pmu: $(cat "$dir/out")"
grep -q '^  intel_pt//  *\[Kernel PMU event\]$' "$dir/out" ||
	fail "list pmu has no intel_pt: $(cat "$dir/out")"
grep -q '^  mem:<addr>' "$dir/out" || fail "list pmu does not tell of breakpoints"
"$PERF" list --details stalls | grep -q 'event=0x5e' || fail "list --details"
"$PERF" list nosuch > "$dir/out" 2> "$dir/err" && fail "list of nothing succeeds"
grep -q "'nosuch'" "$dir/err" || fail "list does not name what it did not find"
"$PERF" list --json stalls sched_switch > "$dir/json"
if command -v python3 > /dev/null; then
	python3 - "$dir/json" <<'P' || fail "list --json: $(cat "$dir/json")"
import json, sys
e = json.load(open(sys.argv[1]))
assert [x["EventName"] for x in e] == ["cpu/stalls/", "sched:sched_switch"], e
assert e[0]["Encoding"] == "event=0x5e" and e[0]["Unit"] == "cpu"
P
else
	left_out "what is in the JSON of list" "python3 is not installed"
fi

# What is wrong with an event is shown where it is.
wrong() { # EVENT EXPECTED
	status=0
	"$PERF" record -o "$dir/none" -e "$1" true > "$dir/out" 2>&1 || status=$?
	[ $status = 129 ] || fail "record -e '$1' exits $status"
	printf '%s\n' "$2" > "$dir/want"
	head -n 2 "$dir/out" | cmp -s - "$dir/want" || fail "record -e '$1' says: $(cat "$dir/out")"
	[ ! -e "$dir/none" ] || fail "record -e '$1' leaves a file"
}
wrong cpu-clock:uu "event syntax error: 'cpu-clock:uu'
                                \\___ Duplicate modifier 'u' (user)"
wrong 'cpu-clock/period=abc/' "event syntax error: '..ock/period=abc/'
                                  \\___ expected numeric value"
wrong sched:nosuch "event syntax error: 'sched:nosuch'
                     \\___ unknown tracepoint"
wrong 'cpu-clock/call-graph=dwarf,defer/' "event syntax error: '..call-graph=dwarf,defer/'
                                  \\___ 'dwarf,defer' does not exist: only frame pointer chains can be deferred ('fp,defer')"
wrong 'cpu-clock/aux-action=bogus/' "event syntax error: '..aux-action=bogus/'
                                  \\___ Bad aux-action 'bogus'"
said() { # EVENT WORDS
	"$PERF" record -o "$dir/none" -e "$1" true > "$dir/out" 2>&1 && fail "record -e '$1' succeeds"
	grep -qF "$2" "$dir/out" || fail "record -e '$1' says: $(cat "$dir/out")"
}
said cpu-clock/aux-action=pause/ "Events with aux-action must have AUX area event group leader"
said cpu-clock/aux-action=start-paused/ "aux-action 'start-paused' can only be used with AUX area event"
said intel_pt/aux-action=resume/ "aux-action 'resume' cannot be used for AUX area event itself"
unset SYSFS_PATH TRACEFS_PATH

# The events of a recording.
"$PERF" defer generate --seed 3 --events 2 -o "$dir/file" || fail "defer generate"
"$PERF" evlist -i "$dir/file" > "$dir/names"
[ "$(grep -cv '^#' "$dir/names")" -ge 2 ] || fail "evlist: $(cat "$dir/names")"
"$PERF" evlist -v -i "$dir/file" > "$dir/out"
grep -q ': type: [0-9]* (PERF_TYPE_[A-Z]*), size: [0-9]*, config: ' "$dir/out" ||
	fail "evlist -v: $(cat "$dir/out")"
grep -q ', defer_callchain: 1' "$dir/out" || fail "evlist -v without defer_callchain"
[ "$(grep -c ', defer_output: 1' "$dir/out")" = 1 ] ||
	fail "evlist -v: defer_output is not on exactly one event"
"$PERF" evlist -F -i "$dir/file" | grep -q ': sample_\(freq\|period\)=[0-9]' || fail "evlist -F"
"$PERF" defer generate --seed 3 --events 2 --format pipe -o "$dir/pipe" || fail "defer generate --format pipe"
"$PERF" evlist -i - < "$dir/pipe" | cmp -s - "$dir/names" ||
	fail "evlist of a pipe differs from that of a file"
status=0
"$PERF" evlist -g -v -i "$dir/file" > /dev/null 2>&1 || status=$?
[ $status = 129 ] || fail "evlist -g -v exits $status"
status=0
"$PERF" evlist -i "$dir/nosuch" > /dev/null 2> "$dir/err" || status=$?
[ $status = 1 ] || fail "evlist of a missing file exits $status"
grep -q "nosuch" "$dir/err" || fail "evlist does not name the missing file"
