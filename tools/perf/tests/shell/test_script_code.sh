#!/bin/sh
# perf script: instructions of samples and between branches, counters of branches, source lines
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools python3

export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$PERF_TEST_DIR/build"
export HOME="$dir" PERF_BUILDID_DIR="$dir/none"

# A program that is never run: functions main, fun, leaf (see ptfile.py), and the same functions in aarch64's code.
cat > "$dir/make.py" << 'E'
import struct
import sys
import ptfile
from perfwrite import *

out = sys.argv[1]
open(out + "/prog", "wb").write(ptfile.program())
ptfile.CODE = {0x401000: struct.pack("<4I", 0x94000008, 0xb4000040, 0x540fffe0, 0x17fffffd).hex(),
               0x401020: struct.pack("<3I", 0xd65f0bff, 0xaa0103e0, 0xd65f03c0).hex()}
open(out + "/arm", "wb").write(ptfile.program())
M, P, TX, ABORT = 1, 2, 4, 8
TYPE = S_IP | S_TID | S_TIME | S_BRANCH_STACK | S_IDENTIFIER
MAIN, FUN, LEAF = 0x401000, 0x401020, 0x401040
ROUND = (MAIN + 7, MAIN + 2, P)


def start(path, arch="x86_64", events=1, sample_type=TYPE, branches=8, features=None):
    f = Writer("<", arch)
    for n in range(events):
        f.event(type=0, config=n, sample_type=sample_type, branch_sample_type=branches, name="abcd"[n])
    f.features_more = features or {}
    f.comm(100, 100, "prog")
    f.mmap2(100, 100, MAIN, 0x1000, 0x1000, path, 1)
    return f


def add(f, ip, *branches, **more):
    f.sample(f.events[0], ip=ip, pid=100, tid=100, time=len(f.records), branches=branches, **more)


f = start("/prog")
add(f, FUN + 8, (LEAF + 1, FUN + 8, P | 2 << 4), (FUN + 3, LEAF, M | 10 << 4), (MAIN + 9, FUN, P | 3 << 4),
    (MAIN + 7, MAIN + 2, P | 1 << 4))
add(f, MAIN + 14, (LEAF + 1, FUN + 8, P), (FUN + 3, LEAF, P))    # the last branches are missing
add(f, LEAF, (FUN + 1, LEAF, P), (MAIN + 9, FUN, P))             # no branch comes from there
add(f, MAIN + 4, (MAIN + 7, MAIN + 2, P | TX | ABORT), (MAIN + 7, MAIN + 2, 0))
add(f, MAIN + 4, (0x9000, MAIN + 2, P), (MAIN + 9, 0x9000, P), ROUND)
add(f, MAIN + 7, (MAIN + 7, MAIN + 2, P), ROUND)
add(f, 0x9000)
add(f, 0x9000, (0x9000, 0x9000, P))
f.write(out + "/x86")
f = start("/arm", "aarch64")
add(f, MAIN + 4, (FUN + 8, MAIN + 4, P), (MAIN, FUN, P), (MAIN + 12, MAIN, P))
add(f, MAIN + 8, (FUN + 8, MAIN + 4, P))
add(f, FUN + 4, (MAIN, FUN, P))
f.write(out + "/arm.data")
start("/prog", "s390x").write(out + "/s390")
f = start("/prog", branches=16)
add(f, MAIN, ROUND)
f.write(out + "/calls")
f = start("/prog", sample_type=S_IP | S_TID | S_TIME)
for ip in MAIN, MAIN + 7, 0x9000, MAIN + 3:
    f.sample(f.events[0], ip=ip, pid=100, tid=100, time=len(f.records))
