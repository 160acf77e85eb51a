#!/bin/sh
# perf report --flamegraph --with-code: lines and instructions on the page, links, what it refuses, the size it tells
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
# shellcheck source-path=SCRIPTDIR source=lib/look.sh
. "$PERF_TEST_DIR/shell/lib/look.sh"
need_tools python3 gcc objdump
[ "$(uname -m)" = x86_64 ] || skip "the instructions are x86-64's"
need_features libelf dwarf libcapstone
export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$PERF_TEST_DIR/build" LC_ALL=C.UTF-8
cd "$dir"
need_browser

sed "1d; s|COMMENT|</script><b>bold</b>|" "$PERF_TEST_DIR/shell/lib/work.c" > work.c
listing() { # PROGRAM FUNCTION...
	program=$1
	shift
	for function in "$@"; do
		objdump -d --no-show-raw-insn --disassemble="$function" "$program"
	done > list
}
made() { # NAME
	python3 "$PERF_TEST_DIR/build/annotated.py" "$1.data" "$dir/$1" list > "$1.truth"
}
gcc -g -O2 -no-pie -o work work.c
listing work work helper
made work
link='https://example.org/r/{path}#L{line}'
page() { # OUTPUT OPTIONS...
	out=$1
	shift
	"$PERF" -c "report.source-link=$link" -c "report.page-code-size=${room:-0}" \
		report --flamegraph="$out" --with-code "$@" 2> told
}
page page.html -i work.data
look flame_code costs "$dir/page.html" work.truth || bad "what is counted"
look flame_code hands "$dir/page.html" || bad "keys, links, readers"
look page_looks "$dir/page.html" code || bad "code, by keys and as it is seen"

# --- the same whoever writes it ---------------------------------------------------------------------------
page j.html -j 7 -i work.data
cmp -s page.html j.html || bad "-j 7 makes another page"
page pipe.html -i - < work.data.pipe
look flame_code costs "$dir/pipe.html" work.truth || bad "from a pipe"
"$PERF" -c "report.source-link=$link" defer export -q --format=flamegraph --with-code -i work.data > j.html
cmp -s page.html j.html || bad "perf defer export makes another page"
page intel.html -i work.data -M intel
grep -q 'rax,\[' page.html && bad "Intel's syntax unasked"
grep -q 'rax,\[' intel.html || bad "-M intel: $(grep -o 'lea[^"]*' intel.html | head -n 3)"
"$PERF" -c "report.source-link=$link" -c annotate.disassembler_style=intel defer export -q --format=flamegraph --with-code -i work.data > j.html
cmp -s intel.html j.html || bad "annotate.disassembler_style makes another page"
"$PERF" defer export -q --format=timeline --with-code -i work.data -o timeline.html
look flame_code costs "$dir/timeline.html" work.truth || bad "the timeline"

# --- of what is chosen: callers, threads, CPUs, stretches, metrics --------------------------------------------
gcc -g -O1 -fno-omit-frame-pointer -no-pie -o chosen work.c
listing chosen work helper
python3 "$PERF_TEST_DIR/build/annotated_chosen.py" chosen.data "$dir/chosen" list > chosen.truth || fail "cannot write a recording"
ratio='ratio="cpu-clock"/"task-clock"'
page chosen.html --metric "$ratio" -i chosen.data
look flame_code chosen "$dir/chosen.html" chosen.truth || bad "what is chosen"
"$PERF" defer export -q --format=timeline --with-code --metric "$ratio" -i chosen.data -o chosen.html
look flame_code chosen "$dir/chosen.html" chosen.truth || bad "what is chosen in time"
page chosen.html --metric 'no=cycles/"cpu-clock"' -i chosen.data
grep -q "metric 'no' is not known: no event beside the others is called 'cycles'" told || bad "a metric without its event: $(cat told)"
grep -q '"metrics":\[\],' chosen.html || bad "a metric without its event is on the page"

