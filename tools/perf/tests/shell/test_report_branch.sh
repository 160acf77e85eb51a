#!/bin/sh
# perf report -b, --branch-history: rows of branches, their keys, text and JSON; stacks with branches
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools python3

export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$PERF_TEST_DIR/build"

cat > "$dir/make.py" << 'E2'
import sys
from perfwrite import *

K, PROG, LIB = 0xffffffff81000000, 0x555555554000, 0x7f0000000000
ONE, TWO, THREE = K + 0x100, K + 0x1000, K + 0x2000


def flags(mispredicted=0, predicted=0, tx=0, abort=0, cycles=0, kind=0):
    return mispredicted | predicted << 1 | tx << 2 | abort << 3 | cycles << 4 | kind << 20


out = sys.argv[1] + "/"


def recording(path, order="<", feature=True, stacks=True, chain=False, about_calls=False, huge=False):
    f = Writer(order, "x86_64" if order == "<" else "s390x", branch_stack=feature)
    e = f.event(type=0, config=0, name="cycles", branch_sample_type=0x800 if about_calls else 9,
                sample_type=S_IP | S_TID | S_TIME | S_PERIOD | S_CALLCHAIN * chain | S_BRANCH_STACK * stacks)
    f.mmap(-1, 0, K, 0x1000000, K, "[kernel.kallsyms]_text", misc=MISC_KERNEL)
    for pid, name in (100, "prog"), (200, "other"):
        f.comm(pid, pid, name)
        f.mmap2(pid, pid, PROG + 0x1000, 0x1000, 0x1000, "/nowhere/prog")
        f.mmap2(pid, pid, LIB, 0x10000, 0, "/nowhere/lib.so")
    branches = [(ONE + 4, TWO, flags(predicted=1, cycles=5, kind=4)), (TWO + 9, ONE + 9, flags(mispredicted=1, kind=6)),
                (ONE + 4, TWO, flags(predicted=1, cycles=5, kind=4)), (ONE + 40, ONE + 8, flags(predicted=1, tx=1, kind=1)),
                (PROG + 0x1010, LIB + 0x20, flags(predicted=1, cycles=40000, kind=5)),
                (LIB + 0x24, 0x10, flags(abort=1, kind=15)), (THREE + 2, PROG + 0x1100, flags(kind=8))]
    e2 = 2 ** 64
    for i, (pid, nr) in enumerate(((100, 7), (200, 4), (100, 0), (200, 1))):
        f.sample(e, misc=MISC_KERNEL, ip=ONE + i, pid=pid, tid=pid, time=1000 + i, period=500, branches=branches[:nr],
                 chain=(e2 - 128, ONE + i, THREE + 1))
    if huge:
        last = bytearray(f.records[-1])
        at = len(last) - 32             # the number of branches
        assert f.pack("Q", 1) == last[at:at + 8]
        last[at:at + 8] = f.pack("Q", 1 << 60)
        f.records[-1] = bytes(last)
    f.write(path)




def paths(path, chain=True):
    f = Writer("<", "x86_64", branch_stack=True)
    e = f.event(type=0, config=0, name="cycles", branch_sample_type=9,
                sample_type=S_IP | S_TID | S_TIME | S_PERIOD | S_CALLCHAIN * chain | S_BRANCH_STACK)
    f.mmap(-1, 0, K, 0x1000000, K, "[kernel.kallsyms]_text", misc=MISC_KERNEL)
    f.comm(100, 100, "prog")
    # Three calls ktwo: a conditional branch, back again; then a round of that.
    one = [(TWO + 0x30, TWO + 0x10, flags(predicted=1, cycles=7, kind=1))]
    way = [(TWO + 0x20, TWO + 0x28, flags(mispredicted=1, cycles=4, kind=1)),
           (THREE + 8, TWO, flags(predicted=1, cycles=9, kind=4))]
    e2 = 2 ** 64
    for i, branches in enumerate((one + way, one * 2 + way, one + way, ())):
        f.sample(e, misc=MISC_KERNEL, ip=TWO + 0x12, pid=100, tid=100, time=1000 + i, period=25, branches=branches,
                 chain=(e2 - 128, TWO + 0x12, THREE + 0xd, ONE + 0x14))
    f.write(path)




