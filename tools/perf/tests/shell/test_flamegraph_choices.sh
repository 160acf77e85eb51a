#!/bin/sh
# perf report --flamegraph: controls, colours, table, links, SVG, what screen readers get, normalised or not, 100,000 stacks
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"

export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C.UTF-8 PYTHONPATH="$PERF_TEST_DIR/build"
cd "$dir"
choices="$PERF_TEST_DIR/build/flame_choices.py"
many="$PERF_TEST_DIR/build/flame_many.py"
python3 -c 'import browser, sys; sys.exit(not browser.program())' ||
	skip "no chromium is installed: nobody has looked at the page"

"$PERF" defer generate --seed 3 --events 3 --actions 400 --no-loss -o events
"$PERF" report -q --flamegraph=events.html -i events
"$PERF" defer export -q --format=folded -i events > events.folded
"$choices" events "$dir/events.html" events.folded || bad "events and links"

golden=$PERF_TEST_DIR/golden/demo
if [ -r "$golden/demo.data" ]; then
	"$PERF" report -q --flamegraph=demo.html -i "$golden/demo.data" --symfs "$golden/root" --kallsyms "$golden/kallsyms"
	"$choices" page "$dir/demo.html" || bad "what the page's controls do"
fi

"$PERF" defer generate --seed 4 -o other
"$PERF" defer generate --seed 3 -o made
for f in made other; do
	"$PERF" defer export -q --format=folded -e cpu-clock -i $f > $f.folded || bad "$f has no cpu-clock"
done
"$PERF" defer export -q --format=flamegraph -e cpu-clock --diff other -i made -o diff.html
"$choices" diff "$dir/diff.html" made.folded other.folded || bad "normalised or not"

# As many stacks as somebody will ever look at: how much is done is counted, not how long it takes.
"$many" make many kallsyms 100000
"$PERF" defer export -q --format=folded --kallsyms kallsyms -i many > many.folded
"$PERF" report -q --flamegraph=many.html --kallsyms kallsyms -i many
"$many" page "$dir/many.html" many.folded 100000 || bad "100,000 stacks"
