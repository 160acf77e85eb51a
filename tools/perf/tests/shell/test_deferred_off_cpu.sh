#!/bin/sh
# Deferred callchains, live: threads off their CPUs for known times, by stack (exclusive)
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/deferred.sh
. "$PERF_TEST_DIR/shell/lib/deferred.sh"

need_deferral
need_workloads

# The sums by function against what the program has measured, in percent of the latter.
judge() { # NAME PERCENT [KIND]: only what the program calls so
	"$PERF" script --off-cpu --state all -c waits -F comm,tid,time,period,event,state,ip,sym --no-inline \
		-i "$dir/$1.data" > "$dir/$1.spans" 2> "$dir/$1.err" || bad "perf script --off-cpu of '$1': $(cat "$dir/$1.err")"
	awk -v limit="$2" -v only="${3:-}" '
	function add(f) { sum[f " " (preempted ? "preempted" : "waited")] += period; f = "" }
	FNR == NR {
		if ($1 == "waits" || /offcpu-time:/) {
			period = 0
			for (i = 1; i < NF; i++)
				if ($(i + 1) == "offcpu-time:")
					period = $i
			preempted = /offcpu-time: *preempted/
		} else if ($2 ~ /_here$/ && period) {
			add($2)
			period = 0
		}
		next
	}
	only == "" || $2 == only { truth[$1 " " $2] += $3 }
	END {
		for (k in truth) {
			# Who waits may be preempted on the way.
			other = k
			if (sub(/ waited$/, " preempted", other))
				sum[k] += sum[other]
			off = 100 * (sum[k] - truth[k]) / truth[k]
			printf "%-20s truth %12.0f perf %12.0f (%+.2f %%)\n", k, truth[k], sum[k], off
			seen++
			if (off > limit || off < -limit)
				bad++
		}
		exit bad || seen < (only == "" ? 5 : 1)
	}' "$dir/$1.spans" "$dir/$1.truth" > "$dir/judgement" || {
		bad "$1: times are not within $2 % of the truth:"
		cat "$dir/$1.err"
	}
	cat "$dir/judgement"
}

waits() { # NAME record-options...
	name=$1
	shift
	"$PERF" record --call-graph fp,defer -m 1M -o "$dir/$name.data" "$@" -- "$workloads/waits" > "$dir/$name.truth" \
		2> "$dir/$name.log" || { bad "perf record of waits:"; cat "$dir/$name.log"; }
}

# Whole CPUs: preempted is apart, and wakings are there.
waits whole -a -e sched:sched_switch,sched:sched_waking
judge whole 2
grep -q 'runnable$' "$dir/whole.spans" || bad "nothing is runnable"

# Records of switches, with the stack of the software event.
waits records --switch-events -e context-switches -c 1
judge records 2

# The threads' own switches: their stacks come when they are back.
waits return -e sched:sched_switch
judge return 2 waited
grep -q 'spans end when the deferred stack was taken' "$dir/return.err" || bad "not said: ends by return"

finish
