#!/bin/sh
# perf record: what it refuses, and how it says so
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
cd "$dir"

refuses() { # STATUS TEXT ARGS...
	want=$1 text=$2
	shift 2
	result=0
	"$PERF" record "$@" > "$dir/out" 2> "$dir/err" || result=$?
	[ $result = "$want" ] || bad "perf record $*: exit $result instead of $want: $(cat "$dir/err")"
	grep -q -e "$text" "$dir/err" || bad "perf record $*: does not say '$text': $(cat "$dir/err")"
	[ ! -e perf.data ] || bad "perf record $*: left a file behind"
	rm -f perf.data
}

refuses 129 'no-such-option' --no-such-option -- true
refuses 129 "event syntax error: 'nosuch" -e nosuch -- true
refuses 1 "event 'cpu-clock/overwrite/': one event alone cannot keep only its newest samples" -e cpu-clock/overwrite/ -- true
refuses 129 "'nosuch'" --call-graph nosuch -- true
refuses 129 "'dwarf,defer' does not exist" --call-graph dwarf,defer -- true
refuses 129 "'lbr,defer' does not exist" --call-graph=lbr,defer -- true
refuses 129 "'0'" -F 0 -- true
refuses 129 "'12x'" -F 12x -- true
refuses 129 'not both' -F 100 -c 100 -- true
refuses 129 "takes a number" -c x -- true
refuses 129 "'x'" -m x -- true
refuses 129 'from 1 to' -m 0 -- true
refuses 129 'from 1 to' -m 16G -- true
refuses 129 "not a size" --max-size 12 -- true
refuses 129 "not a level" -z99 -- true
refuses 129 "not a clock" -k nosuch -- true
refuses 129 'stands behind the -e' --filter 'a == 1' -- true
refuses 129 'one at a time' -p 1 -u root
refuses 129 'needs a value' -o
refuses 129 'not a list of process ids' -p 1,x
refuses 129 'not a list of thread ids' -t ''
refuses 129 'not a list of CPUs' -C x
refuses 129 "no user 'no-such-user'" -u no-such-user
# A number that is too large is nobody's, and not root's.
for id in 4294967296 4294967295 18446744073709551616; do
	refuses 129 "no user '$id'" -u $id
done
refuses 1 'not all of the CPUs .65000. are online' -C 65000
refuses 1 'no process 2147483647' -p 2147483647
refuses 1 'no thread 2147483647' -t 2147483647
refuses 255 "workload: No such file or directory" -e cpu-clock -- ./no-such-command
refuses 255 "workload: No such file or directory" -e cpu-clock -- no-such-command-anywhere
refuses 255 "the '' workload: No such file or directory; the command's name is empty" -e cpu-clock -- ''

"$PERF" record -h > out || bad "-h: exit $?"
grep -q -e '--call-graph' out || bad "-h does not list --call-graph"

need_events
refuses 1 "cannot create '/no/such/folder/f'" -e cpu-clock -o /no/such/folder/f -- true
mkdir folder && : > plain
refuses 1 "'folder' is a folder" -e cpu-clock -o folder -- true
[ -d folder ] && [ ! -e folder.old ] || bad "a folder was renamed"
echo precious > target && ln -s target link
"$PERF" record -q -e cpu-clock -o link -- true || bad "-o through a link: exit $?"
[ "$(cat target)" = precious ] || bad "a link was written through"
[ -L link.old ] && [ -f link ] && [ ! -L link ] || bad "a link is not kept as others are: $(ls -l link*)"
cp link before
result=0
"$PERF" record -e cpu-clock -o link -- ./plain > out 2> err || result=$?
[ $result = 255 ] && cmp link before && [ -L link.old ] || bad "a recording that did not begin has cost an older one"
[ -z "$(find . -maxdepth 1 -name '*tmp-*')" ] || bad "left behind: $(ls -A)"
result=0
"$PERF" record -e cpu-clock -o f -- ./plain > out 2> err || result=$?
[ $result = 255 ] && grep -q 'Permission denied' err || bad "no executable: exit $result: $(cat err)"

