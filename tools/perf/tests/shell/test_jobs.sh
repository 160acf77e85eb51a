#!/bin/sh
# Reading: the same for any number of jobs
# SPDX-License-Identifier: GPL-2.0-only
#
# Text, messages and exit status of commands are compared for 1, 2, 3 and 7 jobs, of recordings of each kind and of damaged ones
# (tests/fuzz/jobs.py). Then what may happen to processes that share the work: one is killed, the reader goes away, the disk is full.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
tests=$PERF_TEST_DIR
export HOME="$dir"

# Twenty threads in three places of the kernel, some of which wait, in events of two kinds; @1: turns.
threads()
{
	cat << END
cpus 4
step 200
rounds 2000
event syscalls:sys_enter_read type=software config=0
event cycles:u type=hardware config=0
task 1000-1019 comm=reader stack=14
task 2000 comm=alone stack=3
repeat $1
1000-1019 enter
1000-1019 sample kernel=0xffffffff81000100,0xffffffff81000200
2000 sample
1000-1009 sample kernel=0xffffffff81000300
1000-1019 return
end
END
}

mkdir "$dir/sound" "$dir/more"
threads 4 > "$dir/threads"
"$PERF" defer generate -o "$dir/sound/threads" "$dir/threads"
"$PERF" defer generate --format pipe --byte-order big -o "$dir/sound/threads-swapped" "$dir/threads"
"$PERF" defer generate --compress 83 -o "$dir/sound/threads-packed" "$dir/threads"
"$PERF" defer generate --seed 3 --format file --byte-order little --protocol C -o "$dir/sound/file"
"$PERF" defer generate --seed 7 --actions 400 --switches -o "$dir/sound/switches"
# Samples of a stay in the kernel on one CPU lie behind all that the other CPU has written.
cat > "$dir/stays" << 'END'
cpus 2
step 200
task 1000-1003 comm=reader cpu=0 stack=14
repeat 60
1000-1003 enter
1000-1003 sample kernel=0xffffffff81000100
1000-1003 migrate 1
1000-1003 sample kernel=0xffffffff81000200
1000-1003 migrate 0
1000-1003 return
end
END
"$PERF" defer generate --format directory -o "$dir/more/stays" "$dir/stays"
# When a record was made that lies in the other CPU's file.
sed '/migrate 1/,/migrate 0/d; s/^1000-1003 return/1000-1003 migrate 1\n&\n1000-1003 migrate 0/' "$dir/stays" > "$dir/away"
"$PERF" defer generate --format file -o "$dir/away.data" "$dir/away"
"$PERF" defer generate --format directory -o "$dir/more/away" "$dir/away"
for recording in away.data more/away; do
	"$PERF" defer stat -i "$dir/$recording" > "$dir/stat" || bad "$recording: defer stat"
	grep -q ' 1.0 us .. 2.0 us  *240 ' "$dir/stat" || bad "$recording: $(cat "$dir/stat")"
