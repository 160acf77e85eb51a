#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Prints the path of a kernel image, by default one that has deferred user callchains; fetches it
# when the cache holds none. See -h.
set -eu

usage()
{
	cat <<-USAGE
	usage: fetch-kernel.sh [-r] [-s SERIES | -b VERSION]

	Prints the path of a Linux image of at least $min_version for the guest of boot.sh, or of
	another one. Modules without which the guest has no way to the outside lie beside it, in
	'modules', where its drivers are not built in; in 'quota' those of a file system with quotas,
	if the image's own package has them.

	  -s SERIES   the newest of a series: 6.12
	  -b VERSION  the newest below this one: $min_version

	The newest such 'cloud' kernel of a Debian suite is fetched through apt, with package
	lists, cache and sources of its own: the machine's are only read, for the address of the
	archive and its keys. What was downloaded stays in the cache for $max_age_days days; then,
	or with -r, the archive is asked again.

	  PERF_VM_KERNEL  an image to use instead, without -s and -b (nothing is fetched)
	  PERF_VM_CACHE   the cache (default: \${XDG_CACHE_HOME:-~/.cache}/perf-vm)
	  PERF_VM_SUITES  the suites to try in turn (default: $suites;
	                  with -s and -b: $older_suites)

	exit status: 0 the path was printed, 77 no kernel can be had (the reason is on stderr)
	USAGE
}

unavailable()
{
	echo "fetch-kernel.sh: $*" >&2
	exit 77
}

min_version=6.19
max_age_days=30
suites=${PERF_VM_SUITES:-trixie-backports stable-backports forky testing sid}
# The newest first: so that the first which has one has the newest.
older_suites=${PERF_VM_SUITES:-trixie-backports trixie bookworm-backports bookworm}
cache=${PERF_VM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/perf-vm}
refresh=
series=
below=
wanted="of at least $min_version"

while getopts hrs:b: opt; do
	case $opt in
	h) usage; exit 0 ;;
	r) refresh=1 ;;
	s) series=$OPTARG wanted="of the series $OPTARG" ;;
	b) below=$OPTARG wanted="below $OPTARG" ;;
	*) usage >&2; exit 129 ;;
	esac
done
if [ -n "$series" ] && [ -n "$below" ]; then
	usage >&2
	exit 129
fi

if [ -z "$series$below" ] && [ -n "${PERF_VM_KERNEL:-}" ]; then
	[ -r "$PERF_VM_KERNEL" ] || unavailable "'$PERF_VM_KERNEL' (PERF_VM_KERNEL) cannot be read"
	echo "$PERF_VM_KERNEL"
	exit 0
fi

mkdir -p "$cache"
exec 9>"$cache/lock"
flock 9

# One kernel of each kind is kept.
kept=$cache/kernel${series:+-$series}${below:+-below-$below}
current=$kept/vmlinuz

fresh()
{
	[ -s "$current" ] && { [ -z "$series$below" ] || [ -d "$kept/quota" ]; } && [ -n "$(find "$kept/stamp" -mtime "-$max_age_days" 2>/dev/null)" ]
}

if [ -z "$refresh" ] && fresh; then
	echo "$current"
	exit 0
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/perf-vm-kernel.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# Whatever cannot be renewed is still good: a machine that has lost its network keeps testing.
keep_or_fail()
{
	if [ -s "$current" ]; then
		echo "fetch-kernel.sh: $*; using the kernel fetched before" >&2
		echo "$current"
		exit 0
	fi
	unavailable "$*"
}

# shellcheck source-path=SCRIPTDIR source=archive.sh
. "$(dirname "$0")/archive.sh"

is_wanted()	# version
{
	case $series:$below in
	:) dpkg --compare-versions "$1" ge "$min_version" ;;
	:*) dpkg --compare-versions "$1" lt "$below" ;;
	*)
		case $1 in
		"$series"[.-]*) ;;
		*) false ;;
		esac ;;
	esac
}

# "VERSION PACKAGE" of everything that may hold an image, newest first; a package that is only a
# shell around another has no image in it and is passed over by fetch().
candidates()
{
	own_apt apt-cache search --names-only \
		'^linux-(binary|binary-unsigned|image|image-unsigned)-[0-9].*-cloud-'"$arch"'(-unsigned)?$' |
	awk '{ name = $1; version = name
		sub(/^linux-(binary|image)(-unsigned)?-/, "", version)
		sub(/-cloud-.*/, "", version)
		print version, (name ~ /^linux-binary/ ? 1 : 0), name }' |
	sort -k1,1Vr -k2,2nr | while read -r version _ name; do
		if is_wanted "$version"; then
			echo "$version $name"
		fi
	done
}

fetch()	# version package
{
	rm -rf "$work/deb" "$work/tree"
	mkdir -p "$work/deb" "$work/tree"
	(cd "$work/deb" && own_apt apt-get -qq download "$2") >&2 || return 1
	dpkg -x "$work"/deb/*.deb "$work/tree" || return 1
	image=$(find "$work/tree" -type f -name 'vmlinuz*' | head -n 1)
	[ -n "$image" ] || return 1
	mkdir -p "$kept"
	keep_modules "$work/tree" || return 1
	cp "$image" "$kept/vmlinuz.tmp"
	mv "$kept/vmlinuz.tmp" "$current"
	echo "$1 from $2" >"$kept/stamp"
}

# Those drivers of the guest's ports that are files, numbered as they are to be loaded.
keep_modules()	# tree
{
	rm -rf "$kept/modules"
	number=10
	for module in virtio virtio_ring virtio_pci_legacy_dev virtio_pci_modern_dev virtio_pci virtio_console; do
		file=$(find "$1" -name "$module.ko*" | head -n 1)
		number=$((number + 1))
		[ -n "$file" ] || continue
		mkdir -p "$kept/modules"
		keep_module "$file" "$kept/modules/$number-$module.ko" || return 1
	done

	# For a file system with quotas in a file, if all that it needs is there (or built in).
	rm -rf "$kept/quota"
	mkdir -p "$kept/quota"
	[ -n "$(find "$1" -name 'quota_v2.ko*')" ] || return 0
	number=10
	for module in loop crc16 crc32c_generic libcrc32c mbcache jbd2 ext4 quota_tree quota_v2; do
		file=$(find "$1" -name "$module.ko*" | head -n 1)
		number=$((number + 1))
		[ -z "$file" ] || keep_module "$file" "$kept/quota/$number-$module.ko" || return 1
	done
}

keep_module()	# file of the package, file to make
{
	case $1 in
	*.xz) xz -dc "$1" >"$2" ;;
	*) cp "$1" "$2" ;;
	esac
}

archive_init || keep_or_fail "$archive_trouble: set PERF_VM_KERNEL to an image"

[ -z "$series$below" ] || suites=$older_suites
for suite in $suites; do
	update "$suite" || {
		[ $? = 1 ] || keep_or_fail "apt knows no source for this system's own suite"
		continue
	}
	# A mirror may serve an alias such as 'testing' from an older copy than the name behind it.
	codename=$(updated_codename)
	if [ -n "$codename" ] && [ "$codename" != "$suite" ]; then
		update "$codename" || update "$suite" || continue
	fi
	candidates >"$work/candidates"
	while read -r version name; do
		if fetch "$version" "$name" </dev/null; then
			echo "fetch-kernel.sh: linux $version from '$suite' ($name)" >&2
			echo "$current"
			exit 0
		fi
	done <"$work/candidates"
done
grep -hE '^[EW]:' "$work/apt.log" >&2 || :
keep_or_fail "none of the suites '$suites' of this system's archive gave a kernel $wanted"
