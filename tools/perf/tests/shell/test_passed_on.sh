#!/bin/sh
# commands of another perf: they get recordings that they can read
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/upstream.sh
. "$PERF_TEST_DIR/shell/lib/upstream.sh"
not_again "what runs is the other perf"
need_tools python3 objdump
cd "$dir"
export HOME="$dir" PYTHONPATH="$PERF_TEST_DIR/build" PERF_CONFIG_NOSYSTEM=1

# --- which recording a command line names ---------------------------------------------------------------
mkdir fake tmp
cat > fake/perf << 'P'
#!/bin/sh
echo "$*"
for token; do
	case $token in
	*/proc/self/fd/*) head -c 8 "/proc/self/fd/${token##*/}"; echo ;;
	esac
done
P
chmod 755 . fake fake/perf
"$PERF" defer generate --seed 2 --byte-order little --format file -o new > log 2>&1 || fail "generate: $(cat log)"
"$PERF" defer generate --seed 2 --byte-order little --format pipe -o stream > log 2>&1 || fail "generate: $(cat log)"
"$PERF" defer merge -q -i new -o old 2> log || fail "merge: $(cat log)"
passes() { # WANT ARGS...: what the other perf gets, F where it is a copy
	want=$1
	shift
	PATH=$dir/fake:$PATH TMPDIR=$dir/tmp "$PERF" "$@" < /dev/null > out 2> err || bad "$*: exit $?: $(cat err)"
	got=$(sed 's,/proc/self/fd/[0-9]*,F,; 1q' out)
	[ "$got" = "$want" ] || bad "$*: passes on '$got', not '$want'"
	case $want in
	*F*)	[ "$(sed 1d out)" = PERFILE2 ] || bad "$*: the copy is no recording: $(cat out)"
		[ "$(grep -c "has deferred callchains, which other perfs may not read: 'perf $1' gets a merged copy of it" err)" = 1 ] ||
			bad "$*: does not say so: $(cat err)" ;;
	*)	[ "$(wc -l < err)" = 1 ] || bad "$*: says more: $(cat err)" ;;
	esac
}
while IFS='|' read -r given want; do
	# shellcheck disable=SC2086 # words by design
	passes "$want" $given
done << 'E'
annotate --gtk -i new|annotate --gtk -i F
annotate --gtk -inew --stdio work|annotate --gtk -iF --stdio work
annotate --gtk --input=new|annotate --gtk --input=F
annotate --gtk --inp new -f|annotate --gtk --inp F -f
annotate --gtk -fvi new|annotate --gtk -fvi F
annotate --gtk -i old|annotate --gtk -i old
annotate --gtk -i nothing|annotate --gtk -i nothing
annotate --gtk -- -i new|annotate --gtk -- -i new
annotate --gtk -i|annotate --gtk -i
c2c report -i new|c2c report -i F
c2c record -i new|c2c record -i new
kmem -i new stat|kmem -i F stat
kmem record -i new|kmem record -i new
kvm --guest stat report -i new|kvm --guest stat report -i F
kvm stat live -i new|kvm stat live -i new
kwork -k irq report -i new|kwork -k irq report -i F
lock rep -i new|lock rep -i F
lock con -ab|lock con -ab
lock record -i new|lock record -i new
mem -t load report -i new|mem -t load report -i F
sched -i new latency|sched -i F latency
sched lat -i old -i new|sched lat -i old -i F
sched record -i new|sched record -i new
sched stats report -i new|sched stats report -i new
stat -i new|stat -i new
timechart -w 9 -i new|timechart -w 9 -i F
timechart record -i new|timechart record -i new
trace -i new|trace -i F
trace record -i new|trace record -i new
script -s x.pl -i new|script -s x.pl -i F
script -s perl:x -i new|script -s perl:x -i F
script -i new -g perl|script -i F -g perl
script report no-script -i new|script report no-script -i F
script record no-script -i new|script record no-script -i new
E
# No name: perf.data, where the command would read that.
ln -s new perf.data
passes "annotate -i F --gtk work" annotate --gtk work
passes "sched latency -i F -p" sched latency -p
passes "kmem -i F stat" kmem stat
passes "script -i F -s x.pl" script -s x.pl
passes "trace ls" trace ls
passes "script no-script" script no-script
passes "lock contention -b" lock contention -b
rm perf.data
# The copy would belong to us, so whose file it is counts before it is made.
if [ "$(id -u)" = 0 ]; then
	cp new others
	chown 4321 others
	passes "annotate --gtk -i others" annotate --gtk -i others
	passes "annotate --gtk -fi F" annotate --gtk -fi others
