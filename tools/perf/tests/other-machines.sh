#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Builds perf for other machines and tests it there, in user-mode emulation. See -h.
set -eu

usage()
{
	cat <<-'USAGE'
	usage: other-machines.sh [-b] [-p PERF] [-w WORDS] [MACHINE...]

	For each MACHINE (default: aarch64, s390x, which is big-endian, and i386, which has 32 bits)
	builds perf with the distribution's cross compiler and the machine's own packages, runs the
	tests that need no kernel, in QEMU's user-mode emulation unless this machine runs such
	programs itself, and compares what it says of recordings, its own and those of PERF, with
	what PERF says of them. The last line says how many passed.

	  -b        only builds
	  -p PERF   the perf of this machine (default: the one built in this tree)
	  -w WORDS  runs 'perf test WORDS' instead of the tests that are meant for this

	  PERF_CROSS_CACHE  where packages and builds are kept (default: ${XDG_CACHE_HOME:-~/.cache}/perf-cross)

	Needs gcc-aarch64-linux-gnu, gcc-s390x-linux-gnu, gcc-i686-linux-gnu (gcc-multilib, for gcc -m32,
	cannot be installed beside the others), qemu-user-static, and apt.

	exit status: 0 all passed, 1 not all, 77 a compiler, the emulator or the packages cannot be had
	USAGE
}

here=$(cd "$(dirname "$0")" && pwd)
src=$(cd "$here/.." && pwd)
cache=${PERF_CROSS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/perf-cross}
perf=
words=
only_build=

while getopts hbp:w: opt; do
	case $opt in
	h) usage; exit 0 ;;
	b) only_build=1 ;;
	p) perf=$OPTARG ;;
	w) words=$OPTARG ;;
	*) usage >&2; exit 129 ;;
	esac
done
shift $((OPTIND - 1))
for built in build build-gcc; do
	[ -n "$perf" ] || [ ! -x "$src/$built/perf" ] || perf=$src/$built/perf
