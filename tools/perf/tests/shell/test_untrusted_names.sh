#!/bin/sh
# security: files that others name or own: only regular ones are opened, only one's own without -f
# SPDX-License-Identifier: GPL-2.0-only
# Sanitizers: each time, since what it reads does harm.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"

export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C
chmod 755 "$dir"
# Where everybody can run it.
cp "$PERF" "$dir/perf"
cd "$dir"
mkdir names
mkfifo names/fifo
mkdir names/folder
ln -s fifo names/link-to-fifo
ln -s loop names/loop
python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("names/socket")'
: > names/empty
tty=
[ ! -c /dev/tty ] || tty=/dev/tty

# Somebody who waits for a reader of a FIFO leaves a mark when one has opened it.
watch() { # FIFO
	rm -f mark
	( : > "$1" && : > mark ) &
	watcher=$!
}
unwatched() { # WHAT: it was not opened; the watcher ends
	[ ! -e mark ] || bad "$1: the FIFO was opened"
	kill "$watcher" 2> /dev/null || :
	wait "$watcher" 2> /dev/null || :
}
ends() { # WHAT COMMAND...: whatever the status, it ends by itself
	what=$1
	shift
	got=0
	timeout 60 "$@" > out 2> err < /dev/null || got=$?
	[ "$got" -lt 124 ] || bad "$what: exit status $got: $(tail -n 3 err)"
}

# --- names in a recording ---
{
	echo "comm 77 app"
	n=16
	for name in fifo folder link-to-fifo loop socket empty; do
		printf 'map 77 7f%x0000000 1000 0 %s\nsample 77 7f%x0000010\n' $n "$dir/names/$name" $n
		n=$((n + 1))
	done
	[ -z "$tty" ] || printf 'map 77 7fff0000000 1000 0 /dev/tty\nsample 77 7fff0000010\n'
	printf 'map 77 7ffe0000000 1000 0 /dev/zero\nsample 77 7ffe0000010\n'
	printf 'map 77 7ffd0000000 1000 0 //anon\nsample 77 7ffd0000010\n'
	printf 'map 77 7ffc0000000 1000 0 %s\nsample 77 7ffc0000010\n' "$dir/jit-77.dump"
} > text
"$PERF_TEST_DIR/build/recording.py" named < text
mkdir -p symfs/tmp
mkfifo symfs/tmp/perf-77.map jit-77.dump
chmod 666 named names/fifo symfs/tmp/perf-77.map jit-77.dump

