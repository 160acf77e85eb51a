#!/bin/sh
# Deferred callchains, live: threads off their CPUs for known times, by stack, and who woke them (exclusive)
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/deferred.sh
. "$PERF_TEST_DIR/shell/lib/deferred.sh"

need_deferral
need_workloads

# A file system of its own, and a queue of threads with priorities, take root: in the guest they must be there.
[ -n "${PERF_VM_GUEST:-}" ] && more=1 || more=0

# The sums by function against what the program has measured, in percent of the latter: have all been within these by now?
judge() { # NAME PERCENT KINDS LEAST: only what the program calls so, and at least so many
	"$PERF" script --off-cpu --state all -c waits -F comm,tid,time,period,event,state,ip,sym --no-inline \
		-i "$dir/$1.data" > "$dir/$1.spans" 2> "$dir/$1.err" || bad "perf script --off-cpu of '$1': $(cat "$dir/$1.err")"
	touch "$dir/$1.right"
	awk -v limit="$2" -v kinds="^($3)\$" -v least="$4" -v right="$dir/$1.right" '
	BEGIN {
		while ((getline line < right) > 0)
			was[line] = 1
		close(right)
	}
	FNR == NR {
		if ($1 == "waits" || /offcpu-time:/) {
			period = 0
			for (i = 1; i < NF; i++)
				if ($(i + 1) == "offcpu-time:")
					period = $i
			preempted = /offcpu-time: *preempted/
			runnable = /offcpu-time: *runnable/
		} else if ($2 ~ /_here$/ && period) {
			sum[$2 " " (preempted ? "preempted" : "waited")] += period
			if (runnable)
				sum[$2 " runnable"] += period
			period = 0
		}
		next
	}
	$2 ~ kinds { truth[$1 " " $2] += $3 }
	END {
		for (k in truth) {
			# Who waits may be preempted on the way.
			other = k
			if (sub(/ waited$/, " preempted", other))
				sum[k] += sum[other]
			off = 100 * (sum[k] - truth[k]) / truth[k]
			printf "%-20s truth %12.0f perf %12.0f (%+.2f %%)\n", k, truth[k], sum[k], off
			if (off <= limit && off >= -limit && !was[k]) {
				was[k] = 1
				print k >> right
			}
		}
		for (k in was)
			seen++
		for (k in truth)
			bad += !was[k]
		# Three busy threads, 15 ms each, six times: it cannot have been less.
		queue = truth["queue_here runnable"]
		if (queue && queue < 6 * 3 * 15e6 * (1 - limit / 100)) {
			printf "the queue was not as long as it should be: %.0f ns\n", queue
			bad++
		}
		exit bad || seen < least
	}' "$dir/$1.spans" "$dir/$1.truth" > "$dir/judgement" || return 1
}

record_waits() { # NAME record-options...
	name=$1
	shift
	"$PERF" record --call-graph fp,defer -m 1M -o "$dir/$name.data" "$@" -- "$workloads/waits" > "$dir/$name.truth" \
		2> "$dir/$name.log" || { bad "perf record of waits:"; cat "$dir/$name.log"; }
}

# Who ended each wait: the one function that does, and nobody else. Of other waits no function is named here.
judge_wakers() { # NAME
	"$PERF" defer wakers --rows 0 -d 1 -c waits -i "$dir/$1.data" > "$dir/$1.wakers" 2> "$dir/$1.err" ||
		bad "perf defer wakers of '$1': $(cat "$dir/$1.err")"
	awk '
	function row() {
		if (who != "" && waits)
			print who, (by == "" ? "[nobody]" : by), waits
		who = by = ""
		waits = 0
	}
	/^ +[0-9]+ +[0-9.]+ +[0-9.]+  / { row(); waits = $1; part = "wait"; next }
	/^ +woken by / { part = "by"; by = $3 == "[interrupt]" ? $3 : "[" $3 "]"; next }
	part == "wait" && $1 ~ /_here$/ { who = $1 }
	part == "by" && by != "[interrupt]" && $1 ~ /^(hold_lock|write_slowly|serve_file|start_queue|end_all)$/ { by = $1 }
	END { row() }' "$dir/$1.wakers" | awk '{ n[$1 " " $2] += $3 } END { for (k in n) print k, n[k] }' | sort > "$dir/$1.who"
	{
		[ $more = 0 ] || printf '%s\n' "fault_here serve_file 6" "queue_here start_queue 6"
		printf '%s\n' "die_here end_all 1" "lock_here hold_lock 6" "nap_here [interrupt] 6" "read_here write_slowly 6"
	} | sort > "$dir/$1.want"
	[ $more = 1 ] || sed -i '/^fault_here\|^queue_here/d' "$dir/$1.who"
	diff "$dir/$1.want" "$dir/$1.who" >> "$dir/judgement"
}

