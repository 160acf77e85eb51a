#!/bin/sh
# perf script: records of every kind, samples chosen by place and by event, a file for each event
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"

cat > "$dir/make.py" << 'E'
import sys
from perfwrite import *

f = Writer("<", "x86_64")
BASIC = S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_IDENTIFIER
tick = f.event(type=1, config=0, sample_type=BASIC | S_CALLCHAIN, name="tick")
on = f.event(type=1, config=9, sample_type=BASIC, name="on/off", ids=[7])
now = 10**9


def at(after=1, pid=100, tid=100):
    """The end of a record that is later than the one before."""
    global now
    now += after
    return f.sample_id(pid, tid, now, 1)


def sample(e, ip, *callers, mode=MISC_KERNEL):
    global now
    now += 1
    chain = [2**64 - 128, ip, *callers] if e is tick else ()
    f.sample(e, misc=mode, ip=ip, pid=100, tid=100, time=now, cpu=1, chain=chain)


K = 0xffffffff81000000
f.record(MMAP, f.pack("iiQQQ", -1, 0, K, 0x10000, K) + f.text("[kernel.kallsyms]_text") + at(0), MISC_KERNEL)
f.comm(100, 100, "prog", now)
sample(tick, K + 0x1010, K + 0x2020, K + 0x3030)
f.record(FINISHED_ROUND, b"")
f.record(LOST, f.pack("QQ", 1, 77) + at())
f.record(SWITCH, at(), 1 << 13)
f.record(SWITCH, at(), 3 << 13)
f.record(SWITCH_CPU_WIDE, f.pack("II", 101, 102) + at())
f.record(NAMESPACES, f.pack("IIQ", 100, 100, 2) + f.pack("QQQQ", 4, 0xeffffff0, 4, 0xeffffff1) + at())
f.record(KSYMBOL, f.pack("QIHH", K + 0x20000, 0x100, 1, 0) + f.text("bpf_prog_1") + at())
f.record(BPF_EVENT, f.pack("HHIQ", 1, 0, 5, 0x1122334455667788) + at())
f.record(CGROUP, f.pack("Q", 42) + f.text("/user/me") + at())
f.record(TEXT_POKE, f.pack("QHH", K + 0x1003, 17, 5) + bytes(range(22)) + bytes(6) + at())
f.record(TEXT_POKE, f.pack("QHH", 0x1000, 0, 2) + b"\xeb\xfe" + bytes(2) + at())
sample(tick, K + 0x2000)
sample(on, K + 0x2001)
sample(tick, K + 0x3000, K + 0x2020, K + 0x1000)
sample(on, K + 0x3001)
sample(tick, K + 0x4000)
f.record(FINISHED_ROUND, b"")
f.record(AUX_OUTPUT_HW_ID, f.pack("Q", 3) + at())
f.write(sys.argv[1])
f.record(TEXT_POKE, f.pack("QHH", K, 60000, 60000) + bytes(4) + at())		# its bytes are not there
f.write(sys.argv[1] + ".poke")
E
python3 "$dir/make.py" "$dir/data"
cat > "$dir/kallsyms" << 'E'
ffffffff81000000 T _text
ffffffff81001000 T one
ffffffff81002000 T two
ffffffff81003000 T three
ffffffff81004000 T four
ffffffff81010000 T _etext
E

text() { # OPTIONS: the text, without blanks at the ends of lines, is what standard input says
	cat > "$dir/want"
	status=0
	"$PERF" script -i "$dir/data" --kallsyms "$dir/kallsyms" "$@" > "$dir/out" 2> "$dir/err" || status=$?
	[ $status = 0 ] || [ $status = 2 ] || bad "$*: exit $status: $(cat "$dir/err")"
	sed 's/ *$//' "$dir/out" > "$dir/got"
	diff "$dir/want" "$dir/got" > "$dir/diff" || bad "$*: $(cat "$dir/diff")"
}

# Records among the samples.
text -F tid --show-round-events << 'E'
    100
PERF_RECORD_FINISHED_ROUND
    100
    100
    100
    100
    100
PERF_RECORD_FINISHED_ROUND
PERF_RECORD_FINISHED_ROUND
E
text -F time --show-text-poke-events --time 0,0.5 << 'E'
    1.000000: PERF_RECORD_KSYMBOL addr ffffffff81020000 len 256 type 1 flags 0x0 name bpf_prog_1
    1.000000: PERF_RECORD_TEXT_POKE ffffffff81001003 one+0x3 old len 17 new len 5
            Old bytes: 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f
            Old bytes: 10
            New bytes: 11 12 13 14 15
    1.000000: PERF_RECORD_TEXT_POKE 1000  old len 0 new len 2
            New bytes: eb fe