f.sample(f.events[0], misc=5, ip=MAIN, pid=100, tid=100, time=100)     # of a guest, whose process 100 is another one
f.write(out + "/plain")
# 0x6000 bytes of nop, the last one a jump: blocks up to what is too long to be one, and samples before the branch.
head = bytearray(0x1000)
head[:7] = b"\x7fELF\x02\x01\x01"
head[16:64] = struct.pack("<HHIQQQIHHHHHH", 2, 62, 1, MAIN, 64, 0, 0, 64, 56, 1, 64, 0, 0)
head[64:120] = struct.pack("<IIQQQQQQ", 1, 5, 0x1000, MAIN, MAIN, 0x6000, 0x6000, 0x1000)
open(out + "/nops", "wb").write(bytes(head) + b"\x90" * 0x5ffe + b"\xeb\xfe")
END = MAIN + 0x5ffe
for name, source, ip in ("longest", MAIN + 0x1000 + 16369, 0), ("longer", MAIN + 0x1000 + 16370, 0), \
        ("before", 0, MAIN + 0xfff), ("far", 0, END + 1), ("at", 0, END):
    f = start("/nops")
    f.records = f.records[:1]
    f.mmap2(100, 100, MAIN, 0x6000, 0x1000, "/nops", 1)
    if source:
        add(f, MAIN + 1, (source, MAIN + 1, P), (END, MAIN + 0x1000, P))
    else:
        add(f, ip, (END, MAIN + 0x5f00 if ip >= END else MAIN + 0x1000, P))
    f.write(f"{out}/nops-{name}")
# A 32-bit program on the same machine.
head = bytearray(0x1000)
head[:7] = b"\x7fELF\x01\x01\x01"
head[16:52] = struct.pack("<HHIIIIIHHHHHH", 2, 3, 1, MAIN, 52, 0, 0, 52, 32, 1, 40, 0, 0)
head[52:84] = struct.pack("<IIIIIIII", 1, 0x1000, MAIN, MAIN, 0x1000, 0x1000, 5, 0x1000)
open(out + "/small", "wb").write(bytes(head) + bytes.fromhex("0640e8faffffff") + bytes(0xff9))
f = start("/small", sample_type=S_IP | S_TID | S_TIME)
f.mmap2(200, 200, MAIN, 0x1000, 0x1000, "/prog", 1)
for pid, ip in (100, MAIN), (200, MAIN), (100, MAIN + 1), (100, MAIN + 2):
    f.sample(f.events[0], ip=ip, pid=pid, tid=pid, time=len(f.records))
f.write(out + "/small.data")
# Into the kernel and back: the way there is no code that ran, the two ends are.
K = 0xffffffff81000000
head = bytearray(0x1000)
head[:7] = b"\x7fELF\x02\x01\x01"
head[16:64] = struct.pack("<HHIQQQIHHHHHH", 2, 62, 1, K, 64, 0, 0, 64, 56, 1, 64, 0, 0)
head[64:120] = struct.pack("<IIQQQQQQ", 1, 5, 0x1000, K, 0x1000000, 0x1000, 0x1000, 0x1000)
open(out + "/vmlinux", "wb").write(bytes(head) + bytes.fromhex("0f1f00 0f01f8 480f07") + bytes(0xff7))
f = start("/prog")
f.record(MMAP, f.pack("iiQQQ", -1, 0, K, 0x10000, K) + f.text("[kernel.kallsyms]_text") + f.sample_id(), MISC_KERNEL)
add(f, MAIN + 4, (K + 6, MAIN + 2, P), (MAIN + 4, K, P), ROUND)
add(f, K + 6, (MAIN + 4, K, P), ROUND, misc=MISC_KERNEL)
f.write(out + "/kernel")


def string(f, s):
    data = s.encode() + b"\0"
    data += bytes(-len(data) % 64)
    return f.pack("I", len(data)) + data


def caps(f, width):
    pairs = (("branches", "32"), ("branch_counter_width", width))
    return f.pack("I", len(pairs)) + b"".join(string(f, n) + string(f, v) for n, v in pairs)


