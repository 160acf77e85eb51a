#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Prints the path of a kernel image that has deferred user callchains; fetches it when the
# cache holds none. See -h.
set -eu

usage()
{
	cat <<-USAGE
	usage: fetch-kernel.sh [-r]

	Prints the path of a Linux image of at least $min_version for the guest of boot.sh.

	The newest 'cloud' kernel of a newer Debian suite is fetched through apt, with package
	lists, cache and sources of its own: the machine's are only read, for the address of the
	archive and its keys. What was downloaded stays in the cache for $max_age_days days; then,
	or with -r, the archive is asked again.

	  PERF_VM_KERNEL  an image to use instead (nothing is fetched)
	  PERF_VM_CACHE   the cache (default: \${XDG_CACHE_HOME:-~/.cache}/perf-vm)
	  PERF_VM_SUITES  the suites to try in turn (default: $suites)

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
cache=${PERF_VM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/perf-vm}
refresh=

while getopts hr opt; do
	case $opt in
	h) usage; exit 0 ;;
	r) refresh=1 ;;
	*) usage >&2; exit 129 ;;
	esac
done

if [ -n "${PERF_VM_KERNEL:-}" ]; then
	[ -r "$PERF_VM_KERNEL" ] || unavailable "'$PERF_VM_KERNEL' (PERF_VM_KERNEL) cannot be read"
	echo "$PERF_VM_KERNEL"
	exit 0
fi

mkdir -p "$cache"
exec 9>"$cache/lock"
flock 9

# One kernel is kept: the link says which.
current=$cache/kernel/vmlinuz

fresh()
{
	[ -s "$current" ] && [ -n "$(find "$cache/kernel/stamp" -mtime "-$max_age_days" 2>/dev/null)" ]
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
		if dpkg --compare-versions "$version" ge "$min_version"; then
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
	mkdir -p "$cache/kernel"
	cp "$image" "$cache/kernel/vmlinuz.tmp"
	mv "$cache/kernel/vmlinuz.tmp" "$current"
	echo "$1 from $2" >"$cache/kernel/stamp"
}

archive_init || keep_or_fail "$archive_trouble: set PERF_VM_KERNEL to an image"

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
keep_or_fail "none of the suites '$suites' of this system's archive gave a kernel of at least $min_version"
