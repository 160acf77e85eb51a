#!/bin/sh
# perf annotate: samples by instruction, beside objdump and upstream's
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
find_leaks
need_tools python3 gcc objdump objcopy
[ "$(uname -m)" = x86_64 ] || skip "the instructions are x86-64's"
need_features libelf
export HOME="$dir" PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$PERF_TEST_DIR/build" PERF_CONFIG_NOSYSTEM=1
cd "$dir"

sed "1d; s|COMMENT|a tab, and esc here|" "$PERF_TEST_DIR/shell/lib/work.c" > work.c
# What the author of a source wants a terminal to do.
sed -i "s/esc here/$(printf '\033')[31m/" work.c

annotate() { # WANT-STATUS ARGS...
	want=$1 got=0
	shift
	"$PERF" annotate "$@" > out 2> err < /dev/null || got=$?
	[ "$got" = "$want" ] || bad "$*: exit $got, not $want: $(cat err)"
}
said() { # REGEX
	grep -q -e "$1" err || bad "does not say '$1': $(cat err)"
}
# ADDRESS NUMBER... of each instruction of what was printed last, without rows of zeros
rows() {
	sed -n 's/^\([0-9. ]*\) :   \([0-9a-f]*\):.*/\2 \1/p' out | awk '{ for (i = 2; i <= NF; i++) if ($i != 0) { $1 = $1; print; next } }'
}
# Leaves of what was printed last only what is of the first event.
only_first() {
	sed '/task-clock (/,$d' out > first
	mv first out
}

# --- numbers and addresses, as objdump has them -----------------------------------------------------------
built() { # NAME COMPILER FLAGS...
	name=$1
	shift
	"$@" -g -no-pie -o "$name" work.c 2> log || { left_out "$name" "it does not compile here: $(head -n 1 log)"; return 1; }
	objdump -d --no-show-raw-insn --disassemble=work "$name" > list.work
	objdump -d --no-show-raw-insn --disassemble=helper "$name" > list.helper
	cat list.work list.helper > list
	python3 "$PERF_TEST_DIR/build/annotated.py" "$name.data" "$dir/$name" list > truth || fail "cannot write a recording"
}
compare() { # NAME FUNCTION
	annotate 0 -i "$1.data" --no-source -n "$2"
	only_first
	rows > got
	awk -v f="$2" '$1 == f && $3 { print $2, $3 }' truth > want
	diff want got > differs || bad "$1: samples of $2: $(cat differs)"
	annotate 0 -i "$1.data" --no-source --show-total-period "$2"
	only_first
	rows > got
	awk -v f="$2" '$1 == f && $4 { print $2, $4 }' truth > want
	diff want got > differs || bad "$1: periods of $2: $(cat differs)"
	for type in local-period local-hits; do
		annotate 0 -i "$1.data" --percent-type $type "$2"
		only_first
		rows | awk '{ sum += $2; n++ } END { exit !(n && sum > 100 - 0.006 * n && sum < 100 + 0.006 * n) }' ||
			bad "$1: $type of $2 does not add up: $(cat out)"
	done
}
instructions() { # NAME FUNCTION: all addresses, and where jumps and calls lead
	annotate 0 -i "$1.data" --no-source "$2"
	only_first
	sed -n 's/^[0-9. ]* :   \([0-9a-f]*\):   .*\( <.*>\)$/\1\2/p; t; s/^[0-9. ]* :   \([0-9a-f]*\):.*/\1/p' out > got
	sed -n 's/^ *\([0-9a-f]*\):	[a-z]* .*\( <.*>\) *$/\1\2/p; t; s/^ *\([0-9a-f]*\):	.*/\1/p' "list.$2" > want
	diff want got > differs || bad "$1: instructions of $2: $(cat differs)"
}
has_insns=false
! "$PERF" check feature -q libcapstone || has_insns=true
for way in "gcc -O0" "gcc -O3 -fno-inline" "clang -O2" "clang -O0" "gcc -O2"; do
	set -f
	# shellcheck disable=SC2086 # words by design
	set -- $way
	set +f
	case $1 in
	clang)	have_tools "what clang makes" clang || continue ;;
	esac
	name=$(echo "$way" | tr -d ' -')
	built "$name" "$@" || continue
	for function in work helper; do
		compare "$name" $function
		! $has_insns || instructions "$name" $function
	done
