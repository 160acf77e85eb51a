#!/bin/sh
# perf report --tui: rows, folding, filter, search, zooms, order, events, sizes, as a terminal shows them
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/tmux.sh
. "$PERF_TEST_DIR/shell/lib/tmux.sh"
find_leaks
need_features libncursesw

mkdir -p "$dir/root/tmp"
cat > "$dir/root/tmp/perf-77.map" << 'E'
7f0000001000 100 main
7f0000002000 100 serve
7f0000003000 100 parse
7f0000004000 100 std::vector<very::long::name::of::a::type>::emplace_back_and_more(int, char const*, unsigned long)
7f0000005000 100 send
E
cat > "$dir/make.py" << 'E'
import sys
from perfwrite import *
MAIN, SERVE, PARSE, VECTOR, SEND = (0x7f0000001010 + n * 0x1000 for n in range(5))
f = Writer("<", "x86_64")
fields = S_IDENTIFIER | S_IP | S_TID | S_TIME | S_PERIOD | S_CALLCHAIN
e = [f.event(sample_type=fields, name="cpu-clock"), f.event(sample_type=fields, name="faults", config=2)]
for tid, name in (77, "web"), (78, "worker"):
    f.comm(77, tid, name)
f.mmap2(77, 77, 0x7f0000000000, 0x10000, 0, "//anon")
def sample(event, tid, period, *chain):
    global time
    time += 1
    f.sample(e[event], ip=chain[0], pid=77, tid=tid, time=time, period=period, chain=(2**64 - 512,) + chain)
time = 10**9
sample(0, 77, 500, PARSE, SERVE, MAIN)
sample(0, 77, 200, VECTOR, PARSE, SERVE, MAIN)
sample(0, 78, 200, SEND, MAIN)
sample(0, 78, 100, SEND, SERVE, MAIN)
sample(1, 78, 7, SEND, MAIN)
f.write(sys.argv[1])
E
python3 "$dir/make.py" "$dir/data"

report() {
	keys "clear; \$PERF report -i data --symfs root --no-children 2> err" Enter
}
leave() {
	keys q
	see '^READY' "after q"
}

rows() { # the rows of the screen: signs, shares and names, a line each
	sed -n '/^[-+ ] .*%  w/{s/^\(.\) [^0-9]*\([0-9.]*%\) *\([a-z]*\) .*\] /\1 \2 \3 /;p;}' "$dir/screen"
}

# --- rows as in the text ---
terminal 80 24
report
same_screen "the first picture" << 'E'
Samples: 4  of event 'cpu-clock', Event count (approx.): 1000 [1/2: Tab]
         Overhead  Command  Shared Object  Symbol
+ ██▌      50.00%  web      [JIT] tid 77   [.] parse
+ █▌       30.00%  worker   [JIT] tid 77   [.] send
+ █        20.00%  web      [JIT] tid 77   [.] std::vector<ve…t*, unsigned long)


















h: help  /: filter  g: search  q: leave                                 row 1/3
E
"$PERF" report --stdio -i "$dir/data" --symfs "$dir/root" --no-children -g none -q 2> "$dir/err" | sed -n 's/^ *\([0-9.]*%\)  \([a-z]*\) .*\] \(.*[^ ]\) *$/+ \1 \2 \3/p' | head -n 2 > "$dir/text"
rows | head -n 2 | diff "$dir/text" - || bad "the rows are not those of the text"

# --- folding ---
keys Down +
see '^- █▌  *30.00%'
keys Down Down Down Enter
same_screen "what is unfolded" << 'E'
Samples: 4  of event 'cpu-clock', Event count (approx.): 1000 [1/2: Tab]
         Overhead  Command  Shared Object  Symbol
+ ██▌      50.00%  web      [JIT] tid 77   [.] parse
- █▌       30.00%  worker   [JIT] tid 77   [.] send
      send
      + 20.00% main
      - 10.00% serve
          main
          [caller missing: no unwind table for main]
+ █        20.00%  web      [JIT] tid 77   [.] std::vector<ve…t*, unsigned long)













h: help  /: filter  g: search  q: leave                                 row 2/3
E
keys Down Down
see '^No unwind table describes this code, so nobody knows its caller' "the reason of a mark"
keys c
unseen 'main$' c
keys E
see '^ *parse$' E
see '^ *main$' E
keys C
unseen ' main$' C

