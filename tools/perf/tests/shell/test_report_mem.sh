#!/bin/sh
# perf report: what loads and stores met and cost, in recordings that this machine could not make
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools python3 nm

export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$PERF_TEST_DIR/build"

# A symbol of data that a cacheline begins before, and of which bytes 0 to 15 lie in it.
# (Not one of ASan's within perf: names of C++ are shown as in the source.)
program=$(readlink -f "$PERF")
data=$(nm -S --defined-only "$program" 2> /dev/null |
	awk '$3 ~ /[rRdD]/ && $4 !~ /^_Z/ && length($2) == 16 && $2 >= "0000000000000060" && $1 ~ /[12569ade]0$/ { print $4, $1; exit }')
[ -n "$data" ] || skip "perf has no symbols"
symbol=${data% *}

cat > "$dir/make.py" << 'E'
import subprocess, sys
from perfwrite import *

TYPE = S_IP | S_TID | S_TIME | S_ADDR | S_CPU | S_PERIOD | S_WEIGHT_STRUCT | S_DATA_SRC | S_TRANSACTION | \
    S_PHYS_ADDR | S_DATA_PAGE_SIZE | S_CODE_PAGE_SIZE | S_IDENTIFIER
BASE = 0x555555550000
LOAD, STORE, PREFETCH = 2, 4, 8
HIT, MISS, L2, L3, LOCAL_RAM = 2, 4, 0x20, 0x40, 0x80


def source(op=0, lvl=0, snoop=0, lock=0, tlb=0, num=0, remote=0, more=0, blocked=0, hops=0):
    return op | lvl << 5 | snoop << 19 | lock << 24 | tlb << 26 | num << 33 | remote << 37 | more << 38 | \
        blocked << 40 | hops << 43


def cost(weight, ins_lat=0, retire_lat=0):
    return weight | ins_lat << 32 | retire_lat << 48


def make(path, perf, address, arch):
    f = Writer("<", arch)
    loads = f.event(type=4, config=0x1cd, sample_type=TYPE, name="cpu/mem-loads/P")
    stores = f.event(type=4, config=0x82d0, sample_type=TYPE, name="cpu/mem-stores/P")
    f.comm(100, 100, "prog")
    for line in subprocess.run(["readelf", "-lW", perf], capture_output=True, text=True).stdout.splitlines():
        word = line.split()
        if word[:1] != ["LOAD"]:
            continue
        offset, start, size = int(word[1], 16), int(word[2], 16), int(word[4], 16)
        first, code = start & ~4095, "E" in word[6:-1]
        f.mmap2(100, 100, BASE + first, (start + size + 4095 & ~4095) - first, offset & ~4095, perf, 1,
                misc=MISC_USER | (0 if code else 1 << 13), prot=5 if code else 3)
    f.mmap2(100, 100, 0x7ffffffde000, 0x21000, 0, "[stack]", 1, misc=MISC_USER | 1 << 13, prot=3)
    data, now = BASE + address, 10**9

    def sample(event, misc=MISC_USER, **values):
        nonlocal now
        now += 1000
        f.sample(event, misc, ip=0x1000, pid=100, tid=100, time=now, period=100, **values)

    page = dict(data_page_size=4096, code_page_size=4096)
    sample(loads, addr=data + 4, weight=cost(33, 5, 7), phys_addr=0x1234044, transaction=1 | 4, **page,
           data_src=source(LOAD, HIT | 8, 2, 2, 8 | HIT, 1))
    sample(loads, addr=data + 12, weight=cost(41, 5, 8), phys_addr=0x1234044, transaction=2 | 16 | 0x12 << 32, **page,
           data_src=source(LOAD, HIT | 8, 2, 1, 8 | HIT, 1))
    sample(loads, addr=0x7ffffffde107, weight=cost(900, 60, 9), phys_addr=0x20000, transaction=0x7f,
           data_page_size=1 << 21, data_src=source(LOAD, HIT, 16, 2, 0x20 | HIT, 13, 1))
    sample(loads, addr=0x7ffffffde107, weight=cost(900, 60, 9), phys_addr=0x20000, transaction=0xc0,
           data_page_size=1 << 21, data_src=source(LOAD, HIT, 16, 2, 0x20 | HIT, 14, 1))
    sample(loads, addr=0x7ffffffde107, weight=cost(900, 60, 9), phys_addr=0x20000, transaction=0xc0,
           data_page_size=1 << 21, data_src=source(LOAD, HIT | LOCAL_RAM, 16, 2, 0x20 | HIT))
    sample(loads, MISC_KERNEL, addr=0xffffffff81000044, weight=cost(901, 61, 9),
           data_src=source(LOAD, HIT, 0, 0, 1, 12, 0, 2, 6))
    sample(loads, addr=0x11, weight=cost(901, 61, 9), data_src=source(LOAD, HIT, 0, 0, 0x40 | HIT, 8, 0, 1, 1))
    sample(loads, addr=0, weight=0, data_src=0)
    for weight, src in ((3, source(STORE, HIT | 8, 0, 2, 8 | HIT, 1)), (13, source(STORE, MISS | L2, 0, 2, 8 | HIT)),
                        (13, source(STORE, MISS | 8, 0, 2, 8 | HIT, 2, 0, 0, 2, 1)),
                        (13, source(PREFETCH, MISS | 8, 0, 2, 8 | HIT, 4, 0, 0, 4, 2))):
        sample(stores, ident=2, addr=data, weight=cost(weight, 2, 1), phys_addr=0x55548, data_src=src, **page)
    f.write(path)


