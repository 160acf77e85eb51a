#!/bin/sh
# make install-defer, make deb: what is in the packages, and how they are installed beside linux-perf
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/make.sh
. "$PERF_TEST_DIR/shell/lib/make.sh"
not_again "what is packed comes from the other build"

# The build may be a special one: nothing of it is made anew.
mk() {
	env -u MAKEFLAGS -u MAKELEVEL make -s -C "$src" -f Makefile.perf BUILT=1 O="$build" -o all -o "$build/perf" "$@" > "$dir/log" 2>&1 ||
		fail "make $*: $(cat "$dir/log")"
}

# perf-defer alone: nothing that another perf has is touched.
mkdir -p "$dir/root/usr/bin"
echo other > "$dir/root/usr/bin/perf"
mk install-defer DESTDIR="$dir/root" prefix=/usr ASCIIDOCTOR="$dir/none" MAN_OUT="$dir/man"
p=$dir/root/usr
installed=$(cd "$p" && find . -type f | LC_ALL=C sort | tr '\n' ' ')
want=$(cd "$src" && {
	echo ./bin/perf ./bin/perf-defer ./share/bash-completion/completions/perf-defer ./share/zsh/vendor-completions/_perf-defer
	find Documentation ../lib/perf/Documentation -maxdepth 1 -name '*.txt' -printf './share/doc/perf-defer/%f\n'
	echo ./share/doc/perf-defer/perf-last.service ./share/doc/perf-defer/perf-watch.service
} | tr ' ' '\n' | LC_ALL=C sort | tr '\n' ' ')
[ "$installed" = "$want" ] || fail "installed: $installed"
[ "$(cat "$p/bin/perf")" = other ] || fail "the other perf was overwritten"
# The copy here knows no source tree.
"$p/bin/perf-defer" help > "$dir/out" 2>&1 < /dev/null || fail "perf-defer help: $(cat "$dir/out")"
grep -q '^= perf-defer(1)' "$dir/out" || fail "perf-defer help: $(head -n 3 "$dir/out")"
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
# linux-perf stays: nothing says that the two cannot be there, and no path is of both.
for field in Conflicts Breaks Replaces Provides; do
	dpkg-deb -f "$all" $field | grep linux-perf && fail "perf-with-defer has linux-perf in its $field"
done
dpkg-deb -c "$all" | awk '!/\/$/ { print $6 }' | grep -v -e '^\./usr/lib/perf-with-defer/' -e '^\./usr/share/doc/perf-with-defer/' > "$dir/out" || true
[ "$(cat "$dir/out")" = ./usr/bin/perf-defer ] || fail "perf-with-defer has paths that others may have: $(cat "$dir/out")"
dpkg-deb -x "$defer" "$dir/x"
"$dir/x/usr/bin/perf-defer" stat -i "$dir/data" > "$dir/out" 2>&1 || fail "the packed program: $(cat "$dir/out")"

# Each page that a page names is there, under the name that the page says: those of perf-defer's package have names of
# their own, as linux-perf's have the others. And each document.
dpkg-deb -x "$all" "$dir/y"
for root in x y; do
	find "$dir/$root" -path '*/man/man*' -name '*.gz' > "$dir/pages"
	if [ ! -s "$dir/pages" ]; then
		left_out "pages that pages name" "asciidoctor is not installed"
		break
	fi
	python3 - "$dir/pages" "$(echo "$dir/$root"/usr/share/doc/perf-*)" "$src/Documentation" > "$dir/out" << 'P' || fail "$root: $(cat "$dir/out")"
import gzip, os, re, sys
pages = [line.rstrip("\n") for line in open(sys.argv[1])]
there = {os.path.basename(p)[:-3] for p in pages}
documents, known = set(os.listdir(sys.argv[2])), set(os.listdir(sys.argv[3]))
named = set()
for path in pages:
    name = os.path.basename(path)[:-3]
    with gzip.open(path, "rt", encoding="utf-8") as f:
        text = re.sub(r"\\f.|\\f\(..", "", f.read()).replace("\\-", "-")
    title = re.search(r'^\.TH "([^"]*)" "(\d)"', text, re.M)
    if f"{title[1].lower()}.{title[2]}" != name:
        print(f"{name} has the title {title[1]}")
    own = re.search(r'^\.SH "NAME"\n(\S+) \\?-', text, re.M)
    if own[1] != name[:-2]:
        print(f"{name} is called {own[1]}")
    for ref in re.findall(r"\b((?:lib)?perf[a-z-]*)\((\d)\)", text):
        named.add(ref)
        if ".".join(ref) not in there:
            print(f"{name} names {ref[0]}({ref[1]}), which is not there")
    for document in re.findall(r"\b[a-z.-]+\.txt\b", text):
        if document in known and document not in documents:
            print(f"{name} names {document}, which is not there")
