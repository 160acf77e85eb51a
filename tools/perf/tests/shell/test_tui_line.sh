#!/bin/sh
# perf report, script, defer syscalls --tui: over a slow line, where bytes count; in a terminal that sends garbage; under valgrind
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/tmux.sh
. "$PERF_TEST_DIR/shell/lib/tmux.sh"
need_features libncursesw

mkdir -p "$dir/root/tmp"
cat > "$dir/make.py" << 'E2'
import sys
from perfwrite import *
out = sys.argv[1]
with open(out + "/root/tmp/perf-77.map", "w") as names:
    for n in range(300):
        print("%x 100 function_number_%d_with_a_long_name" % (0x7f0000000000 + n * 0x1000, n), file=names)
f = Writer("<", "x86_64")
fields = S_IDENTIFIER | S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_CALLCHAIN
e = f.event(sample_type=fields, name="cpu-clock", flags=1 << 18)
for tid, name in (77, "web"), (78, "worker"):
    f.comm(77, tid, name)
f.mmap2(77, 77, 0x7f0000000000, 0x1000000, 0, "//anon")
for n in range(3000):
    ip = 0x7f0000000010 + n % 300 * 0x1000
    f.sample(e, pid=77, tid=77 + n % 2, time=10**10 + n * 10**6, cpu=n % 4, period=1000 + n % 300, ip=ip,
             chain=(2**64 - 512, ip, 0x7f0000000010 + n % 7 * 0x1000, 0x7f0000000010))
f.write(out + "/data")
E2
python3 "$dir/make.py" "$dir"

# --- bytes: only what has changed is sent ---
terminal 200 50
# Presses KEY so often, and counts what comes for it until PATTERN is there.
bytes_of() { # NUMBER KEY PATTERN
	in_tmux pipe-pane "cat > '$dir/sent'; : > '$dir/sent.done'"
	number=$1
	while [ "$number" -gt 0 ]; do
		keys "$2"
		number=$((number - 1))
	done
	see "$3" "$2"
	in_tmux pipe-pane
	wait_for "the end of what was sent" '[ -e "$dir/sent.done" ]'
	rm -f "$dir/sent.done"
	bytes=$(wc -c < "$dir/sent")
}
at_most() { # BYTES WHAT
	[ "$bytes" -gt 0 ] || bad "$2: nothing was sent"
	[ "$bytes" -le "$1" ] || bad "$2: $bytes bytes, more than $1"
}
keys "clear; \$PERF report --no-children -g graph,0 --symfs root -i data; echo LEFT \$?" Enter
see ' row 1/[0-9]* *$' "the report"
bytes_of 20 Down ' row 21/[0-9]* *$'
at_most 10000 "20 times Down in a report"
bytes_of 1 Enter '^- .*function_number'
at_most 6000 "a row that is unfolded"
bytes_of 10 '~' ' row 21/[0-9]* *$'
[ "$bytes" -le 2000 ] || bad "keys that mean nothing: $bytes bytes"
keys Escape Escape q
see '^LEFT 0'
keys "clear; \$PERF script --tui --symfs root -i data; echo LEFT \$?" Enter
see ' sample 1/3000 *$' "samples"
bytes_of 20 Down ' sample 21/3000 *$'
at_most 30000 "20 times Down in samples"
keys q
see '^LEFT 0'
keys "clear; \$PERF diff --tui --symfs root data data; echo LEFT \$?" Enter
see ' row 1/[0-9]* *$' "a table"
bytes_of 20 Down ' row 21/[0-9]* *$'
at_most 12000 "20 times Down in a table"
keys q
see '^LEFT 0'

