#!/bin/sh
# make install and uninstall
# SPDX-License-Identifier: GPL-2.0-only
set -eu

tests=$(cd "$(dirname "$0")/.." && pwd)
src=$(cd "$tests/.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
	echo "FAILED: $*"
	exit 1
}

[ -f "$src/Makefile.perf" ] || { echo "installed: no Makefile here"; exit 2; }
command -v make > /dev/null || { echo "no make"; exit 2; }
build=$(dirname "$PERF")
[ -f "$build/config.mk" ] || { echo "this perf is not in its build directory"; exit 2; }

mk() {
	env -u MAKEFLAGS -u MAKELEVEL make -s -C "$src" -f Makefile.perf O="$build" DESTDIR="$dir/root" "$@" \
		> "$dir/log" 2>&1 || fail "make $*: $(cat "$dir/log")"
}
# The build may be a special one (sanitizers, options): nothing of it may be made anew.
mk -o all -o "$build/perf" -o "$build/libperf.a" -o "$build/libperf.so.$(cat "$src/VERSION")" install \
	prefix=/usr
p=$dir/root/usr
for file in bin/perf bin/perf-defer lib/libperf.a lib/libperf.so lib/libperf.so.0 include/perf/stitch.h \
	include/perf/core.h lib/pkgconfig/libperf.pc libexec/perf-core/tests/shell/test_install.sh \
	share/bash-completion/completions/perf share/doc/perf/examples/stitch-file.c; do
	[ -e "$p/$file" ] || fail "$file is not installed"
done
[ -x "$p/bin/perf" ] || fail "bin/perf cannot be run"
[ -x "$p/libexec/perf-core/tests/shell/test_install.sh" ] || [ ! -x "$tests/shell/test_install.sh" ] ||
	fail "the mode of a test is lost"
find "$p/libexec" -name '*.h' | grep -q . && fail "C headers of the tests are installed"
grep -q '^prefix=/usr$' "$p/lib/pkgconfig/libperf.pc" || fail "prefix in libperf.pc"
grep -q '@' "$p/lib/pkgconfig/libperf.pc" && fail "libperf.pc: $(cat "$p/lib/pkgconfig/libperf.pc")"
grep -rq "$dir" "$p/lib/pkgconfig" && fail "DESTDIR leaks into libperf.pc"

# The installed perf finds the installed tests, and perf-defer is perf defer.
env -u PERF_TEST_DIR "$p/bin/perf" test list > "$dir/list" || fail "installed perf test list"
grep -q 'make install and uninstall' "$dir/list" || fail "installed tests not found"
"$p/bin/perf" --version > "$dir/version" || fail "installed perf --version"
"$p/bin/perf-defer" -h > "$dir/defer" 2>&1 || fail "perf-defer -h"
"$p/bin/perf" defer -h > "$dir/defer2" 2>&1 || fail "perf defer -h"
cmp -s "$dir/defer" "$dir/defer2" || fail "perf-defer is not perf defer"

# What others have put there stays.
mkdir -p "$p/share/man/man1" "$p/include/perf"
touch "$p/include/perf/other.h" "$p/bin/other"
mk uninstall prefix=/usr
left=$(cd "$p" && find . ! -type d | sort | tr '\n' ' ')
[ "$left" = "./bin/other ./include/perf/other.h " ] || fail "left behind: $left"
[ ! -e "$p/libexec/perf-core" ] || fail "an empty folder stays"