# --- a flame graph of what is shown ---
keys f
see '^100.00%, 4 samples: all$' f
see '^serve  *send$' "boxes beside each other"
see '^parse  *send$' "boxes below their callers"
keys Down Down Down Right
see '^20.00%, 1 samples: send$' "the box beside it"
keys Enter
unseen '^parse' "a zoom into a box"
see '^send$' "a zoom into a box"
keys w
see 'Period: 200 in 1 samples, of which 200 in 1 in the function itself' "all of a box"
keys Escape
unseen 'All of this box' "all of a box"
keys BSpace
see '^parse  *send$' "the way out"
keys Escape
see '^+ .* 50.00%  web .*parse$' "the rows behind the flame graph"

# --- callers and callees of a function ---
keys Home Down b
same_screen "callers and callees" << 'E'
Callers and callees
send
Callers
    + 20.00% main
    + 10.00% serve
  30.00% send  (2 samples)
Callees; 30.00% is in the function itself
















Tab: callers, callees, both  b: those of this frame  Esc: back  q: the rows
E
click 5 4
see '^ *- 20.00% main' "a click on a caller's sign"
click 5 4
see '^ *+ 20.00% main' "once more"
keys Down Down
keys Up Enter
see '^    - 10.00% serve$' "a caller that is unfolded"
see '^ *main$' "a caller that is unfolded"
keys b
see '^send > serve$' "callers and callees of a caller"
see '^  80.00% serve  (3 samples)$' "callers and callees of a caller"
see '^    + 70.00% parse$' "callees"
see '^    + 80.00% main$' "callers"
keys Tab
see '^Callers$' Tab
unseen parse "callers alone"
keys Tab
see '^    + 70.00% parse$' "callees alone"
unseen 'main$' "callees alone"
keys P
see '^Saved as perf.hist.0' P
grep -q '^# Callees: send > serve$' "$dir/perf.hist.0" || bad "P: $(cat "$dir/perf.hist.0")"
grep -q '^ *+ 70.00% parse$' "$dir/perf.hist.0" || bad "P: $(cat "$dir/perf.hist.0")"
rm "$dir/perf.hist.0"
keys E Down Down w
see 'Period: 700 in 2 samples' "all of a callee"
keys Escape
unseen 'All of this' "all of a callee"
keys Left
see '^send$' "the way back"
keys BTab q
see '^+ .* 50.00%  web .*parse$' "the rows behind callers and callees"
keys Home

# --- stacks that are left out or changed ---
keys Home Down '='
see '^only with send$' =
unseen 'parse$' =
see '^+ .* 30.00%  worker .*send$' =
keys F
see '^+ .* 100.00%  worker .*send$' "percent of what is left"
keys F Escape
see '^+ .* 50.00%  web .*parse$' "Esc takes a change of stacks back"
see 'row 2/3' "the cursor's row"
keys b Up x
see '^without serve > send$' "x among callers"
see '^  20.00% send  (1 samples)$' "x among callers"
keys q
see '^without serve$' x
see '^+ .* 20.00%  worker .*send$' x
unseen 'parse$' x
keys Escape Home f Down Down Down Down j
unseen 'parse' "j in the flame graph"
see '^serve' "j in the flame graph"
keys Escape
see '^parse joined$' j
see '^+ .* 50.00%  web .*serve$' "samples of a function that was joined"
keys Escape
see '^+ .* 50.00%  web .*parse$' "Esc takes a change of stacks back"
keys z
see '^It does not call itself' z
keys Z
see '^No function calls itself directly' Z
keys Home

# --- the samples of a row, and of a frame ---
keys Home Down p
see '^2 samples of send: data$' p
see '^worker  *78 .* 200 cpu-clock:' "the sample below"
[ "$(grep -c '^ *worker  *78 .*send$' "$dir/screen")" = 2 ] || bad "p does not list the samples of a row: $(cat "$dir/screen")"
keys Escape
see '^+ .* 30.00%  worker .*send$' "Esc leaves the samples"
keys e Down Down
see '^ *- 10.00% serve$' "a row's frames"
keys Down Down p
see '^1 samples of serve: data$' "p on a frame"
grep -q '^worker  *78 .* 100 cpu-clock:' "$dir/screen" || bad "p shows another sample than the frame's: $(cat "$dir/screen")"
keys q
see '^ *- 10.00% serve$' "q leaves the samples"
keys '=' p
see '^Not while stacks are changed' "p with changed stacks"
keys Escape C Home
sed 's/^sample(0, 78, 100.*//' "$dir/make.py" > "$dir/make-other.py"
mv "$dir/data" "$dir/kept"
python3 "$dir/make-other.py" "$dir/data"
keys Down p
see '^The recording is another one since it was read: 1 samples, and not 2' "p after another recording"
mv "$dir/kept" "$dir/data"
keys Home

