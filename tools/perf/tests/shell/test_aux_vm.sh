#!/bin/sh
# AUX areas, pause and resume in a booted kernel, with a test module
# SPDX-License-Identifier: GPL-2.0-only
set -eu

if [ -n "${PERF_TEST_NO_VM:-}" ]; then
	echo "PERF_TEST_NO_VM is set"
	exit 2
fi
status=0
"$PERF_TEST_DIR/vm/run-aux-tests.sh" -p "$PERF" || status=$?
if [ "$status" = 2 ] && [ -n "${PERF_TEST_REQUIRE_VM:-}" ]; then
	echo "FAILED: the booted kernel and its module are required (PERF_TEST_REQUIRE_VM is set)"
	exit 1
fi
exit "$status"
