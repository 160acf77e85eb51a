#!/bin/sh
# perf archive: what a recording needs, packed and unpacked; hostile archives reach nothing outside of the cache
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
find_leaks
need_tools tar bzip2 python3
need_features libelf
need_events

export HOME="$dir/home" LC_ALL=C PYTHONDONTWRITEBYTECODE=1
export PERF_BUILDID_DIR="$dir/cache"
mkdir "$HOME" "$dir/bin" "$dir/room"
same() { # WHAT GOT WANT
	[ "$2" = "$3" ] || bad "$1: got '$2', want '$3'"
}
archive() { # ARGS...: the output, and the status as the last line
	code=0
	"$PERF" archive "$@" > "$dir/out" 2>&1 || code=$?
}
says() { # WHAT STATUS TEXT
	same "$1: status" "$code" "$2"
	grep -qF -- "$3" "$dir/out" || bad "$1: no '$3' in '$(cat "$dir/out")'"
}
list() { # CACHE
	(cd "$1" && find . ! -type d -printf '%P %l\n' | sort)
}
clean() { # WHAT FOLDER
	same "$1: left behind" "$(find "$2" -maxdepth 1 -name '*.tmp-*')" ""
}

# A small program: bzip2 is slow, and packs it some twenty times.
work=$dir/bin/work
cp "$(readlink -f "$(command -v sh)")" "$work"
id=$("$PERF" buildid-list -i "$work")
rest=${id#??}
front=${id%"$rest"}
cd "$dir/room"
# shellcheck disable=SC2016 # for the shell that is recorded
"$PERF" record -q -e cpu-clock:u -F 5000 -o w.data -- "$work" -c 'i=0; while [ "$i" -lt 100000 ]; do i=$((i + 1)); done' 2> "$dir/err" ||
	fail "perf record: $(cat "$dir/err")"
"$PERF" buildid-list -H -i w.data | grep -v '^ ' | sed 's/ .*//' > "$dir/ids"
# What is installed of libc's debug information has a test of its own, below.
find "$dir/cache" -name debug -exec rm {} +

# --- packing ----------------------------------------------------------------------------------
# A link at the name of the archive is replaced, one within an entry stays where it is.
echo mine > "$dir/canary"
ln -s "$dir/canary" w.data.tar.bz2
ln -s "$dir/canary" "$dir/cache$work/$id/probes"
archive w.data
says "packing" 0 "Now please run:

$ perf archive --unpack

or unpack the tar manually wherever you need to run 'perf report' on."
rm "$dir/cache$work/$id/probes"
same "what the link at its name led to" "$(cat "$dir/canary")" mine
same "mode" "$(stat -c '%F %a' w.data.tar.bz2)" "regular file 600"
tar --numeric-owner -tvjf w.data.tar.bz2 > "$dir/long" || bad "tar cannot read it"
same "owners" "$(awk '{ print $2 }' "$dir/long" | sort -u)" 0/0
tar -tjf w.data.tar.bz2 | sort > "$dir/members"
(cd "$dir/cache" && find . ! -type d -printf '%P\n' | sort) | cmp - "$dir/members" ||
	bad "members: $(cat "$dir/members")"
clean "packing" .
# The same as the script that distributions have.
for script in /usr/lib/perf-core/perf-archive /usr/libexec/perf-core/perf-archive; do
	if [ ! -r "$script" ] || ! command -v bash > /dev/null; then
		continue
	fi
	ln -sf "$PERF" "$dir/bin/perf"
	mkdir "$dir/theirs"
	cp w.data "$dir/theirs"
	(cd "$dir/theirs" && PATH="$dir/bin:$PATH" bash "$script" w.data) > "$dir/log" 2>&1 || bad "theirs: $(cat "$dir/log")"
	tar -tjf "$dir/theirs/w.data.tar.bz2" | grep -v '/$' | sort | cmp - "$dir/members" || bad "other members than theirs"
	export PERF_BUILDID_DIR="$dir/from-theirs"
	archive --unpack "$dir/theirs/w.data.tar.bz2"
	same "theirs unpacked: $(cat "$dir/out")" "$code $(list "$dir/from-theirs")" "0 $(list "$dir/cache")"
	export PERF_BUILDID_DIR="$dir/cache"
	break
done
head -n 1 "$dir/ids" > "$dir/exclude"
archive --exclude-buildids "$dir/exclude" w.data
same "--exclude-buildids" "$code $(tar -tjf w.data.tar.bz2 | grep -c '^\.build-id/')" "0 $(($(wc -l < "$dir/ids") - 1))"
archive --exclude-buildids "$dir/ids" w.data
says "all excluded" 1 "no build-ids found after applying exclude-buildids file"
archive --exclude-buildids "$dir/nothing" w.data
says "no such list" 1 "Provided exclude-buildids file $dir/nothing does not exist"
rm -f w.data.tar.bz2
archive "$dir/nothing"
says "no such recording" 1 "cannot open '$dir/nothing'"
archive a b
says "two files" 129 "one too many"
archive --unpack --all
says "--unpack --all" 129 "--unpack takes neither"

# Files of the cache are hard links to those of the system where that is possible. When a link is made or removed meanwhile, by
# another perf for example, tar sees that the file's ctime has changed. That is no change of what is in the file. (tests that
# run beside this one do so: the tar of this machine may end with 1 by itself.)
mkdir "$dir/tools"
cat > "$dir/tools/tar" <<- END
	#!/bin/sh
	"$(command -v tar)" "\$@" || [ \$? = 1 ] || exit
	[ ! -e "$dir/touch" ] || touch "\$(cat "$dir/touch")"
	exit 1
END
chmod +x "$dir/tools/tar"
with_changes() { # FILE ARGS...: tar says that a file has changed; FILE has, unless it is empty
	rm -f "$dir/touch"
	[ -z "$1" ] || echo "$1" > "$dir/touch"
	shift
	PATH="$dir/tools:$PATH" archive "$@"
}
with_changes "" w.data
says "another name" 0 "perf archive --unpack"
tar -tjf w.data.tar.bz2 | sort | cmp - "$dir/members" || bad "another name: members"
rm -f w.data.tar.bz2
with_changes "$dir/cache$work/$id/elf" w.data
says "a changed file" 1 "perf archive: a file of the build-id cache has changed while it was read: try again"
[ ! -e w.data.tar.bz2 ] || bad "a changed file: the archive is there"
with_changes "" --all w.data
says "--all: another name" 0 "perf archive --unpack"
rm perf.all-*
with_changes "$dir/room/w.data" --all w.data
says "--all: a changed recording" 1 "perf archive: w.data has changed while it was read: try again"
clean "a changed file" .

# --- unpacking --------------------------------------------------------------------------------
archive w.data
archive --all w.data
says "--all" 0 "perf archive --unpack"
all=$(echo perf.all-"$(uname -n)"-[0-9]*-[0-9]*.tar.bz2)
same "--all: mode" "$(stat -c %a "$all")" 600
same "--all: members" "$(tar -tjf "$all" | sort | tr '\n' ' ')" "perf.symbols.tar.bz2 w.data "
clean "--all" .
mkdir "$dir/away"
mv "$work" "$dir/away/work"
export PERF_BUILDID_DIR="$dir/second"
[ -n "$("$PERF" buildid-cache -M w.data)" ] || bad "nothing is missing before"
archive --unpack w.data.tar.bz2
says "unpacking" 0 "$(wc -l < "$dir/ids") files put into the build-id cache '$dir/second', 0 there already"
same "unpacked" "$(list "$dir/second")" "$(list "$dir/cache")"
same "missing" "$("$PERF" buildid-cache -M w.data)" ""
cmp "$dir/second$work/$id/elf" "$dir/away/work" || bad "the file differs"
clean "unpacking" "$dir/second"
archive --unpack w.data.tar.bz2
says "again" 0 "0 files put into the build-id cache '$dir/second', $(wc -l < "$dir/ids") there already"

export PERF_BUILDID_DIR="$dir/third"
mkdir "$dir/elsewhere"
mv "$all" "$dir/elsewhere"
cp w.data "$dir/elsewhere/w.data"
cd "$dir/elsewhere"
echo older > w.data
archive --unpack
says "--all, one is there" 1 "File(s) w.data already exist in the current directory."
same "one is there" "$(cat w.data) $(list . | wc -l)" "older 2"
[ ! -e "$dir/third$work" ] || bad "one is there: the cache is filled"
ln -sf "$dir/canary" w.data
archive --unpack --force
says "--force" 0 "Found target file for unpacking: ./$all"
same "--force: the link" "$(cat "$dir/canary") $(stat -c '%F %a' w.data)" "mine regular file 600"
cmp w.data "$dir/room/w.data" || bad "the recording differs"
same "--all unpacked" "$(list "$dir/third")" "$(list "$dir/cache")"
clean "--all --unpack" .
clean "--all --unpack, cache" "$dir/third"
: > perf.x.tar.bz2
archive --unpack
says "two archives" 1 "Error: 2 files found for unpacking:"
archive --unpack nothing
says "no archive" 1 "Provided file nothing does not exist"
head -c 1000 "$all" > part
archive --unpack part
says "cut off" 1 "tar has failed"
clean "cut off" "$dir/third"
cd "$dir/room"

# --- what is not in the cache -----------------------------------------------------------------
export PERF_BUILDID_DIR="$dir/second"
"$PERF" buildid-cache -p "$work"
archive w.data
says "left out" 2 "$work is left out: the build-id cache '$dir/second' has no file with its build id $id"
"$PERF" buildid-cache -P
rm -f w.data.tar.bz2
archive w.data
says "nothing there" 1 "nothing of 'w.data' is in the build-id cache '$dir/second': no archive is written"
[ ! -e w.data.tar.bz2 ] || bad "an archive of nothing"

# --- archives of others -----------------------------------------------------------------------
mkdir "$dir/hostile" "$dir/outside"
cp "$dir/canary" "$dir/outside/canary"
chmod 640 "$dir/outside/canary"
python3 "$PERF_TEST_DIR/build/hostile_archive.py" "$dir/away/work" "$id" "$dir/outside" "$dir/hostile"
good=".build-id/$front/$rest ../../bin/good/$id
bin/good/$id/elf "
hostile() { # NAME STATUS WHAT-IS-SAID CACHE
	export PERF_BUILDID_DIR="$dir/caches/$1"
	archive --unpack "$dir/hostile/$1.tar.bz2"
	says "$1" "$2" "$3"
	same "$1: cache" "$(list "$dir/caches/$1")" "$4"
	clean "$1" "$dir/caches/$1"
	clean "$1, here" .
	same "$1: outside" "$(cd "$dir/outside" && find . -type f -printf '%P %m ' -exec cat {} +)" "canary 640 mine"
}
hostile outside_name 2 "what it stands for is not there" "$good"
hostile dots 1 "tar has failed" ""
hostile link_out 2 "what it stands for is not there" "$good"
hostile link_absolute 2 "it does not lead to an entry of the cache" "$good"
hostile folder_link 2 "what it stands for is not there" "$good"
hostile inner_link 2 "what it stands for is not there" "$good"
hostile written_through 1 "tar has failed" ""
hostile file_link 2 "it is no file of its own" "$good"
hostile hard_link 2 "it is no file of its own" "$good"
hostile fifo 2 "it is no file of its own" "$good"
hostile other_build 2 "it has another build id than it is packed under" "$good"
hostile no_id 2 "it is no build id" "$good"
hostile other_file 2 "it is none of elf, debug, kallsyms, vdso" "$good"
hostile socket_and_dots_in_link 2 "what it stands for is not there" "$good"
hostile hole 2 "it is longer than all that is in the archive" "$good"
[ "$(id -u)" != 0 ] || hostile device 2 "it is no file of its own" "$good"
# A few bytes that become many, also one archive further in; who wants them gets them.
hostile bomb 1 "unpacks to more than 64 MB" ""
hostile inner_bomb 1 "unpacks to more than 64 MB" ""
[ ! -e perf.data ] || bad "inner_bomb: perf.data is there"
export PERF_BUILDID_DIR="$dir/caches/wanted"
code=0
"$PERF" -c core.unpack-limit=70 archive --unpack "$dir/hostile/bomb.tar.bz2" > "$dir/out" 2>&1 || code=$?
says "bomb, wanted" 0 "1 file put into the build-id cache"
same "mode of what came" "$(stat -c %a "$dir/caches/fifo/bin/good/$id/elf")" 644
# Whoever starts perf may ignore the ends of children.
export PERF_BUILDID_DIR="$dir/caches/ignored"
code=0
env --ignore-signal=CHLD "$PERF" archive --unpack "$dir/hostile/fifo.tar.bz2" > "$dir/out" 2>&1 || code=$?
says "SIGCHLD ignored" 2 "it is no file of its own"
code=0
env --ignore-signal=CHLD "$PERF" archive --unpack "$dir/hostile/written_through.tar.bz2" > "$dir/out" 2>&1 || code=$?
says "SIGCHLD ignored, tar fails" 1 "tar has failed"
for name in recording_link two_recordings recording_folder; do
	hostile "$name" 1 "is not one recording" ""
	same "$name: perf.data" "$(find . -name perf.data)" ""
done

# --- debug information that is installed by its build id goes along, as with upstream ---
# /usr/lib/debug is another folder meanwhile, in a name space of its own.
if [ -d /usr/lib/debug ] && unshare -m true 2> "$dir/err" && command -v gcc objcopy > "$dir/err"; then
	cat > "$dir/hidden.c" <<- 'CODE'
	volatile long n;
	__attribute__((noinline)) static void only_in_debug(void)
	{
		for (long i = 0; i < 60000000; i++)
			n += i;
	}
	int main(void)
	{
		only_in_debug();
		return 0;
	}
	CODE
	gcc -g -O1 -Wl,--build-id -o "$dir/bin/hidden" "$dir/hidden.c"
	hid=$("$PERF" buildid-list -i "$dir/bin/hidden")
	of="$dir/debugs/.build-id/${hid%"${hid#??}"}"
	mkdir -p "$of" "$dir/shipped"
	objcopy --only-keep-debug "$dir/bin/hidden" "$of/${hid#??}.debug"
	objcopy --strip-all "$dir/bin/hidden"
	PERF_BUILDID_DIR="$dir/with-debug" unshare -m sh -c 'mount --bind "$0" /usr/lib/debug && exec "$@"' "$dir/debugs" \
		"$PERF" record -q -e cpu-clock:u -F 500 -o hidden.data -- "$dir/bin/hidden" 2> "$dir/err" || bad "perf record: $(cat "$dir/err")"
	rm -r "$dir/debugs" "$dir/bin/hidden"
	PERF_BUILDID_DIR="$dir/with-debug" archive hidden.data
	tar -tjf hidden.data.tar.bz2 | grep -q "/hidden/$hid/debug\$" || bad "no debug information in the archive: $(tar -tjf hidden.data.tar.bz2)"
	PERF_BUILDID_DIR="$dir/shipped" archive --unpack hidden.data.tar.bz2
	PERF_BUILDID_DIR="$dir/shipped" "$PERF" report --stdio --no-children -s sym -i hidden.data 2> "$dir/err" | grep -q only_in_debug ||
		bad "the unpacked debug information is not used: $(cat "$dir/err")"
	# perf buildid-cache -a brings it to a file that the cache has already.
	mkdir -p "$of"
	mv "$(find "$dir/shipped" -name debug)" "$of/${hid#??}.debug"
	cp "$(find "$dir/shipped" -path '*/hidden/*' -name elf)" "$dir/bin/hidden"
	PERF_BUILDID_DIR="$dir/shipped" unshare -m sh -c 'mount --bind "$0" /usr/lib/debug && exec "$@"' "$dir/debugs" \
		"$PERF" buildid-cache -a "$dir/bin/hidden" || bad "perf buildid-cache -a"
	cmp "$of/${hid#??}.debug" "$(find "$dir/shipped" -name debug)" || bad "perf buildid-cache -a brings no debug information"
else
	left_out "debug information in /usr/lib/debug" "it takes that folder, unshare -m, gcc and objcopy"
fi
finish
