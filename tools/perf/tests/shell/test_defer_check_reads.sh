#!/bin/sh
# perf defer check PROGRAM: reads the program, its libraries and its loader, and runs none of them
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_features libelf
need_tools cc python3

export LC_ALL=C
cd "$dir"

# files PROGRAM: those that are measured or said to be missing, the program first
files() {
	got=0
	timeout 60 "$PERF" defer check "$1" > out 2> err < /dev/null || got=$?
	[ "$got" -le 1 ] || bad "defer check $1: exit status $got: $(cat err)"
	sed -n '/^Frame pointers/,/^$/s/^ *[-0-9.]*%*  \([^:]*\): .*$/\1/p' out
}
same() { # WHAT WANT GOT
	[ "$3" = "$2" ] || bad "$1: got '$3', want '$2'"
}

# --- a loader of its own, and a library's ---
cat > loader << E
#!/bin/sh
echo run > "$dir/was-run"
E
chmod +x loader
echo 'int main(void) { return 0; }' > main.c
echo 'int one(void) { return 1; }' > one.c
echo 'int one(void); int two(void) { return one() + 1; }' > two.c
cc -shared -fPIC -o libone.so one.c -Wl,--dynamic-linker="$dir/loader" -Wl,-soname,libone.so
for loader in "$dir/loader" ./loader loader "$dir/none"; do
	cc -o evil main.c -Wl,--dynamic-linker="$loader" -Wl,--no-as-needed -L. -lone -Wl,-rpath,"$dir"
	files evil > list
	grep -qx "$dir/libone.so" list || bad "$loader: libone.so is not found: $(cat list)"
	files ./libone.so > list
done
cc -static -o evil-static main.c 2> /dev/null && files evil-static > list
[ ! -e was-run ] || bad "the program's loader was run"

# --- the same files as the loader finds ---
compiled=$(readlink -f "$(command -v python3)")
for program in "$PERF" "$compiled" "$(command -v sh)" "$(command -v env)"; do
	[ "$(head -c 4 "$program" | tail -c 3)" = ELF ] || continue
	interpreter=$(python3 - "$program" << 'E'
import struct, sys
data = open(sys.argv[1], "rb").read()
phoff, = struct.unpack_from("<Q", data, 32)
size, nr = struct.unpack_from("<HH", data, 54)
for i in range(nr):
    kind, _, offset, _, _, length = struct.unpack_from("<IIQQQQ", data, phoff + i * size)
    if kind == 3 and data[4] == 2 and data[5] == 1:
        print(data[offset:offset + length - 1].decode())
E
)
	[ -n "$interpreter" ] || continue
	# What this one says is looked at as a set: one that two names lead to is there once.
	"$interpreter" --list "$program" 2> /dev/null |
		sed -n 's/^.* => \(\/.*\) (0x.*$/\1/p; s/^\t\(\/.*\) (0x.*$/\1/p' | xargs -r readlink -f | sort -u > want
	files "$program" | tail -n +2 | xargs -r readlink -f | sort -u > got
	cmp -s want got || bad "$program: $(diff want got)"
done

# --- places: RPATH of who asks and of its parents, RUNPATH, LD_LIBRARY_PATH, $ORIGIN, paths ---
mkdir a b c
cc -shared -fPIC -o a/libone.so one.c -Wl,-soname,libone.so
cp a/libone.so b/libone.so
cp a/libone.so c/libone.so
cc -shared -fPIC -o a/libtwo.so two.c -Wl,-soname,libtwo.so -La -lone
link() { # FLAGS...
	cc -o prog main.c -Wl,--no-as-needed -La -ltwo -Wl,-rpath-link,a "$@"
	files ./prog | grep -e one.so -e two.so | tr '\n' ' '
}
# shellcheck disable=SC2016 # the loader expands it
{
	same "RPATH" "$dir/a/libtwo.so $dir/a/libone.so " "$(link -Wl,--disable-new-dtags -Wl,-rpath,'$ORIGIN/a')"
	same "RUNPATH is not the libraries'" "$dir/a/libtwo.so libone.so " \
		"$(link -Wl,--enable-new-dtags -Wl,-rpath,'${ORIGIN}/a')"
	same "LD_LIBRARY_PATH" "$dir/a/libtwo.so $dir/b/libone.so " \
		"$(export LD_LIBRARY_PATH="$dir/b" && link -Wl,--enable-new-dtags -Wl,-rpath,"$dir/a")"
	same "RPATH comes before it" "$dir/a/libtwo.so $dir/a/libone.so " \
		"$(export LD_LIBRARY_PATH="$dir/b" && link -Wl,--disable-new-dtags -Wl,-rpath,"$dir/a")"
}
link -Wl,--enable-new-dtags > list
grep -q 'libtwo.so: not found where the loader looks' out || bad "a missing library is not told: $(cat out)"

# --- what is no library is passed over, and not opened ---
link -Wl,--disable-new-dtags -Wl,-rpath,"$dir/a:$dir/c" > list
rm a/libone.so
mkfifo a/libone.so
(: > a/libone.so && : > mark) &
watcher=$!
same "a FIFO in its place" "$dir/a/libtwo.so $dir/c/libone.so " \
	"$(files ./prog | grep -e one.so -e two.so | tr '\n' ' ')"
[ ! -e mark ] || bad "the FIFO was opened"
kill $watcher 2> /dev/null || :
wait $watcher 2> /dev/null || :

# --- damaged programs ---
python3 - "$dir/evil" "$dir/damaged" << 'E'
import os, random, sys
data = bytearray(open(sys.argv[1], "rb").read())
os.mkdir(sys.argv[2])
start = data.find(b"libone.so")
for seed in range(40):
    r = random.Random(seed)
    copy = bytearray(data)
    for _ in range(1 + seed % 4):
        place = r.randrange(64, 64 + 56 * 13) if seed % 2 else r.randrange(len(copy))
        copy[place] = r.choice([0, 1, 0x7f, 0xff, r.randrange(256)])
    if seed % 5 == 0:
        copy = copy[:r.randrange(len(copy))]
    open(f"{sys.argv[2]}/{seed}", "wb").write(copy)
E
for f in damaged/*; do
	got=0
	timeout 60 "$PERF" defer check "$f" > out 2> err < /dev/null || got=$?
	[ "$got" -le 2 ] || bad "$f: exit status $got: $(tail -n 5 err)"
done
[ ! -e was-run ] || bad "a damaged program's loader was run"
# What libFuzzer found; 8 bytes of its own are in front.
for f in "$PERF_TEST_DIR"/fuzz/corpus-dwarf/*; do
	tail -c +9 "$f" > found
	got=0
	timeout 60 "$PERF" defer check found > out 2> err < /dev/null || got=$?
	[ "$got" -le 2 ] || bad "${f##*/}: exit status $got: $(tail -n 5 err)"
done
finish
