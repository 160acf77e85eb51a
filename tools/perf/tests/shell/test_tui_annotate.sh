#!/bin/sh
# perf annotate --tui, and a on perf report's screen: code, jumps, calls, hot instructions, search, events, sizes, as a terminal shows them
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/tmux.sh
. "$PERF_TEST_DIR/shell/lib/tmux.sh"
need_tools gcc
need_features libncursesw libelf libcapstone dwarf
[ "$(uname -m)" = x86_64 ] || skip "the instructions are x86-64's"
cd "$dir"

# Code whose instructions do not depend on a compiler, with source lines that say which they are.
cat > code.s << 'E2'
	.text
	.globl work
	.type work, @function
work:
	push %rbp
	mov %rsp, %rbp
	xor %eax, %eax		# begin
.Lagain: add %rdi, %rax		# add one
	test $1, %al
	je .Leven			# is it even?
	call helper		# help
	nop
.Leven:	dec %rdi
	jne .Lagain
	call *%rdx		# who knows
	pop %rbp
	ret
	.size work, .-work
	.globl helper
	.type helper, @function
helper:
	push %rbp
	mov %rsp, %rbp
	lea 1(%rax), %rax	# helper begins
	pop %rbp
	ret
	jmp .Leven		# into the middle of another one
	.size helper, .-helper
	.globl main
	.type main, @function
main:
	push %rbp
	mov %rsp, %rbp
	mov $5, %edi
	call work
	pop %rbp
	ret
	.size main, .-main
	.section .note.GNU-stack,"",@progbits
E2
gcc -g -no-pie -o code code.s 2> log || skip "gcc: $(head -n 1 log)"
nm code > names
address() {
	awk -v n="$1" '$3 == n { print "0x" $1 }' names
}
cat > make.py << 'E2'
import sys
from perfwrite import *
work, helper, main, start = (int(a, 16) for a in sys.argv[3:7])
USER = 2**64 - 512
f = Writer("<", "x86_64")
T = S_IDENTIFIER | S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_CALLCHAIN
e = [f.event(type=1, config=0, name="cpu-clock", sample_type=T), f.event(type=1, config=1, name="task-clock", sample_type=T)]
f.comm(7, 7, "code", 1)
f.mmap2(7, 7, 0x401000, 0x1000, 0x1000, sys.argv[2], 2)
# In work: add 6, je 3, behind the call 1; in helper 5. task-clock: only dec.
at = [(work + 6, 6), (work + 11, 3), (work + 18, 1), (helper + 4, 5)]
# Only of a stack that comes to where a program begins it is certain that it is none that was left there by chance.
callers = [main + 14, start + 33]
time = 1000
for ip, nr in at:
    for i in range(nr):
        time += 10
        chain = [USER, ip] + ([work + 18] if ip == helper + 4 else []) + callers
        f.sample(e[0], ip=ip, pid=7, tid=7, time=time, period=100, chain=chain)
for i in range(4 if len(sys.argv) < 8 else 3):
    f.sample(e[1], ip=work + 19, pid=7, tid=7, time=time + i + 1, period=50, chain=[USER, work + 19] + callers)
if sys.argv[7:] == ["threads"]:
    f.comm(8, 8, "other", 1)
    f.mmap2(8, 8, 0x401000, 0x1000, 0x1000, sys.argv[2], 2)
    for i in range(30):
        f.sample(e[0], ip=work + 11, pid=8, tid=8, time=time + 10 + i, period=100, chain=[USER, work + 11] + callers)
f.write(sys.argv[1])
f.write_pipe(sys.argv[1] + ".pipe")
E2
python3 make.py data "$dir/code" "$(address work)" "$(address helper)" "$(address main)" "$(address _start)" || fail "cannot write a recording"

browse() { # ARGS...
	keys "clear; \$PERF annotate $* 2> err; echo LEFT \$?" Enter
}
leave() {
	keys q
	see '^LEFT 0' "after q"
}

