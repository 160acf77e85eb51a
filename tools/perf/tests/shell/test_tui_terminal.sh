#!/bin/sh
# perf report --tui: the terminal is as it was, however perf ends; names that would change it; its background
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/tmux.sh
. "$PERF_TEST_DIR/shell/lib/tmux.sh"
need_features libncursesw
need_tools stty ps

cat > "$dir/make.py" << 'E'
import sys
from perfwrite import *
f = Writer("<", "x86_64")
e = f.event(sample_type=S_IP | S_TID | S_TIME | S_PERIOD | S_CALLCHAIN, name="cpu\033[41mclock")
names = "\033[2J\033]0;x\007", "\x9b31m\u202e\u2028", "a\tb\nc\rd\be\x7f", "\xe4\xf6\u65e5\u672c"
f.mmap2(1, 1, 0x400000, 0x10000, 0, "/bin/\033[5m\033(0\x0eprog\u009b")
for n, name in enumerate(names):
    f.comm(1, n + 1, name)
    f.sample(e, ip=0x400100 + n, pid=1, tid=n + 1, time=10**9 + n, period=100 - n, chain=(2**64 - 512, 0x400100 + n, 0x400200))
f.write(sys.argv[1])
E
python3 "$dir/make.py" "$dir/data"

terminal 80 24
start() {
	keys "clear; \$PERF report -i data 2> err; status=\$?" Enter
	see '^Samples: 4 '
	# It has begun when the picture is there, and it waits for keys then.
	wait_for "perf in the terminal" '[ -n "$(perf_in_terminal)" ]'
	perf=$(perf_in_terminal)
}
# The line discipline, as a program that starts now finds it; what is written; no picture that is left over. Who kills perf may
# find that the shell's prompt has come before the watching child: what is typed then is there in any case.
sane() { # WHAT STATUS
	wait_for "the end of perf: $1" '! ps -o pid= -p "$perf" > "$dir/ps"'
	wait_for "the end of the screen: $1" '[ "$(in_tmux display-message -p "#{alternate_on}")" = 0 ]'
	keys "stty -g > after; echo DO''NE \$status" Enter
	see "DONE $2\$" "$1"
	cmp -s "$dir/before" "$dir/after" || bad "$1: the terminal's modes are $(cat "$dir/after"), not $(cat "$dir/before")"
	! grep -q '^Samples:' "$dir/screen" || bad "$1: the picture is still there: $(cat "$dir/screen")"
	[ "$(in_tmux display-message -p '#{alternate_on} #{mouse_any_flag} #{cursor_flag} #{keypad_cursor_flag}')" = "0 0 1 0" ] ||
		bad "$1: alternate screen, mouse, cursor, keypad: $(in_tmux display-message -p '#{alternate_on} #{mouse_any_flag} #{cursor_flag} #{keypad_cursor_flag}')"
}
keys "stty -g > before; echo BE''FORE" Enter
see 'BEFORE$'

start
keys q
sane q 0
start
keys C-c
sane Ctrl-C 0
start
keys / "some text" C-c
sane "Ctrl-C in a line that is edited" 0
for signal in TERM:143 HUP:129 QUIT:131 KILL:137 SEGV:139 ABRT:134; do
	[ -n "${PERF_TEST_AGAIN:-}" ] && case $signal in
	SEGV* | ABRT*) continue ;;	# the sanitizers' business
	esac
	start
	kill -"${signal%:*}" "$perf"
	sane "SIG${signal%:*}" "${signal#*:}"
done

# --- stopped, and on ---
start
keys C-z
see 'Stopped\|suspended\|Suspended' Ctrl-Z
keys "stty -g > after; echo DO''NE" Enter
see 'DONE$' "what is typed while perf is stopped"
cmp -s "$dir/before" "$dir/after" || bad "Ctrl-Z: the terminal's modes are $(cat "$dir/after")"
[ "$(in_tmux display-message -p '#{alternate_on} #{mouse_any_flag}')" = "0 0" ] || bad "Ctrl-Z leaves the screen on"
in_tmux resize-window -x 100 -y 30
keys fg Enter
see '^Samples: 4 ' fg
see 'row 1/' fg
[ "$(in_tmux display-message -p '#{alternate_on} #{mouse_any_flag}')" = "1 1" ] || bad "fg: no screen"
keys Down
see 'row 2/' "keys after fg"
screen > "$dir/screen"
[ "$(sed -n '$=' "$dir/screen")" = 30 ] || bad "after fg the size is still the old one"
keys q
see '^READY' "q after fg"
in_tmux resize-window -x 80 -y 24

