#!/bin/sh
# manual pages: every option, and no other
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
not_again "pages and options are those of any build"

tests=$(cd "$(dirname "$0")/.." && pwd)
doc=$tests/../Documentation
[ -d "$doc" ] || skip "installed: no sources of the manual pages here"

# "-o", "--output" of the -h text
help_options() { # PERF ARGS...
	"$@" -h 2> /dev/null | awk '/^(    |        )-/ {
		word = $1
		if (sub(/,$/, "", word)) {
			print word
			word = $2
		}
		sub(/\[.*/, "", word)
		print word
	}' | sort
}

# The same of a page, or of one section of it: terms such as "-o FILE::" and "--output=FILE::".
# "--no-" forms of something else may be mentioned as terms of their own, if that has the option.
page_options() { # FILE [SECTION]
	awk -v section="${2:-}" '/^== / { inside = !section || substr($0, 4) == section }
		inside' "$1" | grep '^-.*::$' | sort > "$dir/terms"
	[ -z "$(uniq -d "$dir/terms")" ] || echo "twice: $(uniq -d "$dir/terms")"
	sed -n 's/^\(-[^ =[]*\).*::$/\1/p' "$dir/terms" | grep -vx -e '-h' -e '--help' | sort -u
}

compare() { # WHAT HELP-FILE PAGE-FILE
	diff "$2" "$3" > "$dir/diff" && return
	sed -n "s/^< /$1 has an option that its page has not: /p; s/^> /the page of $1 has an option that is not there: /p" \
		"$dir/diff"
	bad "$1: -h and manual page differ"
}

names() {
	"$@" | sed -n 's/^   \([a-z][a-z-]*\)  *[A-Z].*/\1/p'
}

names "$PERF" --help > "$dir/commands"
[ "$(wc -l < "$dir/commands")" -ge 4 ] || bad "perf --help lists hardly anything"
while read -r command; do
	page=$doc/perf-$command.txt
	if [ ! -r "$page" ]; then
		bad "no manual page of perf $command"
		continue
	fi
	grep -q "^perf-$command(1)::" "$doc/perf.txt" || bad "perf.txt does not list perf $command"
	[ "$command" = defer ] && continue
	# An option without a word about it.
	"$PERF" "$command" -h 2> "$dir/err" | grep -n ' $' && bad "perf $command -h has a line that ends in a blank"
	help_options "$PERF" "$command" > "$dir/help"
	page_options "$page" > "$dir/page"
	compare "perf $command" "$dir/help" "$dir/page"
done < "$dir/commands"

names "$PERF" defer -h > "$dir/verbs"
[ -s "$dir/verbs" ] || bad "perf defer -h lists no verbs"
while read -r verb; do
	grep -q "^== perf defer $verb$" "$doc/perf-defer.txt" ||
		bad "no section of perf defer $verb"
	case $verb in
	record | report | script) continue ;;	# have the options of the command of that name
	esac
	help_options "$PERF" defer "$verb" > "$dir/help"
	page_options "$doc/perf-defer.txt" "perf defer $verb" > "$dir/page"
	compare "perf defer $verb" "$dir/help" "$dir/page"
done < "$dir/verbs"

sed -n 's/^perf-\([a-z-]*\)(1)::$/\1/p' "$doc/perf.txt" | sort | diff - "$dir/commands" > "$dir/diff" ||
	bad "perf.txt lists other commands than perf --help: $(cat "$dir/diff")"

# A page, or a verb's section, of something that does not exist. Some pages are about no command.
for page in "$doc"/perf-*.txt; do
	command=${page##*/perf-}
	case $command in
	differences.txt | intel-pt.txt | off-cpu.txt | fleet.txt | script-python.txt | python.txt) continue ;;
	esac
	grep -qx "${command%.txt}" "$dir/commands" || bad "$page describes no command"
done
sed -n 's/^== perf defer //p' "$doc/perf-defer.txt" | while read -r verb; do
	grep -qx "$verb" "$dir/verbs" || echo "$verb"
done > "$dir/no-verbs"
[ ! -s "$dir/no-verbs" ] || bad "perf-defer.txt describes $(cat "$dir/no-verbs")"

# Every column that perf report knows. (ipc_* are inner names of one that only branches have.)
"$PERF" report -F '?' | sed 's/ .*//' > "$dir/columns" || bad "perf report -F '?': exit $?"
[ "$(grep -c . "$dir/columns")" -gt 70 ] || bad "perf report -F '?' lists: $(cat "$dir/columns")"
"$PERF" report --json -F '?' > "$dir/columns.json" || bad "perf report --json -F '?': exit $?"
if command -v python3 > /dev/null; then
	python3 -c 'import json, sys; print(*(k["name"] for k in json.load(sys.stdin)["keys"] if k["help"]), sep="\n")' \
		< "$dir/columns.json" | cmp - "$dir/columns" || bad "perf report --json -F '?' lists others"
