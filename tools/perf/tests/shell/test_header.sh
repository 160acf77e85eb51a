#!/bin/sh
# perf report --header-only -I: what recordings of other machines say of them
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"

cat > "$dir/make.py" << 'P'
import struct
import sys
from perfwrite import *

GROUP_DESC, CLOCKID, DIR_FORMAT, BPF_PROG_INFO, BPF_BTF, COMPRESSED, CPU_PMU_CAPS, CLOCK_DATA, HYBRID_TOPOLOGY, \
    PMU_CAPS, E_MACHINE, CLN_SIZE = 17, 23, 24, 25, 26, 27, 28, 29, 30, 31, 33, 34


def string(f, s):
    data = s.encode() + b"\0"
    data += bytes(-len(data) % 64)
    return f.pack("I", len(data)) + data


def program(f, ident, name, codes, btf=0):
    """One of BPF_PROG_INFO; @codes: (tag, address, size, type in the BTF)."""
    info, data = bytearray(224), b""
    def put(at, fmt, *values):
        struct.pack_into(f.order + fmt, info, at, *values)
    def array(fmt, values):
        nonlocal data
        at = len(data)
        data += b"".join(f.pack(fmt, *v) for v in values)
        data += bytes(-len(data) % 8)
        return at
    put(4, "I", ident)
    put(64, "16s", name.encode())
    put(104, "II", len(codes), len(codes))
    put(112, "QQ", array("Q", [(c[1],) for c in codes]), array("I", [(c[2],) for c in codes]))
    put(128, "IIQI", btf, 8, array("II", [(n, c[3]) for n, c in enumerate(codes)]), len(codes))
    put(180, "IQ", len(codes), array("8s", [(bytes.fromhex(c[0]),) for c in codes]))
    return f.pack("IIQ", len(info), len(data), 1 << 3 | 1 << 4 | 1 << 5 | 1 << 8) + bytes(info) + data


def btf(f, ident):
    """A type of each kind, and behind them two functions: 20 and 21."""
    strings, types = b"\0", b""
    more = {1: b"4444", 3: bytes(12), 4: bytes(24), 5: bytes(24), 6: bytes(16), 13: bytes(16), 14: b"4444",
            15: bytes(24), 17: b"4444", 19: bytes(24)}
    for kind, name in [(k, f"kind{k}") for k in range(1, 20)] + [(12, "trace_everything_that_happens"),
                                                                 (12, "helper")]:
        members = 2 if kind in (4, 5, 6, 13, 15, 19) else 0
        types += f.pack("III", len(strings), kind << 24 | members, 13 if kind == 12 else 1)
        types += more.get(kind, b"")
        strings += name.encode() + b"\0"
    data = f.pack("HBBIIIII", 0xeb9f, 1, 0, 24, 0, len(types), len(types), len(strings)) + types + strings
    return f.pack("II", ident, len(data)) + data


