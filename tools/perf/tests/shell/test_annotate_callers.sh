#!/bin/sh
# perf annotate: samples and time off the CPU at the calls that were under way, and the hottest lines
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
need_tools gcc objdump
[ "$(uname -m)" = x86_64 ] || skip "the instructions are x86-64's"
need_features libelf libcapstone
export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/cache"
cd "$dir"

cat > calls.c << 'E2'
#define NO_FRAME __attribute__((noinline, noclone, optimize("omit-frame-pointer")))
#define FRAME __attribute__((noinline, noclone))
volatile long v;

NO_FRAME long leaf(long n)
{
	return n * 7 + v;
}
FRAME long once(long n)
{
	return leaf(n) + 3;
}
FRAME long twice(long n)
{
	return leaf(n) + leaf(n + 1);
}
FRAME long down(long n)
{
	if (n)
		return down(n - 1) + once(n);
	return twice(n) + 1;
}
FRAME long work(long n)
{
	v = n;
	return n ^ v;
}
FRAME long framed(long n)
{
	return work(n) - 1;
}
/* What is inlined where the system call is counts in the function around it. */
static inline __attribute__((always_inline)) long enter(void)
{
	long ret;

	__asm__ volatile("syscall\n\tnop" : "=a"(ret) : "a"(110) : "rcx", "r11", "memory");
	return ret;
}
FRAME long ask(void)
{
	return enter() + v;
}
int main(void)
{
	long ret = down(3) + 1;

	ret += framed(ret);
	ret += ask();
	return ret == 1;
}
E2
gcc -O1 -fno-omit-frame-pointer -fno-optimize-sibling-calls -g -no-pie -o calls calls.c 2> log || skip "gcc: $(head -n 1 log)"
objdump -d --no-show-raw-insn -j .text calls > list
python3 "$PERF_TEST_DIR/build/annotated_calls.py" samples spans "$dir/calls" list > truth || fail "cannot write recordings"
# What entered the kernel is known by its name.
printf '%s\n' "ffffffff81000000 T _text" "ffffffff81005000 T entry_SYSCALL_64" "ffffffff81006000 T asm_sysvec_apic_timer_interrupt" \
	"ffffffff81007000 T other" > kallsyms

annotate() { # ARGS...
	"$PERF" annotate --kallsyms kallsyms "$@" > out 2> err < /dev/null || bad "$*: exit $?: $(cat err)"
}
# FUNCTION ADDRESS NUMBER of each instruction of the program that has one.
rows() {
	awk '/ <.*>:$/ { f = $NF; gsub(/[<>:]/, "", f); kernel = $(NF - 1) ~ /^ffff/ }
		!kernel && / :   [0-9a-f]+:/ && $1 + 0 { sub(":", "", $3); print f, $3, $1 }' out | sort
}
agree() { # WHICH WHAT ARGS...
	which=$1 what=$2
	shift 2
	annotate -i "$which" --no-source -n "$@"
	rows > got
	awk -v which="$which" '$1 == which { print $2, $3, $4 }' truth | sort > want
	{ [ -s want ] && diff want got > differs; } || bad "$what: $(cat differs err)"
	annotate -i "$which" --no-source --show-total-period "$@"
	rows > got
	awk -v which="$which" '$1 == which { print $2, $3, $5 }' truth | sort > want
	diff want got > differs || bad "$what, periods: $(cat differs err)"
}

# --- at the calls ------------------------------------------------------------------------------------------
agree samples "a call under way" --children
agree spans "time off the CPU" --off-cpu
# A function's percentages add up, whether it calls itself or not.
annotate -i samples --no-source --children
awk '/ <.*>:$/ { f = $NF } / :   [0-9a-f]+:/ { sum[f] += $1 } END { for (f in sum) if (sum[f] < 99.9 || sum[f] > 100.1) print f, sum[f] }' out > sums
[ ! -s sums ] || bad "percentages do not add up: $(cat sums)"
# One process or several, a file or a pipe.
cp out whole
annotate -i samples --no-source --children -j 7
cmp -s whole out || bad "-j 7: $(diff whole out | head -n 9)"
"$PERF" inject -i samples -o - | "$PERF" annotate --kallsyms kallsyms -i - --no-source --children > out 2> err || bad "a pipe: $(cat err)"
cmp -s whole out || bad "a pipe: $(diff whole out | head -n 9)"
# Without it, nothing counts but where a sample was taken.
annotate -i samples --no-source -n
rows | awk '{ print $1 }' | sort -u | tr '\n' ' ' > got
[ "$(cat got)" = "down leaf work " ] || bad "without --children: $(cat got)"
annotate -i spans --no-source -n --off-cpu --no-children
[ -z "$(rows)" ] || bad "--off-cpu --no-children: $(rows)"
# once was on no stack, but had called leaf.
annotate -i samples --no-source -n --children --no-infer
rows > got
! grep -q '^once ' got || bad "--no-infer: $(cat got)"

