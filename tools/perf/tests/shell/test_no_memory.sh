#!/bin/sh
# no memory, wherever it is asked for: a message and a status, or the same output; never a signal
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
not_again "a build with sanitizers has an allocator of its own"
cd "$dir"
export HOME="$dir" PERF_CONFIG_NOSYSTEM=1 PERF_BUILDID_DIR="$dir/cache" PATH="$dir/none:$PATH"
cp "$PERF_TEST_DIR/golden/demo/demo.data" demo
"$PERF" defer generate --seed 4 --format pipe -o stream > log 2>&1 || fail "generate: $(cat log)"
${CC:-cc} -O2 -fno-omit-frame-pointer -shared -fPIC -o failing.so "$PERF_TEST_DIR/build/failing_malloc.c" -ldl 2> log ||
	skip "no compiler makes a library here: $(head -1 log)"
cp "$(readlink -f "$PERF")" file

# Inlined functions are looked for by two of the commands: to unpack the debug information of a C library takes longer than all else.
step=12
[ "${PERF_TEST_LONG:-}" != 1 ] || step=1
total=0
while read -r mode words; do
	# shellcheck disable=SC2086 # words by design
	python3 "$PERF_TEST_DIR/build/failing_malloc.py" "$dir/failing.so" "$mode" $step "$PERF" -c core.jobs=1 $words > said 2>&1 ||
		bad "$words: $(tail -3 said)"
	grep -v '^places: ' said > wrong && bad "$(cat wrong)"
	n=$(sed -n 's/^places: //p' said)
	[ "${n:-0}" -gt 15 ] || bad "$words: only ${n:-0} places"
	total=$((total + ${n:-0}))
done << 'E'
once script --no-inline -i demo
on script --no-inline -i demo
once script -i demo -F comm,ip,sym,srcline
once report --stdio -g caller -s comm,dso,sym,srcline -i demo
on report --stdio -i stream
once report --missing -i demo
once report --json --no-inline -i demo
once report -D -i demo
once evlist -v -i demo
once buildid-list -i demo
once defer stat -i demo
once defer verify -i demo
once defer dump -i demo
on defer export --no-inline --format ndjson -o written -i demo
once defer export --no-inline --format firefox -o written -i demo
once inject -o written -i demo
on defer merge -o written -i demo
once defer pack -o written -i demo
once diff --stdio demo stream
once defer check file
once buildid-cache -a file
once config -l
once list
E
echo "$total places, one in $step of them"

# All of the address space has a limit, so libraries get nothing either. (But libdw, which makes inlined functions known: it asserts that
# there is memory, or goes on without.)
for kb in 20000 40000 50000 60000 80000 120000; do
	for words in "script --no-inline -i demo" "report --stdio --no-inline -i demo" "defer merge -o written -i demo"; do
		got=0
		# shellcheck disable=SC2086,SC3045 # words by design; dash and bash have it
		(ulimit -v $kb; exec "$PERF" -c core.jobs=3 $words) > out 2> err < /dev/null || got=$?
		[ "$got" -lt 128 ] || bad "$kb KB, $words: ends with $got: $(tail -2 err)"
		[ "$got" = 0 ] || [ -s err ] || bad "$kb KB, $words: status $got and no word"
	done
done
finish
