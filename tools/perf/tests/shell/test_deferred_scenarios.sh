#!/bin/sh
# Deferred callchains: perf script against the truth of every scenario
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools python3

tests=$PERF_TEST_DIR
export PYTHONDONTWRITEBYTECODE=1
"$tests/build/run_scenarios.py" script "$PERF" "$tests"/scenario/*.txt
"$tests/build/run_seeds.py" script "$PERF" 1000 1040