# --- the first picture: the hottest function, its hottest instruction ------------------------------------------
terminal 80 24
browse -i data --no-source
sed "s,DIR,$dir," << 'E2' | same_screen "the first picture"
Samples: 15  of event 'cpu-clock', Event…approx.): 1500, [percent: local period]
work() DIR/code
                pushq %rbp
                movq  %rsp,%rbp
                xorl  %eax,%eax
  60.00    6:   addq  %rdi,%rax
                testb $1,%al
  30.00       ↓ je    13
              → callq helper
  10.00         nop
          13:   decq  %rdi
              ↑ jne   6
              → callq *%rdx
                popq  %rbp
              ← retq








h: help  Enter: follow  Tab: hotter  s: source  q: leave   hot 1 of 3  row 4/13
E2
leave
# Numbers of several events beside each other, and what is made of them.
browse -i data --no-source --metric "'ratio=\"cpu-clock\"/\"task-clock\"'" work
see '^work() .*, ratio: 5\.00$' "--metric: the function"
see '^  60\.00 *x/0    6:   addq ' "--metric: an instruction"
see '^         100\.00 *0\.00   13:   decq ' "--metric: an instruction"
leave
# As the configuration has it, from perf report as well.
configured="-c annotate.hide_src_code=true -c annotate.show_nr_jumps=true -c annotate.offset_level=2 -c annotate.show_nr_samples=true"
keys "clear; \$PERF $configured -c annotate.disassembler_style=intel -c annotate.jump_arrows=false annotate -i data 2> err; echo LEFT \$?" Enter
see '^      6   1  6:   add  rax,rdi$' "annotate.*: jumps that lead there, numbers of samples, Intel's syntax"
see '^             d: → call helper$' "annotate.offset_level: calls"
see ' row 4/13$' "annotate.hide_src_code"
keys Tab
see '^      3         ↓ je   13$' "annotate.jump_arrows: no line from the jump"
leave
keys "clear; \$PERF $configured report -i data --no-children -g none 2> err; echo LEFT \$?" Enter
see ' helper *$' "perf report with annotate.*"
keys a
see '^      6   1  6:   addq  %rdi,%rax$' "annotate.* from perf report"
keys q
leave
keys "clear; \$PERF report -i data --no-children -g none -M intel --asm-raw --no-source --percent-type global-hits 2> err; echo LEFT \$?" Enter
see ' helper *$' "perf report with options of code"
keys a
see ' 6: *48 01 f8 *add  rax,rdi$' "perf report -M intel --asm-raw"
see 'percent: global hits' "perf report --percent-type"
see ' row 4/13$' "perf report --no-source"
keys q
leave
keys "clear; \$PERF -c annotate.use_offset=false -c annotate.show_linenr=true -c annotate.show_total_period=true annotate -i data 2> err; echo LEFT \$?" Enter
see "^        600 .*$(printf %x $(($(address work) + 6))):   addq" "annotate.use_offset, annotate.show_total_period"
see '^ *8 *\.Lagain: add %rdi, %rax' "annotate.show_linenr"
leave
browse -i data --no-source
see ' hot 1 of 3  row 4/13$' "the hottest"
# The mouse, as Enter: the second click on a row.
click 30 7
see ' row 5/13$' "a click on a row"
click 30 9
see ' row 7/13$' "a click on a call"
click 30 9
see '^work > helper() ' "a click on the row where the cursor is"
keys Escape
see ' row 7/13$' "back"
keys BTab
see ' hot 1 of 3  row 4/13$' "the hottest again"
# From one hot instruction to the next.
keys Tab
see ' hot 2 of 3  row 6/13$' "Tab"
# Where its jump leads is drawn, and Enter goes there.
see '^  30.00 ┌─    ↓ je    13$' "the jump at the cursor"
see '^        │     → callq helper$' "the line of the jump"
see '^        └→13:   decq  %rdi$' "the end of the jump"
keys Enter
see ' row 9/13$' "Enter on a jump"
keys Left
see ' hot 2 of 3  row 6/13$' "back from a jump"
keys BTab
see ' hot 1 of 3  row 4/13$' "Shift-Tab"
# Who had called, of an instruction.
keys w
see 'Who called when this was hot' "w"
see '60\.00 *<- main <- _start' "the callers of an instruction"
keys Escape
see '^h: help' "the box is closed"
# A call, and the way back.
keys Down Down Down Enter
see '^work > helper() ' "Enter on a call"
keys w
see '100\.00 *<- work <- main <- _start' "the callers of another function"
keys Escape
see '^ 100.00        leaq  1(%rax),%rax$' "the called function"
keys End Enter
see '^work > helper > work() ' "Enter on a jump out"
see ' row 9/13$' "where that leads"
keys Escape
see '^work > helper() ' "back from a jump out"
keys Escape
see '^work() ' "Esc"
see ' row 7/13$' "back from a call"
keys End Up Up Enter
see '^Where this leads only the running program knew' "a call by a register"
keys Home Enter
see '^This is no jump and no call' "Enter elsewhere"
keys Escape
see '^This is where it began: q leaves' "Esc at the beginning"