out, perf, address = sys.argv[1:]
make(out + "/mem", perf, int(address, 16), "x86_64")
make(out + "/mem-ppc", perf, int(address, 16), "ppc64le")
# What a sample is counted as is its thread's name: every value of a field, by the list of those that are something.
f = Writer("<", "x86_64")
e = f.event(sample_type=S_IP | S_TID | S_TIME | S_WEIGHT | S_DATA_SRC, name="parts")
KNOWN = (("op", 5, lambda v: source(v), {2: "Load", 4: "Store", 6: "Ld+St"}),
         ("cache", 4, lambda v: source(num=v), {1: "L1", 2: "L2", 3: "L3", 4: "L4", 12: "L1-buf", 5: "L2-buf"}),
         ("memory", 4, lambda v: source(num=v), {13: "RAM", 6: "MSC", 8: "Uncach", 9: "CXL", 10: "IO", 14: "PMEM"}),
         ("snoop", 5, lambda v: source(snoop=v), {4: "Hit", 16: "HitM", 8: "Miss"}),
         ("dtlb", 7, lambda v: source(tlb=v), {0x0a: "L1-Hit", 0x12: "L2-Hit", 0x1a: "L?-Hit"}))
tid = 0
for column, bits, word, known in KNOWN:
    for value in range(1 << bits):
        name = known.get(value, "Other")
        if column == "op" and value & 24:
            name = "Pfetch" if value & 8 else "Exec"
        if column == "dtlb" and value & 4:
            name = "Miss"
        tid += 1
        f.comm(tid, tid, f"{column}:{name}")
        f.sample(e, ip=1, pid=tid, tid=tid, time=10**9 + tid, weight=1 + value, data_src=word(value))
f.write(out + "/parts")
f = Writer("<", "x86_64")
e = f.event(sample_type=S_IP | S_TID | S_TIME | S_WEIGHT | S_DATA_SRC, name="few")
for tid in range(1, 5):
    f.comm(tid, tid, "xabcd"[tid])
for n, (tid, weight, num) in enumerate(((1, 10, 1), (1, 50, 3), (2, 20, 1), (2, 5, 2), (3, 90, 2), (4, 20, 1), (4, 1, 3),
                                        (4, 200, 9))):
    f.sample(e, ip=1, pid=tid, tid=tid, time=10**9 + n, weight=weight, data_src=source(LOAD, num=num))
f.write(out + "/few")
f = Writer("<", "x86_64")
e = f.event(sample_type=S_IP | S_TID | S_TIME, name="cpu-clock")
f.sample(e, ip=1, pid=1, tid=1, time=1)
f.write(out + "/none")
E
python3 "$dir/make.py" "$dir" "$program" "${data#* }"

