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
	and runs all tests, those in a booted kernel included. Stages that do not need each other
	run side by side; each is shown when it is over. One whose tests were not done in time
	runs again when it has the machine for itself, and that counts. The last line counts tests,
	each once, wherever it ran; what ran again is counted in a line of its own in front of it.

	  -n  installs nothing

	  gcc        build with gcc -Werror           layers  what may include what
	  clang      build with clang -Werror         man     man pages
	  bare       build without optional libraries lint    shellcheck of the scripts: a quarter of them, as in san
	  test       perf test
	  san        perf test again, built with ASan and UBSan: suites whose code they can see into, of those
	             in scripts a quarter of them, by the commit's hash, unless the stage is named
	  fuzz       damaged recordings, against that build
	  libfuzzer  the libFuzzer targets
	  readers    exports, read by the programs that they are for: DuckDB, ClickHouse, speedscope (from the
	             npm registry, 600 MB that stay in the cache)
	  vm         the live tests, in a booted kernel  clean  make clean, in a copy

	These take some minutes each, and only run when they are named:

	  machines   aarch64 and s390x in user-mode emulation, and a build of 32 bits
	  kernels    recordings on kernels that people have, from 6.1 on, booted one after the other
	  races      what has threads, in a build with ThreadSanitizer
	  coverage   lines that the tests reach, in a build that counts them, and functions that none calls

	  PERF_TEST_REQUIRE_VM=1  a booted kernel that cannot be had is a failure, not a skip
	  PERF_TEST_LONG=1        goes through everything where a part is enough for each day: a
	                          signal at each system call, the growth of every command
	  FUZZ_SEEDS=N            mutants of every kind and recording (default: 1, with PERF_TEST_LONG 10)
	  FUZZ_SECONDS=N          for each libFuzzer target (default: what makes a quarter of a minute of all, of fast
	                          ones 10,000 inputs)

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
stages=" ${*:-gcc vm clang bare test san fuzz libfuzzer readers layers man lint clean} "
for stage in $stages; do
	case $stage in
	gcc | clang | bare | vm | test | san | fuzz | libfuzzer | readers | layers | man | lint | clean | machines | kernels | races | coverage) ;;
	*) echo "run-tests.sh: no stage is called '$stage'" >&2; exit 129 ;;
	esac
done
# Under sanitizers a quarter of the suites in scripts runs for a commit, and the others for others, and so for shellcheck: by its hash, so that
# it is the same wherever the commit is tested. All of them do where the stage is named, with PERF_TEST_LONG, and for what is no commit.
quarter=
if [ $# = 0 ] && [ -z "${PERF_TEST_LONG:-}" ]; then
	case $(git -C "$(dirname "$0")" rev-parse HEAD 2>/dev/null) in
	*[048c]) quarter=0 ;;
	*[159d]) quarter=1 ;;
	*[26ae]) quarter=2 ;;
	*[37bf]) quarter=3 ;;
	esac
fi
cpus=$(nproc)
fuzz_targets=$(find "$(dirname "$0")/tools/perf/tests/fuzz" -name 'fuzz-*.c' | wc -l)
fuzz_seeds=1
[ -z "${PERF_TEST_LONG:-}" ] || fuzz_seeds=10
fuzz_time=15
[ -z "${PERF_TEST_LONG:-}" ] || fuzz_time=1200
# A target goes on until a second has passed in which its time is over; 0 would be without end.
fuzz_seconds=${FUZZ_SECONDS:-$((fuzz_time * cpus / fuzz_targets))}
[ "$fuzz_seconds" != 0 ] || fuzz_seconds=1
# What is stored is run in any case, all of it; to this a fast one adds 10,000 inputs, not ten times as many from the same seed each day.
fuzz_runs=10000
[ -z "${PERF_TEST_LONG:-}${FUZZ_SECONDS:-}" ] || fuzz_runs=-1

