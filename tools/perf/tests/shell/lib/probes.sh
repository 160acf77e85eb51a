# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# Uretprobes on the functions that tests/vm/workloads/probed.c names. Sourced behind lib/deferred.sh; $event: what is recorded beside them.
# shellcheck disable=SC2154 # of whoever sources it

tracing=/sys/kernel/tracing
probes=

# To be called by at_end().
remove_probes()
{
	for probe in $probes; do
		echo "-:perf_test_$$/$probe" >>"$tracing/uprobe_events"
	done
	probes=
}

# Sets $events. Returns 1 if no probe can be made here.
make_probes()	# program
{
	events=$event
	[ -w "$tracing/uprobe_events" ] || return 1
	"$workloads/$1" >"$dir/places"
	while read -r name offset; do
		echo "r:perf_test_$$/$name $workloads/$1:$offset" >>"$tracing/uprobe_events" || return 1
		probes="$probes $name"
		events="$events,perf_test_$$:$name"
	done <"$dir/places"
}
