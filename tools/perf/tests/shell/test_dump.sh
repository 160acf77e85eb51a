#!/bin/sh
# perf script -D: every record, its bytes and its fields, in both byte orders
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
find_leaks

"$PERF_TEST_DIR/build/every_record.py" "$dir"

# The bytes are the file's, in hexadecimal and as characters.
cat > "$dir/bytes.py" << 'P'
import re
import sys

data, at, shown = open(sys.argv[1], "rb").read(), None, 0
for line in open(sys.argv[2]):
    if m := re.match(r"0x([0-9a-f]+)@\S+ \[0x([0-9a-f]+)\]: event: \d+$", line):
        assert at is None, line
        at, end, line_at = int(m[1], 16), int(m[1], 16) + int(m[2], 16), 0
    elif m := re.match(r"\.  ([0-9a-f]{4}):  ((?:[0-9a-f]{2} | {3}){16}) (.{16})$", line):
        piece = data[at:min(at + 16, end)]
        assert int(m[1], 16) == line_at and bytes.fromhex(m[2]) == piece, line
        assert m[3] == "".join(chr(b) if 32 <= b < 127 else "." for b in piece).ljust(16), line
        at, line_at, shown = at + len(piece), line_at + 16, shown + len(piece)
        if at == end:
            at = None
assert shown == int.from_bytes(data[48:56], "little" if data[:8] == b"PERFILE2" else "big"), shown
P
cat > "$dir/want" << 'E'
0 5 0x1a8 [0x60]: PERF_RECORD_MMAP -1/0: [0xffffffff81000000(0x10000) @ 0xffffffff81000000]: x [kernel.kallsyms]_text
0 10 0x208 [0x38]: PERF_RECORD_COMM: prog:100/100
0 10 0x240 [0x38]: PERF_RECORD_COMM exec: exec:100/100
0 11 0x278 [0x78]: PERF_RECORD_MMAP2 100/100: [0x401000(0x1000) @ 0x1000 00:00 0 0]: r-xp /nowhere/prog
0 12 0x2f0 [0x40]: PERF_RECORD_FORK(101:101):(100:100)
0 13 0x330 [0x40]: PERF_RECORD_EXIT(101:101):(100:100)
1 14 0x370 [0x38]: PERF_RECORD_LOST: id:1: lost:77
1 15 0x3a8 [0x30]: PERF_RECORD_LOST_SAMPLES: id:1: lost samples :3
1 16 0x3d8 [0x40]: PERF_RECORD_THROTTLE
1 17 0x418 [0x40]: PERF_RECORD_UNTHROTTLE
1 18 0x458 [0x50]: PERF_RECORD_READ
1 19 0x4a8 [0x40]: PERF_RECORD_AUX offset: 0x1000 size: 0x20 flags: 0x1 [T]
1 20 0x4e8 [0x30]: PERF_RECORD_ITRACE_START pid: 100 tid: 100
1 21 0x518 [0x28]: PERF_RECORD_SWITCH OUT
1 22 0x540 [0x30]: PERF_RECORD_SWITCH_CPU_WIDE IN           prev pid/tid:   101/102
1 23 0x570 [0x58]: PERF_RECORD_NAMESPACES 100/100 - nr_namespaces: 2
		[0/net: 4/0xeffffff0, 1/uts: 4/0xeffffff1]
1 24 0x5c8 [0x48]: PERF_RECORD_KSYMBOL addr ffffffff81020000 len 256 type 1 flags 0x0 name bpf_prog_1
1 25 0x610 [0x38]: PERF_RECORD_BPF_EVENT type 1, flags 0, id 5
1 26 0x648 [0x40]: PERF_RECORD_CGROUP cgroup: 42 /user/me
1 27 0x688 [0x40]: PERF_RECORD_TEXT_POKE ffffffff81001003  old len 2 new len 5
            Old bytes: 00 01
            New bytes: 02 03 04 05 06
