#!/bin/sh
# make install-defer, make deb
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/make.sh
. "$PERF_TEST_DIR/shell/lib/make.sh"
not_again "what is packed comes from the other build"

# The build may be a special one: nothing of it is made anew.
mk() {
	env -u MAKEFLAGS -u MAKELEVEL make -s -C "$src" -f Makefile.perf O="$build" -o all -o "$build/perf" "$@" > "$dir/log" 2>&1 ||
		fail "make $*: $(cat "$dir/log")"
}

# perf-defer alone: nothing that another perf has is touched.
mkdir -p "$dir/root/usr/bin"
echo other > "$dir/root/usr/bin/perf"
mk install-defer DESTDIR="$dir/root" prefix=/usr ASCIIDOCTOR="$dir/none" MAN_OUT="$dir/man"
p=$dir/root/usr
installed=$(cd "$p" && find . -type f | LC_ALL=C sort | tr '\n' ' ')
[ "$installed" = "./bin/perf ./bin/perf-defer ./share/bash-completion/completions/perf-defer \
./share/doc/perf-defer/deferred-callchains.txt ./share/doc/perf-defer/perf-defer.txt \
./share/zsh/vendor-completions/_perf-defer " ] || fail "installed: $installed"
[ "$(cat "$p/bin/perf")" = other ] || fail "the other perf was overwritten"
"$p/bin/perf-defer" -h > "$dir/out" || fail "perf-defer -h: $(cat "$dir/out")"
grep -q '^   merge ' "$dir/out" || fail "perf-defer has no verbs: $(cat "$dir/out")"
"$p/bin/perf-defer" generate --seed 2 -o "$dir/data" > "$dir/log" 2>&1 || fail "perf-defer generate: $(cat "$dir/log")"
"$p/bin/perf-defer" stat -i "$dir/data" > "$dir/out" 2>&1 || fail "perf-defer stat: $(cat "$dir/out")"
mk uninstall-defer DESTDIR="$dir/root" prefix=/usr
left=$(cd "$p" && find . -type f)
[ "$left" = ./bin/perf ] || fail "left behind: $left"

# (Nobody keeps these: small is not worth the time.)
export DPKG_DEB_COMPRESSOR_LEVEL=1 DPKG_DEB_COMPRESSOR_TYPE=gzip
# Packages: their files, what they depend on, and what lintian says.
need_tools dpkg-deb dpkg-shlibdeps strip
case ${build##*/} in
*san*) exit 0 ;;	# of a build that nobody packs
esac
DEB_MAINTAINER='Some Body <some@body.example>' SOURCE_DATE_EPOCH=1700000000 \
	sh "$src/packaging/deb.sh" "$build" "$dir/deb" > "$dir/names" 2> "$dir/log" || fail "deb.sh: $(cat "$dir/log")"
[ "$(wc -l < "$dir/names")" = 2 ] || fail "packages: $(cat "$dir/names")"
defer=$(sed -n 1p "$dir/names") all=$(sed -n 2p "$dir/names")
dpkg-deb -f "$defer" Depends | grep -q 'libc6 (>= ' || fail "depends on: $(dpkg-deb -f "$defer" Depends)"
if "$PERF" check feature -q libcapstone; then
	dpkg-deb -f "$defer" Depends | grep -q ', libcapstone[0-9]*$' || fail "what it loads itself is not there: $(dpkg-deb -f "$defer" Depends)"
fi
dpkg-deb -c "$defer" | grep -q ' ./usr/bin/perf$' && fail "perf-defer brings a perf: $(dpkg-deb -c "$defer")"
dpkg-deb -c "$all" | grep -q ' ./usr/bin/perf$' || fail "no perf in: $(dpkg-deb -c "$all")"
dpkg-deb -f "$all" Conflicts | grep -q linux-perf || fail "conflicts with: $(dpkg-deb -f "$all" Conflicts)"
dpkg-deb -x "$defer" "$dir/x"
"$dir/x/usr/bin/perf-defer" stat -i "$dir/data" > "$dir/out" 2>&1 || fail "the packed program: $(cat "$dir/out")"
if command -v lintian > /dev/null; then
	lintian --allow-root --fail-on error "$defer" "$all" > "$dir/log" 2>&1 || fail "lintian: $(cat "$dir/log")"
else
	left_out "lintian" "it is not installed"
fi
# The same again is the same bytes.
DEB_MAINTAINER='Some Body <some@body.example>' SOURCE_DATE_EPOCH=1700000000 \
	sh "$src/packaging/deb.sh" "$build" "$dir/again" perf-defer > "$dir/names" 2> "$dir/log" || fail "deb.sh again: $(cat "$dir/log")"
cmp -s "$defer" "$dir/again/${defer##*/}" || fail "made twice the package differs"
