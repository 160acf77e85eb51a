#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Builds everything, runs every test. See -h.
set -u

usage()
{
	cat <<-'USAGE'
	usage: run-tests.sh [-n] [STAGE...]

	Installs what is missing (through apt, as root or with sudo), builds with gcc and clang,
	and runs all tests, those in a booted kernel included. The last line is the count.

	  -n  installs nothing

	  gcc        build with gcc -Werror           layers  what may include what
	  clang      build with clang -Werror         man     man pages
	  bare       build without optional libraries lint    shellcheck of the scripts
	  test       perf test
	  san        perf test, built with ASan and UBSan
	  fuzz       damaged recordings, against that build
	  libfuzzer  the libFuzzer targets
	  vm         the live tests, in a booted kernel

	  PERF_TEST_REQUIRE_VM=1  a booted kernel that cannot be had is a failure, not a skip
	  FUZZ_SEEDS=N            mutants of every kind and recording (default: 3)
	  FUZZ_SECONDS=N          for each libFuzzer target (default: what makes a minute of all)

	exit status: 0 everything passed or was skipped, 1 something failed
	USAGE
}

install=1
while getopts hn opt; do
	case $opt in
	h) usage; exit 0 ;;
	n) install= ;;
	*) usage >&2; exit 129 ;;
	esac
done
shift $((OPTIND - 1))
stages=${*:-gcc vm clang bare test san fuzz libfuzzer layers man lint}
fuzz_targets=$(find "$(dirname "$0")/tools/perf/tests/fuzz" -name 'fuzz-*.c' | wc -l)
fuzz_seconds=${FUZZ_SECONDS:-$((60 * $(nproc) / fuzz_targets + 1))}

cd "$(dirname "$0")" || exit 1
top=$PWD
src=$top/tools/perf
logs=$(mktemp -d "${TMPDIR:-/tmp}/perf-tests.XXXXXX")
vm_pid=

