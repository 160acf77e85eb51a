#!/bin/sh
# perf record --pfm-events, perf list pfm: what vendors' names of events are to the kernel, on other machines' processors
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"

status=0
"$PERF" record --dry-run --pfm-events nosuch -- true 2>"$dir/err" || status=$?
[ $status = 129 ] || bad "an event that is not there: status $status"
if ! "$PERF" check feature -q libpfm4; then
	grep -q 'perf was built without libpfm4 (install libpfm4-dev)' "$dir/err" || bad "without libpfm4: $(cat "$dir/err")"
	skip "this perf was built without libpfm4"
fi
if grep -q 'cannot be loaded' "$dir/err"; then
	skip "$(sed -n 's/.*___ //p' "$dir/err")"
fi
grep -q "libpfm4: 'nosuch': event not found" "$dir/err" || bad "an event that is not there: $(cat "$dir/err")"

# The values are those of the vendors' manuals: event select, umask << 8, edge 1 << 18, inv 1 << 23, cmask << 24.
is()	# PMU EVENTS WANT: "type config config1 exclude_user exclude_kernel;" of each
{
	LIBPFM_FORCE_PMU=$1 "$PERF" record --dry-run -vv --pfm-events "$2" -- true >"$dir/out" 2>&1 || bad "$2: $(cat "$dir/out")"
	awk '/^perf_event_attr/ { t = c = c1 = u = k = 0 }
		$1 == "type" { t = $2 } $1 == "config" { c = $2 } /{ bp_addr, config1 }/ { c1 = $NF }
		$1 == "exclude_user" { u = 1 } $1 == "exclude_kernel" { k = 1 }
		/^---/ && t { printf "%s %s %s %s %s;", t, c, c1, u, k; t = 0 }' "$dir/out" >"$dir/is"
	[ "$(cat "$dir/is")" = "$3" ] || bad "$1 $2 is '$(cat "$dir/is")', not '$3'"
}
is skl skl::INST_RETIRED:ANY_P '4 0xc0 0 0 0;'
is skl MEM_LOAD_RETIRED:L3_MISS:u '4 0x20d1 0 0 1;'
is skl BR_MISP_RETIRED:ALL_BRANCHES:c=1:i:k '4 0x18000c5 0 1 0;'
is skl '{INST_RETIRED:ANY_P,MEM_LOAD_RETIRED:L3_MISS:k},UOPS_ISSUED:ANY:e:c=2' '4 0xc0 0 0 0;4 0x20d1 0 1 0;4 0x204010e 0 0 0;'
# What the counter takes besides: requests (bit 0) that missed L3 (bits 26 to 29 and 31 on).
is skl OFFCORE_RESPONSE_0:DMND_DATA_RD:L3_MISS '4 0x1b7 0x3f84000001 0 0;'
is amd64_fam17h_zen2 RETIRED_INSTRUCTIONS:u '4 0xc0 0 0 1;'

export LIBPFM_FORCE_PMU=skl
"$PERF" list --details pfm >"$dir/list" 2>"$dir/err" || bad "list pfm: $(cat "$dir/err")"
grep -A1 '^  skl::MEM_LOAD_RETIRED:L3_MISS  *\[libpfm4 event\]$' "$dir/list" | grep -q 'missed the L3$' || bad "list pfm has no L3_MISS"
! grep -q '^  perf' "$dir/list" || bad "list pfm has the kernel's events"
# All that is listed can be encoded.
"$PERF" list --raw-dump pfm 2>/dev/null | tr ' ' '\n' | grep . >"$dir/names"
[ "$(wc -l <"$dir/names")" -gt 300 ] || bad "list pfm has $(wc -l <"$dir/names") names only"
all=$(sed -n '7~20p' "$dir/names" | tr '\n' ',')
"$PERF" record --dry-run --pfm-events "${all%,}" -- true 2>"$dir/err" || bad "what is listed is no event: $(cat "$dir/err")"

refused()	# EVENTS TEXT
{
	"$PERF" record --dry-run --pfm-events "$1" -- true 2>"$dir/err" && bad "'$1' is taken"
	grep -qF "$2" "$dir/err" || bad "'$1': $(cat "$dir/err")"
}
refused INST_RETIRED:NOSUCH "invalid event attribute"
refused INST_RETIRED:ANY_P, "expected the name of an event"
refused '{INST_RETIRED:ANY_P' "the group needs a closing '}'"
refused '{{INST_RETIRED:ANY_P}}' "a group cannot be in a group"
refused 'INST_RETIRED:ANY_P}' "Unrecognized input"
refused '{INST_RETIRED:ANY_P}x' "Unrecognized input"
LIBPFM_FORCE_PMU=nosuch "$PERF" list pfm 2>"$dir/err" && bad "a PMU that is not there has events"
grep -q 'knows no PMU of this machine' "$dir/err" || bad "no PMU: $(cat "$dir/err")"
# What no counter of this machine counts is refused, with the reason, or it is recorded.
if ! "$PERF" record --pfm-events INST_RETIRED:ANY_P -o "$dir/x.data" -- true 2>"$dir/err"; then
	grep -q "event 'INST_RETIRED:ANY_P'\|cannot record" "$dir/err" || bad "an event that cannot be counted: $(cat "$dir/err")"
fi
finish