done
# Rows that come after others of their stay were joined: all is read once more, and rounds stay where they are.
sed 's/^step .*/&\nrounds 40000/' "$dir/stays" > "$dir/late"
"$PERF" defer generate --protocol C --byte-order big -o "$dir/late.data" "$dir/late"
"$PERF" script --show-round-events -i "$dir/late.data" > "$dir/want"
PERF_TEST_JOIN=1 "$PERF" script --show-round-events -i "$dir/late.data" > "$dir/got"
cmp "$dir/want" "$dir/got" && grep -q FINISHED_ROUND "$dir/got" || bad "rounds, where rows come late: $(grep -c FINISHED_ROUND "$dir/got")"
"$PERF" defer generate --seed 4 --format file --byte-order big --protocol A --no-loss -o "$dir/more/swapped"
"$PERF" defer generate --seed 5 --format pipe --protocol A -o "$dir/more/pipe"
"$PERF" defer generate -o "$dir/more/aux" "$tests/scenario-aux/plain.txt"
for scenario in "$tests"/scenario/*.txt; do
	"$PERF" defer generate -o "$dir/more/$(basename "$scenario" .txt)" "$scenario"
done
"$tests/build/every_record.py" "$dir/more"
each=1 seeds=1 fewer=--fewer again=
[ -z "${PERF_TEST_LONG:-}" ] || each=12 seeds=20 fewer=
# Sanitizers see the same code for any number of processes.
[ -z "${PERF_TEST_AGAIN:-}" ] || again=--fewer
# shellcheck disable=SC2086 # nothing, or a word
"$tests/fuzz/jobs.py" $again "$PERF" "$dir"/sound/* "$dir/more/stays" "$tests/golden/demo/demo.data" || bad "see above"
# shellcheck disable=SC2086
"$tests/fuzz/jobs.py" $fewer --each $each "$PERF" "$dir"/more/* || bad "see above"
"$tests/fuzz/jobs.py" --damage $seeds "$PERF" "$dir/sound/threads" "$dir/sound/file" "$dir/more/pipe" || bad "see above"

# A size that is wrong in the middle of a region: the walk passes over some of what a thread has read there, and takes the rest.
"$tests/fuzz/mutate.py" event_size 19 "$dir/sound/threads" "$dir/gap"
for n in 1 2; do
	result=0
	PERF_TEST_REGION=2048 "$PERF" script -f -j $n -i "$dir/gap" > "$dir/out.$n" 2>&1 || result=$?
	[ $result = 2 ] || bad "a gap in a region, -j $n: status $result"
done
cmp "$dir/out.1" "$dir/out.2" || bad "a gap in a region: other text"

# More user stacks than a sample's row can name together with how far away its record is (NEAR_BITS of row-what.h), and
# records that are farther away than it can say.
if [ -z "${PERF_TEST_AGAIN:-}" ]; then
	awk 'BEGIN {
		print "task 1000-1003 comm=each\ntask 2000 comm=waits\nstep 100\nrounds 10000000"
		for (i = 0; i < 140000; i++) {
			if (i % 400 == 0)
				printf "2000 stack user=0x%x\n2000 enter\n2000 sample kernel=0xffffffff81000200\n", 4194304 + i
			printf "%d stack user=0x%x,0x%x\n", 1000 + i % 4, 4194304 + 4 * (i % 60000), 8388608 + 4 * int(i / 60000)
			printf "%d enter\n%d sample kernel=0xffffffff81000100\n%d return\n", 1000 + i % 4, 1000 + i % 4, 1000 + i % 4
			if (i % 400 == 399)
				print "2000 return"
		}
	}' > "$dir/many"
	"$PERF" defer generate -o "$dir/many.data" "$dir/many"
	"$PERF" defer generate --format pipe -o "$dir/many.pipe" "$dir/many"
	"$PERF" script -F tid,time,ip -i "$dir/many.pipe" > "$dir/want"
	[ "$(sort -u "$dir/want" | wc -l)" -gt 140000 ] || bad "stacks that are all different: $(sort -u "$dir/want" | wc -l)"
	for n in 1 2; do
		"$PERF" script -j $n -F tid,time,ip -i "$dir/many.data" | cmp "$dir/want" - || bad "many stacks, script -j $n"
		"$PERF" defer stat --jobs $n -i "$dir/many.data" > "$dir/stat.$n" || bad "many stacks, defer stat --jobs $n"
	done
	grep -q '  p50 100 ns, p90 100 ns, p99 100 ns, max 160.1 us' "$dir/stat.1" || bad "many stacks: $(cat "$dir/stat.1")"
	cmp "$dir/stat.1" "$dir/stat.2" || bad "many stacks, defer stat: $(cat "$dir/stat.2")"
	rm "$dir"/many* "$dir/want"
fi

# Kinds of samples have numbers of a thread's own first; and what was made of a kind goes meanwhile, so that it is looked at once more.
awk 'BEGIN {
	print "task 1000-1001 comm=often stack=4\nstep 100\nrounds 1000000"
	for (i = 0; i < 800; i++) {
		for (j = 0; j < 8; j++)
			print "1000-1001 enter\n1000-1001 sample kernel=0xffffffff81000100\n1000-1001 return"
		printf "1000 enter\n1000 sample kernel=0xffffffff81%04x00,0xffffffff82000100,0xffffffff82000200\n1000 return\n", i
	}
}' > "$dir/goes"
"$PERF" defer generate -o "$dir/goes.data" "$dir/goes"
for what in "report --stdio" "defer stat" "defer export -q --format=folded"; do
	# shellcheck disable=SC2086 # words
	"$PERF" $what --jobs 1 -i "$dir/goes.data" > "$dir/want"
	[ -s "$dir/want" ] || bad "$what: nothing"
	for n in 1 2 3; do
		# shellcheck disable=SC2086
		PERF_TEST_FEW_CHAINS=200000 PERF_TEST_REGION=20000 "$PERF" $what --jobs $n -i "$dir/goes.data" | cmp "$dir/want" - ||
			bad "$what --jobs $n, where chains go"
	done
done

# Of a few slices, each larger than what a pipe holds.
threads 200 > "$dir/threads"
"$PERF" defer generate -o "$dir/f" "$dir/threads"
export PERF_TEST_SLICE=500
"$PERF" script -j 1 -i "$dir/f" > "$dir/whole"
[ "$(wc -c < "$dir/whole")" -gt 3000000 ] || fail "there is little text: $(wc -c < "$dir/whole") bytes"

# How many processes does it start? Not one for a recording that is as small as this, if it is not told that this is large.
if command -v strace > /dev/null; then
	started() { traced strace -f -qq -o "$dir/calls" -e trace=clone,fork,vfork "$@" > "$dir/out" || bad "$* failed"; grep -c '= [0-9]' "$dir/calls" || :; }
	[ "$(started "$PERF" script -j 3 -i "$dir/f")" = 3 ] || bad "-j 3 did not start three processes: $(cat "$dir/calls")"
	cmp "$dir/whole" "$dir/out" || bad "-j 3: another text"
	[ "$(started "$PERF" -c core.jobs=4 script -i "$dir/f")" = 4 ] || bad "core.jobs=4 did not start four: $(cat "$dir/calls")"
	[ "$(started "$PERF" -c core.jobs=4 script -j 1 -i "$dir/f")" = 0 ] || bad "-j 1 started some: $(cat "$dir/calls")"
	[ "$(started env -u PERF_TEST_SLICE "$PERF" script -j 3 -i "$dir/sound/file")" = 0 ] || bad "a small recording started some: $(cat "$dir/calls")"
	# Threads that read: one for every job but one, and none where it is not worth it.
	reading() { traced strace -f -qq -o "$dir/calls" -e trace=clone,clone3 "$PERF" "$@" -i "$dir/f" > "$dir/out" || bad "$* failed"; grep -c CLONE_THREAD "$dir/calls" || :; }
	for what in "report --stdio" "defer stat" "defer export -q --format=folded"; do
		# shellcheck disable=SC2086 # words
		[ "$(PERF_TEST_REGION=20000 reading $what --jobs 3)" = 2 ] || bad "$what --jobs 3 did not start two threads: $(cat "$dir/calls")"
		# shellcheck disable=SC2086
		[ "$(PERF_TEST_REGION=20000 reading $what --jobs 1)" = 0 ] || bad "$what --jobs 1 started some: $(cat "$dir/calls")"
		# shellcheck disable=SC2086
		[ "$(reading $what --jobs 3)" = 0 ] || bad "$what started some for few samples: $(cat "$dir/calls")"
	done
	if have_tools "one CPU" taskset; then
		cpu=$(sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\).*/\1/p' /proc/self/status)
		[ "$(started taskset -c "$cpu" "$PERF" script -i "$dir/f")" = 0 ] || bad "one CPU, and some were started: $(cat "$dir/calls")"
	fi
