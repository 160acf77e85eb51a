#!/bin/sh
# perf defer pack: the same text where none of the files is there; damaged and hostile packs
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
find_leaks
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
need_tools gcc nm objcopy
need_features libelf dwarf zstd libcapstone

export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C.UTF-8
cd "$dir"
truth="$PERF_TEST_DIR/build/pack_truth.py"

# A program whose names and lines are in a file beside it, a JIT compiler's map, a kernel's symbols.
mkdir -p root/bin/.debug root/tmp
pack_program > prog.c
gcc -g -O1 -no-pie -fno-omit-frame-pointer -Wl,--build-id -o prog prog.c
"$truth" record prog data || fail "pack_truth.py record"
objcopy --only-keep-debug prog root/bin/.debug/prog.debug
cp prog root/bin/prog
(cd root/bin/.debug && objcopy --strip-all --add-gnu-debuglink=prog.debug ../prog)
printf '7f0000000000 100 jitted_function\n' > root/tmp/perf-77.map
printf 'ffffffff81000000 T _text\nffffffff81000000 T _stext\nffffffff81000100 T some_work\nffffffff81000200 T more_work\nffffffff81f00000 T _etext\n' > kallsyms

texts() { # FILE WHERE ARGS...: what report and script say
	file=$1 where=$2
	shift 2
	mkdir -p "$where"
	"$PERF" report --stdio -i "$file" "$@" > "$where/report" 2> "$where/report.err" || bad "report $file: $?: $(cat "$where/report.err")"
	"$PERF" report --stdio --no-children -s dso,sym,srcline -g none -i "$file" "$@" > "$where/lines" 2> "$where/err" || bad "lines of $file"
	"$PERF" script -F comm,tid,time,event,ip,sym,symoff,dso,srcline -i "$file" "$@" > "$where/script" 2> "$where/err" || bad "script $file"
	"$PERF" defer export -q --format=folded -i "$file" "$@" > "$where/folded" || bad "folded $file"
}
same_texts() { # WHAT A B
	for text in report lines script folded; do
		diff "$2/$text" "$3/$text" > differs || bad "$1: $text: $(head -n 8 differs)"
	done
}
texts data before --symfs "$dir/root" --kallsyms "$dir/kallsyms"
for name in twice work jitted_function some_work; do
	grep -q $name before/report || bad "the recording does not show '$name': $(cat before/report)"
done
grep -q 'prog.c:3' before/lines || bad "the recording has no lines: $(cat before/lines)"

code=0
"$PERF" defer pack -i data --symfs root --kallsyms kallsyms > out 2>&1 || code=$?
[ "$code" = 2 ] || bad "a library that is not there: exit status $code instead of 2"
grep -q "'/lib/gone.so' is not packed" out || bad "what is not packed is not named: $(cat out)"
[ "$(stat -c %a data.packed)" = 600 ] || bad "it is not private"
"$truth" members data.packed | sed 's/ [0-9]*$//' | sort > listed
printf '%s\n' '0 /bin/prog 0' '1 /bin/prog 0' '2 [kernel.kallsyms] 0' '3 /tmp/perf-77.map 0' | cmp -s - listed || bad "it has $(cat listed)"
head -c "$(wc -c < data)" data.packed | cmp - data || bad "the recording in it is another one"

# --- elsewhere: nothing of it is there, or other files of these names ---
mv root hidden
mv kallsyms hidden-kallsyms
texts data.packed after
same_texts "on another machine" before after
# Without /proc the same files are opened. (A build with ASan ends there: it
# reads its options in /proc, and looks for leaks by way of it.)
if ! grep -qa __asan_init "$(command -v "$PERF")" && unshare -m sh -c 'mount -t tmpfs none /proc' 2> /dev/null; then
	unshare -m sh -c 'mount -t tmpfs none /proc && exec "$@"' - "$PERF" report --stdio -i data.packed > out 2> err || bad "without /proc: $?"
	cmp -s out after/report || bad "without /proc: $(cat err)"
elif [ -z "${PERF_TEST_AGAIN:-}" ]; then
	left_out "a machine without /proc" "it takes unshare -m, and may not be a build with sanitizers"
