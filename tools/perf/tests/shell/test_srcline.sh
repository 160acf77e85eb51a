#!/bin/sh
# source lines and inlined functions: as addr2line has them, whatever the compiler writes
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_features dwarf
need_tools python3 objdump readelf nm addr2line gcc
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$PERF_TEST_DIR/build" HOME="$dir" PERF_BUILDID_DIR="$dir/none"

cat > "$dir/lines.c" << 'E'
volatile unsigned long sink, *where = &sink;

static inline __attribute__((always_inline)) unsigned long deepest(unsigned long n)
{
	if (n % 3)
		sink += n * n;
	else
		where[0] ^= n;
	return sink;
}

static inline __attribute__((always_inline)) unsigned long middle(unsigned long n)
{
	unsigned long i, sum = 0;

	for (i = 0; i < n; i++)
		sum += deepest(i) + deepest(i + n);
	return sum;
}

__attribute__((noinline)) unsigned long work(unsigned long n)
{
	unsigned long sum = middle(n);

	if (sum & 1)
		sum += middle(sum % 7);
	return sum;
}

int main(void)
{
	return work(5) == 3;
}
E
# The same once more under other names: where each file has debug information of its own, places in it are alike.
sed '/^int main/,$d; s/deepest/nearest/g; s/middle/between/g; s/work/play/g; s/sink/pool/g; s/where/there/g' \
	"$dir/lines.c" > "$dir/other.c"
