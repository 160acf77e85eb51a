#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Builds the guest's test module and prints its path. See -h.
set -eu

usage()
{
	cat <<-USAGE
	usage: build-module.sh [-s SERIES | -b VERSION]

	Builds the module of module/ for the kernel that fetch-kernel.sh names, and prints where it is.
	-s and -b choose another kernel, as there.

	The kernel's headers, its build tools and the compiler that they ask for are fetched through
	apt as the kernel was, unpacked below PERF_VM_CACHE and run from there with their own
	libraries: nothing is installed and no privileges are needed. A second run only looks
	whether the module's source has changed. Where this machine has /lib/modules/RELEASE/build
	of that very kernel, it is built with that and the machine's compiler.

	  PERF_VM_KERNEL, PERF_VM_CACHE, PERF_VM_SUITES: see fetch-kernel.sh

	exit status: 0 the path was printed, 1 the module's source does not compile, 77 the headers or
	the compiler cannot be had (the reason is on stderr)
	USAGE
}

unavailable()
{
	echo "build-module.sh: $*" >&2
	exit 77
}

which=
while getopts hs:b: opt; do
	case $opt in
	h) usage; exit 0 ;;
	s | b) which="-$opt $OPTARG" ;;
	*) usage >&2; exit 129 ;;
	esac
done

here=$(cd "$(dirname "$0")" && pwd)
cache=${PERF_VM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/perf-vm}
suites=${PERF_VM_SUITES:-trixie-backports stable-backports forky testing sid${which:+ trixie bookworm-backports bookworm}}
# What was built for each of them, and with what.
built_for=$cache/module$(echo "${which#-}" | sed 's/^[sb] /-&/; s/ /-/g')

work=$(mktemp -d "${TMPDIR:-/tmp}/perf-vm-module.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# shellcheck source-path=SCRIPTDIR source=archive.sh
. "$here/archive.sh"

# Sets $release and $version, of the package, from the text that an image says about itself: 'RELEASE
# (BUILDER) #1 SMP ... Debian VERSION (DATE)'. A 16-bit number at 0x20e says where it is.
identify()	# image
{
	at=$(od -An -tu2 -j 526 -N 2 "$1" | tr -d ' ')
	banner=$(dd if="$1" bs=1 skip=$((at + 512)) count=256 2>/dev/null | tr '\0' '\n' | head -n 1)
	release=${banner%% *}
	version=$(echo "$banner" | sed -nE 's/.* Debian ([^ ]+).*/\1/p')
	case $release in
	[0-9]*.[0-9]*) ;;
	*) unavailable "'$1' does not say which release it is" ;;
	esac
}

# A package's program is run with the loader and the libraries that came with it, under the name of
# the wrapper: some look for their helpers beside themselves.
wrap()	# program wrapper
{
	cat >"$2.tmp" <<-WRAPPER
	#!/bin/sh
	exec "$tools/root/usr/lib64/ld-linux-x86-64.so.2" --argv0 "$2" \\
		--library-path "$tools/root/usr/lib/x86_64-linux-gnu" "$1" "\$@"
	WRAPPER
	chmod 755 "$2.tmp"
	mv "$2.tmp" "$2"
}

is_program()	# file
{
	[ "$(head -c 4 "$1" | od -An -tx1)" = " 7f 45 4c 46" ] && [ -x "$1" ]
}

# Makes $tools from the packages in $work/deb: root/, bin/ with the compiler, link 'build' to the headers.
unpack()
{
	rm -rf "$tools"
	mkdir -p "$tools/root" "$tools/bin"
	for deb in "$work"/deb/*.deb; do
		dpkg -x "$deb" "$tools/root" || return 1
	done
	headers=$tools/root/usr/src/linux-headers-$release
	[ -r "$headers/Makefile" ] || return 1
	ln -s "$headers" "$tools/build"
	# Packages of before and after the merge of /lib into /usr.
	for dir in lib lib64; do
		if [ -d "$tools/root/$dir" ] && [ ! -L "$tools/root/$dir" ]; then
			mkdir -p "$tools/root/usr/$dir"
			cp -a "$tools/root/$dir/." "$tools/root/usr/$dir/"
		fi
	done
	grep -rlE --include=Makefile --include='.kernelvariables' '(^|[ =])/usr/src/' "$headers" |
		xargs -r sed -i -E "s#(^|[ =])/usr/src/#\\1$tools/root/usr/src/#g"
	find -L "$headers/scripts" "$headers/tools" -type f -perm -u+x | while read -r program; do
		if is_program "$program"; then
			mv "$program" "$program.bin"
			wrap "$program.bin" "$program"
		fi
	done
	for program in "$tools"/root/usr/bin/x86_64-linux-gnu-*; do
		name=${program##*/x86_64-linux-gnu-}
		! is_program "$program" || wrap "$program" "$tools/bin/$name"
	done
	for driver in "$tools"/bin/gcc-[0-9]*; do
		[ -x "$driver" ] || return 1
		# It runs the compiler proper and the assembler itself: -B says where they are.
		sed "s#\"\$@\"#-B \"$tools/bin\" &#" "$driver" >"$tools/bin/gcc"
		chmod 755 "$tools/bin/gcc"
	done
	# Before gcc 13 it lies among the libraries.
	for program in "$tools"/root/usr/libexec/gcc/x86_64-linux-gnu/*/cc1 "$tools"/root/usr/lib/gcc/x86_64-linux-gnu/*/cc1; do
		[ ! -e "$program" ] || wrap "$program" "$tools/bin/cc1"
	done
}