# The first event's rows, and its titles, are those of standard input. Blanks at the ends are gone, and with
# narrow=yes those between.
narrow=
rows() { # FILE ARGS...
	file=$1
	shift
	cat > "$dir/want"
	"$PERF" report -i "$dir/$file" "$@" > "$dir/text" 2> "$dir/err" || bad "$file $*: $(cat "$dir/err")"
	awk '/^# Samples:/ && n++ { exit } /^# (Total w|Sort)/ || /^#.*Overhead/ || /^ / || /^# +Weight/' "$dir/text" |
		sed "s/ *\$//; s/$symbol/SYMBOL/; ${narrow:+s/  */ /g}" > "$dir/got"
	diff "$dir/want" "$dir/got" || bad "$file $*"
}

rows mem -s local_weight << 'E'
# Overhead  Local Weight
    37.50%  900
    25.00%  901
    12.50%  41
    12.50%  33
    12.50%  0
E
rows mem -s weight << 'E'
# Overhead  Weight
    37.50%  2700
    25.00%  1802
    12.50%  41
    12.50%  33
    12.50%  0
E
rows mem -s ins_lat,local_ins_lat << 'E'
# Overhead  INSTR Latency  Local INSTR Latency
    37.50%  180            60
    25.00%  122            61
    25.00%  10             5
    12.50%  0              0
E
rows mem -s p_stage_cyc,local_p_stage_cyc,retire_lat,local_retire_lat << 'E'
# Overhead  Retire Latency  Local Retire Latency  Retire Latency  Local Retire Latency
    62.50%  45              9                     45              9
    12.50%  8               8                     8               8
    12.50%  7               7                     7               7
    12.50%  0               0                     0               0
E
rows mem-ppc -s p_stage_cyc,local_p_stage_cyc,ins_lat,local_ins_lat << 'E'
# Overhead  Global Dispatch_cyc  Dispatch Cyc   Global Finish_cyc  Finish Cyc
    37.50%  27                   9              180                60
    25.00%  18                   9              122                61
    12.50%  8                    8              5                  5
    12.50%  7                    7              5                  5
    12.50%  0                    0              0                  0
E
rows mem -s transaction << 'E'
# Overhead  Transaction
    37.50%
    25.00%  CAP-WRITE CAP-READ NEITHER
    12.50%  TX RETRY NEITHER :12
    12.50%  EL TX SYNC ASYNC RETRY CON CAP-WRITE
    12.50%  EL SYNC
E
rows mem -s code_page_size << 'E'
# Overhead  Code Page Size
    75.00%  N/A
    25.00%  4K
E
# As numbers they are averages, of keys of the same name as well.
rows mem -F overhead,weight1,weight2,weight3,comm << 'E'
# Overhead   Weight1   Weight2   Weight3  Command
   100.00%     572.0      39.0       7.5  prog
E
rows mem -F weight,ins_lat,retire_lat,sample << 'E'
#  Weight1   Weight2   Weight3       Samples
     572.0      39.0       7.5             8
E
rows mem -F weight,weight1,overhead,period,local_weight -s p_stage_cyc << 'E'
#  Weight1  Overhead        Period  Local Weight  Retire Latency
     900.0    37.50%           300  900           27
     901.0    25.00%           200  901           18
      41.0    12.50%           100  41            8
      33.0    12.50%           100  33            7
       0.0    12.50%           100  0             0
E
"$PERF" report -i "$dir/mem" -s comm -F comm,weight1 -t ';' 2> "$dir/err" | grep -q '^prog *; 572.0$' || bad "-t"

# --- with --mem-mode ---
rows mem --mem-mode -s mem << 'E'
# Total weight : 4577
# Sort order   : mem
# Overhead  Memory access
    19.69%  Uncached hit
    19.69%  LFB/MAB hit
    19.66%  Remote RAM hit
    19.66%  Remote PMEM hit
    19.66%  Local RAM hit
     1.62%  L1 hit
     0.02%  N/A
E
rows mem --mem-mode -s snoop << 'E'
# Total weight : 4577
# Sort order   : snoop
# Overhead  Snoop
    58.99%  HitM
    19.69%  Fwd
    19.69%  Peer
     1.62%  None
     0.02%  N/A