done
built work gcc -O2

# --- what is shown ----------------------------------------------------------------------------------------
annotate 0 -i work.data --children helper
said "'work.data' has no call graphs, so that samples count only where they were taken: perf record -g records them$"
annotate 0 -i work.data helper
grep -q '^ Percent |	Source code & Disassembly of work for cpu-clock (' out || bad "title: $(head -n 2 out)"
grep -q '^         :      0*[0-9a-f]* <helper>:$' out || bad "no head: $(cat out)"
! "$PERF" check feature -q dwarf || grep -q '^         : 8    return v \* 7 + 1;$' out || bad "no source: $(cat out)"
annotate 0 -i work.data
grep '^ Percent' out | sed 's/.* for \([a-z-]*\) .*/\1/' | tr '\n' ' ' > titles
[ "$(cat titles)" = "cpu-clock cpu-clock task-clock task-clock " ] || bad "functions by event: $(cat titles)"
grep '>:$' out | sed 's/.*<//; 2q' | tr '\n' ' ' > order
[ "$(cat order)" = "work>: helper>: " ] || bad "most samples first: $(cat order)"
! grep -q "$(printf '\033')" out || bad "source lines reach the terminal as they are"
! "$PERF" check feature -q dwarf || grep -qF 'x1b[31m' out || bad "the line is not there: $(cat out)"
annotate 0 -i work.data --stdio-color helper
grep -q "$(printf '\033')\\[31m" out || bad "no colour: $(cat out)"
# A group has its events beside each other.
python3 "$PERF_TEST_DIR/build/annotated.py" group.data "$dir/work" list group > both || fail "cannot write a recording"
annotate 0 -i group.data --no-source -n helper
grep -q '^ Samples         |	.* for anon group { cpu-clock, task-clock } (' out || bad "group: $(cat out)"
rows > got
awk '$1 == "helper" { print $2, $3, $5 }' both > want
diff want got > differs || bad "group: $(cat differs)"
annotate 0 -i group.data --no-group helper
[ "$(grep -c '^ Percent |' out)" = 2 ] || bad "--no-group: $(cat out)"
# Shares of all samples, and functions below a share.
annotate 0 -i work.data --percent-type global-hits --no-source
only_first
rows | awk '{ sum += $2 } END { exit !(sum > 99.8 && sum < 100.2) }' || bad "global percentages do not add up: $(cat out)"
annotate 0 -i work.data --percent-limit 50
! grep -q '<helper>:$' out || bad "--percent-limit: $(cat out)"
annotate 0 -i work.data -C 1 -n --no-source helper
rows | awk '{ s += $2 } END { print s }' > got
awk '$1 == "helper" { s += int($3 / 2) + int($5 / 2) } END { print s }' truth > want
diff want got > differs || bad "-C: $(cat differs)"
annotate 0 -i work.data -d work -s helper
grep -q '<helper>:$' out || bad "-d work: $(cat out)"
# A recording that does not tell its machine is one of this machine.
python3 "$PERF_TEST_DIR/build/annotated.py" untold.data "$dir/work" list untold > /dev/null || fail "cannot write a recording"
"$PERF" report --header-only -i untold.data > header
! grep -q '^# arch' header || fail "it tells its machine: $(cat header)"
annotate 0 -i work.data helper
sed 's/work\.data/untold.data/' out > want
annotate 0 -i untold.data helper
diff want out > differs || bad "no machine is told: $(cat differs)"
annotate 0 -i work.data -d "$dir/work" helper
annotate 0 -i work.data -P helper
grep -q "Disassembly of $dir/work for" out || bad "-P: $(cat out)"
if $has_insns; then
	annotate 0 -i work.data -M intel --no-source helper
	grep -qi ':   lea *rax,' out || bad "-M intel: $(cat out)"
	annotate 0 -i work.data --asm-raw --no-source helper
	only_first
	bytes=$(objdump -d --disassemble=helper work | awk -F '\t' '/^ *[0-9a-f]+:/ { printf "%s ", $2 }' | tr -s ' ')
	sed -n 's/^[0-9. ]* :   [0-9a-f]*:   //p' out | sed -E 's/^(([0-9a-f]{2}( |$))+).*/\1/' | tr '\n' ' ' | tr -s ' ' > got
	[ "$(cat got)" = "$bytes" ] || bad "--asm-raw: '$(cat got)', not '$bytes'"
