#!/bin/sh
# perf report, annotate, script, diff, defer --tui: the screen while a recording is still read: how far it is, rows so far, keys; the rows in the end are those of the text
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/tmux.sh
. "$PERF_TEST_DIR/shell/lib/tmux.sh"
need_features libncursesw

early_and_late_names
# 6000 samples, of which the first third is in early(), and the others are in late(), with marks behind which samples of a pipe are
# delivered. It brings them little by little, and stops behind a half until the file "go" is there.
early_and_late_writer cpu-clock > "$dir/make.py"
cat >> "$dir/make.py" << 'E2'
for n in range(6000):
    ip = (0x7f0000001010 if n < 2000 else 0x7f0000002010) + n % 3
    f.sample(e[0], pid=77, tid=77 + n % 2, time=10**10 + n * 10**5, cpu=n % 4, period=1000, ip=ip, chain=(2**64 - 512, ip, 0x7f0000003010))
    if n % 100 == 0:
        f.record(FINISHED_ROUND, b"")
f.write(sys.argv[1] + "/data")
f.write_pipe(sys.argv[1] + "/pipe")
E2
cat > "$dir/feed.py" << 'E2'
import os, sys, time
data = open("pipe", "rb").read()
step, half = 1000, len(data) // 2
try:
    with open("fifo", "wb", buffering=0) as f:
        for at in range(0, half, step):
            f.write(data[at:min(at + step, half)])
            if not os.path.exists("go"):
                time.sleep(0.02)
        while not os.path.exists("go"):
            time.sleep(0.02)
        f.write(data[half:])
except BrokenPipeError:
    pass
E2
python3 "$dir/make.py" "$dir"
mkfifo "$dir/fifo"

browse() { # ARGS...: reads the pipe, which is held back
	rm -f "$dir/go"
	(cd "$dir" && python3 feed.py) &
	feeder=$!
	keys "clear; \$PERF report --symfs root $* 2> err; echo LEFT \$?" Enter
}
let_go() {
	: > "$dir/go"
	wait $feeder
}

terminal 80 24
browse -i fifo --no-children
see '^fifo: Reading: 0\.[0-9] MB' "how far it is"
see 'Overhead  Command  Shared Object  Symbol' "titles"
see '  web  .*\[\.\] early$' "a row"
see '  worker  .*\[\.\] late$' "a row that comes later"
see '^It is still read: these are not all samples   q: leave' "the last line"
in_tmux resize-window -x 40 -y 8
see '^fifo: Reading' "a small terminal"
in_tmux resize-window -x 80 -y 24
# What is typed too early comes to the report.
keys Down Down
let_go
see '^Samples: 6K of event .cpu-clock., Event count (approx.): 6000000' "the report"
see 'row 3/4 *$' "keys that were typed before"
keys P
see '^Saved as perf.hist.0' P
keys q
see '^LEFT 0' q
"$PERF" report --stdio --symfs "$dir/root" --no-children -g none -i "$dir/data" 2> "$dir/err2" | grep -v '^#' | sed 's/ *$//; /^$/d' > "$dir/text"
grep -v '^#' "$dir/perf.hist.0" | sed 's/ *$//; /^$/d' > "$dir/saved"
diff "$dir/text" "$dir/saved" || bad "the rows are not those of the text"

# --- q at once; the terminal is as it was ---
browse -i fifo
see '\[\.\] early$' "again"
keys q
see '^LEFT 0' "q while it is read"
in_shell 'stty -a | grep -o " icanon" | head -1; echo fine'
grep -q '^fine' "$dir/screen" || bad "the terminal is not as it was: $(cat "$dir/screen")"
let_go
browse -i fifo
see '\[\.\] early$' "again"
keys C-c
see '^LEFT 0' "Ctrl-C while it is read"
let_go
browse -i fifo
see '\[\.\] early$' "again"
pid=$(perf_in_terminal)
kill -TERM "$pid"
see '^LEFT 143' "SIGTERM while it is read"
let_go
browse -i fifo
see '\[\.\] early$' "again"
keys C-z
see 'READY' "Ctrl-Z while it is read"
keys fg Enter
see '^It is still read' "fg"
keys q
unseen '^It is still read' "q after fg"
in_shell 'jobs' "the shell after fg"
let_go

# --- what is wrong with a recording is said when the screen is gone ---
head -c 60000 "$dir/pipe" > "$dir/cut"
mv "$dir/cut" "$dir/pipe"
browse -i fifo
see '\[\.\] early$' "a recording that is cut off"
let_go
see '^h: help' "its report"
keys q
see '^LEFT 2' "its status"
grep -q 'perf: ' "$dir/err" || bad "nothing is said about it: $(cat "$dir/err")"
# Text, with --tui and without a screen.
browse -i fifo --stats
let_go
see '^LEFT 2' "--stats"

