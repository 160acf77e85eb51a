#!/bin/sh
# perf defer syscalls, wakers, stat, verify, perf diff, evlist --tui: tables to walk around in, as a terminal shows them; text elsewhere
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/tmux.sh
. "$PERF_TEST_DIR/shell/lib/tmux.sh"
need_features libncursesw

cat > "$dir/make.py" << 'E2'
import sys
from switches import *
out = sys.argv[1]

# System calls that a thread was blocked in, or not: reads of 1, 2 and 3 ms from two places, a write of 5 ms.
COMMON_ID = "\tfield:long id;\toffset:8;\tsize:8;\tsigned:1;\n"
ENTER = "name: sys_enter\nID: 400\n" + COMMON + COMMON_ID + "\nprint fmt: \"%ld\", REC->id\n"
EXIT = "name: sys_exit\nID: 401\n" + COMMON + COMMON_ID + "\tfield:long ret;\toffset:16;\tsize:8;\tsigned:1;\n\nprint fmt: \"%ld\", REC->ret\n"
f = Switches(wakings=False, flags=DEFER)
f.formats += [("raw_syscalls", ENTER), ("raw_syscalls", EXIT)]
kind = dict(type=2, sample_type=TYPE, flags=SAMPLE_ID_ALL | DEFER)
en = f.event(config=400, name="raw_syscalls:sys_enter", ids=[11], **kind)
ex = f.event(config=401, name="raw_syscalls:sys_exit", ids=[12], **kind)
f.events[0].flags |= DEFER_OUTPUT


def call(at, ns, number, ret, cookie, where):
    wait = [DEFERRED_MARK, cookie]
    f.sample(en, MISC_USER, 0x400020, 10, 10, at, ident=11, raw=f.pack("HBBiqq", 400, 0, 0, 10, number, 0), chain=wait)
    f.sample(ex, MISC_USER, 0x400020, 10, 10, at + ns, ident=12, raw=f.pack("HBBiqq", 401, 0, 0, 10, number, ret), chain=wait)
    f.deferred(at + ns + 1, 0, 10, cookie, where=where)


call(10**9, 10**6, 0, 1, 1, 1)
call(10**9 + 2 * 10**6, 2 * 10**6, 0, -11, 2, 1)
call(10**9 + 10**7, 2 * 10**6, 0, 1, 3, 2)
call(10**9 + 2 * 10**7, 5 * 10**6, 1, 8, 4, 3)
f.write(out + "/calls")

# Who wakes whom: 12 wakes 11, which wakes 10.
f = Switches()
f.switch(1000, 0, 10, "S", 0, 0)
f.switch(1010, 0, 11, "S", 0, 1)
f.waking(12000, 0, 12, 11)
f.switch(12010, 0, 12, "S", 11, 2)
f.waking(12100, 0, 11, 10)
f.switch(12110, 0, 11, "S", 10, 1)
f.write(out + "/wakings")

# Two recordings: alpha 40 -> 10, beta 50 -> 50, new 0 -> 40, gone 10 -> 0.
for name, periods in ("old", (40, 50, 0, 10)), ("new", (10, 50, 40, 0)):
    f = Writer("<", "x86_64")
    e = f.event(sample_type=S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_CALLCHAIN, name="cpu-clock")
    f.comm(1, 1, "prog")
    f.mmap2(1, 1, 0x400000, 0x10000, 0, "//anon")
    for n, period in enumerate(periods):
        if period:
            f.sample(e, ip=0x400010 + n * 0x100, pid=1, tid=1, time=10**9 + n, period=period, chain=(2**64 - 512, 0x400010 + n * 0x100, 0x401010))
    f.write(out + "/" + name)
E2
python3 "$dir/make.py" "$dir"
mkdir -p "$dir/root/tmp"
cat > "$dir/root/tmp/perf-1.map" << 'E2'
400000 100 alpha
400100 100 beta
400200 100 new
400300 100 gone
401000 100 main
E2