done
[ -n "$perf" ] || [ -n "$only_build" ] || { echo "no perf of this machine: build it, or name it (-p)"; exit 77; }
[ $# -gt 0 ] || set -- aarch64 s390x i386

passed=0 failed=0 skipped=0
work=$(mktemp -d "${TMPDIR:-/tmp}/perf-cross.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

unavailable()	# reason
{
	echo "$1"
	exit 77
}

# What the build takes.
# shellcheck source-path=SCRIPTDIR source=packages.sh
. "$here/packages.sh"
# shellcheck source-path=SCRIPTDIR source=vm/archive.sh
. "$here/vm/archive.sh"

# Unpacks the libraries of machine $1, Debian's $2, into $root. Kept until the list of packages is another one.
fetch_root()	# machine architecture
{
	root=$cache/root-$1
	not_there=
	[ "$1" = i386 ] || not_there='|libipt-dev'	# of Intel's machines only
	# shellcheck disable=SC2154 # the other file sets it
	wanted=$(printf '%s\n' libc6-dev libgcc-s1 $build_packages | grep -vxE "gcc|make|pkg-config$not_there" | sort -u)
	[ "$(cat "$root.packages" 2>/dev/null)" != "$wanted" ] || return 0
	archive_init || unavailable "$archive_trouble"
	arch=$2
	update "$(. /etc/os-release && echo "$VERSION_CODENAME")" || unavailable "no package lists of '$2': $(grep -hE '^[EW]:' "$work/apt.log" | head -n 1)"
	# shellcheck disable=SC2086 # names by design
	own_apt apt-get -qq -y -o APT::Architecture="$2" -o Debug::NoLocking=1 --no-install-recommends --download-only \
		install $wanted >"$work/apt.log" 2>&1 || unavailable "packages of '$2': $(grep -h '^E:' "$work/apt.log" | head -n 1)"
	rm -rf "$root" "$work/root"
	mkdir -p "$work/root"
	for deb in "$work"/apt/cache/archives/*.deb; do
		dpkg -x "$deb" "$work/root"
	done
	rm -rf "$work/apt"
	mv "$work/root" "$root"
	printf '%s\n' "$wanted" >"$root.packages"
}

build()	# machine tools
{
	out=$cache/build-$1
	flags=
	# A machine that can run it shall find its libraries; an emulator is told where they are.
	[ "$1" != i386 ] || flags="-Wl,--dynamic-linker=$root/lib/ld-linux.so.2 \
		-Wl,--disable-new-dtags,-rpath,$root/lib/i386-linux-gnu:$root/usr/lib/i386-linux-gnu"
	if ! make -C "$src" -f Makefile.perf -j"$(nproc)" WERROR=1 CC="$2-gcc --sysroot=$root" AR="$2-ar" CFLAGS=-O1 O="$out" \
		LDFLAGS="$flags" >"$work/build" 2>&1; then
		tail -n 40 "$work/build"
		return 1
	fi
}

# A perf of the other machine that this one's scripts can run. Programs of 32 bits run here as they are.
make_wrapper()	# machine emulator
{
	wrapper=$cache/bin-$1/perf
	emulated=1
	mkdir -p "${wrapper%/*}"
	if [ "$1" = i386 ] && "$out/perf" version >/dev/null 2>&1; then
		emulated=
		ln -sf "$out/perf" "$wrapper"
		return
	fi
	rm -f "$wrapper"
	printf '#!/bin/sh\nexec %s -L "%s" "%s" "$@"\n' "$2" "$root" "$out/perf" >"$wrapper"
	chmod +x "$wrapper"
}

# Suites take files apart, and make some: with the binutils of that machine, before this one's. Those of this machine do for
# one whose programs it runs, whose suites also make programs of both.
make_tools()	# machine tools
{
	binutils=$cache/bin-$1/tools
	rm -rf "$binutils"
	mkdir -p "$binutils"
	[ -n "$emulated" ] || return 0
	for tool in as ld nm objcopy objdump readelf strip; do
		ln -sf "$(command -v "$2-$tool")" "$binutils/$tool"
	done
}

ok()
{
	echo "$1: ok"
	passed=$((passed + 1))
}

bad()
{
	echo "$1: FAILED"
	failed=$((failed + 1))
}

# The numbers of the suites that need neither a kernel nor programs of this machine: those in C, which come first, and
# of the scripts those about a stored recording and about scenarios. Left out where an emulator is in the way: what
# /proc/PID/maps says (it is the emulator's), and SIGBUS of files that shrink.
suites()
{
	scripts=$(find "$here/shell" -name 'test_*.sh' | wc -l)
	"$wrapper" test list | awk -v scripts="$scripts" -v emulated="$emulated" '
		/^ *[0-9]+: / { n++; number[n] = $1 + 0; name[n] = $0 }
		END {
			for (i = 1; i <= n; i++) {
				if (emulated && name[i] ~ /Records of what runs already|Mapped files that get shorter/) continue
				if (i <= n - scripts || name[i] ~ /the text of a stored recording|truth of every scenario|synthetic recordings and/)
					print number[i]
			}
		}'
}

# (PERF_TEST_AGAIN: a third of the ways to write each scenario, as with sanitizers.)
run_tests()	# machine
{
	status=0
	# shellcheck disable=SC2046 # words by design
	PATH=$binutils:$PATH PERF_TEST_DIR=$here PERF_TEST_PERF=$wrapper PERF_TEST_NO_VM=1 PERF_TEST_NO_FUZZ=1 PERF_TEST_AGAIN=1 \
		"$wrapper" test $(if [ -n "$words" ]; then echo "$words"; else suites; fi) >"$work/test" 2>&1 || status=$?
	cat "$work/test"
	numbers=$(sed -nE '$s/^([0-9]+) passed, ([0-9]+) failed(, ([0-9]+) skipped)?$/p=\1 f=\2 s=\4/p' "$work/test")
	p=0 f=1 s=0
	eval "$numbers"
	passed=$((passed + p))
	failed=$((failed + f))
	skipped=$((skipped + ${s:-0}))
	[ "$status" = 0 ] || [ "$f" != 0 ] || bad "$1: perf test ends with $status"
}

# Every text of every recording: PERF's, and this machine's.
same_text()	# machine file
{
	for command in 'script --no-inline' 'script -D' 'report --stdio --no-inline' 'report --stdio --stats' 'defer stat' 'defer dump' \
		'buildid-list' 'evlist -v' 'script --header-only' 'defer stat --json'; do
		# shellcheck disable=SC2086 # words by design
		"$perf" $command -f -i "$2" >"$work/ours" 2>"$work/ours.err" </dev/null || :
		# shellcheck disable=SC2086
		"$wrapper" $command -f -i "$2" >"$work/theirs" 2>"$work/theirs.err" </dev/null || :
		if ! cmp -s "$work/ours" "$work/theirs" || ! cmp -s "$work/ours.err" "$work/theirs.err"; then
			diff "$work/ours" "$work/theirs" | head -n 10
			diff "$work/ours.err" "$work/theirs.err" | head -n 5
			bad "$1: perf $command of ${2##*/}"
			return 0
		fi
	done
	ok "$1: the text of ${2##*/}"
}

compare()	# machine
{
	mkdir -p "$work/files"
	for maker in "$perf" "$wrapper"; do
		name=$([ "$maker" = "$perf" ] && echo here || echo "$1")
		for order in little big; do
			for protocol in C A; do
				"$maker" defer generate --seed 11 --actions 400 --byte-order $order --protocol $protocol \
					-o "$work/files/$name-$order-$protocol.data" >/dev/null || bad "$1: perf defer generate on $name"
			done
		done
	done
	for order in little big; do
		for protocol in C A; do
			cmp "$work/files/here-$order-$protocol.data" "$work/files/$1-$order-$protocol.data" ||
				bad "$1: another recording is generated"
			rm -f "$work/files/$1-$order-$protocol.data"
		done
		"$wrapper" defer merge -f -i "$work/files/here-$order-C.data" -o "$work/files/$1-$order-merged.data" >/dev/null 2>&1 ||
			bad "$1: perf defer merge"
		"$perf" defer merge -f -i "$work/files/here-$order-C.data" -o "$work/files/here-$order-merged.data" >/dev/null 2>&1
		cmp "$work/files/here-$order-merged.data" "$work/files/$1-$order-merged.data" || bad "$1: merging gives other bytes"
	done
	for file in "$work"/files/*.data "$here"/golden/*/*.data; do
		same_text "$1" "$file"
	done
	rm -rf "$work/files"
}

one_machine()	# machine
{
	case $1 in
	aarch64) architecture=arm64 tools=aarch64-linux-gnu ;;
	s390x) architecture=s390x tools=s390x-linux-gnu ;;
	i386) architecture=i386 tools=i686-linux-gnu ;;
	*) echo "other-machines.sh: nothing is known of machine '$1'" >&2; exit 129 ;;
	esac
	command -v "$tools-gcc" >/dev/null || unavailable "no '$tools-gcc' here: install gcc-$tools"
	emulator=$(command -v "qemu-$1-static" || command -v "qemu-$1") || unavailable "no 'qemu-$1' here: install qemu-user-static"
	mkdir -p "$cache"
	fetch_root "$1" "$architecture"
	if ! build "$1" "$tools"; then
		bad "$1: build with -Werror"
		return
	fi
	ok "$1: build with -Werror"
	[ -z "$only_build" ] || return 0
	make_wrapper "$1" "$emulator"
	make_tools "$1" "$tools"
	run_tests "$1"
	[ -n "$words" ] || compare "$1"
}

for machine in "$@"; do
	echo "== $machine"
	one_machine "$machine"
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
