#!/bin/sh
# perf inject: records stay what they are, build ids, chains of pipes, AUX data, damage
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
find_leaks
need_tools python3 zstd

tests=$PERF_TEST_DIR
export PYTHONDONTWRITEBYTECODE=1 LC_ALL=C
other=$(other_perf)
same() { # WHAT GOT WANT
	[ "$2" = "$3" ] || bad "$1: got '$2', want '$3'"
}
bytes() { # [--body] FILE
	"$tests/build/record_bytes.py" "$@"
}
inject() { # OPTIONS...
	"$PERF" inject "$@" 2> "$dir/err" || bad "perf inject $*: exit $?: $(cat "$dir/err")"
}

# --- what goes through: every kind of recording into a file and into a pipe -------
copies() { # WHAT FILE: the body's records are the same bytes, and so are the samples
	inject -i "$2" -o "$dir/file"
	inject -i "$2" > "$dir/stream"
	inject < "$2" > "$dir/stdin"
	cmp "$dir/stream" "$dir/stdin" || bad "$1: standard input makes another stream than -i"
	# A pipe of either format.
	# shellcheck disable=SC2002
	cat "$2" | "$PERF" inject > "$dir/piped" 2> "$dir/err" || bad "$1: cat | perf inject: $(cat "$dir/err")"
	# shellcheck disable=SC2002
	cat "$2" | "$PERF" inject -b -o "$dir/piped-file" 2> "$dir/err" || bad "$1: cat | perf inject -b: $(cat "$dir/err")"
	(cd "$dir" && bytes --body --beside "$2" file stream piped piped-file)
	mv "$2.bytes" "$dir/want"
	"$PERF" script -i "$2" > "$dir/samples" 2> /dev/null
	# Attrs are no longer than they need to be.
	"$PERF" evlist -v -i "$2" | sed 's/ size: [0-9]*,//' > "$dir/events"
	for copy in file stream piped piped-file; do
		cmp "$dir/$copy.bytes" "$dir/want" || bad "$1: records of the $copy differ"
		"$PERF" script -i "$dir/$copy" > "$dir/got" 2> "$dir/err" || bad "$1: the $copy is not read: $(cat "$dir/err")"
		cmp "$dir/samples" "$dir/got" || bad "$1: samples of the $copy differ"
		"$PERF" evlist -v -i "$dir/$copy" | sed 's/ size: [0-9]*,//' | cmp - "$dir/events" || bad "$1: events of the $copy differ"
	done
}
deferred=0
seeds="11 12"
# All of this has been compared; sanitizers see the same code with either.
[ -z "${PERF_TEST_AGAIN:-}" ] || seeds=12
for seed in $seeds; do
	for order in little big; do
		for format in file pipe directory; do
			rm -rf "$dir/data"
			"$PERF" defer generate --no-loss --seed "$seed" --byte-order "$order" --format "$format" -o "$dir/data"
			if [ "$format" = directory ]; then
				bytes --body "$dir/data" > "$dir/want"
				inject -i "$dir/data" -o "$dir/file"
				bytes --body "$dir/file" | cmp - "$dir/want" || bad "$seed $order: directory"
				continue
			fi
			copies "$seed $order $format" "$dir/data"
			deferred=$((deferred + $(grep -c '^22 ' "$dir/want" || :)))
			if [ "$format" = pipe ]; then
				cmp "$dir/data" "$dir/stream" || bad "$seed $order: a stream is not copied byte for byte"
				cmp "$dir/data" "$dir/piped" || bad "$seed $order: a pipe is not copied byte for byte"
			fi
		done
	done
	rm -rf "$dir/data"
	for how in 81 83; do	# unpacked
		"$PERF" defer generate --no-loss --seed "$seed" --compress "$how" -o "$dir/data"
		copies "$seed compressed $how" "$dir/data"
		"$PERF" defer generate --no-loss --seed "$seed" --format pipe --compress "$how" -o "$dir/data"
		copies "$seed compressed pipe $how" "$dir/data"
		bytes "$dir/piped" > "$dir/got"
		grep -q "^$how " "$dir/got" && bad "$seed: compressed records are left"
	done