# --- source, search --------------------------------------------------------------------------------------------
keys s
see '^ *xor %eax, %eax          # begin$' "source lines, as they are indented"
keys / 'IT EVEN' Enter
see '^ *je .Leven *# is it even?$' "what is found"
see ' row 16/31$' "the row that is found"
keys n
see '^There is no other' "n"
keys / add Enter
see '^Around the end' "a text that is further up"
keys / nothing Enter
see "^No row has 'nothing' in it" "a text that is nowhere"
keys End ? ADD Enter
see ' row 13/31$' "a text further up"
keys n
see ' row 12/31$' "n, further up"
keys N
see ' row 13/31$' "N, further down"
keys k
see '^ *8 *.Lagain: add %rdi, %rax *# add one$' "numbers of lines"
keys k s
unseen '# begin' "without source lines"

# --- numbers ---------------------------------------------------------------------------------------------------
keys H t
see '^        600    6:   addq  %rdi,%rax$' "sums of periods"
keys t
see '^      6    6:   addq  %rdi,%rax$' "numbers of samples"
keys t p
see '^  40.00    6:   addq  %rdi,%rax$' "percent of all samples"
see 'global period\]$' "the title"
keys p b
see 'local hits\]' "percent of samples"
keys b O
see '^           d: → callq helper$' "the offset of a call"
keys O O f
see "^  60.00   $(printf '%x' $(($(address work) + 6))):   addq" "addresses"
keys f o
see "^  60.00   $(printf '%x' $(($(address work) + 6))):   addq   *%rdi,%rax$" "what the decoder says"
see "callq  *$(printf '%x' $(($(address helper)))) <helper>$" "what the decoder says of a call"
keys o J
see '^  60.00   1  6:   addq  %rdi,%rax$' "how many jumps lead there"
see '^          1 13:   decq' "how many jumps lead there"
keys J Tab
see '^  30.00 ┌─    ↓ je    13$' "the line of a jump"
keys j
see '^  30.00       ↓ je    13$' "without the line of a jump"
keys j BTab c
see '^No branch tells the cycles of this code' c
keys c '>'
see '^helper() ' "the next function"
keys '>'
see '^work() ' "around the end"
keys '<'
see '^helper() ' "the function before"
keys '<' e
see "of event 'task-clock'"  "the next event"
see '^ 100.00   13:   decq  %rdi$' "its numbers"
keys E
see "of event 'cpu-clock'" "the event before"

# --- functions, help, the header, a file -------------------------------------------------------------------------
keys F
see '  75.00  work  (code)$\| 66.67  work  (code)' "the list of functions"
keys Down Enter
see '^work > helper() ' "a function of the list"
keys Left
see '^work() '
keys h
see ' Tab             the next hottest one' "the list of keys"
keys q P
see '^Saved as perf.annotate.0' "P"
keys i
see 'captured on\|arch' "the header"
keys q
leave
"$PERF" annotate -i data --stdio2 --no-source work 2> err | sed '/task-clock/,$d' > want
sed 1d perf.annotate.0 | diff - "$(sed 1d want > want.rows; echo want.rows)" > differs || bad "the file: $(cat differs)"
keys "clear; \$PERF annotate -i data --tui nowhere; echo LEFT \$?" Enter
see '^LEFT 1$' "a function that is not there"
see "perf: no screen for --tui, the code is text: the function has no samples" "why there is no screen"
in_shell "\$PERF annotate -i data --stdio helper --no-pager | grep -c Disassembly"
see '^1$' "--stdio"
printf '[tui]\n\tannotate = false\n' > config
in_shell "PERF_CONFIG=config \$PERF annotate -i data --no-pager helper | cat; PERF_CONFIG=config \$PERF annotate -i data --no-pager helper | grep -c Disassembly"
keys "clear; PERF_CONFIG=config \$PERF annotate -i data --no-pager helper" Enter
see 'Source code & Disassembly' "tui.annotate = false"

