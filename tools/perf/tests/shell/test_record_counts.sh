#!/bin/sh
# perf record: as many events as there were are written or told lost, and memory does not grow with them
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
need_events
cd "$dir"
"$PERF" record -q -e syscalls:sys_enter_read -o probe -- true 2> err || skip "system calls cannot be recorded here: $(tail -n 1 err)"

# Reads of a size that nobody else reads, as many as are asked for: the kernel's own filter chooses them.
size=$((10007 + $$ % 9973))
reads() { # HOW-MANY
	echo "dd if=/dev/zero of=/dev/null bs=$size count=$1 2> /dev/null"
}

# What was written and what was told lost of these reads; what other records were lost is in rows of their own.
as_many() { # WHAT HOW-MANY
	"$PERF" script -i f -F event > text 2> text.err || bad "$1: perf script: $(cat text.err)"
	[ "$(grep -c . text)" = "$(said err)" ] || bad "$1: $(grep -c . text) samples are found: $(cat err)"
	written=$(grep -c sys_enter_read text) || :
	lost=$(awk '/^  event .* counted .* written .* lost$/ { table = 1; next } table && $1 == "syscalls:sys_enter_read" { n += $(NF - 1) } END { print n + 0 }' err)
	[ $((written + lost)) = "$2" ] || bad "$1: of $2 events $written were written, $lost told lost: $(cat err)"
}

counted() { # HOW-MANY OPTIONS...
	nr=$1
	shift
	"$PERF" record -N -e syscalls:sys_enter_read --filter "count == $size" "$@" -o f -- \
		sh -c "$(reads "$nr"); grep VmHWM /proc/\$PPID/status > memory" > out 2> err || bad "$*: exit $?: $(cat err)"
	as_many "$*" "$nr"
}

few=4000 many=60000
if [ -n "${PERF_TEST_LONG:-}" ]; then
	# An hour of a thousand a second.
	many=3600000
elif [ -n "${PERF_VM_GUEST:-}" ]; then
	many=20000
fi
counted $few -g
counted $few --threads -g
if "$PERF" check -q feature zstd; then
	counted $few -z -g
fi
# Of all CPUs, while others are busy; with rings that are too small for that, too.
if "$PERF" record -q -a -e cpu-clock -o probe -- true 2> err; then
	sh -c 'while :; do (:); done' &
	busy=$!
	at_end() {
		kill $busy 2> kill.err || :
	}
	counted $few -a -g
	counted $few -a -g -m 1 -e cpu-clock
	kill $busy
	at_end() {
		:
	}
fi

# Perf is stopped (SIGSTOP) and goes on, again and again, and the events come while it stands still: large rings hold all of them, small
# ones do not. $PPID is perf.
stopped() { # all|some OPTIONS...
	kept=$1
	shift
	# shellcheck disable=SC2016 # for the inner shell
	"$PERF" record -N -e syscalls:sys_enter_read --filter "count == $size" "$@" -o f -- \
		sh -c 'i=0; while [ $i -lt 20 ]; do kill -STOP $PPID; '"$(reads $((few / 20)))"'; kill -CONT $PPID; i=$((i + 1)); done' \
		> out 2> err || bad "stopped, $*: exit $?: $(cat err)"
	as_many "stopped, $*" $few
	[ $kept = all ] && [ "$lost" != 0 ] && bad "stopped, $*: $lost lost: $(cat err)"
	[ $kept = some ] && [ "$lost" = 0 ] && bad "stopped, $*: nothing was lost in rings of a page: $(cat err)"
	return 0
}
stopped all -g
stopped some -g -m 1
stopped all --threads -g
stopped some --threads -g -m 1
if "$PERF" check -q feature zstd; then
	stopped some -z -g -m 1
fi

# The recorder's memory, at the end of the command: what sanitizers keep is another matter.
[ -z "${PERF_TEST_AGAIN:-}" ] || finish
kilobytes() {
	sed 's/[^0-9]//g' memory
}
# Of the rings it has what was ever filled: few events fill small ones as well.
counted $few -g -m 32
small=$(kilobytes)
counted $many -g -m 32
large=$(kilobytes)
[ "$large" -le $((small + 2048)) ] || bad "$large KiB after $many events, $small KiB after $few"

echo "perf record has $small KiB after $few events, $large KiB after $many"

# And that of one who reads along. What it keeps is what lies between two rounds, and that is as much as rings hold when
# it comes late: with rings of 4 MB it has 9 MB after so few events that these do not fill one, else 17 to 26.
have_tools "memory of one who reads along" python3 || finish
cat > most.py << 'E2'
import os, sys
pid = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(pid, 0)
open(sys.argv[1], "w").write(str(usage.ru_maxrss))
sys.exit(status != 0)
E2
along() { # HOW-MANY
	{
		"$PERF" record -N -g -m 32 -e syscalls:sys_enter_read --filter "count == $size" -o - -- sh -c "$(reads "$1")" 2> err ||
			bad "a pipe: $(cat err)"
	} | python3 most.py memory "$PERF" script -i - -F tid,time > text 2> text.err || bad "reading along: $(cat text.err)"
	[ "$(grep -c . text)" = "$1" ] || grep -q lost err || bad "reading along: $(grep -c . text) of $1 events: $(cat err text.err)"
}
along $few
small=$(kilobytes)
along $many
large=$(kilobytes)
[ "$large" -le $((small + 8192)) ] || bad "who reads along has $large KiB after $many events, $small KiB after $few"
echo "perf script has $small KiB after $few events, $large KiB after $many"
finish
