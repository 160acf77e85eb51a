#!/bin/sh
# perf record: killed at any time, files that vanish, writes that fail, no memory, no descriptors; targets that change
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
need_events
cd "$dir"
count='i=0; while [ $i -lt 3000 ]; do i=$((i + 1)); done'
forks='i=0; while [ $i -lt 150 ]; do (:); i=$((i + 1)); done'
busy='while :; do :; done'

# What was recorded before, which no accident may cost.
"$PERF" record -q -e cpu-clock -o before -- sh -c "$count"
anew() {
	rm -rf f f.old
	cp before f
}
older_is_there() { # WHAT
	cmp -s f before || cmp -s f.old before || bad "$1: the older recording is gone: $(ls -l)"
}

# Whatever is there can be read, and says that it was not finished, and a finished one can be made of it.
is_readable() { # WHAT [finished]
	result=0
	"$PERF" script -i f -F tid,time > text 2> err || result=$?
	[ $result = 0 ] || bad "$1: exit $result: $(cat err)"
	! grep -i 'damage\|ends early\|unknown' err || bad "$1: that is no damage"
	found=$(grep -c . text) || :
	if [ -n "${2:-}" ]; then
		! grep -q 'was not finished' err || bad "$1: $(cat err)"
		return 0
	fi
	grep -q 'was not finished' err || bad "$1: not told: $(cat err)"
	"$PERF" inject -i f -o g 2> err || bad "$1: inject: $(cat err)"
	"$PERF" script -i g -F tid,time > again 2> err || bad "$1: the copy: $(cat err)"
	! grep -q 'was not finished' err || bad "$1: the copy is not finished"
	cmp text again || bad "$1: the copy has other samples"
}

# --- killed at random times ---------------------------------------------------------------------------------------------

runs=12
[ -z "${PERF_TEST_LONG:-}" ] || runs=100
begun=0
run=0
while [ $run -lt $runs ]; do
	run=$((run + 1))
	anew
	case $((run % 4)) in
	0) how='-z' ;;
	1) how='-g' ;;
	2) how='--threads' ;;
	3) how='-e page-faults --switch-events' ;;
	esac
	# shellcheck disable=SC2086 # words by design
	"$PERF" record -m 16 -e cpu-clock -F 10000 $how -o f -- sh -c "echo \$\$ > pid; $busy" > out 2> err &
	perf=$!
	sleep "$(awk -v seed="$$$run" 'BEGIN { srand(seed); printf "%.3f", rand() * 0.25 }')"
	kill -KILL $perf || bad "run $run: it had ended: $(cat err)"
	wait $perf 2> wait.err || :
	# The command that perf has begun, if it got so far.
	[ ! -s pid ] || kill -KILL "$(cat pid)" 2> kill.err || :
	rm -f pid
	older_is_there "killed, run $run"
	cmp -s f before && continue
	[ -e f ] || { bad "killed, run $run: there is no file"; continue; }
	begun=$((begun + 1))
	is_readable "killed, run $run $how"
done
[ $begun -gt 0 ] || bad "none of $runs recordings had begun when it was killed"
echo "$begun of $runs recordings had begun when they were killed"

# --- what was written goes away -------------------------------------------------------------------------------------------

# The file gets its name when the command has begun. On a busy machine it may be over before that, if it does not wait.
named='until [ -e d/f ]; do :; done'
gone() { # WHAT FILE ARGUMENTS...
	what=$1 file=$2
	shift 2
	mkdir d
	result=0
	"$PERF" record -e cpu-clock -o d/f "$@" -- sh -c "$named; $count; rm -r $file" > out 2> err || result=$?
	[ $result = 1 ] || bad "$what: exit $result: $(cat err)"
	grep -q "'d/f.*' was removed while it was written: what was recorded is gone" err || bad "$what: $(cat err)"
	! grep -q Captured err || bad "$what: $(cat err)"
	rm -rf d
}
gone "its folder is removed" d
gone "it is removed" d/f
gone "it is removed, of --threads" d/f --threads
gone "it is removed, of --switch-output" d/f --switch-output=1M
# Another name is as good.
mkdir d
"$PERF" record -e cpu-clock -o d/f -- sh -c "$named; $count; mv d/f d/g" > out 2> err || bad "moved: exit $?: $(cat err)"
cp d/g f
is_readable moved finished
rm -r d

# --- descriptors, memory --------------------------------------------------------------------------------------------------