# --- many rows: the screen takes the memory that the manual tells beside the report's own, and keys work at both ends ---
rows=100000
[ -z "${PERF_TEST_LONG:-}" ] || rows=1000000
many() { # NAME BYTES: a recording, and what each of its rows takes
	name=$1 bytes=$2
	text=$(python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$PERF" report --stdio --symfs "$dir/root" -i "$dir/$name")
	keys "clear; \$PERF report --symfs root -i $name 2> err; echo LEFT \$?" Enter
	see " row 1/$rows *\$" "many rows, $name"
	keys End
	see " row $rows/$rows *\$" End
	keys PgUp PgUp Home PgDn
	see " row [0-9]*/$rows *\$" "up and down"
	shown=$(awk '/^VmHWM:/ { print $2 }' "/proc/$(perf_in_terminal)/status")
	# Beside what ncurses and its cells take.
	[ "$shown" -le $((text + rows * bytes / 1024 + 8192)) ] || bad "$rows rows, $name: $shown KB on the screen, $text KB as text"
	keys q
	see '^LEFT 0'
}
if [ -z "${PERF_TEST_AGAIN:-}" ]; then
	cat > "$dir/many.py" << 'E2'
import sys
from perfwrite import *
out, rows = sys.argv[1], int(sys.argv[2])
with open(out + "/root/tmp/perf-79.map", "w") as names:
    for n in range(rows):
        print("%x 10 function_%d" % (0x400100 + n * 16, n), file=names)
for name, path in ("without-names", "/nowhere/prog"), ("with-names", "//anon"):
    f = Writer("<", "x86_64")
    e = f.event(sample_type=S_IP | S_TID | S_TIME | S_PERIOD, name="cpu-clock")
    f.comm(79, 79, "prog")
    f.mmap2(79, 79, 0x400000, 0x40000000, 0, path)
    for n in range(rows):
        f.sample(e, ip=0x400100 + n * 16, pid=79, tid=79, time=10**9 + n * 1000, period=1 + n % 1000)
    f.write(out + "/" + name)
E2
	python3 "$dir/many.py" "$dir" $rows
	many without-names 16
	many with-names 256
fi

# --- garbage: whatever comes, perf lives, and Ctrl-C leaves it ---
cat > "$dir/garbage.py" << 'E2'
import random, sys
r = random.Random(int(sys.argv[1]))
pieces = [b"\x1b[M", b"\x1b[M\xff\xff\xff", b"\x1b[<0;999999999;999999999M", b"\x1b[<64;1;1M", b"\x1b[<0;0;0m", b"\x1b[200~", b"\x1bO", b"\x1b[",
          b"\x1b]52;c;", b"\x1b[?1;2c", b"\x1b[9999999999999999A", b"\xe2\x80", b"\xf0\x9f\x98\x80", b"\xff\xfe", b"\x00", b"\x1bP", b"/", b"g",
          b"\r", b"\t", b"\x1b[B", b"\x1b[6~", b"\x1b[F", b"+", b"E", b"f", b"w", b"s", b"T", b"h", b"L", b"@", b"\x7f"]
# What leaves perf, stops it, writes files or suspends the terminal's output is no garbage.
never = set(b"qQP\x03\x11\x13\x1a\x1c\x16\x0f\x15\x19")
data = b""
while len(data) < 1500:
    piece = r.choice(pieces) if r.random() < 0.5 else bytes(r.randrange(256) for _ in range(r.randrange(1, 6)))
    data += bytes(b for b in piece if b not in never)
for at in range(0, len(data), 300):
    print(" ".join("%02x" % b for b in data[at:at + 300]))
E2
garbage() { # SEED COMMAND...
	seed=$1
	shift
	terminal 80 24
	keys "clear; \$PERF $* 2> err; echo LEFT \$?" Enter
	see ' \(row\|sample\) 1/[0-9]* *$' "$*"
	python3 "$dir/garbage.py" "$seed" > "$dir/garbage"
	while read -r line; do
		# shellcheck disable=SC2086 # bytes
		in_tmux send-keys -H $line
		[ -n "$(perf_in_terminal)" ] || fail "$*, seed $seed: perf has left: $(screen)"
	done < "$dir/garbage"
	# A line that is edited takes Ctrl-C as its end, and so does a box of text. One that comes when perf has just left would keep the shell
	# from telling so: the next one has time. Or the terminal shows it as ^C in front of what the shell tells.
	tries=0
	until screen > "$dir/screen" && grep -q '^\(\^C\)*LEFT [0-9]' "$dir/screen"; do
		[ $((tries += 1)) -lt 300 ] || fail "$*, seed $seed: it does not leave: $(cat "$dir/screen")"
		[ $((tries % 15)) != 1 ] || keys C-c
		sleep 0.1
	done
	grep -q '^\(\^C\)*LEFT 0' "$dir/screen" || bad "$*, seed $seed: $(cat "$dir/screen" "$dir/err")"
}
for seed in 1 2; do
	garbage $seed report --symfs root -i data
	garbage $seed script --tui --symfs root -i data
	garbage $seed diff --tui --symfs root data data
done

# --- valgrind, where no sanitizer looks already ---
if grep -qa -e __asan_init -e __tsan_init -e __ubsan_handle "$(command -v "$PERF")"; then
	finish
	exit
fi
need_tools valgrind
terminal 80 24
under_valgrind() { # WHAT COMMAND: until it shows its keys
	rm -f "$dir/vg"
	keys "clear; valgrind -q --error-exitcode=99 --log-file=vg \$PERF $2 2> err; echo LEFT \$?" Enter
	see ' \(row\|sample\) 1/[0-9]* *$' "$1"
}
clean() { # WHAT
	keys q
	see '^LEFT [0-9]' "$1"
	grep -q '^LEFT 0' "$dir/screen" || bad "$1: $(cat "$dir/screen" "$dir/vg")"
	[ -e "$dir/vg" ] || fail "$1: valgrind did not run"
	[ ! -s "$dir/vg" ] || bad "$1: valgrind says: $(head -n 40 "$dir/vg")"
}
under_valgrind "a report" "report -g graph,0 --symfs root -i data"
keys Down Enter + E C PgDn End Home s s / web Enter g number_5 Enter n N Escape Escape w Escape f Right Escape
in_tmux resize-window -x 120 -y 40
keys T Right Space Right Tab Up Escape Tab Enter
see 'time slices' "the report of a stretch"
keys Escape Escape Escape h
see ' Keys' "help"
keys Escape
clean "a report"
under_valgrind "samples" "script --tui --symfs root -i data"
keys Down PgDn t o Enter Escape / number_7 Enter n @ '50%' Enter End h Escape
in_tmux resize-window -x 160 -y 50
clean "samples"
under_valgrind "a table" "diff --tui -g --symfs root data data"
keys Down Enter s r E C / web Enter Escape g number Enter n w Escape i Escape h Escape Right Left
in_tmux resize-window -x 80 -y 24
clean "a table"
finish