# Counters of 2 bits: of each branch the first event at the lowest ones; the fourth is in no group. The capabilities of one PMU, or of several.
for name, number in ("one", 28), ("many", 31), ("none", 0):
    f = start("/prog", events=4, branches=8 | BRANCH_COUNTERS)
    f.features_more[17] = f.pack("I", 1) + string(f, "") + f.pack("II", 0, 3)
    if number:
        f.features_more[number] = caps(f, "2") if number == 28 else \
            f.pack("I", 2) + f.pack("I", 0) + string(f, "cpu_atom") + caps(f, "2") + string(f, "cpu_core")
    add(f, MAIN + 4, (MAIN + 7, MAIN + 2, P), (MAIN + 7, MAIN + 2, P | 1 << 4), (MAIN + 7, MAIN + 2, P), counters=(0xf9, 0, 0x3c))
    f.write(f"{out}/counters-{name}")
E
python3 "$dir/make.py" "$dir"
script() { # STATUS FILE OPTIONS...: what is printed, without blanks for columns, in $dir/out
	want=$1 file=$2
	shift 2
	status=0
	"$PERF" script -i "$dir/$file" --symfs "$dir" "$@" > "$dir/text" 2> "$dir/err" || status=$?
	sed 's/^ *//; s/ *$//; s/ *	/	/g' "$dir/text" > "$dir/out"
	[ $status = "$want" ] || bad "$file $*: exit $status: $(cat "$dir/err")"
}
same() { # WHAT: $dir/out is standard input
	diff - "$dir/out" > "$dir/diff" || bad "$1: $(cat "$dir/diff")"
}
said() { # PATTERN
	grep -q -e "$1" "$dir/err" || bad "'$1' is not said: $(cat "$dir/err")"
}

if ! "$PERF" check feature -q libcapstone; then
	for field in disasm brstackinsn brstackinsnlen brstackdisasm; do
		script 1 x86 -F ip,$field
		said "fields disasm and brstackinsn need a disassembler: this perf was built without libcapstone"
	done
	script 0 plain -F ip,insnlen
	said "insn and insnlen are known of decoded traces only"
	skip "this perf was built without libcapstone: only its messages were tested"
fi

# The library is loaded when the first instruction is taken apart; it may be gone by then.
capstone=$(grep -ao 'libcapstone\.so\.[0-9]*' "$PERF" | head -n 1)
[ -n "$capstone" ] || bad "perf names no library that takes instructions apart"
mkdir "$dir/spoilt"
echo "no library" > "$dir/spoilt/$capstone"
(
	export LD_LIBRARY_PATH="$dir/spoilt"
	script 1 plain -F ip,disasm
	said "fields disasm and brstackinsn need a disassembler: $capstone cannot be loaded: .*$capstone"
	[ "$(grep -c "$capstone cannot be loaded" "$dir/err")" = 1 ] || bad "it is said twice: $(cat "$dir/err")"
	script 0 plain -F ip,sym
	[ ! -s "$dir/err" ] || bad "no instruction is asked for: $(cat "$dir/err")"
)

script 0 plain -F ip,insn,insnlen,disasm
same "the instruction of a sample" << 'E'
401000 ilen: 2 insn: 31 c9		xorl %ecx, %ecx
401007 ilen: 2 insn: 75 f9		jne main+0x2
9000 ilen: 0
401003 ilen: 7 insn: c1 83 f9 03 75 f9 e8		roll $0xe8, -0x68afc07(%rbx)
401000 ilen: 0
E
cat > "$dir/insns.py" << 'E'
from perf_trace_context import *
def process_event(d):
    print("%x" % d["sample"]["ip"], (perf_sample_insn(perf_script_context) or b"").hex())
E
script 0 plain -s "$dir/insns.py"
same "for a script" << 'E'
401000 31c9
401007 75f9
9000
401003 c183f90375f9e8
401000
E
script 0 plain -F ip,insnlen
same "its size alone" << 'E'
401000 ilen: 2
401007 ilen: 2
9000 ilen: 0
401003 ilen: 7
401000 ilen: 0
E

script 0 small.data -F ip,disasm,insn
same "a 32-bit program" << 'E'
401000 insn: 06		pushl %es
401000 insn: 31 c9		xorl %ecx, %ecx
401001 insn: 40		incl %eax
401002 insn: e8 fa ff ff ff		calll 0x401001
E