def calls(path):
    f = Writer("<", "x86_64")
    e = f.event(type=0, config=0, name="cycles", branch_sample_type=0xc801, flags=1 << 18 | 1 << 22,
                sample_type=S_IP | S_TID | S_TIME | S_CALLCHAIN | S_BRANCH_STACK)
    f.mmap(-1, 0, K, 0x1000000, K, "[kernel.kallsyms]_text", misc=MISC_KERNEL)
    f.comm(100, 100, "prog")
    f.mmap2(100, 100, PROG, 0x1000, 0, "/nowhere/prog")
    stack = ((PROG + 0x310, PROG + 0x400, 0), (PROG + 0x210, PROG + 0x300, 0))
    user, kernel = 2 ** 64 - 512, 2 ** 64 - 128
    f.sample(e, misc=MISC_KERNEL, ip=ONE + 1, pid=100, tid=100, time=1, branches=stack, chain=(kernel, ONE + 1, user))
    f.sample(e, ip=PROG + 0x404, pid=100, tid=100, time=2, branches=stack, chain=(user,))
    f.sample(e, ip=PROG + 0x404, pid=100, tid=100, time=3, chain=(user,))
    f.sample(e, misc=MISC_KERNEL, ip=ONE + 1, pid=100, tid=100, time=4, chain=(kernel, ONE + 1, user))
    f.write(path)


recording(out + "data")
recording(out + "big-endian", order=">")
recording(out + "quiet", feature=False)
recording(out + "plain", feature=False, stacks=False)
recording(out + "chain", chain=True)
recording(out + "calls", feature=False, about_calls=True)
recording(out + "damaged", huge=True)
paths(out + "paths")
calls(out + "lbr")
paths(out + "no-chain", chain=False)
open(out + "kallsyms", "w").write("".join("%x T %s\n" % s for s in (
    (K, "_text"), (ONE, "kone"), (TWO, "ktwo"), (THREE, "kthree"))))
E2
python3 "$dir/make.py" "$dir"

report() { # FILE ARGS...: text in $dir/out, messages in $dir/err, exit status in $status
	file=$1
	shift
	status=0
	"$PERF" report --stdio -i "$dir/$file" --kallsyms "$dir/kallsyms" "$@" > "$dir/out" 2> "$dir/err" < /dev/null || status=$?
}
text() { # FILE ARGS... < WHAT IS PRINTED: all but the tip
	report "$@"
	[ $status = 0 ] || fail "$*: exit $status: $(cat "$dir/err")"
	grep -v -e '^# (Tip' -e '^# To display' "$dir/out" | sed 's/ *$//' | diff - "$dir/want" > "$dir/diff" || fail "$*: $(cat "$dir/diff")"
}
# The rows alone.
rows() { # FILE ARGS... < ROWS
	cat > "$dir/want"
	report "$@"
	[ $status = 0 ] || fail "$*: exit $status: $(cat "$dir/err")"
	sed -n '/Branch Statistics/q; s/ *$//; /^ /p' "$dir/out" | diff - "$dir/want" > "$dir/diff" || fail "$*: $(cat "$dir/diff")"
}
wrong() { # STATUS MESSAGE FILE ARGS...
	want=$1
	message=$2
	shift 2
	report "$@"
	[ $status = "$want" ] || fail "$*: exit $status"
	grep -q -e "$message" "$dir/err" || fail "$*: $(cat "$dir/err")"
}

# --- what upstream prints of it, but for the statistics (see perf-differences.txt) ---
cat > "$dir/want" << 'E2'
#
#
# Total Lost Samples: 0
#
# Samples: 3  of event 'cycles'
# Event count (approx.): 12
#
# Overhead  Command  Source Shared Object  Source Symbol           Target Symbol           Basic Block Cycles
# ........  .......  ....................  ......................  ......................  ..................
#
    25.00%  other    [kernel.kallsyms]     [k] kone                [k] ktwo                5
    16.67%  prog     [kernel.kallsyms]     [k] kone                [k] ktwo                5
     8.33%  other    [kernel.kallsyms]     [k] kone                [k] kone                -
     8.33%  other    [kernel.kallsyms]     [k] ktwo                [k] kone                -
     8.33%  prog     prog                  [.] 0x0000000000001010  [.] 0x0000000000000020  40000
     8.33%  prog     lib.so                [.] 0x0000000000000024  [H] 0x0000000000000010  -
     8.33%  prog     [kernel.kallsyms]     [k] kone                [k] kone                -
     8.33%  prog     [kernel.kallsyms]     [k] ktwo                [k] kone                -
     8.33%  prog     [kernel.kallsyms]     [k] kthree              [.] 0x0000000000001100  -


