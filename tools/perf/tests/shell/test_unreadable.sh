#!/bin/sh
# Files that names come from and the system cannot read: told, counted, listed by --missing, and in the exit status
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools python3 strace
need_features libelf

export PYTHONDONTWRITEBYTECODE=1
# shellcheck source-path=SCRIPTDIR source=lib/elf.sh
. "$PERF_TEST_DIR/shell/lib/elf.sh"
export PERF_BUILDID_DIR="$dir/none"
printf '%s T %s\n' ffffffff81000000 _text ffffffff81000010 in_kernel ffffffff81001000 _etext > "$dir/kallsyms"
{
	echo "comm 2147483600 app"
	echo "map 2147483600 7f0000000000 $length $pgoff $dir/full $id"
	echo "kmap ffffffff81000000 1000000 ffffffff81000000 [kernel.kallsyms]_text"
	for _ in 1 2 3; do
		echo "sample 2147483600 $ip"
		echo "ksample 2147483600 ffffffff81000014"
	done
} > "$dir/text"
"$PERF_TEST_DIR/build/recording.py" "$dir/data" < "$dir/text"

# Output, messages and status of perf ARGS go to out, err and $status.
run()	# ARGS...
{
	command=$1
	shift
	status=0
	"$PERF" "$command" -f -i "$dir/data" --kallsyms="$dir/kallsyms" "$@" > "$dir/out" 2> "$dir/err" || status=$?
}

# The same while each CALL for FILE fails with ERROR.
run_with()	# CALL ERROR FILE ARGS...
{
	failing=$1 with=$2 at=$3 command=$4
	shift 4
	status=0
	traced strace -f -qq -o /dev/null -e "trace=$failing" -e "inject=$failing:error=$with" -P "$at" \
		"$PERF" "$command" -f -i "$dir/data" --kallsyms="$dir/kallsyms" "$@" > "$dir/out" 2> "$dir/err" || status=$?
	what="$command $*: $failing of $at: $with"
}

# FILE was named once, with the words of the error, and counted.
told()	# FILE WORDS
{
	[ "$(grep -c "perf: cannot read '$1', which is there: $2" "$dir/err")" = 1 ] || bad "$what: not told, or not once: $(cat "$dir/err")"
	grep -q 'perf: 1 file that names, lines or callers come from could not be read' "$dir/err" || bad "$what: not counted: $(cat "$dir/err")"
}

run script -G -F ip,sym
[ "$status,$(grep -c cmd_version "$dir/out"),$(grep -c in_kernel "$dir/out")" = 0,3,3 ] || fail "all is there: $status, $(cat "$dir/out" "$dir/err")"
cp "$dir/out" "$dir/whole"

while read -r error words; do
	for file in full kallsyms; do
		run_with openat "$error" "$dir/$file" script -G -F ip,sym
		[ $status = 2 ] || bad "$what: status $status"
		told "$dir/$file" "$words"
		[ "$(wc -l < "$dir/out")" = "$(wc -l < "$dir/whole")" ] || bad "$what: $(cat "$dir/out")"
		! cmp -s "$dir/out" "$dir/whole" || bad "$what: how are names known?"
		run_with openat "$error" "$dir/$file" report --missing
		[ $status = 2 ] || bad "$what: status $status"
		grep -q "reading it failed" "$dir/out" || bad "$what: $(cat "$dir/out")"
		grep -q "^  $dir/$file: $words" "$dir/out" || bad "$what: not listed: $(cat "$dir/out")"
	done
done << 'END'
EIO Input/output error
EMFILE Too many open files
ENFILE Too many open files in system
ENOMEM Cannot allocate memory
END

# What can be opened, and not read.
run_with pread64 EIO "$dir/full" script -G -F ip,sym
[ $status = 2 ] || bad "$what: status $status"
told "$dir/full" 'Input/output error'
run_with read EIO "$dir/kallsyms" script -G -F ip,sym
[ $status = 2 ] || bad "$what: status $status"
told "$dir/kallsyms" 'Input/output error'

run_with openat EIO "$dir/full" report --missing --json
python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
assert r["unreadable"] == [{"file": sys.argv[2], "why": "Input/output error", "found_elsewhere": False}], r
assert [x["why"] for x in r["missing"]] == ["reading it failed"], r' "$dir/out" "$dir/full" || bad "$what: $(cat "$dir/out")"

# Several processes know what one of them has met.
run_with openat EIO "$dir/full" script -j 1 -G -F ip,sym
cp "$dir/out" "$dir/one"
cp "$dir/err" "$dir/one.err"
run_with openat EIO "$dir/full" script -j 3 -G -F ip,sym
if ! cmp -s "$dir/out" "$dir/one" || ! cmp -s "$dir/err" "$dir/one.err" || [ $status != 2 ]; then
	bad "$what: status $status, $(cat "$dir/err")"
fi
# Other commands.
for command in report export diff; do
	what=$command
	case $command in
	diff) set -- diff -f "$dir/data" "$dir/data" ;;
	report*) set -- report -f --stdio -i "$dir/data" ;;
	*) set -- defer export -f --format=folded -i "$dir/data" ;;
	esac
	status=0
	traced strace -f -qq -o /dev/null -e trace=openat -e inject=openat:error=EIO -P "$dir/full" "$PERF" "$@" \
		> "$dir/out" 2> "$dir/err" || status=$?
	[ $status = 2 ] || bad "$command: status $status: $(cat "$dir/err")"
	told "$dir/full" 'Input/output error'
done

# Names that are found elsewhere: told, but nothing is lost.
cache=$dir/cache/.build-id/$(echo "$id" | cut -c 1-2)/$(echo "$id" | cut -c 3-)
mkdir -p "$cache"
cp "$dir/full" "$cache/elf"
PERF_BUILDID_DIR=$dir/cache run_with openat EIO "$dir/full" script -G -F ip,sym
[ "$status,$(cmp "$dir/out" "$dir/whole")" = 0, ] || bad "$what: a copy is in the cache: status $status, $(cat "$dir/err")"
told "$dir/full" 'Input/output error'
grep -q 'what was wanted was found elsewhere' "$dir/err" || bad "$what: $(cat "$dir/err")"

# What says something of the file, and nothing of the system, is as it was.
for error in ENOENT EACCES ELOOP; do
	run_with openat $error "$dir/full" script -G -F ip,sym
	[ "$status,$(grep -c 'which is there' "$dir/err")" = 0,0 ] || bad "$what: status $status, $(cat "$dir/err")"
done

# However few files may be open: all is there, or it is said that it is not.
few=0
for limit in 4 5 6 7 8 9 10 12; do
	status=0
	# shellcheck disable=SC3045 # dash and bash have it
	(ulimit -n $limit && exec "$PERF" script -f -i "$dir/data" --kallsyms="$dir/kallsyms" -G -F ip,sym) > "$dir/out" 2> "$dir/err" || status=$?
	case $status in
	0)	cmp -s "$dir/out" "$dir/whole" || bad "$limit files: status 0, and names are missing" ;;
	1 | 2)	grep -q 'Too many open files' "$dir/err" || bad "$limit files: status $status, $(cat "$dir/err")"
		few=$((few + 1)) ;;
	*)	bad "$limit files: status $status, $(cat "$dir/err")" ;;
	esac
done
[ $few -gt 0 ] || bad "no limit was low enough to be met"
finish