if len(named) < 15:
    print(f"hardly any page is named: {named}")
sys.exit(0)
P
	[ ! -s "$dir/out" ] || fail "pages of $root: $(cat "$dir/out")"
done

if command -v lintian > /dev/null; then
	lintian --allow-root --fail-on error "$defer" "$all" > "$dir/log" 2>&1 || fail "lintian: $(cat "$dir/log")"
else
	left_out "lintian" "it is not installed"
fi
# The same again is the same bytes.
DEB_MAINTAINER='Some Body <some@body.example>' SOURCE_DATE_EPOCH=1700000000 \
	sh "$src/packaging/deb.sh" "$build" "$dir/again" perf-defer > "$dir/names" 2> "$dir/log" || fail "deb.sh again: $(cat "$dir/log")"
cmp -s "$defer" "$dir/again/${defer##*/}" || fail "made twice the package differs"

# --- installed beside linux-perf, into a system of its own: scripts run without chroot, so nobody has to be root ------------
sys=$dir/sys
mkdir -p "$sys/var/lib/dpkg/info" "$sys/var/lib/dpkg/updates" "$sys/var/lib/dpkg/alternatives" "$sys/etc/alternatives" "$sys/usr/bin"
: > "$sys/var/lib/dpkg/status"
: > "$sys/var/lib/dpkg/available"
pkg() { # ARGS...: dpkg there
	PATH=$PATH:/usr/sbin:/sbin dpkg --root="$sys" --log="$dir/dpkg.log" --force-not-root --force-script-chrootless --force-depends \
		"$@" > "$dir/log" 2>&1 || fail "dpkg $*: $(cat "$dir/log")"
}
state() { # FILE: all that is there, without dpkg's own lists
	(cd "$sys" && find . \( -path ./var/lib/dpkg -o -path ./var/log \) -prune -o -printf '%p %y %l %m %s\n' | LC_ALL=C sort
	cat var/lib/dpkg/diversions 2> "$dir/none" || true) > "$1"
}
same() { # WHAT BEFORE: is it as it was?
	state "$dir/now"
	# (The folders of the database of alternatives stay.)
	diff "$2" "$dir/now" > "$dir/diff" || fail "$1: $(cat "$dir/diff")"
}
there() { # WHAT: ours is found first, and theirs is what it was
	[ "$(readlink "$sys/usr/local/bin/perf")" = /etc/alternatives/perf ] || fail "$1: /usr/local/bin/perf is $(ls -l "$sys/usr/local/bin/perf" 2>&1)"
	[ "$(readlink "$sys/etc/alternatives/perf")" = "$home/bin/perf" ] || fail "$1: the alternative is $(ls -l "$sys/etc/alternatives/")"
	for link in $(cd "$sys/usr/local/share" && find . -type l); do
		to=$(readlink "$sys/usr/local/share/$link")
		[ -e "$sys$(readlink "$sys$to")" ] || fail "$1: /usr/local/share/$link leads nowhere"
	done
	if [ -s "$dir/pages" ]; then
		[ -L "$sys/usr/local/share/man/man1/perf-report.1.gz" ] || fail "$1: perf-report(1) is not found"
	fi
	"$sys/usr/bin/perf-defer" -h > "$dir/out" 2>&1 || fail "$1: perf-defer: $(cat "$dir/out")"
	grep -q '^   merge ' "$dir/out" || fail "$1: perf-defer has no verbs: $(cat "$dir/out")"
}
passed_on() { # WHAT
	PATH=$sys/usr/bin:$PATH "$sys$home/bin/perf" version > "$dir/out" 2>&1 || fail "$1: perf version: $(cat "$dir/out")"
	[ "$(cat "$dir/out")" = "$("$PERF" version)" ] || fail "$1: perf is another one: $(cat "$dir/out")"
	for command in stat mem sched; do
		got=0
		PATH=$sys/usr/bin:$PATH "$sys$home/bin/perf" $command -h > "$dir/out" 2>&1 || got=$?
		grep -q "'$command' is not built in: running '$sys/usr/bin/perf $command'" "$dir/out" || fail "$1: perf $command: $(cat "$dir/out")"
		grep -qi "usage: perf $command" "$dir/out" || fail "$1: perf $command, exit $got: $(cat "$dir/out")"
	done
}
home=/usr/lib/perf-with-defer
pkg -i "$all"
there "alone"
pkg -r perf-with-defer
state "$dir/empty"
pkg -i "$all"
pkg -i "$all"
there "installed again"
pkg -P perf-with-defer
same "purged" "$dir/empty"
# Somebody's own program is not touched.
mkdir -p "$sys/usr/local/bin"
echo own > "$sys/usr/local/bin/perf"
pkg -i "$all"
[ "$(cat "$sys/usr/local/bin/perf")" = own ] || fail "an own /usr/local/bin/perf was overwritten"
pkg -P perf-with-defer
[ "$(cat "$sys/usr/local/bin/perf")" = own ] || fail "an own /usr/local/bin/perf was removed"
rm "$sys/usr/local/bin/perf"
# One for the other.
pkg -i "$all"
pkg --auto-deconfigure -i "$defer"
[ "$(cd "$sys/usr" && echo bin/* local/bin/*)" = "bin/perf-defer local/bin/*" ] ||
	fail "perf-defer for perf-with-defer: $(ls "$sys/usr/bin" "$sys/usr/local/bin")"