E
rows mem --mem-mode -s tlb,locked,blocked << 'E'
# Total weight : 4577
# Sort order   : tlb,locked,blocked
# Overhead  TLB access              Locked  Blocked
    58.99%  Walker hit              Yes      N/A
    19.69%  N/A                     No       Data Addr
    19.69%  Fault hit               No       N/A
     0.90%  L1 hit                  N/A      N/A
     0.72%  L1 hit                  Yes      N/A
     0.02%  N/A                     No       N/A
E
rows mem --mem-mode -s phys_daddr,data_page_size << 'E'
# Total weight : 4577
# Sort order   : phys_daddr,data_page_size
# Overhead  Data Physical Address   Data Page Size
    58.99%  [.] 0x0000000000020000  2M
    19.71%  [.] 0000000000000000    N/A
    19.69%  [k] 0000000000000000    N/A
     1.62%  [.] 0x0000000001234044  4K
E
# --- columns in parts ---
rows few --mem-mode -s comm -F overhead,cache,op,comm << 'E'
# Total weight : 396
# Sort order   : comm
# Overhead       L1     L2     L3  Other     Load  Command
    15.15%     2.5%   0.0%  12.6%   0.0%    15.2%  a
     6.31%     5.1%   1.3%   0.0%   0.0%     6.3%  b
    22.73%     0.0%  22.7%   0.0%   0.0%    22.7%  c
    55.81%     5.1%   0.0%   0.3%  50.5%    55.8%  d
E
grep -qx '#           ---------- Cache -----------   Mem Op  *' "$dir/text" || bad "the titles of parts"
grep -qx '# \.\.\.\.\.\.\.\.  \.\{28\}  \.\{7\}  \.\.\.\.\.\.\.' "$dir/text" || bad "the widths of parts"
rows few --mem-mode -s comm -F cache,overhead -H << 'E'
# Total weight : 396
# Sort order   : comm
#      L1     L2     L3  Other  Overhead  Command
     5.1%   0.0%   0.3%  50.5%    55.81%  d
     0.0%  22.7%   0.0%   0.0%    22.73%  c
     2.5%   0.0%  12.6%   0.0%    15.15%  a
     5.1%   1.3%   0.0%   0.0%     6.31%  b
E
"$PERF" report -i "$dir/few" --mem-mode -s dso,comm -F overhead,cache,weight1 -H 2> "$dir/err" |
	grep -q '^   100.00%    12.6%  24.0%  12.9%  50.5%      49.5     \[unknown\]' || bad "-H: parts and averages of a level"
"$PERF" report -i "$dir/parts" --mem-mode -s comm -F overhead,op,cache,memory,snoop,dtlb --json > "$dir/json"
python3 - "$dir/json" << 'E' || bad "which part an access belongs to"
import json, sys
rows = json.load(open(sys.argv[1]))["events"][0]["rows"]
assert len(rows) == 29, len(rows)
for row in rows:
    column, name = row["keys"]["comm"].split(":")
    for other in "op", "cache", "memory", "snoop", "dtlb":
        parts = row["self"][0][other]
        assert abs(sum(parts.values()) - row["self"][0]["percent"]) < 0.01, (row, other)
    assert abs(row["self"][0][column][name] - row["self"][0]["percent"]) < 0.001, row
E

# How wide these are depends on the symbol's name.
narrow=yes
rows mem --mem-mode -s symbol_daddr,dso_daddr << 'E'
# Total weight : 4577
# Sort order : symbol_daddr,dso_daddr,ipc_null
# Overhead Data Symbol Data Object IPC [IPC Coverage]
 58.99% [.] 0x00007ffffffde107 [stack] - -
 19.69% [k] 0xffffffff81000044 [unknown] - -
 19.69% [.] 0x0000000000000011 [unknown] - -
 0.90% [.] SYMBOL+0xc perf - -
 0.72% [.] SYMBOL+0x4 perf - -
 0.02% [.] 0000000000000000 [unknown] - -
