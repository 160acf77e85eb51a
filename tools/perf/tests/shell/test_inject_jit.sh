#!/bin/sh
# perf inject --jit: functions of jitdumps, as files and maps
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools python3
need_features libelf

# shellcheck source=SCRIPTDIR/lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$PERF_TEST_DIR/build"

cat > "$dir/make.py" << 'E'
"""DIR BYTE-ORDER [CLOCK]: a jitdump in DIR, and a recording that has mapped it."""
import struct
import sys
from perfwrite import *

where, order, clock = sys.argv[1], sys.argv[2], int((sys.argv + ["1"])[3])
SECOND, A, B, C = 10**9, 0x7f0000001000, 0x7f0000002000, 0x7f0000005000


def record(kind, time, body):
    return struct.pack(order + "IIQ", kind, 16 + len(body), SECOND + time) + body


def load(time, addr, index, name, code):
    head = struct.pack(order + "IIQQQQ", 100, 101, addr, addr, len(code), index)
    return record(0, time, head + name.encode() + b"\0" + code)


dump = struct.pack(order + "IIIIIIQQ", 0x4a695444, 1, 48, 62, 0, 100, SECOND, 0) + bytes(8)
dump += load(5000, A, 0, "alpha", b"\x90" * 31 + b"\xc3")
dump += record(2, 5500, struct.pack(order + "QQ", A, 0))			# lines, none
dump += load(6000, B, 1, "Beta.run(int, long)", b"\xcc" * 100)
dump += load(7000, B, 3, "nothing", b"")
dump += load(9000, A, 2, "gamma", b"\xc3" * 64)				# where alpha was
dump += record(1, 12000, struct.pack(order + "IIQQQQQ", 100, 101, C, B, C, 100, 1))
dump += record(3, 20000, b"") + b"what follows the end is not read"
open(f"{where}/jit-100.dump", "wb").write(dump)
f = Writer(order)
flags = 1 << 18 | (1 << 25 if clock >= 0 else 0)
e = f.event(type=1, sample_type=S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_IDENTIFIER, name="cpu-clock",
            flags=flags, clockid=max(clock, 0))
f.comm(100, 101, "java", SECOND)
for n in range(2):								# mapped twice, read once
    f.mmap2(100, 101, 0x7f00aaaa0000, 0x1000, 0, f"{where}/jit-100.dump", SECOND + 1000 + n)
for n, (time, ip) in enumerate(((2000, A), (5600, A + 4), (7000, B + 16), (9500, A + 4), (11000, A + 63),
                                (13000, C + 99), (14000, C + 100))):
    f.sample(e, ip=ip, pid=100, tid=101, time=SECOND + time)
    if n % 2:
        f.record(FINISHED_ROUND, b"")
f.write(f"{where}/data")
E
make() { # NAME BYTE-ORDER [CLOCK]: a folder of its own
	mkdir "$dir/$1"
	python3 "$dir/make.py" "$dir/$1" "$2" "${3:-1}"
}
text() { # FILE: what was sampled
	"$PERF" script -F time,ip,sym,symoff,dso -i "$1" 2> "$dir/err" | sed "s|$dir/[a-z]*/||; s/ *\$//"
}
cat > "$dir/want" << 'E'
    1.000002:      7f0000001000 [unknown] ([unknown])
    1.000005:      7f0000001004 alpha+0x4 (jitted-100-0.so)
    1.000007:      7f0000002010 Beta.run(int, long)+0x10 (jitted-100-1.so)
    1.000009:      7f0000001004 gamma+0x4 (jitted-100-2.so)
    1.000011:      7f000000103f gamma+0x3f (jitted-100-2.so)
    1.000013:      7f0000005063 Beta.run(int, long)+0x63 (jitted-100-1.so)
    1.000014:      7f0000005064 [unknown] ([unknown])