# Why a caller has nothing, and what to record.
annotate -i samples --no-source -n --children leaf
grep -q "it is not known by which call a caller led on in 5 of 19 user stacks: .*--call-graph fp,repair, or dwarf.*report --missing$" err || bad "missing callers: $(cat err)"
annotate -i samples --no-source -n leaf
! grep -q "callers" err || bad "missing callers without --children: $(cat err)"
got=0
"$PERF" annotate -i samples --children twice > out 2> err || got=$?
{ [ $got = 1 ] && grep -q "no samples in a function 'twice'" err && grep -q "by which call a caller led on in 5 of 19" err; } ||
	bad "a caller that is missing: exit $got: $(cat err)"

# --- who called --------------------------------------------------------------------------------------------
# Whole stacks of all instructions together. In the kernel, samples are in no function that is called.
cat > stacks.py << 'E2'
import collections, json, sys
report = json.load(open("out"))
sums = collections.Counter()
for group in report["groups"]:
    for f in group["functions"]:
        for i in f["instructions"]:
            nr = 0
            for c in i["callers"]:
                nr += c["samples"]
                if c["stack"] and f["dso"] == sys.argv[1]:
                    sums[f["function"], tuple(c["stack"])] += c["samples"]
            assert nr == i["self"][0]["samples"], (f["function"], i)
for (function, stack), nr in sums.items():
    print("callers", function, nr, *stack)
E2
annotate -i samples --json --callers
python3 stacks.py "$dir/calls" | sort > got || bad "JSON: $(cat err)"
awk '$1 == "callers" && $2 != "ask"' truth | sort > want
diff want got > differs || bad "who called: $(cat differs)"
# The samples in ask are those at its system call and behind it, only with --children.
annotate -i samples --json --callers --children ask
python3 stacks.py "$dir/calls" > got || bad "JSON: $(cat err)"
[ "$(cat got)" = "$(awk '$1 == "callers" && $2 == "ask"' truth)" ] || bad "who called at the system call: $(cat got)"
# As rows, in both layouts: a way for each fork, and what has too little together.
for layout in --stdio --stdio2; do
	annotate -i samples $layout --no-source --callers -n leaf
	sed -n 's/^ *\([0-9]*\) *:* *<- /\1 <- /p' out > got
	printf '%s\n' "5 <- twice <- down <- main <- _start" "4 <- once <- down <- down <- main <- _start" > want
	diff want got > differs || bad "$layout --callers: $(cat differs out)"
done
annotate -i samples --no-source --callers=50 --percent-type local-hits leaf
sed -n 's/^ *\([0-9.]*\) : *<- /\1 <- /p' out > got
printf '%s\n' "55.56 <- twice <- down <- main <- _start" "44.44 <- 1 with less" > want
diff want got > differs || bad "--callers=50: $(cat differs)"
annotate -i samples --no-source --callers --children -n main
# main's call of down is under way in three stacks; that what was called was once, or twice, says nothing of who called main.
sed -n 's/^ *\([0-9]*\) : *<- /\1 <- /p' out | sort -u > got
grep -qx "12 <- _start" got || bad "--callers --children: $(cat out)"
annotate -i samples --no-source --callers --no-infer -n leaf
grep -q "<- \[caller missing: no frame in leaf\] <- down" out || bad "--callers --no-infer: $(cat out)"
got=0
"$PERF" annotate -i samples --callers=many > out 2> err || got=$?
{ [ $got = 129 ] && grep -q "'--callers' takes a number, not 'many'" err; } || bad "--callers=many: exit $got: $(cat err)"