browse() { # PERF'S ARGUMENTS...
	keys "clear; \$PERF $* 2> err; echo LEFT \$?" Enter
}
leave() {
	keys q
	see '^LEFT 0' "after q"
}
at_row() { # NUMBER WHAT
	see " row $1 *\$" "$2"
}

# --- system calls: rows with their stacks, orders, filters, searches ---
terminal 100 24
browse defer syscalls --tui -i calls
same_screen "system calls" << 'E2'
System calls: 4 system calls, 10.000000 ms [1/2: Tab]
            System call  Stack             Calls  Errors  Total ms       p50       p99       Max   >
+ ████▌     write        0x4040a0… (prog)      1       0  5.000000  5.000000  5.000000  5.000000
+ ██▊       read         0x4020a0… (prog)      2       1  3.000000  1.000000  2.000000  2.000000
+ █▊        read         0x4030a0… (prog)      1       0  2.000000  2.000000  2.000000  2.000000


















h: help  /: filter  g: search  s: order  q: leave                                           row 1/3
E2
keys Enter
see '^- ████▌     write ' Enter
see '^ *0x400010 (prog)$' "the stack"
keys Down j Down
at_row 2/3 "Down over the stack"
keys -
see '^- ██▊       read ' -
keys C
unseen '^-' C
keys E
see '^ *0x4030a0 (prog)$' E
keys C Home
at_row 1/3 Home
# Orders: by names, by stacks, by calls; the cursor stays on its row.
keys s
see '^by System call$' s
at_row 3/3 s
keys s s
see '^by Calls$' "s s s"
at_row 2/3 "s s s"
keys r
see '^by Calls, reversed$' r
see '^+ █▊        read ' r
at_row 2/3 r
keys Escape
at_row 1/3 "Esc takes the order back"
keys r
see '^reversed$' "r alone"
at_row 3/3 "r alone"
keys Escape Escape
see '^This is the whole table; q leaves it' "Esc once more"
# A filter, while it is typed and afterwards.
keys / read
unseen ' write ' "/ while it is typed"
keys " calls:1" Enter
at_row 1/1 "two words"
see '^/ read calls:1$' "the filter"
keys / C-u nothing Enter
see '^No row is left: Esc takes the filter back' "nothing is left"
keys Down Enter s r g x Enter E C w Escape Escape Escape Escape
at_row 1/3 "the way back"
# A search, in what is folded, too.
keys Home g 4020 Enter
at_row 2/3 "the cell of a stack"
see ' found in 1  row 2/3$' "how many have it"
keys n
see '^- ██▊       read ' "n goes into what is folded"
keys g C-u PROG Enter n n n
see ' found in 3 ' "all rows"
keys g C-u nothing Enter
see "^Nothing has 'nothing' in it" "nothing is found"
keys n
see '^Nothing was found: g looks for a text' "n without a text"
keys Escape Escape Escape C Home
# All of a row, what is known about the table, the list of keys.
keys w
see ' All of this row' w
see 'Stack: 0x4040a0 (prog) < 0x400010 (prog)' w
keys Escape i
see '4 system calls, 10.000000 ms' i
keys Escape h
see ' Enter, +, -  *unfold or fold what lies below the row' h
keys End
see 'q, Q, Ctrl-C  *leave' h
keys Escape H
unseen 'System call  Stack' H
keys H M
see '^The mouse marks text' M
# Columns that have no room.
unseen 'Runnable'
keys Right Right Right Right
see 'Runnable$' Right
unseen 'Total ms' Right
keys Left Left Left Left
see 'Total ms' Left
# The slowest calls, each with what happened inside.
keys Tab
see '^The slowest \[2/2: Tab\]' Tab
see 'write  *5.000000 .* 1.020000000  *8  t10 10/10$' "a call"
keys s s s r
see '^by Running, reversed$' "an order of its own"
keys BTab
see '^System calls: ' Shift-Tab
unseen 'reversed' "the other table's order"
# What is shown becomes a file, which is not one that is there.
echo mine > "$dir/perf.table.0"
keys / read Enter E P
see '^Saved as perf.table.1' P
leave
[ "$(cat "$dir/perf.table.0")" = mine ] || bad "P writes over a file"
diff - "$dir/perf.table.1" << 'E2' || bad "what P saves"
# System calls
# 4 system calls, 10.000000 ms
# Filter: read
#
# System call  Stack                              Calls  Errors  Total ms       p50       p99       Max   Running   Blocked  Runnable
  read         0x4020a0 (prog) < 0x400010 (prog)      2       1  3.000000  1.000000  2.000000  2.000000  3.000000  0.000000  0.000000
      0x4020a0 (prog)
      0x400010 (prog)
  read         0x4030a0 (prog) < 0x400010 (prog)      1       0  2.000000  2.000000  2.000000  2.000000  2.000000  0.000000  0.000000
      0x4030a0 (prog)
      0x400010 (prog)
