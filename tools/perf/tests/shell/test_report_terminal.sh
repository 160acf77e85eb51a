#!/bin/sh
# perf report on a terminal: colours, the pager, the progress line
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools python3

export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$PERF_TEST_DIR/build"
unset PERF_PAGER PAGER NO_COLOR PERF_CONFIG LESS || true
export TERM=xterm PERF_CONFIG=/dev/null

cat > "$dir/make.py" << 'E'
import sys
from perfwrite import *
f = Writer("<", "x86_64")
e = f.event(sample_type=S_IP | S_TID | S_TIME | S_PERIOD, name="cpu-clock")
# Exactly on the borders of the classes: from 5 %, above 0.5 %.
for n, period in enumerate((94000, 5000, 499, 500, 1)):
    f.comm(n + 1, n + 1, f"c{n}")
    f.sample(e, ip=1, pid=n + 1, tid=n + 1, time=10**9 + n, period=period)
f.write(sys.argv[1])
E
python3 "$dir/make.py" "$dir/data"

# Runs a command with these of its files on a terminal: "out", "err", "out,err"; the terminal's text in $dir/tty, without
# carriage returns before the ends of lines. What does not go there is in $dir/out and $dir/err.
cat > "$dir/on_terminal.py" << 'E'
import os, pty, subprocess, sys
folder, which, command = sys.argv[1], sys.argv[2].split(","), sys.argv[3:]
ours, theirs = pty.openpty()
files = {}
for name in "out", "err":
    files[name] = theirs if name in which else open(f"{folder}/{name}", "wb")
child = subprocess.Popen(command, stdin=subprocess.DEVNULL if not os.environ.get("STDIN") else open(os.environ["STDIN"], "rb"),
                         stdout=files["out"], stderr=files["err"])
os.close(theirs)
text = b""
while True:
    try:
        got = os.read(ours, 65536)
    except OSError:
        break
    if not got:
        break
    text += got
with open(f"{folder}/tty", "wb") as f:
    f.write(text.replace(b"\r\n", b"\n"))
sys.exit(child.wait())
E
tty() { # WHICH COMMAND...
	python3 "$dir/on_terminal.py" "$dir" "$@" || bad "$*: exit $?"
}
rows() { # FILE: the rows' share and name, colours as words
	sed -n "s/$(printf '\033')\\[31m/RED /; s/$(printf '\033')\\[32m/GREEN /; s/$(printf '\033')\\[0*m/ END/; s/$(printf '\033')/ESC/g
		s/^ */ /; s/  */ /g; s/ *\$//; /^ .*%/p" "$1"
}
same() { # WHAT FILE: its rows are those of standard input
	cat > "$dir/want"
	rows "$2" > "$dir/got"
	diff "$dir/want" "$dir/got" || bad "$1"
}
set -- "$PERF" report -i "$dir/data" -s comm

# --- colours ---
cat > "$dir/plain" << 'E'
 94.00% c0
 5.00% c1
 0.50% c3
 0.50% c2
 0.00% c4
E
PERF_PAGER='' tty out "$@"
same "colours of the classes" "$dir/tty" << 'E'
 RED 94.00% END c0
 RED 5.00% END c1
 0.50% c3
 0.50% c2
 0.00% c4
E
NO_COLOR=1 PERF_PAGER='' tty out "$@"
same "NO_COLOR" "$dir/tty" < "$dir/plain"
NO_COLOR='' PERF_PAGER='' tty out "$@"
grep -q "$(printf '\033')" "$dir/tty" || bad "an empty NO_COLOR counts"
TERM=dumb PERF_PAGER='' tty out "$@"
same "TERM=dumb" "$dir/tty" < "$dir/plain"
PERF_PAGER='' tty out "$@" --stdio-color=never
same "--stdio-color=never" "$dir/tty" < "$dir/plain"
NO_COLOR=1 "$@" --stdio-color=always > "$dir/out" 2> "$dir/err"
grep -q "$(printf '\033')" "$dir/out" || bad "--stdio-color=always counts less than NO_COLOR"
PERF_PAGER='' tty out "$@" -t ';'
grep -q "$(printf '\033')" "$dir/tty" && bad "colours between separators"
"$@" > "$dir/out" 2> "$dir/err"
same "in a pipe" "$dir/out" < "$dir/plain"
tty err "$@"
same "only messages on the terminal" "$dir/out" < "$dir/plain"

# --- the pager, which gets the colours, too ---
mark() { # NAME
	printf '#!/bin/sh\nsed "s|^|%s:|"\n' "$1" > "$dir/$1"
	chmod +x "$dir/$1"
}
for name in one two; do
	mark $name
done
paged() { # WANT WHAT: how the lines on the terminal begin
	got=$(sed -n '1s/:.*//p' "$dir/tty")
	case $got in
	'#'*) got= ;;
	esac
	[ "$got" = "$1" ] || bad "$2: '$got'"
}
PERF_PAGER="$dir/one" PAGER="$dir/two" tty out "$@"
paged one "PERF_PAGER before PAGER"
grep -q "^one:.*$(printf '\033')\\[31m" "$dir/tty" || bad "no colours for the pager"
PAGER="$dir/two" tty out "$@"
paged two "PAGER"
# Where none is named it is pager, else less.
mkdir "$dir/path"
for tool in sed sh; do
	ln -s "$(command -v $tool)" "$dir/path/$tool"
