#!/bin/sh
# Deferred callchains: the worked example of the documentation
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"

tests=$(cd "$(dirname "$0")/.." && pwd)

for doc in "$tests/../Documentation" "$(dirname "$PERF")/../share/doc/perf" ""; do
	[ -n "$doc" ] || skip "deferred-callchains.txt is not installed"
	[ -r "$doc/deferred-callchains.txt" ] && break
done

# The scenario, the bytes and the stitched samples as the text has them.
sed -n '/^== 9\./,/^== 10\./p' "$doc/deferred-callchains.txt" > "$dir/section"
grep -E '^    (event|task|100) ' "$dir/section" > "$dir/scenario"
sed -n 's/^    \(0[0-9a-f]*\)  \(\([0-9a-f][0-9a-f] \)\{7\}[0-9a-f][0-9a-f]\).*/\1 \2/p' \
	"$dir/section" > "$dir/bytes"
sed -n 's/^    1\.00000\([0-9]\)  \([a-z]*\)  \(.*\)/\1 \2 \3/p' "$dir/section" > "$dir/stitched"
[ "$(wc -l < "$dir/bytes")" = 38 ] || fail "38 words expected: $(cat "$dir/bytes")"
[ "$(wc -l < "$dir/stitched")" = 3 ] || fail "3 samples expected: $(cat "$dir/stitched")"

"$PERF" defer generate -o "$dir/perf.data" --truth "$dir/truth" "$dir/scenario"
od -A x -t x1 -v -w8 "$dir/perf.data" | sed 's/^00*\(....\) /\1 /' > "$dir/dump"
while read -r line; do
	grep -qx "$line" "$dir/dump" || fail "not in the recording: $line"
done < "$dir/bytes"

sed 's/.*"time":100000\([0-9]\)000.*"event":"\([a-z]*\)".*"kernel":\[\([^]]*\)\],"user":\[\([^]]*\)\].*/\1 \2 \3 \4/
	s/0x//g; s/[",]/ /g; s/  */ /g; s/ $//' "$dir/truth" > "$dir/true"
diff -u "$dir/true" "$dir/stitched" || fail "the stitched samples differ from the truth"