done
[ "$deferred" -gt 20 ] || bad "hardly any deferred records: $deferred"
"$tests/build/every_record.py" "$dir"
for order in le be; do
	copies "every record, $order" "$dir/$order.data"
	copies "every record, $order stream" "$dir/$order.pipe"
done
# Of a file, the head goes with it.
golden=$tests/golden/demo/demo.data
inject -i "$golden" -o "$dir/file"
"$PERF" script -i "$golden" --header-only -I 2> /dev/null | grep -v ' : .*\(offset\|size\) *:' | grep -v '^# captured' > "$dir/want"
"$PERF" script -i "$dir/file" --header-only -I 2> /dev/null | grep -v ' : .*\(offset\|size\) *:' | grep -v '^# captured' |
	diff - "$dir/want" | grep -v 'offset\|size' | grep '^[<>]' && bad "the head differs"

# An empty feature ends those of a stream; its number is one more than its perf knew, and may be in use today.
"$PERF" defer generate --no-loss --seed 11 --byte-order little --format pipe -o "$dir/plain"
for number in 22 32 33 34 35 60; do
	python3 - "$dir/plain" $number > "$dir/data" << 'P'
import struct, sys
stream = open(sys.argv[1], "rb").read()
end = struct.pack("<IHHQ", 80, 0, 16, int(sys.argv[2]))
sys.stdout.buffer.write(stream[:16] + end + stream[16:])
P
	inject -i "$dir/data" -o "$dir/file"
	same "the features' end is $number" "$(cat "$dir/err")" ""
	for copy in data file; do
		"$PERF" script -i "$dir/$copy" --header-only > "$dir/got" 2> "$dir/err" || bad "the end of the features is $number, $copy: exit $?"
		same "the features' end is $number, $copy" "$(cat "$dir/err")" ""
		same "features after an end of $number, $copy" "$(grep -c 'damaged' "$dir/got")" 0
	done
done

# --- damage: skipped, told, status 2; the result is sound -------------------------
for file in sample-chain-nr-bit-63 deferred-nr-bit-60 size-odd deferred-16-bytes packed-block-broken; do
	damaged=$tests/fuzz/corpus/$file
	[ -r "$damaged" ] || { bad "no $damaged"; continue; }
	for out in "-o $dir/file" ""; do
		code=0
		# shellcheck disable=SC2086
		"$PERF" inject -f -i "$damaged" $out > "$dir/stream" 2> "$dir/err" || code=$?
		same "$file $out" "$code" 2
		grep -q '^perf: .*: ' "$dir/err" || bad "$file: $(cat "$dir/err")"
		[ -n "$out" ] || mv "$dir/stream" "$dir/file"
		"$PERF" script -i "$dir/file" > "$dir/got" 2> "$dir/err" || bad "$file $out: the result is damaged: $(cat "$dir/err")"
		"$PERF" script -f -i "$damaged" 2> /dev/null | cmp - "$dir/got" || bad "$file $out: other samples"
	done
done

# Records that only perf script shows, and only if asked to: no reader is to meet them damaged.
PYTHONPATH="$tests/build" python3 - "$dir" << 'P'
import sys
from perfwrite import *

for order in "<", ">":
    f = Writer(order)
    e = f.event()
    f.comm(1, 1, "a")
    f.sample(e, ip=1, pid=1, tid=1, time=1)
    good = list(f.records)
    f.record(KSYMBOL, f.pack("QIHH", 1, 2, 1, 0) + b"no end__")
    f.record(AUX, f.pack("QQQ", 2**64 - 8, 16, 0) + f.sample_id(1, 1, 3))
    f.record(COMM, f.pack("ii", 1, 1) + b"no end__")
    f.record(MMAP, f.pack("iiQQQ", 1, 1, 1, 1, 1) + b"no end__")
    f.write(sys.argv[1] + ("/broken-le" if order == "<" else "/broken-be"))
    f.write_pipe(sys.argv[1] + ("/broken-le.pipe" if order == "<" else "/broken-be.pipe"))
    f.records = good
    f.write(sys.argv[1] + ("/whole-le" if order == "<" else "/whole-be"))