# --- what is missing ---
keys Home Down e Down Down Down Down u
see '^ *What is missing: serve *$' u
see '# Samples in code without a name: 0 of 1 (0.00%)' u
keys Escape C Home
unseen 'What is missing' "Esc closes what is missing"
keys U
see '^ *What is missing: data *$' U
see '# Samples in code without a name: 0 of 5 (0.00%)' U
keys Right
see "^  thout a name: 0 of 5 (0.00%)" "Right shows the ends of lines"
keys Left
see '# Samples in code without a name: 0 of 5 (0.00%)' "Left goes back to the beginnings of lines"
keys Escape

# --- commands on the samples, and other recordings ---
keys r
see '^ *Run on the samples of this report' r
see '^.* samples with source  perf script -F +srcline,+srccode' "the commands that are there"
keys Escape
leave
cat > "$dir/scripts" << 'E'
[scripts]
	args = printf '[%s]\n'
	lines = "perf_script \"$@\" | grep -c ."
	broken = "exit 3; :"
	long = "echo LONG; read -r word; echo GOT $word; exec sleep 1000; :"
	empty =
[keys "popup"]
	down = j
	back = F6
[keys "line"]
	cancel = F9
	accept = Tab
E
cat > "$dir/perf_script" << 'E'
#!/bin/sh
exec "$PERF" script -F comm "$@"
E
chmod +x "$dir/perf_script"
rm -rf "$dir/others"
mkdir -p "$dir/others/folder"
sed '/^sample(1/d' "$dir/make.py" > "$dir/make-first.py"
python3 "$dir/make-first.py" "$dir/others/first.data"
cp "$dir/data" "$dir/others/folder/data"
touch -d '2001-02-03 04:05:06' "$dir/others/first.data" "$dir/others/folder"
echo PERF > "$dir/others/text"
mkfifo "$dir/others/pipe"
keys "clear; env -C others PERF_PAGER=cat PATH=$dir:\$PATH PERF_CONFIG=$dir/scripts \$PERF report --symfs ../root --comm worker -i ../data 2> err" Enter
see '^h: help' "perf report with commands"
keys !
see '^ *Run on the samples of this report' !
see '^.* lines  *perf_script "$@" | grep -c \.' "the menu of commands"
see '^.* samples with code  *perf script -F +disasm' "the menu of commands"
see 'Enter: do it   F6: close' "the keys of the menu"
keys Enter
see '^Enter goes back:' "a command"
sed -n '/^\[/p' "$dir/screen" > "$dir/out"
printf '[%s]\n' -i ../data --comms worker --symfs ../root | cmp -s - "$dir/out" || bad "a command gets $(cat "$dir/out")"
keys Enter
see '^h: help' "Enter after a command"
# Boxes, and the line that is edited, have the keys of the configuration.
keys ! F6
unseen 'Run on the samples' "F6 closes a box"
keys / sen F9
see 'row 1/4' "F9 leaves the filter as it was"
keys / sen Tab
see '^/ sen$' "Tab keeps the filter"
keys Escape
unseen '^/ sen' "Esc takes the filter back"
keys ! j Enter
see '^3$' "a command with a pipe"
see '^Enter goes back:' "a command with a pipe"
keys Enter
see '^h: help' "Enter after a command"
# Ctrl-Z stops both, and Ctrl-C ends the command alone.
keys ! j j j Enter
see '^LONG' "a command that takes long"
keys C-z
see 'READY' "Ctrl-Z stops a command"
keys "clear; fg" Enter
see 'report --symfs' "fg"
keys word Enter
see '^GOT word' "the command goes on"
keys C-c
see '^h: help' "Ctrl-C ends a command"
keys ! j j Enter
see '^perf: the command ended with status 3' "a command that fails"
keys Enter
see '^h: help' "Enter after a command that has failed"
keys O
see ' 2001-02-03 04:05:06  *a folder  folder$' "a recording that is a folder"
see ' 2001-02-03 04:05:06  *0.0 MB  first.data$' "a recording"
grep -q 'text\|pipe' "$dir/screen" && bad "O offers what is no recording: $(cat "$dir/screen")"
keys Enter
see '^Samples: 4  of event .cpu-clock., Event count (approx.): 1000$' "another recording, which has one event"
see '^+ .* 30.00% .* send$' "its rows"
leave
grep -q 'scripts.empty: a command is expected' "$dir/err" || bad "an empty command is not told: $(cat "$dir/err")"
report
see '^h: help' "perf report"

