#!/bin/sh
# perf report, script: names as in the source or as linked; the kernel's by kallsyms and vmlinux, moved; JIT maps; BPF
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
find_leaks
need_features libelf
need_tools python3 gcc as ld readelf objdump addr2line
tests=$PERF_TEST_DIR
export PYTHONDONTWRITEBYTECODE=1 LC_ALL=C
export HOME="$dir" PERF_BUILDID_DIR="$dir/none"
record() { # the lines on standard input, into $dir/data
	"$tests/build/recording.py" "$dir/data"
}
# Names of the samples, in their order. The rest of the line: `perf script`'s options; messages in $dir/err.
names() {
	"$PERF" script -i "$dir/data" -F ip,sym --no-inline "$@" 2> "$dir/err" < /dev/null | sed -n 's/^[\t ]*[0-9a-f]* //p'
}
is() { # WHAT WANT GOT
	[ "$3" = "$2" ] || fail "$1: got '$3', want '$2': $(cat "$dir/err")"
}

# --- mangled names -----------------------------------------------------------------
# What compilers called them, and what was in the source.
cat > "$dir/names" << 'E'
_ZNK2ns12_GLOBAL__N_13BoxIdEplERKS2_.constprop.0.isra.0 ns::(anonymous namespace)::Box<double>::operator+(ns::(anonymous namespace)::Box<double> const&) const [clone .constprop.0] [clone .isra.0]
_ZN2ns1V1fERKSs ns::V::f(std::string const&)
_ZN2rs5apply17hb62a9e64ecdb6d7cE rs::apply
_ZN49_$LT$rs..inner..Sq$u20$as$u20$rs..inner..Area$GT$4area17h3f1b2c77a90d1e22E <rs::inner::Sq as rs::inner::Area>::area
_RNvXNtCsbFYJioi4cCO_2rs5innerNtB2_2SqNtB2_4Area4area <rs::inner::Sq as rs::inner::Area>::area
_RINvMs6_NtCsgvbsrvnw3yD_9hashbrown3rawINtB6_8RawTableTlyEE14reserve_rehashNCINvNtB8_3map11make_hasherlyNtNtNtCsjrHSEGnQ3l9_3std4hash6random11RandomStateE0ECsbFYJioi4cCO_2rs.llvm.2588498660280302389 <hashbrown::raw::RawTable<(i32, u64)>>::reserve_rehash::<hashbrown::map::make_hasher<i32, u64, std::hash::random::RandomState>::{closure#0}>
_D3app4deep1K8toStringMFZAya app.deep.K.toString()
_Dmain D main
_Znonsense _Znonsense
plain_c plain_c
E
cut -d' ' -f2- "$dir/names" > "$dir/plain"
cut -d' ' -f1 "$dir/names" > "$dir/linked"
{
	echo '.text'
	while read -r name; do
		printf '.globl "%s"\n.type "%s", @function\n"%s": .skip 16\n.size "%s", 16\n' "$name" "$name" "$name" "$name"
	done < "$dir/linked"
} > "$dir/x.s"
as -o "$dir/x.o" "$dir/x.s"
ld --build-id=0x11223344556677889900112233445566778899aa -Ttext=0x401000 -e 0 -o "$dir/prog" "$dir/x.o"
id=11223344556677889900112233445566778899aa
offset=$(readelf -SW "$dir/prog" | sed -n 's/.* \.text *PROGBITS *[0-9a-f]* 0*\([0-9a-f]*\) .*/\1/p')
{
	echo 'comm 7 prog'
	echo "map 7 401000 1000 $offset $dir/prog $id"
	n=0
	while read -r _; do
		printf 'sample 7 %x\n' $((0x401004 + 16 * n))
		n=$((n + 1))
	done < "$dir/linked"
} > "$dir/text"
record < "$dir/text"
names > "$dir/out"
if "$PERF" check feature -q demangle; then
	cmp "$dir/out" "$dir/plain" || fail "demangled: $(diff "$dir/out" "$dir/plain")"
fi
names --no-demangle | cmp - "$dir/linked" || fail "--no-demangle: $(names --no-demangle)"
for option in --demangle --no-demangle; do
	[ "$option" = --demangle ] && want=$dir/plain || want=$dir/linked
	"$PERF" report -i "$dir/data" --stdio -g none -F sym -s sym $option 2> "$dir/err" | sed -n 's/^  \[\.\] //p' | sed 's/ *$//; /^\[caller missing: /d' |
		sort > "$dir/out"
	if [ $option = --no-demangle ] || "$PERF" check feature -q demangle; then
		sort "$want" | cmp - "$dir/out" || fail "report $option: $(cat "$dir/out")"
	fi
done

# Below another root; a file of another build is not used, which is said once for many samples.
mkdir -p "$dir/root$dir"
mv "$dir/prog" "$dir/root$dir/prog"
is "no file" "[unknown]" "$(names | sort -u)"
is "--symfs" "plain_c" "$(names --symfs "$dir/root" | tail -n 1)"
mkdir "$dir/flat" "$dir/flat,odd"
cp "$dir/root$dir/prog" "$dir/flat/"
cp "$dir/root$dir/prog" "$dir/flat,odd/"
is "--symfs DIR,flat" "plain_c" "$(names --symfs "$dir/flat,flat" | tail -n 1)"
is "--symfs DIR,hierarchy" "plain_c" "$(names --symfs "$dir/root,hierarchy" | tail -n 1)"
is "--symfs DIR of one that is flat" "[unknown]" "$(names --symfs "$dir/flat" | sort -u)"
is "--symfs DIR,flat of one that is not" "[unknown]" "$(names --symfs "$dir/root,flat" | sort -u)"
is "--symfs DIR with a comma" "plain_c" "$(names --symfs "$dir/flat,odd,flat" | tail -n 1)"
"$PERF" script -i "$dir/data" --symfs "$dir/flat,plain" > "$dir/out" 2> "$dir/err" && fail "--symfs DIR,plain is taken"
grep -q 'DIR,flat or DIR,hierarchy' "$dir/err" || fail "--symfs DIR,plain: $(cat "$dir/err")"
ld --build-id=0xffffffffffffffffffffffffffffffffffffffff -Ttext=0x401000 -e 0 -o "$dir/prog" "$dir/x.o"
is "another build" "[unknown]" "$(names | sort -u)"
is "what is said of another build" 1 "$(grep -c "no symbols of '$dir/prog': .*build id differs" "$dir/err")"

# --- the kernel ----------------------------------------------------------------------
# It ran 0x12000000 above where its table and its file have it. A module, a BPF program.
cat > "$dir/v.s" << 'E'
	.text
	.globl	_text
_text:	.skip 256
	.type	do_one, @function
do_one:	.skip 32
	.size	do_one, 32
	.type	do_two, @function
do_two:	.skip 32
	.size	do_two, 32
	.section .note.GNU-stack, "", @progbits
E
as -o "$dir/v.o" "$dir/v.s"
kid=aa00000000000000000000000000000000000001
ld --build-id=0x$kid -Ttext=0xffffffff81000000 -e 0 -o "$dir/vmlinux" "$dir/v.o"
ld --build-id=0xaa00000000000000000000000000000000000002 -Ttext=0xffffffff81000000 -e 0 -o "$dir/vmlinux.other" "$dir/v.o"
cat > "$dir/kallsyms" << 'E'
ffffffff81000000 T _text
ffffffff81000100 t do_one
ffffffff81000120 t do_two
ffffffff81000140 T _etext
ffffffffc0000000 t of_module	[some_mod]
E
sed 's/^ffffffff81/ffffffff93/' "$dir/kallsyms" > "$dir/kallsyms.boot"
record << E
comm 7 prog
kmap ffffffff93000000 1000000 ffffffff93000000 [kernel.kallsyms]_text $kid
kmap ffffffffc0000000 1000 0 [some_mod]
ksymbol ffffffffc0100000 100 bpf_prog_0011223344556677_count
ksample 7 ffffffff93000104
ksample 7 ffffffff93000130
ksample 7 ffffffffc0000010
ksample 7 ffffffffc0100080
E
same_boot=$(printf 'do_one\ndo_two\nof_module\nbpf_prog_0011223344556677_count')
# Modules do not move with the kernel: their places in the table say nothing about another boot.
other_boot=$(printf 'do_one\ndo_two\n[unknown]\nbpf_prog_0011223344556677_count')
is "--kallsyms" "$same_boot" "$(names --kallsyms "$dir/kallsyms.boot")"
is "--kallsyms of another boot" "$other_boot" "$(names --kallsyms "$dir/kallsyms")"
is "--vmlinux" "$(printf 'do_one\ndo_two')" "$(names --vmlinux "$dir/vmlinux" | head -n 2)"
is "-k with --kallsyms" "$same_boot" "$(names -k "$dir/vmlinux" --kallsyms "$dir/kallsyms.boot")"
is "--vmlinux of another build" "$(printf '[unknown]\n[unknown]')" "$(names --vmlinux "$dir/vmlinux.other" | head -n 2)"
is "what is said of it" 1 "$(grep -c "'$dir/vmlinux.other': build id differs" "$dir/err")"
"$PERF" report -i "$dir/data" --stdio -g none -F dso,sym -s dso,sym --kallsyms "$dir/kallsyms" > "$dir/out" 2> "$dir/err"
for row in '\[kernel.kallsyms\]  *\[k\] do_one' '\[some_mod\]  *\[k\] 0x' \
	   'bpf_prog_0011223344556677_count  *\[k\] bpf_prog_0011223344556677_count'; do
	grep -q "^  $row" "$dir/out" || fail "no row '$row': $(cat "$dir/out")"
done

# A vmlinux that is found, and is not to be looked for.
kdir=$dir/kcache/.build-id/${kid%"${kid#??}"}/${kid#??}
mkdir -p "$kdir"
cp "$dir/vmlinux" "$kdir/elf"
kernel_rows() {
	PERF_BUILDID_DIR="$dir/kcache" "$PERF" report -i "$dir/data" -q -g none -s sym "$@" 2> "$dir/err" | grep -c ' do_[a-z]* *$' || :
}
is "a vmlinux of the cache" 2 "$(kernel_rows)"
is "--ignore-vmlinux" 0 "$(kernel_rows --ignore-vmlinux)"
is "--ignore-vmlinux -k" 2 "$(kernel_rows --ignore-vmlinux -k "$dir/vmlinux")"

# Its lines and inlined functions, from a file with debug information; addresses are those of the recorded boot.
if "$PERF" check feature -q dwarf; then
	cat > "$dir/k.c" << 'E'
extern unsigned long counter;
unsigned long counter;

static inline __attribute__((always_inline)) unsigned long inner(unsigned long n)
{
	counter = n * n;
	return counter + 1;
}

unsigned long do_three(unsigned long n);
unsigned long do_three(unsigned long n)
{
	return inner(n);
}
E
	gcc -g -O2 -ffreestanding -fno-pic -fno-stack-protector -fcf-protection=none -mcmodel=large -c -o "$dir/k.o" "$dir/k.c" 2> "$dir/err" ||
		gcc -g -O2 -ffreestanding -fno-pic -c -o "$dir/k.o" "$dir/k.c"
	ld --build-id=0x$kid -Ttext=0xffffffff81000000 -e 0 -o "$dir/vmlinux" "$dir/v.o" "$dir/k.o"
	# An instruction of inner() within do_three(), and its lines, innermost first.
	objdump -d "$dir/vmlinux" | sed -n 's/^\(ffffffff81[0-9a-f]*\):\t.*/\1/p' | addr2line -a -i -f -e "$dir/vmlinux" |
		awk '/^0x/ { if (n == 4 && t ~ /^ inner .* do_three /) { print a t; exit } a = substr($1, 13); t = ""; n = 0; next }
		     { sub(/ \(discriminator.*/, ""); sub(/.*\//, ""); t = t " " $0; n++ }' > "$dir/place"
	read -r address _ leaf _ line < "$dir/place"
	record <<- E
	comm 7 prog
	kmap ffffffff93000000 1000000 ffffffff93000000 [kernel.kallsyms]_text $kid
	ksample 7 ffffffff93$address
	E
	"$PERF" script -i "$dir/data" -F ip,sym,srcline -k "$dir/vmlinux" 2> "$dir/err" | grep -v '^$' > "$dir/out"
	printf '\tffffffff93%s inner\n  %s (inlined)\n\tffffffff93%s do_three\n  %s\n' "$address" "$leaf" "$address" "$line" |
		cmp - "$dir/out" || fail "lines of the kernel: $(cat "$dir/out" "$dir/err")"
	"$PERF" report -i "$dir/data" --stdio -g none --no-children -s srcline -k "$dir/vmlinux" 2> "$dir/err" > "$dir/out"
	grep -q "100.00%  $leaf *\$" "$dir/out" || fail "report -s srcline, kernel: $(cat "$dir/out")"
fi

# --- code made while the program ran ----------------------------------------------------
mkdir -p "$dir/root/tmp"
printf '0x7f0000001000 0X40 LazyCompile:~run app.js:1\n7f0000002000 10 Interp::step(int, char)\n' > "$dir/root/tmp/perf-2147483600.map"
record << 'E'
comm 2147483600 node
map 2147483600 7f0000000000 10000 0 //anon
sample 2147483600 7f0000001010
sample 2147483600 7f0000002001
sample 2147483600 7f0000002010
E
is "perf-PID.map" "$(printf 'LazyCompile:~run app.js:1\nInterp::step(int, char)\n[unknown]')" "$(names --symfs "$dir/root")"
"$PERF" report -i "$dir/data" --stdio -g none -F dso,sym -s dso,sym --symfs "$dir/root" > "$dir/out" 2> "$dir/err"
grep -q '^  \[JIT\] tid 2147483600  \[\.\] LazyCompile:~run app.js:1' "$dir/out" || fail "JIT: $(cat "$dir/out")"