P
for file in broken-le broken-be broken-le.pipe broken-be.pipe; do
	for out in "-o $dir/file" ""; do
		code=0
		# shellcheck disable=SC2086
		"$PERF" inject -i "$dir/$file" $out > "$dir/stream" 2> "$dir/err" || code=$?
		same "$file $out" "$code" 2
		grep -q '4 damaged records skipped' "$dir/err" || bad "$file $out: $(cat "$dir/err")"
		[ -n "$out" ] || mv "$dir/stream" "$dir/file"
		whole=${file%.pipe}
		bytes --body "$dir/whole-${whole#broken-}" > "$dir/want"
		bytes --body "$dir/file" | sed '/^78 /d' | cmp - "$dir/want" || bad "$file $out: $(bytes --body "$dir/file")"
	done
done

# --- AUX data -------------------------------------------------------------------------
"$PERF" defer generate --no-loss --seed 21 --byte-order little --format pipe -o "$dir/plain"
cp "$dir/plain" "$dir/aux"
python3 - >> "$dir/aux" << 'P'
import struct, sys
out = sys.stdout.buffer
info = struct.pack("<IIQ", 1, 0, 7)
out.write(struct.pack("<IHH", 70, 0, 8 + len(info)) + info)
for n in range(3):
    data = bytes(range(64)) * (n + 1) * 100
    out.write(struct.pack("<IHHQQQIIII", 71, 0, 48, len(data), 0, n, n, 100 + n, n, 0) + data)
P
inject -i "$dir/aux" > "$dir/stream"
cmp "$dir/stream" "$dir/aux" || bad "AUX data in a stream are not what they were"
inject -i "$dir/aux" -o "$dir/file"
bytes --body "$dir/aux" > "$dir/want"
grep -c '^71 .* + 000102' "$dir/want" | grep -qx 3 || bad "the AUX data are not in the test's file"
bytes --body "$dir/file" | cmp - "$dir/want" || bad "AUX data in a file are not what they were"
python3 - "$dir/file" "$tests/build" << 'P' || bad "the index of AUX data is wrong"
import struct, sys
sys.path.insert(0, sys.argv[2])
import perfdata
f = perfdata.PerfData(sys.argv[1])
index = f.features[18]
nr = struct.unpack_from("<Q", index)[0]
places = [struct.unpack_from("<QQ", index, 8 + 16 * i) for i in range(nr)]
assert nr == 3, nr
for n, (at, size) in enumerate(places):
    assert struct.unpack_from("<I", f.data, at)[0] == 71 and size == 48, (at, size)
    assert struct.unpack_from("<Q", f.data, at + 8)[0] == 6400 * (n + 1), at
P
# A stream that ends within them.
head -c $(($(wc -c < "$dir/aux") - 100)) "$dir/aux" > "$dir/data"
for use in "inject" "script -i -"; do
	code=0
	# shellcheck disable=SC2002,SC2086
	cat "$dir/data" | "$PERF" $use > "$dir/got" 2> "$dir/err" || code=$?
	same "perf $use of a stream that ends within AUX data" "$code" 2
	grep -q 'AUXTRACE: size: 19200 bytes should follow, but the input ends' "$dir/err" || bad "$use: $(cat "$dir/err")"
done
# Back into a stream the index does not go: there are no places in it.
inject -i "$dir/file" > "$dir/stream"
bytes "$dir/stream" > "$dir/got"
grep '^80 0 12000000' "$dir/got" && bad "a stream has an index of AUX data"
grep -c '^71 .* + 000102' "$dir/got" | grep -qx 3 || bad "AUX data of a file do not go into a stream"
inject --strip -i "$dir/aux" > "$dir/stream"
cmp "$dir/stream" "$dir/plain" || bad "--strip takes something else than the AUX data"
inject --strip -v -i "$dir/file" -o "$dir/file2"
grep -q ' 4 records of AUX data' "$dir/err" || bad "--strip -v: $(cat "$dir/err")"
bytes --body "$dir/plain" > "$dir/want"
bytes --body "$dir/file2" | cmp - "$dir/want" || bad "--strip from a file"

