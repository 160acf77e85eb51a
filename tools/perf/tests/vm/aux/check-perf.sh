#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# check-perf.sh DIR: reads the recordings of DIR/out with $PERF, and decodes those that hold Intel PT.
# The files of the guest are in DIR. Prints 'ok: WHAT' and 'FAILED: WHAT', after the reason.
set -eu

dir=${1:?usage: check-perf.sh DIR}
work=$(mktemp -d "${TMPDIR:-/tmp}/perf-check.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

verdict()	# truth what
{
	if "$1"; then
		echo "ok: $2"
	else
		echo "FAILED: $2"
	fi
}

# Each file is read without a complaint, and dumped.
readable()
{
	good=true
	for data in "$dir"/out/*.data; do
		for what in "script" "script -D" "report --stdio --stats"; do
			# shellcheck disable=SC2086 # words by design
			if ! "$PERF" $what -i "$data" >"$work/out" 2>"$work/err"; then
				echo "perf $what of ${data##*/}: $(head -n 3 "$work/err")"
				good=false
			fi
		done
	done
	verdict $good "perf reads each recording"
}

readable
