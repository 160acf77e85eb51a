#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Builds perf, records a real workload with deferred user callchains, prints the report. See -h.
set -eu

usage()
{
	cat <<-'USAGE'
	usage: run-demo.sh [-n]

	Installs what is missing (through apt, as root or with sudo), builds perf, records what it
	does itself while it makes up and reports a recording, and prints where the time went. A
	kernel older than 6.19 has no deferred chains: perf then says so and records ordinary ones,
	and the report of a deferred recording that comes with the source is shown as well.

	  -n  installs nothing
	USAGE
}

install=1
while getopts hn opt; do
	case $opt in
	h) usage; exit 0 ;;
	n) install= ;;
	*) usage >&2; exit 129 ;;
	esac
done

cd "$(dirname "$0")"
src=$PWD/tools/perf
# shellcheck source-path=SCRIPTDIR source=tools/perf/tests/packages.sh
. "$src/tests/packages.sh"

step()
{
	printf '\n== %s\n' "$*"
}

# shellcheck disable=SC2154 # set by the other file
if [ -n "$install" ]; then
	# shellcheck disable=SC2086 # words by design
	ensure_packages $build_packages
fi

step "make -j2 (takes a minute or two)"
make -j2 >/dev/null
perf=$src/build/perf
"$perf" version

next_steps()
{
	step "what to do next"
	cat <<-'END'
	tools/perf/build/perf record --call-graph fp,defer -- COMMAND    records another program into perf.data
	tools/perf/build/perf report                                     shows where its time went
	tools/perf/build/perf report --missing                           says why addresses stand in the place of names
	tools/perf/build/perf help record                                the manual; without a name, all commands
	END
}

dir=$(mktemp -d "${TMPDIR:-/tmp}/perf-demo.XXXXXX")
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

# Something that computes, allocates, reads and writes, in a program that keeps frame pointers.
cat >"$dir/workload" <<END
'$perf' defer generate --seed 1 --tasks 40 --actions 60000 --no-loss -o '$dir/made-up.data' &&
'$perf' report --stdio --no-inline -i '$dir/made-up.data' >/dev/null 2>&1
END

step "perf record --call-graph fp,defer -F 999 -- a workload"
status=0
"$perf" record -N --call-graph fp,defer -F 999 -o "$dir/perf.data" -- sh "$dir/workload" 2>"$dir/log" ||
	status=$?
cat "$dir/log"

if [ "$status" = 0 ]; then
	step "perf report --stdio (the first 60 lines)"
	"$perf" report --stdio --no-inline --no-children -s comm -g caller,3 \
		-i "$dir/perf.data" >"$dir/report"
	grep -v '^$' "$dir/report" | head -n 60
	if ! grep -q 'needs Linux 6.19' "$dir/log"; then
		next_steps
		exit 0
	fi
	echo
	echo "This kernel ($(uname -r)) has no deferred callchains: the chains above are ordinary ones."
else
	echo
	echo "Recording did not work here: see above. Reading needs no privileges:"
fi

step "a deferred recording of another machine: $(sed -n 's/^recorded: //p' "$src/tests/golden/demo/README")"
"$perf" report --stdio --no-inline --no-children -s comm -g caller,10 --symfs "$src/tests/golden/demo/root" \
	--kallsyms "$src/tests/golden/demo/kallsyms" -i "$src/tests/golden/demo/demo.data" >"$dir/report"
grep -v '^$' "$dir/report" | head -n 60
echo
echo "Each stack goes from main into the kernel: the half in user space was recorded later, when it returned there."
next_steps
[ "$status" = 0 ]
