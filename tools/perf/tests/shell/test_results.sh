#!/bin/sh
# run-tests.sh: each test counts once, wherever it ran
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
not_again "it tests the tests"

results=$PERF_TEST_DIR/results.awk
run=$PERF_TEST_DIR/../../../run-tests.sh
[ -x "$results" ] && [ -x "$run" ] || skip "installed: run-tests.sh is not here"

# What perf test prints, twice: in the other run one is skipped, one fails, and one was not there.
cat > "$dir/test" << 'E'
  1: Tables                                                      :
  1.1: keys                                                      : Ok
  1.2: keys                                                      : Ok
 12: One: with a colon                                           : Ok
 13: Live (exclusive): Skip (not: here)
 16: Guest: Skip (PERF_TEST_NO_VM is set)
 14: Broken: FAILED! (killed by signal 11, Segmentation fault)
--- start ---
 15: quoted: Ok
FAILED: what it printed
---- end ----
seconds of CPUs, seconds: 1.0, 2.0 in all
     0.7      1.2  One: with a colon
3 passed, 1 failed, 2 skipped
E
cat > "$dir/san" << 'E'
  1: Tables                                                      :
  1.1: keys                                                      : Ok
  1.2: keys                                                      : FAILED!
 12: One: with a colon                                           : Skip (again it would tell nothing new: really)
 13: Live (exclusive): Ok (left out: as a user (65534): no setpriv)
139: Broken: Ok
3 passed, 1 failed, 1 skipped
E
printf '%s\n' 'ok: a window' 'FAILED: a window' 'skipped: packets' 'and more text' '1 passed, 1 failed, 1 skipped' > "$dir/aux"
for log in test san aux; do
	"$results" -v where=$log "$dir/$log" > "$dir/$log.results"
	cut -f 1-3 "$dir/$log.results" > "$dir/$log.cut"
	[ "$("$results" -v counts=1 "$dir/$log.results")" = "$(tail -n 1 "$dir/$log" | tr -cd '0-9 ' | tr -s ' ' | sed 's/ $//')" ] ||
		bad "$log: counted: $("$results" -v counts=1 "$dir/$log.results"): $(cat "$dir/$log.results")"
done
printf 'passed\ttest\tTables: keys\npassed\ttest\tTables: keys #2\npassed\ttest\tOne: with a colon\nskipped\ttest\tLive (exclusive)\nskipped\ttest\tGuest\nfailed\ttest\tBroken\n' |
	diff - "$dir/test.cut" || bad "lines of perf test"
cat "$dir/test.results" "$dir/san.results" "$dir/aux.results" | "$results" -v total=1 > "$dir/total"
printf '%s\n' 'again, under ASan and UBSan: 2 passed, 1 failed' '4 passed, 3 failed, 1 skipped' | diff - "$dir/total" ||
	bad "all of them: $(cat "$dir/total")"

# The whole way, with a stage that is over soon: the last line is the count and nothing else.
"$run" -n layers > "$dir/out" 2>&1 || bad "layers: $(cat "$dir/out")"
[ "$(tail -n 1 "$dir/out")" = "1 passed, 0 failed, 0 skipped" ] || bad "layers: the last line: $(cat "$dir/out")"
code=0
"$run" -n layers nothing > "$dir/out" 2>&1 || code=$?
[ $code = 129 ] && grep -q "no stage is called 'nothing'" "$dir/out" || bad "no stage: exit $code: $(cat "$dir/out")"
# A stage that cannot do its work is a failure: of those that are named, and of the build that they need.
cp "$run" "$dir"
mkdir -p "$dir/tools/perf/tests/fuzz"
: > "$dir/tools/perf/tests/fuzz/fuzz-none.c"
cp "$results" "$PERF_TEST_DIR/packages.sh" "$dir/tools/perf/tests"
code=0
"$dir/run-tests.sh" -n layers test > "$dir/out" 2>&1 || code=$?
[ $code = 1 ] && [ "$(tail -n 1 "$dir/out")" = "0 passed, 3 failed, 0 skipped" ] || bad "no sources: exit $code: $(cat "$dir/out")"

# A stage that was not done in time runs again, alone, and that counts: once, whatever comes then.
mkdir -p "$dir/tools/perf/build-gcc" "$dir/tools/perf/tests/vm"
printf '#!/bin/sh\n' > "$dir/tools/perf/build-gcc/perf"
cat > "$dir/tools/perf/tests/vm/run-guest-tests.sh" << E
#!/bin/sh
echo "ok: the first"
echo x >> '$dir/tries'
[ "\$(wc -l < '$dir/tries')" -lt 2 ] || [ -e '$dir/never' ] || { echo "ok: the second"; echo "2 passed, 0 failed, 0 skipped"; exit 0; }
echo "boot.sh: the guest was not done after 900 s"
exit 3
E
for script in aux truth; do
	printf '#!/bin/sh\necho "ok: %s"\necho "1 passed, 0 failed, 0 skipped"\n' $script > "$dir/tools/perf/tests/vm/run-$script-tests.sh"
done
chmod +x "$dir/tools/perf/build-gcc/perf" "$dir"/tools/perf/tests/vm/*
"$dir/run-tests.sh" -n vm > "$dir/out" 2>&1 || bad "a stage that was late, and is done when it is alone: $(cat "$dir/out")"
[ "$(tail -n 1 "$dir/out")" = "4 passed, 0 failed, 0 skipped" ] || bad "late, then done: $(cat "$dir/out")"
grep -qx "stage vm was not done in time beside the others: once more, alone" "$dir/out" || bad "a second try is not told: $(cat "$dir/out")"
rm "$dir/tries"
: > "$dir/never"
code=0
"$dir/run-tests.sh" -n vm > "$dir/out" 2>&1 || code=$?
[ $code = 1 ] && [ "$(tail -n 1 "$dir/out")" = "2 passed, 1 failed, 0 skipped" ] || bad "late twice: exit $code: $(cat "$dir/out")"
[ "$(wc -l < "$dir/tries")" = 2 ] || bad "$(wc -l < "$dir/tries") tries"
finish