for order in "<", ">":
    f = Writer(order)
    kind = dict(type=0, sample_type=S_IP | S_TID | S_TIME | S_IDENTIFIER)
    e = f.event(config=0, name="cycles", **kind)
    for n, name in (1, "instructions"), (2, "cache-references"), (3, "cache-misses"):
        f.event(config=n, name=name, **kind)
    f.sample(e, ip=1, pid=1, tid=1, time=5)
    plain = f.features()
    more = {
        GROUP_DESC: f.pack("I", 2) + string(f, "{anon_group}") + f.pack("II", 0, 2) + string(f, "pair") +
        f.pack("II", 2, 2),
        CLOCKID: f.pack("Q", 1),
        BPF_PROG_INFO: f.pack("I", 4) +
        program(f, 3, "sd_devices", [("7be49e3934a125ba", 0xffffffffa0012000, 30, 0)]) +
        program(f, 7, "two", [("0011223344556677", 0xffffffffa0013000, 31, 0),
                              ("8899aabbccddeeff", 0xa0014000, 32, 0)]) +
        program(f, 8, "trace_everythin", [("0000000000000001", 1, 2, 20)], 77) +
        program(f, 9, "x", [("0000000000000002", 3, 4, 21), ("0000000000000003", 5, 6, 19),
                            ("0000000000000004", 7, 8, 22)], 77),
        BPF_BTF: f.pack("I", 2) + btf(f, 76) + btf(f, 77),
        COMPRESSED: f.pack("IIIII", 1, 1, 3, 12, 4096),
        CPU_PMU_CAPS: f.pack("I", 2) + string(f, "branches") + string(f, "32") + string(f, "max_precise") +
        string(f, "3"),
        CLOCK_DATA: f.pack("IIQQ", 1, 1, 1600000000123456789, 5000000009),
        HYBRID_TOPOLOGY: f.pack("I", 2) + string(f, "cpu_core") + string(f, "0-15") + string(f, "cpu_atom") +
        string(f, "16-23"),
        PMU_CAPS: f.pack("I", 3) + f.pack("I", 2) + string(f, "branches") + string(f, "32") + string(f, "pmu_name") +
        string(f, "alderlake_hybrid") + string(f, "cpu_core") + f.pack("I", 1) + string(f, "pmu_name") + string(f, "x") +
        string(f, "cpu_atom") + f.pack("I", 0) + string(f, "cpu_none"),
        E_MACHINE: f.pack("II", 62, 5), CLN_SIZE: f.pack("I", 64),
    }
    where = sys.argv[1] + ("/le-" if order == "<" else "/be-")
    f.features = lambda: {**plain, **more}
    f.write(where + "full")
    f.features = lambda: {**plain, CLOCKID: f.pack("Q", 4), BPF_PROG_INFO: f.pack("I", 0), BPF_BTF: f.pack("I", 0),
                          CPU_PMU_CAPS: f.pack("I", 0), COMPRESSED: f.pack("IIIII", 1, 9, 1, 1, 1)}
    f.write(where + "bare")
    if order == "<":
        for feature in BPF_PROG_INFO, BPF_BTF, PMU_CAPS, HYBRID_TOPOLOGY, CPU_PMU_CAPS:
            for size in range(0, len(more[feature]), max(len(more[feature]) // 30, 1)):
                f.features = lambda: {**plain, feature: more[feature][:size]}
                f.write(f"{sys.argv[1]}/cut-{feature}-{size}")
P
python3 "$dir/make.py" "$dir"

# What is behind the events and in front of the missing features is what standard input says.
header() { # FILE
	"$PERF" report --header-only -I -i "$dir/$1" > "$dir/out" 2> "$dir/err" || {
		bad "$1: $(cat "$dir/err")"
		return
	}
	sed '1,/^# event : name = cache-misses/d; /^# missing features/,$d' "$dir/out" > "$dir/got"
	diff "$dir/want" "$dir/got" > "$dir/diff" && return
	bad "$1: $(cat "$dir/diff")"
}
cat > "$dir/want" << 'E'
# group: {cycles,instructions}
# group: pair{cache-references,cache-misses}
# clockid frequency: 1000 MHz
# bpf_prog_info 3: bpf_prog_7be49e3934a125ba_sd_devices addr 0xffffffffa0012000 size 30
# bpf_prog_info 7:
# 	sub_prog 0: bpf_prog_0011223344556677_F addr 0xffffffffa0013000 size 31
# 	sub_prog 1: bpf_prog_8899aabbccddeeff_F addr 0xa0014000 size 32
# bpf_prog_info 8: bpf_prog_0000000000000001_trace_everything_that_happens addr 0x1 size 2
# bpf_prog_info 9:
# 	sub_prog 0: bpf_prog_0000000000000002_helper addr 0x3 size 4
# 	sub_prog 1: bpf_prog_0000000000000003_kind19 addr 0x5 size 6
# 	sub_prog 2: bpf_prog_0000000000000004_F addr 0x7 size 8
# btf info of id 76
# btf info of id 77
# compressed : Zstd, level = 3, ratio = 12
# cpu pmu capabilities: branches=32, max_precise=3
# clockid: monotonic (1)
# reference time: 2020-09-13 12:26:40.123456 = 1600000000.123456 (TOD) = 5.000000009 (monotonic)
# hybrid cpu system:
# cpu_core cpu list : 0-15
# cpu_atom cpu list : 16-23
# cpu_core pmu capabilities: branches=32, pmu_name=alderlake_hybrid
# cpu_atom pmu capabilities: pmu_name=x
# cpu_none pmu capabilities: not available
# e_machine : 62
#   e_flags : 5
# cacheline size: 64
E
header le-full
header be-full
cat > "$dir/want" << 'E'
# clockid frequency: 250 MHz
# bpf_prog_info empty
# btf info empty
# compressed : Unknown, level = 1, ratio = 1
# cpu pmu capabilities: not available
E
header le-bare
header be-bare

# Features that are cut off: what is there is shown, and the damage told.
for file in "$dir"/cut-*; do
	status=0
	"$PERF" report --header-only -I -i "$file" > "$dir/out" 2> "$dir/err" || status=$?
	[ $status = 2 ] && grep -q 'this feature is damaged' "$dir/err" &&
		grep -q '^# missing features' "$dir/out" && continue
	bad "${file##*/}: exit $status: $(cat "$dir/err")"
done
finish
