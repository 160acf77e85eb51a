#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# record-demo.sh [-p PERF] [-f FILE]...: makes tools/perf/tests/golden/demo anew: a small recording with
# deferred chains, made in the guest of boot.sh, with what is needed to resolve it on any machine.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
perf=$here/../../build/perf
extra=

while getopts p:f: opt; do
	case $opt in
	p) perf=$OPTARG ;;
	f) extra="$extra $OPTARG" ;;
	*) sed -n 4,5p "$0" >&2; exit 129 ;;
	esac
done

dir=$(mktemp -d "${TMPDIR:-/tmp}/perf-vm-demo.XXXXXX")
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

"$here/workloads/build.sh" "$dir"
strip --strip-debug "$dir/faults"
find "$dir" -type f ! -name faults -delete
cat >"$dir/run.sh" <<'END'
record="perf record --call-graph fp,defer -e cpu-clock -F 1999"
$record -o out/demo.data -- ./faults 4000 || exit 1
perf script --no-inline -i out/demo.data >script || exit 1
echo "recorded: $record -- faults 4000, linux $(uname -r | cut -d- -f1)" >out/README
# The kernel's symbols that occur, each with its neighbour, which says where it ends; and those
# that say where the kernel lies.
awk '
	FNR == NR { if ($NF == "([kernel.kallsyms])") { sub(/\+0x.*/, "", $2); used[$2] = 1 } next }
	$4 != "" { next }
	after || $3 in used || $3 ~ /^(_text|_stext|_etext|_end)$/ { print }
	{ after = $3 in used }
' script /proc/kallsyms >out/kallsyms
END
# shellcheck disable=SC2086 # files by design
"$here/boot.sh" -p "$perf" "$dir" $extra

demo=$here/../golden/demo
mkdir -p "$demo/root/root"
cp "$dir/out/demo.data" "$dir/out/kallsyms" "$dir/out/README" "$demo/"
cp "$dir/faults" "$demo/root/root/"
cat >>"$demo/README" <<'END'

Made by tools/perf/tests/vm/record-demo.sh in the guest of boot.sh:
demo.data    the recording
kallsyms     the kernel's symbols that occur in it
root/        the program (tools/perf/tests/vm/workloads/faults.c) where it was run
Shown by: perf report --symfs root --kallsyms kallsyms -i demo.data
END
chmod 644 "$demo/demo.data" "$demo/kallsyms"
du -sh "$demo"