# shellcheck disable=SC2317 # called by the trap
cleanup()
{
	[ -z "$vm_pid" ] || kill "$vm_pid" 2>/dev/null
	rm -rf "$logs"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

# shellcheck source-path=SCRIPTDIR source=tools/perf/tests/packages.sh
. "$src/tests/packages.sh"

passed=0 failed=0 skipped=0

begin()	# stage text
{
	echo
	echo "== $1: $2"
	started=$(date +%s)
}

end()	# what
{
	echo "-- $1, $(($(date +%s) - started)) s"
}

ok()
{
	passed=$((passed + 1))
	end ok
}

bad()	# why
{
	failed=$((failed + 1))
	end "FAILED: $1"
}

skip()	# why
{
	skipped=$((skipped + 1))
	end "skipped: $1"
}

# Adds the count in the last line of a perf test's output. A run that ends without one, or with
# a status that the count does not explain, is a failure of its own.
count()	# log status
{
	line=$(tail -n 1 "$1")
	numbers=$(echo "$line" | sed -nE 's/^([0-9]+) passed, ([0-9]+) failed(, ([0-9]+) skipped)?$/p=\1 f=\2 s=\4/p')
	if [ -z "$numbers" ]; then
		bad "no count, exit status $2"
		return
	fi
	p=0 f=0 s=0
	eval "$numbers"
	passed=$((passed + p))
	failed=$((failed + f))
	skipped=$((skipped + ${s:-0}))
	if [ "$f" = 0 ] && [ "$2" != 0 ]; then
		bad "exit status $2"
	else
		end "$line"
	fi
}

build()	# log arguments of make...
{
	log=$1
	shift
	if ! make -C "$src" -f Makefile.perf -j2 WERROR=1 "$@" >"$log" 2>&1; then
		tail -n 40 "$log"
		return 1
	fi
}

# What a C compiler makes has no warning; the tests run on what gcc made.
perf=$src/build-gcc/perf
san=$src/build-san-address-undefined/perf

stage_gcc()
{
	begin gcc "build with -Werror"
	if build "$logs/gcc" CC=gcc O=build-gcc; then ok; else bad "see above"; fi
}

stage_clang()
{
	begin clang "build with -Werror"
	if ! command -v clang >/dev/null; then
		skip "no clang"
	elif build "$logs/clang" CC=clang O=build-clang; then
		ok
	else
		bad "see above"
	fi
}

# Without any optional library: every sample is still there, with its chain. (What is missing in it takes two of them.)
stage_bare()
{
	begin bare "build without optional libraries"
	without=$(sed -n 's/^try [A-Z0-9_]* \(NO_[A-Z0-9_]*\) .*/\1=1/p' "$src/config.sh")
	# shellcheck disable=SC2086 # words by design
	if [ -z "$without" ] || ! build "$logs/bare" CC=gcc O=build-bare CFLAGS=-O1 $without; then
		bad "the build failed"
		return
	fi
	need "$perf" || return
	for fields in comm,tid,time,event ip; do
		for dir in build-gcc build-bare; do
			if ! "$src/$dir/perf" script -F "$fields" --no-inline --as-recorded -i "$src/tests/golden/demo/demo.data" \
				>"$logs/$dir.txt" 2>"$logs/$dir.err"; then
				cat "$logs/$dir.err"
				bad "$dir/perf script -F $fields"
				return
			fi
		done
		if [ ! -s "$logs/build-bare.txt" ] || ! diff "$logs/build-gcc.txt" "$logs/build-bare.txt" >"$logs/diff"; then
			head -n 20 "$logs/diff"
			bad "perf script -F $fields differs"
			return
		fi
	done
	ok
}

need()	# program
{
	[ -x "$1" ] && return
	bad "'${1#"$top/"}' was not built"
	return 1
}

# The booted kernel computes on one CPU, so that it runs beside the other stages.
stage_vm()
{
	[ -x "$perf" ] || return 0
	(
		"$src/tests/vm/run-guest-tests.sh" -p "$perf" >"$logs/vm" 2>&1
		echo $? >"$logs/vm.status"
		"$src/tests/vm/run-aux-tests.sh" -p "$perf" >"$logs/vm-aux" 2>&1
		echo $? >"$logs/vm-aux.status"
		"$src/tests/vm/run-truth-tests.sh" -p "$perf" >"$logs/vm-truth" 2>&1
		echo $? >"$logs/vm-truth.status"
	) </dev/null &
	vm_pid=$!
}

collect_vm()
{
	begin vm "live tests in a booted kernel"
	need "$perf" || return
	wait "$vm_pid"
	vm_pid=
	collect_guest vm
	begin vm "AUX areas in a booted kernel, with a test module"
	collect_guest vm-aux
	begin vm "stacks that are known from the source, in a booted kernel"
	collect_guest vm-truth
}

collect_guest()	# log
{
	cat "$logs/$1"
	status=$(cat "$logs/$1.status" 2>/dev/null || echo 1)
	if [ "$status" != 77 ]; then
		count "$logs/$1" "$status"
	elif [ -n "${PERF_TEST_REQUIRE_VM:-}" ]; then
		bad "$(tail -n 1 "$logs/$1")"
	else
		skip "$(tail -n 1 "$logs/$1")"
	fi
}

stage_test()
{
	begin test "perf test"
	need "$perf" || return
	PERF_TEST_NO_VM=1 "$perf" test >"$logs/test" 2>&1
	status=$?
	cat "$logs/test"
	count "$logs/test" "$status"
}

stage_san()
{
	begin san "perf test under ASan and UBSan"
	if ! build "$logs/san" CC=gcc CFLAGS="-O1 -g" SAN=address,undefined; then
		bad "the build failed"
		return
	fi
	PERF_TEST_NO_VM=1 PERF_TEST_NO_FUZZ=1 ASAN_OPTIONS=detect_leaks=1 "$san" test >"$logs/san" 2>&1
	status=$?
	cat "$logs/san"
	count "$logs/san" "$status"
}

stage_fuzz()
{
	begin fuzz "damaged recordings under ASan and UBSan"
	if ! command -v python3 >/dev/null; then
		skip "no python3"
		return
	fi
	need "$san" || return
	fuzz=$src/tests/fuzz
	if [ -d "$fuzz/corpus" ] && ! python3 "$fuzz/run.py" --replay "$san" "$fuzz/corpus" >"$logs/fuzz" 2>&1; then
		tail -n 40 "$logs/fuzz"
		bad "a recording that was once found to do harm"
		return
	fi
	set --
	for data in "$src"/tests/golden/*.data; do
		[ ! -f "$data" ] || set -- "$@" "$data"
	done
	mkdir "$logs/sound"
	for protocol in C A; do
		for order in little big; do
			sound=$logs/sound/$protocol-$order.data
			"$perf" defer generate --seed 7 --actions 60 --no-loss --protocol "$protocol" \
				--byte-order "$order" -o "$sound" >>"$logs/fuzz" 2>&1 && set -- "$@" "$sound"
		done
	done
	for order in little big; do
		sound=$logs/sound/aux-$order.data
		"$perf" defer generate --byte-order "$order" -o "$sound" "$src/tests/scenario-aux/plain.txt" \
			>>"$logs/fuzz" 2>&1 && set -- "$@" "$sound"
	done
	if [ $# = 0 ]; then
		cat "$logs/fuzz"
		bad "no sound recording to damage"
	elif python3 "$fuzz/run.py" --seeds "${FUZZ_SEEDS:-3}" "$san" "$@" >"$logs/fuzz" 2>&1; then
		tail -n 3 "$logs/fuzz"
		ok
	else
		tail -n 40 "$logs/fuzz"
		bad "see above"
	fi
}

# The damaged and the sound recordings are where libFuzzer starts from.
stage_libfuzzer()
{
	begin libfuzzer "$fuzz_targets parsers: $fuzz_seconds s each"
	if ! printf 'int LLVMFuzzerTestOneInput(void) { return 0; }\n' |
		clang -fsanitize=fuzzer -x c - -o "$logs/probe" 2>/dev/null; then
		skip "no clang with libFuzzer"
		return
	fi
	if ! make -C "$top" -j2 fuzz >"$logs/libfuzzer" 2>&1; then
		tail -n 40 "$logs/libfuzzer"
		bad "the build failed"
		return
	fi
	mkdir -p "$logs/sound"
	"$src/tests/fuzz/seeds.py" "$logs/seeds" >>"$logs/libfuzzer" 2>&1 || mkdir -p "$logs/seeds"
	pids=
	for fuzzer in "$src"/build-fuzz/fuzz-*; do
		[ ! -x "$fuzzer" ] || start_fuzzer "$fuzzer"
	done
	# shellcheck disable=SC2086 # one pid a word
	[ -z "$pids" ] || wait $pids
	for status in "$logs"/*.fuzzed; do
		tail -n 1 "${status%ed}"
		[ "$(cat "$status")" != 0 ] || continue
		tail -n 40 "${status%ed}"
		status=${status##*/}
		bad "${status%.fuzzed}: what it found is in the file that it names above"
		return
	done
	ok
}

