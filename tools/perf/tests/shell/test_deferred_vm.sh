#!/bin/sh
# Deferred callchains in a booted kernel that has them
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/guest.sh
. "$PERF_TEST_DIR/shell/lib/guest.sh"

run_in_guest run-guest-tests.sh "the booted kernel is"