# --- the mouse ---
start
click 30 5
see ' row 3/12$' "a click chooses a row"
click 30 5
see '^- .*400100$' "a second one unfolds it"
click 1 5
see '^+ .*400100$' "a click on its sign folds it"
click 30 20
see ' row 3/12$' "a click on nothing"
keys M
see '^The mouse marks text' M
[ "$(in_tmux display-message -p '#{mouse_any_flag}')" = 0 ] || bad "M leaves the mouse on"
keys q
sane "without the mouse" 0
keys "clear; \$PERF -c tui.mouse=false report -i data 2> err; echo ENDS" Enter
see '^Samples: 4 '
[ "$(in_tmux display-message -p '#{mouse_any_flag}')" = 0 ] || bad "tui.mouse=false has the mouse on"
keys q
see '^ENDS'

# --- light or dark: the terminal is asked once, and answers or does not ---
cat > "$dir/asked.py" << 'E'
import fcntl, os, pty, re, select, struct, subprocess, sys, termios, tty
QUESTION, DEVICE = b"\x1b]11;?\x1b\\", b"\x1b[?62;22c"
# Was it asked; the colours of text until the end; what is left of the answer when perf has gone; perf's status.
def run(term, answer, variables={}, config=(), keys=b"q"):
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    env = {k: v for k, v in os.environ.items() if k not in ("TMUX", "STY", "COLORFGBG", "COLORTERM")}
    env.update(TERM=term, LC_ALL=sys.argv[3], **variables)
    perf = subprocess.Popen([sys.argv[1], *config, "report", "-i", sys.argv[2]], stdin=child, stdout=child, stderr=subprocess.DEVNULL,
                            env=env, start_new_session=True)
    seen, answered = b"", answer is None
    while perf.poll() is None:
        quiet = not select.select([parent], [], [], 0.1)[0]
        if not quiet:
            seen += os.read(parent, 65536)
        if not answered and QUESTION in seen:
            answered = True
            os.write(parent, answer)
        # The rows are there; the key comes behind the answer, and one that an answer without an end takes with it is typed again.
        if answered and quiet and b"row " in seen:
            os.write(parent, keys)
    while select.select([parent], [], [], 0)[0]:
        seen += os.read(parent, 65536)
    tty.setraw(child)
    left = os.read(child, 999) if select.select([child], [], [], 0)[0] else b""
    os.close(parent)
    os.close(child)
    return QUESTION in seen, re.findall(rb"\x1b\[(?:0;)?(?:10;)?(38;5;[0-9]+|3[0-7])m", seen), left.strip(b"q"), perf.returncode
def check(what, got, asked, wanted):
    if got[0] != asked or got[2] or got[3] or (wanted and wanted not in got[1]) or (not wanted and wanted is not None and got[1]):
        print("%s: asked %s, colours %s, left %s, status %s" % (what, *got))
