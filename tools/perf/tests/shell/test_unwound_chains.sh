#!/bin/sh
# Chains that say what of them was unwound: script, report, stat, verify, exports and merged files
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"

"$PERF" defer generate -o "$dir/data" "$PERF_TEST_DIR/scenario/unwound-chains.txt"

# The marks before each sample, in the order of time. Nothing is marked where a root was reached. Of the walks (3, 6) nothing is known: their
# program is not there.
"$PERF" script -i "$dir/data" -F time,ip >"$dir/script"
grep -c "caller missing" "$dir/script" >"$dir/nr" || :
[ "$(cat "$dir/nr")" = 3 ] || bad "script has $(cat "$dir/nr") marks, not 3" "$dir/script"
for mark in "the recorded stack ended in server" "the stack contradicts itself in server"; do
	grep -qxF "# [caller missing: $mark]" "$dir/script" || bad "script does not say '$mark': $(cat "$dir/script")"
done

# As they were recorded: the same frames, and no marks.
"$PERF" script -i "$dir/data" -F ip --as-recorded >"$dir/recorded"
! grep -q "caller missing" "$dir/recorded" || bad "--as-recorded has marks: $(cat "$dir/recorded")"
nr=$(grep -cE "^[[:space:]]+[0-9a-f]+$" "$dir/recorded")
[ "$nr" = 13 ] || bad "--as-recorded shows $nr frames, not 13: $(cat "$dir/recorded")"

"$PERF" report -i "$dir/data" --stdio --no-children -s comm -g folded,0,caller,address,count >"$dir/report"
nr=$(grep -c "caller missing" "$dir/report" || :)
[ "$nr" -ge 3 ] || bad "report has $nr stacks with marks: $(cat "$dir/report")"

"$PERF" defer export -i "$dir/data" --format folded >"$dir/folded"
grep -q "caller missing" "$dir/folded" || bad "an export has no marks: $(cat "$dir/folded")"

# They are copied as they are, and read the same.
"$PERF" defer merge -i "$dir/data" -o "$dir/merged"
"$PERF" script -i "$dir/merged" -F time,ip >"$dir/script2"
cmp -s "$dir/script" "$dir/script2" || bad "a merged file reads otherwise: $(cat "$dir/script2")"

finish