cd "$(dirname "$0")" || exit 1
top=$PWD
src=$top/tools/perf
logs=$(mktemp -d "${TMPDIR:-/tmp}/perf-tests.XXXXXX")
lanes=
# A stage that is named alone builds what it tests, unless that is there.
case $stages in
*' gcc '*) ;;
*' test '* | *' vm '* | *' kernels '* | *' machines '* | *' readers '* | *' man '*)
	[ -x "$src/build-gcc/perf" ] || stages=" gcc$stages" ;;
esac

# What process $1 has started, and that process.
end_all()	# pid
{
	for child in $(cat /proc/"$1"/task/*/children 2>/dev/null); do
		end_all "$child"
	done
	kill "$1" 2>/dev/null
}

# shellcheck disable=SC2317 # called by the trap
cleanup()
{
	for lane in $lanes; do
		end_all "$lane"
	done
	rm -rf "$logs"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

# shellcheck source-path=SCRIPTDIR source=tools/perf/tests/packages.sh
. "$src/tests/packages.sh"

# --- results: "passed", "failed" or "skipped", where it ran, and the name, in a file of each stage -----------

# What "times" has told of the programs that ran in this lane.
seconds_of_cpus()
{
	tail -n 1 "$logs/$stage.times" |
		awk -F '[ms ]+' '{ printf "%d", $1 * 60 + $2 + $3 * 60 + $4 }'
}

begin()	# stage text
{
	echo
	echo "== $1: $2"
	started=$(date +%s)
	times >"$logs/$stage.times"
	began_cpu=$(seconds_of_cpus)
	where=$1
}

end()	# what
{
	times >"$logs/$stage.times"
	echo "-- $1, $(($(date +%s) - started)) s ($(($(seconds_of_cpus) - began_cpu)) of CPUs)"
}

result()	# passed|failed|skipped
{
	printf '%s\t%s\tstage %s\n' "$1" "$where" "$where" >>"$logs/$stage.results"
}

ok()
{
	result passed
	end ok
}

bad()	# why
{
	result failed
	end "FAILED: $1"
}

skip()	# why
{
	result skipped
	end "skipped: $1"
}

# Whether tests of the log were ended since their time was over, as perf test and boot.sh say it. Their limits do not count what
# neighbours take of the CPUs, as far as can be known; but memory and disks are shared, too.
note_if_late()	# log
{
	! grep -qE 'not done after [0-9]+ s' "$1" || : >"$logs/$stage.late"
}

# The tests of perf test's output, or of another that ends with a count. A run that ends without one, or with another
# one than its lines have, or with a status that it does not explain, is a failure of its own.
count()	# log status
{
	note_if_late "$1"
	line=$(tail -n 1 "$1")
	counts=$(echo "$line" | sed -nE 's/^([0-9]+) passed, ([0-9]+) failed, ([0-9]+) skipped$/\1 \2 \3/p')
	if [ -z "$counts" ]; then
		bad "no count, exit status $2"
		return
	fi
	"$src/tests/results.awk" -v where="$where" "$1" >"$logs/$where.counted"
	cat "$logs/$where.counted" >>"$logs/$stage.results"
	if [ "$("$src/tests/results.awk" -v counts=1 "$logs/$where.counted")" != "$counts" ]; then
		bad "'$line' is not what its lines say"
	elif [ "${counts#* 0 }" != "$counts" ] && [ "$2" != 0 ]; then
		bad "exit status $2"
	else
		end "$line"
	fi
}

# --- stages ---------------------------------------------------------------------------------------------------

build()	# log arguments of make...
{
	log=$1
	shift
	if ! make -C "$src" -f Makefile.perf -j"$cpus" WERROR=1 "$@" >"$log" 2>&1; then
		tail -n 40 "$log"
		return 1
	fi
}

# What a C compiler makes has no warning; the tests run on what gcc made.
perf=$src/build-gcc/perf
san=$src/build-san-address-undefined/perf
# A trap tells of undefined behaviour (build_san). Of where memory came from that is used wrongly, the function that asked for it is told.
san_options=detect_leaks=1:handle_sigill=1:malloc_context_size=2

# Optimised as it is for users. Lines and inlined functions are looked up by tests; types and variables, which only a debugger would ask for,
# take a seventh of the time and 14 of 23 MB.
gcc_flags="-O2 -g1"

stage_gcc()
{
	begin gcc "build with -Werror"
	if build "$logs/gcc" CC=gcc O=build-gcc CFLAGS="$gcc_flags"; then ok; else bad "see above"; fi
}

has_libfuzzer()
{
	printf 'int LLVMFuzzerTestOneInput(void) { return 0; }\n' |
		clang -fsanitize=fuzzer -x c - -o "$logs/probe" 2>/dev/null
}

# With libFuzzer, as its targets need it: nothing is compiled twice. What runs for seconds needs no optimisation, nor
# lines of the source: what is found stays as a file, for targets that are built with them (`make fuzz`, without build-fuzz).
stage_clang()
{
	begin clang "build with -Werror"
	if ! command -v clang >/dev/null; then
		skip "no clang"
	elif has_libfuzzer && build "$logs/clang" FUZZ_CFLAGS="-O0 -g0" fuzz; then
		ok
	elif ! has_libfuzzer && build "$logs/clang" CC=clang O=build-clang CFLAGS=-O0; then
		ok
	else
		bad "see above"
	fi
}

# Which libraries there are is told to one file, and chooses which others are compiled: the rest is as it is in build-gcc.
start_bare()	# what is left out
{
	[ -x "$perf" ] && [ ! -e "$src/build-bare" ] || return 0
	cp -R "$src/build-gcc" "$src/build-bare"
	(cd "$src/build-bare" && rm -f perf config.mk build-features.o libperf.*)
	build "$logs/bare" CC=gcc O=build-bare CFLAGS="$gcc_flags" "$@" build-bare/config.mk || return 1
	find "$src/build-bare" -name '*.d' -exec sed -i 's|build-gcc/|build-bare/|g' {} +
	find "$src/build-bare" -type f ! -name config.mk -exec touch {} +
}

# Without any optional library: every sample is still there, with its chain. (What is missing in it takes two of them.)
stage_bare()
{
	begin bare "build without optional libraries"
	without=$(sed -n 's/^try [A-Z0-9_]* \(NO_[A-Z0-9_]*\) .*/\1=1/p' "$src/config.sh")
	# shellcheck disable=SC2086 # words by design
	if [ -z "$without" ] || ! start_bare $without || ! build "$logs/bare" CC=gcc O=build-bare CFLAGS="$gcc_flags" $without; then
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

# The booted kernel computes on one CPU, one guest after the other.
stage_vm()
{
	for guest in "vm guest live tests in a booted kernel" "vm-aux aux AUX areas in a booted kernel, with a test module" \
		"vm-truth truth stacks that are known from the source, in a booted kernel"; do
		# shellcheck disable=SC2086 # two words, and a text
		set -- $guest
		name=$1 script=$2
		shift 2
		begin "$name" "$*"
		need "$perf" || return
		status=0
		"$src/tests/vm/run-$script-tests.sh" -p "$perf" >"$logs/$name" 2>&1 || status=$?
		cat "$logs/$name"
		if [ "$status" != 77 ]; then
			count "$logs/$name" "$status"
		elif [ -n "${PERF_TEST_REQUIRE_VM:-}" ]; then
			bad "$(tail -n 1 "$logs/$name")"
		else
			skip "$(tail -n 1 "$logs/$name")"
		fi
	done
}

# Suites wait for a third of their time (for what they record, for a pipe): one more of them than there are CPUs.
stage_test()
{
	begin test "perf test"
	need "$perf" || return
	# Damaged recordings are the matter of the stage 'fuzz', in a build that sees more.
	no_fuzz=
	case $stages in
	*' fuzz '*) no_fuzz=1 ;;
	esac
	status=0
	PERF_TEST_NO_VM=1 PERF_TEST_NO_FUZZ=$no_fuzz "$perf" test --slowest 30 --parallel=$((cpus + 1)) >"$logs/test" 2>&1 || status=$?
	cat "$logs/test"
	count "$logs/test" "$status"
}

# The suites start this build some ten thousand times. With an address of its own, the runtime within it, a trap where undefined
# behaviour is found in place of a description of each place, without room around strings and tables (which the libFuzzer targets
# have) and without the search for leaks, "perf version" has 860 page faults and not 3600 (/usr/bin/time -f %R). ASan shows where the
# trap was hit (handle_sigill); a build of `make SAN=address,undefined` has all of it, and also says what was wrong there.
build_san()
{
	build "$logs/san-build" CC=gcc SAN=address,undefined CFLAGS="-O1 -g1 -fno-pie -fsanitize-undefined-trap-on-error --param asan-globals=0" \
		LDFLAGS="-no-pie -static-libasan -static-libubsan" >"$logs/san-build.tail" || : >"$logs/san-build.failed"
}

stage_san()
{
	begin san "perf test again, under ASan and UBSan${quarter:+ (a quarter of the suites in scripts, by the commit)}"
	wait_for_stage san-build
	if [ -e "$logs/san-build.failed" ]; then
		cat "$logs/san-build.tail"
		bad "the build failed"
		return
	fi
	status=0
	PERF_TEST_NO_VM=1 PERF_TEST_NO_FUZZ=1 PERF_TEST_AGAIN=1 PERF_TEST_QUARTER=$quarter ASAN_OPTIONS=$san_options "$san" test --slowest 30 --parallel=$((cpus + 1)) \
		>"$logs/san" 2>&1 || status=$?
	cat "$logs/san"
	count "$logs/san" "$status"
}

stage_fuzz()
{
	begin fuzz "damaged recordings, under ASan and UBSan"
	wait_for_stage san-build
	need "$san" || return
	status=0
	PERF_FUZZ_SEEDS=${FUZZ_SEEDS:-$fuzz_seeds} ASAN_OPTIONS=$san_options "$san" test "damaged recordings" >"$logs/fuzz" 2>&1 || status=$?
	cat "$logs/fuzz"
	count "$logs/fuzz" "$status"
}

# libFuzzer starts from recordings that did harm once, and sound ones.
stage_libfuzzer()
{
	begin libfuzzer "$fuzz_targets parsers: $fuzz_seconds s each"
	if ! has_libfuzzer; then
		skip "no clang with libFuzzer"
		return
	fi
	if ! make -C "$top" -j"$cpus" FUZZ_CFLAGS="-O0 -g0" fuzz >"$logs/libfuzzer" 2>&1; then
		tail -n 40 "$logs/libfuzzer"
		bad "the build failed"
		return
	fi
	mkdir -p "$logs/sound"
	for protocol in C A; do
		for order in little big; do
			"$perf" defer generate --seed 7 --actions 60 --no-loss --protocol "$protocol" --byte-order "$order" \
				-o "$logs/sound/$protocol-$order.data" >>"$logs/libfuzzer" 2>&1
		done
	done
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
	if [ "$(echo $pids | wc -w)" -ge "$cpus" ]; then
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
		"$1" -seed=1 -max_total_time="$fuzz_seconds" -runs="$fuzz_runs" -timeout=60 -rss_limit_mb=4000 -artifact_prefix="$top/" \
			"$logs/new-$name" "$seeds" "$src"/tests/fuzz/corpus* >"$logs/$name.fuzz" 2>&1 || status=$?
		echo $status >"$logs/$name.fuzzed"
	) &
	pids="$pids $!"
}