fi
if "$PERF" check feature -q dwarf; then
	annotate 0 -i work.data -l helper
	grep -q "^Sorted summary for file $dir/work\$" out || bad "-l: $(cat out)"
	grep -q '^ *[0-9.]* work.c:8$' out || bad "-l: no line: $(cat out)"
	grep -q ' // work.c:8$' out || bad "-l: no line behind an instruction: $(cat out)"
	[ ! -s err ] || bad "-l: says $(cat err)"
	# A source that was edited since.
	cp -p work.c kept.c
	touch -d '+1 hour' work.c
	annotate 0 -i work.data helper
	said "^perf: '$dir/work.c' is newer than '$dir/work': its lines may not be those"
	[ "$(grep -c newer err)" = 1 ] || bad "it is said more than once: $(cat err)"
	mv kept.c work.c
	# A source that is not where it was, and where it is now.
	mkdir moved
	mv work.c moved/
	annotate 0 -i work.data helper
	grep -q '^         :      work.c:8$' out || bad "no source: $(cat out)"
	annotate 0 -i work.data --prefix "$dir/moved" --prefix-strip 99 helper
	grep -q '^         : 8    return v \* 7 + 1;$' out || bad "--prefix: $(cat out)"
	mv moved/work.c .
fi

# --- the compact layout -------------------------------------------------------------------------------------
annotate 0 -i work.data --stdio2 helper
[ "$(head -n 1 out)" = "Samples: 10  of event 'cpu-clock', Event count (approx.): 1025, [percent: local period]" ] || bad "title: $(cat out)"
[ "$(sed -n 2p out)" = "helper() $dir/work" ] || bad "function: $(cat out)"
! grep -q ' $' out || bad "blanks at the end: $(cat -A out)"
annotate 0 -i group.data --stdio2 --no-source
grep -q "^Samples: 120  of events 'anon group { cpu-clock, task-clock }', Event" out || bad "title of a group: $(cat out)"
# All numbers are those of the other layout.
for what in "" -n --show-total-period "--percent-type global-period" "--percent-type global-hits" --asm-raw; do
	# shellcheck disable=SC2086 # words by design
	annotate 0 -i group.data --no-source $what
	sed -n 's/^\([0-9. ]*\) :   [0-9a-f]*:.*/\1/p' out | awk '/[1-9]/ { $1 = $1; print }' > want
	# shellcheck disable=SC2086
	annotate 0 -i group.data --no-source --stdio2 $what
	sed '/^Samples/d; /()/d' out | cut -c "1-$([ "$what" = --show-total-period ] && echo 24 || echo 16)" |
		awk '/^[ 0-9.]*$/ && /[1-9]/ { $1 = $1; print }' > got
	{ [ -s want ] && diff want got > differs; } || bad "--stdio2 $what: $(cat differs)"