E2

# --- who wakes whom; sizes ---
browse defer wakers --tui -i wakings
see '^Waits: 2 waits, 0.022090 ms$' "wakers"
see '^+ ████▌     t10  *1  0.011100  0.011100  t11 ' "a wait"
keys Enter
see '^ *woken by t12$' "who woke the waker"
in_tmux resize-window -x 250 -y 50
see ' < 0x400010 (prog) < woken by t11 < ' "a larger terminal"
in_tmux resize-window -x 40 -y 6
see '^- t10 ' "a small terminal has no bars"
see ' row 1/2$' "a small terminal"
in_tmux resize-window -x 10 -y 2
in_tmux resize-window -x 1 -y 1
keys Down Enter h Escape / x Escape g x Escape Tab End Home s w Escape i Escape Right Right Left
in_tmux resize-window -x 80 -y 24
see '^by Who waited$' "80x24 again"
leave

# --- the critical path of a thread: the steps and parts of the text ---
: > "$dir/out.before"
browse defer wakers --critical-path --tid 10 --tui -i wakings
see '^Steps: Critical path of t10 (10): 0.011110 ms, from 0.000001000 to ' "a critical path"
# A wait inside of a wait stands further to the right.
see '^+ █.* 98.92%      t12 (12) unknown$' "the step that takes longest"
keys Down Down Down Enter
see '^- .* 0.81%    t11 (11) running, and woke t10 (10)$' "a step"
see '^ *t10 (10) waited in$' "what is below a step"
keys E P
see '^Saved as perf.table' P
"$PERF" defer wakers --critical-path --tid 10 -i "$dir/wakings" > "$dir/out"
for file in "$dir/out" "$(find "$dir" -name 'perf.table.*' -newer "$dir/out.before")"; do
	sed -n '/From s/,$p' "$file" | sed 's/^#//; s/  */ /g; s/^ //; s/ $//'
done > "$dir/both"
awk '/From s/ { n++ } { lines[n] = lines[n] $0 "\n" } END { exit n != 2 || lines[1] != lines[2] }' "$dir/both" ||
	bad "the steps are not those of the text: $(cat "$dir/both")"
keys Tab
see '^  █.* 98.92%  *0.010990  *0.010990  *1  t12 (12)  *unknown$' "who takes how much"
leave

# --- two recordings beside each other ---
browse diff --tui --symfs root -s sym old new
same_screen "perf diff" << 'E2'
cpu-clock: old -> new
            Baseline     Now  Delta Abs  Symbol
      |++++           40.00%    +40.00%  [.] new
   ---|       40.00%  10.00%    -30.00%  [.] alpha
      |       50.00%  50.00%     +0.00%  [.] beta
     -|       10.00%                     [.] gone

