1 28 0x6c8 [0x30]: PERF_RECORD_AUX_OUTPUT_HW_ID hw_id: 0x3
3 30 0x6f8 [0x198]: PERF_RECORD_SAMPLE(IP, 0x2): 100/100: 0x401207 period: 1000 addr: 0xbeef
... event: cpu/mem-loads/P
... FP chain: nr:13
.....  0: ffffffffffffffe0 (PERF_CONTEXT_HV)
.....  1: 0000000000000001
.....  2: ffffffffffffff80 (PERF_CONTEXT_KERNEL)
.....  3: ffffffff81000001
.....  4: fffffffffffffe00 (PERF_CONTEXT_USER)
.....  5: 0000000000401207
.....  6: 0000000000401300
.....  7: fffffffffffff800 (PERF_CONTEXT_GUEST)
.....  8: 0000000000000002
.....  9: fffffffffffff780 (PERF_CONTEXT_GUEST_KERNEL)
..... 10: 0000000000000003
..... 11: fffffffffffff600 (PERF_CONTEXT_GUEST_USER)
..... 12: 0000000000000004
... branch stack: nr:2
.....  0: 0000000000401243 -> 0000000000401207 5 cycles  P   100052 COND
.....  1: ffffffff81000010 -> 0000000000401100 0 cycles M AT d
... user regs: mask 0x181 ABI 64-bit
.... AX    0x0000000000000001
.... SP    0x0000000000007fff
.... IP    0x0000000000401234
... intr regs: mask 0x103 ABI 64-bit
.... AX    0x0000000000000001
.... BX    0x0000000000000002
.... IP    0x0000000000401234
... ustack: size 16, used 8
... raw data: size 20
... weight: 33,0x5,0x7
 . data_src: 0x68100142
 .. phys_addr: 0x1234000
 .. data page size: 4096
 .. code page size: 2097152
... transaction: 500000003
 .. cgroup: 42
1 31 0x890 [0xa8]: PERF_RECORD_SAMPLE(IP, 0x1): 100/100: 0xffffffff81000020 period: 1 addr: 0
... event: cpu/mem-loads/P
... FP chain: nr:0
... branch stack: nr:0
... ustack: size 0, used 0
... raw data: size 4
... weight: 0,0x0,0x0
 . data_src: 0x0
 .. phys_addr: 0x0
 .. data page size: 0
 .. code page size: 0
... transaction: 0
 .. cgroup: 0
1 32 0x938 [0x88]: PERF_RECORD_SAMPLE(IP, 0x2): 100/100: 0x401208 period: 5 addr: 0
... event: instructions
... FP chain: nr:2
.....  0: fffffffffffffe00 (PERF_CONTEXT_USER)
.....  1: 0000000000401208
... sample_read:
...... time enabled 0000000000000064
...... time running 0000000000000032
..... id 0000000000000001, value 00000000000003e8, lost 0
..... id 0000000000000014, value 00000000000007d0, lost 0
0 0x9c0 [0x8]: PERF_RECORD_FINISHED_ROUND
E
for file in le.data be.data; do
	status=0
	"$PERF" script -D -i "$dir/$file" > "$dir/out" 2> "$dir/err" || status=$?
	[ $status = 0 ] || bad "$file: exit $status: $(cat "$dir/err")"
	python3 "$dir/bytes.py" "$dir/$file" "$dir/out" || bad "$file: bytes"
	grep -v '^\.  \|^\.$\|^\. \.\.\. raw event: size\|^$\|^0x' "$dir/out" | sed 's/ *$//' > "$dir/got"
	diff "$dir/want" "$dir/got" > "$dir/diff" || bad "$file: $(cat "$dir/diff")"
	"$PERF" report -D -i "$dir/$file" 2> /dev/null |
		sed '/^$/d; /^# /d; /^#$/d; /^Aggregated stats:/,$d' > "$dir/report"
	sed '/^$/d' "$dir/out" | diff - "$dir/report" > "$dir/diff" ||
		bad "report of $file: $(cat "$dir/diff")"
