#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Compares stacks that were recorded in a booted kernel, deferred, with the paths that are known from the source of the
# program (tests/truth). See -h.
set -eu

usage()
{
	cat <<-'USAGE'
	usage: run-truth-tests.sh [-p PERF] [VARIANT...]

	The table of tests/truth/table.sh in the guest of boot.sh; the last line says how many passed.

	exit status: 0 no stack was wrong, or incomplete without a mark, 1 some were, 77 QEMU, the kernel or a compiler cannot
	be had (the last line says why), 3 the guest crashed or took too long
	USAGE
}

here=$(cd "$(dirname "$0")" && pwd)
perf=$here/../../build/perf
# shellcheck source-path=SCRIPTDIR source=../stage.sh
. "$here/../stage.sh"
stage_options "$@"
shift "$options"
for tool in gcc g++ python3; do
	command -v $tool >/dev/null || { echo "no $tool to build and judge the program"; exit 77; }
done
[ $# -gt 0 ] || set -- O2-fp-shared O2-fp-static
status=0
"$here/../truth/table.sh" -g -v -n 5 -p "$perf" -k inferred -k unwound -k repaired "$@" 2>&1 || status=$?
case $status in
0) printf "%s\n" "ok: every stack is whole, or says what is missing" "1 passed, 0 failed, 0 skipped" ;;
1) printf "%s\n" "FAILED: a stack is wrong, or incomplete without a word" "0 passed, 1 failed, 0 skipped" ;;
esac
exit "$status"
