#!/bin/sh
# SFrame: perf defer verify tells where frame pointers, .eh_frame and .sframe disagree first
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
need_features libelf libcapstone
need_tools as ld nm objcopy strip
[ "$(uname -m)" = x86_64 ] || skip "the program is for x86-64"
export HOME="$dir" PERF_BUILDID_DIR="$dir/none"
cd "$dir"

# leaf() has no frame; the other two have one behind their second instruction, at +4.
cat "$PERF_TEST_DIR/shell/lib/functions.s" - > prog.s << 'EOF'
	.text
fn outer
	frame
	call inner
	nop
leave_it outer
fn inner
	frame
	call leaf
	nop
leave_it inner
fn leaf
	nop
	ret
	.cfi_endproc
	.size leaf, . - leaf
fn _start
	call outer
	hlt
	.cfi_endproc
	.size _start, . - _start
EOF
as --gsframe -o prog.o prog.s 2> log || { cat log; skip "this assembler makes no SFrame tables"; }
ld -o prog prog.o
objcopy --remove-section .sframe prog without
strip -o bare prog

cat > check.py << 'EOF'
import json, os, re, struct, subprocess, sys
from perfwrite import Writer

perf = sys.argv[1]
failures = 0
def fail(*what):
    global failures
    print("FAILED:", *what)
    failures += 1

S_IP, S_TID, S_TIME, S_CALLCHAIN = 1, 2, 4, 32
data = open("prog", "rb").read()
phoff, phnum = struct.unpack_from("<Q", data, 32)[0], struct.unpack_from("<H", data, 56)[0]
for i in range(phnum):
    kind, flags, offset, vaddr = struct.unpack_from("<IIQQ", data, phoff + i * 56)
    if kind == 1 and flags & 1:
        break
at = {}
for line in subprocess.run(["nm", "prog"], capture_output=True, text=True, check=True).stdout.splitlines():
    at[line.split()[2]] = int(line.split()[0], 16)

# The row behind the push, of inner's: its CFA is 24 bytes above the stack pointer then.
rows = [m.start() for m in re.finditer(re.escape(bytes([0x01, 0x05, 0x10, 0xf0])), data)]
if len(rows) != 2:
    sys.exit("FAILED: %d rows of functions with a frame" % len(rows))
other = bytearray(data)
other[rows[1] + 2] = 24
open("other", "wb").write(other)

def verify(name, stacks, *options):
    f = Writer("<", "x86_64")
    e = f.event(type=1, config=0, name="cpu-clock", flags=1 << 18, sample_type=S_IP | S_TID | S_TIME | S_CALLCHAIN)
    f.comm(100, 100, "app")
    f.mmap2(100, 100, vaddr & ~4095, 0x1000, offset & ~4095, os.path.abspath(name))
    for time, words in enumerate(stacks, 1):
        f.sample(e, ip=words[0], pid=100, tid=100, time=time, chain=(2**64 - 512, *words))
    f.write(name + ".data")
    got = subprocess.run([perf, "defer", "verify", *options, name + ".data"], capture_output=True, text=True)
    return json.loads(got.stdout) if "--json" in options else got.stdout

# Return addresses lie behind their calls, which follow the frames' four bytes.
OUTER, START, INNER = at["outer"] + 9, at["_start"] + 5, at["inner"] + 9
WHOLE = (at["inner"] + 4, OUTER, START)
PUSHED = (at["inner"] + 1, OUTER, START)
LEAF = (at["leaf"], INNER, OUTER, START)

def unlike(j):
    return {f["function"]: (f["start"], f["addresses"], f["tables"], f["frame_pointers"]) for f in j["unwind_tables"]["unlike"]}

def expect(what, got, want):
    if got != want:
        fail(what, got, "is not", want)

SP, SP24 = "CFA = sp+16, ra at CFA-8, fp at CFA-16", "CFA = sp+24, ra at CFA-8, fp at CFA-16"
ENTRY = "CFA = sp+8, ra at CFA-8, fp in its register"
NONE = {"addresses": 0}
def where(addr, cfi, sframe):
    return {"addresses": 1, "first": hex(addr), "eh_frame": cfi, "sframe": sframe}
def in_file(name):
    return at[name] - vaddr + offset
start = (hex(in_file("_start")), 1, NONE, where(in_file("_start") + 4, ENTRY, ENTRY))
leaf = (hex(in_file("leaf")), 1, NONE, where(in_file("leaf"), ENTRY, ENTRY))

# Tables that agree, and frame pointers that fit where there is a frame.
j = verify("prog", [WHOLE, LEAF, LEAF], "--json")
expect("tables that agree", unlike(j), {"_start": start, "leaf": leaf})
expect("what was seen", {k: v for k, v in j["unwind_tables"].items() if k != "unlike"},
       {"files": 1, "addresses": 5, "functions": 4})
# One row that says something else; the function's other addresses, and the same function elsewhere, do not.
j = verify("other", [LEAF, WHOLE, PUSHED, PUSHED, WHOLE], "--json")
expect("a row that disagrees", unlike(j), {
    "_start": start, "leaf": leaf,
    "inner": (hex(in_file("inner")), 3, where(in_file("inner") + 1, SP, SP24), where(in_file("inner") + 1, SP, SP24))})
expect("the order", [f["function"] for f in j["unwind_tables"]["unlike"]][0], "inner")
expect("the file", {f["dso"] for f in j["unwind_tables"]["unlike"]}, {os.path.abspath("other")})
# The lowest address is the first, whenever it was seen.
j = verify("prog", [(at["leaf"] + 1, *LEAF[1:]), LEAF, (at["leaf"] + 1, *LEAF[1:])], "--json")
expect("the lowest address", unlike(j)["leaf"], (leaf[0], 2, NONE, {**leaf[3], "addresses": 2}))
text = verify("other", [LEAF, WHOLE, PUSHED])
if not re.search(r"1 files with \.sframe, 6 addresses, 4 functions\n"
                 r"  inner \(.*/other\)\n"
                 r"    \.eh_frame and \.sframe: at 1 of 3 addresses, first at \+0x1\n"
                 r"      \.eh_frame +%s\n      \.sframe +%s\n"
                 r"    frame pointers and tables: at 1 of 3 addresses, first at \+0x1\n" % (re.escape(SP), re.escape(SP24)), text):
    fail("text", text)
text = verify("other", [WHOLE[:2]])
if "they agree wherever the stacks go" not in text:
    fail("a stack of frames", text)
# Functions without names are told apart by their addresses.
text = verify("bare", [LEAF, WHOLE])
got = re.findall(r"^  (\S+) \(.*/bare\)$", text, re.M)
expect("functions without names", sorted(got), sorted({hex(in_file("_start") + 4), hex(in_file("leaf"))}))
# A file without the section is not asked.
j = verify("without", [LEAF, PUSHED], "--json")
expect("no section", j["unwind_tables"], {"files": 0, "addresses": 0, "functions": 0, "unlike": []})
if ".sframe" in verify("without", [LEAF]):
    fail("text about a file without the section")
sys.exit(failures != 0)
EOF
python3 check.py "$PERF" || bad "where tables disagree"
finish
