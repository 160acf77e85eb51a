#!/bin/sh
# pages of promises: each has its tests
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
not_again "it is about a page"

tests=$(cd "$(dirname "$0")/.." && pwd)

for doc in "$tests/../Documentation" "$(dirname "$PERF")/../share/doc/perf" ""; do
	[ -n "$doc" ] || skip "security.txt is not installed"
	[ -r "$doc/security.txt" ] && break
done

# " 12: Name" and " 12.3: name of a case"
"$PERF" test list | sed -n 's/^ *[0-9][0-9]*: *//p' > "$dir/suites"
[ "$(wc -l < "$dir/suites")" -gt 50 ] || bad "perf test list shows only $(wc -l < "$dir/suites") suites"

for page in security.txt reliability.txt; do
	# "| promise | suite + suite |", but neither heads nor rules
	sed -n 's/^| \(.*\) | \(.*\) |$/\1\t\2/p' "$doc/$page" | grep -v -e '^promise' -e '^---' > "$dir/promises"
	[ "$(wc -l < "$dir/promises")" -ge 2 ] || bad "no promises in $page"
	while IFS='	' read -r promise suites; do
		[ -n "$promise" ] && [ -n "$suites" ] || bad "$page: a promise without a suite: $promise"
		echo "$suites" | sed 's/ + /\n/g' > "$dir/named"
		while read -r suite; do
			grep -qxF -e "$suite" "$dir/suites" || bad "$page: '$promise': no suite is called '$suite'"
		done < "$dir/named"
	done < "$dir/promises"

	# A row that the pattern above has not met would not be looked at.
	grep '^|' "$doc/$page" | grep -cv -e '^| promise | suites |$' -e '^| --- | --- |$' > "$dir/rows" || :
	[ "$(cat "$dir/rows")" = "$(wc -l < "$dir/promises")" ] || bad "a row of $page that is no '| promise | suites |'"
done
finish
