#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Builds the root file system of the guest of boot.sh. See -h.
set -eu

usage()
{
	cat <<-'USAGE'
	usage: build-initrd.sh -o OUT [-p PERF] [-P] [-k DIR] DIR [FILE...]

	Writes the cpio archive OUT: busybox, an init that runs /root/run.sh, PERF, and in /root
	the files of DIR (but not DIR/out) and the FILEs, all with the shared libraries they need.

	  -p PERF   becomes /usr/bin/perf and /usr/bin/perf-defer (none: no perf in the guest)
	  -P        adds the system's python3 and bash
	  -t DIR    adds DIR at the path it has here, for tests that look for their data
	  -k DIR    modules of the kernel that the init loads first, in the order of their names

	The part that does not change is kept in PERF_VM_CACHE (see fetch-kernel.sh).

	exit status: 0 OUT was written, 77 a tool that it needs is missing
	USAGE
}

die()
{
	echo "build-initrd.sh: $1" >&2
	exit "${2:-1}"
}

here=$(cd "$(dirname "$0")" && pwd)
cache=${PERF_VM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/perf-vm}
out=
perf=
python=
trees=
modules=

while getopts ho:p:Pt:k: opt; do
	case $opt in
	h) usage; exit 0 ;;
	o) out=$OPTARG ;;
	p) perf=$OPTARG ;;
	P) python=1 ;;
	t) trees="$trees $OPTARG" ;;
	k) modules=$OPTARG ;;
	*) usage >&2; exit 129 ;;
	esac
done
shift $((OPTIND - 1))
if [ -z "$out" ] || [ $# -lt 1 ]; then
	usage >&2
	exit 129
fi
dir=$1
shift

command -v cpio >/dev/null || die "no 'cpio' here: install the package 'cpio'" 77
busybox=$(command -v busybox) || die "no 'busybox' here: install the package 'busybox-static'" 77
if ldd "$busybox" >/dev/null 2>&1; then
	die "'$busybox' is not static: install the package 'busybox-static'" 77
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/perf-vm-initrd.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

pack()	# directory, on stdout
{
	(cd "$1" && find . -mindepth 1 -print0 | LC_ALL=C sort -z | cpio -0 -o -H newc -R +0:+0 --quiet)
}

skeleton()	# root: /bin, /lib and friends are links, as on the systems the libraries come from
{
	mkdir -p "$1/usr/bin" "$1/usr/sbin" "$1/usr/lib" "$1/usr/lib64"
	for d in bin sbin lib lib64; do
		ln -s "usr/$d" "$1/$d"
	done
}

add_file()	# root file: at its own path, with the libraries that it names
{
	[ ! -e "$1$2" ] || return 0
	mkdir -p "$1${2%/*}"
	cp -L "$2" "$1$2"
	add_libraries "$1" "$2"
}

add_libraries()	# root file
{
	# Scripts and static programs name none.
	ldd "$2" 2>/dev/null | sed -nE 's#^[^/]*(/[^ ]+) \(0x.*#\1#p' | while read -r lib; do
		add_file "$1" "$lib"
	done
}

# Perf is not linked to what few of its commands need: it loads that by its name.
add_loaded()	# root file
{
	grep -ao 'libcapstone\.so\.[0-9]*' "$2" | sort -u | while read -r name; do
		lib=$(/sbin/ldconfig -p | sed -n "s#.*=> \(/.*/$name\)\$#\1#p" | head -n 1)
		[ -z "$lib" ] || add_file "$1" "$lib"
	done
}

base()	# root
{
	skeleton "$1"
	mkdir -p "$1/proc" "$1/sys" "$1/dev" "$1/tmp" "$1/etc" "$1/root" "$1/var/tmp" "$1/run"
	chmod 1777 "$1/tmp" "$1/var/tmp"
	cp "$busybox" "$1/usr/bin/busybox"
	for applet in $("$busybox" --list); do
		[ "$applet" = busybox ] || ln -s busybox "$1/usr/bin/$applet"
	done
	cp "$here/guest-init" "$1/init"
	chmod 755 "$1/init"
	printf 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/tmp:/bin/sh\n' >"$1/etc/passwd"
	printf 'root:x:0:\nnogroup:x:65534:\n' >"$1/etc/group"
	echo guest >"$1/etc/hostname"
	[ ! -e /etc/ld.so.cache ] || cp /etc/ld.so.cache "$1/etc/"
	if [ -n "$python" ]; then
		rm -f "$1/usr/bin/bash"
		add_file "$1" /usr/bin/bash
		add_python "$1"
	fi
}

add_python()	# root: the distribution's interpreter, without what only builds and tests need
{
	[ -x /usr/bin/python3 ] || die "no '/usr/bin/python3' here: install the package 'python3'" 77
	lib=/usr/lib/python$(/usr/bin/python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
	add_file "$1" /usr/bin/python3
	mkdir -p "$1$lib"
	tar cf - -C "$lib" --exclude=__pycache__ --exclude=./test --exclude=./idlelib \
		--exclude=./lib2to3 --exclude=./ensurepip --exclude=./pydoc_data --exclude=./tkinter \
		--exclude='./config-*' . | tar xf - -C "$1$lib"
	for module in "$1$lib"/lib-dynload/*.so; do
		add_libraries "$1" "$module"
	done
}

# What the base is made of, as one short name.
key=$(cat "$0" "$here/guest-init" "$busybox" /etc/ld.so.cache 2>/dev/null |
	cat - "${python:+/usr/bin/python3}" 2>/dev/null |
	sha256sum | cut -c1-16)
mkdir -p "$cache"
base=$cache/base-$key${python:+-python}.cpio
if [ ! -s "$base" ]; then
	base "$work/base"
	pack "$work/base" >"$base.$$"
	# Bases of other versions of these files are of no more use.
	find "$cache" -name 'base-*.cpio' -mtime +7 -exec rm -f {} +
	mv "$base.$$" "$base"
fi

# The part of this run. An archive may name a folder again that an earlier one has made, but
# not where that one has a link: hence the same skeleton.
root=$work/root
skeleton "$root"
mkdir -p "$root/root"
(cd "$dir" && tar cf - --exclude=./out --exclude=./console.log --exclude=./run.log .) |
	tar xf - -C "$root/root"
[ -e "$root/root/run.sh" ] || die "'$dir' holds no 'run.sh'"
if [ -n "$perf" ]; then
	cp -L "$perf" "$root/usr/bin/perf"
	ln -s perf "$root/usr/bin/perf-defer"
	add_libraries "$root" "$perf"
	add_loaded "$root" "$perf"
fi
for f in "$@"; do
	cp -rL "$f" "$root/root/"
done
for t in $trees; do
	t=$(cd "$t" && pwd)
	mkdir -p "$root$t"
	(cd "$t" && tar cf - .) | tar xf - -C "$root$t"
done
if [ -n "$modules" ]; then
	mkdir -p "$root/modules"
	cp "$modules"/*.ko "$root/modules/"
fi
find "$root/root" -type f -perm -u+x >"$work/programs"
while read -r f; do
	add_libraries "$root" "$f"
done <"$work/programs"
pack "$root" >"$work/root.cpio"
cat "$base" "$work/root.cpio" >"$out"
