#!/bin/sh
# Damaged recordings: no crash, no hang, nothing dropped in silence
# SPDX-License-Identifier: GPL-2.0-only
#
# PERF_FUZZ_SEEDS=N (default: 2, with PERF_TEST_LONG 20) damages each recording N times in each of 14 ways, and flips
# 50 * N of its bits. Three of the commands look at each of these, in turn; with PERF_TEST_LONG all. What shows waiting, and
# exports, has recordings of its own, damaged in the same ways.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
# run-tests.sh does this under sanitizers instead.
[ -z "${PERF_TEST_NO_FUZZ:-}" ] || skip "PERF_TEST_NO_FUZZ is set"

tests=$PERF_TEST_DIR
seeds=2 each=3
[ -z "${PERF_TEST_LONG:-}" ] || seeds=20 each=99
seeds=${PERF_FUZZ_SEEDS:-$seeds}
# There are thousands of processes.
small_kernel

replayed=2
[ -z "${PERF_TEST_LONG:-}" ] || replayed=99
"$tests/fuzz/run.py" --replay --each $replayed "$PERF" "$tests/fuzz/corpus"

"$PERF" defer generate --seed 3 --format file --byte-order little --protocol C --no-loss -o "$dir/file"
"$PERF" defer generate --seed 4 --format file --byte-order big --protocol A --no-loss -o "$dir/swapped"
"$PERF" defer generate --seed 5 --format pipe --byte-order little --protocol C --no-loss -o "$dir/pipe"
"$PERF" defer generate --seed 6 --format file --compress 83 --no-loss -o "$dir/packed"
"$PERF" defer generate -o "$dir/fields" "$tests/scenario/all-fields.txt"
"$PERF" defer generate -o "$dir/aux" "$tests/scenario-aux/plain.txt"
"$PERF" defer generate --byte-order big -o "$dir/aux-swapped" "$tests/scenario-aux/plain.txt"
set -- "$dir/file" "$dir/swapped" "$dir/pipe" "$dir/packed" "$dir/fields" "$dir/aux" "$dir/aux-swapped"
for f in "$tests"/data/*.data; do
	[ -f "$f" ] && [ "$(wc -c < "$f")" -lt 300000 ] && set -- "$@" "$f"
done
"$tests/fuzz/run.py" --seeds "$seeds" --each $each "$PERF" "$@"

# What shows waiting, of threads that take turns: whole CPUs, and by their returns alone.
"$PERF" defer generate --seed 23 --actions 60 --switches -o "$dir/switches"
"$PERF" defer generate --seed 21 --actions 60 --switches --format pipe -o "$dir/switches-pipe"
"$tests/fuzz/run.py" --views --seeds "$seeds" --each $each "$PERF" "$dir/switches" "$dir/switches-pipe"

# Single bits: of a file, a stream, samples with every field, and of this machine, if it can be recorded.
"$PERF" record -q -e cpu-clock -c 3000000 -o "$dir/live" -- "$PERF" test -w noploop 0.1 > /dev/null 2>&1 || rm -f "$dir/live"
set -- "$dir/file" "$dir/swapped" "$dir/pipe" "$dir/fields"
[ ! -s "$dir/live" ] || set -- "$@" "$dir/live"
"$tests/fuzz/bits.py" --most "$((50 * seeds))" "$PERF" "$@"
