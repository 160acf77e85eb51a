#!/bin/sh
# perf report --flamegraph: controls, colours, table, links, SVG, what screen readers get, normalised or not, 100,000 stacks
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
# shellcheck source-path=SCRIPTDIR source=lib/look.sh
. "$PERF_TEST_DIR/shell/lib/look.sh"

export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C.UTF-8 PYTHONPATH="$PERF_TEST_DIR/build"
cd "$dir"
small_kernel
many="$PERF_TEST_DIR/build/flame_many.py"
need_browser

"$PERF" defer generate --seed 3 --events 3 --actions 400 --no-loss -o events
"$PERF" report -q --flamegraph=events.html -i events
"$PERF" defer export -q --format=folded -i events > events.folded
look flame_choices events "$dir/events.html" events.folded || bad "events and links"

look flame_notes "$dir/events.html" "$dir/saved.html" || bad "notes"
"$PERF" defer export -q --format=timeline -i events -o time.html
look flame_notes "$dir/time.html" "$dir/saved.html" || bad "notes on a timeline"

golden=$PERF_TEST_DIR/golden/demo
if [ -r "$golden/demo.data" ]; then
	"$PERF" report -q --flamegraph=demo.html -i "$golden/demo.data" --symfs "$golden/root" --kallsyms "$golden/kallsyms"
	look flame_choices page "$dir/demo.html" || bad "what the page's controls do"
	look page_looks "$dir/demo.html" notes beside search tree around steps menu keys tab || bad "parts of the page, by keys and as they are seen"
fi

"$PERF" defer generate --seed 4 -o other
"$PERF" defer generate --seed 3 -o made
for f in made other; do
	"$PERF" defer export -q --format=folded -e cpu-clock -i $f > $f.folded || bad "$f has no cpu-clock"
done
"$PERF" defer export -q --format=flamegraph -e cpu-clock --diff other -i made -o diff.html
look flame_choices diff "$dir/diff.html" made.folded other.folded || bad "normalised or not"
look page_looks "$dir/diff.html" tree search || bad "two recordings, by keys and as they are seen"

printf 'task 1 comm=idle stack=3\nstep 100\n' > nothing.txt
"$PERF" defer generate -o nothing nothing.txt
for format in flamegraph timeline; do
	"$PERF" defer export -q --format=$format -i nothing -o nothing.html || bad "without samples: exit status $?"
	look flame_choices empty "$dir/nothing.html" || bad "$format without samples"
done

# How many samples have no name, and why, as --missing says it; nothing of a few.
cat > nameless.py << 'END'
import sys
from perfwrite import *

K = 0xffffffff81000000
f = Writer(arch="x86_64")
e = f.event(type=1, config=0, sample_type=S_IP | S_TID | S_TIME | S_PERIOD | S_IDENTIFIER, name="cpu-clock")
f.mmap2(-1, 0, K, 0x1000000, K, "[kernel.kallsyms]_text", misc=MISC_KERNEL)
f.comm(7, 7, "seven")
f.mmap2(7, 7, 0x400000, 0x1000, 0, "/no/such/program", 2)
f.mmap2(7, 7, 0x500000, 0x1000, 0, "/no/such/<b>library</b>", 2)
f.mmap2(7, 7, 0x600000, 0x1000, 0, "/no/such/other", 2)
at = iter(range(1000, 9999))
for n, ip in zip(map(int, sys.argv[2:]), (K + 0x100, 0x400010, 0x500010, 0x600010, 0x900000, K + 0x2000000)):
    for i in range(n):
        f.sample(e, misc=MISC_KERNEL if ip >= K else 2, ip=ip, pid=7, tid=7, time=next(at), period=100)
f.write(sys.argv[1])
END
printf 'ffffffff81000000 T _text\nffffffff81000100 T kone\nffffffff81f00000 T _etext\n' > symbols
python3 nameless.py much 60 20 8 4 8
python3 nameless.py more 20 90 30
python3 nameless.py few 99 1
python3 nameless.py little 3 3
for f in much more few little; do
	"$PERF" report -q --missing --json -i $f --kallsyms symbols > $f.json
	"$PERF" defer export -q --format=timeline --kallsyms symbols -i $f -o $f.timeline.html
	"$PERF" report -q --flamegraph=$f.html --kallsyms symbols -i $f
done
for page in html timeline.html; do
	look flame_choices nameless "$dir/much.$page" much.json || bad "samples without names: $page"
	look flame_choices nameless "$dir/few.$page" || bad "one sample without a name: $page"
	look flame_choices nameless "$dir/little.$page" || bad "three samples without a name: $page"
