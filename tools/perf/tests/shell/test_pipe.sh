#!/bin/sh
# streams: the text of the file, tracepoints and all; damage costs what is damaged
# SPDX-License-Identifier: GPL-2.0-only
# Sanitizers: each time, since what it reads does harm.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"

cat > "$dir/make.py" << 'E'
import sys
from perfwrite import *

where = sys.argv[1]
K = 0xffffffffa0001000
for order in "<", ">":
    f = Writer(order, "x86_64")
    e = f.sched_switch_event()
    f.comm(100, 100, "prog", 1)
    f.record(KSYMBOL, f.pack("QIHH", K, 0x100, 1, 0) + f.text("bpf_prog_one") + f.sample_id(100, 100, 2))
    for n in range(20):
        mode, ip = (MISC_KERNEL, K) if n % 2 else (MISC_USER, 0x401000)
        f.sched_switch(e, f"task{n % 3}", n, 98, misc=mode, ip=ip + n, pid=100, tid=100, time=10**9 * (n + 1))
    name = where + ("/le" if order == "<" else "/be")
    f.write(name + ".data")
    f.write_pipe(name + ".pipe")
    # Of the samples, from 0 on: 5 and 6 are no records any more, the size of 12 cannot be, 16 lacks its fields.
    good = list(f.records)
    f.records[7:9] = [b"\xff" * 104]
    f.records[13] = f.records[13][:6] + f.pack("H", 4) + f.records[13][8:]
    f.records[17] = f.pack("IHH", SAMPLE, MISC_USER, 16) + f.records[17][8:16]
    f.write_pipe(name + ".damaged")
    # What is between the records is longer than any record.
    f.records = good[:10] + [b"\xff" * 300000] + good[10:]
    f.write_pipe(name + ".gap")
    f.records = good
    f.write_pipe(name + ".short")
    with open(name + ".short", "rb+") as short:
        short.truncate(short.seek(0, 2) - 20)
    blob = f.tracing_data()
    f.tracing_data = lambda: blob[:len(blob) // 2]
    f.write_pipe(name + ".unknown")
E
python3 "$dir/make.py" "$dir"

script() { # FILE: through a pipe; output in $dir/out, messages in $dir/err, exit status in $status
	status=0
	# shellcheck disable=SC2002
	cat "$dir/$1" | "$PERF" script -F +ip,+sym -i - > "$dir/out" 2> "$dir/err" || status=$?
}
said() { # FILE STATUS SAMPLES MESSAGES...
	file=$1 want=$2 samples=$3
	shift 3
	script "$file"
	[ $status = "$want" ] || bad "$file: exit $status: $(cat "$dir/err")"
	[ "$(wc -l < "$dir/out")" = "$samples" ] || bad "$file: $(wc -l < "$dir/out") samples: $(cat "$dir/err")"
	for text; do
		grep -q -e "$text" "$dir/err" || bad "$file: not said: $text: $(cat "$dir/err")"
	done
}

for order in le be; do
	"$PERF" script -F +ip,+sym -i "$dir/$order.data" > "$dir/want" 2> "$dir/err" || bad "$order: $(cat "$dir/err")"
	[ "$(grep -c 'bpf_prog_one$' "$dir/want")" = 10 ] || bad "$order: no symbols: $(cat "$dir/want")"
	[ "$(wc -l < "$dir/want")" = 20 ] || bad "$order: $(wc -l < "$dir/want") samples"
	said $order.pipe 0 20
	diff "$dir/want" "$dir/out" > "$dir/diff" || bad "$order: $(cat "$dir/diff")"
	[ ! -s "$dir/err" ] || bad "$order: $(cat "$dir/err")"

	at=$(python3 -c 'import sys; print("%#x" % open(sys.argv[1], "rb").read().index(b"\xff" * 104))' "$dir/$order.damaged")
	said $order.damaged 2 16 "at offset $at: record: size: .*: passed over 104 bytes$" 'record: size: .*: passed over 88 bytes$' \
		'SAMPLE: ' '3 damaged records skipped'
	sed '6,7d; 13d; 17d' "$dir/want" | diff - "$dir/out" > "$dir/diff" || bad "$order.damaged: $(cat "$dir/diff")"
	said $order.gap 2 20 'passed over [0-9]* bytes$'
	diff "$dir/want" "$dir/out" > "$dir/diff" || bad "$order.gap: $(cat "$dir/diff")"
	said $order.short 2 19 'no record begins in the last 76 bytes: the stream is cut off' 'the input ends early'
	said $order.unknown 2 20 'TRACING_DATA\|racing data\|tracepoint'
done

# What comes through a pipe, and the same stream stored in a file: the same text, messages and status.
alike() { # STREAM COMMAND...
	stream=$1
	shift
	stored=0 piped=0
	"$PERF" "$@" -i "$stream" > "$dir/want" 2> "$dir/want-err" || stored=$?
	# shellcheck disable=SC2002 # a pipe is what is wanted
	cat "$stream" | { "$PERF" "$@" -i - > "$dir/got" 2> "$dir/got-err" || echo $? > "$dir/code"; }
	[ ! -s "$dir/code" ] || piped=$(cat "$dir/code")
	rm -f "$dir/code"
	[ $stored = "$piped" ] || bad "$*: exit $stored, through a pipe $piped: $(cat "$dir/got-err")"
	for what in "" -err; do
		sed "s|$stream|IN|g" "$dir/want$what" > "$dir/want.txt"
		sed 's/ of -$/ of IN/; s/^perf: -:/perf: IN:/' "$dir/got$what" > "$dir/got.txt"
		diff "$dir/want.txt" "$dir/got.txt" > "$dir/diff" || bad "$*: $(head -n 6 "$dir/diff")"
	done
}
for seed in 500 501 502 515 516 517; do
	protocol=C
	[ $seed -lt 515 ] || protocol=A
	"$PERF" defer generate --seed $seed --protocol $protocol --format pipe --no-loss -o "$dir/stream"
	alike "$dir/stream" script --show-task-events --show-mmap-events
	alike "$dir/stream" report --stdio -T
	alike "$dir/stream" defer dump
	alike "$dir/stream" defer stat
done

# What is damaged, and where records go on, does not depend on how much of the stream has arrived: behind this name,
# records seem to begin, which only shows to be none from the fourth on.
python3 - "$dir" > "$dir/until" << 'END'
import sys
from perfwrite import *

f = Writer(arch="x86_64")
e = f.event(sample_type=S_IP | S_TID | S_TIME)
for n in range(3):
    f.sample(e, ip=n, pid=1, tid=1, time=n)
two = b"".join(f.records[:2])
body = f.pack("ii", 1, 1) + f.text("x") + f.sample_id(1, 1, 3) + two
f.records.append(f.pack("IHH", COMM, 0, len(body) + 16) + body + f.pack("IHH", SAMPLE, 1, 600))
first = len(f.records)
f.records.append(bytes(592) + b"\0" * 8)
for n in range(3):
    f.sample(e, ip=n, pid=1, tid=1, time=10 + n)
f.write_pipe(sys.argv[1] + "/doubtful")
with open(sys.argv[1] + "/doubtful", "rb") as stream:
    data = stream.read()
print(data.index(f.records[first - 1]) + len(f.records[first - 1]))
END
until=$(cat "$dir/until")
"$PERF" script -i - < "$dir/doubtful" > "$dir/want" 2> "$dir/want-err" || true
{ head -c "$until" "$dir/doubtful"; sleep 0.2; tail -c +"$((until + 1))" "$dir/doubtful"; } |
	"$PERF" script -i - > "$dir/out" 2> "$dir/err" || true
cmp -s "$dir/want" "$dir/out" || bad "in pieces: $(wc -l < "$dir/out") samples, as a whole $(wc -l < "$dir/want")"
cmp -s "$dir/want-err" "$dir/err" || bad "in pieces: $(cat "$dir/err"); as a whole: $(cat "$dir/want-err")"
if "$PERF" record -s -e '{cpu-clock,page-faults,context-switches}:S' -c 1000000 -o - -- "$PERF" test -w named_threads 6 10 \
	> "$dir/stream" 2> /dev/null; then
	alike "$dir/stream" script -F tid,event,period
	alike "$dir/stream" report --stdio -T -s tid -F period,tid --group
fi
finish