done
if $has_insns; then
	annotate 0 -i work.data --stdio2 --no-source work
	only_first_compact() { awk '/^Samples/ && n++ { exit } { print }' out; }
	only_first_compact > first
	# Where jumps lead has its offset in front of it, and nothing else has.
	sed -n 's/^.* [↓↑] j[a-z]* *//p' first | sort -u > want
	sed -n 's/^[0-9. ]* \([0-9a-f]*\):.*/\1/p' first | sort -u > got
	{ [ -s want ] && diff want got > differs; } || bad "labels: $(cat differs first)"
	grep -q '→ callq *helper$' first || bad "a call: $(cat first)"
	grep -q '← retq$' first || bad "a return: $(cat first)"
	"$PERF" -c annotate.hide_src_code=on -c annotate.offset_level=3 -c annotate.use_offset=no -c annotate.show_nr_samples=yes annotate \
		-i work.data --stdio2 helper > out 2> err || bad "annotate.*: $(cat err)"
	grep -q '^Samples' out && ! grep -q 'return v' out || bad "annotate.hide_src_code: $(cat out)"
	grep -qE '^ +[0-9]+ +4[0-9a-f]{5}: ' out || bad "annotate.use_offset, show_nr_samples: $(cat out)"
	"$PERF" -c annotate.hide_src_code=on annotate -i work.data --stdio2 --source helper > out 2> err || bad "annotate.*: $(cat err)"
	! "$PERF" check feature -q dwarf || grep -q 'return v' out || bad "--source over annotate.hide_src_code: $(cat out)"
	annotate 0 -i work.data --stdio2 --asm-raw --no-source helper
	grep -q ' 48 8d 04 fd 00 00 00 *leaq ' out || bad "--stdio2 --asm-raw: $(cat out)"
fi
if "$PERF" check feature -q dwarf; then
	# An inlined function stands at its instructions, under its name.
	annotate 0 -i work.data --stdio2 work
	sed -n 's/^\(Percent\)\{0,1\} *\([a-z]*():\)$/\2/p; s/^ *\(x ^= x >> 13;\).*/  \1/p' out > order
	awk '$0 == "mix():" { inside = 1 } /^[a-z]/ && $0 != "mix():" { inside = 0 } / x \^= x/ { seen++; if (!inside) exit 1 } END { exit !seen }' order ||
		bad "an inlined function's line is not under its name: $(cat out)"
	[ "$(head -n 1 order)" = "work():" ] || bad "the first row names no function: $(cat out)"
	annotate 0 -i work.data --stdio2 -l -P helper
	grep -q "^Sorted summary for file $dir/work\$" out || bad "--stdio2 -l: $(cat out)"
fi

# --- where it comes from -----------------------------------------------------------------------------------
annotate 0 -i work.data
mv out whole
# shellcheck disable=SC2002 # it shall be a pipe
cat work.data.pipe | "$PERF" annotate -i - > out 2> err || bad "a pipe: exit $?: $(cat err)"
cmp -s whole out || bad "a pipe: $(diff whole out | head -n 9)"
annotate 0 -i work.data -j 7
cmp -s whole out || bad "-j 7: $(diff whole out | head -n 9)"
# The recording's own name: in messages it is one line.
name=$(printf 'two\nlines')
cp work.data "$name"
annotate 1 -i "$name" nosuch
said "^perf: 'two.x0alines' has no samples in a function"
# A name that wants to control the terminal.
name=$(printf 'w\033[31mk')
cp work "$name"
python3 "$PERF_TEST_DIR/build/annotated.py" hostile.data "$dir/$name" list > both || fail "cannot write a recording"
annotate 0 -i hostile.data helper
grep -qF 'w\x1b[31mk' out || bad "a hostile name: $(cat out)"
! grep -q "$(printf '\033')" out err || bad "a hostile name reaches the terminal"
annotate 0 -i hostile.data -l helper
grep -qF 'Sorted summary for file '"$dir/"'w\x1b[31mk' out || bad "a hostile name, -l: $(cat out)"
! grep -q "$(printf '\033')" out err || bad "a hostile name reaches the terminal, -l"
objcopy --redefine-sym "helper=$(printf 'h\033[32mr')" "$name" > copied 2>&1 || fail "objcopy: $(cat copied)"
annotate 0 -i hostile.data
grep -qF '<h\x1b[32mr>:' out || bad "a function's hostile name: $(cat out)"
! $has_insns || grep -q 'callq.*<h\\x1b\[32mr>' out || bad "the hostile name of what is called: $(cat out)"
! grep -q "$(printf '\033')" out err || bad "a function's hostile name reaches the terminal"
# Another build, and no file at all.
"$PERF" inject -b -i work.data -o ids.data 2> err || bad "inject: $(cat err)"
annotate 0 -i ids.data helper
mv work kept
gcc -O1 -g -no-pie -o work work.c
annotate 1 -i ids.data helper
[ ! -s out ] || bad "another build is shown: $(cat out)"
said "'$dir/work' (.*build"
annotate 0 -i ids.data
[ ! -s out ] || bad "another build is shown: $(cat out)"
rm work
annotate 1 -i work.data helper
said "samples are in code without names"
mv kept work

