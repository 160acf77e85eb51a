#!/bin/sh
# Deferred callchains, live: callers behind a uretprobe (exclusive)
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/deferred.sh
. "$PERF_TEST_DIR/shell/lib/deferred.sh"
# shellcheck source-path=SCRIPTDIR source=lib/probes.sh
. "$PERF_TEST_DIR/shell/lib/probes.sh"
event=syscalls:sys_enter_read

need_deferral
need_workloads
need_features libelf libcapstone
at_end()
{
	remove_probes
}

# No code of probes is a frame; as recorded it stands where callers were.
no_probe_code()	# name
{
	# With its marks.
	"$PERF" report --stdio --no-inline --no-children -g folded,0,caller -s comm -i "$dir/$1.data" \
		>"$dir/$1.report" 2>"$dir/$1.err" || bad "perf report of '$1': $(cat "$dir/$1.err")"
	if grep -F '([uprobes])' "$dir/$1.script" >"$dir/judgement" ||
		grep -iE '0xf*e0[0-9a-f]{2}( |;|$)' "$dir/$1.report" >"$dir/judgement"; then
		bad "the code of a probe is shown as a frame in '$1':"
		head -n 5 "$dir/judgement"
	fi
	grep -qF 'pointer_day;[caller missing: hidden by a uretprobe];probed;below;read_leaf' "$dir/$1.report" ||
		bad "the report of '$1' has no mark in place of pointer_caller"
}

# What is known of the callers that the probes hide, in NAME.script.
judge()	# name TIMES: of each path
{
	sample='sys_enter_read:'
	from='read_leaf;below;probed;'
	# A pointer tells nobody where it led to; and of two probes in a row, only the outer caller is known.
	# A probe's own samples are of the caller, and nothing is missing there.
	chains "$1" \
		"$2" "$sample" 'direct_day;' "${from}direct_caller;direct_day;main;" \
		"$2" "$sample" 'nested_day;' "${from}between;probed_too;nested_caller;nested_day;main;" \
		"$2" "$sample" 'twice_day;' "${from}twice_caller;twice_day;main;" \
		"$2" "$sample" 'pointer_day;' "${from}pointer_day;main;" \
		$(($2 * 4)) ':probed: ' '' '^(direct_caller;direct_day|pointer_caller;pointer_day|between;probed_too;nested_caller;nested_day|probed_and;twice_caller;twice_day);main;' \
		"$2" ':probed_too: ' '' '^nested_caller;nested_day;main;' \
		"$2" ':probed_and: ' '' '^twice_caller;twice_day;main;'
	marks=$(grep -c 'caller missing: hidden by a uretprobe' "$dir/$1.script") || :
	[ "$marks" -ge $(($2 * 2)) ] || bad "'$1' marks $marks callers that are not known, not $(($2 * 2)) and more"
	no_probe_code "$1"
	no_markers "$1"
}

# What every reader gets from a merged file: the true callers where they are certain, and no code of probes. (Callers of the
# loader's functions may be known by their calls.)
judge_merged()
{
	sample='sys_enter_read:'
	from='read_leaf;below;probed;'
	chains merged \
		50 "$sample" 'direct_day;' "${from}direct_caller;direct_day;main;" \
		50 "$sample" 'nested_day;' "${from}between;probed_too;nested_caller;nested_day;main;" \
		50 "$sample" 'twice_day;' "${from}twice_day;main;" \
		50 "$sample" 'pointer_day;' "${from}pointer_day;main;" \
		50 ':probed_too: ' '' '^nested_caller;nested_day;main;'
	if grep -E '\(\[uprobes\]\)|hidden by' "$dir/merged.script" >"$dir/judgement"; then
		bad "what was merged still has to do with probes: $(head -n 5 "$dir/judgement")"
	fi
	grep -q 'addresses of uretprobes were replaced by' "$dir/merged.log" || bad "merge does not tell what it replaced: $(cat "$dir/merged.log")"
	grep -q 'addresses of uretprobes were left out' "$dir/merged.log" || bad "merge does not tell what it left out: $(cat "$dir/merged.log")"
}

for kind in '' -static; do
	make_probes "probed$kind" || skip "no uretprobe can be made: see $tracing/uprobe_events"
	record "probed$kind" "probed$kind 50" -e "$events"
	judge "probed$kind" 50
	grep -qE ' direct_caller(\+0x0)? \(by its call\) ' "$dir/probed$kind.script" || bad "the caller is not shown as one known by its call"

	# As recorded the word of the probe is a frame, and its caller is not there.
	"$PERF" script --no-inline --as-recorded -i "$dir/probed$kind.data" >"$dir/recorded.script" || bad "--as-recorded"
	probed=$(grep -c '(\[uprobes\])' "$dir/recorded.script") || :
	[ "$probed" -ge 300 ] || bad "--as-recorded shows $probed words of probes, not 300 and more"
	if grep -q 'direct_caller\|hidden by' "$dir/recorded.script"; then
		bad "--as-recorded shows what was not recorded"
	fi

	# Who unwinds while recording finds the probe's address in the stack and in the kernel's walk: the same callers are known.
	if [ -z "$kind" ]; then
		record unwound "probed 5" -e "$events" --call-graph fp,defer,repair
		judge unwound 5
	fi
	remove_probes

	"$PERF" defer merge -i "$dir/probed$kind.data" -o "$dir/merged.data" --verify >"$dir/merged.log" 2>&1 ||
		bad "merge: $(cat "$dir/merged.log")"
	print merged
	judge_merged
done
finish