# With ever more of them: it says so, or it records, and never anything in between.
scarce() { # OPTION VALUES TEXT
	refused=0
	for value in $2; do
		anew
		result=0
		# shellcheck disable=SC2086,SC3045 # an option and its value
		(ulimit "$1" "$value"; exec "$PERF" record -N -e cpu-clock,page-faults -o f -- sh -c "$count") > out 2> err || result=$?
		older_is_there "ulimit $1 $value"
		if [ $result = 0 ]; then
			grep -q Captured err || bad "ulimit $1 $value: $(cat err)"
			is_readable "ulimit $1 $value" finished
			continue
		fi
		refused=$((refused + 1))
		grep -qE "$3" err || bad "ulimit $1 $value: exit $result: $(cat err)"
	done
}
scarce -n "4 5 6 7 8 9 10 11 12 13 14 16 20 64" 'oo many open files|shared librar|cannot (open|map|create)'
[ $refused -gt 2 ] || bad "ulimit -n: only $refused were refused"
# (The sanitizers take all memory there is.)
if [ -z "${PERF_TEST_AGAIN:-}" ]; then
	scarce -v "9000 12000 14000 15000 16000 17000 18000 20000 30000 60000" 'out of memory|shared librar|annot allocate|cannot map|cannot start'
fi

# --- targets ----------------------------------------------------------------------------------------------------------------

target() { # WHAT STATUS COMMAND...
	what=$1 want=$2
	shift 2
	rm -rf f f.old
	result=0
	# (A shell says of who died what he died of; a process in between has nobody who cares.)
	sh -c '"$@" > out 2> err; exit $?' sh "$PERF" record -e cpu-clock -F 5000 -g -o f -- "$@" 2> said || result=$?
	[ $result = "$want" ] || bad "$what: exit $result: $(cat err)"
	written=$(said err)
	is_readable "$what" finished
	[ "${written:-0}" -gt 0 ] && [ "$("$PERF" script -i f -F tid,time 2> /dev/null | grep -c .)" = "$written" ] ||
		bad "$what: '$written' samples: $(cat err)"
}
echo "$count" > count.sh
target "a command that execs" 0 sh -c 'exec sh -c "exec sh ./count.sh"'
"$PERF" script -i f --show-task-events --show-mmap-events -F comm,tid,event 2> /dev/null | grep -c 'PERF_RECORD_COMM exec' > execs || :
[ "$(cat execs)" -ge 3 ] || bad "a command that execs: $(cat execs) of its programs are told of"
for signal in KILL:137 SEGV:139 TERM:143; do
	target "a command that dies of ${signal%:*}" "${signal#*:}" sh -c "$count; kill -${signal%:*} \$\$"
done
target "a command that leaves children behind" 0 sh -c "(sleep 0.3; $count) & $count"
if [ "$(id -u)" = 0 ] && command -v setpriv > tool; then
	target "a command that becomes somebody else" 0 sh -c "$count; exec setpriv --reuid=65534 --regid=65534 --clear-groups sh -c '$count'"
else
	left_out "a command that becomes somebody else" "it takes root and setpriv"
fi
if unshare -m -n -u true 2> err; then
	target "a command in name spaces of its own" 0 sh -c "$count; exec unshare -m -n -u sh -c '$count'"
else
	left_out "a command in name spaces of its own" "$(tail -n 1 err)"
fi
if unshare -p -f true 2> err; then
	target "a command with ids of its own" 0 unshare -p -f sh -c "$count"
else
	left_out "a command with ids of its own" "$(tail -n 1 err)"
fi
# (LeakSanitizer ends what is traced.)
if [ -z "${PERF_TEST_AGAIN:-}" ] && command -v strace > tool && strace -o trace true 2> err; then
	target "a command that is traced" 0 strace -f -o trace sh -c "$count"

	# Killed at each call by which the older recording gets its other name, and the new one its own.
	for nth in 1 2; do
		anew
		strace -qq -o trace -e trace=renameat,linkat -e inject=renameat,linkat:signal=SIGKILL:when=$nth \
			"$PERF" record -q -e cpu-clock -o f -- true > out 2> err && bad "renames, $nth: it was not killed: $(cat trace)" || :
		older_is_there "killed while it renames, $nth"
		[ -e f ] || bad "killed while it renames, $nth: there is no file"
	done

	# Writes that fail, each in turn for another reason: what was written before is kept, and it is told.
	nth=1
	for error in EDQUOT EIO EROFS ENOSPC ESTALE; do
		nth=$((nth + 1))
		anew
		result=0
		strace -q -o trace -e trace=writev -e inject=writev:error=$error:when=$nth+ \
			"$PERF" record -m 16 -e page-faults -c 1 -g -o "$dir/f" -- sh -c "$forks" > out 2> err || result=$?
		older_is_there "$error"
		grep -q INJECTED trace || { bad "$error: nothing failed: $(tail -n 3 trace)"; continue; }
		[ $result = 1 ] && grep -q "cannot write to '$dir/f': " err || bad "$error: exit $result: $(cat err)"
		grep -q 'bytes of records could not be written' err || bad "$error: the loss is not told: $(cat err)"
		written=$(said err)
		is_readable "$error" finished
		[ "$found" = "$written" ] || bad "$error: $found samples, not $written"
	done
elif [ -z "${PERF_TEST_AGAIN:-}" ]; then
	left_out "a command that is traced, and writes that fail" "strace is not installed, or may not trace"
fi
finish
