#!/bin/sh
# perf script: a recording of another perf, and that perf's text
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/upstream.sh
. "$PERF_TEST_DIR/shell/lib/upstream.sh"
need_tools python3

tests=$PERF_TEST_DIR
export PYTHONDONTWRITEBYTECODE=1
# shellcheck disable=SC2034 # for lib/upstream.sh
reader=script

# Columns have other widths in other versions: blanks are squeezed.
same() { # RECORDING FIELDS [ARGS...]
	file=$1
	fields=$2
	shift 2
	"$upstream" script -i "$dir/$file" -F "$fields" "$@" > "$dir/theirs" 2> /dev/null ||
		fail "$upstream script -F $fields"
	"$PERF" script -i "$dir/$file" -F "$fields" "$@" > "$dir/ours" 2> "$dir/err" ||
		fail "-F $fields: $(cat "$dir/err")"
	sed 's/^ *//; s/  */ /g' "$dir/theirs" | no_thread > "$dir/theirs-squeezed"
	sed 's/^ *//; s/  */ /g' "$dir/ours" > "$dir/ours-squeezed"
	[ -s "$dir/ours" ] || fail "$file, -F $fields: nothing"
	diff "$dir/theirs-squeezed" "$dir/ours-squeezed" > "$dir/diff" ||
		fail "$file, -F $fields: $(head -5 "$dir/diff")"
}

done=0
if record plain -e cpu-clock -c 200000; then
	same plain comm,tid,time,event,period
	same plain comm,pid,tid,time,event
	same plain comm,pid,time
	same plain tid,period,event
	same plain misc,tid,time
	same plain time,event --ns
	same plain time,event --reltime
	same plain time,event --deltatime
	done=$((done + 1))
fi
if record wide -a -e cpu-clock,page-faults -c 100000; then
	same wide comm,tid,cpu,time,event,period
	same wide comm,cpu,event
	same wide comm,tid,time -C 0
	same wide comm,tid,time --comms sh,ls
	done=$((done + 1))
fi
if record chains -g -e cpu-clock -c 200000; then
	same chains comm,tid,time,event
	# Frames: against the bytes, since versions differ in how they print user addresses.
	"$PERF" script -i "$dir/chains" --no-inline --as-recorded > "$dir/ours" 2> "$dir/err" ||
		fail "chains: $(cat "$dir/err")"
	"$tests/build/stacks.py" check "$dir/ours" "$dir/chains" || fail "chains differ from the recording's"
	"$tests/build/stacks.py" fold "$dir/ours" > "$dir/folded" || fail "not what importers read"
	[ -s "$dir/folded" ] || fail "nothing to fold"
	done=$((done + 1))
fi
# Scripts get the same dictionaries, but for keys that one of both lacks, and where the kernel's map ends.
cat > "$dir/same.py" << 'E'
import json
def process_event(d):
    for key in "attr iregs uregs map_pgoff dso_map_end".split():
        d.pop(key, None)
    for key in "id stream_id ins_lat datasrc_decode values".split():
        d["sample"].pop(key, None)
    # "Not available", of all parts that the version knows: without and with the level's number.
    if d["sample"]["datasrc"] in (0x5080021, 0x1e05080021):
        d["sample"]["datasrc"] = None
    # Names of stubs are not the same in all versions.
    for entry in [d] + d["callchain"]:
        if entry.get("ip", d["sample"]["ip"]) < 1 << 63:
            for key in "by_call sym sym_off symbol symoff".split():
                entry.pop(key, None)
    d["raw_buf"] = len(d["raw_buf"])
    print(json.dumps(d, sort_keys=True))
E
if [ ! -e "$dir/chains" ] || ! "$upstream" script -i "$dir/chains" -s "$dir/same.py" > "$dir/theirs" 2> /dev/null || [ ! -s "$dir/theirs" ]; then
	left_out "scripts" "$upstream runs no scripts in Python"
else
	"$PERF" script -i "$dir/chains" --no-inline --as-recorded -s "$dir/same.py" > "$dir/ours" 2> "$dir/err" || fail "same.py: $(cat "$dir/err")"
	sed 's/":-1"/"[no-thread]"/' "$dir/theirs" | diff - "$dir/ours" > "$dir/diff" || fail "same.py: $(head -4 "$dir/diff")"
	# Those that come with it run as they are.
	for name in stackcollapse event_analyzing_sample; do
		for folder in /usr/libexec/perf-core /usr/lib/perf-core; do
			script=$folder/scripts/python/$name.py
			[ -r "$script" ] || continue
			"$PERF" script -i "$dir/chains" --allow-write=/dev/shm -s "$script" > "$dir/ours" 2> "$dir/err" || fail "$script: $(cat "$dir/err")"
			[ -s "$dir/ours" ] || fail "$script prints nothing"
		done
	done
	rm -f /dev/shm/perf.db
fi
make_gone
same gone comm,tid,cpu,time,event,period
same gone comm,event
grep -q '^\[no-thread\] ' "$dir/ours-squeezed" || fail "gone: every thread has a name: $(cat "$dir/ours")"
[ $done -gt 0 ] || skip "$upstream records nothing here"