# --- the clipboard, which tmux keeps as a buffer ---
in_tmux set-option -s set-clipboard on
keys Home Down y
see '^Sent to the clipboard: 3 frames (20.00%)' y
cat > "$dir/want" << 'E'
# 20.00%, 1 samples of cpu-clock
    send ([JIT] tid 77)
    main ([JIT] tid 77)
    [caller missing: no unwind table for main]
E
in_tmux show-buffer > "$dir/out"
cmp -s "$dir/want" "$dir/out" || bad "y copies $(cat "$dir/out")"
in_tmux set-option -s set-clipboard external

# --- the filter, as it is typed and as it stays ---
keys / "comm:we"
see '^Filter.*comm:we$'
unseen 'worker  ' "a filter that is typed"
keys Enter
see '^/ comm:we$' "the line of the filter"
keys / C-w "std"
see '^Filter.*: std$'
unseen ' parse$' "another filter"
keys Escape
see '^/ comm:we$' "Esc takes an edit back"
see ' parse$' "Esc takes an edit back"
keys Escape
see '^+ .*worker .*send$' "Esc takes the filter back"
keys / "nothing at all" Enter
see '^No row is left' "an empty view"
keys Down Up PgDn End Home + e E C n w
see 'row 0/0' "keys in an empty view"
keys Escape Escape

# --- search ---
keys Home g "serv"
see '3 rows' "the count"
see '^ *serve$' "a search unfolds what it finds"
keys Enter
see 'found 1/3'
keys n
see 'found 2/3' n
keys n
see 'found 3/3' n
keys N
see 'found 2/3' N
keys Escape
unseen 'found ' "the end of a search"
keys C

# --- zooms, and the way back ---
keys Home o
see '^comm web$' o
unseen ' send$' o
keys d
see '^comm web > dso \[JIT\] tid 77$' d
keys k
see "^This row is not of the kernel" k
keys F
see '^+ .* 71.43%  web .*parse$' "percent of what is shown"
keys F Escape Escape
see '^+ .*50.00%  web .*parse$' "the way back"
see '^+ .*worker .*send$' "the way back"

# --- what counts ---
keys Home W
see '^by number of samples$' W
see '^+ .* 50.00%  worker .*send$' W
keys E
see '^ *[+-] 25.00% main$' "call graphs by number of samples"
keys C f
see '^serve  *send$' "a flame graph by number of samples"
keys Escape W
see '^+ .* 50.00%  web .*parse$' "W goes back to periods"

# --- another order; the cursor stays ---
keys Home Down '>' '>'
see 'by Command *$'
see 'row . */ *3\|row ./3'
keys '>' '>' '>'
unseen 'by Symbol' "the report's own order"
see 'row 2/3' "the cursor's row"
keys '<'
see '^by Symbol' "the order before"
keys '>'
unseen 'by Symbol' "the report's own order"
keys L C-u 25 Enter
see '^from 25.00%$' L
unseen 'std::vector' L
keys L C-u nonsense Enter
see "^A number from 0 to 100 is needed, and 'nonsense' is none" L
keys L C-u 0 Enter
see 'std::vector' L

# --- the whole name, the menu, help, the header, titles ---
keys End w
see 'Symbol: \[.\]$' w
see '^ *std::vector<very::long::name::of::a::type>::emplace_back_and_more(int,$' w
keys Escape
unseen 'All of this line' w
keys m
see 'Only rows of this file (d)' m
keys Down Down Enter
see '^dso \[JIT\] tid 77$' "the menu"
keys Escape h
see ' Up  *one line up' h
keys End
see 'q, Q, Ctrl-C *leave' h
keys Escape i
see 'hostname\|captured on\|The recording' i
keys Escape H
unseen ' Overhead ' H
keys H Right
unseen ' Overhead ' Right
keys Left
see ' Overhead ' Left
keys Home d
see '^dso \[JIT\] tid 77$' d
keys Left
unseen '^dso ' "Left takes the last zoom back"
keys e
see '^- .* 50.00%  web .*parse$' e
keys e
see '^+ .* 50.00%  web .*parse$' "e once more"
keys e V
see '^ *serve \[JIT\] tid 77$' "V: the file of a frame"
see '^- .* 50.00% .* /tmp/perf-77.map *0x7f0000003010  *j \[\.\] parse$' "V: a row's address, and where its name is from"
keys P
see '^Saved as perf.hist.0' P
grep -q ' serve \[JIT\] tid 77$' "$dir/perf.hist.0" || bad "V and P: $(cat "$dir/perf.hist.0")"
rm "$dir/perf.hist.0"
keys V
unseen 'serve \[JIT\] tid 77$' "V once more"
keys e S
see '^These rows do not tell it: perf report -s socket,' S
keys 1
see "^These rows are of one event: perf record -e '{a,b}'" "a digit without a group"