E
line=$(printf 'SYMBOL-0x%x' $((0x${data#* } % 64)))
rows mem --mem-mode -s dcacheline << E
# Total weight : 4577
# Sort order : dcacheline
# Overhead Data Cacheline
 58.99% [.] 0x00007ffffffde100
 19.71% [X] 0000000000000000
 19.69% [X] 0xffffffff81000040
 1.62% [.] $line
E
rows mem --mem-mode -s symbol_iaddr,sym << 'E'
# Total weight : 4577
# Sort order : symbol_iaddr,sym,ipc_null
# Overhead Code Symbol Symbol IPC [IPC Coverage]
 100.00% [.] 0x0000000000001000 [.] 0x0000000000001000 - -
E
rows mem --mem-mode << 'E'
# Total weight : 4577
# Sort order : local_weight,mem,sym,dso,symbol_daddr,dso_daddr,snoop,tlb,locked,blocked,local_ins_lat,local_p_stage_cyc
# Overhead Local Weight Memory access Symbol Shared Object Data Symbol Data Object Snoop TLB access Locked Blocked Local INSTR Latency Local Retire Latency
 19.69% 901 Uncached hit [.] 0x0000000000001000 [unknown] [.] 0x0000000000000011 [unknown] Fwd Fault hit No N/A 61 9
 19.69% 901 LFB/MAB hit [k] 0x0000000000001000 [unknown] [k] 0xffffffff81000044 [unknown] Peer N/A No Data Addr 61 9
 19.66% 900 Remote RAM hit [.] 0x0000000000001000 [unknown] [.] 0x00007ffffffde107 [stack] HitM Walker hit Yes N/A 60 9
 19.66% 900 Remote PMEM hit [.] 0x0000000000001000 [unknown] [.] 0x00007ffffffde107 [stack] HitM Walker hit Yes N/A 60 9
 19.66% 900 Local RAM hit [.] 0x0000000000001000 [unknown] [.] 0x00007ffffffde107 [stack] HitM Walker hit Yes N/A 60 9
 0.90% 41 L1 hit [.] 0x0000000000001000 [unknown] [.] SYMBOL+0xc perf None L1 hit N/A N/A 5 8
 0.72% 33 L1 hit [.] 0x0000000000001000 [unknown] [.] SYMBOL+0x4 perf None L1 hit Yes N/A 5 7
 0.02% 0 N/A [.] 0x0000000000001000 [unknown] [.] 0000000000000000 [unknown] N/A N/A No N/A 0 0
E
"$PERF" report -i "$dir/mem" --mem-mode -s mem,weight -n 2> "$dir/err" |
	sed '1,/mem-stores/d; /^#/d; s/^ *//; s/ *$//; s/  */ /g; /^$/d' > "$dir/got"
cat > "$dir/want" << 'E'
30.95% 1 core, same node L2 miss 13
30.95% 1 node, same socket L4 miss 13
30.95% 1 L2 miss 13
7.14% 1 L1 hit 3
E
diff "$dir/want" "$dir/got" || bad "the stores"

# --- JSON has the same cells ---
"$PERF" report -i "$dir/mem" --mem-mode -s mem,locked,weight --json > "$dir/json"
python3 - "$dir/json" << 'E' || bad "--json"
import json, sys
event = json.load(open(sys.argv[1]))["events"][0]
assert event["members"][0]["period"] == 4577, event["members"]
assert event["rows"][0]["keys"] == {"mem": "Uncached hit", "locked": "No", "weight": "901"}, event["rows"][0]
E

# --- what cannot be ---
wrong() { # TEXT ARGS...
	text=$1
	shift
	status=0
	"$PERF" report "$@" > "$dir/text" 2> "$dir/err" || status=$?
	if [ $status != 129 ] || [ -s "$dir/text" ] || ! grep -q -e "$text" "$dir/err"; then
		bad "$*: exit $status: $(cat "$dir/err")"
	fi
}
wrong "does not tell what memory accesses met" -i "$dir/none" --mem-mode
wrong "either branches (-b) or memory accesses" -i "$dir/mem" -b --mem-mode
wrong "Invalid --sort key: .locked': .* see --mem-mode" -i "$dir/mem" -s comm,locked
wrong "Invalid --fields key: .symbol_daddr'" -i "$dir/mem" -F overhead,symbol_daddr
finish
