#!/bin/sh
# Probes of functions: where parameters are, names, errors of perf record -e uprobe:FILE:FUNCTION
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools cc
need_features libelf
find_leaks
mkdir -p "$dir/tracing/events"
export TRACEFS_PATH="$dir/tracing"
source=$PERF_TEST_DIR/vm/workloads/params.c

compile()	# NAME OPTIONS...
{
	name=$1
	shift
	cc -std=gnu11 -D_GNU_SOURCE -Wno-error "$@" -o "$dir/$name" "$source" || skip "the C compiler makes no such program"
}

# What would be made of EVENT, without its place: nothing is asked of the kernel.
look()	# EVENT
{
	"$PERF" record --dry-run -v -o "$dir/x.data" -e "$1" -- true 2>"$dir/err" >"$dir/out" || return 1
	cat "$dir/out" "$dir/err" | sed -n 's/^\(probe[a-z_]*:[^:]*: [^ ]*\)/\1/p'
}

refused()	# EVENT TEXT
{
	if look "$1" >"$dir/looked"; then
		bad "'$1' is taken: $(cat "$dir/looked")"
	fi
	grep -qF "$2" "$dir/err" || bad "'$1': not '$2', but $(cat "$dir/err")"
}

is()	# EVENT WANT, a basic expression
{
	look "$1" >"$dir/looked" || bad "'$1': $(cat "$dir/err")"
	grep -q "^$2\$" "$dir/looked" || bad "'$1' is '$(cat "$dir/looked")', not '$2'"
}

compile plain -O1 -fno-omit-frame-pointer
file=$dir/plain
is "uprobe:$file:work" "probe_plain:work: $file:0x[0-9a-f]*"
is "uprobe:$file:work%return" "probe_plain:work__return: return of $file:0x[0-9a-f]*"
is "uprobe:$file:work+4 %di a=+8(%si):string" "probe_plain:work: $file:0x[0-9a-f]* %di a=+8(%si):string"
# Each event is its own, with terms and in groups.
is "{dummy,uprobe:$file:work/call-graph=fp/,uprobe:$file:main}" "probe_plain:main: $file:0x[0-9a-f]*"
refused "uprobe:$file" "a probe is uprobe:FILE:FUNCTION"
refused "uprobe::work" "a probe is uprobe:FILE:FUNCTION"
refused "uprobe:$file:" "a probe is uprobe:FILE:FUNCTION"
refused "kprobe:" "a probe is uprobe:FILE:FUNCTION"
refused "uprobe:$file:wrok" "there is no function 'wrok'"
refused "uprobe:$dir/nosuch:work" "cannot find '$dir/nosuch'"
refused "uprobe:$file:work+4%return" "a function returns as a whole"
refused "uprobe:$file:work+0x10000" "lies outside of it"
refused "uprobe:$file:work n" "has no debug information about it"
"$PERF" record -o "$dir/x.data" -e "uprobe:$file:work" -- true 2>"$dir/err" && bad "a probe is made in nothing"
grep -q "this kernel has no uprobe_events in tracefs" "$dir/err" || bad "without a kernel: $(cat "$dir/err")"
# A library by its name.
case $(ls /usr/lib/*-linux-gnu/libc.so.6 2>/dev/null) in
?*) is uprobe:libc:free "probe_libc:free: /[^ ]*/libc.so.6:0x[0-9a-f]*" ;;
*) left_out "a library by its name" "there is no libc.so.6" ;;
esac
# The kernel finds its own parameters, and knows its functions by name.
mkdir "$dir/proc"
printf 'ffffffff81000000 T _stext\nffffffff81000100 T vfs_read\nffffffff81000200 t twice\nffffffff81000300 t twice\n' >"$dir/proc/kallsyms"
export PROCFS_PATH="$dir/proc"
is 'kprobe:vfs_read file count buf:x64 ret=%ax' 'probe:vfs_read: vfs_read file count buf:x64 ret=%ax'
is 'kprobe:vfs_read%return $retval:s64' 'probe:vfs_read__return: return of vfs_read retval=$retval:s64'
is 'kprobe:vfs_read+8 $params' 'probe:vfs_read: vfs_read+0x8 $arg\*'
is 'kprobe:twice#2' 'probe:twice: 0xffffffff81000300'
refused 'kprobe:vfs_raed' "did you mean 'vfs_read'"
unset PROCFS_PATH

# With debug information.
"$PERF" check feature -q dwarf || { left_out "parameters by name" "perf was built without libdw"; finish; }
case $(uname -m) in
x86_64) ;;
*) left_out "parameters by name" "the registers are those of x86-64"; finish ;;
esac
compile fast -g -O2
file=$dir/fast
start="probe_fast:work: $file:0x[0-9a-f]*"
is "uprobe:$file:work \$params" "$start n=%di:s32 item=%si:x64 byte=%dx:u8 colour=%cx:s32"
grep -q "without real, which no probe can fetch" "$dir/err" || bad "nothing is said of a floating point number: $(cat "$dir/err")"
is "uprobe:$file:work item->name:string item->name item->next->part.small[3] c=item->part.letter:x8 item->inner" \
	"$start name=+0(+0(%si)):string name=+0(%si):x64 small=+24(+8(%si)):s16 c=+16(%si):x8 inner=+32(%si):s64"