# --- the other event ---
keys Tab
see "^Samples: 1  of event 'faults', Event count (approx.): 7 \[2/2: Tab\]"
keys BTab
see "event 'cpu-clock'" Shift-Tab

# --- the view as text ---
keys Home e P
see '^Saved as perf.hist.0' P
keys P
see '^Saved as perf.hist.1' "P does not overwrite"
grep -q '^    50.00%  web      \[JIT\] tid 77   \[\.\] parse *$' "$dir/perf.hist.0" || bad "P: no row: $(cat "$dir/perf.hist.0")"
grep -q '^  *serve$' "$dir/perf.hist.0" || bad "P: no frame: $(cat "$dir/perf.hist.0")"
cmp -s "$dir/perf.hist.0" "$dir/perf.hist.1" || bad "P saves something else the second time"
grep -c 'serve$' "$dir/perf.hist.0" > "$dir/n"
[ "$(cat "$dir/n")" = 1 ] || bad "P saves what is folded: $(cat "$dir/perf.hist.0")"
keys C

# --- another size, while it is open ---
keys Home
in_tmux resize-window -x 200 -y 50
see '^+ ██████ .*50.00%  web .*parse$' "a larger terminal"
see 'std::vector<very::long::name::of::a::type>::emplace_back_and_more(int, char const\*, unsigned long)$' "a larger terminal"
in_tmux resize-window -x 40 -y 8
see '^+ *50.00%.*parse$' "a small terminal"
see '^h: help.*row 1/3$' "a small terminal"
in_tmux resize-window -x 10 -y 2
in_tmux resize-window -x 1 -y 1
keys Down Up E C w Escape h Escape / x Escape
in_tmux resize-window -x 80 -y 24
see '^+ ██▌      50.00%  web .*parse$' "80x24 again"
leave
if grep -v 'no symbols' "$dir/err" > "$dir/other"; then
	bad "messages: $(cat "$dir/other")"
fi

# --- a name of thousands of characters that take no room ---
mkdir -p "$dir/marked/tmp"
python3 -c 'import sys; sys.stdout.buffer.write(("7f0000001000 100 ma" + "\u0301" * 5000 + "in\n").encode())' > "$dir/marked/tmp/perf-77.map"
keys "clear; \$PERF report -i data --symfs marked --no-children -g caller 2> err" Enter
see '^Samples: 4 '
keys E f
see '^Flame graph of what is shown' f
see '│* *all' f
see 'm[aá]' "the frame in the flame graph"
keys Escape
see '^Samples: 4 ' "Esc leaves the flame graph"
leave

# --- rows whose branches are all too small have nothing to unfold, and no sign; one whose stack is only itself has that ---
keys "clear; \$PERF report -i data --symfs root --no-children -g graph,25 2> err" Enter
see '^+ .* 50.00%  web .*parse$' "-g graph,25"
see '^  .* 20.00%  web .*std::vec' "-g graph,25: a row without branches"
keys End +
see '^There is nothing below this line' "-g graph,25: +"
leave

# --- a column made of several events ---
terminal 80 24
keys "clear; \$PERF report -i data --symfs root --no-children -s sym --metric 'f=1000*faults/\"cpu-clock\"' 2> err" Enter
see '  f  Symbol' "--metric"
see '23\.33  .*send$' "--metric: a row"
keys '>' '>'
see '^by f$' "> at a metric"
[ "$(grep -n ' send$' "$dir/screen" | cut -d : -f 1)" -lt "$(grep -n ' parse$' "$dir/screen" | cut -d : -f 1)" ] || bad "by a metric: $(cat "$dir/screen")"
leave

# --- orders by the events of a group, and sockets ---
keys "clear; \$PERF report -i data --symfs root --no-children --group -s socket,sym 2> err" Enter
see '^+ .* 50.00%  *0.00%  .*parse$' --group
keys 1
see '^by faults$' "the order by an event of a group"
see 'row 2/3' "the cursor's row"
keys Home
see 'row 1/3'
see '^+ .* 30.00%  *100.00%  .*send$' "the order by an event of a group"
[ "$(grep -n ' send$' "$dir/screen" | cut -d : -f 1)" -lt "$(grep -n ' parse$' "$dir/screen" | cut -d : -f 1)" ] || bad "by the second event: $(cat "$dir/screen")"
keys 2
see '^This group has 2 events, 0 to 1' "an event that there is not"
keys 0
unseen '^by faults$' "the order by the first event"
keys S
see '^socket -001$' S
keys q
see '^READY'

