#!/bin/sh
# Deferred callchains in a booted kernel that has them
# SPDX-License-Identifier: GPL-2.0-only
set -eu

if [ -n "${PERF_TEST_NO_VM:-}" ]; then
	echo "PERF_TEST_NO_VM is set"
	exit 2
fi
status=0
"$PERF_TEST_DIR/vm/run-guest-tests.sh" -p "$PERF" || status=$?
if [ "$status" = 2 ] && [ -n "${PERF_TEST_REQUIRE_VM:-}" ]; then
	echo "FAILED: the booted kernel is required (PERF_TEST_REQUIRE_VM is set)"
	exit 1
fi
exit "$status"
