#!/bin/sh
# AUX areas, pause and resume in a booted kernel, with a test module
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/guest.sh
. "$PERF_TEST_DIR/shell/lib/guest.sh"

run_in_guest run-aux-tests.sh "the booted kernel and its module are"
