# shellcheck shell=sh disable=SC2154,SC2086,SC2013 # guest-aux has $parameters
# SPDX-License-Identifier: GPL-2.0-only
#
# Part of guest-aux: --aux-range in programs that may lie anywhere, that run already, without root; what is
# left of a perf that is killed; commands of --control.
made()	# prints the probes that there are
{
	cat /sys/kernel/tracing/uprobe_events /sys/kernel/tracing/kprobe_events
}

begin_end='app::Job::begin,app::Job::end(int, char)'

said()	# status what words...: of the last command, whose output is in ./log
{
	status=$1
	what=$2
	shift 2
	for word; do
		grep -q -e "$word" log || status=1
	done
	[ "$status" = 0 ] || cat log
	result "$status" "$what"
}

record cxx --aux-range "$begin_end" -e faux_pt// -- ./job 3
(export TRACEFS_PATH=/nowhere; record cxx-break --aux-range "$begin_end" -e faux_pt// -- ./job 3)
record cxx-offset --aux-range 'app::Job::begin+1,app::Job::end#2' -e faux_pt// -- ./job 3

perf record -o refused.data --aux-range 'app::Job::begin,app::Job::end' -e faux_pt// -- ./job 1 >log 2>&1
[ $? = 1 ] && [ ! -e refused.data ]
said $? "--aux-range: a name that several functions have" 'app::Job::end#1.*app::Job::end(int, char)' \
	'app::Job::end#2.*app::Job::end(double)' "has 2 functions 'app::Job::end'"
perf record -o refused.data --aux-range 'app::Job::begin,app::Job::ent' -e faux_pt// -- ./job 1 >log 2>&1
[ $? = 1 ]
said $? "--aux-range: a name that is near" "did you mean 'app::Job::end'"
perf record -o refused.data --aux-range '__x64_sys_newuname+1@kernel' -e faux_pt// -- uname >log 2>&1
[ $? = 1 ]
said $? "--aux-range: within an instruction" "no instruction begins there"

# A command that ends when each CPU's trace was resumed so many times, or after half a minute.
cat >resumed <<'END'
tries=300
while [ $tries -gt 0 ] && sed -n 's/.* resumes=\([0-9]*\) .*/\1/p' /sys/module/faux_pt/parameters/counters |
	awk -v want="$1" '$1 < want { few = 1 } END { exit !few }'; do
	sleep 0.1
	tries=$((tries - 1))
done
END
./job 1000000 &
job=$!
# Both of its threads run, each on its CPU.
until [ "$(cat /proc/$job/task/*/stat 2>/dev/null | sed 's/.*) //' | awk '$12 > 0' | wc -l)" = 2 ]; do
	sleep 0.1
done
record attached -p $job --aux-range "$begin_end" -e faux_pt// -- sh resumed 15
(export TRACEFS_PATH=/nowhere; record attached-break -p $job --aux-range "$begin_end" -e faux_pt// \
	-- sh resumed 15)

# Two at the same time have probes of their own.
perf record -o other.data -p $job --aux-range "$begin_end" -e faux_pt// -- sleep 2 >log 2>&1 &
other=$!
sleep 1
perf record -o two.data --aux-range "$begin_end" -e faux_pt// -- ./job 3 >log2 2>&1 &&
	[ "$(perf script -i two.data -F event 2>/dev/null | grep -c start:)" = 6 ]
result $? "--aux-range twice at a time: the second"
wait $other && [ "$(perf script -i other.data -F event 2>/dev/null | grep -c start:)" -gt 10 ]
said $? "--aux-range twice at a time: the first"

# What a killed one leaves goes by itself, or with the next one where who waits for that was killed as well.
kill_one() { # [KEEPER-TOO]
	perf record -o killed.data -p $job --aux-range "$begin_end" -e faux_pt// >log 2>&1 &
	killed=$!
	tries=50
	while [ $tries -gt 0 ] && ! made | grep -q perf_aux_; do
		sleep 0.1
		tries=$((tries - 1))
	done
	sleep 0.5
	for process in /proc/[0-9]*; do
		[ -z "$1" ] || [ "$(cat $process/comm 2>/dev/null)" != perf-probes ] || kill -9 "${process#/proc/}"
	done
	kill -9 $killed
	wait $killed 2>/dev/null
}
kill_one ""
tries=100
while [ $tries -gt 0 ] && [ -n "$(made)" ]; do
	sleep 0.1
	tries=$((tries - 1))
done
[ -z "$(made)" ]
result $? "the probes of a killed perf are removed"
kill_one too
[ "$(made | grep -c perf_aux_)" = 2 ]
result $? "a perf that was killed with who removes them leaves its probes"
record range-after --aux-range range_begin,range_end -e faux_pt// -- ./work range 3
[ -z "$(made)" ]
result $? "and the next one removes them"

# -S, and somebody who says when.
mkfifo ctl ack
exec 5<>ctl 6<>ack
perf record -o control.data -S --control fifo:ctl,ack -p $job -e faux_pt//u >log 2>&1 &
control=$!
echo 0 >$parameters/counters
for command in ping snapshot 'disable faux_pt//u' snapshot snapshot 'enable faux_pt//u' snapshot; do
	echo "$command" >&5
	read -r answer <&6
	answer=$(printf '%s' "$answer" | tr -d '\0')
	[ "$answer" = ack ] || echo "'$command' is answered by '$answer'"
	case $command in
	ping | enable*) grown 0 1 ;;
	esac
