#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Runs a script in a guest whose kernel has deferred user callchains. See -h.
set -eu

usage()
{
	cat <<-'USAGE'
	usage: boot.sh [OPTION...] DIR [FILE...]

	Boots a kernel of at least 6.19 under QEMU's plain emulation, with the files of DIR and the
	FILEs in /root, and runs 'sh run.sh' there as root. What run.sh prints comes out here; what
	it leaves in ./out comes back as DIR/out; the kernel's messages are in DIR/console.log.
	Programs bring the shared libraries that they need. The guest has busybox, tracefs,
	perf_event_paranoid -1, kptr_restrict 0 and no hardware counters. Many guests can run at
	once, each with its own DIR.

	  -p PERF   the perf of the guest (default: the one built in this tree, if it is there)
	  -P        adds python3 and bash to the guest
	  -M        adds the test module of build-module.sh as ./faux_pt.ko, for insmod
	  -t DIR2   adds DIR2 at the path that it has here
	  -T SECS   the guest must be done after so many seconds (default: 900), not counting those in which the
	            emulator waited for a CPU that others had
	  -m SIZE   memory (default: 2G)
	  -k WHICH  another kernel, as fetch-kernel.sh finds it: '-s 6.12', '-b 6.19'
	  -W        wakes the guest: for each line 'guest: sleeps' on its /dev/console a key is pressed,
	            every five seconds, until there is a line 'guest: awake' for it. The kernel's
	            command line has 'perf_vm_wakes' then. (No clock of QEMU's wakes from 's2idle'.)
	  -c CPU    model (default: max; 'max,vendor=GenuineIntel' shows an emulated Intel PT)

	  PERF_VM_ACCEL   QEMU's accelerator (default: tcg,thread=single; 'kvm' where it works)
	  PERF_VM_APPEND  more words for the kernel's command line
	  PERF_VM_KERNEL, PERF_VM_CACHE: see fetch-kernel.sh

	exit status: 0 run.sh returned 0, 1 it returned something else, or the module's source does
	not compile (named on stderr),
	77 QEMU, the kernel or the module cannot be had, 3 the guest crashed or took too long (the end of
	its console log is shown)

	Example:
	  mkdir /tmp/x && cat >/tmp/x/run.sh <<END
	  perf record --call-graph fp,defer -o out/perf.data -- dd if=/dev/zero of=/dev/null count=99999
	  perf script -i out/perf.data | head -n 30
	  END
	  tools/perf/tests/vm/boot.sh /tmp/x
	USAGE
}

die()	# status text
{
	echo "boot.sh: $2" >&2
	exit "$1"
}

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../../../.." && pwd)
perf=
python=
module=
trees=
limit=900
memory=2G
cpu=max
which=
wakes=

while getopts hp:PMWt:T:m:c:k: opt; do
	case $opt in
	h) usage; exit 0 ;;
	p) perf=$OPTARG ;;
	P) python=-P ;;
	M) module=1 ;;
	W) wakes=1 ;;
	t) trees="$trees -t $OPTARG" ;;
	T) limit=$OPTARG ;;
	m) memory=$OPTARG ;;
	c) cpu=$OPTARG ;;
	k) which=$OPTARG ;;
	*) usage >&2; exit 129 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -ge 1 ] || { usage >&2; exit 129; }
[ -e "$1/run.sh" ] || die 129 "'$1' holds no 'run.sh'"
dir=$(cd "$1" && pwd)
shift
if [ -z "$perf" ] && [ -x "$top/tools/perf/build/perf" ]; then
	perf=$top/tools/perf/build/perf
fi

command -v qemu-system-x86_64 >/dev/null ||
	die 77 "no 'qemu-system-x86_64' here: install the package 'qemu-system-x86'"
