#!/bin/sh
# perf script: text, options, exit status, pipes
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
need_tools python3

tests=$PERF_TEST_DIR
export PYTHONDONTWRITEBYTECODE=1
# Runs perf script; output in $dir/out, messages in $dir/err, exit status in $status.
script() {
	status=0
	"$PERF" script "$@" > "$dir/out" 2> "$dir/err" < /dev/null || status=$?
}
ok() {
	script "$@"
	[ $status = 0 ] || fail "perf script $*: exit $status: $(cat "$dir/err")"
}
said() { # PATTERN WHAT
	grep -q -e "$1" "$dir/err" || fail "$2: $(cat "$dir/err")"
}

# --- made-up recordings: what profilers' importers would read ---
for seed in 1 2 3 4 5; do
	"$PERF" defer generate --seed "$seed" -o "$dir/data" --truth "$dir/truth"
	script -i "$dir/data"
	"$tests/build/stacks.py" fold "$dir/out" > "$dir/folded" || fail "seed $seed: not what importers read"
	[ -s "$dir/folded" ] || fail "seed $seed: nothing to fold"
	script -i "$dir/data" -F tid,time,event,ip
	"$tests/build/compare.py" script "$dir/truth" "$dir/out" || fail "seed $seed"
done

# --- a small recording with an orphan ---
one_orphan > "$dir/scenario"
"$PERF" defer generate -o "$dir/data" "$dir/scenario"
frames() {
	grep -c "^$(printf '\t')" "$dir/out" || true
}
ok -i "$dir/data"
[ "$(frames)" = 7 ] || fail "frames: $(cat "$dir/out")"
grep -A1 '^# \[user stack missing: ' "$dir/out" | tail -1 | grep -q '^client ' ||
	fail "the mark is not before its sample"
said 'samples with a deferred user stack miss it: 1 ' "orphans are not counted"
ok -i "$dir/data" --no-orphan-marks
! grep -q '^#' "$dir/out" || fail "--no-orphan-marks"
said 'miss it: 1 ' "orphans are not counted without marks"
ok -i "$dir/data" -q
[ ! -s "$dir/err" ] || fail "-q says: $(cat "$dir/err")"
ok -i "$dir/data" --no-merge-callchains
[ "$(grep -c 'DEFERRED CALLCHAIN \[cookie: [0-9a-f]*\]$' "$dir/out")" = 1 ] ||
	fail "raw view: deferred records"
[ "$(grep -c ' (cookie) (\[unknown\])$' "$dir/out")" = 3 ] || fail "raw view: cookies"
[ "$(frames)" = 8 ] || fail "raw view: frames"
! grep -q '^#' "$dir/out" || fail "raw view: marks"
ok -i "$dir/data" -D
grep -q 'PERF_RECORD_CALLCHAIN_DEFERRED.*cookie 0x[0-9a-f]*$' "$dir/out" || fail "-D: no deferred record"
grep -q '(PERF_CONTEXT_USER_DEFERRED)$' "$dir/out" || fail "-D: markers have no names"
grep -q '^\.\.\.\.\.\. (deferred, cookie [0-9a-f]*)$' "$dir/out" || fail "-D: no cookie"
ok -i "$dir/data" --header-only
grep -q '^# ========' "$dir/out" || fail "--header-only"
! grep -q '^server' "$dir/out" || fail "--header-only shows samples"
ok -i "$dir/data" --show-task-events --show-mmap-events
grep -q 'PERF_RECORD_COMM: server:100/100$' "$dir/out" || fail "--show-task-events"
grep -q 'PERF_RECORD_MMAP2 100/100: ' "$dir/out" || fail "--show-mmap-events"

# --- which samples ---
lines() { # COUNT ARGS...
	want=$1
	shift
	ok -i "$dir/data" "$@" -G
	[ "$(wc -l < "$dir/out")" = "$want" ] || fail "$*: $(cat "$dir/out")"
}
lines 3
lines 2 --comms server
lines 1 --comm client
lines 1 --tid 101
lines 3 --tid 100,101
lines 2 --pid 100
lines 0 --pid 4711
lines 3 --time 0,100
lines 0 --time 100,
lines 2 -F hw:
ok -i "$dir/data" --max-stack 1
[ "$(frames)" = 3 ] || fail "--max-stack"

# --- pipes ---
ok -i "$dir/data"
cp "$dir/out" "$dir/want"
"$PERF" defer generate --format pipe -o "$dir/pipe" "$dir/scenario"
"$PERF" script -i - < "$dir/pipe" > "$dir/out" 2> /dev/null || fail "-i -"
cmp "$dir/want" "$dir/out" || fail "a pipe's text differs"
# Standard input is a pipe, and no file is named. (Nor is there a perf.data here.)
# shellcheck disable=SC2002	# a file would not be a pipe
(cd "$dir" && cat pipe | "$PERF" script 2> /dev/null) > "$dir/out" || fail "a pipe on standard input"
cmp "$dir/want" "$dir/out" || fail "the text of a pipe on standard input differs"

# --- the output goes away, or is full ---
printf 'task 1 stack=8\nrepeat 40000\n1 sample\nend\n' > "$dir/scenario-many"
"$PERF" defer generate -o "$dir/many" "$dir/scenario-many"
{
	"$PERF" script -i "$dir/many" 2> "$dir/err" && echo 0 > "$dir/status" || echo $? > "$dir/status"
} | head -1 > /dev/null
[ "$(cat "$dir/status")" = 141 ] || fail "a closed pipe: exit $(cat "$dir/status")"
[ ! -s "$dir/err" ] || fail "a closed pipe: $(cat "$dir/err")"
status=0
"$PERF" script -i "$dir/many" > /dev/full 2> "$dir/err" || status=$?
[ $status = 1 ] || fail "a full disk: exit $status"
said 'No space left' "a full disk"

# --- damage: one record is lost, the rest is there, and somebody says so ---
"$PERF_TEST_DIR/build/damage_deferred.py" "$dir/data" "$dir/damaged" > "$dir/where"
script -i "$dir/damaged"
[ $status = 2 ] || fail "damage: exit $status"
[ "$(grep -c '^[sc]' "$dir/out")" = 3 ] || fail "damage: $(cat "$dir/out")"
said "$(cat "$dir/where"): CALLCHAIN_DEFERRED" "damage: which record"
said '1 damaged record skipped' "damage: how many"
script -i "$dir/damaged" -D
grep -q '^\.\.\. damaged: ' "$dir/out" || fail "damage: -D does not show it"

# --- wrong command lines ---
wrong() { # MESSAGE ARGS...
	text=$1
	shift
	script -i "$dir/data" "$@"
	[ $status = 129 ] || fail "$*: exit $status"
	said "$text" "$*"
	[ ! -s "$dir/out" ] || fail "$*: output"
}
wrong "Invalid field requested: 'foo'" -F comm,foo
wrong "Cannot mix" -F comm,+tid
wrong "Invalid event type" -F blah:comm
wrong "unknown option '--nonsense'" --nonsense
wrong "'perf script $dir': there is no such script" "$dir"
script -i "$dir/data" -F +addr
[ $status = 1 ] || fail "+addr: exit $status"
said "do not have ADDR attribute set. Cannot print 'addr' field" "+addr"
script -i "$dir/data" --time nonsense
[ $status = 1 ] || fail "--time: exit $status"
script -i "$dir/nothing"
[ $status = 1 ] || fail "no file: exit $status"
said "nothing" "no file"