# Limits: more than the kernel allows is lowered, and said. (A clock at that rate leaves a program no time.)
rate=$(cat /proc/sys/kernel/perf_event_max_sample_rate)
"$PERF" record -e page-faults -F 10000000 -o f -- true 2> err || bad "-F above the limit: exit $?"
grep -q "Maximum frequency rate ($rate Hz) exceeded" err || bad "-F above the limit: $(cat err)"
refuses 1 'Maximum frequency' --strict-freq -e page-faults -F 10000000 -- true
"$PERF" record -e cpu-clock -m 5 -o f -- true 2> err || bad "-m 5: exit $?"
grep -q 'rounding mmap pages size to 32K (8 pages)' err || bad "-m 5: $(cat err)"
"$PERF" record -q -e cpu-clock -o f -- true 2> err || bad "-q: exit $?"
[ ! -s err ] || bad "-q is not quiet: $(cat err)"

# No hardware counter: one notice. (With one there is none.)
"$PERF" record -o f -- true 2> err || bad "default event: exit $?"
[ "$(grep -c 'not supported, recording cpu-clock instead' err)" -le 1 ] || bad "more than one notice: $(cat err)"
"$PERF" evlist -i f | grep -q '^cycles\|^cpu-clock' || bad "default event: $("$PERF" evlist -i f)"

# A clock that only software events can have: it is the clock that is refused, not what else was asked for. Needs no tracepoint.
refuses 1 "refuses event 'mem:.*' with the clock of -k: use -k monotonic" -k realtime --call-graph fp,defer -e mem:0:rw:u -- true
"$PERF" record -q -k realtime -e cpu-clock -o f -- true 2> err || bad "-k realtime of a software event: $(cat err)"

# Tracepoints where sysfs or tracefs is not mounted: the kernel has them all the same.
hidden() { # WHERE TEXT ARGS...
	where=$1 text=$2
	shift 2
	# shellcheck disable=SC2016 # expanded by the inner shell
	unshare -m sh -c 'mount -t tmpfs none "$0" && chmod 755 "$0" && "$@"' "$where" "$@" > out 2>&1 &&
		bad "without $where: $*: exit 0: $(cat out)"
	grep -q "$text" out && ! grep -q 'no tracepoints\|does not have' out || bad "without $where: $*: $(cat out)"
}
if grep -q tracefs /proc/filesystems && unshare -m mount -t tmpfs none /sys 2> /dev/null; then
	sysfs="sysfs is not mounted on /sys: 'mount -t sysfs sysfs /sys'"
	hidden /sys "$sysfs" "$PERF" record -e sched:sched_switch -o f -- true
	hidden /sys "$sysfs" "$PERF" record -a --off-cpu -o f -- true
	hidden /sys "$sysfs" "$PERF" list sched:sched_switch
	hidden /sys "$sysfs" sh -c "'$PERF' defer check; exit 1"
else
	left_out "sysfs that is not mounted" "this user may not mount"
fi

# A filter of system calls as containers have one: nobody else is blamed, and no setting.
cat > filtered.py << 'END'
import ctypes, os, platform, struct, sys
number = {"x86_64": 298, "aarch64": 241, "s390x": 331}.get(platform.machine())
if number is None:
    sys.exit(77)
code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *op) for op in (
    (0x20, 0, 0, 0), (0x15, 0, 1, number), (0x06, 0, 0, 0x00050000 | int(sys.argv[1])), (0x06, 0, 0, 0x7fff0000))))
program = struct.pack("@HP", 4, ctypes.addressof(code))
prctl = ctypes.CDLL(None, use_errno=True).prctl
if prctl(38, 1, 0, 0, 0) or prctl(22, 2, ctypes.c_char_p(program), 0, 0):
    sys.exit(77)
