#!/bin/sh
# a small limit to the stack (ulimit -s 64): every command that reads does its work, with one thread and with several
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
not_again "a build with sanitizers has frames of its own"
cd "$dir"
export HOME="$dir" PERF_CONFIG_NOSYSTEM=1 PERF_BUILDID_DIR="$dir/none"
golden=$PERF_TEST_DIR/golden/demo

# What the library for debug information takes most of: a program with lines, and samples in it.
cat > lines.c << 'C'
int inner(int n) { return n * 3 + 1; }
int main(int argc, char **argv) { (void)argv; return inner(argc) - 4; }
C
if ${CC:-cc} -g -O0 -no-pie -o lines lines.c 2> log; then
	at=$(nm lines | awk '$3 == "inner" { print $1 }')
	printf 'comm 7 lines\nmap 7 400000 10000 0 %s\nsample 7 %s\nsample 7 %x\n' "$dir/lines" "$at" $((0x$at + 4)) |
		"$PERF_TEST_DIR/build/recording.py" recorded
else
	left_out "a program with lines" "no compiler makes one here: $(head -1 log)"
fi
"$PERF" defer generate --seed 3 -o made > log 2>&1 || fail "generate: $(cat log)"
"$PERF" defer generate --seed 4 --format pipe -o stream > log 2>&1 || fail "generate: $(cat log)"
cp "$golden/demo.data" demo

# The same text and status as with the limit that there was, and no signal.
same() { # JOBS FILE COMMAND...
	jobs=$1
	file=$2
	shift 2
	want=0
	rm -f written
	"$PERF" -c "core.jobs=$jobs" "$@" -i "$file" < /dev/null > want 2> want.err || want=$?
	[ ! -e written ] || mv written want.written
	got=0
	# shellcheck disable=SC3045 # dash and bash have it
	(ulimit -s 64; exec "$PERF" -c "core.jobs=$jobs" "$@" -i "$file") < /dev/null > out 2> err || got=$?
	[ "$got" = "$want" ] || bad "-j $jobs, $* of '$file': exit $got, not $want: $(head -3 err)"
	cmp -s want out || bad "-j $jobs, $* of '$file': prints something else: $(diff want out | head -3)"
	diff want.err err > differs || bad "-j $jobs, $* of '$file': says something else: $(head -3 differs)"
	[ ! -e written ] || cmp -s want.written written || bad "-j $jobs, $* of '$file': writes something else"
}
for file in demo made stream recorded; do
	[ -e "$file" ] || continue
	for jobs in 1 3; do
		while read -r words; do
			# shellcheck disable=SC2086 # words by design
			same "$jobs" "$file" $words
		done << 'END'
report --stdio --no-inline
report --stdio -g caller --children -s comm,dso,sym,srcline
report --missing
report --json --no-inline
report -D
script
script -F comm,ip,sym,srcline,insn
script --as-recorded --no-inline
evlist -v
buildid-list
defer stat
defer verify
defer dump
defer export --no-inline --format ndjson -o written
defer export --no-inline --format firefox -o written
defer export --format pprof -o written
report --no-inline --flamegraph written
inject -o written
defer merge -o written
defer pack -o written
END
	done
done
same 1 demo report --header-only
for words in "diff demo made" "list" "version --build-options" "defer check $(command -v true)"; do
	got=0
	# shellcheck disable=SC2086,SC3045 # words by design; dash and bash have it
	(ulimit -s 64; exec "$PERF" $words) < /dev/null > out 2> err || got=$?
	[ "$got" -lt 128 ] || bad "$words: exit $got: $(head -3 err)"
done
# What is recorded keeps the limit.
# shellcheck disable=SC3045 # dash and bash have it
if "$PERF" record -q -e cpu-clock -g -o before -- true > log 2>&1; then
	(ulimit -s 64; exec "$PERF" record -q -e cpu-clock -g -o after -- sh -c 'ulimit -s') > out 2> err || bad "record: exit $?: $(head -3 err)"
	[ "$(cat out)" = 64 ] || bad "record: the command has a limit of $(cat out)"
	same 1 after script
else
	left_out "perf record" "$(head -1 log)"
fi
# Long stacks, in which each entry is where another sample ends: trees are as deep as that.
cat > deep.py << 'P'
for n in range(1, 1200):
    print("sample 7", *(f"{0x401000 + 16 * i:x}" for i in range(1200 - n, 1200)))
P
{ echo 'comm 7 deep'; echo 'map 7 400000 100000 0 /none'; python3 deep.py; } | "$PERF_TEST_DIR/build/recording.py" deep
for jobs in 1 3; do
	same "$jobs" deep -c report.graph-depth=0 report --stdio -g caller
	same "$jobs" deep script
	same "$jobs" deep report --flamegraph written
done
# Threads that write and those that read in advance, of a file that is long enough for some.
cat > long.py << 'P'
for _ in range(20000):
    print("sample 7 401000 401010\nsample 7 401020")
P
{ echo 'comm 7 long'; echo 'map 7 400000 10000 0 /none'; python3 long.py; } | "$PERF_TEST_DIR/build/recording.py" long
for jobs in 1 3; do
	same "$jobs" long script
	same "$jobs" long report --stdio
	"$PERF" inject -i long -o file > log 2>&1 || fail "inject: $(cat log)"
	same "$jobs" file script
	same "$jobs" file report --stdio
done
finish
