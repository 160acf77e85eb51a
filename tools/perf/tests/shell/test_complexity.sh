#!/bin/sh
# Resources: time and memory grow with the input, not with its square
# SPDX-License-Identifier: GPL-2.0-only
#
# Files that fill each table and list of a reader, once, twice and four times as large: see build/complexity.py.
# PERF_COMPLEXITY=all (or PERF_TEST_LONG) runs every command of every case, which takes minutes.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
[ -z "${PERF_TEST_NO_COMPLEXITY:-}" ] || skip "PERF_TEST_NO_COMPLEXITY is set"
need_tools python3
if grep -qa __asan_init "$(command -v "$PERF")" 2> /dev/null || grep -qa __tsan_init "$(command -v "$PERF")" 2> /dev/null; then
	skip "what a sanitizer adds would be counted"
fi
export PYTHONDONTWRITEBYTECODE=1
if [ "${PERF_COMPLEXITY:-}" = all ] || [ -n "${PERF_TEST_LONG:-}" ]; then
	exec "$PERF_TEST_DIR/build/complexity.py" --all "$PERF"
fi
exec "$PERF_TEST_DIR/build/complexity.py" "$PERF"
