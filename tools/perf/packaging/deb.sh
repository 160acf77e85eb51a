#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Makes Debian packages out of a build. See -h.
set -eu

usage()
{
	cat <<-'USAGE'
	usage: deb.sh BUILD OUTDIR [PACKAGE]

	Makes two packages out of the build directory BUILD, or only PACKAGE, without root, and prints
	their names:

	  perf-defer       the program as perf-defer, which any perf offers as `perf defer`; it stands
	                   beside the distribution's linux-perf
	  perf-with-defer  all of it as perf, in the place of linux-perf

	DEB_MAINTAINER   who answers for them: "Name <address>" (default: as git knows you)
	SOURCE_DATE_EPOCH  the time that files get (default: that of the last commit, else of now)

	exit status: 0, or 1 if a program that it needs is missing (dpkg-deb, dpkg-shlibdeps, strip)
	USAGE
}

case ${1:--h} in
-h) usage; exit 0 ;;
esac
src=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
only=${3:-}
case $only in
'' | perf-defer | perf-with-defer) ;;
*) usage >&2; exit 1 ;;
esac
for tool in dpkg-deb dpkg-shlibdeps dpkg-architecture strip make; do
	command -v $tool >/dev/null || { echo "deb.sh: '$tool' is missing: install dpkg-dev and binutils" >&2; exit 1; }
done
version=$(cat "$src/VERSION")-1
arch=$(dpkg --print-architecture)
maintainer=${DEB_MAINTAINER:-$(git -C "$src" config user.name || echo "$(id -un)") <$(git -C "$src" config user.email ||
	echo "$(id -un)@localhost.localdomain")>}
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git -C "$src" log -1 --format=%ct 2>/dev/null || date +%s)}"
work=$(mktemp -d "${TMPDIR:-/tmp}/perf-deb.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
umask 022

# Documents that each package has.
documents()	# package root
{
	doc=$2/usr/share/doc/$1
	mkdir -p "$doc"
	cat >"$doc/copyright" <<-END
		Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
		Upstream-Name: perf with deferred user callchains

		Files: *
		Copyright: $(date -u -d "@$SOURCE_DATE_EPOCH" +%Y) the authors of this perf
		License: GPL-2

		Files: tools/lib/perf/*
		Copyright: $(date -u -d "@$SOURCE_DATE_EPOCH" +%Y) the authors of this perf
		License: LGPL-2.1+ or BSD-2-clause

		License: GPL-2
		 This program is free software; you can redistribute it and/or modify it under the terms of version 2 of
		 the GNU General Public License. On Debian systems its text is in /usr/share/common-licenses/GPL-2.

		License: LGPL-2.1+
		 This library is free software; you can redistribute it and/or modify it under the terms of the GNU Lesser
		 General Public License, version 2.1 or any later one. On Debian systems the text of version 2.1 is in
		 /usr/share/common-licenses/LGPL-2.1.

		License: BSD-2-clause
		$(sed '/SPDX/d; s/^$/./; s/^/ /' "$src/../../LICENSES/BSD-2-Clause.txt")
	END
	cat >"$work/changelog" <<-END
		$1 ($version) unstable; urgency=medium

		  * Made from the source tree by 'make deb'.

		 -- $maintainer  $(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")
	END
	gzip -9 -n -c "$work/changelog" >"$doc/changelog.Debian.gz"
}

compress_pages()	# root
{
	find "$1" -type f -path '*/man/man*' ! -name '*.gz' -exec gzip -9 -n {} +
}

# Pages are compressed, programs stripped, times fixed; then the package.
finish()	# package root
{
	compress_pages "$2"
	find "$2" -type f -perm -u+x -path '*/bin/*' -exec strip --strip-unneeded --remove-section=.comment {} +
	documents "$1" "$2"
	mkdir -p "$work/debian" "$2/DEBIAN"
	# dpkg-shlibdeps wants to stand in a source package.
	printf 'Source: %s\nMaintainer: %s\n\nPackage: %s\nArchitecture: any\nDescription: x\n' "$1" "$maintainer" "$1" \
		>"$work/debian/control"
	depends=$(cd "$work" && dpkg-shlibdeps -O "$(find "$2" -type f -path '*/bin/*')" 2>"$work/log" | sed -n 's/^shlibs:Depends=//p') ||
		{ cat "$work/log" >&2; exit 1; }
	# This one is loaded when an instruction is to be taken apart.
	capstone=$(grep -ao 'libcapstone\.so\.[0-9]*' "$build/perf" | head -n 1)
	if [ -n "$capstone" ]; then
		owner=$(dpkg-query -S "*/$capstone" 2>"$work/log" | sed -n '1s/[:,].*//p')
		[ -n "$owner" ] || { echo "deb.sh: no package has '$capstone', which perf loads" >&2; exit 1; }
		depends="$depends, $owner"
	fi
	{
		echo "Package: $1"
		echo "Version: $version"
		echo "Architecture: $arch"
		echo "Maintainer: $maintainer"
		echo "Installed-Size: $(du -ks --exclude=DEBIAN "$2" | cut -f 1)"
		echo "Depends: $depends"
		cat "$work/control.$1"
	} >"$2/DEBIAN/control"
	(cd "$2" && find . -type f ! -path './DEBIAN/*' -printf '%P\0' | LC_ALL=C sort -z | xargs -0 md5sum) >"$2/DEBIAN/md5sums"
	find "$2" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
	deb=$out/${1}_${version}_$arch.deb
	dpkg-deb --root-owner-group --build "$2" "$deb" >"$work/log" || { cat "$work/log" >&2; exit 1; }
	echo "$deb"
}

cat >"$work/control.perf-defer" <<'END'
Section: devel
Priority: optional
Enhances: linux-perf
Conflicts: perf-with-defer
Replaces: perf-with-defer
Description: deferred user callchains for perf
 Since Linux 6.19 the kernel can take the user half of a stack when the task
 returns to user space. This program records such stacks, brings the halves
 together, says what is missing and why, and rewrites recordings so that
 every other tool reads them with whole stacks.
 .
 It stands beside the distribution's perf, which offers it as "perf defer".
END
cat >"$work/control.perf-with-defer" <<'END'
Section: devel
Priority: optional
Recommends: linux-perf
Provides: perf-defer
Conflicts: perf-defer
Replaces: perf-defer
Description: perf with deferred user callchains
 Records where programs and the kernel spend time, and shows it: record,
 report, script, inject and defer, for stacks whose user half the kernel
 takes when the task returns to user space (Linux 6.19 and later), and for
 AUX traces that events pause and resume.
 .
 This package has them all as "perf" in /usr/local/bin, an alternative of
 Debian's kind, in front of the distribution's /usr/bin/perf. That one stays
 as it is, and runs the commands that this one has not.
END

if [ "$only" != perf-with-defer ]; then
	make -s -C "$src" -f Makefile.perf BUILT=1 O="$build" DESTDIR="$work/defer" prefix=/usr install-defer >"$work/log" 2>&1 ||
		{ cat "$work/log" >&2; exit 1; }
	finish perf-defer "$work/defer"
fi
[ "$only" != perf-defer ] || exit 0

# linux-perf diverts /usr/bin/perf itself (Debian 12), and no two packages can: nothing of ours has a path that it has.
home=/usr/lib/perf-with-defer
make -s -C "$src" -f Makefile.perf BUILT=1 O="$build" DESTDIR="$work/made" prefix=$home docdir=/usr/share/doc/perf-with-defer install \
	>"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
all=$work/all
mkdir -p "$all/usr/bin" "$all$home/share/doc" "$all/usr/share/doc" "$all/DEBIAN"
for part in bin share/man share/bash-completion share/zsh; do
	[ ! -e "$work/made$home/$part" ] || cp -a "$work/made$home/$part" "$all$home/$part"
done
# The library is for who builds it from source; tests that compile and boot are of no use without it.
rm -rf "$work/made/usr/share/doc/perf-with-defer/examples"
mv "$work/made/usr/share/doc/perf-with-defer" "$all/usr/share/doc/"
ln -s ../../../../share/doc/perf-with-defer "$all$home/share/doc/perf"
ln -s ../lib/perf-with-defer/bin/perf "$all/usr/bin/perf-defer"
compress_pages "$all"

# The links that make it be found: name and path below /usr/local of each, and what it leads to.
(cd "$all$home/share" && find . \( -path './man/*' -o -path './bash-completion/*' -o -path './zsh/*' \) ! -type d -printf '%P\n' |
	LC_ALL=C sort) | while read -r file; do
	case $file in
	zsh/*) link=share/zsh/site-functions/${file##*/} ;;
	*) link=share/$file ;;
	esac
	echo "	--slave /usr/local/$link ${link##*/}.${link%%/*} $home/share/$file \\"