done
"$PERF" report -q --flamegraph=both.html --kallsyms symbols -i much --diff more
look flame_choices nameless "$dir/both.html" much.json more.json || bad "samples without names in two recordings"
"$PERF" report -q --flamegraph=both.html --kallsyms symbols -i much --diff few
look flame_choices nameless "$dir/both.html" much.json || bad "samples without names in the newer one"
python3 nameless.py unknown 10 0 0 0 20 30
"$PERF" report -q --missing --json -i unknown --kallsyms symbols > unknown.json
"$PERF" report -q --flamegraph=unknown.html --kallsyms symbols -i unknown
look flame_choices nameless "$dir/unknown.html" unknown.json || bad "where nothing is mapped"
# Of the event and the time that were asked for.
"$PERF" report -q --flamegraph=part.html --kallsyms symbols -i much --time ,0.000001059
look flame_choices nameless "$dir/part.html" || bad "the first samples have names"

# Other weights: time off the CPU, all of a thread's time, branches.
cat > turns.py << 'END'
from switches import *

f = Switches()
clock = f.event(type=1, config=0, sample_type=TYPE & ~S_RAW, flags=SAMPLE_ID_ALL, name="cpu-clock", ids=[9])
def tick(time, cpu, tid, where):
    f.sample(clock, MISC_USER, 0x400000, tid, tid, time, ident=9, cpu=cpu, period=100, chain=[USER_MARK] + f.stack(tid, where)[3:])
tick(1000, 0, 10, 0)
tick(1100, 0, 10, 0)
f.switch(1150, 0, 10, "S", 11, 1)
tick(1250, 0, 11, 2)
f.waking(1300, 0, 11, 10)
f.switch(1400, 0, 11, "R+", 10, 3)
tick(1450, 0, 10, 4)
f.switch(1800, 0, 10, "S", 11, 5)
f.waking(2000, 1, 0, 99)
f.write("turned")
END
python3 turns.py
for view in off-cpu wall; do
	"$PERF" report -q --$view --flamegraph=$view.html -i turned
	"$PERF" report -q --$view --json --no-children -s sym -i turned > report.json
	"$PERF" defer export -q --$view --format=folded -i turned > $view.folded
	look flame_choices weights "$dir/$view.html" $view.folded report.json || bad "--$view"
done
cat > branches.py << 'END'
from perfwrite import *

K = 0xffffffff81000000
f = Writer(arch="x86_64", branch_stack=True)
e = f.event(type=0, config=0, sample_type=S_IP | S_TID | S_TIME | S_PERIOD | S_BRANCH_STACK | S_IDENTIFIER, branch_sample_type=9, name="cycles")
f.mmap2(-1, 0, K, 0x1000000, K, "[kernel.kallsyms]_text", misc=MISC_KERNEL)
f.comm(7, 7, "seven")
# Newest first: from, to, flags.
for n, branches in enumerate([[(0x130, 0x100), (0x120, 0x110), (0x220, 0x110), (0x308, 0x200)], [(0x220, 0x200)], [], [(0x130, 0x208), (0x220, 0x100)]]):
    f.sample(e, misc=MISC_KERNEL, ip=K + 0x130, pid=7, tid=7, time=1000 + n, period=100, branches=[(K + a, K + b, 16) for a, b in branches])
f.write("branches")
END
python3 branches.py
printf 'ffffffff81000000 T _text\nffffffff81000100 T kone\nffffffff81000200 T ktwo\nffffffff81000300 T kthree\nffffffff81f00000 T _etext\n' > symbols
"$PERF" defer export -q -b --format=folded -i branches --kallsyms symbols > branches.folded
printf 'seven;kone;kone 2\nseven;kone;ktwo 1\nseven;kthree;ktwo 1\nseven;ktwo;kone 2\nseven;ktwo;ktwo 1\n' > want
LC_ALL=C sort branches.folded | diff - want || bad "-b: branches"
"$PERF" report -q -b --flamegraph=branches.html -i branches --kallsyms symbols
"$PERF" report -q -b --json -s symbol_from,symbol_to -i branches --kallsyms symbols > report.json
look flame_choices weights "$dir/branches.html" branches.folded report.json || bad "-b"
for wrong in "-b --format=ndjson -i branches" "-b --off-cpu --format=folded -i turned"; do
	# shellcheck disable=SC2086 # words
	"$PERF" defer export -q $wrong > out 2> err && bad "$wrong: it is taken"
done
"$PERF" defer export -q -b --format=folded -i turned > out 2> err && bad "-b without branches: it is taken"
grep -q 'has no branch stacks' err || bad "-b without branches: $(cat err)"

# As many stacks as somebody will ever look at: how much is done is counted, not how long it takes.
number=100000
[ -z "${PERF_TEST_AGAIN:-}" ] || number=10000
"$many" many kallsyms $number
"$PERF" defer export -q --format=folded --kallsyms kallsyms -i many > many.folded
"$PERF" report -q --flamegraph=many.html --kallsyms kallsyms -i many
look flame_many "$dir/many.html" many.folded $number || bad "$number stacks"
