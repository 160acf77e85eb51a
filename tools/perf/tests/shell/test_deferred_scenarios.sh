#!/bin/sh
# Deferred callchains: perf script against the truth of every scenario
# SPDX-License-Identifier: GPL-2.0-only
set -eu
command -v python3 > /dev/null || { echo "python3 is not installed"; exit 2; }

tests=$PERF_TEST_DIR
export PYTHONDONTWRITEBYTECODE=1
"$tests/build/run_scenarios.py" script "$PERF" "$tests"/scenario/*.txt

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
status=0
for seed in $(seq 1000 1040); do
	"$PERF" defer generate --seed "$seed" -o "$dir/data" --truth "$dir/truth"
	"$PERF" script -F tid,time,event,ip -i "$dir/data" > "$dir/out" 2> "$dir/err" || {
		echo "seed $seed: perf script exits $?: $(cat "$dir/err")"
		status=1
	}
	"$tests/build/compare.py" script "$dir/truth" "$dir/out" || {
		echo "seed $seed differs from the truth"
		status=1
	}
done
exit $status