done >"$work/slaves"
# (Each needs a name of its own: perf and _perf are completions, perf.1.gz a page.)
sed -i -E 's,^(.*/bash-completion/.*) ([^ ]*)\.share ,\1 \2.bash ,; s,^(.*/zsh/.*) ([^ ]*)\.share ,\1 \2.zsh ,; s,\.share , ,' "$work/slaves"
folders=$(awk '{ sub("/[^/]*$", "", $2); print $2 }' "$work/slaves" | LC_ALL=C sort -u | tr '\n' ' ' | sed 's/ $//')
{
	cat <<-END
	#!/bin/sh
	set -e

	[ "\$1" = configure ] || exit 0
	for folder in /usr/local/bin $folders; do
	    mkdir -p "\$DPKG_ROOT\$folder"
	done
	END
	printf '%s\n' "update-alternatives --install /usr/local/bin/perf perf $home/bin/perf 50 \\"
	sed '$s/ \\$//' "$work/slaves"
} >"$all/DEBIAN/postinst"
cat >"$all/DEBIAN/prerm" <<-END
	#!/bin/sh
	set -e

	[ "\$1" != upgrade ] || exit 0
	update-alternatives --remove perf $home/bin/perf
	# What was made for the links, where nobody else has put anything into it.
	for folder in $folders; do
	    while [ "\$folder" != /usr/local/share ] && [ "\$folder" != /usr/local/share/man ]; do
	        rmdir "\$DPKG_ROOT\$folder" 2>/dev/null || break
	        folder=\${folder%/*}
	    done
	done
END
chmod 755 "$all/DEBIAN/postinst" "$all/DEBIAN/prerm"
finish perf-with-defer "$all"