# --- cycles of branches: the average, and the least and the most ------------------------------------------------
cat > branches.py << 'E2'
import sys
from perfwrite import *
work = int(sys.argv[3], 16)
f = Writer("<", "x86_64")
e = f.event(type=0, config=0, name="cycles", sample_type=S_IDENTIFIER | S_IP | S_TID | S_TIME | S_PERIOD | S_BRANCH_STACK, branch_sample_type=8)
f.comm(7, 7, "code", 1)
f.mmap2(7, 7, 0x401000, 0x1000, 0x1000, sys.argv[2], 2)
f.branch_stack = True
loop = [(work + 22, work + 6, 2 | cycles << 4) for cycles in (10, 13)]
f.sample(e, ip=work + 6, pid=7, tid=7, time=1000, period=1, branches=loop)
f.write(sys.argv[1])
E2
python3 branches.py branches "$dir/code" "$(address work)" || fail "cannot write a recording"
browse -i branches --no-source work
see '^work() .*Average IPC: 0' "cycles"
see '    11 *↑ jne   6$' "the average"
keys c
see '    11 (10/13)  *↑ jne   6$' "the least and the most"
leave

# --- from perf report --------------------------------------------------------------------------------------------
keys "clear; \$PERF report -i data 2> err; echo LEFT \$?" Enter
see ' main$' "perf report"
keys / main Enter
see 'row 1/1' "the row of main"
keys a
see '^main() ' "a"
see 'calls included\]$' "what numbers are"
see '^ 100.00       → callq work$' "the call of main"
keys Enter
see '^main > work() ' "the called function"
see '^  33.33       → callq helper$\|^  25.00       → callq helper$' "the call that was under way"
keys Left Left
see ' row 1/1 *$' "back in the report"
keys m
see "The function's code with its samples (a)" "the menu"
keys Escape
leave
keys "clear; \$PERF report -i data --no-children -g none 2> err; echo LEFT \$?" Enter
see ' helper *$' "perf report --no-children"
keys a
see '^work() ' "a, on the first row"
see '^  60.00    6:   addq' "samples at their own addresses"
keys w
see '60\.00 *<- main <- _start' "who called, from perf report"
keys Escape
keys q
see 'row 1/' "q comes back to the report"
leave
# Addresses are counted when the first code is asked for: of the same samples, or of none.
keys "clear; \$PERF report -i data --no-children -g none --time 0.000001000,0.000001095 2> err; echo LEFT \$?" Enter
see ' work *$' "perf report --time"
keys a
see '^  66.67    6:   addq' "samples of these times only"
keys q
see 'row 1/' "q"
keys a
see '^  66.67    6:   addq' "once more"
keys q
leave
# Of other threads, which no row has, there is nothing in the code either; nor if the addresses are counted with the rows.
python3 make.py threads "$dir/code" "$(address work)" "$(address helper)" "$(address main)" "$(address _start)" threads
for filter in "--comm code" "--pid 7" "--tid 7"; do
	keys "clear; \$PERF report -i threads --no-children -g none $filter 2> err; echo LEFT \$?" Enter
	see ' helper *$' "perf report $filter"
	keys a
	see '^  60.00    6:   addq' "samples of these threads only: $filter"
	keys q
	leave