# Modules of the npm registry, which not every machine reaches.
stage_readers()
{
	begin readers "exports, read by the programs that they are for"
	need "$perf" || return
	status=0
	"$src/tests/npm/run.sh" "$perf" >"$logs/readers" 2>&1 || status=$?
	cat "$logs/readers"
	if [ "$status" = 77 ]; then
		skip "$(tail -n 1 "$logs/readers")"
	else
		count "$logs/readers" "$status"
	fi
}

# A script that ends with a count, which is not a count of suites.
named()	# stage text script perf
{
	begin "$1" "$2"
	need "$4" || return
	status=0
	"$src/tests/$3" -p "$4" >"$logs/$1" 2>&1 || status=$?
	cat "$logs/$1"
	note_if_late "$logs/$1"
	case $status in
	0) ok ;;
	77) skip "$(tail -n 1 "$logs/$1")" ;;
	*) bad "see above" ;;
	esac
}

stage_machines()
{
	named machines "aarch64 and s390x, in user-mode emulation, and i386" other-machines.sh "$perf"
}

stage_kernels()
{
	named kernels "recordings on kernels that people have" vm/run-kernels-tests.sh "$perf"
}

stage_races()
{
	if ! build "$logs/races-build" CC=gcc WERROR= CFLAGS="-O1 -g" SAN=thread; then
		begin races "what has threads, under ThreadSanitizer"
		bad "the build failed"
		return
	fi
	named races "what has threads, under ThreadSanitizer" race-tests.sh "$src/build-san-thread/perf"
}