# --- chains for copies of stacks ------------------------------------------------------------
# What stands around the copies stays. (Stacks that are really unwound: test_unwind.sh.)
orders="little big"
"$PERF" check feature -q dwarf-unwind || {
	orders=
	code=0
	"$PERF" inject --convert-callchain -i "$golden" -o "$dir/file" 2> "$dir/err" || code=$?
	same "--convert-callchain without libdw" "$code" 129
	grep -q 'build perf again' "$dir/err" || bad "--convert-callchain without libdw: $(cat "$dir/err")"
}
for order in $orders; do
	"$PERF" defer generate --byte-order "$order" -o "$dir/data" "$tests/scenario/all-fields.txt"
	inject --convert-callchain -i "$dir/data" -o "$dir/file"
	for file in data file; do
		"$PERF" script -D -i "$dir/$file" > "$dir/dump" 2> /dev/null
		grep -E '(weight|data_src|phys_addr|cgroup|aux data|raw data|intr regs|time enabled|time running|value|->)' \
			"$dir/dump" > "$dir/fields-$file"
		grep -c -E '(user regs|ustack)' "$dir/dump" > "$dir/copies-$file" || :
	done
	same "$order: copies before" "$(cat "$dir/copies-data")" 2
	same "$order: copies after" "$(cat "$dir/copies-file")" 0
	[ "$(wc -l < "$dir/fields-data")" -gt 10 ] || bad "$order: hardly any fields"
	cmp "$dir/fields-data" "$dir/fields-file" || bad "$order: fields beside the copies differ"
	"$PERF" script --header-only -I -i "$dir/file" 2> /dev/null | grep -q 'STACK_USER' && bad "$order: EVENT_DESC has copies"
done

# --- wrong uses --------------------------------------------------------------------------
refused() { # STATUS TEXT OPTIONS...
	code=0
	want=$1
	text=$2
	shift 2
	"$PERF" inject "$@" > "$dir/out" 2> "$dir/err" < /dev/null || code=$?
	same "perf inject $*" "$code" "$want"
	grep -qF -e "$text" "$dir/err" || bad "perf inject $*: $(cat "$dir/err")"
}
cp "$golden" "$dir/data"
refused 129 "is the input" -i "$dir/data" -o "$dir/data"
cmp "$golden" "$dir/data" || bad "the input was changed"
refused 129 "alone" --convert-callchain -j -i "$dir/data"
refused 129 "'--sched-stat' is not built in" -s -i "$dir/data"
refused 129 "'--itrace' is not built in: perf script" --itrace=i100us -i "$dir/data"
refused 129 "'--guest-data' is not built in: read each by itself" --guest-data=g.data,1,2 -i "$dir/data"
refused 129 "'--vm-time-correlation' is not built in" --vm-time-correlation=dry-run -i "$dir/data"
refused 129 "'--aslr' is not built in" --aslr -i "$dir/data"
refused 129 "alone" --convert-callchain -b -i "$dir/data"
refused 129 "Unknown unwind style: bogus" --unwind-style=bogus -i "$dir/data"
refused 129 "give one of them" -B --mmap2-buildid-all -i "$dir/data"
refused 1 "'x' is not 'BUILD-ID FILE'" --known-build-ids x -i "$dir/data" -o "$dir/file"
refused 1 "nothing" -i "$dir/nothing" -o "$dir/out-of-nothing"
[ ! -e "$dir/out-of-nothing" ] || bad "an output of a failure"

# What upstream needs for symbols is taken, and changes nothing.
inject -i "$golden" > "$dir/want"
inject --kallsyms "$dir/none" -k "$dir/none" --ignore-vmlinux --unwind-style libdw --guestmount "$dir" -i "$golden" > "$dir/got"
cmp "$dir/want" "$dir/got" || bad "options about symbols change something"

