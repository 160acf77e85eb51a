#!/bin/sh
# perf record, script: files without a build id that have been replaced or written to have no names, rather than another file's
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/unwound.sh
. "$PERF_TEST_DIR/shell/lib/unwound.sh"
need_reads
need_tools gcc
cd "$dir"
export PERF_BUILDID_DIR="$dir/none"

# A library whose functions have other names and places each time; and what calls it, has it replaced by what "next" is, and calls that.
library()	# FILE LETTER BYTES
{
	gcc -O1 -g0 -shared -fPIC -Wl,--build-id=none -o "$1" -x c - <<-END || fail "the library was not built"
		#include <unistd.h>
		__attribute__((noinline)) static int $2_last(void) { char c; int n = (int)read(-1, &c, 1); __asm__ volatile("" : : : "memory"); return n; }
		int entry(void) { volatile char room[$3] = { 1 }; __asm__ volatile(".fill $3,1,0x90"); return $2_last() + room[0]; }
	END
}
gcc -O1 -g0 -Wl,--build-id=none -o caller -x c - <<-'END' || fail "the program was not built"
	#include <dlfcn.h>
	#include <stdio.h>
	static int call(void)
	{
		void *lib = dlopen("./lib.so", RTLD_NOW);
		int (*entry)(void) = lib ? (int (*)(void))dlsym(lib, "entry") : NULL;
		int n = entry ? entry() : 1;
		return n > 0 || dlclose(lib);
	}
	int main(int argc, char **argv) { return call() || (argc > 1 && (rename(argv[1], "lib.so") || call())); }
END
library lib.so first 64

record()	# NAME program...
{
	name=$1
	shift
	"$PERF" record -q -N -e $event --call-graph fp,repair -o "$name.data" -- "$@" 2>"$name.log" || bad "record: $(cat "$name.log")"
}
names()	# NAME options...: of the functions of libraries that read
{
	name=$1
	shift
	"$PERF" script --no-inline -F ip,sym,dso "$@" -i "$name.data" 2>said | sed -n 's/^[^a-z]*[0-9a-f]* \(.*\) (.*lib\.so)$/\1/p' | sort -u | xargs
}
expect()	# NAMES WORDS of what is said ("": nothing) NAME options...
{
	want=$1 words=$2
	shift 2
	got=$(names "$@")
	[ "$got" = "$want" ] || bad "$*: functions '$got', not '$want': $(cat said)"
	if [ -n "$words" ]; then
		grep -q "no symbols of '.*/lib.so': $words, and it has no build id" said || bad "$*: '$words' is not said: $(cat said)"
	else
		! grep 'no symbols of .*/lib.so' said || bad "$*: it is said that there are no names"
	fi
}

record one ./caller
expect "entry first_last" "" one
cp -p lib.so same
mv lib.so kept
# Behind what was recorded.
wait_for "a file is newer" "library lib.so second 256 && [ lib.so -nt one.data ]"
expect "[unknown]" "\(another file has this name by now\|it has been written to since it was mapped\)" one
# Who knows better says so.
got=$(names one --symfs=/)
case $got in
*second_last* | *entry*) ;;
*) bad "--symfs=/: $got: $(cat said)" ;;
esac
mv kept lib.so
expect "entry first_last" "" one
# Its permissions are nothing that is in it.
chmod 700 lib.so
expect "entry first_last" "" one
touch -d "1 hour" lib.so
expect "[unknown]" "it has been written to since it was mapped" one
# On another machine a file of that name is believed.
LC_ALL=C sed "s/$(uname -n)/$(uname -n | tr 'a-y' 'b-z' | tr 'A-Y0-8' 'B-Z1-9')/" one.data >other.data
expect "entry first_last" "" other

# Two files with one name: which of them it was is not known of each sample.
cp -p same lib.so
library next third 512
if [ "$("$PERF" script --show-mmap-events -i one.data 2>log | sed -n 's,.* [0-9a-f]*:[0-9a-f]* \([0-9]*\) [0-9]*\]: r-xp .*/caller$,\1,p' | head -n 1)" = "$(stat -c %i caller)" ]; then
	record two ./caller next
	expect "[unknown]" "more than one file had this name" two
else
	left_out "two files with one name" "records have other numbers of inodes here"
fi
finish