# --- how large, and of what share -------------------------------------------------------------------------
"$PERF" report -q --flamegraph=none.html -i work.data
look flame_code none "$dir/none.html" || bad "without code"
page page.html -i work.data
python3 - told page.html none.html << 'E' || bad "the size that is told: $(cat told)"
import os, re, sys
kb = float(re.search(r"([0-9.]+) KB of it are code: 2 functions, lines of 1 source file ]", open(sys.argv[1]).read()).group(1))
more = os.path.getsize(sys.argv[2]) - os.path.getsize(sys.argv[3]) + len('"code":null,\n')
sys.exit(abs(more / 1024 - kb) > 0.06)
E
"$PERF" report --flamegraph=page.html --with-code=50 -i work.data 2> told
grep -q 'are code: 1 function, ' told || bad "above 50%: $(cat told)"
! grep -q '"name":"helper","file"' page.html || bad "helper is below 50%"
"$PERF" report --flamegraph=page.html --with-code=100 -i work.data 2> told
grep -q 'are code: 0 functions, lines of 0 source files' told || bad "above 100%: $(cat told)"

# --- whose text is read -----------------------------------------------------------------------------------
# A function claims to be made from a file that is no source: its text must not get onto a page.
echo 'a secret that is no source' > secret.txt
printf '#line 1 "%s/secret.txt"\n__attribute__((noinline)) unsigned long helper(unsigned long v) { return v * 7 + 1; }\n' "$dir" > secret.c
sed '/helper(unsigned long v)$/,/^}/d; s/^static inline unsigned long mix/unsigned long helper(unsigned long v);\n&/' work.c > rest.c
gcc -g -O2 -no-pie -o secret rest.c secret.c
listing secret work helper
made secret
page secret.html -i secret.data
grep -q 'secret\.txt' secret.html || bad "the name of the file is not there"
! grep -q 'no source' secret.html || bad "the text of a file that is no source is on the page"
# Headers of C++'s library have no ending; a path that leads out of their folder is not theirs.
mkdir -p include/c++/12
echo 'a header that is a source' > include/c++/12/header
cp secret.txt secret
for path in include/c++/12/header include/c++/12/../../../secret include/c++/../../include/c++/../../secret; do
	sed "1s|.*|#line 1 \"$dir/$path\"|" secret.c > kept.c
	gcc -g -O2 -no-pie -o hidden rest.c kept.c
	listing hidden work helper
	made hidden
	page secret.html -i hidden.data
	grep -q "\"path\":\"$dir/$path\"" secret.html || bad "$path is not there"
	! grep -q 'no source' secret.html || bad "the text of $path is on the page"
	[ "$path" != include/c++/12/header ] || grep -q 'is a source' secret.html || bad "the text of $path is not on the page"
done

# --- code that is too long --------------------------------------------------------------------------------
printf '.globl main\n.type main,@function\nmain:\njmp 1f\n.rept 30000\nnop\n.endr\n1:xor %%eax,%%eax\nret\n.size main,.-main\n' > long.s
gcc -no-pie -nostartfiles -e main -o long long.s 2> log || fail "cannot build: $(cat log)"
listing long main
cat > long.py << 'E'
import re, sys
from perfwrite import *

f = Writer("<", "x86_64")
e = f.event(type=1, config=0, name="cpu-clock", sample_type=S_IDENTIFIER | S_IP | S_TID | S_TIME | S_PERIOD)
at = [int(m.group(1), 16) for m in (re.match(r" +([0-9a-f]+):\t", l) for l in open(sys.argv[3])) if m]
f.comm(7, 7, "long", 1)
f.mmap2(7, 7, 0x401000, 0x8000, 0x1000, sys.argv[2], 2)
for i, ip in enumerate(at[::100]):
    f.sample(e, ip=ip, pid=7, tid=7, time=1000 + i, period=i + 1)
f.write(sys.argv[1])
E
python3 long.py long.data "$dir/long" list || fail "cannot write a recording"
page long.html -i long.data
look flame_code long "$dir/long.html" || bad "a long function"
[ "$(stat -c %s long.html)" -lt 200000 ] || bad "the page of a long function has $(stat -c %s long.html) bytes"
grep -q '"calls":\[\]' long.html || bad "a jump to a row that was left out became a call of the function itself"
# All functions together: no page is filled with code that nobody reads.
room=4000
page page.html -i work.data
look flame_code shortened "$dir/page.html" work.truth || bad "behind the half of the code"
grep -q '\[ 1 of these functions without the .*, and 0 more not at all' told || bad "what is left out is not told: $(cat told)"
room=1000
page page.html -i work.data
look flame_code ended "$dir/page.html" || bad "behind all of the code"
grep -q 'and 1 more not at all, so' told || bad "what is left out is not told: $(cat told)"
room=
# Addresses stand for code that is not known: none of them is left out, and why it is not known is said.
cat > addresses.py << 'E'
from perfwrite import *

