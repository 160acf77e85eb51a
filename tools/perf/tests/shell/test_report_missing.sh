#!/bin/sh
# perf report --missing: code without names, and why
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools python3
# What no call returns to is known from the code.
need_features libelf libcapstone

tests=$PERF_TEST_DIR
export PYTHONDONTWRITEBYTECODE=1
# shellcheck source-path=SCRIPTDIR source=lib/elf.sh
. "$tests/shell/lib/elf.sh"
export PERF_BUILDID_DIR="$dir/none"

other=$(echo "$id" | tr 0123456789abcdef 123456789abcdef0)
cat > "$dir/text" << END
comm 2147483600 app
map 2147483600 7f0000000000 $length $pgoff $dir/full $id
map 2147483600 7f1000000000 $length $pgoff $dir/stripped $id
map 2147483600 7f2000000000 $length $pgoff $dir/nowhere $id
map 2147483600 7f3000000000 $length $pgoff $dir/x.debug $other
map 2147483600 7f4000000000 10000 0 //anon
kmap ffffffff81000000 1000000 ffffffff81000000 [kernel.kallsyms]_text $other
END
hits() { # COUNT LINE
	for _ in $(seq "$1"); do
		echo "$2" >> "$dir/text"
	done
}
hits 20 "sample 2147483600 $ip"
hits 1 "sample 2147483600 7f1000000010 $ip"
hits 5 "sample 2147483600 7f2000000010 7f2000000020"
hits 4 "sample 2147483600 7f3000000010 7f4000000010"
hits 3 "sample 2147483600 7f4000000010"
hits 2 "sample 2147483600 666000"
hits 6 "ksample 2147483600 ffffffff81000010"
"$tests/build/recording.py" "$dir/data" < "$dir/text"

"$PERF" report -i "$dir/data" --missing > "$dir/out" 2> "$dir/err" || fail "--missing: exit $?"
grep -q '^# Samples in code without a name: 21 of 41 (51.22%)$' "$dir/out" || fail "--missing: $(cat "$dir/out")"
row() { # SAMPLES STACKS WHY OBJECT
	grep -q "^ *$1  *[0-9.]*%  *$2  $3  .*$4\$" "$dir/out" || fail "no row $*: $(cat "$dir/out")"
}
row 5 5 'file not found' "  $id  $dir/nowhere"
row 4 4 'build id differs' "  $other  $dir/x.debug"
row 3 7 'no map of a JIT compiler' '/tmp/perf-2147483600.map'
row 2 2 'nothing is mapped there' '\[user\]'
row 6 6 'build id differs' '\[kernel.kallsyms\]'
! sed '/^# Frame pointers/,$d' "$dir/out" | grep -q '/full$' || fail "code with names is listed"
grep -q 'the program must write /tmp/perf-2147483600.map' "$dir/out" || fail "no word about the JIT"
grep -q -- '--kallsyms=FILE' "$dir/out" || fail "no word about the kernel"
# The build that is not used is said once, whatever falls into it.
[ "$(grep -c "no symbols of '$dir/x.debug': " "$dir/err")" = 1 ] || fail "another build: $(cat "$dir/err")"
"$PERF" report -i "$dir/data" --missing -v 2> /dev/null | grep -q "'$dir/nowhere': No such file" || fail "-v: no reason"

# The same for programs.
"$PERF" report -i "$dir/data" --missing --json > "$dir/json" 2> /dev/null || fail "--json: exit $?"
python3 - "$dir/json" "$dir" << 'END' || fail "--json: $(cat "$dir/json")"
import json
import sys
report = json.load(open(sys.argv[1], encoding="utf-8"))
assert report["schema"] == "perf-report-missing" and report["version"] == 2
assert report["samples"] == 41 and report["without_name"] == 21, report
rows = {r["dso"]: r for r in report["missing"]}
assert sum(r["samples"] for r in report["missing"]) == 21
nowhere = rows[sys.argv[2] + "/nowhere"]
assert nowhere["samples"] == nowhere["stacks"] == 5 and nowhere["why"] == "file not found"
assert "No such file" in nowhere["detail"] and "--symfs" in nowhere["how"]
assert rows[None]["why"] == "nothing is mapped there"
assert rows["//anon" if "//anon" in rows else "/tmp/perf-2147483600.map"]["stacks"] == 7
ends = {r["dso"]: r for r in report["frame_pointers"]}
# The word behind "stripped" is where no call returns to, and its function has no frame: it is no caller.
assert ends[sys.argv[2] + "/full"]["ends_early"] == 20 and ends[sys.argv[2] + "/stripped"]["stacks"] == 1, ends
# What is known of cmd_version() depends on its code.
gaps = report["callers"]
assert gaps["stacks"] == 35 == gaps["whole"] + gaps["named"] + gaps["missing"] + gaps["not_known"], gaps
# Stacks that end in code made at run time have a mark there; those of files that are gone are not known.
assert gaps["missing"] >= 14 and gaps["not_known"] >= 1, gaps
assert {"function": None, "dso": sys.argv[2] + "/stripped", "missing": 1, "named": 0} in gaps["functions"], gaps
assert ends[None]["no_map"] == 2, ends
assert sum(r["stacks"] for r in ends.values()) == 35
END

# Filters; and without the option one line, at the end.
"$PERF" report -i "$dir/data" --missing --pid 1 2> /dev/null | grep -q 'name: 0 of 0 ' || fail "--pid"
"$PERF" report -i "$dir/data" --stdio > "$dir/out" 2> "$dir/err"
[ "$(tail -n 2 "$dir/out" | grep -c '^# (Tip: 51.2% of the samples have no name (14.6% in \[kernel.kallsyms\]: build id differs): perf report --missing ')" = 1 ] ||
	fail "no hint: $(tail -n 3 "$dir/out")"
! grep -q 'no name' "$dir/err" || fail "the hint is no warning: $(cat "$dir/err")"
"$PERF" report -i "$dir/data" --stdio -q > "$dir/out" 2> "$dir/err"
! grep -q 'no name' "$dir/out" || fail "-q has a hint"
[ ! -s "$dir/err" ] || fail "-q says: $(cat "$dir/err")"

# Of many files of another build the first eight are named; --missing has them all.
i=0
echo "comm 5 app" > "$dir/text"
while [ $i -lt 12 ]; do
	cp "$dir/full" "$dir/lib$i"
	printf 'map 5 7f%x000000000 %s %s %s %s\n' $i "$length" "$pgoff" "$dir/lib$i" "$(printf '%040x' $((i + 1)))" >> "$dir/text"
	i=$((i + 1))
done
for i in 0 1 2 3 4 5 6 7 8 9 a b; do
	echo "sample 5 7f${i}000000010" >> "$dir/text"
done
"$tests/build/recording.py" "$dir/data" < "$dir/text"
"$PERF" report -i "$dir/data" --missing > "$dir/out" 2> "$dir/err" || fail "many builds: exit $?"
[ "$(grep -c "no symbols of '" "$dir/err")" = 8 ] || fail "not eight builds: $(cat "$dir/err")"
[ "$(grep -c "^more files are of another build: 'perf report --missing'" "$dir/err")" = 1 ] ||
	fail "no word of the others: $(cat "$dir/err")"
[ "$(grep -c 'build id differs' "$dir/out")" = 12 ] || fail "many builds: $(cat "$dir/out")"