# What the headers ask for, but not what links programs, the compiler's libraries, and what only an
# installed system needs.
wanted()	# names of packages, one a line
{
	grep -vE -e '^(lib.*-dev|lib.*san[0-9]*|lib(gcc-s1|stdc\+\+|cc1|gomp|itm|atomic|quadmath|bpf|dw).*)$' \
		-e '^(.*-for-host|gcc-[0-9]+-base|linux-(base|image|binary|modules)-.*|linux-base|pahole)$' \
		-e '^(debconf|openssl-provider-legacy|libssl3.*)$'
}

# The packages for $release, into $work/deb. False where no suite has them all.
fetch()
{
	for suite in $suites; do
		# Headers of a backport ask for the compiler of the suite itself.
		base=${suite%-backports}
		[ "$base" = "$suite" ] || suite="$suite $base"
		update "$suite" || {
			[ $? = 1 ] || unavailable "apt knows no source for this system's own suite"
			continue
		}
		offered=$(own_apt apt-cache show --no-all-versions "linux-headers-$release" 2>/dev/null |
			sed -n 's/^Version: //p')
		[ -n "$offered" ] && [ "$offered" = "${version:-$offered}" ] || continue
		own_apt apt-get -qq --print-uris --no-install-recommends install \
			"linux-headers-$release" 2>"$work/apt.log" |
			awk '{ sub(/_.*/, "", $2); print $2 }' | wanted >"$work/packages"
		mkdir -p "$work/deb"
		# shellcheck disable=SC2046 # names by design
		if [ -s "$work/packages" ] &&
			(cd "$work/deb" &&
			own_apt apt-get -qq download $(cat "$work/packages") >"$work/apt.log" 2>&1); then
			return 0
		fi
	done
	return 1
}

# Sets $headers and $compiler.
get_tools()
{
	tools=$built_for/$release
	headers=/lib/modules/$release/build
	compiler=cc
	[ ! -r "$headers/Makefile" ] || return 0
	headers=$tools/build
	compiler=$tools/bin/gcc
	[ ! -e "$tools/complete" ] || return 0
	archive_init || unavailable "$archive_trouble"
	fetch || return 1
	# Tools for another kernel are of no more use.
	rm -rf "$built_for"
	unpack || return 1
	: >"$tools/complete"
	echo "build-module.sh: headers and compiler for linux $release" >&2
}

command -v make >/dev/null || unavailable "no 'make' here: install the package 'make'"
# shellcheck disable=SC2086 # an option and its value
kernel=$("$here/fetch-kernel.sh" $which) || exit 77
identify "$kernel"

mkdir -p "$cache"
exec 8>"$cache/module.lock"
flock 8

if ! get_tools; then
	# The archive keeps the packages of its newest kernel only.
	[ -z "${PERF_VM_KERNEL:-}" ] ||
		unavailable "no headers for linux $release: the archive has none, /lib/modules neither"
	# shellcheck disable=SC2086
	kernel=$("$here/fetch-kernel.sh" -r $which) || exit 77
	identify "$kernel"
	get_tools || {
		grep -hE '^[EW]:' "$work/apt.log" >&2 || :
		unavailable "none of the suites '$suites' of this system's archive has the headers of linux $release and their compiler"
	}
fi

key=$(cat "$0" "$here"/module/* | sha256sum | cut -c1-16)
built=$built_for/$release-$key.ko
if [ ! -s "$built" ]; then
	mkdir -p "$work/module" "$built_for"
	cp "$here"/module/* "$work/module/"
	if ! PATH=$tools/bin:$PATH make -C "$headers" M="$work/module" CC="$compiler" CONFIG_DEBUG_INFO_BTF_MODULES= modules >"$work/log" 2>&1; then
		cat "$work/log" >&2
		echo "build-module.sh: the module does not compile for linux $release" >&2
		exit 1
	fi
	rm -f "$built_for"/*.ko
	cp "$work/module/faux_pt.ko" "$built.tmp"
	mv "$built.tmp" "$built"
fi
echo "$built"
