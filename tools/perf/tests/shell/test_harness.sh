#!/bin/sh
# perf test: results, numbers, choice, several at a time, exit status
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
not_again "it tests the tests"

# A tests folder of our own, with one script of each outcome.
mkdir "$dir/shell"
script() { # NAME DESCRIPTION BODY
	printf '#!/bin/sh\n# %s\n%s\n' "$2" "$3" > "$dir/shell/$1.sh"
}
# shellcheck disable=SC2016 # expanded by the script that is written
script aa_good "zz harness good" 'test -x "$PERF"; echo quiet words'
script bb_skip "zz harness skip" 'echo noise; echo no such thing here; exit 77'
script cc_bad "zz harness bad" 'echo the cause; exit 1'
script dd_dead "zz harness dead" 'kill -SEGV $$'
script ee_slow "zz too slow" 'sleep 1000'
# Nobody meant to skip.
script ff_tool "zz harness tool" "set -e; echo noise; sed p '$dir/nothing'"
script gg_silent "zz harness silent" 'exit 77'
script hh_said "zz harness said" 'echo "FAILED: this and that"; echo "and more was lost"; exit 77'
script ii_fine "zz harness fine" 'echo "FAILED: this and that"'
script ll_long "zz long bad" 'echo first; echo "FAILED: early"; seq 200; echo last; exit 1'
# Where a suite of deferred chains runs in the guest.
script kk_part "zz part good" "echo 'left out: one: not here'; echo noise; echo 'left out: two: nor there'"
script jj_must "zz harness must" ". '$PERF_TEST_DIR/shell/lib/suite.sh'; suite_never_skips='this one can'; skip 'no such thing'"
export PERF_TEST_DIR="$dir"

status=0
"$PERF" test "zz harness good" > "$dir/out" || status=$?
[ $status = 0 ] || fail "exit $status where all passed"
grep -q '^ *[0-9]*: zz harness good  *: Ok$' "$dir/out" || fail "no Ok line: $(cat "$dir/out")"
[ "$(tail -n 1 "$dir/out")" = "1 passed, 0 failed, 0 skipped" ] || fail "last line: $(tail -n 1 "$dir/out")"
grep -q 'quiet words' "$dir/out" && fail "output of a passed test shown without -v"
"$PERF" test "zz part" | grep -q 'part good  *: Ok (left out: one: not here; two: nor there)$' || fail "a part that was left out is not told"
"$PERF" test -v "zz harness good" | grep -q 'quiet words' || fail "-v does not show the output"

status=0
"$PERF" test "zz harness" > "$dir/out" || status=$?
[ $status = 1 ] || fail "exit $status where tests failed"
grep -q 'skip  *: Skip (no such thing here)$' "$dir/out" || fail "no skip reason"
grep -q 'tool  *: FAILED! (exit status 2: if this is a skip, use 77)$' "$dir/out" || fail "an accident is a skip"
grep -q 'silent  *: FAILED! (exit status 77, which is for a skip that says why)$' "$dir/out" || fail "a skip that does not say why"
grep -q 'said  *: FAILED! (exit status 77, but FAILED is what it says)$' "$dir/out" || fail "a failure is a skip"
grep -q 'fine  *: FAILED! (exit status 0, but FAILED is what it says)$' "$dir/out" || fail "a failure is a success"
grep -q 'FAILED: nothing may be skipped, as this one can: no such thing' "$dir/out" || fail "a skip where nothing may be skipped"
grep -q 'bad  *: FAILED!$' "$dir/out" || fail "no FAILED! line"
grep -q '^the cause$' "$dir/out" || fail "output of a failed test not shown"
grep -q 'dead  *: FAILED! (killed by signal 11' "$dir/out" || fail "signal death not named"
[ "$(tail -n 1 "$dir/out")" = "1 passed, 7 failed, 1 skipped" ] || fail "last line: $(tail -n 1 "$dir/out")"
# Of a long output the end is shown, and before it what says that something failed.
"$PERF" test "zz long bad" > "$dir/out" && fail "a test that fails has passed"
{ [ "$(grep -c '^FAILED: early$' "$dir/out")" = 1 ] && grep -qx last "$dir/out" && ! grep -qx first "$dir/out"; } || fail "what is cut: $(cat "$dir/out")"
"$PERF" test --timeout 1 "zz too slow" > "$dir/out" && fail "a test that does not end has passed"
grep -q 'slow  *: FAILED! (not done after 1 seconds)' "$dir/out" || fail "timeout not named"

# Others who compute do not use up the time of a test: with so many, the second that this one has is some of the clock's.
script ee_beside "zz beside others" 'sleep 1.5'
for i in $(seq $((4 * $(nproc)))); do
	(exec 2> /dev/null; i=0; while :; do i=$((i + 1)); done) &
	busy="${busy:-} $!"
done
"$PERF" test --timeout 1 "zz beside others" > "$dir/out" || bad "neighbours used up the time of a test: $(cat "$dir/out")"
# shellcheck disable=SC2086 # one pid a word
kill $busy