# What processes count that leave by _exit() would be lost: tests/coverage/leave.c.
stage_coverage()
{
	mkdir -p "$src/build-coverage"
	if ! clang -O1 -c "$src/tests/coverage/leave.c" -o "$src/build-coverage/leave.o" >"$logs/coverage-build" 2>&1 ||
		! build "$logs/coverage-build" CC=clang O=build-coverage CFLAGS="-O1 -g1 -fprofile-instr-generate -fcoverage-mapping" \
			LDFLAGS="-fprofile-instr-generate -Wl,--wrap=_exit $src/build-coverage/leave.o"; then
		begin coverage "lines that the tests reach"
		bad "the build failed"
		return
	fi
	named coverage "lines that the tests reach" coverage/run.sh "$src/build-coverage/perf"
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
	begin lint "shell scripts: warnings of shellcheck${quarter:+ (a quarter of the scripts, by the commit)}"
	if ! command -v shellcheck >/dev/null; then
		skip "no shellcheck"
		return
	fi
	grep -rlE '^#!/bin/(sh|bash)' "$top" --include=* --exclude-dir=.git --exclude-dir='build*' | sort |
		awk -v quarter="$quarter" 'quarter == "" || NR % 4 == quarter' >"$logs/scripts"
	# shellcheck disable=SC2046 # no white space in these names
	if [ -s "$logs/scripts" ] && shellcheck -x -S warning $(cat "$logs/scripts") >"$logs/lint" 2>&1; then
		ok
	else
		tail -n 40 "$logs/lint"
		bad "see above"
	fi
}