# An emulated CPU stands still now and then, between what the program measures and what the kernel does about it. What is
# wrong with perf is wrong each time: so each function must have come out right in one of five times.
waits() { # NAME PERCENT KINDS LEAST record-options...
	name=$1 percent=$2 kinds=$3 least=$4
	shift 4
	tries=1
	woken=1
	[ "$name" = whole ] || woken=0
	while
		"$record" "$name" "$@"
		wrong=0
		judge "$name" "$percent" "$kinds" "$least" || wrong=1
		if [ $woken = 1 ] && judge_wakers "$name"; then
			woken=0
		fi
		[ $wrong = 1 ] || [ $woken = 1 ]
	do
		cat "$dir/judgement"
		if [ $tries = 5 ]; then
			bad "$name: times are not within $percent % of the truth, or others woke, $tries times: $(cat "$dir/$name.err")"
			return
		fi
		tries=$((tries + 1))
	done
	cat "$dir/judgement"
}

record=record_waits
# Whole CPUs: preempted is apart, and wakings are there.
waits whole 2 'waited|preempted|runnable' $((5 + 3 * more)) -a -e sched:sched_switch,sched:sched_waking
grep -q 'runnable$' "$dir/whole.spans" || bad "nothing is runnable"

# Records of switches, with the stack of the software event.
waits records 2 'waited|preempted' $((5 + 2 * more)) --switch-events -e context-switches -c 1

# The threads' own switches: their stacks come when they are back.
waits return 2 waited $((4 + 2 * more)) -e sched:sched_switch
grep -q 'spans end when the deferred stack was taken' "$dir/return.err" || bad "not said: ends by return"

# Another user, of a process of their own: with stacks where they may sample in the kernel, and without stacks where not.
# (Guests run as root. On a machine of yours, this would change what others may do meanwhile.)
as_nobody() { # NAME
	su -s /bin/sh nobody -c "'$PERF' defer record --off-cpu -o /tmp/nobody/$1.data -- /tmp/nobody/waits" > "$dir/$1.truth" \
		2> "$dir/$1.log" || bad "as another user, $1: $(cat "$dir/$1.log")"
	cp "/tmp/nobody/$1.data" "$dir/$1.data"
}

# Nothing says where, but how long threads waited is known all the same.
without_stacks() {
	as_nobody user2
	! grep -q 'cannot defer' "$dir/user2.log" || bad "perf_event_paranoid 2 is taken for a kernel that cannot defer"
	grep -q 'most waits have no stack: .*sysctl kernel.perf_event_paranoid=1' "$dir/user2.log" ||
		bad "not said that stacks are missing, and what gives them: $(cat "$dir/user2.log")"
	"$PERF" script --off-cpu -F tid,period,event -i "$dir/user2.data" 2> "$dir/err" |
		awk '/offcpu-time/ { sum += $2; n++ } END { printf "%.0f %d\n", sum, n }' > "$dir/counts"
	read -r sum n < "$dir/counts"
	truth=$(awk '$2 == "waited" { sum += $3 } END { printf "%.0f", sum }' "$dir/user2.truth")
	echo "without stacks: $sum ns in $n waits; of these, what the program measured: $truth"
	awk -v sum="$sum" -v truth="$truth" 'BEGIN { exit !(sum >= 0.98 * truth) }' ||
		bad "a user with perf_event_paranoid 2: waits are missing"
}

if [ "$more" = 1 ]; then
	paranoid=$(cat /proc/sys/kernel/perf_event_paranoid)
	mkdir /tmp/nobody
	chmod 777 /tmp/nobody
	cp "$workloads/waits" /tmp/nobody/waits
	echo 1 > /proc/sys/kernel/perf_event_paranoid
	record=as_nobody
	waits user1 2 'waited|preempted' 5
	echo 2 > /proc/sys/kernel/perf_event_paranoid
	without_stacks
	# Who may read tracefs has those of system calls, which are of user space.
	mount -o remount,gid="$(id -g nobody)",mode=750 /sys/kernel/tracing
	waits calls2 2 waited 4
	grep -q 'stacks of waits are those of system calls that wait' "$dir/calls2.log" || bad "not said which waits have stacks: $(cat "$dir/calls2.log")"
	mount -o remount,gid=0,mode=700 /sys/kernel/tracing
	# Nothing may be recorded, so that nothing is known of the kernel: that is the reason, and no other one.
	for no_events in 3 4; do
		echo $no_events > /proc/sys/kernel/perf_event_paranoid
		for what in 'record --call-graph fp,defer -e cpu-clock' 'defer record --off-cpu'; do
			! su -s /bin/sh nobody -c "'$PERF' $what -o /tmp/nobody/none.data -- true" 2> "$dir/err" &&
				grep -q "perf_event_paranoid is $no_events, with which only privileged users may open events: set it to 2 or below" \
				"$dir/err" && ! grep -q 'cannot defer\|waits have no stack' "$dir/err" || bad "perf_event_paranoid $no_events: $what: $(cat "$dir/err")"
		done
		status=0
		su -s /bin/sh nobody -c "'$PERF' defer check" > "$dir/out" 2>&1 || status=$?
		[ $status = 1 ] || bad "perf_event_paranoid $no_events: check: exit status $status, not 1: $(cat "$dir/out")"
		grep -q 'defer_callchain) *not known: no event can be opened' "$dir/out" &&
			grep -q "^Nothing can be recorded here: .*perf_event_paranoid is $no_events" "$dir/out" ||
			bad "perf_event_paranoid $no_events: check: $(cat "$dir/out")"
	done
	echo "$paranoid" > /proc/sys/kernel/perf_event_paranoid
	rm -rf /tmp/nobody
fi

finish
