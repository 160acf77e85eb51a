#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# make-pictures.sh [-p PERF]: makes the pictures of README.md anew (Documentation/pictures): where the threads of tests/truth wait,
# recorded in the guest of boot.sh with frame pointers alone, and deferred and repaired. Needs what boot.sh needs, gcc, chromium.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
perf=$here/../../build/perf
while getopts p: opt; do
	case $opt in
	p) perf=$OPTARG ;;
	*) sed -n 4,5p "$0" >&2; exit 129 ;;
	esac
done

dir=$(mktemp -d "${TMPDIR:-/tmp}/perf-vm-pictures.XXXXXX")
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

sh "$here/../truth/build.sh" "$dir/built" O2-fp-shared
cp "$dir"/built/O2-fp-shared/* "$dir/"
rm -rf "$dir/built"
cat >"$dir/run.sh" <<'END'
for how in fp fp,defer,repair; do
	perf record -q --off-cpu --call-graph $how -o data -- ./truth run 40 nap cond mutex || exit 1
	# With names, so that the host can show it. What is not there is told; libc has few names in any case.
	perf defer pack -i data -o out/$how.data || [ $? = 2 ] || exit 1
done
END
"$here/boot.sh" -p "$perf" "$dir"

show="--off-cpu --state blocked -c nap,cond,mutex"
# shellcheck disable=SC2086 # words
"$perf" report -q --flamegraph="$dir/before.html" $show --as-recorded -i "$dir/out/fp.data"
# shellcheck disable=SC2086
"$perf" report -q --flamegraph="$dir/after.html" $show -i "$dir/out/fp,defer,repair.data"
out=$here/../../Documentation/pictures
mkdir -p "$out"
for which in before after; do
	PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$here/../build" python3 - "$dir/$which.html" "$out/off-cpu-$which.svg" <<-'END'
		import sys
		import browser
		with browser.Page("file://" + sys.argv[1], width=1200, height=700) as page:
		    page.frame()
		    picture = page.run("svgOf(flame.view)")
		    if page.errors or "__schedule" not in picture:
		        sys.exit(f"no picture: {page.errors} {picture[:200]}")
		with open(sys.argv[2], "w", encoding="utf-8") as f:
		    f.write(picture + "\n")
	END
done
ls -l "$out"
