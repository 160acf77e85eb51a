#!/bin/sh
# perf script --tui: samples and stacks, threads, times, missing stacks, searches, sizes, as a terminal shows them
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/tmux.sh
. "$PERF_TEST_DIR/shell/lib/tmux.sh"
need_features libncursesw

mkdir -p "$dir/root/tmp"
cat > "$dir/root/tmp/perf-77.map" << 'E2'
7f0000001000 100 main
7f0000002000 100 serve
7f0000003000 100 parse
7f0000004000 100 std::vector<very::long::name::of::a::type>::emplace_back_and_more(int, char const*, unsigned long)
7f0000005000 100 send
E2
# Threads web (77) and worker (78), in turns: 40 samples, one each tenth of a second from the 10th on. No table says whether web's stacks
# end in main. Worker is in the kernel; the user stacks of numbers 5 and 25 are missing, as their records never come.
cat > "$dir/make.py" << 'E2'
import sys
from perfwrite import *
KERNEL, USER, DEFERRED = 2**64 - 128, 2**64 - 512, 2**64 - 640
MAIN, SERVE, PARSE, VECTOR, SEND = (0x7f0000001010 + n * 0x1000 for n in range(5))
f = Writer("<", "x86_64")
fields = S_IDENTIFIER | S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_CALLCHAIN
flags = 1 << 18 | 1 << 38 | 1 << 39
e = [f.event(sample_type=fields, name="cpu-clock", flags=flags), f.event(sample_type=fields, name="faults", config=2, flags=flags)]
for tid, name in (77, "web"), (78, "worker"):
    f.comm(77, tid, name)
f.mmap2(77, 77, 0x7f0000000000, 0x10000, 0, "//anon")
chains = (USER, PARSE, SERVE, MAIN), (USER, VECTOR, PARSE, SERVE, MAIN), (USER, SEND, MAIN)
for n in range(40):
    common = dict(pid=77, tid=77 + n % 2, time=10**10 + n * 10**8, cpu=n % 4, period=1 + n)
    if n % 2:
        behind = (DEFERRED, 1000 + n) if n in (5, 25) else ()
        f.sample(e[0], misc=MISC_KERNEL, ip=0xffffffff81000000, chain=(KERNEL, 0xffffffff81000000, 0xffffffff81001000) + behind, **common)
    else:
        chain = chains[n // 2 % 3]
        f.sample(e[n == 30], ip=chain[1], chain=chain, **common)
f.write(sys.argv[1])
f.write_pipe(sys.argv[2])
E2
python3 "$dir/make.py" "$dir/data" "$dir/pipe"

browse() { # ARGS...
	keys "clear; \$PERF script --tui --symfs root $* 2> err; echo LEFT \$?" Enter
}
leave() {
	keys q
	see '^LEFT 0' "after q"
}
chosen() { # NUMBER WHAT: the cursor is on this one
	see " sample $1 *\$" "$2"
}

# --- the list, and the stack below it ---
terminal 80 24
browse -i data
same_screen "the first picture" << 'E2'
40 samples: data
             web      77 [000]    10.000000: cpu-clock !parse
          worker      78 [001]    10.100000: cpu-clock  [unknown] ([unknown])
             web      77 [002]    10.200000: cpu-clock !std::vector<…igned long)
          worker      78 [003]    10.300000: cpu-clock  [unknown] ([unknown])
             web      77 [000]    10.400000: cpu-clock !send
          worker      78 [001]    10.500000: cpu-clock ![unknown] ([unknown])
             web      77 [002]    10.600000: cpu-clock !parse
          worker      78 [003]    10.700000: cpu-clock  [unknown] ([unknown])
             web      77 [000]    10.800000: cpu-clock !std::vector<…igned long)
          worker      78 [001]    10.900000: cpu-clock  [unknown] ([unknown])
             web      77 [002]    11.000000: cpu-clock !send

