# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# What the live tests of perf record share. Sourced, with PERF set as `perf test` does it.

# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
# `perf test` gives all tests one build-id cache; without it each has its own.
export PERF_BUILDID_DIR="${PERF_BUILDID_DIR:-$dir/debug}"

# Ends the test with the reason when events cannot be opened here.
need_events()
{
	"$PERF" record -q -e cpu-clock -o "$dir/probe" -- true > "$dir/probe.log" 2>&1 && return
	skip "$(sed 's/^perf record: //' "$dir/probe.log" | head -n 1 | cut -c 1-100)"
}

# Commands that keep a processor busy: 100000 rounds (default: 200000) are about a tenth of a second.
spin() # [ROUNDS]
{
	echo "i=0; while [ \$i -lt ${1:-200000} ]; do i=\$((i + 1)); done"
}

# Comes back when process $1 has used so many hundredths of a second of a CPU from now on (default: 20). What a machine
# gives a process in half a second is another matter.
used()
{
	sh -c "$(until_used "$@")"
}

# The same as commands for a shell.
until_used() # PID [HUNDREDTHS]
{
	cat <<-END
		used() { sed 's/.*) //' /proc/$1/stat 2> /dev/null | awk -v hz=$(getconf CLK_TCK) \
			'{ print int((\$12 + \$13) * 100 / hz) } END { if (!NR) print 999999 }'; }
		begin=\$(used)
		until [ \$(used) -ge \$((begin + ${2:-20})) ]; do sleep 0.02; done
	END
}

# Comes back when process $1 waits for something: it sleeps, and uses no CPU from one look to the next. (One that only
# waits for its turn on a busy machine does not sleep.)
stands_still() # PID
{
	looks=0 last=
	while [ $looks -lt 5 ]; do
		sleep 0.05
		now=$(sed 's/.*) //' "/proc/$1/stat" 2> /dev/null | cut -d' ' -f1,12,13) || :
		case $now in
		'') return ;;
		"S "*) [ "$now" = "$last" ] && looks=$((looks + 1)) || looks=0 ;;
		*) looks=0 ;;
		esac
		last=$now
	done
}

# Of a recording with the arguments \$control: comes back when its events are on.
control=
need_control()
{
	mkfifo "$dir/record.ctl" "$dir/record.ack"
	exec 8<> "$dir/record.ctl" 9<> "$dir/record.ack"
	# shellcheck disable=SC2034 # for the tests
	control="--control fifo:$dir/record.ctl,$dir/record.ack"
}
running()
{
	echo ping >&8
	head -c 5 <&9 > "$dir/record.answer" # "ack\n" and a zero
}

# The number of samples of the closing line in file $1.
said()
{
	sed -n 's/^\[ perf record: Captured and wrote [0-9.]* MB .* (\([0-9]*\) samples).* \]$/\1/p' "$1"
}

# Another perf, if there is one: the reader of reference.
other_perf()
{
	for other in /usr/bin/perf /usr/bin/perf_*; do
		[ -x "$other" ] && "$other" --version > /dev/null 2>&1 && ! [ "$other" -ef "$PERF" ] ||
			continue
		echo "$other"
		return
	done
}

# Samples that reader $1 (ours, other, python) finds in file $2.
samples_of()
{
	case $1 in
	ours) "$PERF" script -i "$2" -F tid,time 2> /dev/null | grep -c . ;;
	# In a pipe it knows the events too late for -F.
	other)
		if [ "$2" = - ]; then
			"$(other_perf)" script -i - 2> "$dir/other.err" | grep -c '^[^[:space:]#].*: '
		else
			"$(other_perf)" script -i "$2" -F tid,time 2> "$dir/other.err" | grep -c .
		fi ;;
	python) python3 "$PERF_TEST_DIR/build/perfdata.py" --summary "$2" |
		sed 's/.*"samples": \([0-9]*\).*/\1/' ;;
	esac
}