done
cp data other
keys "clear; \$PERF report -i other --no-children -g none 2> err; echo LEFT \$?" Enter
see ' work *$' "another recording"
python3 make.py new "$dir/code" "$(address work)" "$(address helper)" "$(address main)" "$(address _start)" less
mv new other
keys a
see '^The recording is another one since it was read' "a file that is another one now"
rm other
keys a
see '^The recording cannot be read again: .*No such file' "a file that is gone"
leave
# A pipe is read only once: of it they are counted with the rows.
mkfifo fifo
cat data.pipe > fifo &
keys "clear; \$PERF report -i fifo --no-children -g none 2> err; echo LEFT \$?" Enter
see ' work *$' "a pipe"
keys a
see '^  60.00    6:   addq' "code of a pipe's samples"
keys w
see '60\.00 *<- main <- _start' "who called, of a pipe"
keys Escape
keys q
leave
cat data.pipe > fifo &
keys "clear; \$PERF annotate -i fifo --no-source 2> err; echo LEFT \$?" Enter
see '^  60.00    6:   addq' "perf annotate of a pipe"
keys w
see '60\.00 *<- main <- _start' "who called, of a pipe without rows"
keys Escape
leave
cat threads.pipe > fifo &
keys "clear; \$PERF report -i fifo --no-children -g none --comm code 2> err; echo LEFT \$?" Enter
see ' helper *$' "a pipe, --comm"
keys a
see '^  60.00    6:   addq' "code of a pipe's samples of these threads"
keys q
leave
wait

# --- sizes, colours, other kinds of terminals ----------------------------------------------------------------------
terminal 30 8
browse -i data
see '^work() ' "a small screen"
keys Tab
see ' hot 2 of 3' "a small screen"
# A way that is longer than the line: its end is the function that is shown.
keys F Down Enter F Enter F Down Enter
see '^work > .*….*helper()$' "a long way"
keys Left Left Left
in_tmux resize-window -x 120 -y 30
see "^Samples: 15  of event 'cpu-clock', Event count (approx.): 1500, \[percent: local period\] *may be late *$" "a larger one, with room for more"
leave
terminal 80 24 LC_ALL=C
browse -i data --no-source
see '^  60.00    6:   addq' "without UTF-8"
keys Tab
see '^  30.00 ,-    v je    13$' "an arrow of ASCII"
leave
# Types of data, here and on the report's screen; what is saved has them, too.
cat > typed.c << 'E2'
struct node { struct node *next; long value; };
long work(struct node *n)
{
	long sum = 0;

	for (; n; n = n->next)
		sum += n->value;
	return sum;
}
int helper(int a)
{
	return a + 1;
}
int main(int argc, char **argv)
{
	struct node last = { 0, argc }, first = { &last, helper(argc) };

	(void)argv;
	return (int)work(&first);
}
E2
gcc -g -O1 -no-pie -o typed typed.c
nm typed > names
python3 make.py typed.data "$dir/typed" "$(address work)" "$(address helper)" "$(address main)" "$(address _start)"
terminal 100 30
rm -f perf.annotate.*
browse -i typed.data --no-source work
see '^work() '
unseen '# data-type' "types unasked"
keys T
see 'addq .*8(%rdi),%rax  # data-type: struct node +0x8 (value)$' "T"
keys P
see '^Saved as perf\.annotate\.0 '
grep -q '(%rdi),%rdi  # data-type: struct node +0 (next)$' perf.annotate.0 || bad "saved types: $(cat perf.annotate.0)"
keys T
unseen '# data-type' "T again"
leave
browse -i typed.data --no-source --code-with-type work
see '# data-type: struct node +0x8 (value)$' "--code-with-type"
leave
keys "clear; \$PERF report -i typed.data --no-children -g none 2> err; echo LEFT \$?" Enter
see ' work *$'
keys a
see '^work() '
keys T
see '# data-type: struct node +0x8 (value)$' "T, from perf report"
keys q
leave

nm code > names
# A name that wants to control the terminal.
cp code "$(printf 'c\033[31mde')"
python3 make.py hostile "$dir/$(printf 'c\033[31mde')" "$(address work)" "$(address helper)" "$(address main)" "$(address _start)"
browse -i hostile
see '\\x1b\[31mde' "a hostile name"
leave
# Code that is gone.
mv code gone
# What is still on the screen from before says LEFT.
keys "clear; \$PERF annotate -i data 2> err; echo GONE \$?" Enter
see "^GONE 0" "no code"
grep -q "samples are in code without names" err || bad "it is not said that there are no names: $(cat err)"
finish
