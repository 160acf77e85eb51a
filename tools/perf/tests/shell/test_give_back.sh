#!/bin/sh
# Reading: pages of a large recording go back when they were read
# SPDX-License-Identifier: GPL-2.0-only
#
# A recording is mapped, and what was read of it stays in memory; where it is large, compared with the memory, pages are given
# back. What is shown is the same, and the peak of memory is far below the size of the recording.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
not_again "what it measures is the memory of a build without sanitizers"
export HOME="$dir"

cat > "$dir/scenario" << 'END'
task 1000-1007 comm=reader stack=60
step 200
rounds 100000
repeat 6000
1000-1007 enter
1000-1007 sample kernel=0xffffffff81000100,0xffffffff81000200,0xffffffff81000300
1000-1007 return
end
END
"$PERF" defer generate -o "$dir/perf.data" "$dir/scenario"
size=$(($(stat -c %s "$dir/perf.data") / 1024))
[ "$size" -gt 20000 ] || fail "the recording has $size KiB only"

# The command's peak of memory, KiB.
peak()
{
	python3 -c 'import resource, subprocess, sys
status = subprocess.call(sys.argv[2:], stdout=open(sys.argv[1], "wb"))
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(status)' "$@"
}

for what in "report --stdio" "script" "script -F tid,time" "defer stat"; do
	# shellcheck disable=SC2086 # words
	kept=$(peak "$dir/kept" "$PERF" $what -i "$dir/perf.data") || fail "perf $what failed"
	# shellcheck disable=SC2086
	given=$(PERF_TEST_GIVE_BACK=1 peak "$dir/given" "$PERF" $what -i "$dir/perf.data") || fail "perf $what failed, giving back"
	cmp -s "$dir/kept" "$dir/given" || bad "perf $what shows something else where pages are given back"
	[ $((kept - given)) -gt $((size / 3)) ] ||
		bad "perf $what: $given KiB at most where pages are given back, $kept where not, of a file of $size KiB"
	echo "perf $what: $kept KiB, $given KiB with pages given back"
done

# Where nothing comes twice, rows and what they are made from take the memory, of recordings that are not large, too. Halves of
# chains go when there are many, and with them what was read of the file.
cat > "$dir/unlike.py" << 'END'
import sys
import perfwrite as pw

path, nr, depth = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
f = pw.Writer(arch="x86_64")
e = f.event(type=1, config=0, name="cpu-clock", sample_type=pw.S_IDENTIFIER | pw.S_IP | pw.S_TID | pw.S_TIME | pw.S_CPU | pw.S_PERIOD |
            (pw.S_CALLCHAIN if depth else 0))
f.comm(100, 100, "prog", 1)
f.mmap2(100, 100, 0x400000, 0x10000000, 0, "/nowhere/prog", 1)
for k in range(nr):
    first = 0x400000 + 16 * k * max(1, depth)
    f.sample(e, ip=0x400000 if depth else first, pid=100, tid=100, time=5 + k,
             chain=[2**64 - 512] + [first + 16 * i for i in range(depth)] if depth else ())
f.write(path)
END
least=$(peak "$dir/out" "$PERF" version)

# unlike SAMPLES FRAMES MOST: report has a row for each frame, and takes at most so many times the size of the file.
unlike()
{
	python3 "$dir/unlike.py" "$dir/unlike" "$1" "$2"
	size=$(($(stat -c %s "$dir/unlike") / 1024))
	# Where the samples were is an address in the file, and so a row beside the callers'.
	rows=$(($2 > 0 ? $1 * $2 + 1 : $1))
	most=$(peak "$dir/out" "$PERF" report --stdio -g none -i "$dir/unlike") || fail "perf report failed"
	[ "$(grep -c '\[\.\] ' "$dir/out")" = "$rows" ] || bad "not each address has a row"
	[ "$most" -le $(($3 * size + least)) ] || bad "$rows rows of $size KiB take $most KiB, of which a start takes $least"
	echo "$rows rows: $most KiB, a file of $size KiB"
}
unlike 200000 0 5
unlike 40000 32 10
finish
