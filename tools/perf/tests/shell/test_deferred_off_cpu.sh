#!/bin/sh
# Deferred callchains, live: threads off their CPUs for known times, by stack (exclusive)
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/deferred.sh
. "$PERF_TEST_DIR/shell/lib/deferred.sh"

need_deferral
need_workloads

# The sums by function against what the program has measured, in percent of the latter: are they within these?
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
	}' "$dir/$1.spans" "$dir/$1.truth" > "$dir/judgement" || return 1
}

record_waits() { # NAME record-options...
	name=$1
	shift
	"$PERF" record --call-graph fp,defer -m 1M -o "$dir/$name.data" "$@" -- "$workloads/waits" > "$dir/$name.truth" \
		2> "$dir/$name.log" || { bad "perf record of waits:"; cat "$dir/$name.log"; }
}

# An emulated CPU stands still now and then, between what the program measures and what the kernel does about it. What is
# wrong with perf is wrong each time.
waits() { # NAME PERCENT KIND record-options...
	name=$1 percent=$2 kind=$3
	shift 3
	tries=1
	while
		record_waits "$name" "$@"
		! judge "$name" "$percent" "$kind"
	do
		cat "$dir/judgement"
		if [ $tries = 5 ]; then
			bad "$name: times are not within $percent % of the truth, $tries times: $(cat "$dir/$name.err")"
			return
		fi
		tries=$((tries + 1))
	done
	cat "$dir/judgement"
}

# Whole CPUs: preempted is apart, and wakings are there.
waits whole 2 "" -a -e sched:sched_switch,sched:sched_waking
grep -q 'runnable$' "$dir/whole.spans" || bad "nothing is runnable"

# Records of switches, with the stack of the software event.
waits records 2 "" --switch-events -e context-switches -c 1

# The threads' own switches: their stacks come when they are back.
waits return 2 waited -e sched:sched_switch
grep -q 'spans end when the deferred stack was taken' "$dir/return.err" || bad "not said: ends by return"

finish