E
same() { # WHAT
	diff "$dir/want" "$dir/got" > "$dir/diff" || bad "$1: $(cat "$dir/diff") $(cat "$dir/err")"
}
for order in "<" ">"; do
	rm -rf "$dir/jit"
	make jit "$order"
	"$PERF" inject -v --jit -i "$dir/jit/data" -o "$dir/jit/out" 2> "$dir/err" ||
		bad "--jit: exit $?: $(cat "$dir/err")"
	grep -q ' 4 functions of jitdumps ' "$dir/err" || bad "--jit -v: $(cat "$dir/err")"
	text "$dir/jit/out" > "$dir/got"
	same "$order: a file"
	# 64 bits; the byte order of the dump.
	elf=$(od -A n -t u1 -j 4 -N 2 "$dir/jit/jitted-100-0.so" | tr -s ' ')
	[ "$order$elf" = "< 2 1" ] || [ "$order$elf" = "> 2 2" ] ||
		bad "$order: the file's class and byte order: $elf"
	[ ! -e "$dir/jit/jitted-100-3.so" ] || bad "a function without code has a file"
	[ "$(find "$dir/jit" -name 'jitted-*' | wc -l)" = 3 ] || bad "files: $(ls "$dir/jit")"
	! "$PERF" script -D -i "$dir/jit/out" | grep -q FINISHED_ROUND ||
		bad "rounds are left, though the order is no longer theirs"
	# Streams, and build ids in the same run.
	# shellcheck disable=SC2002	# a file would not be a pipe
	cat "$dir/jit/data" | "$PERF" inject -j -b 2> "$dir/err" |
		"$PERF" script -F time,ip,sym,symoff,dso -i - 2>> "$dir/err" |
		sed "s|$dir/[a-z]*/||; s/ *\$//" > "$dir/got"
	same "$order: a stream"
done
# The maps, as upstream reads them.
make maps "<"
"$PERF" inject -j -i "$dir/maps/data" -o "$dir/maps/out"
"$PERF" script --show-mmap-events -F time -i "$dir/maps/out" | sed -n 's/ *$//; /jitted/p' |
	sed "s|$dir/maps/||" > "$dir/got"
diff - "$dir/got" << 'E' || bad "maps"
    1.000005: PERF_RECORD_MMAP2 100/101: [0x7f0000001000(0x20) @ 0x80 00:00 0 0]: r-xp jitted-100-0.so
    1.000006: PERF_RECORD_MMAP2 100/101: [0x7f0000002000(0x64) @ 0x80 00:00 0 0]: r-xp jitted-100-1.so
    1.000009: PERF_RECORD_MMAP2 100/101: [0x7f0000001000(0x40) @ 0x80 00:00 0 0]: r-xp jitted-100-2.so
    1.000012: PERF_RECORD_MMAP2 100/101: [0x7f0000005000(0x64) @ 0x80 00:00 0 0]: r-xp jitted-100-1.so
E
# The file holds the code, where the map says.
[ "$(od -A n -t x1 -j 128 -N 33 "$dir/maps/jitted-100-0.so" | tr -d ' \n')" = \
	"$(printf '90%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31)c300" ] ||
	bad "the code: $(od -A n -t x1 -j 128 -N 33 "$dir/maps/jitted-100-0.so")"
# Without the option nothing is read, nor written.
make plain "<"
"$PERF" inject -i "$dir/plain/data" -o "$dir/plain/out"
[ "$(find "$dir/plain" -name 'jitted-*' | wc -l)" = 0 ] || bad "files without --jit"

# --- source lines, however the runtime counts them ---
lines() { # WHAT BYTE-ORDER MACHINE MARK SHIFT
	rm -rf "$dir/lines"
	mkdir "$dir/lines"
	python3 "$PERF_TEST_DIR/build/jit_lines.py" "$dir/lines" "$2" "$3" "$4" "$5"
	"$PERF" inject -v --jit -i "$dir/lines/data" -o "$dir/lines/out" 2> "$dir/err" || bad "$1: exit $?: $(cat "$dir/err")"
	grep -q ' 4 of them have no lines, as these are damaged in the jitdump ' "$dir/err" || bad "$1: -v: $(cat "$dir/err")"
	# Where no line is known there is an address in brackets.
	"$PERF" script -F ip,sym,symoff,srcline -i "$dir/lines/out" 2> "$dir/err" |
		awk '/\+0x/ { at = $2; next } at { print /\[/ ? at : at " " $1; at = "" }' > "$dir/got"
	diff "$dir/lines/want" "$dir/got" > "$dir/diff" || bad "$1: $(head -n 20 "$dir/diff") $(cat "$dir/err")"
}
if "$PERF" check feature -q dwarf; then
	lines "as OpenJDK, SpiderMonkey, QEMU" "<" 62 0 0
	# What others than perf read in the file.
	if command -v readelf > /dev/null; then
		readelf --debug-dump=decodedline "$dir/lines/jitted-100-0.so" | awk '$2 ~ /^[0-9]/ && $3 ~ /^0x/ { print $1, $2, $3 }' > "$dir/got"
		diff - "$dir/got" << 'E' || bad "readelf"