#
#

#
# Branch Statistics:
#
COND_BWD:  16.7%
CROSS_4K:  58.3%
CROSS_2M:  25.0%
    COND:  16.7%
    CALL:  41.7%
IND_CALL:   8.3%
     RET:  16.7%
  SYSRET:   8.3%
FAULT_ALGN:   8.3%
E2
text data
text big-endian
text quiet -b
text chain -g caller --children

# --- keys ---
rows data -s dso_from,dso_to << 'E2'
    75.00%  [kernel.kallsyms]     [kernel.kallsyms]
     8.33%  prog                  lib.so
     8.33%  lib.so                [unknown]
     8.33%  [kernel.kallsyms]     prog
E2
rows data -s addr_from,addr_to << 'E2'
    41.67%  [k] kone+0x4            [k] ktwo
    16.67%  [k] kone+0x28           [k] kone+0x8
    16.67%  [k] ktwo+0x9            [k] kone+0x9
     8.33%  [.] 0x0000000000001010  [.] 0x0000000000000020
     8.33%  [.] 0x0000000000000024  [H] 0x0000000000000010
     8.33%  [k] kthree+0x2          [.] 0x0000000000001100
E2
rows data -s srcline_from,srcline_to << 'E2'
    41.67%  kone+4            ktwo+0
    16.67%  kone+40           kone+8
    16.67%  ktwo+9            kone+9
     8.33%  kthree+2          prog[1100]
     8.33%  lib.so[24]        ??:0
     8.33%  prog[1010]        lib.so[20]
E2
rows data -s mispredict,in_tx,abort << 'E2'
    50.00%  N                    .                      .
    16.67%  N                    T                      .
    16.67%  Y                    .                      .
     8.33%  N/A                  .                      .
     8.33%  N/A                  .                      A
E2
rows data -F cycles,sample,period,overhead << 'E2'
  40000                          1             1     8.33%
  5                              5             5    41.67%
  -                              6             6    50.00%
E2
# Where the branch went is where the row is.
rows data -s sym,dso << 'E2'
    41.67%  [k] ktwo                [kernel.kallsyms]
    33.33%  [k] kone                [kernel.kallsyms]
     8.33%  [k] 0x00007f0000000020  lib.so
     8.33%  [k] 0x0000555555555100  prog
     8.33%  [k] 0x0000000000000010  [unknown]
E2
rows data -s symbol_from,symbol_to -t , << 'E2'
 41.67% ,[k] kone              ,[k] ktwo              ,-
 16.67% ,[k] kone              ,[k] kone              ,-
 16.67% ,[k] ktwo              ,[k] kone              ,-
 8.33%  ,[k] kthree            ,[.] 0x0000000000001100,-
 8.33%  ,[.] 0x0000000000001010,[.] 0x0000000000000020,-
 8.33%  ,[.] 0x0000000000000024,[H] 0x0000000000000010,-
E2
rows data -s symbol_to,comm -c other << 'E2'
    25.00%  [k] ktwo       -
    16.67%  [k] kone       -
E2
rows data -U -s symbol_to << 'E2'
    55.56%  [k] ktwo       -
    44.44%  [k] kone       -
E2

report data --header-only
grep -q '^# contains samples with branch stack$' "$dir/out" || fail "--header-only: $(cat "$dir/out")"
report quiet --header-only
! grep -q 'contains samples with' "$dir/out" || fail "--header-only: $(cat "$dir/out")"

# --- which recordings are about branches, and what then is not there ---
rows data --no-branch-stack << 'E2'
    50.00%  other    [kernel.kallsyms]  [k] kone
    50.00%  prog     [kernel.kallsyms]  [k] kone
E2
cp "$dir/out" "$dir/samples"
for file in quiet plain calls; do
	report $file
	cmp "$dir/out" "$dir/samples" || fail "$file is about samples"