# The module first: it may ask for a newer kernel, where the headers of the one at hand are gone.
# shellcheck disable=SC2086 # an option and its value
[ -z "$module" ] || module=$("$here/build-module.sh" $which) || exit
# shellcheck disable=SC2086 # an option and its value
kernel=$("$here/fetch-kernel.sh" $which) || exit 77
modules=${kernel%/*}/modules

work=$(mktemp -d "${TMPDIR:-/tmp}/perf-vm.XXXXXX")
qemu=
waker=
limiter=

# shellcheck disable=SC2317 # called by the trap
cleanup()
{
	[ -z "$qemu" ] || kill "$qemu" 2>/dev/null || :
	[ -z "$waker" ] || kill "$waker" 2>/dev/null || :
	[ -z "$limiter" ] || kill "$limiter" 2>/dev/null || :
	rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

if [ -n "$module" ]; then
	cp "$module" "$work/faux_pt.ko"
	set -- "$@" "$work/faux_pt.ko"
fi
[ -d "$modules" ] || modules=
# shellcheck disable=SC2086 # $trees and $python are words by design
"$here/build-initrd.sh" -o "$work/initrd" ${perf:+-p "$perf"} ${modules:+-k "$modules"} $python $trees "$dir" "$@"

rm -rf "$dir/out" "$dir/console.log" "$work/out.tar"
# The clock is the machine's, and does not go wrong because it is busy, as the kernel would conclude; nor is a timer broken
# whose interrupts come late while the kernel looks for ten of them in 40 ms.
# One emulated CPU runs at a time: the kernel patches its own code while events are switched
# on, and an emulated CPU that runs alongside has been seen to enter such a place half done.
# What repeats itself byte by byte is emulated byte by byte: a CPU that does not call that fast is given words of eight to clear and copy.
mkfifo "$work/log" "$work/monitor.in" "$work/monitor.out"
cat "$work/log" &

lines()	# TEXT: how many the console has
{
	grep -c "$1" "$dir/console.log" 2>/dev/null || :
}

press_when_asleep()
{
	exec 8<>"$work/monitor.in"
	while :; do
		sleep 1
		# A key on the way to sleep would be no reason to wake up, and the keyboard would wait to be read.
		if [ "$(lines '^guest: sleeps')" -gt "$(lines '^guest: awake')" ]; then
			sleep 5
			echo sendkey shift >&8
		fi
	done
}

# Seconds by the clock, and seconds in which threads of process $1 could have run, but had no CPU (the second number of schedstat,
# in ns; a kernel that does not count has no such file).
look_at()	# pid
{
	cat /proc/uptime "/proc/$1"/task/*/schedstat 2>/dev/null |
		awk 'NR == 1 { now = $1; next } { waited += $2 / 1e9 } END { printf "%d %d\n", now, waited }'
}

# Ends process $1 when it has had $limit seconds. What neighbours took is none of its time.
end_in_time()	# pid
{
	had=0
	# shellcheck disable=SC2046 # two numbers
	set -- "$1" $(look_at "$1")
	while [ "$had" -lt "$limit" ]; do
		sleep 2
		# shellcheck disable=SC2046 # two numbers
		set -- "$1" "$2" "$3" $(look_at "$1")
		waited=$(($5 - $3))
		# Threads that have ended took their numbers along; several may have waited at a time.
		[ $waited -ge 0 ] || waited=0
		[ $waited -le $(($4 - $2)) ] || waited=$(($4 - $2))
		had=$((had + $4 - $2 - waited))
		set -- "$1" "$4" "$5"
	done
	: >"$work/over"
	kill "$1" 2>/dev/null || :
	sleep 5
	kill -KILL "$1" 2>/dev/null || :
}

set -- -monitor none
if [ -n "$wakes" ]; then
	press_when_asleep &
	waker=$!
	cat "$work/monitor.out" >/dev/null &
	set -- -chardev "pipe,id=monitor,path=$work/monitor" -mon chardev=monitor \
		-chardev "file,id=second,path=$work/log" -serial chardev:second
	PERF_VM_APPEND="${PERF_VM_APPEND:-} perf_vm_wakes"
fi
status=0
qemu-system-x86_64 -nodefaults -no-user-config \
	-accel "${PERF_VM_ACCEL:-tcg,thread=single}" -cpu "$cpu,-erms,-fsrm" -smp 2 -m "$memory" \
	-kernel "$kernel" -initrd "$work/initrd" \
	-append "console=ttyS0 panic=-1 oops=panic mitigations=off tsc=reliable no_timer_check quiet ${PERF_VM_APPEND:-}" \
	-display none -no-reboot -serial "file:$dir/console.log" -device virtio-serial-pci \
	-chardev "file,id=log,path=$work/log" -device virtserialport,chardev=log,name=log \
	-chardev "file,id=out,path=$work/out.tar" -device virtserialport,chardev=out,name=out \
	"$@" </dev/null &
qemu=$!
end_in_time "$qemu" >/dev/null 2>&1 &
limiter=$!
wait "$qemu" || status=$?
qemu=
kill "$limiter" 2>/dev/null || :
limiter=
[ -z "$waker" ] || kill "$waker" 2>/dev/null || :
waker=
: <>"$work/log"
: <>"$work/monitor.out"	# an emulator that never started has not opened them
wait		# for the last of the output

if [ "$status" = 0 ] && tar xf "$work/out.tar" -C "$work" 2>/dev/null && [ -s "$work/status" ]; then
	rm -rf "$dir/out"
	cp -r "$work/out" "$dir/out"
	guest=$(cat "$work/status")
	[ "$guest" = 0 ] || die 1 "run.sh ended with status $guest in the guest"
	exit 0
fi
echo "boot.sh: the end of the guest's console:" >&2
tail -n 40 "$dir/console.log" >&2 || :
[ ! -e "$work/over" ] || die 3 "the guest was not done after $limit s"
case $status in
0) die 3 "the guest went down before run.sh was done" ;;
*) die 3 "qemu-system-x86_64 ended with status $status" ;;
esac