/src/a.js 10 0x80
/src/a.js 12 0x84
/src/inlined.js 3 0x89
/src/a.js 11 0x148
E
	else
		left_out "what readelf says of lines" "there is no readelf"
	fi
	lines "as OpenJDK, the other byte order" ">" 62 0 0
	lines "as LLVM: with the ELF header" "<" 62 0 0x40
	lines "as LLVM on a machine of 32 bits" "<" 3 0 0x40
	lines "as V8: with the ELF header" "<" 62 0xdeadbeef 0x40
	lines "as V8 on a machine of 32 bits" "<" 40 0xdeadbeef 0x34
	lines "V8, if it leaves that" "<" 62 0xdeadbeef 0
else
	left_out "source lines of a jitdump" "perf is built without libdw"
fi

# --- what is wrong with a dump costs its functions, and is told; the rest is there ---
broken() { # TEXT SAMPLES
	code=0
	"$PERF" inject -j -i "$dir/bad/data" -o "$dir/bad/out" 2> "$dir/err" || code=$?
	[ $code = 2 ] || bad "$1: exit $code"
	grep -qF -e "jit-100.dump: $1" "$dir/err" || bad "$1: $(cat "$dir/err")"
	[ "$(text "$dir/bad/out" | wc -l)" = 7 ] || bad "$1: samples: $(text "$dir/bad/out")"
	[ "$(text "$dir/bad/out" | grep -c jitted)" = "$2" ] || bad "$1: $(text "$dir/bad/out")"
}
patch() { # OFFSET BYTES(octal)
	# shellcheck disable=SC2059	# it is the bytes
	printf "$2" | dd of="$dir/bad/jit-100.dump" bs=1 seek="$1" conv=notrunc 2> /dev/null
}
again() {
	rm -rf "$dir/bad"
	make bad "<"
}
again
rm "$dir/bad/jit-100.dump"
broken "cannot open the jitdump: No such file or directory" 0
again
patch 0 'X'
broken "at offset 0x0: jitdump: magic: this is no jitdump" 0
again
patch 4 '\002'
broken "at offset 0x0: jitdump: version: version 2 is not known" 0
again
patch 8 '\377\377\377\377'
broken "at offset 0x0: jitdump: size: the head is cut off" 0
again
patch 32 '\001'
broken "its times are those of the CPU's counter" 0
again
head -c 30 "$dir/bad/jit-100.dump" > "$dir/short"
mv "$dir/short" "$dir/bad/jit-100.dump"
broken "at offset 0x0: jitdump: size: the head is cut off" 0
again
head -c 330 "$dir/bad/jit-100.dump" > "$dir/short"		# within Beta
mv "$dir/short" "$dir/bad/jit-100.dump"
broken "at offset 0xae: jitdump: size: the file ends within a record" 2
again
patch 52 '\377\377\377\377'					# the size of the first record
broken "at offset 0x30: jitdump: size: the file ends within a record" 0
again
patch 88 '\377\377\377\377\377\377\377\177'			# the size of its code
broken "at offset 0x30: jitdump: code: the record is too short" 0
again
rm "$dir/bad/jit-100.dump"
mkdir "$dir/bad/jit-100.dump"
broken "the jitdump is no file" 0
# What lies under the name of a function's file is replaced, never written through.
again
echo precious > "$dir/precious"
ln -s "$dir/precious" "$dir/bad/jitted-100-0.so"
"$PERF" inject -j -i "$dir/bad/data" -o "$dir/bad/out" 2> "$dir/err" || bad "a link: $(cat "$dir/err")"
[ "$(cat "$dir/precious")" = precious ] || bad "written through a link"
text "$dir/bad/out" > "$dir/got"
same "a link lay there"
if [ "$(id -u)" = 0 ]; then
	again
	chown 12345 "$dir/bad/jit-100.dump"
	broken "the jitdump belongs to another user (-f reads it)" 0
	chown 0 "$dir/bad/data"
	"$PERF" inject -f -j -i "$dir/bad/data" -o "$dir/bad/out" 2> "$dir/err" || bad "-f: $(cat "$dir/err")"
	text "$dir/bad/out" > "$dir/got"
	same "-f"
