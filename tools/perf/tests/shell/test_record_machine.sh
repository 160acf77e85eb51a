#!/bin/sh
# perf record: the clock is set, the machine sleeps, a file system is read-only (exclusive)
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
[ -n "${PERF_VM_GUEST:-}" ] || skip "it sets the clock: only in the guest of tests/vm"
cd "$dir"
spin='dd if=/dev/zero of=/dev/null bs=4k count=5000 2> /dev/null'

# All samples are found, at most so many seconds apart, one after the other.
sound() { # WHAT SECONDS
	written=$(said err)
	"$PERF" script -i f -F time > text 2> text.err || bad "$1: perf script: $(cat text.err)"
	[ "${written:-0}" -gt 0 ] && [ "$(grep -c . text)" = "$written" ] || bad "$1: $(grep -c . text) of '$written' samples: $(cat err)"
	! grep -i 'lost\|out of order\|damage' err text.err || bad "$1: that is no sound recording"
	awk -v most="$2" '
		{ t = $1 + 0 }
		NR == 1 { first = last = t }
		t < last { print "back from " last " to " t; wrong = 1; exit }
		{ last = t }
		END { if (!wrong && last - first > most) { print last - first " s"; wrong = 1 } exit wrong }' text > judged ||
		bad "$1: $(cat judged)"
}
step="date -s @\$((\$(date +%s) + 86400)) > /dev/null; $spin; date -s @\$((\$(date +%s) - 172800)) > /dev/null; $spin; date -s @\$((\$(date +%s) + 86400)) > /dev/null"

for how in "" "-a" "--threads -a"; do
	# shellcheck disable=SC2086 # words by design
	"$PERF" record -e cpu-clock $how -o f -- sh -c "$spin; $step; $spin" > out 2> err || bad "the clock is set, $how: exit $?: $(cat err)"
	sound "the clock is set, $how" 600
done
# Files that are named after the time stay in the order in which they were written, as do all samples in them.
mkdir several
cat > dumps <<- 'END'
	for by in 0 -7200 90000; do
		date -s @$(($(date +%s) + by)) > /dev/null
		dd if=/dev/zero of=/dev/null bs=4k count=5000 2> /dev/null
		n=$(grep -c Dump err)
		kill -USR2 $PPID
		while [ "$(grep -c Dump err)" -le "$n" ]; do sleep 0.02; done
	done
	date -s @$(($(date +%s) - 82800)) > /dev/null
END
"$PERF" record -e cpu-clock --switch-output -o several/f -- sh dumps > out 2> err || bad "the clock is set between files: exit $?: $(cat err)"
sed -n 's/.*Dump several\/\(.*\) \]/\1/p' err > dumped
[ "$(wc -l < dumped)" = 4 ] && ls several | cmp - dumped || bad "the clock is set between files: $(cat err) $(ls several)"
for f in several/f.*; do
	"$PERF" script -i "$f" -F time 2> text.err || bad "$f: $(cat text.err)"
done > text
tr -d ' :' < text | sort -c -n || bad "the clock is set between files: samples are not in order"
[ "$(grep -c . text)" = "$(said err)" ] || bad "the clock is set between files: $(grep -c . text) samples: $(cat err)"

# Whoever asks for that clock gets its steps, and every sample.
if "$PERF" record -q -k CLOCK_REALTIME -e cpu-clock -o f -- true 2> err; then
	"$PERF" record -k CLOCK_REALTIME -e cpu-clock -o f -- sh -c "$spin; $step; $spin" > out 2> err || bad "-k CLOCK_REALTIME: exit $?: $(cat err)"
	found=$("$PERF" script -i f -F time 2> text.err | grep -c .) || bad "-k CLOCK_REALTIME: $(cat text.err)"
	[ "$found" = "$(said err)" ] || bad "-k CLOCK_REALTIME: $found samples: $(cat err text.err)"
fi

# The machine sleeps for a while. Who started the guest wakes it: the clock of an emulated machine does not.
if grep -qw freeze /sys/power/state && grep -qw perf_vm_wakes /proc/cmdline; then
	for wakeup in /sys/bus/serio/devices/*/power/wakeup; do
		echo enabled > "$wakeup"
	done
	nap='echo "guest: sleeps" > /dev/console; sleep 0.3; echo freeze > /sys/power/state; echo "guest: awake" > /dev/console'
	for how in "" "--threads -a"; do
		# shellcheck disable=SC2086 # words by design
		"$PERF" record -e cpu-clock $how -o f -- sh -c "$spin; $nap; $spin" > out 2> err || bad "the machine sleeps, $how: exit $?: $(cat err)"
		sound "the machine sleeps, $how" 600
	done
else
	left_out "sleep of the machine" "nobody wakes it, as boot.sh -W does"
fi

# Nothing can be written there: it says so at once, and what is there stays.
mkdir d
mount -t tmpfs none d
"$PERF" record -q -e cpu-clock -o d/f -- true 2> err || bad "a folder: $(cat err)"
cp d/f before
mount -o remount,ro d
for how in "" "--threads" "--switch-output=1M"; do
	result=0
	# shellcheck disable=SC2086 # no word, or one
	"$PERF" record -e cpu-clock $how -o d/f -- touch ran > out 2> err || result=$?
	[ $result = 1 ] && grep -Eq "cannot (create|make the folder) 'd/f': Read-only file system" err || bad "a read-only folder, $how: exit $result: $(cat err)"
	[ ! -e ran ] || bad "a read-only folder, $how: the command ran nevertheless"
	cmp d/f before || bad "a read-only folder, $how: the older recording is another one"
done
# It cannot become so while a recording is written there.
mount -o remount,rw d
"$PERF" record -e cpu-clock -o d/f -- sh -c "$spin; ! mount -o remount,ro d 2> refused; $spin" > out 2> err || bad "read-only meanwhile: exit $?: $(cat err refused)"
rm -rf f
cp d/f f
sound "read-only meanwhile" 600
umount d
finish
