#!/bin/sh
# Deferred callchains: perf script against the truth of every scenario
# SPDX-License-Identifier: GPL-2.0-only
set -eu
command -v python3 > /dev/null || { echo "python3 is not installed"; exit 2; }

tests=$PERF_TEST_DIR
export PYTHONDONTWRITEBYTECODE=1
"$tests/build/run_scenarios.py" script "$PERF" "$tests"/scenario/*.txt
"$tests/build/run_seeds.py" script "$PERF" 1000 1040