E
[ $status = 0 ] || bad "TEXT_POKE: exit $status"
status=0
"$PERF" script -i "$dir/data.poke" > /dev/null 2> "$dir/err" || status=$?
grep -q 'TEXT_POKE: size: 56 bytes are too few' "$dir/err" || bad "a TEXT_POKE without its bytes: $(cat "$dir/err")"
[ $status = 2 ] || bad "a TEXT_POKE without its bytes: exit $status"
text -F tid --time 0,0.5 --show-switch-events --show-lost-events --show-cgroup-events --show-namespace-events \
	--show-bpf-events << 'E'
    100 PERF_RECORD_LOST lost 77
    100 PERF_RECORD_SWITCH OUT
    100 PERF_RECORD_SWITCH OUT preempt
    100 PERF_RECORD_SWITCH_CPU_WIDE IN           prev pid/tid:   101/102
    100 PERF_RECORD_NAMESPACES 100/100 - nr_namespaces: 2
		[0/net: 4/0xeffffff0, 1/uts: 4/0xeffffff1]
    100 PERF_RECORD_KSYMBOL addr ffffffff81020000 len 256 type 1 flags 0x0 name bpf_prog_1
    100 PERF_RECORD_BPF_EVENT type 1, flags 0, id 5
    100 PERF_RECORD_CGROUP cgroup: 42 /user/me
E

# Places.
text -G -F sym,ip -S two,nosuch << 'E'
 ffffffff81002000 two
 ffffffff81002001 two
E
text -G -F sym,ip -S 0xffffffff81002000 << 'E'
 ffffffff81002000 two
 ffffffff81002001 two
E
text -G -F sym,ip -S 0xffffffff81002001,0xffffffff81000ff0 --addr-range 32 << 'E'
 ffffffff81001010 one
 ffffffff81002001 two
E
text -G -F ip --dsos '[kernel.kallsyms],nosuch' -S four << 'E'
 ffffffff81004000
E
text -F ip --dsos nosuch < /dev/null

# Stacks that end at a function.
text -F event,ip,sym --stop-bt two,four << 'E'
  tick:
	ffffffff81001010 one
	ffffffff81002020 two

  tick:
	ffffffff81002000 two

on/off:  ffffffff81002001 two
  tick:
	ffffffff81003000 three
	ffffffff81002020 two

on/off:  ffffffff81003001 three
  tick:
	ffffffff81004000 four

E

# Events that switch.
text -G -F ip --switch-on on/off << 'E'
 ffffffff81003000
 ffffffff81003001
 ffffffff81004000
E
text -G -F ip --switch-on on/off --show-on-off-events << 'E'
 ffffffff81002001
 ffffffff81003000
 ffffffff81003001
 ffffffff81004000
E
text -G -F ip --switch-off on/off << 'E'
 ffffffff81001010
 ffffffff81002000
E
text -G -F ip --switch-off on/off --show-on-off-events << 'E'
 ffffffff81001010
 ffffffff81002000
 ffffffff81002001
E
text -G -F ip --switch-on on/off --switch-off tick << 'E'
E

# A narrow head; nothing is out of order.
text -L -d -G -F comm,tid,cpu,ip -S four << 'E'
    prog     100   1  ffffffff81004000
E

# A file for each event; a slash cannot be in a file's name.
cp "$dir/data" "$dir/a b.data"
(cd "$dir" && "$PERF" script -G -F ip --per-event-dump -i 'a b.data' > out 2> err) || [ $? = 2 ] || bad "--per-event-dump"
diff - "$dir/out" << 'E' || bad "--per-event-dump tells something else"
[ perf script: Wrote 0.000 MB a b.data.tick.dump (4 samples) ]
[ perf script: Wrote 0.000 MB a b.data.on_off.dump (2 samples) ]
E
[ "$(wc -l < "$dir/a b.data.tick.dump")" = 4 ] || bad "the file of tick: $(cat "$dir/a b.data.tick.dump")"
grep -q ffffffff81003001 "$dir/a b.data.on_off.dump" || bad "the file of on/off"
(cd "$dir" && "$PERF" script -G -F ip --per-event-dump -i - < data > out 2> err) || [ $? = 2 ] || bad "--per-event-dump of a pipe"
cmp "$dir/a b.data.tick.dump" "$dir/perf.data.tick.dump" || bad "--per-event-dump of a pipe differs"

# Dumps of the records that perf writes itself.
cat > "$dir/own.py" << 'E'
import sys
from perfwrite import *