done
wrong 129 'has no branch stacks: perf record -b records them' plain -b
wrong 129 'Invalid --sort key: .mispredict. is about branches' quiet -s comm,mispredict
wrong 129 'Invalid --fields key: .dso_to. is about branches' plain -F dso_to
# A number of branches beyond the record costs that sample.
wrong 2 'SAMPLE: branch stack nr: does not fit' damaged
grep -q '^# Event count (approx.): 11$' "$dir/out" || fail "damaged: $(cat "$dir/out")"

# --- paths: stacks that begin with the last branches; the callers that these do not tell of behind them ---
tree() { # FILE ARGS... < WHAT IS PRINTED
	cat > "$dir/want"
	report "$@"
	[ $status = 0 ] || fail "$*: exit $status: $(cat "$dir/err")"
	sed -n 's/ *$//; /^# Overhead/,/^# (Tip/p' "$dir/out" | sed '/^#$/d; /^# (Tip/d; /^$/d; /^# \./d' |
		diff - "$dir/want" > "$dir/diff" ||
		fail "$*: $(cat "$dir/diff")"
}
tree paths --branch-history -g callee << 'E2'
# Overhead  Source:Line  Symbol    Shared Object      Predicted  Abort  Cycles  IPC   [IPC Coverage]
   100.00%  ktwo+18      [k] ktwo  [kernel.kallsyms]  66.7%      0      6       -      -
            |
            |--75.00%--ktwo +16 (COND_BWD)
            |          ktwo +48 (cycles:7)
            |          ktwo +40 (COND_FWD predicted:0.0%)
            |          ktwo +32 (cycles:4)
            |          ktwo +0 (CALL CROSS_4K)
            |          kthree +8 (cycles:9)
            |          kone +20 (calltrace)
            |
             --25.00%--ktwo +18 (calltrace)
                       kthree +13 (calltrace)
                       kone +20 (calltrace)
E2
tree paths --branch-history << 'E2'
# Overhead  Source:Line  Symbol    Shared Object      Predicted  Abort  Cycles  IPC   [IPC Coverage]
   100.00%  ktwo+18      [k] ktwo  [kernel.kallsyms]  66.7%      0      6       -      -
            |
            ---kone +20 (calltrace)
               |
               |--75.00%--ktwo +0 (CALL CROSS_4K)
               |          kthree +8 (cycles:9)
               |          ktwo +40 (COND_FWD predicted:0.0%)
               |          ktwo +32 (cycles:4)
               |          ktwo +16 (COND_BWD)
               |          ktwo +48 (cycles:7)
               |
                --25.00%--kthree +13 (calltrace)
                          ktwo +18 (calltrace)
E2
tree paths --branch-history -s symbol -g folded,callee << 'E2'
# Overhead  Symbol    IPC   [IPC Coverage]
   100.00%  [k] ktwo  -      -
75.00% ktwo +16;ktwo +48;ktwo +40;ktwo +32;ktwo +0;kthree +8;kone +20
25.00% ktwo +18;kthree +13;kone +20
E2
tree no-chain --no-branch-stack -g branch,callee -s sym << 'E2'
# Overhead  Symbol
   100.00%  [k] ktwo
            |
             --75.00%--ktwo
                       ktwo
                       ktwo
                       ktwo
                       ktwo
                       kthree
E2
# So many frames at most; the branches of the others keep their places.
tree paths --branch-history -s symbol -g callee --max-stack 3 << 'E2'
# Overhead  Symbol    IPC   [IPC Coverage]
   100.00%  [k] ktwo  -      -
            |
            |--75.00%--ktwo +16 (COND_BWD)
            |          ktwo +48 (cycles:7)
            |          ktwo +40 (COND_FWD predicted:0.0%)
            |
             --25.00%--ktwo +18 (calltrace)
                       kthree +13 (calltrace)
                       kone +20 (calltrace)
E2
tree paths --branch-history -s dso -g caller --max-stack 3 << 'E2'
# Overhead  Shared Object
   100.00%  [kernel.kallsyms]
            |
            ---kone +20 (calltrace)
               |
               |--75.00%--ktwo +0 (CALL CROSS_4K)
               |          kthree +8 (cycles:9)
               |
                --25.00%--kthree +13 (calltrace)
                          ktwo +18 (calltrace)
E2
wrong 129 'has no branch stacks' plain --branch-history
wrong 129 'Invalid --sort key: .callchain_branch_cycles. is about branches' quiet -s callchain_branch_cycles