h: help  /: filter  g: search  s: order  q: leave                       row 1/4
E2
keys s
see '^by Baseline$' s
at_row 4/4 "a row without a baseline comes last"
keys Escape
leave
browse diff --tui --symfs root -s sym -c ratio -g old new old
see 'Ratio/1 .*Now/2 .*Ratio/2 ' "three recordings"
see '^+ ----|  .* alpha' "a ratio below 1"
see '^+ *|++++  .* new' "there is no ratio to nothing"
keys Enter
see '^ *main$' "the stack below the row"
leave

# --- events with all their fields ---
browse evlist --tui -i calls
see '^+ raw_syscalls:sys_enter ' "an event"
keys g DEFER_CALLCHAIN Enter
see '^      defer_callchain: 1$' "a field"
keys End
at_row 3/3 "three events"
leave

# --- stat and verify: the text, and its rows as tables ---
browse defer stat --by comm --tui -i calls
see '^    stitched by a later record  *8  100.00% of those$' "the text"
keys Tab
see '^  █████████ t10  *[0-9][0-9]* ' "--by comm"
keys Tab
see '^Time from a sample to its record \[3/' "waits"
leave
browse defer verify --tui -i calls
see '^Stacks of calls, judged by the code \[1/' "verify"
keys Tab
see 'Return addresses by file\|What is bad' "verify, tables"
keys q
see '^LEFT [01]$' "verify's status"

# --- text: everywhere else, and byte for byte ---
text_of() { # PERF'S ARGUMENTS...: on a terminal, with the exit status
	in_shell "\$PERF $* > on-terminal 2> err; echo \$? >> on-terminal"
}
for command in "defer syscalls -i calls" "defer wakers -i wakings" "defer stat -i calls" "defer verify -i calls" "evlist -i calls" "diff old new"; do
	status=0
	# shellcheck disable=SC2086 # words
	(cd "$dir" && "$PERF" $command > plain 2> err) || status=$?
	# shellcheck disable=SC2086
	(cd "$dir" && "$PERF" $command --stdio > stdio 2> err) || :
	cmp "$dir/plain" "$dir/stdio" || bad "$command --stdio is another text"
	# shellcheck disable=SC2086
	(cd "$dir" && "$PERF" $command --tui > stdio 2> err < /dev/null) || :
	cmp "$dir/plain" "$dir/stdio" || bad "$command --tui in a pipe is another text"
	grep -q 'no screen for --tui, the output is text: standard input and output are not a terminal' "$dir/err" || bad "$command --tui: $(cat "$dir/err")"
	echo $status >> "$dir/plain"
	text_of "$command --tui"
	cmp "$dir/plain" "$dir/on-terminal" || bad "$command --tui into a file is another text"
done
for refused in "defer syscalls --json -i calls" "defer wakers --dot -i wakings" "defer verify --list -i calls" "diff -t, old new" "evlist -v -i calls"; do
	in_shell "\$PERF $refused --tui 2>&1 | cat > out"
	grep -q 'no screen for --tui, the output is text: \(-\|standard\)' "$dir/out" || bad "$refused --tui: $(cat "$dir/out")"
done
printf '[tui]\n\tdefer = true\n\tdiff = true\n\tevlist = true\n' > "$dir/config"
terminal 80 24 PERF_CONFIG=config PAGER=cat
for command in "defer syscalls -i calls" "diff old new" "evlist -i calls"; do
	browse "$command"
	see '^h: help  /: filter' "$command, configured"
	leave
	browse "$command --stdio"
	see '^LEFT 0' "$command --stdio, configured"
	! grep -q 'h: help' "$dir/screen" || bad "$command --stdio shows a screen"
done
terminal 80 24 TERM=dumb
browse defer syscalls --tui -i calls
see '^LEFT 0' "a terminal that cannot place text"
grep -q 'no screen for --tui, the output is text: the kind of terminal' "$dir/err" || bad "TERM=dumb: $(cat "$dir/err")"
finish