fi
# What comes through a pipe: where it is named, and where nothing is.
PATH=$dir/fake:$PATH TMPDIR=$dir/tmp "$PERF" annotate --gtk -i - < stream 2> err > out || bad "standard input: $(cat err)"
[ "$(sed 1d out)" = PERFILE2 ] || bad "standard input: $(cat out)"
grep -q "'standard input' has deferred callchains" err || bad "standard input: says $(cat err)"
# shellcheck disable=SC2002 # it shall be a pipe
cat stream | PATH=$dir/fake:$PATH TMPDIR=$dir/tmp "$PERF" annotate --gtk 2> err > out || bad "a pipe: $(cat err)"
[ "$(sed 1d out)" = PERFILE2 ] || bad "a pipe: $(cat out)"
[ -z "$(ls tmp)" ] || bad "left behind: $(ls tmp)"
# No room for the copy.
got=0
PATH=$dir/fake:$PATH TMPDIR=$dir/none "$PERF" annotate --gtk -i new > out 2> err || got=$?
[ "$got $(cat out)" = "1 " ] || bad "without TMPDIR: exit $got, $(cat out)"
grep -q "cannot make a temporary file in '$dir/none': No such file" err || bad "without TMPDIR: $(cat err)"
got=0
echo none | PATH=$dir/fake:$PATH TMPDIR=$dir/tmp "$PERF" annotate --gtk -i - > out 2> err || got=$?
[ "$got $(cat out)" = "1 " ] || bad "no recording: exit $got, $(cat out)"
grep -q "'-' could not be merged into a temporary file in '$dir/tmp'" err || bad "no recording: $(cat err)"

# --- which program it is ----------------------------------------------------------------------------------
# The one that was looked at, though the link to it has another one behind it when it is run.
mkdir way other
cat > other/perf << 'P'
#!/bin/sh
echo "another program"
P
chmod 755 way other other/perf
swapped() { # WANT-LINE-1: what runs after the link was set anew, while perf waits for the recording
	ln -sf "$dir/fake/perf" way/perf
	rm -f stop
	mkfifo stop
	PATH=$dir/way:$PATH TMPDIR=$dir/tmp "$PERF" annotate --gtk -i - < stop 2> err > out &
	exec 8> stop
	# shellcheck disable=SC2016 # expanded as often as it is asked
	wait_for "what is run" 'grep -q "running .$dir/way/perf annotate" err'
	ln -sf "$dir/other/perf" way/perf
	cat stream >&8
	exec 8>&-
	wait $! || bad "swapped: exit $?: $(cat err)"
	[ "$(sed 's,/proc/self/fd/[0-9]*,F,; 1q' out)" = "$1" ] || bad "the program was exchanged: $(cat out err)"
}
swapped "annotate --gtk -i F"
# A script learns its name, and has nothing else to itself than what it gets; a program is called what it is.
cat > fake/perf << 'P'
#!/bin/sh
echo "${0##*/} $*"
cmp "$0" "$SELF" && cat "/proc/$$/comm"
P
SELF=$dir/fake/perf PATH=$dir/fake:$PATH "$PERF" bench > out 2>&1 || bad "a script: $(cat out)"
[ "$(sed '/^perf: /d' out | tr '\n' ' ')" = "perf bench perf " ] || bad "a script: $(cat out)"
cat > name.c << 'C'
#include <fcntl.h>
#include <stdio.h>
int main(int argc, char **argv)
{
	char name[32] = "";
	FILE *f = fopen("/proc/self/comm", "r");
	int fd, inherited = 0;

	for (fd = 3; fd < 64; fd++)
		inherited += fd != fileno(f) && fcntl(fd, F_GETFD) >= 0;
	return printf("%s %d %s %d\n", argv[0], argc, fgets(name, sizeof(name), f) ? name : "", inherited) < 0;
}
C
if ${CC:-cc} -o fake/perf name.c 2> log; then
	chmod 755 fake/perf
	PATH=$dir/fake:$PATH "$PERF" bench > out 2>&1 || bad "a program: $(cat out)"
	"$dir/fake/perf" bench > want
	sed '/^perf: /d' out | diff want - > differs || bad "a program: $(cat differs)"
else
	left_out "a program, not a script" "no compiler makes one here: $(head -1 log)"