# As many at a time as there are CPUs, each with findings of its own.
start_fuzzer()	# program
{
	# shellcheck disable=SC2086
	if [ "$(echo $pids | wc -w)" -ge "$(nproc)" ]; then
		wait $pids
		pids=
	fi
	name=${1##*/}
	# Those whose input is no recording begin with seeds of their own.
	seeds=$logs/seeds/${name#fuzz-}
	[ -d "$seeds" ] || seeds=$logs/sound
	mkdir -p "$logs/new-$name"
	(
		status=0
		"$1" -seed=1 -max_total_time="$fuzz_seconds" -timeout=20 -rss_limit_mb=4000 -artifact_prefix="$top/" \
			"$logs/new-$name" "$seeds" "$src"/tests/fuzz/corpus* >"$logs/$name.fuzz" 2>&1 || status=$?
		echo $status >"$logs/$name.fuzzed"
	) &
	pids="$pids $!"
}

simple()	# stage text command...
{
	begin "$1" "$2"
	log=$logs/$1
	shift 2
	if "$@" >"$log" 2>&1; then
		ok
	else
		tail -n 40 "$log"
		bad "see above"
	fi
}

stage_layers()
{
	simple layers "what may include what" make -C "$top" layers
}

stage_man()
{
	if command -v asciidoctor >/dev/null; then
		simple man "man pages" make -C "$src" -f Makefile.perf O=build-gcc man
	else
		begin man "man pages"
		skip "no asciidoctor"
	fi
}

stage_lint()
{
	begin lint "shell scripts: warnings of shellcheck"
	if ! command -v shellcheck >/dev/null; then
		skip "no shellcheck"
		return
	fi
	# shellcheck disable=SC2046 # no white space in these names
	if shellcheck -x -S warning $(grep -rlE '^#!/bin/(sh|bash)' "$top" --include=* --exclude-dir=.git --exclude-dir='build*') \
		>"$logs/lint" 2>&1; then
		ok
	else
		tail -n 40 "$logs/lint"
		bad "see above"
	fi
}

if [ -n "$install" ]; then
	# shellcheck disable=SC2086,SC2154 # words by design; the other file sets build_packages
	ensure_packages $build_packages clang 'libclang-rt-dev|libclang-rt-14-dev' lld g++ python3 asciidoctor jq valgrind \
		linux-perf binutils qemu-system-x86 busybox-static cpio zstd xz-utils shellcheck strace protobuf-compiler dpkg-dev lintian zsh llvm \
		golang-github-google-pprof-dev golang-1.19-go
fi
command -v make >/dev/null || { echo "no 'make' here"; echo "0 passed, 1 failed"; exit 1; }

for stage in $stages; do
	case $stage in
	gcc | clang | bare | vm | test | san | fuzz | libfuzzer | layers | man | lint) "stage_$stage" ;;
	*) echo "run-tests.sh: no stage is called '$stage'" >&2; exit 129 ;;
	esac
done
case " $stages " in
*' vm '*) collect_vm ;;
esac

echo
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