# Often, and without some.
"$PERF" test -r 3 -s "harness bad,harness silent" "zz harness good" "zz harness silent" > "$dir/out" || fail "-r, -s: exit $?"
{ [ "$(tail -n 1 "$dir/out")" = "3 passed, 0 failed, 0 skipped" ] && [ "$(grep -c 'zz harness good  *: Ok$' "$dir/out")" = 3 ]; } || fail "-r, -s: $(cat "$dir/out")"
status=0
"$PERF" test -s no-such-test "zz harness good" > "$dir/out" 2>&1 || status=$?
[ $status = 129 ] && grep -q "no test is called 'no-such-test'" "$dir/out" || fail "-s of nothing: exit $status: $(cat "$dir/out")"

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
for i in $(seq 600); do [ ! -e here_a ] || [ ! -e here_b ] || break; sleep 0.1; done
[ -e here_a ] && [ -e here_b ] || exit 1
[ '$name' = b ] || while [ ! -e gone_b ]; do sleep 0.1; done
[ ! -e alone ] || exit 1
: > gone_'$name
done
# shellcheck disable=SC2016
script c "zz harness after a (exclusive)" 'cd "$DIR"; : > alone; [ -e gone_a ] && [ -e gone_b ]'
export DIR="$dir"
for times in --parallel=2 ""; do
	if [ -z "$times" ] && [ "$(nproc)" -le 1 ]; then
		continue
	fi
	"$PERF" test ${times:+"$times"} --timeout 300 "zz harness" > "$dir/out" || fail "several at a time: $(cat "$dir/out")"
	sed -n 's/^.*: zz harness \([^ ]*\).*/\1/p' "$dir/out" | tr '\n' ' ' | grep -qx 'a b after ' || fail "order: $(cat "$dir/out")"
	rm -f "$dir"/here_* "$dir"/gone_* "$dir/alone"
done
# More than there are CPUs: each waits for all others.
rm "$dir"/shell/c.sh
crowd=$(($(nproc) + 1))
for name in $(seq $crowd); do
	# shellcheck disable=SC2016
	script "crowd_$name" "zz crowd $name" 'cd "$DIR"; : > here_'"$name"'
for i in $(seq 600); do [ "$(ls here_* | wc -l)" != '"$crowd"' ] || exit 0; sleep 0.1; done
exit 1'
done
"$PERF" test --parallel=$crowd --timeout 300 "zz crowd" > "$dir/out" || fail "more than there are CPUs: $(cat "$dir/out")"
rm -f "$dir"/here_* "$dir"/shell/crowd_*
# shellcheck disable=SC2016
for name in a b c; do
	script "$name" "zz harness $name" 'mkdir "$DIR/busy" && sleep 0.3 && rmdir "$DIR/busy"'
done
"$PERF" test -S "zz harness" > "$dir/out" || fail "-S: $(cat "$dir/out")"

# What is sourced by all suites: a failure counts wherever it is found, and what was put up is taken down.
rm "$dir"/shell/*.sh
mkdir "$dir/shell/lib"
cp "${0%/*}/lib/suite.sh" "$dir/shell/lib"
suite() { # NAME BODY
	script "$1" "zz harness $1" "set -eu; . \"\$PERF_TEST_DIR/shell/lib/suite.sh\"; echo \"\$dir\" > $dir/$1; $2"
}
# shellcheck disable=SC2016
{
	suite piped 'echo 1 | while read -r n; do bad "in a pipe"; done; echo goes on; finish'
	suite skips 'bad "first"; skip "and the rest is not there"'
	suite ends 'at_end() { echo over > "$DIR/over"; }; fail "at once"; echo goes on'
	suite needs 'need_tools sh no-such-tool; echo goes on'
	suite waits '(sleep 0.3; : > "$dir/there") & wait_for "the file" "[ -e \"\$dir/there\" ]"; [ -e "$dir/there" ]'
}
"$PERF" test "zz harness" > "$dir/out" && fail "suites that called bad() have passed"
[ "$(tail -n 1 "$dir/out")" = "1 passed, 3 failed, 1 skipped" ] || fail "suites: $(cat "$dir/out")"
grep -q 'needs  *: Skip (no-such-tool is not installed)$' "$dir/out" || fail "need_tools: $(cat "$dir/out")"
[ "$(grep -c '^goes on$' "$dir/out")" = 1 ] || fail "bad() ends a suite, or fail() does not"
[ -e "$dir/over" ] || fail "at_end() was not called"
for name in piped skips ends needs waits; do
	[ ! -e "$(cat "$dir/$name")" ] || fail "the folder of '$name' is still there"
done

# The one that worked most, and not the one that waited longest; the count stays the last line.
rm "$dir"/shell/*.sh
script waits "zz harness waits" 'sleep 0.5'
script works "zz harness works" 'i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done'
"$PERF" test --slowest 1 "zz harness" > "$dir/out" || fail "--slowest: $(cat "$dir/out")"
tail -n 3 "$dir/out" | sed 's/^ *[0-9.]* *[0-9.]*  \(zz.*\)/\1/; s/\(CPUs, seconds: \)[0-9.]*, [0-9.]* /\1/' > "$dir/slowest"
printf '%s\n' 'seconds of CPUs, seconds: in all' 'zz harness works' '2 passed, 0 failed, 0 skipped' |
	diff - "$dir/slowest" || fail "--slowest: $(cat "$dir/out")"

# C suites: a part of the description, and the lines of their cases
unset PERF_TEST_DIR
"$PERF" test "bounded reading" > "$dir/out" || fail "C suite failed"
grep -q '^ *[0-9]*\.1: ' "$dir/out" || fail "no line for a case"
