#!/bin/sh
# perf report --tui: samples over time, as a line and as a heat map, in no, 8 and 256 colours; the report of a stretch, and the way back
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/tmux.sh
. "$PERF_TEST_DIR/shell/lib/tmux.sh"
find_leaks
need_features libncursesw

early_and_late_names
cat > "$dir/root/tmp/perf-79.map" << 'E2'
7f0000001000 100 main_of_79
7f0000002000 100 idle
7f0000003000 100 poll
E2
# So many names that their memory is given back at once.
for pid in 77 79; do
	awk 'BEGIN { for (n = 0; n < 20000; n++) printf "7f%010x 1 name_%d\n", 65536 + n, n }' >> "$dir/root/tmp/perf-$pid.map"
done
# From 10.0 s to 13.95 s a sample each 50 ms: in early() until 12 s, in late() from then on. 40 more in late() at 12.5 s. The event "other"
# has one at 11 s.
early_and_late_writer cpu-clock other > "$dir/make.py"
cat >> "$dir/make.py" << 'E2'
times = [(10**10 + n * 50 * 10**6, 77) for n in range(80)] + [(12500 * 10**6 + 1 + n, 78) for n in range(40)]
for time, tid in sorted(times):
    ip = 0x7f0000001010 if time < 12 * 10**9 else 0x7f0000002010
    f.sample(e[0], pid=77, tid=tid, time=time, cpu=0, period=1000, ip=ip, chain=(2**64 - 512, ip, 0x7f0000003010))
f.sample(e[1], pid=77, tid=77, time=11 * 10**9, cpu=0, period=1, ip=0x7f0000001010, chain=(2**64 - 512, 0x7f0000001010))
f.write(sys.argv[1] + "/data")
f.write_pipe(sys.argv[1] + "/pipe")
# The same thread an hour later, and a recording without times.
for name, without in ("later", 0), ("untimed", S_TIME):
    f = Writer("<", "x86_64")
    e = f.event(sample_type=fields & ~without, name="cpu-clock", flags=1 << 18)
    f.comm(77, 77, "web")
    for n in range(9):
        ip = 0x7f0000001010
        f.sample(e, pid=77, tid=77, time=3600 * 10**9 + n, cpu=0, period=1000, ip=ip, chain=(2**64 - 512, ip))
    f.write(sys.argv[1] + "/" + name)
# A process after the other: the first function of the first is no parent, that of the second is.
f = Writer("<", "x86_64")
e = f.event(sample_type=fields, name="cpu-clock", flags=1 << 18)
for pid, time, chain in (77, 10**10, (0x7f0000001010, 0x7f0000003010)), (79, 11 * 10**9, (0x7f0000002010, 0x7f0000001010)):
    f.comm(pid, pid, "web")
    f.mmap2(pid, pid, 0x7f0000000000, 0x10000, 0, "//anon")
    for n in range(9):
        f.sample(e, pid=pid, tid=pid, time=time + n, cpu=0, period=1000, ip=chain[0], chain=(2**64 - 512, *chain))
f.write(sys.argv[1] + "/parents")
E2
python3 "$dir/make.py" "$dir"

browse() { # ARGS...
	keys "clear; \$PERF report --symfs root --no-children $* 2> err; echo LEFT \$?" Enter
	see '^h: help' "the report"
}
leave() {
	keys q
	see '^LEFT 0' "after q"
}
# The text of the same stretch, rows only.
text_of() { # OPTIONS...
	"$PERF" report --stdio --symfs "$dir/root" --no-children -g none -i "$dir/data" "$@" 2> "$dir/err2" |
		sed -n -e '/^# Samples: .*other/,$d' -e '/^#/d' -e 's/ *$//' -e '/./p' > "$dir/text"
}
saved_as() { # NAME OPTIONS...: the report on the screen has the rows of this text
	name=$1
	shift
	keys P
	see "^Saved as $name" "P"
	text_of "$@"
	sed -n -e '/^#/d' -e 's/ *$//' -e '/./p' "$dir/$name" | diff "$dir/text" - || bad "$*: the rows are not those of the text"
}

