#!/bin/sh
# Deferred callchains, live: every verb of perf defer (exclusive)
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/deferred.sh
. "$PERF_TEST_DIR/shell/lib/deferred.sh"

need_deferral
need_workloads

nap='nap_leaf;coffee_break;work_day;main;'
data=$dir/naps.data

# A number of a flat JSON text, by its name.
number()	# name file
{
	tr -d ' \n' <"$2" | sed -nE "s/.*\"$1\":([0-9]+)[,}].*/\1/p"
}

verb()	# verb arguments...: with its output in VERB.out
{
	out=$dir/$1.out
	"$PERF" defer "$@" >"$out" 2>"$dir/err" || {
		bad "perf defer $*: exit status $?"
		cat "$dir/err"
	}
}

# This kernel can, says check.
verb check
verb check --json "$workloads/offcpu-static"

# perf defer record | script | report are perf's own, with deferral; by default perf record unwinds, and the file has whole stacks.
nap_chain=";${below_syscall}$nap"
verb record -o "$dir/unwound.data" -e sched:sched_switch -- "$workloads/offcpu-static" 30
cp "$dir/err" "$dir/unwound.log"
"$PERF" script --no-inline --as-recorded -i "$dir/unwound.data" >"$dir/unwound.script" 2>"$dir/log" || bad "$(cat "$dir/log")"
chains unwound 20 'prev_comm=offcpu.* prev_state=S ' '__x64_sys_nanosleep;' "$nap_chain"
! "$PERF" evlist -v -i "$dir/unwound.data" | grep 'defer_' || bad "an event is deferred though perf has unwound"
verb record --call-graph fp,defer,repair,keep -o "$data" -e sched:sched_switch -- "$workloads/offcpu-static" 30
cp "$dir/err" "$dir/naps.log"
verb script --no-inline -i "$data"
cp "$dir/script.out" "$dir/naps.script"
chains naps 20 'prev_comm=offcpu.* prev_state=S ' '__x64_sys_nanosleep;' "$nap_chain"
no_markers naps
verb report --stdio --no-inline --no-children -g folded,0,caller -s comm -i "$data"
cp "$dir/report.out" "$dir/naps.report"
folded naps 'nap_leaf;.*nanosleep;' ";main;work_day;coffee_break;nap_leaf;${above_syscall}__x64_sys_nanosleep;"

# The bits in the file: deferral on what samples, its output on one event alone.
"$PERF" evlist -v -i "$data" >"$dir/evlist" || bad "perf evlist -v"
grep 'sched:sched_switch' "$dir/evlist" | grep -q 'defer_callchain: 1' || bad "no defer_callchain on the event"
[ "$(grep -c 'defer_output: 1' "$dir/evlist")" = 1 ] || bad "defer_output is not on exactly one event"

# stat counts what script shows.
verb stat --json -i "$data"
cp "$dir/stat.out" "$dir/stat.json"
shown=$(grep -c 'sched:sched_switch:' "$dir/naps.script") || :
[ "$(number samples "$dir/stat.json")" = "$shown" ] || bad "stat: not the $shown samples of script"
stitched=$(($(number stitched_by_later "$dir/stat.json") + $(number stitched_by_earlier "$dir/stat.json")))
[ "$stitched" -ge 20 ] || bad "stat: $stitched samples stitched"
verb stat -i "$data"

# dump shows as many samples, and the records; nothing is against the protocol.
verb dump -i "$data"
samples=$(grep -c ' SAMPLE sched:sched_switch ' "$dir/dump.out") || :
[ "$samples" = "$(number deferred "$dir/stat.json")" ] || bad "dump: $samples samples"
records=$(grep -c ' RECORD cookie ' "$dir/dump.out") || :
[ "$records" = "$(number records "$dir/stat.json")" ] || bad "dump: $records records"

# A merged file gives the same text, has nothing deferred in it, and merged again is the same. (It does not tell whether
# its chains were repaired, so that some more is marked in it, and less is inferred.)
verb merge --verify -i "$data" -o "$dir/merged.data"
for file in "${data%.data}" "$dir/merged"; do
	"$PERF" script --no-inline --no-infer --no-orphan-marks -i "$file.data" >"$file.script" || bad "perf script of '$file.data'"
done
# Samples within execve, which stand before the maps of the program to come, are no exception.
cmp "$dir/naps.script" "$dir/merged.script" || {
	diff "$dir/naps.script" "$dir/merged.script" | head -n 20
	bad "the merged file's text differs"
}
"$PERF" evlist -v -i "$dir/merged.data" | grep -q 'defer_' && bad "the merged file has defer bits"
"$PERF" script -D -i "$dir/merged.data" | grep -q 'CALLCHAIN_DEFERRED' && bad "the merged file has records"
verb merge -i "$dir/merged.data" -o "$dir/again.data"
cmp "$dir/merged.data" "$dir/again.data" || bad "merged again it differs"

# As a pipe, from record to script.
"$PERF" record --call-graph fp,defer -e sched:sched_switch -o - -- "$workloads/offcpu" 30 2>"$dir/pipe.log" |
	"$PERF" defer merge 2>"$dir/pipe.err" | "$PERF" script --no-inline -i - >"$dir/pipe.script" ||
	bad "record | merge | script: $(cat "$dir/pipe.err")"
chains pipe 20 'prev_comm=offcpu.* prev_state=S ' '__x64_sys_nanosleep;' ";${below_syscall}$nap"
finish