fi
# Without /proc no interpreter can open what lies below a descriptor.
printf '#!/bin/sh\necho "plain: $*"\n' > fake/perf
if unshare -m sh -c 'mount -t tmpfs none /proc' 2> log; then
	PATH=$dir/fake:$PATH unshare -m sh -c 'mount -t tmpfs none /proc && exec "$@"' - "$PERF" bench > out 2>&1 || bad "without /proc: $(cat out)"
	grep -qx 'plain: bench' out || bad "without /proc: $(cat out)"
else
	left_out "a machine without /proc" "it takes unshare -m"
fi
got=0
printf '#!/no/such/interpreter\n' > fake/perf
PATH=$dir/fake:$PATH "$PERF" bench > out 2>&1 || got=$?
[ "$got" = 129 ] || bad "no interpreter: exit $got"
grep -q "cannot run '$dir/fake/perf': No such file" out || bad "no interpreter: $(cat out)"

# --- what reads it ----------------------------------------------------------------------------------------
cat > work.c << 'C'
int work(int n) { return n + 1; }
int main(int argc, char **argv) { (void)argv; return work(argc) - 2; }
C
${CC:-cc} -O0 -no-pie -o work work.c 2> log || skip "no compiler makes a program here: $(cat log)"
at=$(nm work | awk '$3 == "work" { print $1 }')
python3 "$PERF_TEST_DIR/build/passed_on.py" deferred "$dir/work" "$at" || fail "cannot write a recording"
"$PERF" defer merge -q -i deferred -o merged 2> log || fail "merge: $(cat log)"
cat > names.pl << 'P'
sub process_event { print "a sample of ", length($_[2]), "\n"; }
sub trace_unhandled { print "$_[0] of $_[6] \n"; }
P
# Some write to standard error. What is merged already is passed on as it is.
passed() { # FILE COMMAND...
	file=$1
	shift
	PATH=${upstream%/*}:$PATH "$PERF" "$@" -i "$file" > out 2>&1 || bad "$* of '$file': exit $?: $(cat out)"
	grep -v '^perf: ' out | diff want - > differs || bad "$* of '$file': $(cat differs)"
	[ "$(grep -c "'$file' has .* gets a merged copy" out)" = "$copies" ] || bad "$* of '$file': says $(grep '^perf: ' out)"
}
reads() { # WORD COMMAND...
	word=$1
	shift
	"$upstream" "$@" -i merged > want 2>&1 || fail "$upstream $* of the merged file: exit $?: $(cat want)"
	grep -q -e "$word" want || fail "$upstream $*: no '$word': $(cat want)"
	copies=0
	passed merged "$@"
	copies=1
	passed deferred "$@"
}
reads 'second:8 .* 10 ' sched latency
reads 'first/7 nanosleep' trace
reads ' 20 *20 ' lock report
reads '^ *20 .*spinlock' lock contention
reads '^sched::sched_switch of second ' script -s names.pl
# This one takes -i in front of its word.
PATH=${upstream%/*}:$PATH "$PERF" kmem -i deferred stat > out 2> err || bad "kmem: exit $?: $(cat err)"
grep -q 'requested: 1000' out || bad "kmem: $(cat out)"
for form in merged deferred; do
	PATH=${upstream%/*}:$PATH "$PERF" timechart -i $form -o $form.svg > out 2> err || bad "timechart of '$form': exit $?: $(cat err)"
done
cmp merged.svg deferred.svg || bad "timechart draws something else"
grep -q second deferred.svg || bad "timechart has no second thread"

# Records and attrs of a time that is still to come, and blocks as only newer perfs read them.
sample='task 100 comm=server stack=0x400100
100 enter
100 sample kernel=0xffffffff81000010
100 return'
echo "$sample" > plain
printf 'attr-size 168\n%s\n' "$sample" > attr
for type in 63 84 200; do
	printf '%s\ncpu 0 record type=%s size=64\n' "$sample" $type > "type-$type"
done
for scenario in plain attr type-*; do
	"$PERF" defer generate -o later "$scenario" 2> log || fail "generate $scenario: $(cat log)"
	PATH=${upstream%/*}:$PATH "$PERF" script -i later -s names.pl > out 2> err || bad "$scenario: exit $?: $(cat err)"
	grep -q '^a sample of [1-9]' out || bad "$scenario: $(cat out err)"
done
"$PERF" defer generate --compress 83 -o later plain 2> log || fail "generate: $(cat log)"
PATH=${upstream%/*}:$PATH "$PERF" script -i later -s names.pl > out 2> err || bad "compressed: exit $?: $(cat err)"
grep -q '^a sample of [1-9]' out || bad "compressed: $(cat out err)"
finish