# --- stacks of calls: a sample in user mode knows its place, one in the kernel only the program's function ---
cat > "$dir/want" << 'E2'
ffffffff81000101
555555554400
555555554310
555555554210
555555554404
555555554310
555555554210
555555554404
ffffffff81000101
E2
"$PERF" script -i "$dir/lbr" -F ip 2> /dev/null | tr -d '\t ' | grep . | diff - "$dir/want" > "$dir/diff" ||
	fail "calls: $(cat "$dir/diff")"
report lbr --stitch-lbr
[ $status = 0 ] || fail "--stitch-lbr: exit $status"
grep -q -e '--stitch-lbr has no effect' "$dir/err" || fail "--stitch-lbr: $(cat "$dir/err")"

# --- code between branches ---
cat > "$dir/want" << 'E2'
#
#
# Total Lost Samples: 0
#
# Samples: 3  of event 'cycles'
# Event count (approx.): 10
#
# Sampled Cycles%  Sampled Cycles  Avg Cycles%  Avg Cycles                                                   [Program Block Range]         Shared Object
# ...............  ..............  ...........  ..........  ......................................................................  ....................
#
           41.79%              28       35.00%           7                                                    [ktwo+16 -> ktwo+48]     [kernel.kallsyms]
           40.30%              27       45.00%           9                                                  [kthree+0 -> kthree+8]     [kernel.kallsyms]
           17.91%              12       20.00%           4                                                     [ktwo+0 -> ktwo+32]     [kernel.kallsyms]
#
#

E2
report paths --total-cycles
grep -v -e '^# (Tip' -e '^# To display' "$dir/out" | sed '/Branch Statistics/,$d' | sed '$d' |
	diff - "$dir/want" > "$dir/diff" ||
	fail "--total-cycles: $(cat "$dir/diff")"
report paths --total-cycles --percent-limit 41 -q
[ "$(grep -c -e '%' -e '#' "$dir/out")" = 1 ] || fail "--percent-limit: $(cat "$dir/out")"
report paths --total-cycles --json
python3 - "$dir/out" << 'E2' || fail "--total-cycles --json: $(cat "$dir/out")"
import json, sys
event, = json.load(open(sys.argv[1]))["events"]
first, second, third = event["blocks"]
assert [first[k] for k in ("function", "start", "end", "cycles", "times")] == ["ktwo", 16, 48, 28, 4], first
assert (second["start_line"], second["end_line"]) == ("kthree+0", "kthree+8"), second
assert abs(third["percent"] - 100 * 12 / 67) < 0.01, third
E2
report plain --total-cycles
grep -q 'takes rows of branches' "$dir/err" || fail "--total-cycles without branches: $(cat "$dir/err")"
cmp "$dir/out" "$dir/samples" || fail "--total-cycles without branches"

# --- damage in each of the ways there are: an exit status, and no crash ---
for class in $("$PERF_TEST_DIR/fuzz/mutate.py" list); do
	"$PERF_TEST_DIR/fuzz/mutate.py" "$class" 1 "$dir/paths" "$dir/mutant"
	for args in '-b -s dso_to,addr_from,srcline_to' --branch-history '--total-cycles --json'; do
		# shellcheck disable=SC2086 # several words
		report mutant $args
		case $status in
		0 | 1 | 2 | 129) ;;
		*) fail "$class: $args: exit $status: $(cat "$dir/err")" ;;
		esac
		! grep -q -e 'ERROR: .*Sanitizer' -e 'runtime error' "$dir/err" || fail "$class: $args: $(cat "$dir/err")"
	done
done

# --- JSON ---
report data --json -s dso_from,symbol_to,mispredict,cycles
python3 - "$dir/out" << 'E2' || fail "--json: $(cat "$dir/out")"
import json, sys
event, = json.load(open(sys.argv[1]))["events"]
assert (event["members"][0]["samples"], event["members"][0]["period"]) == (3, 12)
top = event["rows"][0]
assert {k: v for k, v in top["keys"].items() if k != "ipc_lbr"} == {
    "dso_from": "[kernel.kallsyms]", "symbol_to": "[k] ktwo", "mispredict": "N", "cycles": "5"}, top
assert top["self"][0]["samples"] == 5 and "children" not in top and "chains" not in top, top
E2