# --- build ids ---------------------------------------------------------------------------
# By hand: the golden recording's files are not here, so that the ids are those that are said.
"$PERF" buildid-list -H -i "$golden" | sed 's/^[0-9a-f ]\{40\} //' | grep '^/' | head -n 1 > "$dir/name"
name=$(cat "$dir/name")
for out in "-o $dir/file" ""; do
	# shellcheck disable=SC2086
	inject -b --known-build-ids "00112233445566778899aabbccddeeff00112233 $name" -i "$golden" $out > "$dir/stream"
	[ -n "$out" ] || mv "$dir/stream" "$dir/file"
	"$PERF" script -i "$dir/file" > "$dir/got" 2> /dev/null
	"$PERF" script -i "$golden" 2> /dev/null | wc -l | grep -qx "$(wc -l < "$dir/got")" || bad "-b: other samples"
done
bytes "$dir/file" > "$dir/got"
grep -q '^67 .*00112233445566778899aabbccddeeff00112233' "$dir/got" || bad "--known-build-ids in a stream"
inject --known-build-ids "00112233445566778899aabbccddeeff00112233 $name" -i "$golden" -o "$dir/file"
"$PERF" buildid-list -i "$dir/file" | grep -qx "00112233445566778899aabbccddeeff00112233 $name" || bad "--known-build-ids in a file"

# What the head says already stays, once, unless the user knows better.
PYTHONPATH="$tests/build" python3 - "$dir" << 'P'
import sys
from perfwrite import *

for order in "<", ">":
    f = Writer(order)
    e = f.event(name="e")
    f.comm(1, 1, "a")
    f.mmap2(1, 1, 0x400000, 0x1000, 0, "/nowhere/prog")
    f.sample(e, ip=0x400001, pid=1, tid=1, time=1)
    entry = f.pack("i", -1) + bytes.fromhex("aa" * 20) + bytes([20, 0, 0, 0]) + b"/nowhere/prog".ljust(68, b"\0")
    plain = f.features()
    f.features = lambda: {**plain, 2: f.pack("IHH", 0, MISC_USER | 1 << 15, len(entry) + 8) + entry}
    f.write(sys.argv[1] + ("/id-le" if order == "<" else "/id-be"))
    f.features = lambda: {}		# a head of nothing else
    f.records.insert(0, f.pack("IHH", 67, MISC_USER | 1 << 15, len(entry) + 8) + entry)
    f.write_pipe(sys.argv[1] + ("/id-le.pipe" if order == "<" else "/id-be.pipe"))
P
for file in id-le id-be id-le.pipe id-be.pipe; do
	for known in "" bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb; do
		for out in "-o $dir/file" ""; do
			set -- -b -i "$dir/$file"
			[ -z "$known" ] || set -- "$@" --known-build-ids "$known /nowhere/prog"
			[ -z "$out" ] || set -- "$@" -o "$dir/file"
			inject "$@" > "$dir/stream"
			[ -n "$out" ] || mv "$dir/stream" "$dir/file"
			same "ids of $file $known $out" "$("$PERF" buildid-list -i "$dir/file")" \
				"${known:-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa} /nowhere/prog"
			[ -n "$out" ] || same "entries of $file $known" "$(bytes "$dir/file" | grep -c '^67 ')" 1
		done
	done
done

need_events
"$PERF" record -q -N -B -g -e cpu-clock:u -F 5000 -o "$dir/data" -- "$PERF" test -w brstack 30000000
id=$("$PERF" buildid-list -i "$PERF")
ids() {
	"$PERF" buildid-list "$@" | grep -v '^ ' || :
}
same "recorded with -B" "$(ids -i "$dir/data")" ""
for out in file stream; do
	inject -b -i "$dir/data" > "$dir/stream"
	[ "$out" = stream ] || inject -b -i "$dir/data" -o "$dir/file"
	ids -i "$dir/$out" | grep -qx "$id $PERF" || bad "-b into a $out: $("$PERF" buildid-list -i "$dir/$out")"
	ids -i "$dir/$out" > "$dir/hits"
	inject --buildid-all -i "$dir/data" > "$dir/stream"
	[ "$out" = stream ] || inject --buildid-all -i "$dir/data" -o "$dir/file"
	[ "$(ids -i "$dir/$out" | wc -l)" -ge "$(wc -l < "$dir/hits")" ] || bad "--buildid-all finds less"
	ids -i "$dir/$out" | grep -qx "$id $PERF" || bad "--buildid-all into a $out"
