#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Which lines the tests reach, and which functions none of them calls. See -h.
set -eu

usage()
{
	cat <<-'USAGE'
	usage: run.sh -p PERF [OUTPUT]

	Runs each suite of perf test with PERF, a build of clang that counts lines (run-tests.sh, stage coverage, makes one), and
	tells how many lines of each folder were reached. A function that no suite calls has to stand in
	tests/coverage/known, with the reason; one that stands there and is called has to go from there.

	With OUTPUT, a folder, what each suite has reached stays there as a file for tests/coverage/again.py, which says
	what has to run again under sanitizers.

	Processes that a signal ends count nothing, nor does the one that unwinds for perf record, which may not open
	files; neither do tests in a booted kernel. A test that fails in this slower build is shown, not judged: that is what
	the stage test is for.

	exit status: 0 all functions are called or known, 1 not, 77 PERF does not count, or there is no llvm-cov
	USAGE
}

perf=
# shellcheck source-path=SCRIPTDIR source=../stage.sh
. "$(dirname "$0")/../stage.sh"
stage_options "$@"
shift "$options"
[ -n "$perf" ] || { usage >&2; exit 129; }
perf=$(cd "$(dirname "$perf")" && pwd)/perf
here=$(cd "$(dirname "$0")" && pwd)
for tool in llvm-cov llvm-profdata python3; do
	command -v $tool >/dev/null || { echo "no $tool here"; exit 77; }
done
nm "$perf" 2>/dev/null | grep -q __llvm_profile_runtime || { echo "'$perf' was not built to count lines"; exit 77; }
stage_folder coverage
output=$dir/suites
if [ $# -gt 0 ]; then
	mkdir -p "$1"
	output=$(cd "$1" && pwd)
fi
mkdir -p "$output"
export PERF_TEST_NO_VM=1

# Four files a suite, into which all its processes add what they counted.
count_suite()	# NUMBER
{
	LLVM_PROFILE_FILE="$dir/$1.raw/%4m" "$perf" test "$1" >"$output/$1.text" 2>&1 || :
	llvm-profdata merge -o "$output/$1.profile" "$dir/$1.raw"/* 2>/dev/null || :
	rm -rf "$dir/$1.raw"
}

# A lane for each CPU takes the next suite that nobody has taken.
lane()
{
	for number in $numbers; do
		mkdir "$dir/$number.taken" 2>/dev/null || continue
		count_suite "$number"
	done
}

numbers=$(LLVM_PROFILE_FILE=/dev/null "$perf" test list 2>/dev/null | sed -n 's/^ *\([0-9]*\): .*/\1/p')
lanes=$(nproc)
while [ "$lanes" -gt 1 ]; do
	lane &
	lanes=$((lanes - 1))
done
lane
wait
grep -h ': FAILED!' "$output"/*.text || :
llvm-profdata merge -o "$dir/all" "$output"/*.profile
llvm-cov export -format=lcov -instr-profile="$dir/all" "$perf" >"$dir/lines"
"$here/coverage.py" "$dir/lines" "$(dirname "$(dirname "$here")")" "$here/known"
