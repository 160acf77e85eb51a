# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# For suites that run the Makefile: sets tests and src, the folders of the sources, and build, that of this perf. Sourced.
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
tests=$(cd "$(dirname "$0")/.." && pwd)
src=$(cd "$tests/.." && pwd)
[ -f "$src/Makefile.perf" ] || skip "installed: no Makefile here"
need_tools make
# shellcheck disable=SC2034 # for the suites
build=$(dirname "$PERF")
[ -f "$build/config.mk" ] || skip "this perf is not in its build directory"
