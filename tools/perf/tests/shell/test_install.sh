#!/bin/sh
# make install and uninstall
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/make.sh
. "$PERF_TEST_DIR/shell/lib/make.sh"
not_again "what is installed comes from the other build"

mk() {
	env -u MAKEFLAGS -u MAKELEVEL make -s -C "$src" -f Makefile.perf BUILT=1 O="$build" DESTDIR="$dir/root" "$@" \
		> "$dir/log" 2>&1 || fail "make $*: $(cat "$dir/log")"
}
# Stands in for the program that makes the pages: -D FOLDER TEXT...
cat > "$dir/pages" << 'E'
#!/bin/sh
until [ "$1" = -D ]; do
	shift
done
out=$2
shift 2
for text in "$@"; do
	page=${text##*/}
	case $page in
	libperf-*) section=3 ;;
	*) section=1 ;;
	esac
	{ echo "a page"; cat "$text"; } > "$out/${page%.txt}.$section"
done
E
chmod +x "$dir/pages"

# The build may be a special one (sanitizers, options): nothing of it may be made anew.
mk -o all -o "$build/perf" -o "$build/libperf.a" -o "$build/libperf.so.$(cat "$src/VERSION")" install \
	prefix=/usr ASCIIDOCTOR="$dir/pages" MAN_OUT="$dir/man"
p=$dir/root/usr
for text in "$src"/Documentation/perf.txt "$src"/Documentation/perf-*.txt; do
	page=${text##*/}
	page=$p/share/man/man1/${page%.txt}.1
	grep -q "^a page$" "$page" || fail "$page is not installed"
	[ ! -e "$p/share/doc/perf/${text##*/}" ] || fail "$text is installed beside its page"
done
[ -e "$p/share/man/man3/libperf-stitch.3" ] || fail "no manual page of libperf"
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

# The unit's command is one that the installed perf takes.
unit=$p/share/doc/perf/perf-last.service
command=$(sed -n 's,^ExecStart=/usr/bin/,,p' "$unit")
# shellcheck disable=SC2086 # words
PERF_TEST_FEATURES=defer "$p/bin/"$command --dry-run 2> "$dir/err" || fail "ExecStart of $unit: $command: $(cat "$dir/err")"
# What a reload runs needs no program but the shell: kill(1) comes with procps.
mkdir "$dir/only"
ln -s "$(command -v sh)" "$dir/only/sh"
reloaded=
trap 'reloaded=1' USR2
export MAINPID=$$
eval "env PATH=$dir/only $(sed -n 's/^ExecReload=//p' "$unit")" 2> "$dir/err" || fail "ExecReload of $unit: $(cat "$dir/err")"
trap - USR2
[ -n "$reloaded" ] || fail "ExecReload of $unit: no SIGUSR2"
# That of the other one, too; and both are units.
unit=$p/share/doc/perf/perf-watch.service
command=$(sed -n 's,^ExecStart=/usr/bin/,,p' "$unit" | sed "s,/var/lib/perf-watch,$dir/watched,; s,\$.*,,")
"$p/bin/perf" defer generate -o "$dir/no-clock" --seed 1 > "$dir/log" 2>&1 || fail "generate: $(cat "$dir/log")"
# shellcheck disable=SC2086 # words
! "$p/bin/"$command --input "$dir/no-clock" > "$dir/log" 2> "$dir/err" && grep -q 'by the wall clock' "$dir/err" ||
	fail "ExecStart of $unit: $command: $(cat "$dir/err")"
if command -v systemd-analyze > /dev/null; then
	for unit in perf-watch perf-last; do
		sed "s,^ExecStart=/usr/bin/,ExecStart=$p/bin/," "$p/share/doc/perf/$unit.service" > "$dir/$unit.service"
		systemd-analyze verify --man=no "$dir/$unit.service" > "$dir/log" 2>&1 || fail "$unit: $(cat "$dir/log")"
	done
fi

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
mk uninstall prefix=/usr MAN_OUT="$dir/man"
left=$(cd "$p" && find . ! -type d | sort | tr '\n' ' ')
[ "$left" = "./bin/other ./include/perf/other.h " ] || fail "left behind: $left"
[ ! -e "$p/libexec/perf-core" ] || fail "an empty folder stays"

# Where pages cannot be made there are their texts, which perf help finds, and a word about it.
mk -o all -o "$build/perf" -o "$build/libperf.a" -o "$build/libperf.so.$(cat "$src/VERSION")" install \
	prefix=/opt/x ASCIIDOCTOR="$dir/none" MAN_OUT="$dir/no-man"
grep -q 'manual pages are installed as text' "$dir/log" || fail "nothing tells that there are no pages: $(cat "$dir/log")"
p=$dir/root/opt/x
echo "the installed one" >> "$p/share/doc/perf/perf-record.txt"
PATH=$dir/nowhere "$p/bin/perf" help record > "$dir/help" || fail "perf help record: exit $?"
grep -q '^the installed one$' "$dir/help" || fail "perf help does not show the installed text"
mk uninstall prefix=/opt/x MAN_OUT="$dir/no-man"
[ -z "$(find "$p" ! -type d)" ] || fail "left behind: $(find "$p" ! -type d)"
