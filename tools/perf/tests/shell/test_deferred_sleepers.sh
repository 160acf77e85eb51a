#!/bin/sh
# Deferred callchains, live: user halves of threads that sleep until the end come from their memory (exclusive)
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/deferred.sh
. "$PERF_TEST_DIR/shell/lib/deferred.sh"

need_deferral
need_workloads
need_features libelf libcapstone

# Threads that sleep five times, and then every fifth until it is killed. The kernel writes the user half of such a sleep only
# when it ends.
recorded() { # NAME record-options...
	name=$1
	shift
	"$PERF" record --call-graph fp,defer -e sched:sched_switch -o "$dir/$name.data" "$@" > "$dir/$name.log" 2>&1 ||
		bad "perf record of '$name': $(cat "$dir/$name.log")"
	"$PERF" script --no-inline -i "$dir/$name.data" > "$dir/$name.script" 2> "$dir/$name.err" ||
		bad "perf script of '$name': $(cat "$dir/$name.err")"
}

# The command's own end ends the recording; what it has started lives on.
cat > "$dir/run" <<- E
"$workloads/blocked" 20 5 1 > /dev/null & pid=\$!
echo \$pid > "$dir/pid"
# The main thread, and those that sleep for ever.
until [ "\$(ls /proc/\$pid/task | wc -l)" = 5 ] && grep -q pause /proc/\$pid/wchan; do sleep 0.05; done
E
for sleepers in '' --sleepers; do
	# shellcheck disable=SC2086 # an option, or none
	recorded "end$sleepers" -a $sleepers -- sh "$dir/run"
	kill "$(cat "$dir/pid")"
	# Samples of a switch into that sleep, and those of them whose user half is there.
	awk '/sched:sched_switch:.*prev_comm=blocked/ { on = 1; nap = 0; whole = 0 }
	     on && /__x64_sys_nanosleep/ { nap = 1 }
	     on && / sleep_thread\+/ { whole = 1 }
	     on && /^$/ { if (nap) { all++; good += whole } on = 0 }
	     END { print all + 0, good + 0 }' "$dir/end$sleepers.script" > "$dir/counts"
	read -r all good < "$dir/counts"
	echo "end$sleepers: $all sleeps, $good with their user half"
	[ "$all" -ge 4 ] || bad "end$sleepers: only $all sleeps were recorded"
	if [ -n "$sleepers" ]; then
		[ "$good" = "$all" ] || bad "with --sleepers $good of $all sleeps have their user half: $(cat "$dir/end--sleepers.log")"
	else
		[ "$good" -lt "$all" ] || bad "all user halves are there without --sleepers: nothing is tested"
	fi
done
grep -q '[1-9][0-9]* samples got their user half' "$dir/end--sleepers.log" || bad "not told: $(cat "$dir/end--sleepers.log")"
finish
