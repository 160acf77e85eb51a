#!/bin/sh
# perf test: results, numbers, choice, several at a time, exit status
# SPDX-License-Identifier: GPL-2.0-only
set -eu

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
	echo "FAILED: $*"
	exit 1
}

# A tests folder of our own, with one script of each outcome.
mkdir "$dir/shell"
script() { # NAME DESCRIPTION BODY
	printf '#!/bin/sh\n# %s\n%s\n' "$2" "$3" > "$dir/shell/$1.sh"
}
# shellcheck disable=SC2016 # expanded by the script that is written
script aa_good "zz harness good" 'test -x "$PERF"; echo quiet words'
script bb_skip "zz harness skip" 'echo noise; echo no such thing here; exit 2'
script cc_bad "zz harness bad" 'echo the cause; exit 1'
script dd_dead "zz harness dead" 'kill -SEGV $$'
script ee_slow "zz harness slow" 'sleep 100'
# Nobody meant to skip.
script ff_tool "zz harness tool" "set -e; echo noise; sed p '$dir/nothing'"
script gg_silent "zz harness silent" 'exit 2'
script hh_said "zz harness said" 'echo "FAILED: this and that"; echo "and more was lost"; exit 2'
export PERF_TEST_DIR="$dir"

status=0
"$PERF" test "zz harness good" > "$dir/out" || status=$?
[ $status = 0 ] || fail "exit $status where all passed"
grep -q '^ *[0-9]*: zz harness good  *: Ok$' "$dir/out" || fail "no Ok line: $(cat "$dir/out")"
[ "$(tail -n 1 "$dir/out")" = "1 passed, 0 failed, 0 skipped" ] || fail "last line: $(tail -n 1 "$dir/out")"
grep -q 'quiet words' "$dir/out" && fail "output of a passed test shown without -v"
"$PERF" test -v "zz harness good" | grep -q 'quiet words' || fail "-v does not show the output"

status=0
"$PERF" test --timeout 3 "zz harness" > "$dir/out" || status=$?
[ $status = 1 ] || fail "exit $status where tests failed"
grep -q 'skip  *: Skip (no such thing here)$' "$dir/out" || fail "no skip reason"
for name in tool silent said; do
	grep -q "$name  *: FAILED! (exit status 2, which is for a skip that says why)" "$dir/out" || fail "an accident is a skip: $name"
done
grep -q 'bad  *: FAILED!$' "$dir/out" || fail "no FAILED! line"
grep -q '^the cause$' "$dir/out" || fail "output of a failed test not shown"
grep -q 'dead  *: FAILED! (killed by signal 11' "$dir/out" || fail "signal death not named"
grep -q 'slow  *: FAILED! (not done after 3 seconds)' "$dir/out" || fail "timeout not named"
[ "$(tail -n 1 "$dir/out")" = "1 passed, 6 failed, 1 skipped" ] || fail "last line: $(tail -n 1 "$dir/out")"

# list and numbers agree; a number and a range choose what they say
number=$("$PERF" test list "zz harness bad" | sed -n 's/^ *\([0-9]*\): zz harness bad$/\1/p')
[ -n "$number" ] || fail "list does not show the test"
"$PERF" test list "$number" | grep -q 'zz harness bad' || fail "number $number is not the test"
[ "$("$PERF" test list "$number-$((number + 1))" | wc -l)" = 2 ] || fail "range"
"$PERF" test -S cc_bad > "$dir/out" && fail "exit 0 for a failing test, chosen by file name"
grep -q 'zz harness bad' "$dir/out" || fail "file name does not choose"

status=0
"$PERF" test no-such-test 2> "$dir/err" || status=$?
[ $status = 129 ] || fail "exit $status for a name that is not there"
grep -q "no test is called 'no-such-test'" "$dir/err" || fail "message: $(cat "$dir/err")"

# Several at a time, lines in order all the same; an exclusive one by itself, and last.
rm "$dir"/shell/*.sh
for name in a b; do
	# shellcheck disable=SC2016
	script "$name" "zz harness $name" 'cd "$DIR"; : > here_'$name'
for i in $(seq 100); do [ ! -e here_a ] || [ ! -e here_b ] || break; sleep 0.1; done
[ -e here_a ] && [ -e here_b ] || exit 1
[ '$name' = b ] || while [ ! -e gone_b ]; do sleep 0.1; done
[ ! -e alone ] || exit 1
: > gone_'$name
done
# shellcheck disable=SC2016
script c "zz harness after a (exclusive)" 'cd "$DIR"; : > alone; [ -e gone_a ] && [ -e gone_b ]'
export DIR="$dir"
if [ "$(nproc)" -gt 1 ]; then
	"$PERF" test --timeout 30 "zz harness" > "$dir/out" || fail "several at a time: $(cat "$dir/out")"
	sed -n 's/^.*: zz harness \([^ ]*\).*/\1/p' "$dir/out" | tr '\n' ' ' | grep -qx 'a b after ' || fail "order: $(cat "$dir/out")"
fi
rm -f "$dir"/here_* "$dir"/gone_* "$dir/alone"
# shellcheck disable=SC2016
for name in a b c; do
	script "$name" "zz harness $name" 'mkdir "$DIR/busy" && sleep 0.3 && rmdir "$DIR/busy"'
done
"$PERF" test -S "zz harness" > "$dir/out" || fail "-S: $(cat "$dir/out")"

# C suites: a part of the description, and the lines of their cases
unset PERF_TEST_DIR
"$PERF" test "bounded reading" > "$dir/out" || fail "C suite failed"
grep -q '^ *[0-9]*\.1: ' "$dir/out" || fail "no line for a case"