is "uprobe:$file:work item[1].next" "$start next=+56(%si):x64"
is "uprobe:$file:work%return \$retval" "probe_fast:work__return: return of $file:0x[0-9a-f]* retval=\$retval:s32"
refused "uprobe:$file:work m" "'work' has no parameter 'm'"
refused "uprobe:$file:work itme" "did you mean 'item'"
refused "uprobe:$file:work item->nosuch" "there is no such member"
refused "uprobe:$file:work item->bits" "there is no such member or element that a probe can fetch"
refused "uprobe:$file:work item->part" "is no number: name a member of it"
refused "uprobe:$file:work n->name" "there is no such member"
refused "uprobe:$file:work n[1" "there is no such member"
refused "uprobe:$file:work real" "neither in a register nor on the stack"
refused "uprobe:$file:work%return n" "may be anywhere: name \$retval, or a register"
refused "uprobe:$file:work+4 n" "name a register"
# Not optimized: behind the code that puts parameters into the frame.
compile slow -g -O0
file=$dir/slow
is "uprobe:$file:work n item->next->name:string colour byte" \
	"probe_slow:work: $file:0x[0-9a-f]* n=-[0-9]*(%bp):s32 name=+0(+0(+8(-[0-9]*(%bp)))):string colour=-[0-9]*(%bp):s32 byte=-[0-9]*(%bp):u8"
is "uprobe:$file:work" "probe_slow:work: $file:0x[0-9a-f]*"
first=$(look "uprobe:$file:work" | sed 's/.*:0x//')
behind=$(look "uprobe:$file:work n" | sed 's/.*:0x//; s/ .*//')
[ $((0x$behind)) -gt $((0x$first)) ] || bad "parameters are looked for at 0x$behind, before they are in the frame (the function is at 0x$first)"
# Copies that were inlined, beside the function itself or instead of it.
cat >"$dir/copies.c" <<'C'
struct item { const char *name; int v; };
volatile int sink;
static inline __attribute__((always_inline)) int part(int n, struct item *it, short sm)
{
	sink += n;
	__asm__ volatile("nop # %0" : : "r"(it));
	sink += it->v + sm;
	return n * 3 + it->v;
}
__attribute__((noinline)) int one(int x, struct item *it) { return part(x, it, -7) + 1; }
__attribute__((noinline)) int two(int x, struct item *it) { return part(5, it, (short)x) + x; }
static inline int both(int n) { sink += n; return n ^ sink; }
int (*volatile pointer)(int);
__attribute__((noinline)) int user(int n) { return both(n) + both(n + 1); }
int main(int argc, char **argv)
{
	struct item it = { argv[0], argc };

	pointer = both;
	return (one(argc, &it) + two(argc, &it) + user(argc) + pointer(argc)) & 1;
}
C
cc -g -O2 -o "$dir/copies" "$dir/copies.c" || bad "copies.c"
file=$dir/copies
look "uprobe:$file:part n" >"$dir/looked" || bad "an inlined function: $(cat "$dir/err")"
[ "$(sort -u "$dir/looked" | wc -l)" = 2 ] && grep -q ' n=%di:s32$' "$dir/looked" && grep -q ' n=\\5:s32$' "$dir/looked" ||
	bad "the copies of part: $(cat "$dir/looked" "$dir/err")"
look "uprobe:$file:both n" >"$dir/looked" || bad "a function, also inlined: $(cat "$dir/err")"
[ "$(sort -u "$dir/looked" | wc -l)" = 3 ] || bad "both, and its two copies: $(cat "$dir/looked" "$dir/err")"
[ "$(look "uprobe:$file:both#1" | wc -l)" = 1 ] || bad "one of several that was said: $(look "uprobe:$file:both#1")"
[ "$(look "uprobe:$file:both+4" | wc -l)" = 1 ] || bad "a place within: $(look "uprobe:$file:both+4")"
look "uprobe:$file:both%return" >"$dir/looked" && [ "$(wc -l <"$dir/looked")" = 1 ] && grep -q 'also inlined, into user: there it does not return' "$dir/err" ||
	bad "both%return: $(cat "$dir/looked" "$dir/err")"
refused "uprobe:$file:part%return" "is inlined, into one, two: code that was inlined does not return"
refused "uprobe:$file:part+4" "at +0x4 each copy has other code"
refused "uprobe:$file:part m" "no probe can be at any of its copies"
refused "uprobe:$file:part it->nosuch" "there is no such member"
# What one copy has and another has not.
look "uprobe:$file:part it->v sm" >"$dir/looked" || bad "a copy with all: $(cat "$dir/err")"
grep -q 'v=+8(%si):s32 sm=\\-7:s16$' "$dir/looked" || bad "a number with a sign: $(cat "$dir/looked")"
# A struct in two registers, as Go's strings are.
cat >"$dir/two.c" <<'C'
struct text { const char *str; long len; };
volatile long sink;
__attribute__((noinline)) void show(int n, struct text s) { sink += n + s.len + *s.str; }
int main(int argc, char **argv) { show(argc, (struct text){ argv[0], argc }); return 0; }
C
cc -g -O2 -o "$dir/two" "$dir/two.c" || bad "two.c"
file=$dir/two
is "uprobe:$file:show n s.len s.str:string p=s.str c=s.str[1]" \
	"probe_two:show: $file:0x[0-9a-f]* n=%di:s32 len=%dx:s64 str=+0(%si):string p=%si:x64 c=+1(%si):s8"
refused "uprobe:$file:show s" "'s' of 'show' is in several registers: name a member of it"
refused "uprobe:$file:show s:string" "is in several registers"
refused "uprobe:$file:show s.nosuch" "there is no such member"
# Another machine's registers.
if command -v aarch64-linux-gnu-gcc >/dev/null; then
	printf 'long f(int n, const char **s) { return n + **s; }\nint main(void) { return 0; }\n' >"$dir/arm.c"
	if aarch64-linux-gnu-gcc -g -O1 -o "$dir/arm" "$dir/arm.c" 2>/dev/null; then
		is "uprobe:$dir/arm:f n s[0]:string" "probe_arm:f: $dir/arm:0x[0-9a-f]* n=%x0:s32 s=+0(+0(%x1)):string"
	fi
fi
finish
