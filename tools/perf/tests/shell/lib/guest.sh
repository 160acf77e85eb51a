# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# Runs tests in a booted kernel. Sourced, with PERF and PERF_TEST_DIR set as `perf test` does it.

# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"

# Ends the test with the status of the script $1 of tests/vm. Without a guest it is skipped, unless one is
# required.
run_in_guest()	# SCRIPT WHAT-IS-REQUIRED
{
	[ -z "${PERF_TEST_NO_VM:-}" ] || skip "PERF_TEST_NO_VM is set"
	status=0
	"$PERF_TEST_DIR/vm/$1" -p "$PERF" || status=$?
	if [ "$status" = 77 ] && [ -n "${PERF_TEST_REQUIRE_VM:-}" ]; then
		fail "$2 required (PERF_TEST_REQUIRE_VM is set)"
	fi
	exit "$status"
}
