# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For suites about recordings that the writers of tests/build make: python3 that finds them, a folder
# $dir that goes at the end, and fail(), after which the suite goes on: `exit $failures` is its last line.
command -v python3 > /dev/null || { echo "python3 is not installed"; exit 2; }

export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$PERF_TEST_DIR/build" TZ=UTC
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# shellcheck disable=SC2034 # those who source this end with it
failures=0
fail() {
	echo "FAILED: $*"
	# shellcheck disable=SC2034
	failures=1
}
