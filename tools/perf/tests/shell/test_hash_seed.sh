#!/bin/sh
# Hash seeds: what comes out is the same under each
# SPDX-License-Identifier: GPL-2.0-only
#
# Each process hashes with a random seed of its own, so that no file can be made whose keys collide. What is printed or
# written must not show it: the same commands under several seeds, byte for byte, and twice under a seed of their own.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
not_again "each of these commands is run by others"
export HOME="$dir"
small_kernel

"$PERF" defer generate --seed 11 --format file --protocol C -o "$dir/deferred.data"
"$PERF" defer generate --seed 12 --format pipe --protocol A -o "$dir/stream.data"
"$PERF" defer generate -o "$dir/aux.data" "$PERF_TEST_DIR/scenario-aux/plain.txt"
"$PERF_TEST_DIR/build/every_record.py" "$dir"
mv "$dir/le.data" "$dir/every.data"

# Many of all that tables hold: names of tasks and files, rows, chains, callers, threads, namespaces, ids.
python3 - "$dir/many.data" << 'END'
import random
import sys
from perfwrite import *

rng = random.Random(5)
f = Writer(arch="x86_64")
events = [f.event(type=1, config=i, name=f"event-{i}", sample_type=S_IDENTIFIER | S_IP | S_TID | S_TIME | S_CPU |
                  S_PERIOD | S_CALLCHAIN | S_ADDR, ids=[1000 + 7 * i, 5000 + i]) for i in range(3)]
for t in range(60):
    f.comm(100 + t, 100 + t, f"task-{t % 13}", 1)
    for m in range(4):
        f.mmap2(100 + t, 100 + t, 0x400000 + m * 0x10000, 0x10000, 0, f"/nowhere/file-{(t + m) % 17}", 2)
    f.record(NAMESPACES, f.pack("IIQ", 100 + t, 100 + t, 1) + f.pack("QQ", 3, 4000 + t) + f.sample_id(100 + t, 100 + t, 2))
for i in range(3000):
    t = rng.randrange(60)
    ips = [2**64 - 512] + [0x400000 + 16 * rng.randrange(2500) for _ in range(rng.randrange(1, 9))]
    f.sample(events[rng.randrange(3)], ip=ips[1], pid=100 + t, tid=100 + t, time=10 + i, cpu=i % 4, addr=ips[-1],
             period=1 + i % 5, chain=ips)
f.write(sys.argv[1])
END

run() { # SEED: all commands, into $dir/SEED
	mkdir "$dir/$1"
	n=0
	while read -r line; do
		n=$((n + 1))
		# shellcheck disable=SC2086 # words by design
		(cd "$dir" && eval "$line") > "$dir/$1/$n" 2> "$dir/$1/$n.err" || echo "status $?" >> "$dir/$1/$n.err"
	done < "$dir/commands"
}
for f in deferred stream aux every many; do
	cat << END
"\$PERF" report --stdio -i $f.data
"\$PERF" report --stdio --no-children -s comm,tid,dso,sym,cpu -i $f.data
"\$PERF" report --stdio -g caller,0 --hierarchy -i $f.data
"\$PERF" report --stdio -F period,sample,sym -s sym,srcline,addr -i $f.data
"\$PERF" report --stdio --missing -i $f.data
"\$PERF" report --tasks --stdio -i $f.data
"\$PERF" report --mmaps --stdio -i $f.data
"\$PERF" report --stats -i $f.data
"\$PERF" report --stdio -T -i $f.data
"\$PERF" script --show-task-events --show-mmap-events --show-namespace-events -i $f.data
"\$PERF" script --aux-segments -i $f.data
"\$PERF" script -D -i $f.data
"\$PERF" evlist -v -i $f.data
"\$PERF" diff -gcaller,0 -s comm,dso,sym $f.data many.data
"\$PERF" report --header-only -i $f.data
"\$PERF" buildid-list -i $f.data
"\$PERF" defer stat -i $f.data
"\$PERF" defer dump -i $f.data
"\$PERF" defer verify --examples 50 -i $f.data
"\$PERF" defer merge -i $f.data -o -
"\$PERF" inject -b -i $f.data -o -
END
done > "$dir/commands"
# shellcheck disable=SC2016 # for eval
echo '"$PERF" defer generate --seed 3 -o -' >> "$dir/commands"

for seed in 1 2 3; do
	PERF_TEST_HASH_SEED=$seed run $seed
done
unset PERF_TEST_HASH_SEED
run 4
for seed in 2 3 4; do
	diff -r "$dir/1" "$dir/$seed" > "$dir/diff" && continue
	n=$(sed -n 's/^diff .*\/\([0-9]*\)\(\.err\)* .*/\1/p; s/^Binary files .*\/\([0-9]*\) and .*/\1/p' "$dir/diff" | head -n 1)
	bad "seed $seed shows in '$(sed -n "${n}p" "$dir/commands")': $(head -n 20 "$dir/diff")"
done
# They have all said something, or nothing would have been compared.
[ "$(find "$dir/1" -size +0 -name '*[0-9]' | wc -l)" -gt 70 ] || bad "few commands printed anything"
finish