ID_INDEX, THREAD_MAP, CPU_MAP, EVENT_UPDATE, TIME_CONV = 69, 73, 74, 78, 79
for order in "<", ">":
    f = Writer(order)
    p = f.pack
    f.event(name="e", ids=[1, 7])
    f.record(TIME_CONV, p("QQQ", 31, 878171315, 2**64 - 5))
    f.record(TIME_CONV, p("QQQQQBB", 31, 878171315, 5, 5, 6, 1, 0))
    f.record(ID_INDEX, p("QQQQQQQQQ", 2, 1, 0, 0, 2**64 - 1, 7, 1, 1, 50))
    f.record(ID_INDEX, p("QQQQQQQ", 1, 1, 0, 0, 2**64 - 1, 55, 3))
    f.record(THREAD_MAP, p("QQ16sQ16s", 2, 100, b"prog", 101, b""))
    f.record(CPU_MAP, p("HHHHHH", 0, 4, 0, 1, 2, 5))
    f.record(CPU_MAP, p("HHHHH", 0, 3, 3, 65535, 2))
    f.record(CPU_MAP, p("HHHHQ", 1, 1, 8, 0, 0x8f))
    f.record(CPU_MAP, p("HHHII", 1, 2, 4, 0xf, 1))
    f.record(CPU_MAP, p("HBBHH", 2, 1, 0, 0, 3))
    f.record(EVENT_UPDATE, p("QQ8s", 0, 1, b"unit"))
    f.record(EVENT_UPDATE, p("QQd", 1, 1, 2.5))
    f.record(EVENT_UPDATE, p("QQ8s", 2, 1, b"name"))
    f.record(EVENT_UPDATE, p("QQHHHH", 3, 1, 0, 2, 0, 1))
    f.record(CPU_MAP, p("HHH", 1, 65535, 8))
    f.record(CPU_MAP, p("HHH", 1, 1, 3))
    f.write(f"{sys.argv[1]}/own" + ("be" if order == ">" else "le"))
E
python3 "$dir/own.py" "$dir"
cat > "$dir/want" << 'E'
PERF_RECORD_TIME_CONV
... Time Shift      31
... Time Multiplier 878171315
... Time Zero       18446744073709551611
PERF_RECORD_TIME_CONV
... Time Shift      31
... Time Multiplier 878171315
... Time Zero       5
... Time Cycles     5
... Time Mask       0x6
... Cap Time Zero   1
... Cap Time Short  0
PERF_RECORD_ID_INDEX nr: 2
 ... id: 1  idx: 0  cpu: 0  tid: -1
 ... id: 7  idx: 1  cpu: 1  tid: 50
PERF_RECORD_ID_INDEX nr: 1
 ... id: 1  idx: 0  cpu: 0  tid: -1  machine_pid: 55  vcpu: 3
PERF_RECORD_THREAD_MAP nr: 2 threads: 100, 101
PERF_RECORD_CPU_MAP: 0-2,5
PERF_RECORD_CPU_MAP: 3,-1,2
PERF_RECORD_CPU_MAP: 0-3,7
PERF_RECORD_CPU_MAP: 0-3,32
PERF_RECORD_CPU_MAP: -1,0-3
PERF_RECORD_EVENT_UPDATE
... id:    1
... unit:  unit
PERF_RECORD_EVENT_UPDATE
... id:    1
... scale: 2.500000
PERF_RECORD_EVENT_UPDATE
... id:    1
... name:  name
PERF_RECORD_EVENT_UPDATE
... id:    1
... 0-1
PERF_RECORD_CPU_MAP
PERF_RECORD_CPU_MAP
PERF_RECORD_FINISHED_ROUND
E
for order in le be; do
	"$PERF" script -D -i "$dir/own$order" 2> "$dir/err" |
		sed -n 's/^.*: \(PERF_RECORD_\)/\1/; /^PERF_RECORD\|^\.\.\. [^rd]\|^ \.\.\. /p' > "$dir/got"
	diff "$dir/want" "$dir/got" > "$dir/diff" || bad "a dump of perf's own records, $order: $(cat "$dir/diff")"
done

# What this perf does not do is said in one line, with what does.
refused() { # STATUS MESSAGE OPTIONS...
	want=$1 message=$2
	shift 2
	status=0
	"$PERF" -c core.fallback=false script -i "$dir/data" "$@" > "$dir/out" 2> "$dir/err" || status=$?
	[ $status = "$want" ] || bad "$*: exit $status"
	if [ "$(wc -l < "$dir/err")" != 1 ] || ! grep -q -e "$message" "$dir/err"; then
		bad "message for $*: $(cat "$dir/err")"
	fi
}
refused 129 "'perf script -s': this perf has no Perl inside" -s foo.pl
refused 129 "'perf script -g': this perf has no Perl inside" -g perl
refused 129 "'perf script no-script': there is no such script" no-script
refused 129 "'perf script record'" record no-script
refused 1 "no event 'nosuch'" --switch-on nosuch
refused 1 "no event 'no'" --switch-off no
"$PERF" script -i "$dir/data" --stitch-lbr --guestmount /nowhere -F ip -G > /dev/null 2> "$dir/err" || true
for option in stitch-lbr guestmount; do
	grep -q -e "--$option has no effect" "$dir/err" || bad "--$option: $(cat "$dir/err")"
done

finish