# From branch to branch up to the sample, and what ends it early.
script 0 x86 -F ip,brstackinsn
same "the code between branches" << 'E'
401028
	main+7:
	0000000000401007	insn: 75 f9	# PRED 1 cycles [1]
	0000000000401002	insn: ff c1
	0000000000401004	insn: 83 f9 03
	0000000000401007	insn: 75 f9
	0000000000401009	insn: e8 12 00 00 00	# PRED 3 cycles [4] 1.33 IPC
	fun:
	0000000000401020	insn: 48 89 f8
	0000000000401023	insn: e8 18 00 00 00	# MISPRED 10 cycles [14] 0.20 IPC
	leaf:
	0000000000401040	insn: 90
	0000000000401041	insn: c3	# PRED 2 cycles [16] 1.00 IPC
	fun+8:
	0000000000401028	insn: c3

40100e
	fun+3:
	0000000000401023	insn: e8 18 00 00 00	# PRED
	leaf:
	0000000000401040	insn: 90
	0000000000401041	insn: c3	# PRED
	fun+8:
	0000000000401028	insn: c3
	... not reaching sample ...

401040
	main+9:
	0000000000401009	insn: e8 12 00 00 00	# PRED
	fun:
	0000000000401020	insn: 48 89 f8
	0000000000401023	insn: e8 18 00 00 00
	0000000000401028	insn: c3
	0000000000401029	insn: 00 00
	000000000040102b	insn: 00 00
	000000000040102d	insn: 00 00
	000000000040102f	<bad>
	mismatch of LBR data and executable
	leaf:
	0000000000401040	insn: 90

401004
	main+7:
	0000000000401007	insn: 75 f9	#
	0000000000401002	insn: ff c1
	0000000000401004	insn: 83 f9 03
	0000000000401007	insn: 75 f9	# PRED INTX ABORT

401004
	main+7:
	0000000000401007	insn: 75 f9	# PRED
	0000000000401002	insn: ff c1
	0000000000401004	insn: 83 f9 03
	0000000000401007	insn: 75 f9
	0000000000401009	insn: e8 12 00 00 00	# PRED
	0000000000401002	insn: ff c1
	0000000000401004	insn: 83 f9 03

401007
	main+7:
	0000000000401007	insn: 75 f9	# PRED
	0000000000401002	insn: ff c1
	0000000000401004	insn: 83 f9 03
	0000000000401007	insn: 75 f9	# PRED

9000
9000

E
grep -q '^	0000000000401007	insn: 75 f9                   	# PRED 1 cycles' "$dir/text" || bad "the column of what is said of a branch"
script 0 x86 -F ip,brstackdisasm,brstackinsnlen,insn --max-blocks 1
sed -n 1,9p "$dir/text" | sed 's/^ *//; s/ *$//' > "$dir/out"
same "as text, the newest block" << 'E'
401028 insn: c3
	fun+3:
	0000000000401023	callq 0x401040                	ilen: 5	# MISPRED 10 cycles [10]
	leaf:
	0000000000401040	nop	ilen: 1
	0000000000401041	retq                          	ilen: 1	# PRED 2 cycles [12] 1.00 IPC
	fun+8:
	0000000000401028	retq	ilen: 1

E
script 0 kernel -k "$dir/vmlinux" -F ip,insn,brstackinsn
same "the kernel's code" << 'E'
401004 insn: 83 f9 03
	main+7:
	0000000000401007	insn: 75 f9	# PRED
	0000000000401002	insn: ff c1
	0000000000401004	insn: 83 f9 03	# PRED
	ffffffff81000000	insn: 0f 1f 00
	ffffffff81000003	insn: 0f 01 f8
	ffffffff81000006	insn: 48 0f 07	# PRED
	0000000000401002	insn: ff c1
	0000000000401004	insn: 83 f9 03

