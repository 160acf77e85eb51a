#!/bin/sh
# Stacks of programs whose paths are known from their source
# SPDX-License-Identifier: GPL-2.0-only
#
# What judges is tried first, with text that is right, marked, short and wrong. Then copies of the stack are recorded and
# unwound here: every one of them must be the path that the source says.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
not_again "these stacks are those of any build"
need_tools python3 gcc g++

truth=$PERF_TEST_DIR/truth

cat > "$dir/list" <<'END'
one sys_enter_read t_one;t_two;{read}
deep sys_enter_read t_deep;{qsort};*;t_back;{read}
spin cpu-clock t_spin;t_low
END

sample()	# comm event frames, innermost first...
{
	echo "$1 $2: "
	shift 2
	for name in "$@"; do
		echo "	    7f0000001000 $name (/lib/x.so)"
	done
	echo
}

judged()	# what is expected: kinds with their numbers
{
	python3 "$truth/judge.py" --json "$dir/list" < "$dir/text" > "$dir/json" || true
	python3 - "$dir/json" "$1" <<-'END' || fail "'$1' was expected: $(cat "$dir/json")"
		import json, sys
		total = json.load(open(sys.argv[1]))["total"]
		want = dict(w.split("=") for w in sys.argv[2].split())
		sys.exit(any(total[k] != int(want.get(k, 0)) for k in total))
	END
}

read=syscalls:sys_enter_read
{
	sample one $read __GI___libc_read t_two t_one start_thread
	sample deep $read read@@GLIBC_2.2.5 t_back msort.part.0 __qsort t_deep
	sample spin cpu-clock:u t_spin main
	sample spin cpu-clock:u t_low t_spin
	sample spin cpu-clock:u prctl main
	sample other $read read
} > "$dir/text"
judged "whole=5"
{ echo "# [caller missing: no frame in read]"; sample one $read read t_one; } > "$dir/text"
judged "marked=1"
{ echo "# [caller missing: no frame in read]"; sample one $read read t_two t_one; } > "$dir/text"
judged "whole=1 cautious=1"
{ sample one $read read t_one; sample spin cpu-clock t_low main; sample spin cpu-clock futex main; sample deep $read read t_back t_deep; } > "$dir/text"
judged "silent=4"
# Not called at all, called by another one, a function of a library where none may be.
{ sample one $read read t_two t_low t_one; sample one $read t_one t_two; sample one $read read t_two f t_one; } > "$dir/text"
judged "invented=3"

"$PERF" record -q -N -e syscalls:sys_enter_read -o "$dir/probe" -- true > "$dir/log" 2>&1 ||
	skip "$(sed 's/^perf record: //' "$dir/log" | head -n 1 | cut -c 1-100)"
need_features libelf libcapstone
[ "$(uname -m)" = x86_64 ] || skip "system calls have other names here"
shares()	# kind: whole, silent and invented stacks of it
{
	sed -n "s/.*\"kind\": \"$1\", \"total\": {\"whole\": \([0-9]*\), \"marked\": \([0-9]*\), \"silent\": \([0-9]*\), \"invented\": \([0-9]*\).*/\1 \2 \3 \4/p" "$dir/table"
}

# What is not whole is marked, whatever kind of chain it is; nothing is ever shown that was not there.
kinds="inferred unwound repaired"
if "$PERF" check feature -q dwarf-unwind; then
	kinds="dwarf $kinds"
else
	left_out "copies of stacks" "this perf was built without libdw"
fi
set --
for kind in $kinds; do
	set -- "$@" -k "$kind"
done
sh "$truth/table.sh" "$@" -v -p "$PERF" -n 5 -j "$dir/table" O2-fp-shared O2-nofp-shared > "$dir/log" 2>&1 || fail "$(cat "$dir/log")"
for kind in $kinds; do
	# shellcheck disable=SC2046 # numbers
	set -- $(shares $kind | head -n 1)
	# So many fit into the rings even if nobody empties them in time.
	[ "$1" -ge 200 ] || fail "$kind: $1 whole stacks only: $(cat "$dir/log")"
	[ "$3 $4" = "0 0" ] || fail "$kind: $3 stacks are incomplete without a mark, $4 wrong: $(cat "$dir/log")"
	case $kind in
	dwarf) [ "$2" = 0 ] || fail "dwarf: $2 stacks are marked: $(cat "$dir/log")" ;;
	# Indirect calls and signals cannot be inferred, and are a known part of the paths.
	inferred) [ $(($1 * 100)) -ge $((($1 + $2) * 80)) ] || fail "inferred: $1 of $(($1 + $2)) are whole: $(cat "$dir/log")" ;;
	unwound | repaired) [ $(($1 * 100)) -ge $((($1 + $2) * 95)) ] || fail "$kind: $1 of $(($1 + $2)) are whole: $(cat "$dir/log")" ;;
	esac
done
