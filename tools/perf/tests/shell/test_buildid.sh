#!/bin/sh
# build ids: lists of recordings, the cache and its layout, recording fills it, upstream reads it
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
find_leaks
not_again "names, links and lists are those of any build; ELF files that mean harm are read in other suites"

export PERF_BUILDID_DIR="$dir/cache" HOME="$dir/home" LC_ALL=C
mkdir "$HOME" "$dir/bin"
same() { # WHAT GOT WANT
	[ "$2" = "$3" ] || bad "$1: got '$2', want '$3'"
}
id_of() {
	"$PERF" buildid-list -i "$1"
}
cached() {
	"$PERF" buildid-cache -l
}
files_in() {
	(cd "$1" && find . ! -type d | sort)
}

# --- the cache by hand ---------------------------------------------------------
tool=$dir/bin/tool
cp "$PERF" "$tool"
first=$(id_of "$tool")
echo "$first" | grep -qx '[0-9a-f]\{16,40\}' || bad "no build id of an ELF file: '$first'"
same "an empty cache" "$(cached)" ""
"$PERF" buildid-cache -a "$tool"
same "added" "$(cached)" "$first $tool"
rest=${first#??}
front=${first%"$rest"}
same "layout" "$(files_in "$dir/cache")" "./.build-id/$front/$rest
.$tool/$first/elf"
same "link" "$(readlink "$dir/cache/.build-id/$front/$rest")" "../..$tool/$first"
cmp "$dir/cache/.build-id/$front/$rest/elf" "$tool" || bad "the copy differs"
"$PERF" buildid-cache -v -a "$tool" 2> "$dir/err" || bad "adding twice fails"
grep -q 'already in the cache' "$dir/err" || bad "adding twice: $(cat "$dir/err")"
"$PERF" buildid-cache -r "$tool"
same "removed" "$(find "$dir/cache" -mindepth 1)" ""
"$PERF" buildid-cache -r "$tool" 2> "$dir/err" || bad "removing twice fails"
grep -q "wasn't in the cache" "$dir/err" || bad "removing twice: $(cat "$dir/err")"

# Two builds under one name; -p takes both, -r the present one, -u stores anew.
"$PERF" buildid-cache -a "$tool"
rm "$tool"
cp "$(readlink -f "$(command -v sh)")" "$tool"
second=$(id_of "$tool")
"$PERF" buildid-cache -a "$tool"
same "two builds" "$(cached | wc -l)" 2
"$PERF" buildid-cache -r "$tool"
same "the present build is removed" "$(cached)" "$first $tool"
"$PERF" buildid-cache -u "$tool"
same "updated" "$(cached | wc -l)" 2
cat="$(readlink -f "$(command -v cat)")"
"$PERF" buildid-cache -a "$cat"
"$PERF" buildid-cache -p "$tool"
same "purged, and nothing else" "$(cached)" "$(id_of "$cat") $cat"
"$PERF" buildid-cache -P
"$PERF" buildid-cache -a "$tool,$PERF"
"$PERF" buildid-cache -P -v 2> "$dir/err"
grep -q "^Removing $second $tool: Ok" "$dir/err" || bad "-v: $(cat "$dir/err")"
same "all purged" "$(find "$dir/cache" -mindepth 1)" ""
code=0
"$PERF" buildid-cache -a "$dir/nothing,$0,$tool" 2> "$dir/err" || code=$?
same "adding what is not there" "$code $(cached)" "1 $second $tool"
grep -q "couldn't add $dir/nothing: No such file" "$dir/err" || bad "no such file: $(cat "$dir/err")"
grep -q "couldn't add $0: not an ELF file" "$dir/err" || bad "not ELF: $(cat "$dir/err")"
code=0
"$PERF" buildid-cache > "$dir/out" 2>&1 || code=$?
same "no option" "$code" 129
"$PERF" --buildid-dir "$dir/elsewhere" buildid-cache -a "$tool"
same "--buildid-dir" "$("$PERF" --buildid-dir="$dir/elsewhere" buildid-cache -l)" "$second $tool"
same "buildid.dir" "$(unset PERF_BUILDID_DIR && "$PERF" -c buildid.dir="$dir/elsewhere" buildid-cache -l)" "$second $tool"
(unset PERF_BUILDID_DIR && "$PERF" buildid-cache -a "$tool")
[ -L "$HOME/.debug/.build-id/${second%"${second#??}"}/${second#??}" ] || bad "the default is not ~/.debug"
"$PERF" buildid-cache --target-ns $$ -a "$dir/bin/tool" 2> "$dir/err" || bad "--target-ns: $(cat "$dir/err")"
if [ -w /dev/shm ]; then	# another file system: neither links nor shared blocks
	shm=$(mktemp -d /dev/shm/perf-test-XXXXXX)
	"$PERF" --buildid-dir "$shm" buildid-cache -a "$tool"
	cmp "$shm$tool/$second/elf" "$tool" || bad "the copy on another file system differs"
	rm -rf "$shm"
fi
# A link that leads out of the cache is none of its entries.
mkdir -p "$dir/odd/.build-id/ab" "$dir/odd/x"
: > "$dir/odd/x/elf"
ln -s ../../../bin "$dir/odd/.build-id/ab/cdef"
ln -s ../../x/../../bin/abcd "$dir/odd/.build-id/ab/cd"
same "odd links" "$("$PERF" --buildid-dir "$dir/odd" buildid-cache -l)" ""
"$PERF" --buildid-dir "$dir/odd" buildid-cache -P
[ -e "$tool" ] || bad "purging removed a file outside of the cache"
"$PERF" buildid-cache -P

# --- lists -----------------------------------------------------------------------
same "-k" "$("$PERF" buildid-list -k | grep -cx '[0-9a-f]\{40\}')" 1
if "$PERF" buildid-list -m > "$dir/out" 2> "$dir/err"; then
	head -n 1 "$dir/out" | grep -qx "$("$PERF" buildid-list -k) *[0-9a-f]* *[0-9a-f]* \[kernel.kallsyms\]" ||
		bad "-m: $(cat "$dir/out")"
else
	grep -q 'kptr_restrict' "$dir/err" || bad "-m: $(cat "$dir/err")"
fi
code=0
"$PERF" buildid-list -i "$dir/nothing" 2> "$dir/err" || code=$?
same "no such recording" "$code" 1

need_events
"$PERF" check feature -q libelf || { left_out recordings "perf was built without libelf"; finish; }
"$PERF" buildid-cache -P
# --- recording fills the cache -----------------------------------------------------
work=$dir/bin/work
cp "$PERF" "$work"
rec() { # OPTIONS...
	"$PERF" record -q -e cpu-clock:u -F 5000 -o "$dir/data" "$@" -- "$work" test -w brstack 10000000 2> "$dir/err" ||
		bad "perf record $*: $(cat "$dir/err")"
}
names() {
	"$PERF" report -i "$dir/data" --stdio -s sym 2> /dev/null | grep -c ' brstack_[a-z]*$' -m 1 || :
}
rec
same "the list of a recording" "$("$PERF" buildid-list -i "$dir/data" | grep " $work$")" "$first $work"
"$PERF" buildid-list -i "$dir/data" | grep -v '^ ' > "$dir/hits"
cached | sort > "$dir/filled"
sort "$dir/hits" | cmp - "$dir/filled" || bad "not in the cache what was hit: $(cat "$dir/hits" "$dir/filled")"
same "missing" "$("$PERF" buildid-cache -M "$dir/data")" ""
"$PERF" buildid-cache -r "$work"
same "missing after removal" "$("$PERF" buildid-cache -M "$dir/data")" "$first $work"
# Nothing is stored twice: the entry is the same file as before.
rec
entry=$dir/cache$work/$first/elf
inode=$(stat -c %i:%Z "$entry")
rec
same "not stored twice" "$(stat -c %i:%Z "$entry")" "$inode"
# Which libraries are hit is a matter of luck.
cached | sort > "$dir/filled"
"$PERF" buildid-list -i "$dir/data" | grep -v '^ ' > "$dir/hits"
other=$(other_perf)
if [ -n "$other" ]; then	# it leaves out what is not where it was
	"$other" --buildid-dir "$dir/cache" buildid-cache -l | sort | cmp - "$dir/filled" ||
		bad "upstream lists another cache"
fi
# The file is gone; its symbols are not.
mv "$work" "$dir/aside"
[ "$(names)" = 1 ] || bad "symbols are not found through the cache"
if [ -n "$other" ]; then
	"$other" --buildid-dir "$dir/cache" report -i "$dir/data" --stdio -s sym 2> /dev/null | grep -q ' brstack_' ||
		bad "upstream finds no symbols in our cache"
	same "lists of both" "$("$other" buildid-list -i "$dir/data" | grep -v '^ ' | sort)" "$(sort "$dir/hits")"
fi
"$PERF" buildid-cache -P
[ "$(names)" = 0 ] || bad "symbols are found without the cache, too"
if [ -n "$other" ]; then
	# The other way round: its cache, our reader.
	mv "$dir/aside" "$work"
	"$other" --buildid-dir "$dir/cache" buildid-cache -a "$work" > "$dir/log" 2>&1 || bad "upstream: $(cat "$dir/log")"
	mv "$work" "$dir/aside"
	cached | grep -qx "$first $work" || bad "we do not list what upstream has cached: $(cached)"
	[ "$(names)" = 1 ] || bad "we find no symbols in upstream's cache"
	"$PERF" buildid-cache -P
	same "its entry is removed whole" "$(find "$dir/cache" -name elf)" ""
fi
mv "$dir/aside" "$work"

# A program that lies in memory alone is held open while it runs: when it has ended nobody can open it.
if have_tools "a program in memory alone" python3; then
	"$PERF" buildid-cache -P
	cat > "$dir/memory.py" << 'E'
import os, shutil, sys
fd = os.memfd_create("work")
with open(sys.argv[1], "rb") as f, os.fdopen(os.dup(fd), "wb") as to:
    shutil.copyfileobj(f, to)
os.execve(fd, ["work", "test", "-w", "brstack", "2000000000"], os.environ)
E
	mkfifo "$dir/ask" "$dir/ack"
	exec 7<> "$dir/ask" 8<> "$dir/ack"
	"$PERF" record -q -e cpu-clock:u -F 5000 -o "$dir/data" --control "fifo:$dir/ask,$dir/ack" -- python3 "$dir/memory.py" "$work" 2> "$dir/err" &
	recorder=$!
	task=
	for _ in $(seq 1200); do	# it runs by now, and has run for a while
		task=$(cat "/proc/$recorder/task/$recorder/children" 2> /dev/null) || :
		task=${task%% *}
		kill -0 "$recorder" 2> /dev/null || break
		[ -z "$task" ] || ! readlink "/proc/$task/exe" | grep -q '^/memfd:work' ||
			[ "$(cut -d ' ' -f 14 "/proc/$task/stat")" -lt 20 ] || break
		sleep 0.05
	done
	for _ in 1 2; do	# the second time what came in front of the first has been looked at
		echo ping >&7
		timeout 60 head -c 5 <&8 > /dev/null || bad "record does not answer"
	done
	kill -9 "$task" || bad "the program in memory does not run"
	wait "$recorder" || :
	exec 7>&- 8>&-
	cached | grep -qx "$first /memfd:work (deleted)" || bad "a program in memory is not in the cache: $(cached) $(cat "$dir/err")"
	[ "$(names)" = 1 ] || bad "a program in memory has no names"
	"$PERF" buildid-cache -P
	# Where threads empty the rings, they tell the one that opens files.
	rm -rf "$dir/data" "$dir/data.old"
	"$PERF" record -q -e cpu-clock:u -F 5000 --threads -o "$dir/data" -- python3 "$dir/memory.py" "$work" 2> "$dir/err" &
	recorder=$!
	holds() { readlink /proc/$recorder/fd/* | grep -q '^/memfd:work'; }
	wait_for "a program in memory is held" holds
	task=$(cat "/proc/$recorder/task/$recorder/children")
	# Some samples of it come first.
	wait_for "it runs" '[ "$(cut -d " " -f 14 "/proc/${task%% *}/stat")" -ge 5 ]'
	kill -9 "${task%% *}"
	wait "$recorder" || :
	cached | grep -qx "$first /memfd:work (deleted)" || bad "a program in memory, and threads: $(cached) $(cat "$dir/err")"
	rm -rf "$dir/data"
	"$PERF" buildid-cache -P
fi

# With the kernel goes its vdso, also where nothing else of it was hit.
"$PERF" buildid-cache -P
cat > "$dir/clock.py" << 'E'
import time
end = time.time() + 0.5
while time.time() < end:
    pass
E
"$PERF" record -q -e cpu-clock:u -F 2000 -o "$dir/data" -- python3 "$dir/clock.py"
if "$PERF" script -i "$dir/data" -F ip,sym,dso | grep -q '\[vdso\]'; then
	kernel=$("$PERF" buildid-list -k)
	vdso="$dir/cache/[kernel.kallsyms]/$kernel/vdso"
	[ "$(head -c 4 "$vdso" | tail -c 3)" = ELF ] || bad "the vdso is not in the cache: $(find "$dir/cache")"
	grep -q clock_gettime "$vdso" || bad "the vdso in the cache lacks clock_gettime"
	rm "$vdso"
	"$PERF" record -q -e cpu-clock:u -F 2000 -o "$dir/data" -- python3 "$dir/clock.py"
	[ -f "$vdso" ] || bad "the vdso of a kernel that the cache knows already is not added"
	"$PERF" buildid-cache -P
	same "purging a kernel with its vdso" "$(find "$dir/cache" -mindepth 1)" ""
else
	left_out "the vdso" "no sample fell into it"
fi

# The end of a recording takes no memory for what was recorded. (A sanitizer takes some for itself.)
if have_tools "memory at the end of a recording" python3 && ! grep -qa __asan_init "$(command -v "$PERF")"; then
	"$PERF" buildid-cache -P
	cat > "$dir/most.py" << 'E'
import resource, subprocess, sys
status = subprocess.call(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
sys.exit(status)
E
	# As much as it takes until the file is large: on a slow machine some samples are lost. The file gets its name when the
	# command runs already, since a command that cannot be started must leave an older file alone.
	cat > "$dir/faults.sh" << 'E'
i=0
while [ $i -lt 300 ] && [ "$(stat -c %s "$1" 2> /dev/null || echo 0)" -lt 32000000 ]; do
	dd if=/dev/zero of=/dev/null bs=8M count=1
	i=$((i + 1))
done
E
	python3 "$dir/most.py" "$PERF" record -q -m 64 -e page-faults,minor-faults -c 1 -d -g -I -o "$dir/large" -- \
		sh "$dir/faults.sh" "$dir/large" > "$dir/mb" 2> "$dir/err" || bad "a large recording: $(cat "$dir/err")"
	large=$(($(stat -c %s "$dir/large") / 1000000))
	[ $large -ge 30 ] || bad "a large recording has $large MB"
	[ "$(tail -n 1 "$dir/mb")" -lt 32 ] || bad "after a recording of $large MB perf has used $(tail -n 1 "$dir/mb") MB"
	cached | grep -q '/dd$' || bad "a large recording: the command is not in the cache"
	rm "$dir/large"
	"$PERF" buildid-cache -P
fi

# Switched off.
for option in -N --no-buildid-cache -B --no-buildid; do
	rec "$option"
	same "$option" "$(cached)" ""
done
rec --buildid-all
[ "$(cached | wc -l)" -ge "$(wc -l < "$dir/hits")" ] || bad "--buildid-all stores less"
"$PERF" buildid-cache -P
for how in no-cache skip mmap; do
	"$PERF" -c record.build-id=$how record -q -e cpu-clock:u -o "$dir/data" -- "$work" test -w brstack 10000000
	same "record.build-id = $how" "$(cached)" ""
done
"$PERF" -c record.build-id=no-mmap record -q -e cpu-clock:u -F 5000 -o "$dir/data" -- "$work" test -w brstack 10000000
"$PERF" script -i "$dir/data" --show-mmap-events | grep -q 'MMAP2.*<[0-9a-f]*>' && bad "no-mmap: ids with the maps"
cached | grep -qx "$first $work" || bad "no-mmap: not in the cache"
"$PERF" buildid-list -i "$dir/data" | grep -qx "$first $work" || bad "no-mmap: not in the header's list"
"$PERF" -c record.build-id=nonsense record -q -e cpu-clock:u -o "$dir/data" -- true 2> "$dir/err"
grep -q "'nonsense' is none of cache, no-cache, skip, mmap, no-mmap" "$dir/err" || bad "nonsense: $(cat "$dir/err")"
# A cache that cannot be written is a warning: the recording is there.
: > "$dir/file"
code=0
"$PERF" --buildid-dir "$dir/file/x" record -q -e cpu-clock:u -F 5000 -o "$dir/data" -- "$work" test -w brstack 10000000 \
	2> "$dir/err" || code=$?
same "no cache possible" "$code $(names)" "0 1"

# perf archive, as any distribution has it, finds what it looks for.
archive=
for script in /usr/lib/perf-core/perf-archive /usr/libexec/perf-core/perf-archive; do
	[ -r "$script" ] && archive=$script
done
if [ -n "$archive" ] && command -v bash > /dev/null && command -v bzip2 > /dev/null; then
	rec -N
	"$PERF" buildid-cache -P
	rec
	ln -sf "$PERF" "$dir/bin/perf"
	(cd "$dir" && PATH="$dir/bin:$PATH" bash "$archive" data) > "$dir/log" 2>&1 || bad "archive: $(cat "$dir/log")"
	tar tjf "$dir/data.tar.bz2" > "$dir/list" || bad "archive: $(cat "$dir/log")"
	for entry in ".build-id/$front/$rest" "${work#/}/$first/elf"; do
		grep -qx "$entry" "$dir/list" || bad "archive without $entry: $(cat "$dir/list")"
	done
else
	left_out "the distribution's perf archive" "it takes that, bash and bzip2"
fi

# --- a process with a root of its own, recorded by its number ---------------------------------
# Linked to a low address, which its maps show with zeros in front.
cat > "$dir/apart.c" << 'E'
volatile unsigned long sink;
int main(void) { for (;;) sink++; }
E
if command -v gcc > /dev/null && gcc -O1 -static -no-pie -Wl,--build-id -o "$dir/apart" "$dir/apart.c" 2> /dev/null &&
   unshare -m true 2> /dev/null; then
	mkdir "$dir/room"
	# shellcheck disable=SC2016	# for the inner shell
	unshare -m sh -c 'mount -t tmpfs none "$1/room" && cp "$1/apart" "$1/room/inside" && exec "$1/room/inside"' - "$dir" &
	apart=$!
	wait_for "the program in its room" '! kill -0 "$apart" || [ "$(readlink "/proc/$apart/exe")" = "$dir/room/inside" ]'
	"$PERF" record -q -e cpu-clock:u -F 1000 -o "$dir/data" -p "$apart" -- sh -c "$(until_used "$apart")"
	id=$(id_of "$dir/apart")
	"$PERF" script -i "$dir/data" --show-mmap-events | grep -q "MMAP2.*<$id>.*$dir/room/inside" ||
		bad "own root: no id in the maps"
	cached | grep -qx "$id $dir/room/inside" || bad "own root: not in the cache"
	kill "$apart"
	wait "$apart" || :
	"$PERF" script -i "$dir/data" -F ip,sym | grep -q "[0-9a-f] main" || bad "own root: no symbols once the process is gone"
else
	left_out "a root of its own" "it takes unshare -m and gcc -static"
fi

# Damage: told, status 2, the rest is listed.
head -c "$(($(stat -c %s "$dir/data") / 2))" "$dir/data" > "$dir/cut"
code=0
"$PERF" buildid-list -H -i "$dir/cut" > "$dir/out" 2> "$dir/err" || code=$?
same "a file that is cut off" "$code" 2
finish