else
	left_out "how many processes are started" "strace is not installed"
fi

# A process that is killed: a message, a status, and what was printed is right as far as it goes.
mkfifo "$dir/fifo"
"$PERF" script -j 2 -i "$dir/f" > "$dir/fifo" 2> "$dir/err" &
perf=$!
{
	# The first slice was written by the one that reads; now one of the others waits for us.
	dd bs=64K count=16 iflag=fullblock of="$dir/begun" 2> /dev/null
	# shellcheck disable=SC2016 # for wait_for
	wait_for "two processes" '[ "$(ps -o pid= --ppid $perf | wc -l)" = 2 ]'
	ps -o pid= --ppid $perf | head -n 1 | xargs kill -KILL
	cat > "$dir/out"
} < "$dir/fifo"
status=0
wait $perf || status=$?
[ $status = 1 ] || bad "a process was killed: status $status, not 1"
grep -q 'ended by signal 9' "$dir/err" || bad "a process was killed: $(cat "$dir/err")"
cat "$dir/begun" "$dir/out" | cmp -n "$(cat "$dir/begun" "$dir/out" | wc -c)" - "$dir/whole" || bad "what was printed before is wrong"

# All of them end when the one that reads is killed.
"$PERF" script -j 2 -i "$dir/f" > "$dir/fifo" 2> "$dir/err" &
perf=$!
{
	dd bs=64K count=16 iflag=fullblock of="$dir/begun" 2> /dev/null
	# shellcheck disable=SC2016 # for wait_for
	wait_for "two processes" '[ "$(ps -o pid= --ppid $perf | wc -l)" = 2 ]'
	children=$(ps -o pid= --ppid $perf | tr -s ' \n' ,)
	kill -KILL $perf
	wait_for "the end of its processes" "[ -z \"\$(ps -o pid= -p 0$children 2> /dev/null)\" ]"
} < "$dir/fifo"
wait $perf || :

# The reader goes away.
{ status=0; "$PERF" script -j 2 -i "$dir/f" 2> "$dir/err" || status=$?; echo $status > "$dir/status"; } | head -n 3 > "$dir/out"
[ "$(cat "$dir/status")" = 141 ] || bad "no reader any more: status $(cat "$dir/status"), not 141"
[ ! -s "$dir/err" ] || bad "no reader any more: $(cat "$dir/err")"
(
	trap '' PIPE
	{ status=0; "$PERF" script -j 2 -i "$dir/f" 2> "$dir/err" || status=$?; echo $status > "$dir/status"; } | head -n 3 > "$dir/out"
)
[ "$(cat "$dir/status")" = 141 ] || bad "SIGPIPE ignored: status $(cat "$dir/status"), not 141"

if [ -w /dev/full ]; then
	for n in 1 2; do
		status=0
		"$PERF" script -j $n -i "$dir/f" > /dev/full 2> "$dir/err.$n" || status=$?
		[ $status = 1 ] || bad "a full disk, -j $n: status $status"
	done
	grep -q 'No space left' "$dir/err.2" || bad "a full disk: $(cat "$dir/err.2")"
	cmp "$dir/err.1" "$dir/err.2" || bad "a full disk: another message"
fi
finish