done
# Streams have records of their own in front; the others, and their number, are those of the file.
stats() {
	sed '1,/^Aggregated stats:/d; / TOTAL \| ATTR \| EVENT_UPDATE \| FEATURE /d; s/ *(.*//'
}
fields() {
	sed -n '/: PERF_RECORD_\(ATTR\|HEADER_ATTR\|EVENT_UPDATE\|FEATURE\|HEADER_FEATURE\)/d
		/^Aggregated stats:/q; /^ *[0-9]* *[0-9]* 0x/,/^$/{ s/0x[0-9a-f]* \[/[/; p; }'
}
for order in le be; do
	"$PERF" report -D -i "$dir/$order.data" > "$dir/file" 2> /dev/null
	# shellcheck disable=SC2002
	cat "$dir/$order.pipe" | "$PERF" report -D -i - > "$dir/pipe" 2> "$dir/pipe.err" || bad "$order: -D of a stream: exit $?"
	stats < "$dir/file" > "$dir/want"
	stats < "$dir/pipe" | diff "$dir/want" - > "$dir/diff" || bad "$order: counts of a stream: $(cat "$dir/diff")"
	grep -q '^ *TOTAL events:         25$' "$dir/file" || bad "$order: total: $(cat "$dir/file")"
	grep -q 'MMAP2 events:          1$' "$dir/want" || bad "$order: no counts: $(cat "$dir/want")"
	fields < "$dir/file" > "$dir/want"
	fields < "$dir/pipe" | diff "$dir/want" - > "$dir/diff" || bad "$order: fields of a stream: $(cat "$dir/diff")"
	[ "$(grep -c PERF_RECORD_ "$dir/want")" = 25 ] || bad "$order: $(cat "$dir/want")"
done
for lost in 'lost 77 events in 1 place: ' 'lost 3 samples (LOST_SAMPLES)$' \
	'^AUX data lost 1 times out of 1!'; do
	grep -q "$lost" "$dir/err" || bad "not told: $lost"
done
# What a recording lacks is told once, with its number, whatever is shown of it.
cat > "$dir/lacks.py" << 'P'
import sys
from perfwrite import *

for order in "<", ">":
    f = Writer(order)
    e = f.event(sample_type=S_IP | S_TID | S_TIME | S_CPU)
    f.sample(e, ip=1, pid=1, tid=1, time=2 * 10**9)
    for n, flags in enumerate((0, 1, 4, 4, 8, 8, 8)):
        f.record(AUX, f.pack("QQQ", n, 1, flags) + f.sample_id(1, 1, 2 * 10**9))
    f.record(LOST, f.pack("QQ", 1, 1) + f.sample_id(1, 1, 2 * 10**9))
    for kind in 50, 51, 200, 201, 2000:
        f.record(kind, bytes(16))
    f.record(FINISHED_ROUND, b"")
    f.record(FINISHED_ROUND, b"")
    f.comm(1, 1, "late", 10**9)		# before what went out already
    name = sys.argv[1] + ("/lacks-le" if order == "<" else "/lacks-be")
    f.write(name)
    f.write_pipe(name + ".pipe")
P
PYTHONPATH="$PERF_TEST_DIR/build" python3 "$dir/lacks.py" "$dir"
cat > "$dir/want" << 'E'
perf: 5 records of unknown types skipped: a newer perf wrote them
perf: the recording lost 1 event in 1 place: 
AUX data lost 1 times out of 7! 
AUX data had gaps in it 2 times out of 7! 
AUX data detected collision 3 times out of 7!
E
for file in lacks-le lacks-be lacks-le.pipe lacks-be.pipe; do
	for command in script 'report --stdio' 'script --header-only'; do
		# shellcheck disable=SC2002,SC2086
		cat "$dir/$file" | "$PERF" $command -i - > "$dir/out" 2> "$dir/err" || bad "$command of $file: exit $?"
		[ "$command" != 'script --header-only' ] || continue
		while read -r line; do
			[ "$(grep -cF -e "$line" "$dir/err")" = 1 ] || bad "$command of $file: not told: $line: $(cat "$dir/err")"
		done < "$dir/want"
		late=0
		[ "$file" = "${file%.pipe}" ] || late=1
		[ "$(grep -c '^perf: 1 record of the pipe came too late to be put in order$' "$dir/err")" = $late ] ||
			bad "$command of $file: late: $(cat "$dir/err")"
	done
done
finish