ffffffff81000006 insn: 48 0f 07
	main+7:
	0000000000401007	insn: 75 f9	# PRED
	0000000000401002	insn: ff c1
	0000000000401004	insn: 83 f9 03	# PRED
	ffffffff81000000	insn: 0f 1f 00
	ffffffff81000003	insn: 0f 01 f8
	ffffffff81000006	insn: 48 0f 07

E
[ ! -s "$dir/err" ] || bad "the kernel's code: $(cat "$dir/err")"
cp "$dir/prog" "$dir/other"
: > "$dir/prog"
script 0 kernel -k "$dir/vmlinux" -F ip,insn
same "code that is not there" << 'E'
401004
ffffffff81000006 insn: 48 0f 07
E
said "samples are in code that is not known: '/prog'"
mv "$dir/other" "$dir/prog"

# Blocks of nops: how many lines, and the last one.
nops() { # FILE LINES LAST
	script 0 "nops-$1" -F ip,brstackinsn
	[ "$(grep -c insn: "$dir/out")" = "$2" ] || bad "$1: $(grep -c insn: "$dir/out") instructions"
	[ "$(sed '/^$/d' "$dir/out" | tail -n 1)" = "	$3" ] || bad "$1: ends $(tail -n 2 "$dir/out")"
}
nops longest 16372 "0000000000401001	insn: 90"
nops longer 2 "0000000000401001	insn: 90"
nops before 130 "0000000000402080	insn: 90"
nops far 256 "... not reaching sample ..."
nops at 1 "0000000000406ffe	insn: eb fe	# PRED"

cp "$dir/out" "$dir/all"
script 0 nops-at -F ip,brstackinsn --max-blocks 1
same "as many blocks as there are" < "$dir/all"
script 0 x86 -F ip,brstackinsn
cp "$dir/out" "$dir/all"
for n in 3 4 100; do
	script 0 x86 -F ip,brstackinsn --max-blocks $n
	same "at most $n blocks" < "$dir/all"
done

script 0 arm.data -F ip,disasm,brstackdisasm
sed -n '/^401004/,/^$/p' "$dir/out" | cat > "$dir/first"
mv "$dir/first" "$dir/out"
same "aarch64" << 'E'
401004		cbz x0, main+0xc
	main+12:
	000000000040100c	b #0x401000	# PRED
	0000000000401000	bl #0x401020	# PRED
	fun:
	0000000000401020	illegal instruction
	0000000000401024	mov x0, x1
	0000000000401028	ret	# PRED
	main+4:
	0000000000401004	cbz x0, #0x40100c

E
script 1 s390 -F ip,disasm
said "instructions of 's390x' are not known"
script 1 calls -F ip,brstackinsn
said "non all-branch filter set"


# What happened between branches: letters, or names.
for f in one many; do
	script 0 counters-$f -F ip,brstackinsn,brcntr
	same "counters of branches ($f)" << 'E'
# Branch counter abbr list:
# a = A
# b = B
# c = C
# d = D
# '-' No event occurs
# '+' Event occurrences may be lost due to branch counter saturated
401004
	main+7:
	0000000000401007	insn: 75 f9		# br_cntr: BBB+CCC+  PRED
	0000000000401002	insn: ff c1
	0000000000401004	insn: 83 f9 03
	0000000000401007	insn: 75 f9		# br_cntr: -  PRED 1 cycles [1] 3.00 IPC
	0000000000401002	insn: ff c1
	0000000000401004	insn: 83 f9 03
	0000000000401007	insn: 75 f9		# br_cntr: ABBCCC+  PRED
	0000000000401002	insn: ff c1
	0000000000401004	insn: 83 f9 03

E
done
script 0 counters-one -F ip,brstackinsn,brcntr -v
grep -q '		# br_cntr: a 1 b 2 c 3+   PRED$' "$dir/out" || bad "counters with names: $(cat "$dir/out")"
script 1 counters-none -F ip,brstackinsn,brcntr
said "does not tell how wide its counters are"
script 1 x86 -F ip,brcntr
said "Display of branch counter requested but it's not enabled"

finish