# [caller missing: no unwind table for main]
web      77 [000]    10.000000:          1 cpu-clock:
      7f0000003010 parse+0x10 (/tmp/perf-77.map)
      7f0000002010 serve+0x10 (/tmp/perf-77.map)
      7f0000001010 main+0x10 (/tmp/perf-77.map)





No unwind table describes this code, so nobody knows its caller.    sample 1/40
E2

# --- moving ---
keys Down j
chosen 3/40 "Down, j"
keys Up k
chosen 1/40 "Up, k"
keys PgDn
chosen 12/40 PgDn
keys PgUp
chosen 1/40 PgUp
keys End
chosen 40/40 End
keys Down
keys Home
chosen 1/40 Home
keys G
chosen 40/40 "G, as in less"
keys g
chosen 1/40 "g, as in less"

# --- a thread, and the stacks that it lacks; the way back ---
keys Down t
see '^20 samples of 40: data$' t
see '^thread worker 78$' t
chosen 1/20 t
unseen '^ *web ' t
keys o
chosen 3/20 o
see '^# \[user stack missing: missing\]$' o
see '^There is no record with the user stack, and nothing' "the reason"
keys o
chosen 13/20 "o again"
keys o
see '^Around the end' "o, around the end"
chosen 3/20 "o, around the end"
keys O
see '^Around the beginning' O
chosen 13/20 O
keys Escape
see '^40 samples: data$' Esc
chosen 26/40 "the cursor stays on its sample"
keys Escape
see '^These are all samples; q leaves them' "Esc once more"

# --- an event, a command ---
keys @ 13 Enter
chosen 31/40 "a time"
keys e
see '^event faults$' e
chosen 1/1 e
keys d
see '^event faults > command web$' d
keys o
see '^There is no other' o
keys Escape Escape
chosen 31/40 "the way back"

# --- times ---
keys : 10.35 Enter
chosen 5/40 "a time between samples"
keys @ '25%' Enter
chosen 11/40 "a share"
keys @ 10.9,11.2 Enter
chosen 10/40 "a part begins"
keys @ nonsense Enter
see "^invalid time string 'nonsense,'" "nonsense"
chosen 10/40 "nonsense"
keys @ 99 Enter
see '^No sample is as late as that' "a time behind the end"
chosen 40/40 "a time behind the end"
keys @ 0 Enter
chosen 1/40 "a time before the beginning"
keys @ Escape
chosen 1/40 "no time"

# --- a search, while it is typed and afterwards ---
keys / sen
see '^web .* 10.400000: ' "/ while it is typed"
see ' found *$' "/ while it is typed"
keys C-u vect
see '^web .* 10.200000: ' "another text, from where it began"
keys Escape
chosen 1/40 "Esc goes back"
keys / SEND Enter
see '^/ SEND$' "what is looked for"
chosen 5/40 "/"
keys n
chosen 11/40 n
keys N N
see '^Around the beginning' N
chosen 35/40 N
keys / C-u worker Enter
chosen 36/40 "a command"
keys / C-u "missing: missing" Enter
see "^No sample has 'missing: missing' in it" "a mark of a sample is no name"
keys Escape n
see '^Nothing is looked for: / does that' "Esc ends the search"

# --- the sample in full, help, the header ---
keys Home Down Down Enter
see '^ *The sample' Enter
see 'std::vector<very::long::name::of::a::type>' Enter
keys Escape
unseen ' The sample' "Esc closes"
keys h
see ' Up, k  *the sample before' h
keys End
see 'q, Q, Ctrl-C *leave' h
keys Escape i
see 'The recording' i
keys Escape M
see '^The mouse marks text' M

