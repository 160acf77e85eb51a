#!/bin/sh
# perf record: what is told of what runs already: --synth, --namespaces, --all-cgroups
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
need_events

# Records of other processes than the command: a process that runs before is found, or not.
sleep 1000 &
other=$!
at_end()
{
	kill $other
}
# At first it is a shell.
wait_for "the process to be recorded" '[ "$(cat /proc/$other/comm)" = sleep ]'
tells() { # WORDS-EXPECTED ARGS...
	want=$1
	shift
	"$PERF" record -q -e cpu-clock -p "$other" "$@" -o "$dir/f" -- sleep 0.05 2> "$dir/err" ||
		bad "$*: $(cat "$dir/err")"
	found=$("$PERF" script -i "$dir/f" --show-task-events --show-mmap-events --show-namespace-events 2> /dev/null |
		awk -v pid="$other" '
			index($0, "PERF_RECORD_COMM: sleep:" pid "/") { seen["comm"] }
			index($0, "PERF_RECORD_MMAP2 " pid "/") { seen["mmap"] }
			index($0, "PERF_RECORD_NAMESPACES " pid "/") { seen["namespaces"] }
			END { if ("comm" in seen) printf " comm"; if ("mmap" in seen) printf " mmap"
			      if ("namespaces" in seen) printf " namespaces" }')
	[ "$found" = "$want" ] || bad "record $*: found '$found' instead of '$want'"
}
tells ' comm mmap'
tells ' comm mmap' --synth=all
tells ' comm mmap' --synth=mmap
tells ' comm' --synth=task
tells '' --synth=no
tells '' --synth=none
tells '' --synth=cgroup
tells ' comm mmap namespaces' --namespaces
result=0
"$PERF" record --synth=task,nothing -e cpu-clock -o "$dir/f" -- true 2> "$dir/err" || result=$?
[ $result = 129 ] || bad "--synth=task,nothing: exit $result"
grep -q "'task,nothing' is not a list of task, mmap and cgroup" "$dir/err" || bad "--synth: $(cat "$dir/err")"

# The namespaces are those of /proc.
"$PERF" record -q -e cpu-clock -p "$other" --namespaces -o "$dir/f" -- sleep 0.05
inode=$(readlink /proc/$other/ns/net | tr -dc 0-9)
"$PERF" script -i "$dir/f" --show-namespace-events 2> /dev/null |
	grep -q "$(printf '0/net: [0-9]*/%#x' "$inode")" ||
	bad "the network namespace $inode is not told: $("$PERF" script -i "$dir/f" \
	--show-namespace-events 2> /dev/null | grep NAMESP)"

# A cgroup of our own, with a process in it, has its name in the report.
group=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
v1=$(awk '$3 == "cgroup" && $4 ~ /(^|,)perf_event(,|$)/ { print $2; exit }' /proc/mounts)
group=${v1:-$group}
name=perf-test-$$
if [ -n "$group" ] && mkdir "$group/$name" 2> /dev/null; then
	"$PERF" record -q -e cpu-clock --all-cgroups -o "$dir/f" -- \
		sh -c 'echo $$ > "$0/cgroup.procs" && exec "$1" test -w noploop 0.3' "$group/$name" \
		"$PERF" 2> "$dir/err" ||
		grep -q 'CONFIG_CGROUP_PERF' "$dir/err" || bad "--all-cgroups: $(cat "$dir/err")"
	rmdir "$group/$name"
	if [ ! -s "$dir/err" ]; then
		"$PERF" report --stdio -s cgroup -i "$dir/f" 2> /dev/null |
			grep -q "^ *[0-9.]*% *[^ ]*/$name *\$" ||
			bad "the cgroup /$name is not in the report: $("$PERF" report --stdio -s cgroup \
			-i "$dir/f" 2>&1)"
	fi
fi
finish