# Functions that debug information has within classes and name spaces.
sed 's/^static inline \(.*\) deepest/namespace inner { struct box { static inline \1 deepest/
	/^static inline .* middle/i struct other { enum { some }; };
	s/\(+=\|+\) deepest(/\1 box::deepest(/g
	/^	return sink;/{ n; s/$/ };/; }
	/^int main/i }
	s/return work(/return inner::work(/' "$dir/lines.c" > "$dir/lines.cc"
cat > "$dir/ask.py" << 'E'
"""Every instruction of work(), play() and main(): what perf says, and what addr2line does."""
import os
import re
import sys

from program import mapped, run

perf, recording, program, asked = sys.argv[1:5]
bias, text = mapped(program)
functions = [range(int(w[0], 16), int(w[0], 16) + int(w[1], 16))
             for w in map(str.split, run("nm", "-S", program).splitlines()) if w[-1] in ("work", "main", "play")]
addresses = [int(a, 16) for a in re.findall(r"^ *([0-9a-f]+):\t", run("objdump", "-d", program), re.M)
             if any(int(a, 16) in f for f in functions)]
text += "".join(f"sample 100 {a + bias:x}\n" for a in addresses)
run(recording, program + ".data", input=text)

got, frames = [], None
for line in run(perf, "script", "-i", program + ".data", "-F", "ip,sym,srcline", "--no-orphan-marks").splitlines():
    if not line:
        frames = []
        got.append(frames)
    elif re.match(r"\t *[0-9a-f]+ ", line):
        name = line.split(None, 1)[1]
    else:
        frames.append((name, line.strip().replace(" (inlined)", "")))
got = [f for f in got if f]
want, frames = [], None
for line in run("addr2line", "-a", "-i", "-f", "-C", "-e", asked, *map(hex, addresses)).splitlines():
    if line.startswith("0x"):
        frames = []
        want.append(frames)
    elif frames and len(frames[-1]) == 1:
        # It has "?" for code that belongs to no line, which others call line 0.
        where = re.sub(r" \(discriminator.*", "", os.path.basename(line))
        frames[-1] += (where.replace(":?", ":0"),)
    else:
        frames.append((line,))
if len(got) != len(addresses) or len(addresses) < 20:
    sys.exit(f"{len(got)} samples of {len(addresses)} instructions")
wrong = [(a, g, w) for a, g, w in zip(addresses, got, want) if g != w]
for a, g, w in wrong[:3]:
    print(f"{a:x}: {g}, but addr2line: {w}")
if not any(len(g) == 3 for g in got):
    sys.exit("nothing is inlined")
sys.exit(f"{len(wrong)} of {len(addresses)} differ" if wrong else 0)
E
# In a folder of its own: split debug information is looked for where the compiler put it.
cd "$dir"
after=
compare() { # COMPILER WITH OPTIONS
	"$@" -O2 -o prog ${source:-lines.c} other.c 2> log || { left_out "$*" "$(head -1 log)"; return 0; }
	asked=$dir/prog
	# The same code, as addr2line reads no split debug information.
	case $* in
	*-gsplit-dwarf*)
		asked=$dir/twin
		gcc -g -O2 -o twin lines.c other.c ;;
	esac
	if [ -n "$after" ]; then
		cp prog twin
		asked=$dir/twin
		$after > log 2>&1 || { left_out "$after" "$(head -1 log)"; return 0; }
	fi
	python3 ask.py "$PERF" "$PERF_TEST_DIR/build/recording.py" "$dir/prog" "$asked" > out 2>&1 ||
		bad "$*: $(cat out)"
	rm -f prog twin ./*.dwo
}
for options in -gdwarf-2 -gdwarf-4 -gdwarf-5 "-g -gz" "-g -gsplit-dwarf" "-g -static" "-g -no-pie"; do
	# shellcheck disable=SC2086	# words
	compare gcc $options
done
for options in -gdwarf-4 "-gdwarf-4 -gz" "-gdwarf-4 -no-pie" "-gdwarf-4 -fuse-ld=lld"; do
	# shellcheck disable=SC2086	# words
	compare clang $options
done
source="-x c++ lines.cc -x c"
compare gcc -g
compare clang -gdwarf-4
source=
# What several programs have in common in a file of its own, as distributions do it.
if command -v dwz > /dev/null; then
	gcc -g -O2 -DOTHER -o second lines.c other.c
	after="dwz -m common prog second"
	compare gcc -g
else
	left_out dwz "it is not installed"
fi
# What the commands show of it, with nothing to start: no tool is there, nor any other program.
gcc -g -O2 -o prog lines.c other.c
# An instruction of deepest() within middle() within work(), and its lines, innermost first.
objdump -d prog | sed -n 's/^ *\([0-9a-f]*\):\t.*/0x\1/p' | addr2line -a -i -f -e prog |
	awk '/^0x/ { if (n == 6 && t ~ /^ deepest .* middle .* work /) { print a t; exit } a = $1; t = ""; n = 0; next }
	     { sub(/ \(discriminator.*/, ""); sub(/.*\//, ""); t = t " " $0; n++ }' > place
read -r address _ leaf _ mid _ outer < place
readelf -lW prog | awk '$1 == "LOAD" && $0 ~ /R E/ { print $2, $3 }' > segment
read -r file virtual < segment
{
	echo 'comm 1 app'
	echo "map 1 7f0000000000 1000 $(printf %x $((file))) $dir/prog"
	printf 'sample 1 %x\n' $((0x7f0000000000 + address - virtual))
} | "$PERF_TEST_DIR/build/recording.py" prog.data
mkdir nothing
alone() { # the tool's output with nothing else to run
	PATH="$dir/nothing" "$PERF" "$@" -i prog.data 2> err || bad "perf $*: $(cat err)"
}
expect() { # WHAT: $dir/want against standard input
	sed 's/ *$//' > got
	cmp got want || bad "$1: $(diff got want)"
}
ip=$(printf %x $((0x7f0000000000 + address - virtual)))
printf '\t    %s %s\n  %s%s\n' "$ip" deepest "$leaf" ' (inlined)' "$ip" middle "$mid" ' (inlined)' "$ip" work "$outer" '' > want
alone script --no-orphan-marks -F ip,sym,srcline | grep -v '^$' | expect "script"
printf '\t    %s work\n  %s\n' "$ip" "$leaf" > want
alone script --no-orphan-marks -F ip,sym,srcline --no-inline | grep -v '^$' | expect "script --no-inline"
printf '%s\n' 'deepest (inlined)' 'middle (inlined)' work > want
alone report --stdio -g caller --no-children | sed -n 's/^ *\(|\|---\)*\([a-z]* (inlined)\|work\)$/\2/p' | sort | expect "report"
echo work > want
alone report --stdio -g caller --no-children --no-inline | sed -n 's/^ *\(|\|---\)*\([a-z]* (inlined)\|work\)$/\2/p' | expect "report --no-inline"
echo "   100.00%  $leaf" > want
alone report --stdio -g none --no-children -s srcline | grep -v '^#' | grep -v '^$' | expect "report -s srcline"

# Rows by file and by line, of samples in two files; with their folders on request.
record_starts() { # of prog: a sample at the start of each function; their lines to the file lines
	objdump -d prog | awk '/^[0-9a-f]+ <(work|play|main)>:/ { print "0x" $1 }' > starts
	readelf -lW prog | awk '$1 == "LOAD" && $0 ~ /R E/ { print $2, $3 }' > segment
	read -r file virtual < segment
	addr2line -e prog < starts | sed 's/ (discriminator.*//' > lines
	{
		echo 'comm 1 app'
		echo "map 1 7f0000000000 1000 $(printf %x $((file))) $dir/prog"
		while read -r start; do
			printf 'sample 1 %x\n' $((0x7f0000000000 + start - virtual))
		done < starts
	} | "$PERF_TEST_DIR/build/recording.py" prog.data
}
record_starts
rows() { # KEY OPTIONS...: their texts
	key=$1
	shift
	alone report --stdio -g none --no-children -s "$key" -F "sample,$key" "$@" | sed -n 's/^ *\([1-9][0-9]*\)  */\1 /p'
}
count() {
	sort | uniq -c | sed 's/^ *//' | sort > want
}
sed 's/.*\///' lines | count
rows srcline | sort | expect "rows by line"
sed 's/.*\///; s/:.*//' lines | count
[ "$(wc -l < want)" = 2 ] || bad "files: $(cat lines)"
rows srcfile | sort | expect "rows by file"
sed 's/:.*//' lines | count
rows srcfile --full-source-path | sort | expect "rows by file, with its folder"

# A relative folder is one below that in which the compiler ran, wherever perf runs, and whatever lies there.
mkdir -p below nothing/below
cp other.c below
sed 's/sum/wrong/g' other.c > nothing/below/other.c
for compiler in "gcc -gdwarf-4" "gcc -gdwarf-5" "clang -gdwarf-4" "clang -gdwarf-5"; do
	$compiler -O2 -o prog lines.c below/other.c 2> log || { left_out "$compiler" "$(head -1 log)"; continue; }
	record_starts
	mv prog.data nothing
	cd nothing
	sed 's/:.*//' "$dir/lines" | count
	grep -q "$dir/below/other.c" want || bad "$compiler: addr2line says $(cat want)"
	rows srcfile --full-source-path | sort | expect "$compiler: rows by file of a relative folder"
	if "$PERF" check -q feature libcapstone; then
		alone annotate --stdio2 play > out
		grep -q 'unsigned long sum = between' out || bad "$compiler: no source of a relative folder: $(cat out)"
		! grep -q wrong out || bad "$compiler: the source is that of the present folder: $(cat out)"
	fi
	cd "$dir"
done

# Where nothing is known, the address as it was linked: other tools find it by that.
gcc -O2 -no-pie -s -o prog lines.c other.c
readelf -SW prog | sed -n 's/.* \.text *PROGBITS *0*\([0-9a-f]*\) 0*\([0-9a-f]*\) .*/\1 \2/p' > place
read -r address offset < place
{
	echo 'comm 1 app'
	echo "map 1 7f0000000000 10000 0 $dir/prog"
	printf 'sample 1 %x\n' $((0x7f0000000000 + 0x$offset))
} | "$PERF_TEST_DIR/build/recording.py" prog.data
echo "   100.00%  prog[$address]" > want
alone report --stdio -g none --no-children -s srcline | grep -v '^#' | grep -v '^$' | expect "report -s srcline, stripped"
echo "  prog[$address]" > want
alone script --no-orphan-marks -F ip,srcline | grep prog | expect "script -F srcline, stripped"
finish