fi
"$PERF" report -s '?' > "$dir/keys" || bad "perf report -s '?': exit $?"
for command in top diff; do
	"$PERF" $command -s '?' 2>&1 | cmp - "$dir/keys" || bad "perf $command -s '?' lists others"
done
while read -r column; do
	case $column in
	ipc_*) continue ;;
	esac
	grep -Eq "(^|[^a-z0-9])_?$column(_?[^a-z0-9_]|_?\$)" "$doc/perf-report.txt" || bad "perf-report.txt has no key '$column'"
done < "$dir/columns"

# Examples of perf test choose suites that are there. (Their numbers move with each new suite: none is shown.)
sed -n 's/^\$ perf test [^"]*"\([^"]*\)"\( "\([^"]*\)"\)*$/\1\n\3/p' "$doc/perf-test.txt" > "$dir/names"
[ "$(grep -c . "$dir/names")" -ge 2 ] || bad "perf-test.txt has no examples: $(cat "$dir/names")"
while read -r name; do
	"$PERF" test list "$name" > /dev/null 2>&1 || bad "perf-test.txt: no test is called '$name'"
done < "$dir/names"
! grep -n '^ *[0-9][0-9]*: ' "$doc/perf-test.txt" || bad "perf-test.txt shows numbers of tests"

# perf help, and --help of a command, show the page of the perf that is run, not of another one.
mkdir -p "$dir/none" "$dir/tree/man" "$dir/usr/bin" "$dir/usr/share/man/man1"
# shellcheck disable=SC2016 # expanded by that man
printf '#!/bin/sh\necho "man: $*"\n' > "$dir/man"
chmod +x "$dir/man"
cp "$PERF" "$dir/tree/perf"
: > "$dir/tree/man/perf-record.1"
cp "$PERF" "$dir/usr/bin/perf"
: > "$dir/usr/share/man/man1/perf-record.1.gz"
shows() { # WANT COMMAND...
	want=$1
	shift
	got=$(PATH="$dir:$PATH" "$@" 2>&1) || bad "$*: exit $?"
	[ "$got" = "man: $want" ] || bad "$*: shows '$got', not '$want'"
}
for words in "help record" "record --help" "--no-pager record --help"; do
	# shellcheck disable=SC2086
	shows "$dir/tree/man/perf-record.1" "$dir/tree/perf" $words
	# shellcheck disable=SC2086
	shows "$dir/usr/bin/../share/man/man1/perf-record.1.gz" "$dir/usr/bin/perf" $words
done
# Where none was made, what it is made of.
text() { # PAGE
	sed '1,/^= /{/^\/\//d}' "$doc/$1.txt" > "$dir/text"
}
text perf-script
"$dir/tree/perf" help script | cmp - "$dir/text" || bad "perf help script is not its text"
"$dir/tree/perf" intel-pt --help 2> "$dir/log" && bad "intel-pt is no command"
for topic in differences intel-pt off-cpu fleet script-python python; do
	text "perf-$topic"
	"$dir/tree/perf" help $topic | cmp - "$dir/text" || bad "perf help $topic is not its text"
done
# Without man(1), too.
PATH=$dir/none "$dir/tree/perf" help record > "$dir/page"
text perf-record
cmp "$dir/page" "$dir/text" || bad "without man(1): $(head -n 3 "$dir/page")"

# The keys of rows and columns come out of the table, with what it says of each.
for option in -s -F; do
	"$PERF" report "$option" '?' > "$dir/keys"
	[ "$(wc -l < "$dir/keys")" -gt 50 ] || bad "report $option ? lists hardly anything"
	! grep -E '^[^ ]+ *$|\(null\)' "$dir/keys" || bad "report $option ? does not say what these are"
done
"$doc/report-keys.sh" "$PERF" < "$doc/perf-report.txt" | diff "$doc/perf-report.txt" - > "$dir/diff" ||
	bad "perf-report.txt does not say what the table of columns does (make report-keys): $(cat "$dir/diff")"

# They build without a word.
if command -v asciidoctor > /dev/null; then
	# One Ruby for all pages: to start it takes ten times as long as a page does.
	set -- "$doc"/perf.txt "$doc"/perf-*.txt "$tests"/../../lib/perf/Documentation/libperf-*.txt
	asciidoctor -b manpage -d manpage --failure-level=INFO -D "$dir/pages" "$@" > "$dir/log" 2>&1 || bad "asciidoctor: $(cat "$dir/log")"
	[ ! -s "$dir/log" ] || bad "asciidoctor: $(cat "$dir/log")"
	for page in "$@"; do
		made=${page##*/}
		made=$(echo "$dir/pages/${made%.txt}".[13])
		for section in NAME SYNOPSIS DESCRIPTION EXAMPLE; do
			[ "$section $page" = "EXAMPLE $doc/perf-defer.txt" ] || grep -q "^\.SH \"$section" "$made" ||
				bad "${page##*/} has no $section"
		done
	done
else
	left_out "pages as asciidoctor makes them" "it is not installed"
fi
finish