os.execv(sys.argv[2], sys.argv[2:])
END
if have_tools "a filter of system calls" python3; then
	result=0
	python3 filtered.py 1 "$PERF" record -e cpu-clock -o f -- true 2> err || result=$?
	[ $result = 77 ] || { [ $result != 0 ] && grep -q 'filter of system calls (seccomp)' err; } ||
		bad "seccomp: exit $result: $(cat err)"
	# EACCES, as of a security module: what the kernel could do is not known then, and nothing is said of it.
	result=0
	python3 filtered.py 13 "$PERF" record --call-graph fp,defer -k monotonic --all-cgroups -e cpu-clock -o f -- true 2> err || result=$?
	[ $result = 77 ] || { [ $result != 0 ] && grep -q 'a security module of the kernel' err && [ "$(grep -c . err)" = 1 ]; } ||
		bad "EACCES: exit $result: $(cat err)"
fi

# As an ordinary user, where we can become one.
if [ "$(id -u)" != 0 ]; then
	left_out "an ordinary user" "only root can become one"
	finish
fi
have_tools "an ordinary user" setpriv || finish
# Where perf lies, another user may not come.
chmod 755 "$dir"
cp "$(command -v "$PERF")" "$dir/perf" && chmod 755 "$dir/perf"
PERF=$dir/perf
mkdir user && chown 65534 user && cd user
as_user() {
	setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all "$@"
}
as_user test -x "$PERF" || fail "a user has no way to a copy of perf in $dir"
has_become() { # PID NAME: does this task run this program already, or call itself so?
	[ "$(cat "/proc/$1/comm")" = "$2" ]
}
paranoid=$(cat /proc/sys/kernel/perf_event_paranoid)
if [ "$paranoid" = 2 ]; then
	as_user "$PERF" record -e cpu-clock -o f -- sh -c "$(spin)" 2> ../err || bad "user: exit $?: $(cat ../err)"
	"$PERF" evlist -i f -f | grep -qx 'cpu-clock:u' || bad "user: not in user space only"
	[ "$("$PERF" script -f -i f -F tid | grep -c .)" -ge 10 ] || bad "user: no samples"
	result=0
	as_user "$PERF" record -a -e cpu-clock -o g 2> ../err || result=$?
	[ $result = 1 ] && grep -q 'perf_event_paranoid is 2; set it to 0' ../err || bad "user -a: exit $result: $(cat ../err)"
	# What only the kernel may know, whether or not there is such an event.
	for event in "" "-e cpu-clock"; do
		result=0
		# shellcheck disable=SC2086 # words by design
		as_user "$PERF" record --phys-data $event -o g -- true 2> ../err || result=$?
		[ $result = 1 ] && grep -q 'no permission for physical addresses (--phys-data): .*perf_event_paranoid is 2; set it to 1' ../err ||
			bad "user --phys-data $event: exit $result: $(cat ../err)"
	done
	case $(uname -m) in
	x86_64)
		result=0
		as_user "$PERF" record -e mem:0xffffffff81000000:w -o g -- true 2> ../err || result=$?
		[ $result = 1 ] && grep -q "has an address of the kernel, and no samples of the kernel" ../err ||
			bad "user, a breakpoint of the kernel: exit $result: $(cat ../err)" ;;
	esac
	result=0
	as_user "$PERF" record -p 1 -e cpu-clock:u -o g 2> ../err || result=$?
	[ $result = 1 ] && grep -q 'of task 1: it runs as user 0, and perf as user 65534;' ../err ||
		bad "user -p 1: exit $result: $(cat ../err)"
	# Tasks of the same user: in another group, and one that may not be dumped. (A program that may not be read is not
	# protected by every kernel.) They are started without as_user: of a function in the background, $! is the shell
	# that runs it, and not the task. The command only ends a recording that should not have begun.
	cat > ../hide.py <<- 'END'
	import ctypes, time
	prctl = ctypes.CDLL(None).prctl
	prctl(4, 0, 0, 0, 0)
	prctl(15, b"hidden", 0, 0, 0)
	time.sleep(1000)
	END
	chmod 644 ../hide.py
	setpriv --reuid=65534 --regid=65533 --clear-groups --inh-caps=-all --bounding-set=-all sleep 1000 &
	grouped=$!
	wait_for "a task of another group" "has_become $grouped sleep"
	result=0
	as_user "$PERF" record -p "$grouped" -e cpu-clock:u -o g -- true 2> ../err || result=$?
	[ $result = 1 ] && grep -q "of task $grouped: it runs with another group" ../err || bad "another group: exit $result: $(cat ../err)"
	kill "$grouped"
	if as_user python3 -c 'import ctypes' 2> ../err; then
		setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all python3 ../hide.py &
		hidden=$!
		wait_for "a task that hides" "has_become $hidden hidden"
		result=0
		as_user "$PERF" record -p "$hidden" -e cpu-clock:u -o g -- true 2> ../err || result=$?
		[ $result = 1 ] && grep -q "of task $hidden: it is protected from being looked into" ../err ||
			bad "not dumpable: exit $result: $(cat ../err)"
		kill "$hidden"
	else
		left_out "a task that hides" "a user's python3 does not run: $(tail -n 1 ../err)"
	fi
	# Numbers above 2 are those of a patch: the kernel is asked, which has 2 here, and not the number.
	mkdir -p ../proc/sys/kernel
	echo 3 > ../proc/sys/kernel/perf_event_paranoid
	as_user env PROCFS_PATH="$dir/proc" "$PERF" record --dry-run --off-cpu -- true 2> ../err || bad "user, 3: exit $?: $(cat ../err)"
	grep -q 'may not sample in the kernel (perf_event_paranoid is 3), so most waits have no stack' ../err || bad "user, 3: $(cat ../err)"
	as_user env PROCFS_PATH="$dir/proc" "$PERF" defer check > ../out 2>&1 || :
	grep -q 'perf_event_paranoid  *3 (own processes, user space only' ../out || bad "user, 3: $(grep paranoid ../out)"
	mkdir -p ../proc/1/task/1
	cat /proc/1/status > ../proc/1/status
	result=0
	as_user env PROCFS_PATH="$dir/proc" "$PERF" record -p 1 -e cpu-clock:u -o g 2> ../err || result=$?
	[ $result = 1 ] && grep -q 'of task 1: it runs as user 0, and perf as user 65534;' ../err || bad "user, 3, -p 1: exit $result: $(cat ../err)"
	# What takes place in the kernel alone is told before nothing is recorded, whoever has left the kernel out.
	as_user "$PERF" record -e context-switches,migrations -o f -- true 2> ../err || bad "user, switches: exit $?: $(cat ../err)"
	[ "$(grep -c "has no samples: it takes place in the kernel, which this user may not sample (perf_event_paranoid is 2" ../err)" = 2 ] ||
		bad "user, switches: $(cat ../err)"
	as_user "$PERF" record -e cs:u,cpu-clock:u,page-faults:u -o f -- true 2> ../err || bad "user, cs:u: exit $?: $(cat ../err)"
	[ "$(grep 'has no samples' ../err)" = "event 'cs:u' has no samples: it takes place in the kernel, which is left out" ] || bad "user, cs:u: $(cat ../err)"
	as_user "$PERF" record -e cpu-clock -m 64M -o f -- true 2> ../err || bad "user -m: exit $?: $(cat ../err)"
	grep -q 'ring buffers shrunk from 65536 to .*perf_event_mlock_kb is' ../err || bad "user -m: $(cat ../err)"
	result=0
	as_user sh -c 'ulimit -n 10; exec "$0" record -e cpu-clock,task-clock,page-faults,faults,cs,migrations -o h -- true' \
		"$PERF" 2> ../err || result=$?
	[ $result = 1 ] && grep -q 'too many open files.*limit is 10 (ulimit -n)' ../err || bad "user, files: exit $result: $(cat ../err)"
else
	left_out "an ordinary user" "kernel.perf_event_paranoid is $paranoid and not 2"
fi
finish