fi
# Times that cannot be compared: the user has to record again.
for clock in -1 0; do
	rm -rf "$dir/clock"
	make clock "<" $clock
	code=0
	"$PERF" inject -j -i "$dir/clock/data" -o "$dir/clock/out" 2> "$dir/err" || code=$?
	[ $code = 1 ] || bad "clock $clock: exit $code"
	grep -q "record with '-k mono'" "$dir/err" || bad "clock $clock: $(cat "$dir/err")"
	[ ! -e "$dir/clock/out" ] || bad "clock $clock: an output of a failure"
done
[ ! -e "$suite_dir/.failed" ] || finish

# --- a program that makes code and runs it ---
if [ "$(uname -m)" != x86_64 ]; then
	left_out "a program that makes code" "it is code for x86_64, and not for $(uname -m)"
	finish
fi
need_events
cat > "$dir/run.py" << 'E'
import ctypes
import mmap
import os
import struct
import sys
import time

pid = os.getpid()
code = bytes.fromhex("48c7c000e1f505" "48ffc8" "75fb" "c3")	# mov $100000000,%rax; 1: dec %rax; jne 1b; ret
page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(code)
addr = ctypes.addressof(ctypes.c_char.from_buffer(page))


def now():
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


dump = open(f"{sys.argv[1]}/jit-{pid}.dump", "wb+")
dump.write(struct.pack("<IIIIIIQQ", 0x4a695444, 1, 40, 62, 0, pid, now(), 0))
dump.flush()
marker = mmap.mmap(dump.fileno(), 40, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_EXEC)
body = struct.pack("<IIQQQQ", pid, pid, addr, addr, len(code), 0) + b"hot_loop\0" + code
dump.write(struct.pack("<IIQ", 0, 16 + len(body), now()) + body)
dump.flush()
ctypes.CFUNCTYPE(ctypes.c_long)(addr)()
E
mkdir "$dir/live"
"$PERF" record -q -k mono -e cpu-clock:u -F 2000 -o - -- python3 "$dir/run.py" "$dir/live" 2> "$dir/err" |
	"$PERF" inject -j -b 2>> "$dir/err" |
	"$PERF" report -i - --stdio -s dso,sym > "$dir/got" 2>> "$dir/err"
grep -q 'jitted-[0-9]*-0.so .* hot_loop' "$dir/got" || bad "live: $(head -n 20 "$dir/got") $(cat "$dir/err")"
# Root makes no files in a folder that is others', or that they can put another one in the place of.
if [ "$(id -u)" = 0 ] && grep -q '^ *0 *0 *4294967295' /proc/self/uid_map; then
	chmod 755 "$dir"
	mkdir "$dir/theirs"
	make theirs/own "<"
	chown 65534 "$dir/theirs"
	if "$PERF" inject --jit -f -i "$dir/theirs/own/data" -o "$dir/theirs.out" 2> "$dir/err"; then
		bad "files were made in a folder of others"
	fi
	grep -q 'others than root may write to its folder' "$dir/err" || bad "a folder of others: $(cat "$dir/err")"
	[ "$(ls "$dir/theirs/own")" = "data
jit-100.dump" ] || bad "a folder of others: $(ls "$dir/theirs/own")"
fi
finish