fi
texts data without
cmp -s without/report after/report && bad "the recording alone shows the same: nothing is tested here"
mkdir -p other/bin
cp "$(command -v ls)" other/bin/prog
texts data.packed other --symfs "$dir/other"
same_texts "with other files below --symfs" before other
"$PERF" defer stat -i data.packed > out 2>&1 || bad "defer stat: $(cat out)"
"$PERF" inject -b -i data.packed -o injected 2> err || bad "inject: $(cat err)"
"$PERF" report --stdio -i injected > out 2>&1 || bad "a copy without what was packed: $(cat out)"

# --- the kernel: a vmlinux that -k names, and the memory that record --kcore keeps ---
# Machine code of a function in assembler is what its text says; lines come from there as well.
cat > kernel.s << 'END'
	.globl _text, some_work, more_work
_text:	.skip 0x100, 0x90
	.type some_work, @function
some_work:
	.rept 32
	lea 4660(%rax), %rbx
	.endr
	ret
	.size some_work, .-some_work
	.skip 0x200 - (. - _text), 0x90
	.type more_work, @function
more_work: ret
	.size more_work, 1
END
gcc -g -nostdlib -static -no-pie -Wl,--build-id=none -Wl,-Ttext=0xffffffff81000000 -Wl,-e,_text -o vmlinux kernel.s
kernel_texts() { # FILE WHERE ARGS...: functions, lines and instructions of the kernel
	file=$1 where=$2
	shift 2
	mkdir -p "$where"
	"$PERF" report --stdio --no-children -s sym,srcline -g none -i "$file" "$@" > "$where/lines" 2> "$where/err" || bad "lines of $file: $(cat "$where/err")"
	"$PERF" script -F comm,time,ip,sym,insn -i "$file" "$@" > "$where/script" 2> "$where/err" || bad "script $file: $(cat "$where/err")"
}
same_kernel() { # WHAT A B
	for text in lines script; do
		diff "$2/$text" "$3/$text" > differs || bad "$1: $text: $(head -n 8 differs)"
	done
}
kernel_texts data kernel-before -k vmlinux
grep -q 'some_work *kernel.s:[0-9]' kernel-before/lines || bad "no lines of the kernel: $(cat kernel-before/lines)"
grep -q 'insn: 48 8d 98' kernel-before/script || bad "no instructions of the kernel: $(cat kernel-before/script)"
"$PERF" defer pack -q -i data -o named.packed -k vmlinux > out 2>&1 || [ $? = 2 ] || bad "pack -k: $(cat out)"
"$truth" members named.packed | grep -q '^5 ' || bad "the vmlinux is not in it: $("$truth" members named.packed)"
mkdir -p recorded/kcore_dir
cp data recorded/data
cp vmlinux recorded/kcore_dir/kcore
cp hidden-kallsyms recorded/kcore_dir/kallsyms
kernel_texts recorded kcore-before
grep -q 'insn: 48 8d 98' kcore-before/script || bad "no instructions of the kernel's memory: $(cat kcore-before/script)"
"$PERF" defer pack -q -i recorded -o recorded.packed > out 2>&1 || [ $? = 2 ] || bad "pack of a folder: $(cat out)"
"$truth" members recorded.packed | sed 's/ [0-9]*$//' | sort > listed
printf '%s\n' '2 [kernel.kallsyms] 0' '6 [kernel.kallsyms] 0' | cmp -s - listed || bad "pack of a folder has $(cat listed)"
mv recorded hidden-recorded
mv vmlinux hidden-vmlinux
mv kernel.s hidden-kernel.s
kernel_texts named.packed kernel-after
same_kernel "a vmlinux" kernel-before kernel-after
kernel_texts recorded.packed kcore-after
same_kernel "kcore" kcore-before kcore-after
kernel_texts data.packed neither
! grep -q 'insn: 48 8d 98' neither/script || bad "instructions of the kernel come from somewhere: nothing is tested here"