K = 0xffffffff81000000
f = Writer("<", "x86_64")
e = f.event(type=1, config=0, name="cpu-clock", sample_type=S_IDENTIFIER | S_IP | S_TID | S_TIME | S_PERIOD)
f.mmap2(-1, 0, K, 0x1000000, K, "[kernel.kallsyms]_text", misc=MISC_KERNEL)
f.comm(7, 7, "long", 1)
for i in range(20001):
    f.sample(e, misc=MISC_KERNEL, ip=K + 4 * i, pid=7, tid=7, time=1000 + i, period=1)
f.write("addresses.data")
E
python3 addresses.py
printf 'ffffffff81000000 T long\nffffffff81f00000 T _etext\n' > symbols
page long.html -i addresses.data --kallsyms symbols
grep -q '"lack":"' long.html || bad "why the kernel's code is not known is not said"
! grep -q 'too many for a page' long.html || bad "addresses of which none was left out are said to be too many"

# --- two builds -------------------------------------------------------------------------------------------
mkdir old
cp work.c old
(cd old && gcc -g -O1 -no-pie -o work work.c)
listing old/work work helper
python3 "$PERF_TEST_DIR/build/annotated.py" old.data "$dir/old/work" list > old.truth
page diff.html -i work.data --diff old.data
look flame_code diff "$dir/diff.html" work.c || bad "two builds, by lines"
"$PERF" diff -q --flamegraph=diff2.html --with-code old.data work.data
look flame_code diff "$dir/diff2.html" work.c || bad "perf diff, by lines"

# --- what is refused --------------------------------------------------------------------------------------
refused() { # WANT COMMAND...
	want=$1 got=0
	shift
	"$@" > out 2> err < /dev/null || got=$?
	[ "$got" = 129 ] || bad "$*: exit $got, not 129: $(cat err)"
	grep -q -e "$want" err || bad "$*: does not say '$want': $(cat err)"
}
refused 'is for --flamegraph' "$PERF" report --with-code -i work.data
refused 'no place for code' "$PERF" defer export --format=folded --with-code -i work.data
refused 'time off the CPU' "$PERF" defer export --format=flamegraph --off-cpu --with-code -i work.data -o x.html
refused 'goes with --with-code' "$PERF" defer export --format=flamegraph --metric ipc -i work.data -o x.html
refused 'for --flamegraph without' "$PERF" report --flamegraph=x.html --metric ipc -i work.data
refused 'with-code' "$PERF" report --flamegraph=x.html --with-code=lots -i work.data
refused 'nothing has 101' "$PERF" report --flamegraph=x.html --with-code=101 -i work.data
# A link that could run something, or whose host a path could choose, makes no page with it.
for bad in 'javascript:alert(1)//{path}' 'file:///{path}' 'data:text/html,{path}' 'https://{path}' 'https://host/{line}' 'https://a b/{path}' \
	'https://x/"onclick={path}' 'https://user@host/{path}' 'https://x/{path}{other}' '//x/{path}' 'vbscript://x/{path}'; do
	link=$bad
	page bad.html -i work.data || :
	grep -q 'report.source-link: ' told || bad "'$bad' is taken: $(cat told)"
	! grep -q '"link":"' bad.html || bad "'$bad' is on the page"
done
# Only what lies below the root has a link, without the root.
"$PERF" -c report.source-link='vscode://file/{path}:{line}' -c "report.source-root=$dir/" report -q --flamegraph=page.html --with-code -i work.data
grep -q '"link":"vscode://file/work.c:{line}"' page.html || bad "below the root: $(grep -o '"link":[^,]*' page.html)"
"$PERF" -c report.source-link='vscode://file/{path}:{line}' -c report.source-root=/nowhere report -q --flamegraph=page.html --with-code -i work.data
grep -q '"link":null' page.html || bad "outside of the root: $(grep -o '"link":[^,]*' page.html)"
finish