# --- the line ---
terminal 60 14
browse -i data
keys T
same_screen "the line" << 'E2'
cpu-clock: 120 samples, 10.000000 to 13.950000 s [Tab: heat
                                     █
                                     █
                                     █
                                     █
                                     █
                                     █
                                     █
                                     █
                                     █
▃▁▁▃▁▁▃▁▁▃▁▁▃▁▁▃▁▁▃▁▁▁▃▁▁▃▁▁▃▁▁▃▁▁▃▁▁█▁▁▁▃▁▁▃▁▁▃▁▁▃▁▁▃▁▁▃▁▁▃
^
10.000000                                          13.950000
10.000000 + 65.833 ms: 2 samples   Space: stretch  Enter: re
E2
# --- a stretch, its report, and the way back ---
in_tmux resize-window -x 80 -y 24
see '^10.000000 + 49.375 ms: 1 samples   Space: stretch  Enter: report  h: help$' "a larger terminal"
keys Up Up
see '^10.790000 + 49.375 ms: 1 samples' Up
keys Left Right Right Down Down
see '^10.049375 + 49.375 ms: ' "Left, Right, Down"
click 9 6
see '^10.395000 + 49.375 ms: ' "a click"
keys End
see '^13.900625 + 49.375 ms: 1 samples' End
keys Space PgUp PgUp
see 'Space: no stretch' Space
see '^ *^----------------$' "the marks"
keys Enter
see "^Samples: 1[0-9]  of event 'cpu-clock' (time slices: 13.1" "the report of a stretch"
see '^+ █████   100.00%  web  .*\[\.\] late$' "its rows"
unseen 'early'
keys T
see '^This is a stretch already' "T in a stretch"
keys Escape
see ' ^----------------$' "Esc goes back to the line"
keys Escape
see 'Space: stretch ' "Esc ends the stretch"
keys Escape
see "^Samples: 120  of event 'cpu-clock'" "Esc goes back to the report"
keys Escape
see '^This is the whole report' "Esc in the report"
# The cursor is where it was.
keys T
see '^13.1[0-9]* + 49.375 ms' "T again"
keys Escape

# --- zooms ---
keys T Home Space PgDn PgDn PgDn PgDn PgDn +
see '^cpu-clock: [45][0-9] samples, 10.000000 to 12.0[0-9]* s (-: back)' "zoom"
keys Enter
see '^There are no samples in it' "an empty part"
keys Home Enter
see '^Samples: ' "a part of a zoom"
keys Escape BSpace
see '^cpu-clock: 120 samples, 10.000000 to 13.950000 s' "-"
keys -
see '^This is all of the time' "- once more"
keys Escape Escape

# --- the heat map ---
keys T Tab
see '^950 ms$' "the heat map"
see '^  0 ms ++++++++$' "its cursor"
see '^ *10      11      12      13$' "its seconds"
# 256 colours: a sample is pale, 41 are dark red.
in_tmux capture-pane -p -e > "$dir/colors"
if grep -q '48;5;' "$dir/colors"; then
	grep -q '48;5;230m' "$dir/colors" || bad "one sample has no pale cell: $(cat "$dir/colors")"
	grep -q '500 ms.*48;5;124m' "$dir/colors" || bad "the most samples have no dark cell: $(cat "$dir/colors")"
else
	left_out "256 colours: this terminal has fewer"
fi
keys Right Right Up Up Up Up Up Up Up Up Up Up
see '^12.500000 + 50.000 ms: 41 samples' "up to the many samples"
keys Space Down Down
see '^12.400000 + 150.000 ms: 43 samples' "a stretch"
keys Enter
see "^Samples: 43  of event 'cpu-clock' (time slices: 12.400000000,12.549999999)" "its report"
saved_as perf.hist.0 --time 12.4,12.549999999
keys Escape
see '^12.400000 + 150.000 ms: 43 samples' "back in the heat map"
# Over the end of a second.
keys Escape Home Up Up Left Down Down Down Space Right Right
see '^[0-9.]* + 2.050000\{0,1\} s: \|^[0-9.]* + 2.050 s: ' "a stretch over seconds"
keys +
see '^ *95 ms' "a heat map of two seconds, by tenths of them"
see '1[0-3]\.[0-9] *1[0-3]\.[0-9]' "its times"
see '(-: back)' "its title"
keys -
see '^950 ms' "- in the heat map"
# Further in, to the stretch of a report.
keys Home Right Right Up Up Up Up Up Up Up Up Up Up +
see '^950 us' "a heat map of 50 ms, by milliseconds"
see '12\.500 *12\.5' "their times"
see '^12.500000 + 50.000 us: 41 samples' "one of them"
keys +
see '^950 ns' "a heat map of 50 us, by microseconds"
keys Space Right Enter
see "^Samples: 41  of event 'cpu-clock' (time slices: 12.500000000,12.500001049)" "the report of a stretch there"
saved_as perf.hist.1 --time 12.5,12.500001049
keys Escape
see '^12.500000 + 1.050 us: 41 samples' "back in the heat map of a stretch"
keys - -
see '^950 ms' "out of the stretches"
keys h
see ' Tab, m  *a heat map of the same time' h
keys Escape M
see '^The mouse marks text' M
# Sizes.
in_tmux resize-window -x 250 -y 60
see '^980 ms' "more room"
in_tmux resize-window -x 20 -y 6
in_tmux resize-window -x 1 -y 1
keys Left Up Space Tab Left Up Space Tab + - Home End
in_tmux resize-window -x 80 -y 24
see '^950 ms' "80x24 again"
keys q
see '^LEFT 0' "q in the heat map"

# --- eight colours, none, and no UTF-8 ---
heat_in() { # WHAT CELL-OF-ONE CELL-OF-MANY [VARIABLE=VALUE]...
	what=$1 one=$2 many=$3
	shift 3
	terminal 80 24 "$@"
	browse -i data
	keys T Tab
	see "^500 ms $one\\{16\\}$many\\{8\\}$one\\{8\\}\$" "$what"
	keys Right Space Up
	see "^  0 ms $one\\{8\\}$one\\{8\\}$one\\{16\\}\$" "$what: a stretch"
	keys q
	see '^LEFT 0' "$what"
}
heat_in "eight colours" ░ █ TERM=screen
heat_in "no colours" ░ █ NO_COLOR=1
heat_in "no UTF-8" '\.' % TERM=screen LC_ALL=C
heat_in "neither" '\.' % LC_ALL=C NO_COLOR=1
heat_in "a serial terminal" '\.' % LC_ALL=C TERM=vt100
browse -i data
keys T
see '^\.*#\.*$' "the line without UTF-8"
leave

# --- options choose samples; events have their own; Tab ---
terminal 80 24
browse -i data --tid 78
keys T
see '^cpu-clock: 40 samples, 12.500000 to 12.500000 s' "--tid"
keys Enter
see "^Samples: 1  of event\|^Samples: 40 \|^Samples: [0-9]* *of event" "its report"
keys Escape Escape
leave
browse -i data --time 10.5,11.5
keys T
see '^cpu-clock: 21 samples, 10.500000 to 11.500000 s' "--time"
keys Home Space End Enter
see '^Samples: 21 ' "all of it"
saved_as perf.hist.2 --time 10.5,11.5
leave
browse -i data
keys Tab
see "of event 'other'" Tab
keys T
see '^other: 1 samples, 11.000000 to 11.000000 s' "another event"
keys End Up Down + Tab Up Down Left Right Tab Enter
see "^Samples: 1 .*of event 'cpu-clock'\|^Samples: 1 .*of event 'other'\|^Samples: " "its report"
keys q
see '^LEFT 0' "q in the report of a stretch"

# --- when samples were does not depend on what counts, and stacks are not what it is about ---
browse -i data
keys W
see '^Each sample counts the same' W
keys T
see '^cpu-clock: 120 samples, 10.000000 to 13.950000 s' "T where the number of samples counts"
keys Escape
see 'by number of samples' "back from it"
keys '='
see 'only with ' =
keys T
see '^cpu-clock: 120 samples, 10.000000 to 13.950000 s' "T with some stacks only"
leave

# --- what cannot be read twice ---
mkfifo "$dir/fifo"
cat "$dir/pipe" > "$dir/fifo" &
browse -i fifo
keys T
see '^There is no time line: a pipe is read only once' "a pipe"
leave
browse -i untimed
keys T
see '^There is no time line: no sample has a time' "samples without times"
leave
# What matches a regular expression is found out for each stretch: symbols of the last one are gone, and others lie where they lay.
browse -i parents -s parent,sym -p ^main
keys T
for round in 1 2 3 4; do
	see '^cpu-clock: 18 samples' "the line of two processes, $round"
	keys Home Enter
	see ' main  *\[\.\] early$' "the report of the first one, $round"
	keys Escape
	see '^cpu-clock: 18 samples' "back from it, $round"
	keys End Enter
	see ' main_of_79  *\[\.\] idle$' "the report of the second one, $round"
	keys Escape
done
leave
# Another recording under the name of the one whose times were read.
cp "$dir/data" "$dir/replaced"
browse -i replaced
keys T
see '^cpu-clock: 120 samples' "the line"
cp "$dir/later" "$dir/replaced.new"
mv "$dir/replaced.new" "$dir/replaced"
keys Enter
see "^perf: 'replaced' has no samples that pass the filters" "a stretch of another recording"
leave
browse -i data
mv "$dir/data" "$dir/gone"
keys T
see "perf: \|cannot open\|^There is no time line" "a recording that is gone"
leave
finish
