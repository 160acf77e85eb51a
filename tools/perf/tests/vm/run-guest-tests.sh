#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Runs tests in a guest whose kernel has deferred user callchains. See -h.
set -eu

usage()
{
	cat <<-'USAGE'
	usage: run-guest-tests.sh [-p PERF] [-d [-f FILE]...] [-T SECS] [WORD...]

	Boots the guest of boot.sh with the tests of this tree and the workloads, and runs
	'perf test WORD...' in it. The default are the live tests of deferred callchains,
	recordings inside PID namespaces, and what may be done to no other machine: the others need no such kernel, and emulation makes them slow. The last line says how many passed.

	  -p PERF   the perf to test (default: the one built in this tree)
	  -d        run the live shell tests directly: for a perf that has no such tests itself
	  -f FILE   also bring FILE into the guest's /root
	  -T SECS   the guest must be done after so many seconds (default: 900), as boot.sh counts them

	exit status: 0 all passed, 1 not all, 77 QEMU, the kernel or the compiler cannot be had (the
	last line says why), 3 the guest crashed or took too long
	USAGE
}

here=$(cd "$(dirname "$0")" && pwd)
tests=$(cd "$here/.." && pwd)
perf=$tests/../build/perf
direct=
extra=
limit=900

while getopts hp:df:T: opt; do
	case $opt in
	h) usage; exit 0 ;;
	p) perf=$OPTARG ;;
	d) direct=1 ;;
	f) extra="$extra $OPTARG" ;;
	T) limit=$OPTARG ;;
	*) usage >&2; exit 129 ;;
	esac
done
shift $((OPTIND - 1))

# shellcheck source-path=SCRIPTDIR source=../stage.sh
. "$here/../stage.sh"
stage_folder vm-tests

cp "$here/guest-tests" "$dir/run.sh"
[ $# -gt 0 ] || set -- 'callchains, live' 'PID namespace, live' 'goes offline'
printf '%s\n' "$@" >"$dir/words"
[ -z "$direct" ] || : >"$dir/direct"
mkdir "$dir/tests"
# What needs no kernel has been tested outside; a guest boots no guest.
(cd "$tests" && tar cf - --exclude=./vm --exclude='./fuzz/corpus*' --exclude=test_deferred_vm.sh .) |
	tar xf - -C "$dir/tests"
if ! "$here/workloads/build.sh" "$dir/workloads" >"$dir/log" 2>&1; then
	cat "$dir/log"
	echo "the workloads cannot be built: no working C compiler"
	exit 77
fi

status=0
# shellcheck disable=SC2086 # files by design
"$here/boot.sh" -T "$limit" -p "$perf" "$dir" $extra 2>"$dir/err" || status=$?
# run.sh's own failures are in what it printed.
[ "$status" -le 1 ] || cat "$dir/err"
exit "$status"