# --- other sizes: beside each other, and the text is that of perf script ---
keys Home
in_tmux resize-window -x 200 -y 50
see '10.000000: cpu-clock !parse  *# \[caller missing: no unwind table for main\]$' "a larger terminal"
"$PERF" script -i "$dir/data" --symfs "$dir/root" 2> "$dir/err2" | sed -n -e "s/$(printf '\t')/  /" -e 's/ *$//' -e '1,5p' > "$dir/text"
sed -n '2,$s/^.\{101\}//p' "$dir/screen" | sed -n '1,5p' | diff "$dir/text" - || bad "the stack is not that of the text"
in_tmux resize-window -x 40 -y 5
see '^web *77 .000. *10.000000: !parse' "a small terminal"
see 'sample 1/40 *$' "a small terminal"
in_tmux resize-window -x 10 -y 2
in_tmux resize-window -x 1 -y 1
keys Down Down o t Enter Escape h Escape / x Escape @ Escape Escape Home
in_tmux resize-window -x 80 -y 24
see '^ *web *77 \[000\] *10.000000: cpu-clock !parse$' "80x24 again"
leave
grep -v '^2 of 2 samples with a deferred user stack miss it: 1 in-kernel at end, 1 missing$' "$dir/err" > "$dir/other" && bad "messages: $(cat "$dir/err")"

# --- options choose samples as for the text ---
browse -i data --tid 78 --time 11,12
see '^5 samples: data$' "options that choose"
keys o
see '^Each of these samples has its whole user stack, or none was' "stacks that lack nothing"
leave

# --- a search that goes far: Enter looks further than what is typed; what has no user stack is no mark ---
cat > "$dir/many.py" << 'E2'
import sys
from perfwrite import *
f = Writer("<", "x86_64")
e = f.event(sample_type=S_IP | S_TID | S_TIME | S_CPU | S_PERIOD, name="cpu-clock")
f.comm(77, 77, "web")
f.comm(77, 78, "needle")
for n in range(12000):
    f.sample(e, ip=0x1000, pid=77, tid=77 + (n == 11998), time=10**9 + n, period=1)
f.write(sys.argv[1])
E2
python3 "$dir/many.py" "$dir/many"
browse -i many
see '^12000 samples: many$'
keys / needl
see ' Enter looks further *$' "what is typed is looked for in what comes next"
keys Enter
chosen 11999/12000 "Enter looks further"
keys n
see '^There is no other' n
keys O
see '^Each of these samples has its whole user stack, or none was' "no sample has a stack"
leave

# --- names: each byte that would do something is shown ---
cat > "$dir/hostile.py" << 'E2'
import sys
from perfwrite import *
f = Writer("<", "x86_64")
fields = S_IDENTIFIER | S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_CALLCHAIN
e = [f.event(sample_type=fields, name="cpu\033[41mclock"), f.event(sample_type=fields, config=1, name="b" * 200)]
names = "\033[2J\033]0;x\007", "\x9b31m\u202e\u2028", "# [user stack", "\xe4\xf6\u65e5\u672c"
f.mmap2(1, 1, 0x400000, 0x10000, 0, "/bin/\033[5m\033(0\x0eprog\u009b")
for n, name in enumerate(names):
    f.comm(1, n + 1, name)
    f.sample(e[n % 2], ip=0x400100 + n, pid=1, tid=n + 1, time=10**9 + n, period=100 - n, chain=(2**64 - 512, 0x400100 + n, 0x400200))
f.write(sys.argv[1])
E2
python3 "$dir/hostile.py" "$dir/hostile"
browse -i hostile
see '^4 samples: hostile$'
in_tmux resize-window -x 200 -y 50
see '\\x1b\[2J' "a thread's name"
see '\\x9b31m\|?31m\|\\xc2\\x9b31m' "another thread's name"
see 'äö日本' "a name that is harmless"
see '/bin/\\x1b\[5m' "a file's name"
keys Down Down Enter
see 'The sample' Enter
keys Escape e t d
see 'samples of 4' "zooms"
keys Escape Escape Escape / "$(printf '\302\233')x" Escape Escape
[ "$(in_tmux display-message -p '#{pane_title}')" != x ] || bad "a name has changed the terminal's title"
in_tmux capture-pane -p -e | grep -q "$(printf '\033')\\[[0-9;]*\\(41\\|5\\)m" && bad "a name has changed colours: $(in_tmux capture-pane -p -e)"
leave

