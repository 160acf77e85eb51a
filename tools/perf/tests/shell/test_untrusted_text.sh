#!/bin/sh
# security: names from outside neither command a terminal nor forge lines; --exact-names, JSON
# SPDX-License-Identifier: GPL-2.0-only
# Sanitizers: each time, since what it reads does harm.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"

export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C
poison="$PERF_TEST_DIR/build/poison.py"
cd "$dir"

# What the commands print is collected, and looked at together.
run() { # NAME COMMAND...
	name=outputs/$(echo "$1" | tr ' /' '__')
	shift
	got=0
	timeout 60 "$@" > "$name" 2> "$name.err" < /dev/null || got=$?
	[ "$got" -lt 124 ] || bad "$*: exit status $got: $(tail -n 3 "$name.err")"
}
harmless() { # WHAT
	"$poison" check outputs/* || bad "$1"
	rm -rf outputs
	mkdir outputs
small_kernel
}
mkdir outputs

# --- every record, every header, tracepoints: each text damaged ---
"$PERF_TEST_DIR/build/every_record.py" .
cp "$PERF_TEST_DIR/golden/demo/demo.data" demo.data
for seed in 1 2; do
	for file in le.data be.data le.pipe demo.data; do
		[ $seed$file != 2be.data ] || continue
		[ -z "${PERF_TEST_AGAIN:-}" ] || [ $seed = 1 ] || continue
		"$poison" make $seed $file poisoned
		while read -r command; do
			# shellcheck disable=SC2086 # words by design
			run "$command" "$PERF" $command -i poisoned
		done << 'E'
script
script -v
script -D
script --show-task-events --show-mmap-events --show-namespace-events --show-bpf-events --show-cgroup-events
script --show-text-poke-events --show-switch-events --show-round-events --show-lost-events
script -F comm,tid,pid,cpu,time,event,ip,sym,dso,trace,cgroup,addr,symoff,dsoff,brstacksym,brstack
script --header-only -I
report --stdio --header -I
report --stdio -s comm,dso,sym,cgroup,trace,cpu
report --stdio --hierarchy -s comm,dso
report --stdio -v -g caller
report -t , -s comm,dso,sym
report --tasks
report --mmaps
report --missing
report --missing --json
report --json
report -D
report --stats
evlist -v
evlist --trace-fields
buildid-list
buildid-list -H
defer stat --by comm
defer stat --by event
defer stat --by comm --json
defer dump
defer dump --json
defer verify --examples 50
defer verify --json
E
		harmless "$file, seed $seed"
	done
done

# --- what shows waiting ---
cat > waiting.py << 'E'
import sys
from switches import *

BAD = b"\n\x02\x1b[2J\x9b"
f = Switches(tasks=[])
f.comm(10, 10, b"a" + BAD)
f.comm(11, 11, b"b" + BAD)
f.mmap2(10, 10, 0x400000, 0x100000, 0, b"/nowhere/p" + BAD)
f.mmap2(11, 11, 0x400000, 0x100000, 0, b"/nowhere/q" + BAD)
f.switch(1000, 0, 10, "S", 0)
f.waking(2000, 1, 11, 10)
f.switch(3000, 0, 0, "R", 10)
f.write(sys.argv[1])
E
python3 waiting.py poisoned
while read -r command; do
	# shellcheck disable=SC2086 # words by design
	run "$command" "$PERF" $command -i poisoned
done << 'E'
script --off-cpu --state all
script --off-cpu --state all -G
report --stdio --wall -s comm,state,sym
defer syscalls --rows 0 --slowest 50
defer syscalls --json
defer explain --stacks 0
defer explain --json --stacks 0
defer wakers --rows 0
defer wakers --dot
defer wakers --json
defer wakers --critical-path --pid 0-100000 --rows 0
defer export --format=folded --off-cpu
E
harmless "switches"

# --- source files, as debug information names them ---
if have_tools "names of source files" gcc objdump && [ "$(uname -m)" = x86_64 ] && "$PERF" check feature -q dwarf; then
	printf '#line 1 "%s/bad\\033[2J\\n\\302\\233FORGED;.c"\n' "$dir" > bad.c
	sed 1d "$PERF_TEST_DIR/shell/lib/work.c" >> bad.c
	gcc -g -O2 -no-pie -o bad-source bad.c
	objdump -d --no-show-raw-insn --disassemble=work bad-source > list
	python3 "$PERF_TEST_DIR/build/annotated.py" poisoned "$dir/bad-source" list > truth
	while read -r command; do
		# shellcheck disable=SC2086 # words by design
		run "$command" "$PERF" $command poisoned
	done <<- 'E'
	script -F ip,sym,srcline -i
	report --stdio -s sym,srcline,srcfile -i
	report --stdio -s srcline --full-source-path -i
	report --json -s srcline -i
	annotate --stdio work -i
	annotate --stdio2 work -i
	annotate --stdio --hot-lines -i
	defer export --format=folded --lines -e cpu-clock -i
	defer export --format=speedscope --lines -i
	defer export --format=ndjson -i
	diff -s sym,srcline poisoned
	diff --source poisoned
	diff --source -t , poisoned
	E
	[ "$(grep -l 'bad.*FORGED' outputs/* | wc -l)" = 13 ] || bad "the name is not in: $(grep -L 'bad.*FORGED' outputs/*)"
	harmless "names of source files"
fi

# --- symbols, of ELF files, maps of JIT compilers and kallsyms; paths, as names and in messages ---
esc=$(printf '\033')
forged="x
FORGED${esc}[2J"
mkdir -p "sym/tmp" "sym/$forged"
cat > text << E
comm 77 app
map 77 7f0000000000 1000 0 //anon
map 77 7f1000000000 1000 0 $dir/none/prog
kmap ffffffff81000000 1000000 ffffffff81000000 [kernel.kallsyms]_text 00000000000000000000000000000000000000aa
sample 77 7f0000000010 7f1000000010
ksample 77 ffffffff81000010
E
"$PERF_TEST_DIR/build/recording.py" named < text
printf '7f0000000000 100 jit%s[31m\a\r\302\233name\n' "$esc" > sym/tmp/perf-77.map
printf 'ffffffff81000000 T _text%s[2J\nffffffff81000008 T k%s[2J\302\205name\n' "$esc" "$esc" > kallsyms
printf 'not kallsyms' > "sym/$forged/none"
for command in "script -F comm,ip,sym" "report --stdio -g caller" "report --json" "report --missing -v"; do
	# shellcheck disable=SC2086
	run "$command" "$PERF" $command -i named --symfs "$dir/sym" --kallsyms "$dir/kallsyms"
done
harmless "symbols"
"$PERF" script -i named -F ip,sym --symfs "$dir/sym" --kallsyms "$dir/kallsyms" > out 2> err
grep -qF 'jit\x1b[31m\x07\x0d\xc2\x9bname' out || bad "a JIT's name: $(cat -v out)"
# shellcheck disable=SC1003 # no escape
grep -qF 'k\x1b[2J\xc2\x85name' out || bad "a kernel symbol: $(cat -v out)"

# Whoever reads a pipe may have the bytes; a terminal may not.
"$PERF" script --exact-names -i named -F ip,sym --symfs "$dir/sym" --kallsyms "$dir/kallsyms" > exact 2> err
grep -qF "$(printf 'jit\033[31m\a\r\302\233name')" exact || bad "--exact-names: $(cat -v exact err)"
"$PERF" report --exact-names --stdio -i named -s sym --symfs "$dir/sym" --kallsyms "$dir/kallsyms" > exact 2> err
grep -qF "$(printf 'k\033[2J\302\205name')" exact || bad "report --exact-names: $(cat -v exact err)"
for command in evlist buildid-list; do
	"$PERF" $command --exact-names -i named > out 2> err || bad "$command --exact-names: $(cat err)"
done
python3 - "$PERF" "$dir" << 'E' || bad "on a terminal"
import os, pty, sys
perf, dir = sys.argv[1:]
out = b""
def read(fd):
    global out
    data = os.read(fd, 4096)
    out += data
    return data and b"."
os.environ["TERM"] = "dumb"
pty.spawn([perf, "--no-pager", "script", "--exact-names", "-i", f"{dir}/named", "-F", "ip,sym", "--symfs", f"{dir}/sym",
           "--kallsyms", f"{dir}/kallsyms"], read)
assert b"--exact-names has no effect on a terminal" in out, out
assert b"jit\\x1b[31m" in out and b"\x1b[31m" not in out, out
E

# JSON has the exact name, by its own escapes.
"$PERF" report --json -i named -s sym --symfs "$dir/sym" --kallsyms "$dir/kallsyms" > json 2> err
python3 - << 'E' || bad "JSON: $(cat json)"
import json
text = open("json", encoding="utf-8").read()
assert "jit\x1b[31m\a\r\x9bname" in {f.get("function") for f in json.loads(text)["frames"]}, text
E

# --- a copy has the names as they were ---
"$poison" make 1 le.data poisoned
"$PERF" inject -i poisoned -o copied 2> err || [ $? = 2 ] || bad "inject: $(cat err)"
"$PERF" script -i poisoned > a 2> err || :
"$PERF" script -i copied > b 2> err || :
cmp -s a b || bad "inject: $(diff a b | head -n 5)"
"$PERF" evlist --exact-names -i poisoned > a 2> err
"$PERF" evlist --exact-names -i copied > b 2> err
cmp -s a b || bad "inject: names of events: $(diff a b)"

# --- paths on the command line, in messages ---
for command in script report evlist buildid-list "defer stat" "defer dump" "defer check"; do
	# shellcheck disable=SC2086
	set -- $command
	[ "$command" = "defer check" ] || set -- "$@" -i
	got=0
	"$PERF" "$@" "$dir/$forged" > out 2> err < /dev/null || got=$?
	[ "$got" != 0 ] || bad "$command: status 0"
	! grep -q '^FORGED' err || bad "$command: a forged line: $(cat -v err)"
	! grep -q "$esc" err || bad "$command: an escape sequence: $(cat -v err)"
done
# Those of recordings that are there stand in titles, too.
cp demo.data "there$forged"
for command in "diff demo.data demo.data" "defer stat" "defer verify" "report --stdio --header -i" "evlist -i"; do
	# shellcheck disable=SC2086 # words by design
	run "$command" "$PERF" $command "there$forged"
done
harmless "paths of recordings"
# shellcheck disable=SC2154
finish
