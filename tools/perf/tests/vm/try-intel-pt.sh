#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Tries Intel PT where there is none. See -h.
set -eu

usage()
{
	cat <<-'USAGE'
	usage: try-intel-pt.sh [-p PERF] [-k DIR] [SCRIPT]

	Boots the guest of boot.sh, loads the test module of build-module.sh there under the name
	intel_pt, and runs SCRIPT with sh, or else records uname(2) in the kernel with aux-action, as
	perf-intel-pt(1) shows it, and looks at the trace from all sides. No hardware is needed, nor
	privileges: the module replays, each time that the trace is resumed, packets that libipt has
	encoded for the functions of module/flow.S.

	  -p PERF   the perf to try (default: the one built in this tree)
	  -k DIR    keep there what is left in ./out, such as recordings (without SCRIPT: title.data)

	In SCRIPT, 'replay "$(kernel_flow)"' and 'replay $program_flow' choose whether the packets are of
	the module's copy of that code, as it is at first, or of that in the program ./work, which has
	a uname(2) N times with './work flow N'.

	exit status: 0 SCRIPT returned 0, 1 not, 77 the guest, its module or libipt cannot be had, 3 the
	guest crashed

	Example:
	  echo 'perf record -e intel_pt//k true; perf script --insn-trace' >/tmp/x.sh
	  tools/perf/tests/vm/try-intel-pt.sh /tmp/x.sh
	USAGE
}

here=$(cd "$(dirname "$0")" && pwd)
perf=$here/../../build/perf
keep=

while getopts hp:k: opt; do
	case $opt in
	h) usage; exit 0 ;;
	p) perf=$OPTARG ;;
	k) keep=$OPTARG ;;
	*) usage >&2; exit 129 ;;
	esac
done
shift $((OPTIND - 1))

dir=$(mktemp -d "${TMPDIR:-/tmp}/perf-vm-pt.XXXXXX")
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

"$here/aux/build.sh" "$dir"
if [ ! -e "$dir/encode-flow" ]; then
	echo "try-intel-pt.sh: no libipt here that would encode packets: install the package 'libipt-dev'" >&2
	exit 77
fi
cp "$here/guest-intel-pt" "$dir/"
if [ $# -gt 0 ]; then
	cp "$1" "$dir/script"
else
	cat >"$dir/script" <<-'SCRIPT'
	show()
	{
		printf '\n$ %s\n' "$*"
		"$@" 2>&1
	}
	cd out
	show perf record --kcore -o title.data -e intel_pt/aux-action=start-paused/k,syscalls:sys_enter_newuname/aux-action=resume/,syscalls:sys_exit_newuname/aux-action=pause/ uname
	show perf script -i title.data --call-trace
	show perf script -i title.data --insn-trace
	show perf script -i title.data --aux-segments
	show perf report -i title.data --stdio --no-children --itrace=i0ns -s sym
	show perf report -i title.data --stats
	SCRIPT
fi
cat >"$dir/run.sh" <<'END'
insmod ./faux_pt.ko name=intel_pt pt_packets=1 || exit 1
. ./guest-intel-pt
replay "$(kernel_flow)" || exit 1
. ./script
END

status=0
"$here/boot.sh" -M -p "$perf" "$dir" || status=$?
[ -z "$keep" ] || { mkdir -p "$keep" && cp -r "$dir/out/." "$keep/"; }
exit "$status"
