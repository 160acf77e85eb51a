# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# What the live tests of deferred callchains share. Sourced, with PERF and PERF_TEST_DIR set as
# `perf test` does it. In the guest of tests/vm (PERF_VM_GUEST is set) nothing may be skipped.

# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
lib=$PERF_TEST_DIR/shell/lib
# `perf test` gives all tests one build-id cache; without it each has its own.
export PERF_BUILDID_DIR="${PERF_BUILDID_DIR:-$dir/debug}"

# shellcheck disable=SC2034 # for skip()
suite_never_skips=${PERF_VM_GUEST:+the guest can do it}

# Leaves where this kernel or this user cannot record deferred chains.
need_deferral()
{
	if ! "$PERF" record --call-graph fp,defer -e cpu-clock -o "$dir/probe" \
		-- true >"$dir/log" 2>&1; then
		cat "$dir/log"
		skip "perf_event_open is not allowed here"
	fi
	if grep -q 'needs Linux 6.19' "$dir/log"; then
		skip "kernel has no deferred callchains"
	fi
}

# Finds the programs with known call paths, or builds them.
need_workloads()
{
	workloads=${PERF_TEST_WORKLOADS:-}
	if [ -z "$workloads" ]; then
		workloads=$dir/workloads
		"$PERF_TEST_DIR/vm/workloads/build.sh" "$workloads" >"$dir/log" 2>&1 ||
			skip "no C compiler to build the workloads"
	fi
}

# Records a workload and has it printed as NAME.script and NAME.report.
record()	# name workload-and-arguments record-options...
{
	name=$1
	command=$2
	shift 2
	# shellcheck disable=SC2086 # the command is words by design
	if ! "$PERF" record --call-graph fp,defer -o "$dir/$name.data" "$@" -- "$workloads"/$command \
		>"$dir/$name.log" 2>&1; then
		bad "perf record of '$command':"
		cat "$dir/$name.log"
		return 0
	fi
	print "$name"
}

print()	# name: of NAME.data
{
	"$PERF" script --no-inline -i "$dir/$1.data" >"$dir/$1.script" 2>"$dir/$1.err" ||
		bad "perf script of '$1': $(cat "$dir/$1.err")"
	# What is known here are the paths of the programs; libraries without frame pointers have callers missing.
	"$PERF" report --stdio --no-inline --no-orphan-marks --no-children -g folded,0,caller -s comm -i "$dir/$1.data" \
		>"$dir/$1.report" 2>"$dir/$1.err" ||
		bad "perf report of '$1': $(cat "$dir/$1.err")"
}

# Every sample of NAME.script that matches has a whole chain, and there are enough of them. Several such sets of four are
# judged in one go: in the guest each go takes a third of a second.
chains()	# name [least select has whole]...
{
	judged=$1 least_of=$2 select_of=$3 has_of=$4 whole_of=$5
	shift 5
	while [ $# -gt 0 ]; do
		least_of="$least_of\\n$1" select_of="$select_of\\n$2" has_of="$has_of\\n$3" whole_of="$whole_of\\n$4"
		shift 4
	done
	if ! awk -v least="$least_of" -v select="$select_of" -v has="$has_of" -v whole="$whole_of" -f "$lib/chains.awk" \
		"$dir/$judged.script" >"$dir/judgement"; then
		bad "chains of '$judged':"
		cat "$dir/judgement"
		cat "$dir/$judged.log"
	fi
}

# The same for the call graphs of NAME.report, outermost frame first.
folded()	# name has whole
{
	if ! awk -v has="$2" -v whole="$3" -f "$lib/folded.awk" "$dir/$1.report" >"$dir/judgement"; then
		bad "call graph of '$1' in the report:"
		cat "$dir/judgement"
		head -n 30 "$dir/$1.report"
	fi
}

# No context marker and no cookie is ever shown as an address: markers are the top of the address
# space, a cookie is an odd count above a CPU number + 1, of the two that the guest has.
no_markers()	# name
{
	if grep -nE '^[[:space:]]+(fffffffffffff[0-9a-f]{3}|[0-9a-f]*[13579bdf]0000000[12]) ' \
		"$dir/$1.script" >"$dir/judgement"; then
		bad "a marker or cookie is shown as an address in '$1':"
		head -n 5 "$dir/judgement"
	fi
}

# The kernel's half from a system call handler on, innermost first; and the same the other way round.
# shellcheck disable=SC2034 # for the tests
below_syscall='(x64_sys_call;)?do_syscall_64;entry_SYSCALL_64_after_hwframe;'
# shellcheck disable=SC2034
above_syscall='entry_SYSCALL_64_after_hwframe;do_syscall_64;(x64_sys_call;)?'