# --- mistakes ------------------------------------------------------------------------------------------------
annotate 1 -i work.data helpr
said "has no samples in a function 'helpr'; did you mean 'helper'"
annotate 1 -i work.data -d libc helper
said "do not pass -d"
annotate 1 -i nothing.data
said "nothing.data"
annotate 129 -i work.data helper work
annotate 129 -i work.data --percent-type local
said "local-period|local-hits|global-period|global-hits, not 'local'"
annotate 129 -i work.data -M masm
annotate 129 -i work.data --prefix-strip 1
annotate 129 -i work.data helper --type-stat=3
"$PERF" -c core.fallback=false annotate --gtk > out 2> err && bad "--gtk is taken"
said "not built in"
# The records, as perf report shows them.
annotate 0 -D -i work.data helper
"$PERF" report -D -i work.data > report.out 2>&1
grep -q 'PERF_RECORD_SAMPLE' out || bad "-D: no records: $(head -n 5 out)"
cmp -s out report.out || bad "-D is not what perf report -D shows: $(diff out report.out | head -n 5)"

# --- without instructions --------------------------------------------------------------------------------------
if $has_insns; then
	capstone=$(grep -ao 'libcapstone\.so\.[0-9]*' "$PERF" | head -n 1)
	mkdir spoilt
	echo "no library" > "spoilt/$capstone"
	annotate 0 -i work.data --no-source -n helper
	rows > want
	(
		export LD_LIBRARY_PATH="$dir/spoilt"
		annotate 0 -i work.data --no-source -n helper
		rows > got
		diff want got > differs || bad "without $capstone: $(cat differs)"
		[ "$(grep -c "instructions are not shown.*$capstone" err)" = 1 ] || bad "it is not said once: $(cat err)"
	)
fi

# --- beside upstream's -------------------------------------------------------------------------------------------
upstream=$(other_perf)
if [ -z "$upstream" ]; then
	left_out "the texts of upstream" "no other perf is installed"
	finish
fi
numbers() {
	sed -n 's/^\([0-9. ]*\) : *\([0-9a-f]*\):.*/\2 \1/p' | tr -s ' '
}
# As perf writes it, with attrs that older ones take.
"$PERF" inject -i work.data -o written.data 2> err || fail "inject: $(cat err)"
for function in work helper; do
	"$upstream" annotate --stdio --no-source -i written.data $function > theirs 2> err || fail "$upstream: exit $?: $(cat err)"
	numbers < theirs > want
	[ -s want ] || fail "$upstream shows nothing: $(cat theirs err)"
	annotate 0 -i work.data --no-source $function
	numbers < out > got
	! $has_insns || diff want got > differs || bad "$function, upstream's and ours: $(cat differs)"
done
# The other layout: percentages, offsets of what is jumped to, arrows, and where these lead.
cat > compact.py << 'E2'
import re, sys
row = re.compile(r" *(\d+\.\d\d)? +(?:([0-9a-f]+):)? +([↓↑→←])? *\S+ *(.*)")
for line in open(sys.argv[1], encoding="utf-8"):
    line = line.rstrip()
    if re.match(r"Samples: |Percent *$|\w+\(\) /| *(Percent *)?\w+\(\):$| *Disassembly of | *[0-9a-f]{16} <|$", line):
        continue
    percent, label, arrow, target = row.fullmatch(line).groups()
    print(percent, label, arrow, target if arrow and arrow != "←" else "")
E2
for function in work helper; do
	"$upstream" annotate --stdio2 --no-source -i written.data $function > theirs 2> err || fail "$upstream: exit $?: $(cat err)"
	python3 compact.py theirs > want || fail "$upstream prints other rows: $(cat theirs)"
	annotate 0 -i work.data --stdio2 --no-source $function
	python3 compact.py out > got || bad "$function: other rows: $(cat out)"
	! $has_insns || diff want got > differs || bad "--stdio2 $function, upstream's and ours: $(cat differs)"
done
finish