# --- the lines of callers in exports -------------------------------------------------------------------------
# once was passed over, and has one call of leaf: that one's line. twice has two: none.
if "$PERF" check feature -q dwarf; then
	line() { awk -v text="$1" 'index($0, text) { print NR; exit }' calls.c; }
	exported() { # FORMAT ARGS...
		format=$1
		shift
		"$PERF" defer export -q --kallsyms kallsyms -i samples --format="$format" "$@" > "out.$format" 2> err || bad "export $format: $(cat err)"
	}
	want=$(line 'leaf(n) + 3')
	exported ndjson
	grep -o '"sym":"once",[^}]*"by_call":true[^}]*' out.ndjson | sed 's/.*"line"://' | sort -u > got
	[ "$(cat got)" = "$want" ] || bad "ndjson: the line of once: $(cat got), not $want"
	! grep -o '"sym":"twice",[^}]*' out.ndjson | grep -q '"line"' || bad "ndjson: one of two calls has a line"
	exported folded --lines
	grep -q ";once (by its call) (calls.c:$want);leaf \|;once (calls.c:$want);leaf " out.folded || bad "folded: $(cat out.folded)"
	exported speedscope --lines
	grep -q '"name":"once[^"]*","file":"[^"]*calls.c","line":'"$want" out.speedscope || bad "speedscope: $(grep -o '"name":"once[^}]*' out.speedscope)"
	exported firefox
	exported pprof
	python3 - "$want" << 'E2' || bad "the line of once in firefox or pprof"
import gzip, json, sys
want = int(sys.argv[1])


def fields(data):
    """[(number, value)] of a message whose values are numbers and bytes."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte, at = data[at], at + 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(data):
        key = varint()
        value = varint()
        if key & 7 == 2:
            at, value = at + value, data[at:at + value]
        yield key >> 3, value


profile = list(fields(gzip.open("out.pprof").read()))
strings = [v.decode() for n, v in profile if n == 6]
functions = {f[1]: strings[f[2]] for f in (dict(fields(v)) for n, v in profile if n == 5)}
lines = [dict(fields(line)) for n, v in profile if n == 4 for k, line in fields(v) if k == 4]
got = {l.get(2) for l in lines if functions[l[1]].startswith("once")}
assert got == {want}, ("pprof", got)
t = max(json.load(open("out.firefox"))["threads"], key=lambda t: t["samples"]["length"])
f = t["frameTable"]
got = {f["line"][i] for i in range(f["length"]) if t["stringArray"][t["funcTable"]["name"][f["func"][i]]].startswith("once")}
assert got == {want}, ("firefox", got)
E2
fi

# --- the hottest lines -------------------------------------------------------------------------------------
if "$PERF" check feature -q dwarf; then
	annotate -i samples --hot-lines --percent-type global-hits
	sed -n 's/^ *\([0-9.]*\)  *\([0-9.]*\)  *\(calls.c:[0-9]*\)  *\([a-z]*\)  .*/\3 \4/p' out > got
	# Nine samples are in leaf, which is one line.
	line() { awk -v text="$1" 'index($0, text) { print NR; exit }' calls.c; }
	grep -qx "calls.c:$(line 'n * 7 + v') leaf" got || bad "the line of leaf: $(cat out)"
	grep -q "addresses: may be late" out || bad "skid is not said: $(cat out)"
	awk '/^# [HT]h*[eo]t* *h*ottest/ { table++ } /^#/ || NF == 0 { next } { n[table]++; if (last[table] && $1 > last[table]) bad = 1; last[table] = $1 }
		END { exit bad || n[1] < 4 }' out || bad "the order of lines: $(cat out)"
	# By samples another call of main is the hottest one than by their periods.
	annotate -i samples --hot-lines=1 --callers leaf
	sed -n '/calls.c:/,/^$/s/^ *\([0-9.]*\)  *\([0-9.]*\)  *<- /\1 \2 <- /p' out > got
	printf '%s\n' "15.62 57.52 <- twice <- down <- main <- _start" "11.54 42.48 <- once <- down <- down <- main <- _start" > want
	diff want got > differs || bad "--hot-lines --callers: $(cat differs)"
	for case in "hits:ret = down(3)" "period:ret += ask()"; do
		annotate -i samples --hot-lines=1 --children --percent-type "global-${case%%:*}" main
		sed -n 's/^ *[0-9.]*  *[0-9.]*  *\(calls.c:[0-9]*\)  *\(main\)  .*/\1 \2/p' out | sort -u > got
		[ "$(cat got)" = "calls.c:$(line "${case#*:}") main" ] || bad "the hottest call of main: $(cat got out)"
	done
	annotate -i spans --hot-lines --off-cpu ask
	grep -q "100.00  calls.c:$(line syscall)  *enter inlined into ask  (calls)$" out || bad "the line that waits: $(cat out)"
fi
got=0
"$PERF" annotate -i samples --hot-lines=many > out 2> err || got=$?
{ [ $got = 129 ] && grep -q "takes a number of rows" err; } || bad "--hot-lines=many: exit $got: $(cat err)"
got=0
"$PERF" annotate -i samples --off-cpu > out 2> err || got=$?
[ $got = 1 ] || bad "--off-cpu without switches: exit $got: $(cat err out)"
finish
