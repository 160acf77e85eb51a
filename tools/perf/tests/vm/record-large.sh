#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# record-large.sh [-p PERF] [-f FILE]... [-n SAMPLES] OUTDIR: records, in the guest of boot.sh, the
# deferred chains of 8 threads that read from /dev/zero under a stack of 14 frames and more:
# OUTDIR/perf.data, about 140 MB for the default of 500,000 samples, with what is needed to resolve
# it elsewhere: OUTDIR/kallsyms and OUTDIR/read_stack-static. For benchmarks.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
perf=$here/../../build/perf
samples=500000
extra=

while getopts p:f:n: opt; do
	case $opt in
	p) perf=$OPTARG ;;
	f) extra="$extra $OPTARG" ;;
	n) samples=$OPTARG ;;
	*) sed -n 4,7p "$0" >&2; exit 129 ;;
	esac
done
shift $((OPTIND - 1))
[ $# = 1 ] || { sed -n 4,7p "$0" >&2; exit 129; }

dir=$(mktemp -d "${TMPDIR:-/tmp}/perf-vm-large.XXXXXX")
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

"$here/workloads/build.sh" "$dir/workloads"
cat >"$dir/run.sh" <<END
perf record -m 128M --call-graph fp,defer -e syscalls:sys_enter_read -o out/perf.data -- \
	workloads/read_stack-static 8 $((samples / 8)) &&
cp /proc/kallsyms workloads/read_stack-static out/
END
# shellcheck disable=SC2086 # files by design
"$here/boot.sh" -T 1200 -m 4G -p "$perf" "$dir" $extra
mkdir -p "$1"
cp "$dir"/out/* "$1/"