done
tty out env PATH="$dir/path" "$@"
paged "" "no pager at all"
mark path/less
tty out env PATH="$dir/path" "$@"
paged path/less "less where none is named"
mark path/pager
tty out env PATH="$dir/path" "$@"
paged path/pager "pager before less"
PAGER='cat' tty out "$@"
paged "" "PAGER=cat"
PERF_PAGER='' PAGER="$dir/two" tty out "$@"
paged "" "an empty PERF_PAGER"
PERF_PAGER="$dir/one" tty out "$@" --no-pager
paged "" "--no-pager"
PERF_PAGER="$dir/one" tty out "$PERF" --no-pager report -i "$dir/data"
paged "" "perf --no-pager"
PERF_PAGER="$dir/one" tty err "$@"
[ ! -s "$dir/tty" ] || ! grep -q '^one:' "$dir/tty" || bad "a pager without a terminal"
grep -q '^one:' "$dir/out" && bad "a pager in a pipe"
# more(1) reads keys from there: from a file it gets none, and asks for ever.
printf '#!/bin/sh\n[ ! -t 2 ] || echo KEYS\nexec cat\n' > "$dir/keys"
chmod +x "$dir/keys"
PERF_PAGER="$dir/keys" tty out "$@"
[ "$(sed -n 1p "$dir/tty")" = KEYS ] || bad "the pager has no terminal to read keys from: $(head -n 3 "$dir/tty")"
# Who leaves the pager early has seen enough.
PERF_PAGER='head -n 1' tty out,err "$@"
[ "$(wc -l < "$dir/tty")" = 1 ] || bad "a pager that ends early: $(cat "$dir/tty")"

# --- progress: after a second of work, on a terminal only ---
export PERF_PAGER=
cat > "$dir/slow.py" << 'E'
import sys, time
data = open(sys.argv[1], "rb").read()
out = sys.stdout.buffer
for i in range(0, len(data), len(data) // 8):
    out.write(data[i:i + len(data) // 8])
    out.flush()
    time.sleep(float(sys.argv[2]))
E
"$PERF" defer generate --seed 1 --no-loss --actions 2000 --format pipe -o "$dir/pipe"
slow() { # STREAM SECONDS WHICH COMMAND...: a stream that takes eight times as long
	mkfifo "$dir/fifo"
	python3 "$dir/slow.py" "$1" "$2" > "$dir/fifo" &
	shift 2
	STDIN=$dir/fifo tty "$@"
	wait $! || bad "the writer of a stream failed"
	rm "$dir/fifo"
}
slow "$dir/pipe" 0.25 err "$PERF" report -i - -s comm
grep -q "$(printf '\r')[A-Za-z ]*: [0-9.]* MB, [1-9] s$(printf '\033')\\[K" "$dir/tty" || bad "no progress: $(cat -v "$dir/tty")"
tr '\r' '\n' < "$dir/tty" | grep -q "^$(printf '\033')\\[K" || bad "the progress line stays"
grep -q 'MB, 0 s' "$dir/tty" && bad "progress within the first second"
slow "$dir/pipe" 0.25 out "$PERF" report -i - -s comm
grep -q 'MB, ' "$dir/err" && bad "progress in a file"
# What is told of damage does not stand behind it.
head -c -20 "$dir/pipe" > "$dir/cut"
slow "$dir/cut" 0.25 err sh -c '"$1" defer stat -i -; [ $? = 2 ]' - "$PERF"
grep -q 'MB, ' "$dir/tty" || bad "defer stat: no progress: $(cat -v "$dir/tty")"
grep -q 'perf: .*cut off' "$dir/tty" || bad "defer stat: nothing about damage: $(cat -v "$dir/tty")"
tr '\r' '\n' < "$dir/tty" | grep -q 'MB, .*perf: ' && bad "defer stat: damage is told behind the progress: $(cat -v "$dir/tty")"
# --- options and lists go through the pager, too: on a terminal, and not with --no-pager ---
cat > "$dir/shout" << 'E'
#!/bin/sh
echo PAGED
exec cat
E
chmod +x "$dir/shout"
"$PERF" defer generate --seed 3 -o "$dir/many" > "$dir/log" 2>&1
for command in -h help "defer -h" "record -h" "report -h" "defer stat -h" "list sw" "buildid-list -i $dir/many"; do
	# shellcheck disable=SC2086 # words by design
	{
	PERF_PAGER=$dir/shout tty out,err "$PERF" $command
	[ "$(sed -n 1p "$dir/tty")" = PAGED ] || bad "perf $command: not through the pager: $(head -n 3 "$dir/tty")"
	PERF_PAGER=$dir/shout tty out,err "$PERF" --no-pager $command
	! grep -q PAGED "$dir/tty" || bad "perf --no-pager $command: through the pager"
	PERF_PAGER=$dir/shout "$PERF" $command > "$dir/out" 2>&1 || bad "perf $command: exit $?"
	! grep -q PAGED "$dir/out" || bad "perf $command: a pager without a terminal"
	}
done
finish
