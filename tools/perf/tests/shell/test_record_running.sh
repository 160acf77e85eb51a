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
threads=
at_end()
{
	# shellcheck disable=SC2086 # one or two
	kill $other $threads
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

# --tree: what a process has started before, and of several those that still run.
sh -c '"$PERF" test -w noploop 1000 & wait' &
parent=$!
threads=$parent
# shellcheck disable=SC2016 # expanded as often as it is asked
wait_for "a child" 'grep -q . "/proc/$parent/task/$parent/children"'
child=$(tr -d ' ' < "/proc/$parent/task/$parent/children")
threads="$parent $child"
wait_for "what the child does" 'grep -qz noploop "/proc/$child/cmdline"'
sh -c : &
gone=$!
wait $gone
# As long as the child needs for 50 ms of a CPU, which has samples.
runs='from=$(cut -d " " -f 14 "$0"); until [ "$(cut -d " " -f 14 "$0")" -ge $((from + 5)) ]; do sleep 0.02; done'
of() { # ARGS...
	"$PERF" record -q -e cpu-clock "$@" -o "$dir/f" -- sh -c "$runs" "/proc/$child/stat" 2> "$dir/err" && "$PERF" script -i "$dir/f" -F pid 2> "$dir/none" | tr -d ' ' | sort -u
}
found=$(of -p $parent)
[ "$found" = '' ] || bad "-p: $found"
found=$(of -p $parent,$gone --tree)
[ "$found" = "$child" ] || bad "-p --tree: '$found', not '$child': $(cat "$dir/err")"
found=$(of -p $parent --tree --no-inherit)
[ "$found" = '' ] || bad "-p --tree --no-inherit: $found"
found=$(of -t $gone,$child --tree)
[ "$found" = "$child" ] || bad "-t --tree: '$found', not '$child': $(cat "$dir/err")"
refused() { # STATUS MESSAGE ARGS...
	want=$1 text=$2 result=0
	shift 2
	of "$@" > "$dir/none" || result=$?
	[ $result = "$want" ] && grep -q -e "$text" "$dir/err" || bad "$*: $result $(cat "$dir/err")"
}
refused 1 "none of $gone runs any more" -p $gone --tree
refused 1 "there is no process $gone" -p $child,$gone
refused 129 '--tree is about the tasks that -p or -t name' --tree -a
kill -KILL $parent $child
wait $parent || :
threads=

# The namespaces are those of /proc.
"$PERF" record -q -e cpu-clock -p "$other" --namespaces -o "$dir/f" -- sleep 0.05
inode=$(readlink /proc/$other/ns/net | tr -dc 0-9)
"$PERF" script -i "$dir/f" --show-namespace-events 2> /dev/null |
	grep -q "$(printf '0/net: [0-9]*/%#x' "$inode")" ||
	bad "the network namespace $inode is not told: $("$PERF" script -i "$dir/f" \
	--show-namespace-events 2> /dev/null | grep NAMESP)"

# Each thread has a record of its own, with its own namespaces: one may have left those of its process.
cat > "$dir/threads.py" << 'PY'
import ctypes, os, sys, threading, time
CLONE_NEWUTS = 0x04000000
there = threading.Barrier(4)
def thread(leaves):
    if leaves:
        ctypes.CDLL(None).unshare(CLONE_NEWUTS)
    there.wait()
    time.sleep(1000)
for leaves in (False, False, True):
    threading.Thread(target=thread, args=(leaves,), daemon=True).start()
there.wait()
open(sys.argv[1], "w").close()
time.sleep(1000)
PY
python3 "$dir/threads.py" "$dir/ready" &
threads=$!
wait_for "the threads" '[ -e "$dir/ready" ]'
of_proc() {
	for task in /proc/$threads/task/*; do
		echo "$threads/${task##*/} $(printf '%#x' "$(readlink "$task/ns/uts" | tr -dc 0-9)")"
	done | sort
}
of_proc > "$dir/want"
[ "$(wc -l < "$dir/want")" = 4 ] || bad "threads: $(cat "$dir/want")"
for of in "-p $threads" -a; do
	# shellcheck disable=SC2086 # words by design
	"$PERF" record -q -e cpu-clock $of --namespaces -o "$dir/f" -- sleep 0.05 2> "$dir/err" || {
		[ "$of" = -a ] || bad "$of: $(cat "$dir/err")"
		continue
	}
	"$PERF" script -i "$dir/f" --show-namespace-events 2> /dev/null |
		awk -v pid="$threads" '/PERF_RECORD_NAMESPACES/ { of = ""; for (i = 1; i < NF; i++) if (index($i, pid "/") == 1) of = $i }
			of != "" && match($0, "1/uts: [0-9]*/0x[0-9a-f]*") {
				split(substr($0, RSTART, RLENGTH), word, "/"); print of, word[3]; of = "" }' | sort > "$dir/found"
	cmp -s "$dir/want" "$dir/found" || bad "--namespaces $of: /proc has $(cat "$dir/want"), recorded is $(cat "$dir/found")"
done

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
