# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For suites about recordings that the writers of tests/build make: python3 that finds them.
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools python3

export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$PERF_TEST_DIR/build" TZ=UTC
