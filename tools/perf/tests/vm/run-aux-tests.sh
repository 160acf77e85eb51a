#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Tests AUX recording in a guest, with PMUs of a module of our own. See -h.
set -eu

usage()
{
	cat <<-'USAGE'
	usage: run-aux-tests.sh [-p PERF] [-k DIR] [-T SECS]

	Boots the guest of boot.sh, loads the module of build-module.sh, and tests there what the
	kernel takes and refuses, what a paused and resumed trace holds, and perf record with such
	events. The recordings come back: they are compared with what the module says that it
	wrote, and are decoded. The last line says how many passed; what is skipped, for lack of
	libipt, is a failure if PERF_TEST_REQUIRE_VM is set.

	  -p PERF   the perf to test (default: the one built in this tree)
	  -k DIR    keep the recordings there
	  -T SECS   the guest must be done after so many seconds (default: 900)

	exit status: 0 all passed, 1 not all, 77 QEMU, the kernel, its headers or a compiler cannot be had, or
	the kernel takes no modules (the last line says why), 3 the guest crashed or took too long
	USAGE
}

here=$(cd "$(dirname "$0")" && pwd)
perf=$here/../../build/perf
keep=
limit=900
# shellcheck source-path=SCRIPTDIR source=../stage.sh
. "$here/../stage.sh"

while getopts hp:k:T: opt; do
	case $opt in
	h) usage; exit 0 ;;
	p) perf=$OPTARG ;;
	k) keep=$OPTARG ;;
	T) limit=$OPTARG ;;
	*) usage >&2; exit 129 ;;
	esac
done

stage_folder vm-aux
mkdir "$dir/guest"

if ! command -v python3 >/dev/null; then
	echo "no 'python3' here, which compares the recordings"
	exit 77
fi
if ! "$here/aux/build.sh" "$dir/guest" >"$dir/log" 2>&1; then
	cat "$dir/log"
	echo "the programs of tests/vm/aux cannot be built: no working C compiler"
	exit 77
fi

cp "$here/guest-aux" "$dir/guest/run.sh"
cp "$here/guest-intel-pt" "$dir/guest/"
status=0
"$here/boot.sh" -M -T "$limit" -p "$perf" "$dir/guest" >"$dir/results" 2>"$dir/err" || status=$?
if [ "$status" != 0 ]; then
	cat "$dir/results" "$dir/err"
	exit "$status"
fi
[ -z "$keep" ] || { mkdir -p "$keep" && cp -r "$dir/guest/." "$keep/"; }

if [ -e "$dir/guest/out/refused" ]; then
	echo "the guest's kernel takes no module of ours: $(cat "$dir/guest/out/refused")"
	exit 77
fi
if [ -e "$dir/guest/out/dmesg" ]; then
	python3 "$here/aux/check.py" "$dir/guest/out" >>"$dir/results" || :
	python3 "$here/aux/check-segments.py" "$perf" "$dir/guest/out" >>"$dir/results" || :
	PERF=$perf sh "$here/aux/check-perf.sh" "$dir/guest" >>"$dir/results" || :
fi
cat "$dir/results"
count_lines "$dir/results"
echo "$passed passed, $failed failed, $skipped skipped"
if [ "$skipped" != 0 ] && [ -n "${PERF_TEST_REQUIRE_VM:-}" ]; then
	echo "FAILED: nothing may be skipped (PERF_TEST_REQUIRE_VM is set)"
	exit 1
fi
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
