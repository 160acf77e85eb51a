#!/bin/sh
# compressed sections, files and packs: what they become has one limit
# SPDX-License-Identifier: GPL-2.0-only
# Sanitizers: each time, since what it reads does harm.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
need_tools gcc nm objcopy
need_features libelf dwarf zstd lzma

export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none"
cd "$dir"
compress="$PERF_TEST_DIR/build/compress.py" packs="$PERF_TEST_DIR/build/pack_made.py"

# The megabytes that perf has had at most, and in "out" and "err" what it said. (A sanitizer takes some for itself.)
most()
{
	measured python3 -c 'import resource, subprocess, sys
status = subprocess.call(sys.argv[1:], stdout=open("out", "wb"), stderr=open("err", "wb"))
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10)
sys.exit(status)' "$@"
}
LIMIT=120
bounded() { # WHAT COMMAND...: needs far less than the 160 MB that something would become
	what=$1
	shift
	mb=$(most "$@") || bad "$what: exit status $?: $(cat err)"
	[ "$mb" -lt $LIMIT ] || bad "$what: takes $mb MB"
}

# --- sections of an ELF file: libdw unpacks all of them, whoever needs them ---
pack_program > prog.c
gcc -g -O1 -no-pie -fno-omit-frame-pointer -Wl,--build-id -o prog prog.c
"$PERF_TEST_DIR/build/pack_truth.py" record prog data
mkdir -p root/bin
lines() { # WHAT: what perf says of the samples, within the limit
	bounded "$1" "$PERF" script -F ip,sym,srcline --symfs root -i data
	grep -q ' work' out || bad "$1: the names of symbols are missing: $(cat err)"
}
refused() { # WHAT PART MB: told, once
	[ "$(grep -c "bin/prog': $2 would become $3 MB when it is unpacked.*core.unpack-limit=MB" err)" = 1 ] || bad "$1: $(cat err)"
	[ "$(grep -c unpack-limit err)" = 1 ] || bad "$1: told more than once: $(cat err)"
}
cp prog root/bin/prog
lines "nothing is compressed"
{ grep -q 'prog.c:7' out && grep -q '(inlined)' out; } || bad "no lines are there at all: $(head out)"
cp out whole
for type in zlib zlib-gnu; do
	objcopy --compress-debug-sections=$type prog root/bin/prog
	lines "$type"
	cmp -s out whole || bad "$type: other lines than without compression: $(cat err)"
done
for section in .debug_line .debug_str .debug_info; do
	"$compress" section prog $section 160 root/bin/prog
	lines "$section"
	refused "$section" $section 160
done
grep -q prog.c out && bad "lines are there without .debug_info: nothing is tested here"
"$compress" section prog .debug_str 160 root/bin/prog
lines ".debug_str"
grep -q 'prog.c:7' out || bad "lines are missing where .debug_line is fine: $(cat err)"
"$compress" section prog .debug_line 160 root/bin/prog old
lines ".zdebug_line"
refused ".zdebug_line" .zdebug_line 160
# One section that is allowed, and one with which it would be too much.
"$compress" section prog .debug_str 40 once
"$compress" section once .debug_line 40 root/bin/prog
lines "two sections"
refused "two sections" ".debug_[a-z]*" 40
"$compress" section prog .debug_str 40 root/bin/prog
lines "40 MB"
grep -q unpack-limit err && bad "40 MB are too many: $(cat err)"
"$PERF" -c core.unpack-limit=30 script -F ip,sym,srcline --symfs root -i data > out 2> err || bad "30 MB: exit status $?"
refused "40 MB of 30" .debug_str 40
"$compress" section prog .debug_str 100 root/bin/prog
for limit in 500 0; do
	"$PERF" -c core.unpack-limit=$limit script -F ip,sym,srcline --symfs root -i data > out 2> err || bad "$limit: exit status $?"
	grep -q unpack-limit err && bad "core.unpack-limit=$limit does not allow 100 MB: $(cat err)"
	grep -q 'prog.c:7' out || bad "core.unpack-limit=$limit: no lines: $(cat err)"
done
# Others who ask libdw.
"$compress" section prog .debug_line 160 root/bin/prog
bounded "report" "$PERF" report --stdio -s sym,srcline --symfs root -i data
refused "report" .debug_line 160
# Who asks only for unwind tables unpacks these only.
bounded "defer verify" "$PERF" defer verify --allow=100 --symfs root -i data
[ ! -s err ] || bad "defer verify: $(cat err)"
gcc -g -O1 -no-pie -fno-asynchronous-unwind-tables -fno-omit-frame-pointer -Wl,--build-id -o framed prog.c
"$PERF_TEST_DIR/build/pack_truth.py" record framed framed.data
cp framed root/bin/prog
"$PERF" defer verify --allow=100 --symfs root -i framed.data > whole 2> err || bad "defer verify: $(cat err)"
for type in zlib zlib-gnu; do
	objcopy --compress-debug-sections=$type framed root/bin/prog
	"$PERF" defer verify --allow=100 --symfs root -i framed.data > out 2> err || bad "defer verify, $type: $(cat err)"
	cmp -s out whole || bad "defer verify, $type: another verdict than without compression: $(cat out err)"
done
"$compress" section framed .debug_frame 160 root/bin/prog
bounded "defer verify" "$PERF" defer verify --allow=100 --symfs root -i framed.data
refused "defer verify" .debug_frame 160
# The code says the same as the table that is refused.
if "$PERF" check feature -q libcapstone; then
	cmp -s out whole || bad "defer verify, without .debug_frame: another verdict: $(cat out err)"
fi

# --- a symbol table in a section (MiniDebugInfo), and whole files ---
strip -o root/bin/prog prog
objcopy --only-keep-debug prog prog.debug
"$compress" file prog.debug 160 mini.xz
objcopy --add-section .gnu_debugdata=mini.xz root/bin/prog
bounded ".gnu_debugdata" "$PERF" script -F ip,sym --symfs root -i data
grep -q "bin/prog': .gnu_debugdata would become more than fits" err || bad ".gnu_debugdata: $(cat err)"

printf '.text\n.globl in_module\n.type in_module, @function\nin_module: .skip 64, 0x90\n.size in_module, 64\n' > module.s
gcc -c -o module.ko module.s
"$compress" modules modules 3
for i in 0 1 2; do
	"$compress" file module.ko 0 root/m$i.ko.xz
done
"$PERF" script -F ip,sym --symfs root --kallsyms /dev/null -i modules > out 2> err || bad "modules: $(cat err)"
[ "$(grep -c in_module out)" = 3 ] || bad "modules that are fine have no names: $(cat out err)"
"$compress" file module.ko 160 root/m1.ko.xz
bounded "a module" "$PERF" script -F ip,sym --symfs root --kallsyms /dev/null -i modules
[ "$(grep -c in_module out)" = 2 ] || bad "a large module: $(cat out err)"
[ "$(grep -c "m1.ko.xz': it would become more than fits" err)" = 1 ] || bad "a large module is not told of: $(cat err)"

# --- packs ---
"$packs" overlapping 5 overlap
got=0
"$PERF" script -F ip,sym -i overlapping > out 2> err || got=$?
[ "$got" = 2 ] || bad "members that overlap: exit status $got"
grep -q "'/bin/p4' begins at 0x[0-9a-f]*, within '/bin/p3', which ends at 0x" err || bad "members that overlap: $(cat err)"
"$packs" bombs 10 bombs
"$PERF" script -F ip,sym -i bombs > out 2> err || bad "many that become large: exit status $?"
# 24 MB each: two of them are allowed together, and the others are told by name.
[ "$(grep -c ' f[0-9]' out)" = 2 ] || bad "of 10 programs of 24 MB, names of $(grep -c ' f[0-9]' out) are there instead of 2"
[ "$(grep -c "'/bin/p[2-9]' cannot be unpacked.*24 MB.*core.unpack-limit=MB" err)" = 8 ] || bad "what is left out is not told: $(cat err)"
"$PERF" -c core.unpack-limit=300 script -F ip,sym -i bombs > out 2> err || bad "core.unpack-limit=300: $(cat err)"
[ "$(grep -c ' f[0-9]' out)" = 10 ] || bad "core.unpack-limit=300: $(cat out err)"
# More programs than a process may have open files.
"$packs" many 1000
few() # COMMAND...: with few descriptors
{
	# shellcheck disable=SC3045 # dash and bash have it
	(ulimit -n 64; "$@")
}
few "$PERF" script -F ip,sym -i many > out 2> err || bad "1000 programs: exit status $?"
[ "$(awk '{ print $2 }' out | sort -u | grep -c '^f')" = 1000 ] || bad "1000 programs: names of $(grep -c ' f[0-9]' out): $(tail -n 3 err)"
few "$PERF" report --stdio -s sym,srcline -i many > out 2> err || bad "1000 programs, report: exit status $?"
[ "$(grep -c ' f[0-9]' out)" = 1000 ] || bad "1000 programs, report: $(grep -c ' f[0-9]' out): $(tail -n 3 err)"
finish