stage_clean()
{
	simple clean "make clean: what was built goes, what is a source stays" clean_keeps_sources
}

# In a copy of the files at the top, where a pattern for what is built has the best chance to fit a source.
clean_keeps_sources()
{
	rm -rf "$logs/copy"
	mkdir -p "$logs/copy/build" "$logs/copy/build-san-address"
	find "$src" -maxdepth 1 -type f -exec cp {} "$logs/copy/" \;
	find "$logs/copy" -type f | sort >"$logs/kept"
	make -C "$logs/copy" -f Makefile.perf clean && find "$logs/copy" -type f | sort | diff "$logs/kept" - &&
		[ ! -e "$logs/copy/build" ] && [ ! -e "$logs/copy/build-san-address" ]
}

# --- what runs beside what ------------------------------------------------------------------------------------

# Each of @stages that was asked for, one after the other; what it has to say is shown when it is over.
run_stages()	# stages...
{
	for stage in "$@"; do
		case $stage in
		san-build) case $stages in *' san '* | *' fuzz '*) build_san ;; esac ;;
		*)
			case $stages in
			*" $stage "*) "stage_$stage" >"$logs/$stage.text" 2>&1 </dev/null ;;
			*) continue ;;
			esac
			flock "$logs" cat "$logs/$stage.text"
			;;
		esac
		: >"$logs/$stage.over"
	done
}