# --- whole names of all rows, and the picture moved sideways ---
terminal 60 12
report
see 'std::v'
! grep -q 'emplace_back_and_more' "$dir/screen" || bad "60 columns show all of a long name"
keys l
see 'std::vector<v$' "l"
! grep -q '…' "$dir/screen" || bad "l cuts names: $(cat "$dir/screen")"
keys Right Right
see 'std::vector<very::long::name::of::a::type>:$' "Right with whole names"
keys Right Right Right Right Right
see 'emplace_back_and_more(int, char const\*, unsigned long)$' "Right to the end"
keys Home Right e Left Left Left Left Left Left Left
see '^- .* parse$' "Left, back to the beginning"
keys Down Down Down
see '^ *.*main$' "frames with whole names"
keys l
see 'std::v.*…' "l once more"
# What lies deep is in its place, however far right that is, and all of it is to be seen.
keys Home C
see 'row 1/3'
leave

# --- without UTF-8, and without colours ---
terminal 80 24 LC_ALL=C NO_COLOR=1
report
see '^+ ###  *50.00%  web .*parse$' "LC_ALL=C"
see 'std::vector<ve\.\.\*, unsigned long)$' "LC_ALL=C"
[ "$(in_tmux capture-pane -p -e | grep -c "$(printf '\033')\\[3[0-8][;m]")" = 0 ] || bad "NO_COLOR has colours"
leave
terminal 80 24
report
see 'parse$'
in_tmux capture-pane -p -e | grep -q "$(printf '\033')\\[\\(31\\|38;5;160\\)m" || bad "no colours: $(in_tmux capture-pane -p -e | head -n 4)"
leave
# --- colours that are configured ---
colors_of() # PATTERN: the line of the screen with its sequences
{
	in_tmux capture-pane -p -e | sed "s/$(printf '\033')/E/g" | grep -e "$1" | head -n 1
}
terminal 80 24
cat > "$dir/colors" << 'E'
[colors]
	top = blue, default
	selected = black, yellow
	root = white, blue
	mark = brightgreen, default
E
keys "clear; PERF_CONFIG=colors \$PERF report -i data --symfs root --no-children 2> err" Enter
see 'std::vector'
keys Down e Down Down Down
see '^No unwind table' "a mark below a row"
colors_of 'caller missing' | grep -q 'E\[30m.*E\[\(103\|43\)m' || bad "colors.selected: $(colors_of 'caller missing')"
keys Home
see 'row 1/3'
colors_of 'std::vector' | grep -q 'E\[34m' || bad "colors.top: $(colors_of 'std::vector')"
colors_of 'caller missing' | grep -q 'E\[92m\|E\[[0-9;]*32m' || bad "colors.mark: $(colors_of 'caller missing')"
colors_of 'Event count' | grep -q '44m' || bad "colors.root: $(colors_of 'Event count')"
leave
# --- colours that no palette has: all of them, or the nearest of 256, 16 and 8 ---
cat > "$dir/direct.src" << 'E'
tmux-direct|a terminal with all colours,
	RGB, colors#0x1000000, pairs#0x7fff,
	setab=\E[%?%p1%{8}%<%t4%p1%d%e48\:2\:\:%p1%{65536}%/%d\:%p1%{256}%/%{255}%&%d\:%p1%{255}%&%d%;m,
	setaf=\E[%?%p1%{8}%<%t3%p1%d%e38\:2\:\:%p1%{65536}%/%d\:%p1%{256}%/%{255}%&%d\:%p1%{255}%&%d%;m,
	use=tmux-256color,
E
tic -x -o "$dir/terminfo" "$dir/direct.src"
cat > "$dir/colors" << 'E'
[colors]
	top = "#ff8000"
	selected = rgb:10/20/30, "#fed"
	root = white, "#000005"
E
all_colors() # WHAT SELECTED TOP ROOT [VARIABLE=VALUE]...: sequences of those colours
{
	what=$1 selected=$2 top=$3 root=$4
	shift 4
	keys "clear; env PERF_CONFIG=colors TERMINFO_DIRS=terminfo: $* \$PERF report -i data --symfs root --no-children 2> err" Enter
	see 'row 1/3' "$what"
	colors_of ' parse$' | grep -q "^\(E\[[0-9;]*m\)*$selected+ " || bad "$what: the chosen line is $(colors_of ' parse')"
	colors_of ' send$' | grep -q "${top}[^E]*30.00%" || bad "$what: a row is $(colors_of ' send')"
	colors_of 'Event count' | grep -q "^$root" || bad "$what: the first line is $(colors_of 'Event count')"
}
terminal 80 24
in_tmux set -as terminal-features ',*:RGB'
all_colors "true colours" 'E\[38;2;16;32;48mE\[48;2;255;238;221m' 'E\[38;2;255;128;0m' 'E\[38;2;255;255;255mE\[48;2;0;1;5m' \
	TERM=tmux-256color COLORTERM=truecolor
keys f
see 'Flame graph'
colors_of '^[^a-z]*serve' | grep -q 'E\[48;2;255;135;0msend' || bad "a box with true colours: $(colors_of 'serve')"
keys f
see 'row 1/3'
leave
all_colors "a terminal of 256 colours" 'E\[38;5;234mE\[48;5;230m' 'E\[38;5;208m' 'E\[97mE\[48;5;16m' TERM=tmux-256color COLORTERM=
leave
all_colors "a terminal of 8 colours" 'E\[30mE\[47m' 'E\[33m' 'E\[1mE\[37mE\[40m' TERM=screen COLORTERM=truecolor TERMINFO_DIRS=
leave
# Nobody has asked for a colour that needs it: the terminal's own palette stays.
: > "$dir/colors"
keys "clear; env PERF_CONFIG=colors TERMINFO_DIRS=terminfo: TERM=tmux-256color COLORTERM=truecolor \$PERF report -i data --symfs root --no-children" Enter
see 'row 1/3'
colors_of ' send$' | grep -q 'E\[38;\(5;160\|2;215;0;0\)m[^E]*30.00%' || bad "the usual colours of a terminal that has all: $(colors_of ' send')"
leave
in_shell "\$PERF -c colors.selected=blueish report --stdio -i data --symfs root 2>&1 | head -n 3"
see "colors.selected: 'blueish' is not FOREGROUND, BACKGROUND" "a colour that is none"

# --- keys that are configured ---
cat > "$dir/keys" << 'E'
[keys]
	quit = x
	help = F2
[keys "report"]
	filter = >
	search = >, Ctrl-G
	srot = w
E
keys "clear; PERF_CONFIG=keys \$PERF report -i data --symfs root --no-children 2> err" Enter
see '^F2: help  >: filter  Ctrl-G: search  x: leave ' "the line at the bottom with configured keys"
keys q '>' send Enter
see 'row 1/1' "keys that are configured"
keys Escape F2
see ' Keys$' "the help with configured keys"
keys NPage
see ' >  *edit the filter' "the help with configured keys"
! grep -q 'Ctrl-F' "$dir/screen" || bad "the help with configured keys: $(cat "$dir/screen")"
keys Escape m
see 'What to do' "the menu with configured keys"
see 'Order by the next column ((no key))' "the menu with configured keys"
keys Escape x
see '^READY' "the key that leaves, configured"
cat > "$dir/want" << 'E'
perf: keys:2: keys.quit: 'x' was the last key of stacks-without in the screen 'report'; give that another one, or none: keys.report.stacks-without
perf: keys:5: keys.report.filter: '>' was the last key of sort in the screen 'report'; give that another one, or none: keys.report.sort
perf: keys:6: keys.report.search: '>' is the key of filter already (keys:5); it stays with that
perf: keys:7: keys.report.srot: no screen has such an action; did you mean 'keys.report.sort', 'keys.report.left' or 'keys.report.next'?
E
sort "$dir/err" | cmp -s - "$dir/want" || bad "what is wrong with keys: $(cat "$dir/err")"

# --- --hierarchy: the tree of the text, folded at first ---
terminal 80 24
keys "clear; \$PERF report -i data --symfs root --hierarchy 2> err" Enter
same_screen "--hierarchy" << 'E'
cpu-clock: Samples: 4  of event 'cpu-clock' [1/2: Tab]
            Overhead  Command / Shared Object / Symbol
+ ██████▎     70.00%  web
+ ██▊         30.00%  worker



















h: help  /: filter  g: search  >: order  q: leave                       row 1/2
E
keys Down e
see '^- ██▊         30.00%  worker$' e
see '^- ██▊         30.00%    \[JIT\] tid 77$' "the next level"
see '^- ██▊         30.00%      \[.\] send$' "the last level"
see '---send$' "its call graph"
keys c
unseen ' send$' c
keys E P
see '^Saved as perf.table.0' P
"$PERF" report --stdio -i "$dir/data" --symfs "$dir/root" --hierarchy 2> "$dir/err" | sed '/faults/,$d' | sed -n 's/^ *\([0-9.]*%\)  */\1 /p' | sed 's/ *$//' > "$dir/text"
sed -n 's/^ *\([0-9.]*%\)  */\1 /p' "$dir/perf.table.0" | diff "$dir/text" - > "$dir/differs" || bad "--hierarchy: rows are not those of the text: $(cat "$dir/differs")"
rm "$dir/perf.table.0"
# Zooms, samples and code, as of rows without a tree.
keys C Home d
see '^This row has several: unfold it' "d on a row of several files"
keys S
see '^No level tells it: perf report --hierarchy -s socket,' S
keys k
see '^This row has several' "k on a row of several files"
keys p
see '^2 samples of web: data$' "p on a row with others below it"
# A screen that is looked at while it is drawn has a part of the one before.
unseen 'Reading the samples' "p on a row with others below it"
[ "$(grep -c '^ *web  *77 \[' "$dir/screen")" = 2 ] || bad "p on a row with others below it: $(cat "$dir/screen")"
keys q
see '^+ .* 70.00%  web$' "the rows behind the samples"
keys o
see '^comm web$' o
unseen worker o
keys e Down Down
see '^- .* 50.00%  *\[\.\] parse$' e
keys d
see '^comm web > dso \[JIT\] tid 77$' "d below it"
see '^- .* 50.00%  *\[\.\] parse$' "what was unfolded"
keys p
see '^1 samples of \[\.\] parse: data$' "p on a function"
keys q Home p
see '^2 samples of web: data$' "p with zooms"
keys q u
see '^ *What is missing: web *$' u
see '# Samples in code without a name: 0 of 2 (0.00%)' u
keys Escape a
see '^This row has several' "a on a thread"
keys Down Down a
see 'code made at run time is in no file' "a on a function"
keys Escape
see '^comm web > dso \[JIT\] tid 77$' "the rows behind the code"
keys Left
see '^comm web$' Left
keys Escape
see '^+ .* 30.00%  worker$' "the way back"
keys c U
see '# Samples in code without a name: 0 of 5 (0.00%)' U
keys Escape C Tab
see "^faults: Samples: 1  of event 'faults' \[2/2: Tab\]" "the next event"
leave
keys "clear; \$PERF report -i data --symfs root --hierarchy -s comm,sym --percent-limit 60 -g none 2> err" Enter
see '^+ ██████▎     70.00%  web$' "--percent-limit"
unseen 'worker' "--percent-limit"
keys Enter
see '^                        no entry >= 60.00%$' "nothing below"
leave

terminal 250 70 TERM=vt100
report
see '^+ .*50.00%  web .*parse$' "TERM=vt100"
leave
# A Linux console without UTF-8: all that is drawn is ASCII.
keys "clear; env TERM=linux LC_ALL=C \$PERF report -i data --symfs root --no-children 2> err" Enter
see '^+ ######  *50.00%  web .*parse$' "TERM=linux LC_ALL=C"
see 'std::vector<very::long::name::of::a::type>::emplace_back_and_more(int, char const\*, unsigned long)$' "TERM=linux LC_ALL=C"
keys E f
see '^Flame graph of what is shown' "a flame graph in ASCII"
! grep -q '[^ -~]' "$dir/screen" || bad "TERM=linux LC_ALL=C: $(cat "$dir/screen")"
keys Escape
see 'row 1/3' "the rows behind the flame graph"
leave

# --- where there can be none, and where it is not wanted ---
for what in "TERM=dumb \$PERF report" "\$PERF report --stdio" "\$PERF -c tui.report=false report"; do
	in_shell "PERF_PAGER=cat $what -i data --symfs root --no-children -g none 2> err" "$what"
	see '^# Samples: 4  of event' "$what"
	[ ! -s "$dir/err" ] || bad "$what: $(cat "$dir/err")"
done
in_shell "TERM=dumb PERF_PAGER=cat \$PERF report --tui -i data --symfs root 2>&1 | cat"
"$PERF" report --tui -i "$dir/data" --symfs "$dir/root" < /dev/null > "$dir/out" 2> "$dir/err" || bad "--tui without a terminal: $?"
grep -q '^perf: no screen for --tui, the report is text: standard input and output are not a terminal' "$dir/err" || bad "--tui without a terminal: $(cat "$dir/err")"
grep -q '^# Samples: 4  of event' "$dir/out" || bad "--tui without a terminal prints no text"
finish
