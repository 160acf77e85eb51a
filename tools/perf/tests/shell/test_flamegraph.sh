#!/bin/sh
# perf report --flamegraph: the page in a browser: numbers, mouse, keys, links, dark, and no request
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
# shellcheck source-path=SCRIPTDIR source=lib/look.sh
. "$PERF_TEST_DIR/shell/lib/look.sh"

export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C.UTF-8
cd "$dir"

# --- the pictures of README.md, which a browser's export made ---
pictures=$PERF_TEST_DIR/../Documentation/pictures
if [ -d "$pictures" ]; then
	for which in before after; do
		python3 -c 'import sys, xml.etree.ElementTree as xml; xml.parse(sys.argv[1])' "$pictures/off-cpu-$which.svg" || bad "off-cpu-$which.svg is no XML"
	done
	python3 -c 'import sys; sys.exit(open(sys.argv[1], "rb").read(8) != b"\x89PNG\r\n\x1a\n")' "$pictures/timeline.png" || bad "timeline.png is no picture"
	for name in t_cond t_mutex t_nap_gamma; do
		grep -q ">$name<" "$pictures/off-cpu-after.svg" || bad "the picture of after lacks $name"
		! grep -q ">$name<" "$pictures/off-cpu-before.svg" || bad "the picture of before has $name"
	done
fi

# --- without a browser: the file itself ---
"$PERF" defer generate --seed 3 -o made
"$PERF" report -q --flamegraph=page.html -i made
[ "$(stat -c %a page.html)" = 600 ] || bad "the page is not private"
"$PERF" report -q --flamegraph -i made
cmp -s flamegraph.html page.html || bad "--flamegraph without a name is not flamegraph.html"
"$PERF" defer export -q --format=flamegraph -i made > piped.html
cmp -s piped.html page.html || bad "perf defer export makes another page"
! grep -qE 'https?://' page.html || [ "$(grep -oE 'https?://[^" `]*' page.html | sort -u)" = "http://www.w3.org/2000/svg" ] ||
	bad "the page names other sites: $(grep -oE 'https?://[^" ]*' page.html | sort -u)"
grep -q "default-src 'none'" page.html || bad "the page may load something"
status() { # WANT COMMAND...
	want=$1 got=0
	shift
	"$@" > out 2> err < /dev/null || got=$?
	[ "$got" = "$want" ] || bad "$*: exit status $got instead of $want: $(tail -n 3 err)"
}
status 129 "$PERF" report --flamegraph=page.html -S main -i made
status 129 "$PERF" report --diff made -i made
status 129 "$PERF" defer export --format=folded --diff made -i made
status 129 "$PERF" defer export --format=diff-page -i made -o no.html
"$PERF" defer export -q --format=diff-page --diff made -i made -o one.html
"$PERF" defer export -q --format=flamegraph --diff made -i made -o other.html
cmp one.html other.html || bad "diff-page is the flame graph with --diff"
status 1 "$PERF" report --flamegraph=page.html --diff no-such-file -i made
cmp -s piped.html page.html || bad "a failed export changed the page that was there"
[ ! -e "$suite_dir/.failed" ] || exit 1

need_browser
golden=$PERF_TEST_DIR/golden/demo
[ -r "$golden/demo.data" ] || skip "installed: no stored recordings here"

demo() { # COMMAND...: on the stored recording
	"$@" -q -i "$golden/demo.data" --symfs "$golden/root" --kallsyms "$golden/kallsyms"
}
demo "$PERF" report --flamegraph="$dir/demo.html"
demo "$PERF" defer export --format=folded > folded
demo "$PERF" report --json --no-children -s sym > report
look flame_page page "$dir/demo.html" folded report || bad "the page of the stored recording"
look flame_steps "$dir/demo.html" folded || bad "steps, callees, menu and call tree"

# --- beside another recording ---
demo "$PERF" report --flamegraph="$dir/diff.html" --diff "$golden/demo.data"
look flame_page diff "$dir/diff.html" folded folded || bad "a recording beside itself"
"$PERF" defer generate --seed 4 -o other
for f in made other; do
	"$PERF" defer export -q --format=folded -e cpu-clock -i $f > $f.folded || bad "$f has no cpu-clock"
done
"$PERF" defer export -q --format=flamegraph -e cpu-clock --diff other -i made -o diff.html
look flame_page diff "$dir/diff.html" made.folded other.folded || bad "two recordings"
