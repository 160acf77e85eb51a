#!/bin/sh
# calls into libraries: names of the procedure linkage table, whatever the linker
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_features libelf
need_tools python3 objdump readelf gcc
[ "$(uname -m)" = x86_64 ] || skip "what objdump names is compared on x86-64"
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$PERF_TEST_DIR/build" HOME="$dir" PERF_BUILDID_DIR="$dir/none"

# Calls that are bound late, a pointer to a function (a slot of another table), a function of the program's own.
cat > "$dir/prog.c" << 'E'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int (*say)(const char *) = puts;

int main(int argc, char **argv)
{
	void *(*get)(size_t) = argc > 1 ? malloc : valloc;
	char *p = get(100);

	strcpy(p, argv[0]);
	say(p);
	printf("%d %ld %s\n", atoi(p), (long)time(NULL), getenv("HOME"));
	free(p);
	return getpid() == 1;
}
E
cat > "$dir/ask.py" << 'E'
"""Every instruction of .plt and its neighbours: what perf says, and what objdump does."""
import re
import sys

from program import mapped, run

perf, recording, program = sys.argv[1:]
bias, text = mapped(program)
want, name = {}, None
for line in run("objdump", "-d", "-j", ".plt", "-j", ".plt.sec", "-j", ".plt.got", program).splitlines():
    head = re.match(r"[0-9a-f]+ <(.*)>:$", line)
    code = re.match(r" *([0-9a-f]+):\t", line)
    if head:
        name = head[1]
    elif code and name.endswith("@plt"):
        want[int(code[1], 16)] = name
text += "".join(f"sample 100 {a + bias:x}\n" for a in want)
run(recording, program + ".data", input=text)
got = {}
for line in run(perf, "script", "-i", program + ".data", "-F", "ip,sym", "--no-orphan-marks").splitlines():
    if line.strip():
        address, symbol = line.split(None, 1)
        got[int(address, 16) - bias] = symbol
wrong = [(hex(a), got.get(a), w) for a, w in want.items() if got.get(a) != w]
if len(set(want.values())) < 6:
    sys.exit(f"objdump names only {set(want.values())}")
sys.exit("\n".join(f"{a}: {g}, but objdump: {w}" for a, g, w in wrong[:5]) if wrong else 0)
E
for options in -Wl,-z,lazy -Wl,-z,now -no-pie "-fcf-protection=full -Wl,-z,ibtplt" -fuse-ld=gold -fuse-ld=lld "-fuse-ld=lld -no-pie"; do
	# shellcheck disable=SC2086	# words
	gcc -O1 $options -o "$dir/prog" "$dir/prog.c" 2> "$dir/log" || { left_out "$options" "$(head -n 1 "$dir/log")"; continue; }
	python3 "$dir/ask.py" "$PERF" "$PERF_TEST_DIR/build/recording.py" "$dir/prog" > "$dir/out" 2>&1 ||
		bad "$options: $(cat "$dir/out")"
done

# A program without a dynamic linker: entries for functions that are chosen when it starts.
if gcc -O1 -static -o "$dir/prog" "$dir/prog.c" 2> "$dir/log"; then
	printf 'comm 1 app\n' > "$dir/text"
	readelf -SW "$dir/prog" | sed -n 's/.* \.plt *PROGBITS *0*\([0-9a-f]*\) 0*\([0-9a-f]*\) 0*\([0-9a-f]*\) .*/\1 \2 \3/p' > "$dir/place"
	read -r address offset size < "$dir/place"
	printf 'map 1 400000 100000 0 %s\n' "$dir/prog" >> "$dir/text"
	[ $((0x$address - 0x$offset)) = $((0x400000)) ] || echo "static: linked elsewhere"
	printf 'sample 1 %x\n' $((0x$address)) $((0x$address + 0x$size - 1)) >> "$dir/text"
	"$PERF_TEST_DIR/build/recording.py" "$dir/data" < "$dir/text"
	"$PERF" script -i "$dir/data" -F ip,sym > "$dir/out"
	[ "$(grep -c '[0-9a-f] [a-z_0-9]*@plt$' "$dir/out")" = 2 ] || bad "static: $(cat "$dir/out")"
fi
finish