# --- perf diff and the verbs of perf defer: the same, with their own rows ---
browse_other() { # COMMAND...: reads the pipe, which is held back
	rm -f "$dir/go"
	(cd "$dir" && python3 feed.py) &
	feeder=$!
	keys "clear; \$PERF $* 2> err; echo LEFT \$?" Enter
}
python3 "$dir/make.py" "$dir"
browse_other diff --tui --symfs root data fifo
see '^perf diff: fifo: Reading: 0\.[0-9] MB' "which one is read"
see '\[JIT\] tid 77  *\[\.\] late$' "rows of the second recording"
let_go
see ' 66.67%  66.67%  .* late$' "perf diff"
see 'h: help.* row 1/' "perf diff"
keys q
see '^LEFT 0' q
# What leaves it are the keys of the screen that follows.
printf '[keys "report"]\n\tquit = z\n[keys "table"]\n\tquit = x\n[keys "samples"]\n\tquit = y\n' > "$dir/keys"
in_shell "export PERF_CONFIG=$dir/keys"
browse_other diff --tui data fifo
see '^perf diff: fifo: Reading' "which one is read"
see '^It is still read: these are not all samples   x: leave' "the key of tables"
keys x
see '^LEFT 0' "x while it is read"
in_shell "unset PERF_CONFIG"
let_go
browse_other defer stat --tui fifo
see '^fifo: Reading: 0\.[0-9] MB' "perf defer stat"
let_go
see 'h: help.* row 1/' "perf defer stat"
keys q
see '^LEFT 0' q
head -c 60000 "$dir/pipe" > "$dir/cut"
mv "$dir/cut" "$dir/pipe"
browse_other defer verify --tui fifo
see '^fifo: Reading: 0\.[0-9] MB' "perf defer verify"
let_go
see 'h: help.* row 1/' "perf defer verify"
keys q
see '^LEFT 2' "its status"
grep -q 'perf: ' "$dir/err" || bad "nothing is said about it: $(cat "$dir/err")"
# --- perf annotate: the functions so far ---
python3 "$dir/make.py" "$dir"
browse_other annotate --symfs root -i fifo
see '^fifo: Reading: 0\.[0-9] MB' "perf annotate"
see 'Percent  *Samples  *Function  *File' "titles"
see '%  *[0-9][0-9]*  late  *\[JIT\] tid 77$' "a function that comes later"
see '^It is still read: these are not all samples   q: leave' "the last line"
keys h
let_go
see '^l*  Keys *$' "a key that was typed before"
keys Escape
see '^late() ' "the code of the hottest function"
keys F
see ' 66.67  *late ' "shares when all is read"
keys Escape q
see '^LEFT 0' q
browse_other annotate -i fifo nowhere
see '^fifo: Reading' "perf annotate"
let_go
see '^LEFT 1' "a function that is not there"
grep -q "has no samples in a function 'nowhere'" "$dir/err" || bad "nothing is said about it: $(cat "$dir/err")"

# What cannot be read is said on the terminal.
in_shell "\$PERF defer syscalls --tui data"
see 'perf: ' "what is not in the recording"

# Files cannot be held back, but whoever reads them: where the reader tells the screen how far it is, it takes a lock.
[ -z "${PERF_TEST_AGAIN:-}" ] || finish
cat > "$dir/slow.c" << 'E2'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>
int pthread_mutex_lock(pthread_mutex_t *m)
{
	static int (*real)(pthread_mutex_t *), nr;
	int i;

	if (!real)
		real = (int (*)(pthread_mutex_t *))dlsym(RTLD_NEXT, "pthread_mutex_lock");
	if (gettid() == getpid())
		for (nr++, i = 0; (i < 25 || nr > 2) && access("go", F_OK); i++)
			usleep(20000);
	return real(m);
}
E2
cc -shared -fPIC -o "$dir/slow.so" "$dir/slow.c" -ldl > "$dir/log" 2>&1 || { left_out "readers that are held back: cc: $(head -n 1 "$dir/log")"; finish; }
cat > "$dir/long.py" << 'E2'
import sys
from perfwrite import *
f = Writer("<", "x86_64")
e = f.event(sample_type=S_IP | S_TID | S_TIME | S_PERIOD, name="cpu-clock")
f.comm(77, 77, "web")
f.mmap2(77, 77, 0x7f0000000000, 0x10000, 0, "//anon")
for n in range(70000):
    f.sample(e, pid=77, tid=77, time=10**10 + n * 10**5, period=1000, ip=0x7f0000001010)
f.write(sys.argv[1] + "/long")
E2
python3 "$dir/long.py" "$dir"
cat > "$dir/waits.py" << 'E2'
import sys
from switches import *
# Waits of 100 µs for the first wakings, and longer ones then: 12 wakes 10.
f = Switches()
for n in range(3000):
    t = 10**9 + n * 10**6
    f.switch(t, 0, 10, "S", 0, 0)
    f.waking(t + 100000 + n, 0, 12, 10)
    f.switch(t + 110000 + n, 0, 12, "S", 10, 1)
f.write(sys.argv[1] + "/waits")
E2
python3 "$dir/waits.py" "$dir"
held() { # COMMAND...
	rm -f "$dir/go"
	keys "clear; LD_PRELOAD=$dir/slow.so \$PERF $* 2> err; echo LEFT \$?" Enter
}
held script --tui --symfs root -i long
see '^long: Processing samples: [0-9]*% of 70000' "perf script"
see 'Time  *Command  *Thread  *Event' "titles"
see ' 10.000000  *web  *77  *cpu-clock' "a sample"
: > "$dir/go"
see '^70000 samples: long' "the list"
keys q
see '^LEFT 0' q
in_shell "export PERF_CONFIG=$dir/keys"
held script --tui --symfs root -i long
see ' 10.000000  *web  *77  *cpu-clock' "a sample"
see '^It is still read: these are not all samples   y: leave' "the key of samples"
keys y
see '^LEFT 0' "y while it is read"
in_shell "unset PERF_CONFIG"
held defer wakers --tui waits
see '^waits: Processing samples' "perf defer wakers"
see 'Who waited  *Waits' "titles"
see ' t10 .*\.[0-9]' "a row"
: > "$dir/go"
see 'h: help.* row 1/1' "all rows"
keys q
see '^LEFT 0' q
finish
