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
"$tests/build/run_seeds.py" merge "$PERF" 2000 2030