# --- what there is to say about files comes when the screen is gone ---
cat > "$dir/files.py" << 'E2'
import sys
from perfwrite import *
f = Writer("<", "x86_64")
e = f.event(sample_type=S_IP | S_TID | S_TIME | S_CPU | S_PERIOD, name="cpu-clock")
f.comm(1, 1, "prog")
f.mmap2(1, 1, 0x400000, 0x10000, 0, "/nowhere/first")
f.mmap2(1, 1, 0x500000, 0x10000, 0, "/nowhere/second")
for n in range(40):
    f.sample(e, ip=0x400100 if n < 39 else 0x500100, pid=1, tid=1, time=10**9 + n, period=1)
f.write(sys.argv[1])
E2
python3 "$dir/files.py" "$dir/files"
terminal 80 24
keys "clear; \$PERF script --tui -v -i files; echo LEFT \$?" Enter
see '^40 samples: files$'
keys End
see 'sample 40/40'
! grep -q 'no symbols of' "$dir/screen" || bad "a message is written across the screen: $(cat "$dir/screen")"
keys q
see '^LEFT 0'
for file in first second; do
	grep -q "no symbols of '/nowhere/$file'" "$dir/screen" || bad "a message was lost: $(cat "$dir/screen")"
done

# --- the default, the configuration, and where there can be no screen ---
text() { # MESSAGE COMMAND: prints text; nothing else is said, or MESSAGE
	in_shell "{ $2; } 2> err" "$2"
	see '10.000000:  *1 cpu-clock' "$2"
	grep -v -e '^2 of 2 samples with a def' -e '^perf: no screen for --tui, samples are text: '"$1" "$dir/err" > "$dir/other" && bad "$2: $(cat "$dir/err")"
	[ -z "$1" ] || grep -q "^perf: no screen for --tui, samples are text: $1" "$dir/err" || bad "$2 does not say why: $(cat "$dir/err")"
}
only="-i data --symfs root --time ,10.05"
text "" "PERF_PAGER=cat \$PERF script $only"
text "" "PERF_PAGER=cat \$PERF -c tui.script=true script --no-tui $only"
text "" "PERF_PAGER=cat \$PERF -c tui.script=true script --header $only"
text "the kind of terminal" "TERM=dumb PERF_PAGER=cat \$PERF script --tui $only"
text "times since other samples" "PERF_PAGER=cat \$PERF script --tui --reltime $only | sed 's/ 0.000000/10.000000/'"
text "standard input and output are not a terminal" "\$PERF script --tui $only | cat"
keys "clear; \$PERF -c tui.script=true script $only; echo LEFT \$?" Enter
see '^1 samples: data$' tui.script
leave

# What is read only once, or what one record does not tell.
in_shell "mkfifo fifo; cat pipe > fifo & PERF_PAGER=cat \$PERF script --tui --symfs root -i fifo --time ,10.05 2> err" "a pipe"
grep -q '^perf: no screen for --tui, samples are text: a pipe is read only once' "$dir/err" || bad "a pipe: $(cat "$dir/err")"
cat > "$dir/group.py" << 'E2'
import sys
from perfwrite import *
f = Writer()
for n, name in enumerate(("first", "second")):
    f.event(type=1, config=n, sample_type=S_IP | S_TID | S_TIME | S_ID | S_CPU | S_PERIOD | S_READ, read_format=F_ID | F_GROUP, name=name, ids=[100 + n])
f.sample(f.events[0], ip=1, pid=1, tid=1, time=1, cpu=0, ident=100, read=[(10, 100), (1, 101)])
f.write(sys.argv[1])
E2
python3 "$dir/group.py" "$dir/group"
in_shell "PERF_PAGER=cat \$PERF script --tui -i group 2> err" "a group"
grep -q '^perf: no screen for --tui, samples are text: events that are read in groups are text' "$dir/err" || bad "a group: $(cat "$dir/err")"
finish