done
echo stop >&5
wait $control
status=$?
taken=$(perf script -D -i control.data 2>/dev/null | grep -c 'PERF_RECORD_AUXTRACE ')
# Of both CPUs; once it is off there is nothing new.
[ $status = 0 ] && [ "$taken" = 6 ]
said $? "snapshots by --control: $taken" "Event faux_pt//u disabled" "Event faux_pt//u enabled"
kill $job
wait $job 2>/dev/null

# Somebody without rights: his own program, by breakpoints; smaller areas.
chmod 755 .
echo 2 >/proc/sys/kernel/perf_event_paranoid
mkdir -m 777 /tmp/his
as_nobody()	# name arguments...
{
	name=$1
	shift
	echo 0 >$parameters/counters
	start-stop-daemon -S -q -c nobody:nogroup -x /usr/bin/perf -- record -o "/tmp/his/$name.data" "$@" \
		>"out/$name.log" 2>&1
	echo $? >"out/$name.status"
	cat $parameters/counters >"out/$name.counters"
	[ ! -e "/tmp/his/$name.data" ] || mv "/tmp/his/$name.data" "out/$name.data"
}
as_nobody nobody -e faux_pt//u -- ./work windows 1
as_nobody nobody-range --aux-range range_begin,range_end -e faux_pt//u -- ./work range 3
as_nobody nobody-pie --aux-range "$begin_end" -e faux_pt//u -- ./job 3
as_nobody nobody-kernel --aux-range __x64_sys_newuname@kernel,__x64_sys_getpid@kernel -e faux_pt//u -- uname
as_nobody nobody-large -S64M -e faux_pt//u -- ./work windows 1
as_nobody nobody-all -a -e faux_pt//u -- ./work windows 1
echo -1 >/proc/sys/kernel/perf_event_paranoid
echo 8 >$parameters/aux_flags
record collided -e faux_pt// -- ./work windows 1
echo 0 >$parameters/aux_flags

# In several files: each has the trace of its own time, together all of it.
echo 0 >$parameters/counters
perf record --switch-output -o switched -e "$group" -- ./work endless >log 2>&1 &
switched=$!
for number in 1 2; do
	grown 0
	kill -USR2 $switched
	# A signal while a file is being completed would be one with this.
	tries=300
	while [ $tries -gt 0 ] && [ "$(grep -c Dump log)" -lt $number ]; do
		sleep 0.1
		tries=$((tries - 1))
	done
done
grown 0
kill -INT $switched
wait $switched
total=0
files=0
status=0
for file in switched.*; do
	files=$((files + 1))
	for size in $(perf script -D -i "$file" 2>/dev/null |
		sed -n 's/.*PERF_RECORD_AUXTRACE size: \(0x[0-9a-f]*\).*/\1/p'); do
		total=$((total + size))
	done
	perf script --aux-segments -i "$file" 2>&1 | grep -q '^# [0-9]* window' || status=1
done
written=0
for bytes in $(sed -n 's/.* bytes=\([0-9]*\) .*/\1/p' $parameters/counters); do
	written=$((written + bytes))
done
[ $status = 0 ] && [ $files = 3 ] && [ $total = $written ] && [ $total -gt 0 ]
said $? "a trace in $files files: $total of $written bytes"