pkg -i "$all"
there "for perf-defer"
pkg -P perf-with-defer

# linux-perf as it is here: its program, its lists and those of its scripts that divert (Debian 12).
info=/var/lib/dpkg/info
if [ "$(dpkg-query -W -f '${db:Status-Status}' linux-perf 2> "$dir/log")" != installed ]; then
	left_out "beside linux-perf" "it is not installed"
	finish
fi
theirs=$dir/linux-perf
mkdir -p "$theirs/DEBIAN"
for file in $(dpkg -L linux-perf | grep -e '^/usr/bin/' -e '^/usr/share/bash-completion/.' -e '^/usr/share/man/man1/.'); do
	if [ -f "$file" ]; then
		mkdir -p "$theirs${file%/*}"
		cp -p "$file" "$theirs$file"
	fi
done
[ -x "$theirs/usr/bin/perf" ] || fail "linux-perf has no /usr/bin/perf: $(dpkg -L linux-perf | head)"
for script in preinst postrm; do
	[ ! -f $info/linux-perf.$script ] || cp -p $info/linux-perf.$script "$theirs/DEBIAN/$script"
done
dpkg-query -s linux-perf | sed '/^Status:/d; /^Conffiles:/,/^[^ ]/{/^Conffiles:/d; /^ /d}' > "$theirs/DEBIAN/control"
dpkg-deb --root-owner-group --build "$theirs" "$dir/linux-perf.deb" > "$dir/log" 2>&1 || fail "linux-perf: $(cat "$dir/log")"
pkg -i "$dir/linux-perf.deb"
cmp -s /usr/bin/perf "$sys/usr/bin/perf" || fail "linux-perf has no perf there: $(ls "$sys/usr/bin")"
state "$dir/linux-perf.state"
pkg -i "$all"
there "beside linux-perf"
passed_on "beside linux-perf"
cmp -s /usr/bin/perf "$sys/usr/bin/perf" || fail "linux-perf's program is another one"
pkg -r perf-with-defer
same "removed beside linux-perf" "$dir/linux-perf.state"
pkg -i "$all"
pkg -P perf-with-defer
same "purged beside linux-perf" "$dir/linux-perf.state"
pkg -P linux-perf
pkg -i "$all"
pkg -i "$dir/linux-perf.deb"
there "before linux-perf"
passed_on "before linux-perf"
pkg -i "$dir/linux-perf.deb"
pkg -i "$all"
passed_on "both again"
pkg -P linux-perf
there "without linux-perf again"
pkg -P perf-with-defer
same "all is gone" "$dir/empty"
