#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Manual pages for where perf-defer stands beside another perf. Its page names those of record, report and others, and
# the other perf has pages with these names. So here they are perf-defer-record(1), perf-defer-report(1), ... and
# perf-defer-perf(1), and name each other so.
#
# usage: defer-pages.sh MANDIR PAGE...     PAGE: as 'make man' made it
set -eu
umask 022

bold='\(\\fP\)\{0,1\}'	# the end of bold letters, where the name is in some

out=$1
shift
for page; do
	name=${page##*/}
	case $name in
	perf-defer.1 | *.3) ;;
	perf.1) name=perf-defer-perf.1 ;;
	perf-*.1) name=perf-defer-${name#perf-} ;;
	*)	echo "defer-pages.sh: '$page' is no page of perf" >&2
		exit 1 ;;
	esac
	mkdir -p "$out/man${page##*.}"
	# The title and the name of the page itself, and then the names in the text, whose hyphens are escaped.
	own=${page##*/}
	own=${own%.*}
	new=${name%.*}
	title=$(echo "$new" | tr '[:lower:]' '[:upper:]' | sed 's/-/\\\\-/g')
	sed -e "s/^\\.TH \"[A-Z\\\\-]*\"/.TH \"$title\"/" -e "/^\\.SH \"NAME\"/,/^\\.SH \"SYN/s/^$own /$new /" \
		-e "s/perf\\\\-\\([a-z\\\\-]*$bold(1)\\)/perf\\\\-defer\\\\-\\1/g" -e "s/perf\\\\-defer\\\\-defer\\($bold(1)\\)/perf\\\\-defer\\1/g" \
		-e "s/perf\\($bold(1)\\)/perf\\\\-defer\\\\-perf\\1/g" "$page" >"$out/man${page##*.}/$name"
	chmod 644 "$out/man${page##*.}/$name"
done