done
maps() {
	"$PERF" script -i "$1" --show-mmap-events 2> /dev/null | grep 'PERF_RECORD_MMAP'
}
inject --mmap2-buildid-all -i "$dir/data" -o "$dir/file"
maps "$dir/file" | grep -q "<$id>.* $PERF$" || bad "--mmap2-buildid-all: $(maps "$dir/file")"
same "--mmap2-buildid-all keeps all maps" "$(maps "$dir/file" | wc -l)" "$(maps "$dir/data" | wc -l)"
inject -B -i "$dir/data" -o "$dir/file2"
maps "$dir/file2" | grep -q "<$id>.* $PERF$" || bad "-B: $(maps "$dir/file2")"
[ "$(maps "$dir/file2" | wc -l)" -lt "$(maps "$dir/data" | wc -l)" ] || bad "-B keeps all maps"
# Of a pipe it is known too late which ones are used.
# shellcheck disable=SC2002
cat "$dir/data" | "$PERF" inject -B -o "$dir/file3" 2> "$dir/err" || bad "-B of a pipe: $(cat "$dir/err")"
maps "$dir/file" > "$dir/want"
maps "$dir/file3" | cmp - "$dir/want" || bad "-B of a pipe"
"$PERF" script -i "$dir/data" 2> /dev/null > "$dir/want"
for file in file file2; do
	"$PERF" script -i "$dir/$file" 2> /dev/null | cmp - "$dir/want" || bad "samples after --mmap2 differ"
done

# --- chains of pipes ------------------------------------------------------------------------
live() { # RECORDER
	"$1" record -o - -q -g -e cpu-clock:u -F 5000 -- "$PERF" test -w brstack 30000000 2> "$dir/record.err"
}
has_symbol() { # WHAT
	grep -q ' brstack_' "$dir/got" || bad "$1: $(head -n 20 "$dir/got") $(cat "$dir/err" "$dir/record.err")"
}
live "$PERF" | "$PERF" inject -b 2> "$dir/err" | "$PERF" report -i - --stdio > "$dir/got" 2>> "$dir/err" ||
	bad "record | inject -b | report"
has_symbol "record | inject -b | report"
live "$PERF" | "$PERF" inject -b -o "$dir/file" 2> "$dir/err" || bad "record | inject -b -o"
ids -i "$dir/file" | grep -qx "$id $PERF" || bad "record | inject -b -o: $(ids -i "$dir/file")"
# Some perfs abort on their own streams while somebody else records with build ids (the kernel hands on a flag).
# So a stream is made once, and upstream is to read what we make of it where it reads the stream itself.
stream() { # RECORDER
	live "$1" > "$dir/stream" || bad "$1 record -o -: $(cat "$dir/record.err")"
}
through() { # WHAT INJECTOR READER
	"$2" inject -b < "$dir/stream" 2> "$dir/err" | "$3" report -i - --stdio > "$dir/got" 2>> "$dir/err" || bad "$1: exit $?"
	has_symbol "$1"
}
reads() { # READER FILE
	"$1" report -i - --stdio < "$2" 2> /dev/null | grep -q ' brstack_'
}
if [ -n "$other" ]; then
	stream "$other"
	through "upstream's record | inject -b | report" "$PERF" "$PERF"
	! reads "$other" "$dir/stream" || through "inject -b between upstream's record and upstream's report" "$PERF" "$other"
	stream "$PERF"
	! reads "$other" "$dir/stream" || through "record | inject -b | upstream's report" "$PERF" "$other"
	through "record | upstream's inject -b | report" "$other" "$PERF"
	inject -b -i "$dir/data" -o "$dir/file"
	if reads "$other" "$dir/data"; then
		"$other" report -i "$dir/file" --stdio > "$dir/got" 2> "$dir/err" || bad "upstream reads no file of inject"
		has_symbol "upstream, a file of inject -b"
		"$other" buildid-list -i "$dir/file" | grep -qx "$id $PERF" || bad "upstream lists no id of inject -b"
	fi
fi
finish