# --- what dwz has taken out of debug information ---
if command -v dwz > /dev/null; then
	for n in 1 2; do
		# Types that both have make it worth while. Names go there as well.
		(echo '#include <stdio.h>'; sed "s/return leaf(n) + leaf(n + 3) + 1/return leaf(n) + leaf(n + 3) + $n + (stdin != stdout)/" prog.c) > prog$n.c
		gcc -g -O1 -no-pie -fno-omit-frame-pointer -Wl,--build-id -o prog$n prog$n.c
	done
	dwz -m common.debug -M "$dir/common.debug" prog1 prog2 2> err || bad "dwz: $(cat err)"
	"$truth" record prog1 shared
	mkdir -p cut/bin
	cp prog1 cut/bin/prog
	texts shared cut-before --symfs "$dir/cut" --kallsyms hidden-kallsyms
	grep -q 'twice' cut-before/report || bad "names that dwz has taken out are not there: $(cat cut-before/report)"
	"$PERF" defer pack -q -i shared --symfs cut --kallsyms hidden-kallsyms > out 2>&1 || [ $? = 2 ] || bad "pack: $(cat out)"
	"$truth" members shared.packed | grep -q "^4 $dir/common.debug" || bad "what dwz has taken out is not in it: $("$truth" members shared.packed)"
	mv common.debug hidden-common
	texts shared without --symfs "$dir/cut" --kallsyms hidden-kallsyms
	grep -q 'twice' without/report && bad "the names are there without it: nothing is tested here"
	mv cut hidden-cut
	texts shared.packed cut-after
	grep -q 'twice' cut-after/report || bad "what dwz has taken out is not read: $(cat cut-after/report)"
	same_texts "dwz" cut-before cut-after
else
	left_out "debug files that share a part" "dwz is not installed"
fi

# --- mistakes ---
status() { # WANT WORDS ARGS...
	want=$1 words=$2 got=0
	shift 2
	"$PERF" defer pack "$@" > out 2>&1 < /dev/null || got=$?
	[ "$got" = "$want" ] || bad "pack $*: exit status $got instead of $want: $(tail -n 3 out)"
	grep -q -e "$words" out || bad "pack $*: does not say '$words': $(cat out)"
}
"$PERF" defer generate --seed 3 --format pipe -o stream
status 129 "packed already" -i data.packed
status 129 "needs a file" -i -
status 1 "is a stream" -i stream
[ ! -e stream.packed ] || bad "a pack of a stream was left behind"
status 1 "no-such" -i no-such
status 1 "cannot make" -i data -o "$dir/no-folder/x"

# --- damage in what was added: told, and the rest of it is read ---
for number in $(seq 0 15) $(seq 40 46) $(seq 60 69); do
	"$truth" hostile data.packed bad $number
	got=0
	"$PERF" report --stdio -i bad > out 2> err || got=$?
	[ "$got" = 0 ] || [ "$got" = 2 ] || bad "damage $number: exit status $got: $(tail -n 3 err)"
	grep -q 'Samples: 61 ' out || bad "damage $number: samples are lost: $(head -n 20 out)"
	if [ $number -lt 4 ] && { [ $got != 2 ] || ! grep -q 'packed\|pack has added' err; }; then
		bad "damage $number of the directory: exit status $got: $(cat err)"
	fi
done

# --- a file that becomes more than a pack may ---
mkdir -p big/bin
printf '.globl _start\n_start: nop\n.globl main\nmain: nop\n.globl work\nwork: nop\n.globl leaf\nleaf: nop\n.data\n.skip 200000000\n' > big.s
gcc -nostdlib -static -Wl,--build-id -o big/bin/prog big.s
"$truth" record big/bin/prog bigdata
"$PERF" defer pack -q -i bigdata --symfs big --kallsyms hidden-kallsyms > out 2>&1 || [ $? = 2 ] || bad "a large program: $(cat out)"
rm -rf big
"$PERF" report --stdio -i bigdata.packed > out 2> err || bad "a large program: exit status $?"
grep -q "larger than core.unpack-limit" err || bad "a file of 200 MB of zeros is unpacked: $(cat err)"
"$PERF" -c core.unpack-limit=0 report --stdio -i bigdata.packed > out 2> err || bad "core.unpack-limit=0: $(cat err)"
grep -q work out || bad "core.unpack-limit=0 does not unpack it: $(cat out)"
exit 0
