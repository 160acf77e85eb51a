# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# Installs what building and testing need, on systems with apt. Sourced by run-demo.sh and
# run-tests.sh.

as_root()
{
	if [ "$(id -u)" = 0 ]; then
		DEBIAN_FRONTEND=noninteractive "$@"
	elif command -v sudo >/dev/null; then
		sudo DEBIAN_FRONTEND=noninteractive "$@"
	else
		return 1
	fi
}

installed()	# package
{
	[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# The first name of "a|b|c" that the archive has; nothing where it has none.
available()	# names
{
	for name in $(echo "$1" | tr '|' ' '); do
		if apt-cache show "$name" >/dev/null 2>&1; then
			echo "$name"
			return
		fi
	done
}

any_installed()	# names
{
	for name in $(echo "$1" | tr '|' ' '); do
		installed "$name" && return 0
	done
	return 1
}

# Each argument is a package, or "a|b" for the first of several names that there is. Those that
# cannot be had are named and left out: what needs them says so itself.
ensure_packages()	# names...
{
	if ! command -v apt-get >/dev/null; then
		echo "no apt here: these Debian packages, or what holds the same, are expected: $*" >&2
		return 0
	fi
	missing=
	for names in "$@"; do
		any_installed "$names" || missing="$missing $names"
	done
	[ -n "$missing" ] || return 0
	if ! as_root true; then
		echo "neither root nor sudo: not installed:$missing" >&2
		return 0
	fi
	echo "installing:$missing" >&2
	as_root apt-get -qq update >&2 || echo "apt-get update failed" >&2
	found=
	for names in $missing; do
		name=$(available "$names")
		if [ -n "$name" ]; then
			found="$found $name"
		else
			echo "the archive has no package '$names'" >&2
		fi
	done
	# shellcheck disable=SC2086 # names by design
	if [ -n "$found" ] && ! quiet_install $found; then
		# One that cannot be installed does not take the others with it.
		for name in $found; do
			quiet_install "$name" || echo "package '$name' cannot be installed" >&2
		done
	fi
}

quiet_install()	# names...
{
	apt_log=$(mktemp)
	apt_status=0
	as_root apt-get -qq -y --no-install-recommends install "$@" >"$apt_log" 2>&1 </dev/null ||
		apt_status=$?
	[ "$apt_status" = 0 ] || grep '^E:' "$apt_log" >&2 || tail -n 5 "$apt_log" >&2
	rm -f "$apt_log"
	return "$apt_status"
}

# shellcheck disable=SC2034 # for the scripts that source this
build_packages='gcc make libc6-dev pkg-config libelf-dev libdw-dev libtraceevent-dev libzstd-dev zlib1g-dev
	liblzma-dev libdebuginfod-dev libiberty-dev libipt-dev libcapstone-dev libncurses-dev libcurl4-openssl-dev
	libpfm4-dev'