# --- names in debug information: split DWARF, whose other half is a FIFO ---
if command -v gcc > /dev/null && "$PERF" check feature -q dwarf; then
	mkdir split
	printf 'static volatile int n;\nint main(void)\n{\n\tn++;\n\treturn n;\n}\n' > split/main.c
	(cd split && gcc -gdwarf-5 -gsplit-dwarf -O1 -c -o main.o main.c && gcc -o prog main.o)
	main=$(nm split/prog | sed -n 's/^0*\([0-9a-f]*\) T main$/\1/p')
	offset=$(printf '%x' $((0x$main & 0xfff))) page=$(printf '%x' $((0x$main & ~0xfff)))
	printf 'comm 78 prog\nmap 78 7f2000000000 1000 %s %s\nsample 78 7f2000000%03x\n' "$page" "$dir/split/prog" $((0x$offset)) > text
	"$PERF_TEST_DIR/build/recording.py" split/data < text
	ends "split DWARF" "$PERF" script -i split/data -F ip,sym,srcline
	grep -q 'main.c:' out || bad "no line of split DWARF: $(cat out err)"
	dwo=$(ls split/*.dwo)
	rm "$dwo"
	mkfifo "$dwo"
	watch "$dwo"
	ends "split DWARF in a FIFO: script" "$PERF" script -i split/data -F ip,sym,srcline
	grep -q main out || bad "no name without the other half: $(cat out err)"
	ends "split DWARF in a FIFO: report" "$PERF" report --stdio -i split/data -s sym,srcline,type
	unwatched "split DWARF in a FIFO"
else
	left_out "split DWARF" "it takes gcc and a perf with libdw"
fi

read_names() { # WHO PERF...
	who=$1
	shift
	for fifo in names/fifo symfs/tmp/perf-77.map jit-77.dump; do
		watch $fifo
		ends "script, $who" "$@" script -f -i named -F ip,sym,srcline,insn
		ends "report, $who" "$@" report -f -i named --stdio -s sym,srcline
		ends "report --missing, $who" "$@" report -f -i named --missing
		ends "script --symfs, $who" "$@" script -f -i named --symfs "$dir/symfs" -F ip,sym
		ends "buildid-list, $who" "$@" buildid-list -f -i named
		ends "inject -b, $who" "$@" inject -f -b -i named -o injected
		rm -f injected
		ends "inject --jit, $who" "$@" inject -f --jit -i named -o injected
		rm -f injected
		for name in fifo link-to-fifo folder socket loop; do
			ends "buildid-cache, $who" "$@" buildid-cache -a "$dir/names/$name"
			ends "defer check $name, $who" "$@" defer check "$dir/names/$name"
			[ "$got" != 0 ] || bad "defer check $name, $who: status 0"
		done
		unwatched "names of a recording, $who"
	done
}
read_names user "$dir/perf"
nobody=
if [ "$(id -u)" = 0 ] && setpriv --reuid 65534 --regid 65534 --clear-groups "$dir/perf" version > out 2>&1; then
	nobody="setpriv --reuid 65534 --regid 65534 --clear-groups $dir/perf"
	# shellcheck disable=SC2086 # words by design
	read_names nobody $nobody
fi

# --- what belongs to a directory recording ---
"$PERF" defer generate --seed 3 --format directory --no-loss -o good > log 2>&1 || bad "generate: $(cat log)"
ends "a sound directory" "$dir/perf" script -i good
[ "$got" = 0 ] && [ -s out ] || bad "a sound directory: $got: $(cat err)"
[ -e good/data.0 ] || bad "no data.0: $(ls good)"
for part in data data.0; do
	for kind in fifo link folder socket; do
		rm -rf bad
		cp -r good bad
		rm bad/$part
		case $kind in
		fifo) mkfifo bad/$part; watch bad/$part ;;
		link) ln -s "$dir/good/$part" bad/$part ;;
		folder) mkdir bad/$part ;;
		socket) python3 -c "import socket; socket.socket(socket.AF_UNIX).bind('bad/$part')" ;;
		esac
		for reader in script report evlist "inject -o -" "defer stat" "defer dump" "defer verify"; do
			# shellcheck disable=SC2086 # words by design
			ends "$part is a $kind, $reader" "$dir/perf" $reader -i bad
			[ "$got" != 0 ] || bad "$part is a $kind, $reader: status 0"
			grep -qF "bad/$part'" err || bad "$part is a $kind, $reader: not named: $(cat err)"
		done
		[ $kind != fifo ] || unwatched "bad/$part"
	done
done
rm -rf bad
cp -r good bad
mkdir -p bad/kcore_dir
mkfifo bad/kcore_dir/kallsyms bad/kcore_dir/kcore
for part in kallsyms kcore; do
	watch bad/kcore_dir/$part
	ends "kcore_dir/$part" "$dir/perf" script -i bad -F ip,sym,insn
	ends "kcore_dir/$part, defer verify" "$dir/perf" defer verify -i bad
	unwatched "kcore_dir/$part"
done

# --- the recording itself ---
for name in folder socket loop /dev/zero /dev/null; do
	path=$name
	[ "${name#/}" != "$name" ] || path=names/$name
	ends "-i $name" "$dir/perf" report -i "$path"
	[ "$got" != 0 ] && [ "$(wc -l < err)" = 1 ] || bad "-i $name: $got: $(cat err)"
done
# A pipe with a name is a stream that somebody writes.
"$PERF" defer generate --seed 5 --format pipe --no-loss -o stream > log 2>&1
cat stream > names/fifo &
ends "a stream through a FIFO" "$dir/perf" script -i names/fifo
wait
[ "$got" = 0 ] && [ -s out ] || bad "a stream through a FIFO: $got: $(cat err)"

# --- recordings of others ---
if [ "$(id -u)" = 0 ]; then
	cp good/data whole
	[ -z "$nobody" ] || cp -r good theirs
	"$PERF" defer generate --seed 3 --no-loss -o foreign > log 2>&1
	cp foreign root-owned
	chmod 644 root-owned
	chown 65534 foreign
	for reader in script report "report --header-only" evlist "inject -o -" "inject -b -o -" "defer stat" "defer dump" "defer verify" \
		"defer merge -o -" buildid-list "script -D" "script --header-only" "report --stats"; do
		# shellcheck disable=SC2086 # words by design
		ends "$reader of another user's" "$dir/perf" $reader -i foreign
		[ "$got" != 0 ] || bad "$reader of another user's: status 0"
		grep -q "'foreign' is not owned by the current user or root" err || bad "$reader of another user's: $(cat err)"
		[ ! -s out ] || bad "$reader of another user's: it was read: $(head -n 3 out)"
		# shellcheck disable=SC2086
		ends "$reader of root's" "$dir/perf" $reader -i root-owned
		want=$got
		sed 's/root-owned/foreign/' out > own
		# shellcheck disable=SC2086
		ends "$reader -f" "$dir/perf" $reader -f -i foreign
		[ "$got" = "$want" ] || bad "$reader -f: status $got: $(cat err)"
		case $reader in
		*header*) ;;			# tells when the file was written, and by whom
		*) cmp -s out own || bad "$reader -f: another text" ;;
		esac
	done
	rm -rf bad
	cp -r good bad
	chown 65534 bad/data.0
	ends "another user's data.0" "$dir/perf" script -i bad
	[ "$got" != 0 ] && grep -q "bad/data.0' is not owned" err || bad "another user's data.0: $got: $(cat err)"
	mkfifo theirs.fifo
	chown 65534 theirs.fifo
	watch theirs.fifo
	ends "another user's FIFO" "$dir/perf" script -i theirs.fifo
	grep -q "'theirs.fifo' is not owned" err || bad "another user's FIFO: $(cat err)"
	unwatched "another user's FIFO"
	if [ -n "$nobody" ]; then
		chmod 755 "$dir"
		# shellcheck disable=SC2086
		ends "root's, as nobody" $nobody script -i root-owned
		[ "$got" = 0 ] && [ -s out ] || bad "root's, as nobody: $got: $(cat err)"
	fi
fi
# Files that say that they are long, and are nearly all hole: neither read as recordings nor as programs, nor copied.
echo "comm 7 a
map 7 400000 100000 0 $dir/hollow-program
sample 7 401000" > text
"$PERF_TEST_DIR/build/recording.py" plain < text
cp plain hollow
printf '\177ELF' > hollow-program
truncate -s 1G hollow hollow-program
if [ "$(du -k hollow-program | cut -f1)" -lt 1000 ]; then
	for reader in script "report --stdio" evlist "inject -o out.data" "defer stat"; do
		# shellcheck disable=SC2086 # words by design
		ends "$reader of a hole" "$dir/perf" $reader -i hollow
		[ "$got" != 0 ] && grep -q "nearly all of 'hollow' is a hole" err || bad "$reader of a hole: $got: $(cat err)"
	done
	ends "a program that is a hole" "$dir/perf" report --stdio -v -i plain
	grep -q "hollow-program': nearly all of it is a hole" err || bad "a program that is a hole: $(cat err)"
	# Half of it, or a short one, is read.
	truncate -s 8K short-hole
	cat plain short-hole > with-hole
	ends "a short hole" "$dir/perf" script -i with-hole
	! grep -q 'is a hole' err && [ -s out ] || bad "a short hole: $got: $(cat err)"
fi
# shellcheck disable=SC2154
finish