wait_for_stage()	# stage
{
	until [ -e "$logs/$1.over" ]; do sleep 0.2; done
}

if [ -n "$install" ]; then
	# shellcheck disable=SC2086,SC2154 # words by design; the other file sets build_packages
	ensure_packages $build_packages clang 'libclang-rt-dev|libclang-rt-14-dev' lld g++ python3 asciidoctor jq valgrind \
		linux-perf binutils qemu-system-x86 busybox-static cpio zstd xz-utils bzip2 shellcheck strace protobuf-compiler dpkg-dev lintian zsh llvm \
		golang-github-google-pprof-dev golang-1.19-go musl-tools chromium-headless-shell curl tmux screen binutils-aarch64-linux-gnu \
		python3-grpcio openssl
	command -v npm >/dev/null || ensure_packages nodejs npm
	command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || ensure_packages chromium
	case $stages in
	*' machines '*) ensure_packages gcc-aarch64-linux-gnu gcc-s390x-linux-gnu gcc-i686-linux-gnu qemu-user-static ;;
	esac
fi
command -v make >/dev/null || { echo "no 'make' here"; echo "0 passed, 1 failed, 0 skipped"; exit 1; }

# Who calls it goes first where several want a CPU, or last; where that may not be, they are equal.
renice_lane()	# to what
{
	# shellcheck disable=SC2016 # the parent of that shell is the one that calls
	renice -n "$1" -p "$(exec sh -c 'echo $PPID')" >/dev/null 2>&1 || :
}

# A lane of its own, and what any other does when its own is over, in groups that belong together, the longest first: each lane takes
# the next one.
fillers="clang,libfuzzer fuzz lint readers bare,man,layers,clean machines kernels races coverage"
fill()
{
	renice_lane 15
	for group in $fillers; do
		mkdir "$logs/$group.taken" 2>/dev/null || continue
		# shellcheck disable=SC2046 # names of stages
		run_stages $(echo "$group" | tr , ' ')
	done
}

# Everything needs the first build. Then there are three lanes that wait for much: for the one CPU of a guest, for what suites
# record, for suites that run alone. The guest's goes first, since it can use one CPU and no more. What only computes takes what these
# leave of the CPUs, and all of it when they are over.
run_stages gcc
{ renice_lane -5; run_stages vm; fill; } &
lanes=$!
{ run_stages test; fill; } &
lanes="$lanes $!"
{ run_stages san-build san; fill; } &
lanes="$lanes $!"
fill &
lanes="$lanes $!"
# shellcheck disable=SC2086 # one pid a word
wait $lanes
lanes=

for late in "$logs"/*.late; do
	[ -e "$late" ] || continue
	stage=${late##*/}
	stage=${stage%.late}
	echo
	echo "stage $stage was not done in time beside the others: once more, alone"
	rm -f "$late" "$logs/$stage.results"
	run_stages "$stage"
done

echo
for stage in gcc test vm clang bare san fuzz libfuzzer readers layers man lint clean machines kernels races coverage; do
	case $stages in
	*" $stage "*) [ -s "$logs/$stage.results" ] || printf 'failed\t%s\tstage %s: no result\n' "$stage" "$stage" ;;
	esac
	cat "$logs/$stage.results" 2>/dev/null
done >"$logs/results"
"$src/tests/results.awk" -v total=1 "$logs/results"
! grep -q "^failed" "$logs/results"
