#!/bin/sh
# make layers: what rooms, commands, libperf and tests may include, who prints how, that more is found, and that what documents name is there
# SPDX-License-Identifier: GPL-2.0-only
set -eu

# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools python3
not_again "it is about sources"
mkdir -p "$dir/tools/perf" "$dir/tools/lib/perf/include/perf"
cd "$dir/tools/perf"
: > ../lib/perf/include/perf/stitch.h

# Is a file with that one include taken (yes) or refused (no)?
expect()	# yes|no file include
{
	mkdir -p "$(dirname "$2")"
	printf '#include %s\n' "$3" > "$2"
	# What it includes is there, unless it is called nothing.h.
	included=$(echo "$3" | tr -d '"')
	case $included in
	util/*/nothing.h | '<'*) ;;
	util/*) mkdir -p "${included%/*}" && : > "$included" ;;
	esac
	status=0
	said=$(python3 "$PERF_TEST_DIR/layers.py") || status=$?
	rm -rf "$2" util
	case $1 in
	yes) [ "$status" = 0 ] || bad "$2 may include $3, but: $said" ;;
	no)
		if [ "$status" != 1 ] || ! echo "$said" | grep -qF "$2:1: "; then
			bad "$2 must not include $3, but nothing was said"
		fi ;;
	esac
}

# rooms
expect yes util/session/a.c '"util/event/b.h"'
expect yes util/session/a.c '"util/session/b.h"'
expect yes util/session/a.c '<perf/stitch.h>'
expect no  util/event/a.c '"util/session/b.h"'
expect yes util/session/a.c '"util/scan/b.h"'
expect yes util/scan/a.c '"util/data/b.h"'
expect no  util/scan/a.c '"util/session/b.h"'
expect no  util/scan/a.c '"util/machine/b.h"'
expect no  util/filter/a.c '"util/session/b.h"'
expect no  util/callchain/a.c '"util/session/b.h"'
expect no  util/output/a.c '"util/record/b.h"'
expect no  util/rows/a.h '"util/columns/b.h"'
expect no  util/session/a.c '"util/nosuch/b.h"'
expect no  util/session/a.c '"util/event/nothing.h"'
expect no  tests/fuzz/a.c '"util/event/nothing.h"'
expect no  util/nosuch/a.c '"util/base/b.h"'
expect no  util/session/a.c '"builtin.h"'
expect no  util/session/a.c '"tests/test.h"'
expect no  util/base/a.c '<perf/stitch.h>'
expect no  util/generate/a.c '"util/event/b.h"'
# commands
expect yes builtin-report-x.c '"util/report/b.h"'
expect yes builtin-report-x.c '"builtin-report.h"'
expect yes builtin-stat.c '"builtin.h"'
expect no  builtin-report-x.c '"util/record/b.h"'
expect no  builtin-evlist.c '"util/rows/b.h"'
expect no  builtin-report-x.c '"builtin-script.h"'
expect no  builtin-report-x.c '"tests/runner.h"'
expect yes perf.c '"builtin-record.h"'
expect no  perf.c '"util/record/b.h"'
expect yes builtin-test.c '"tests/runner.h"'
# libperf
expect yes ../lib/perf/a.c '<perf/stitch.h>'
expect yes ../lib/perf/a.c '"a-internal.h"'
expect no  ../lib/perf/a.c '"util/base/b.h"'
# tests
expect yes tests/unit/a.c '"util/report/b.h"'
expect yes tests/unit/a.c '"tests/test.h"'
expect no  tests/unit/a.c '"tests/fuzz/fuzz.h"'
expect no  tests/run.c '"util/session/b.h"'
expect yes tests/fuzz/a.c '"util/session/b.h"'
expect no  tests/fuzz/a.c '"tests/unit/b.h"'
expect no  tests/fuzz/a.c '"builtin.h"'
expect no  tests/workloads/a.c '"util/session/b.h"'
expect no  tests/truth/a.c '"util/base/b.h"'
expect no  tests/vm/aux/a.c '"util/base/b.h"'

# standard output: one way to it
prints()	# yes|no file text
{
	mkdir -p "$(dirname "$2")"
	printf '%s\n' "$3" > "$2"
	status=0
	said=$(python3 "$PERF_TEST_DIR/layers.py") || status=$?
	rm -rf "$2" util
	case $1,$status in
	yes,0) ;;
	no,1) echo "$said" | grep -qF "$2:1: " || bad "'$3' in $2: $said" ;;
	*) bad "'$3' in $2: expected $1, got $status: $said" ;;
	esac
}

prints no  builtin-x.c '	printf("%d\n", 1);'
prints no  util/report/a.c '	puts("a");'
prints no  util/report/a.c '	fputs("a", stdout);'
prints yes util/report/a.c '	fputs("a", stderr); /* printf() to stdout */'
prints yes util/report/a.c '	std_out__addf("printf() to stdout");'
prints yes util/report/a.c 'void a(const char *fmt, ...) __attribute__((format(printf, 1, 2)));'
prints yes tests/unit/a.c '	printf("a");'

# calls
prints no  util/report/a.c '	strcpy(a, b);'
prints no  builtin-x.c '	n = atoi(text);'
prints no  ../lib/perf/a.c '	sprintf (buf, "%s", s);'
prints yes util/report/a.c '	xstrcpy(a, b); /* not strcpy(a, b) */'
prints yes util/report/a.c '	ops->system(ctx);'
prints yes tests/unit/a.c '	strcpy(a, b);'

# This tree, where the sources lie beside the tests.
if [ -d "$PERF_TEST_DIR/../util" ]; then
	cd "$PERF_TEST_DIR/.."
	python3 tests/layers.py || bad "this tree has them"
	# What documents and comments name is there.
	python3 tests/names.py || bad "names of what is not there"
	# Each room is told of where everybody looks first, and no other one is.
	(cd util && printf '%s\n' *) > "$dir/rooms"
	# shellcheck disable=SC2016 # a backtick of the text
	sed -n 's/^| `util\/\([a-z-]*\)` .*/\1/p' Documentation/architecture.md | sort | diff "$dir/rooms" - > "$dir/diff" ||
		bad "architecture.md: < rooms that it lacks, > rooms that are not there: $(cat "$dir/diff")"
fi
finish
