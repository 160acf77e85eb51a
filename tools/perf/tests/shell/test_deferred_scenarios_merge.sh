#!/bin/sh
# Deferred callchains: perf defer merge against the truth of every scenario
# SPDX-License-Identifier: GPL-2.0-only
set -eu
command -v python3 > /dev/null || { echo "python3 is not installed"; exit 2; }
command -v zstd > /dev/null || { echo "the zstd program is not installed"; exit 2; }

tests=$PERF_TEST_DIR
export PYTHONDONTWRITEBYTECODE=1

# The distribution's perf, if there is one, reads what was merged.
old=$(command -v perf || true)
if [ -n "$old" ] && [ "$(readlink -f "$old")" != "$(readlink -f "$PERF")" ] &&
   "$old" --version 2> /dev/null | grep -q '^perf version [56]\.'; then
	export OLD_PERF="$old"
	echo "read by $("$old" --version) too"
fi
"$tests/build/run_scenarios.py" merge "$PERF" "$tests"/scenario/*.txt

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
	cat "$dir/err"
	echo "seed $seed: $*"
	exit 1
}
for seed in $(seq 2000 2030); do
	"$PERF" defer generate --seed "$seed" -o "$dir/data" --truth "$dir/truth"
	"$PERF" defer merge -i "$dir/data" -o "$dir/merged" 2> "$dir/err" || fail "exit $?"
	"$tests/build/compare.py" --no-marks truth "$dir/truth" "$dir/merged" ||
		fail "the merged recording differs from the truth"
	# Merged again it is the same, byte for byte.
	"$PERF" defer merge -i "$dir/merged" -o "$dir/again" 2> "$dir/err" || fail "exit $? the second time"
	cmp "$dir/merged" "$dir/again" || fail "merged twice is another file"
	# In a pipe, both ways.
	"$PERF" defer generate --seed "$seed" --format pipe -o - |
		"$PERF" defer merge -i - -o - > "$dir/piped" 2> "$dir/err" || fail "exit $? in a pipe"
	"$tests/build/compare.py" --no-marks truth "$dir/truth" "$dir/piped" ||
		fail "merged in a pipe it differs from the truth"
done