light, dark, middle = b"38;5;124", b"38;5;203", b"38;5;160"
st = b"\x1b\\"
check("a light terminal", run("xterm-256color", b"\x1b]11;rgb:ffff/fafa/f0f0" + st + DEVICE), True, light)
check("a dark one", run("xterm-256color", b"\x1b]11;rgb:00/00/00\x07" + DEVICE), True, dark)
check("one that does not know", run("xterm-256color", DEVICE), True, middle)
check("eight colours", run("xterm", b"\x1b]11;rgb:ffff/ffff/ffff" + st + DEVICE), True, b"31")
check("COLORFGBG", run("xterm-256color", DEVICE, {"COLORFGBG": "0;15"}), True, light)
check("COLORFGBG that is wrong", run("xterm-256color", b"\x1b]11;rgb:00/00/00" + st + DEVICE, {"COLORFGBG": "0;15"}), True, dark)
check("tui.background", run("xterm-256color", None, {}, ("-c", "tui.background=light")), False, light)
check("a Linux console", run("linux", None), False, b"31")
check("no colours", run("vt100", None), False, b"")
check("NO_COLOR", run("xterm-256color", None, {"NO_COLOR": "1"}), False, b"")
check("garbage", run("xterm-256color", b"\x1b]11;rgb:" + b"f" * 3000 + st + b"\x1b]0;q\x07" + DEVICE), True, middle)
check("an answer without an end", run("xterm-256color", b"\x1b]11;rgb:ffff/ff"), True, middle)
check("who leaves at once", run("xterm-256color", b"q\x1b]11;rgb:ffff/ffff/ffff" + st + DEVICE, keys=b""), True, None)
E
python3 "$dir/asked.py" "$PERF" "$dir/data" "$tmux_locale" > "$dir/asked"
[ ! -s "$dir/asked" ] || bad "the background: $(cat "$dir/asked")"

# --- a terminal without a second screen, such as GNU screen's: the prompt has a line for itself ---
in_tmux set-option -g alternate-screen off
start
keys q
see '^READY$' "the prompt below what was shown"
grep -q '^Samples: 4 ' "$dir/screen" || bad "this terminal does have a second screen: $(cat "$dir/screen")"
start
keys C-z
see '^READY$\|Stopped' Ctrl-Z
! grep -q 'help  /: filter' "$dir/screen" || bad "Ctrl-Z leaves the last line: $(cat "$dir/screen")"
keys "clear; fg" Enter
see ' row 1/' fg
keys q
see '^READY$' "the prompt below what was shown"
in_tmux set-option -g alternate-screen on
keys clear Enter

# --- in GNU screen, where it is ---
if command -v screen > "$dir/which"; then
	in_tmux set-option -s set-clipboard on
	keys "clear; SCREENDIR=$dir/screens screen -U -c /dev/null \$PERF report -i data" Enter
	see '^+ █.*%' "GNU screen"
	keys Down
	see ' row 2/12' "a key in GNU screen"
	keys y
	see '^Sent to the clipboard' "y in GNU screen"
	wait_for "the stack in the clipboard" 'in_tmux show-buffer 2> /dev/null | grep -q "^# "'
	keys q
	see 'screen is terminating' "the end of GNU screen"
	in_tmux set-option -s set-clipboard external
	keys clear Enter
else
	left_out "GNU screen: it is not installed"
fi

# --- names: each byte that would do something is shown ---
start
in_tmux resize-window -x 160 -y 24
see '\\x1b\[2J' "a thread's name"
see '\\x9b31m\|?31m\|\\xc2\\x9b31m' "another thread's name"
see 'a\\x09b\\x0ac\\x0dd' "a name with a tabulator and ends of lines"
see 'äö日本' "a name that is harmless"
keys E
see '0x400200' "frames"
keys w
see 'All of this line' w
see '\\x1b' w
keys Escape / "$(printf '\302\233')x" Escape Escape
see 'row 1/' "a control character that is typed"
[ "$(in_tmux display-message -p '#{pane_title}')" != x ] || bad "a name has changed the terminal's title"
in_tmux capture-pane -p -e | grep -q "$(printf '\033')\\[[0-9;]*\\(41\\|5\\)m" && bad "a name has changed colours: $(in_tmux capture-pane -p -e)"
in_tmux resize-window -x 80 -y 24
keys q
sane "hostile names" 0

# --- a terminal that goes away: nothing of perf stays behind ---
start
child=$(ps -o pid=,ppid= -A | awk -v perf="$perf" '$2 == perf { print $1 }')
[ -n "$child" ] || bad "nobody watches over the terminal"
in_tmux kill-server
wait_for "the end of perf with its terminal" '! ps -o pid= -p "$perf" > "$dir/ps"'
wait_for "the end of its child" '! ps -o stat= -p "$child" | grep -v Z > "$dir/ps"'
finish
