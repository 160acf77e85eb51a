#!/bin/sh
# perf script -F srccode: source lines, each when a thread comes to it
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_features dwarf
need_tools python3 cc nm
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$PERF_TEST_DIR/build"
export HOME="$dir" PERF_BUILDID_DIR="$dir/none"

cat > "$dir/prog.c" << 'E'
/* Never run. */
int first(int n) { return n + 1; }



	int second(int n) { return first(n) + 1; }

void _start(void)
{
}
E
cc -g -O0 -fno-pic -no-pie -static -nostdlib -o "$dir/prog" "$dir/prog.c" 2> "$dir/err" || skip "cc cannot: $(cat "$dir/err")"
cat > "$dir/make.py" << 'E'
import struct
import subprocess
import sys
from perfwrite import *

prog, out = sys.argv[1:]
elf = open(prog, "rb").read()
at, size, nr = struct.unpack_from("<Q", elf, 32)[0], *struct.unpack_from("<HH", elf, 54)
segments = [struct.unpack_from("<IIQQQQQ", elf, at + n * size) for n in range(nr)]
_, _, offset, addr, _, _, length = next(s for s in segments if s[0] == 1 and s[1] & 1)
names = {line.split()[2]: int(line.split()[0], 16) for line in subprocess.check_output(["nm", prog], text=True).splitlines()}
f = Writer()
e = f.event(type=1, sample_type=S_IP | S_TID | S_TIME, name="cpu-clock")
f.comm(1, 1, "prog")
f.mmap2(1, 1, addr & ~4095, (length | 4095) + 1, offset & ~4095, prog)
for tid, name in (1, "first"), (1, "first"), (2, "first"), (1, None), (1, "first"), (1, "second"), (2, "first"), (1, "first"):
    f.sample(e, ip=names[name] if name else 0x10, pid=1, tid=tid, time=len(f.records))
f.write(out)
g = Writer()
e = g.event(type=1, sample_type=S_IP | S_TID | S_TIME | S_CALLCHAIN, name="cpu-clock")
g.records = f.records[:2]
g.sample(e, ip=names["first"], pid=1, tid=1, time=10, chain=(2**64 - 512, names["first"], names["second"] + 1))
g.write(out + "-chains")
b = Writer("<")
e = b.event(type=1, sample_type=S_IP | S_TID | S_TIME | S_BRANCH_STACK, branch_sample_type=8, name="cpu-clock")
b.records = f.records[:2]
b.sample(e, ip=names["first"] + 4, pid=1, tid=1, time=10, branches=[(names["second"], names["first"], 2)])
b.write(out + "-branches")
E
python3 "$dir/make.py" "$dir/prog" "$dir/data"
cat > "$dir/want" << 'E'
    1 first
|2        int first(int n) { return n + 1; }
    1 first
    2 first
|2        int first(int n) { return n + 1; }
    1 [unknown]
    1 first
    1 second
|6        	int second(int n) { return first(n) + 1; }
    2 first
    1 first
|2        int first(int n) { return n + 1; }
E
cat > "$dir/lines.want" << 'E'
2 first prog.c 2 int first(int n) { return n + 1; } True
1 None None 0 None True
1 first prog.c 2 int first(int n) { return n + 1; } True
1 second prog.c 6 int second(int n) { return first(n) + 1; } True
E
"$PERF" script -i "$dir/data" -F tid,ip,sym,srccode > "$dir/out" 2> "$dir/err" || fail "$(cat "$dir/err")"
sed 's/^ *\([12]\)  *[0-9a-f]* \([a-z[]\)/    \1 \2/' "$dir/out" | diff "$dir/want" - || fail "lines of two threads"
"$PERF" script -i "$dir/data-chains" -F ip,sym,srccode > "$dir/out" 2> "$dir/err" || fail "$(cat "$dir/err")"
[ "$(tail -n 2 "$dir/out")" = "
|2        int first(int n) { return n + 1; }" ] || fail "behind a stack: $(cat "$dir/out")"
# A script in Python asks about the sample of the moment.
cat > "$dir/lines.py" << 'E'
from perf_trace_context import *
def process_event(d):
    file, line, code = perf_sample_srccode(perf_script_context)
    print(d["sample"]["tid"], d.get("symbol"), file and file.split("/")[-1], line, code and code.strip(),
          perf_sample_srcline(perf_script_context)[1] == line)
E
"$PERF" script -i "$dir/data" -s "$dir/lines.py" > "$dir/out" 2> "$dir/err" || fail "a script: $(cat "$dir/err")"
sed -n '3,6p' "$dir/out" | diff - "$dir/lines.want" || fail "lines for a script"
# With code between branches: a line where another one begins, none for what is no instruction.
case $(uname -m) in
x86_64 | aarch64)	known=true ;;
*)	known=false ;;
esac
if $known && "$PERF" check feature -q libcapstone; then
	"$PERF" script -i "$dir/data-branches" -F ip,brstackinsn,srccode > "$dir/out" 2> "$dir/err" || fail "$(cat "$dir/err")"
	sed 's/^ *[0-9a-f]\{1,\}$/sample/; s/0*[0-9a-f]*	insn:.*#.*/branch/; s/0*[0-9a-f]*	insn:.*/insn/' "$dir/out" | uniq > "$dir/got"
	diff - "$dir/got" << 'E' || fail "lines of code between branches"
sample
	second:
	branch
|6        	int second(int n) { return first(n) + 1; }
	first:
	insn
|2        int first(int n) { return n + 1; }
	insn

E
fi
# A file that is gone, is no file, or is shorter than it was, has no lines.
count() {
	"$PERF" script -i "$dir/data" -F tid,ip,srccode 2>&1 | grep -c '|' || :
}
[ "$(count)" = 4 ] || fail "$(count) lines"
printf '\nx' > "$dir/prog.c"
[ "$(count)" = 2 ] || fail "$(count) lines of a short file"
rm "$dir/prog.c"
[ "$(count)" = 0 ] || fail "$(count) lines of no file"
mkfifo "$dir/prog.c"
timeout 20 "$PERF" script -i "$dir/data" -F tid,ip,srccode > "$dir/out" 2>&1 || fail "a fifo is waited for"
! grep '|' "$dir/out" || fail "lines of a fifo"
exit 0
