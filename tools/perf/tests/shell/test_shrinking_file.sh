#!/bin/sh
# Reading: a file that gets shorter meanwhile
# SPDX-License-Identifier: GPL-2.0-only
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
status=0
bad() {
	echo "FAILED: $*"
	status=1
}

# Long enough that the reader is stopped by a full pipe after a small part of it.
"$PERF" defer generate --seed 3 --actions 60000 --no-loss -o "$dir/whole" > /dev/null
for command in 'script --no-inline' 'script -D'; do
	for left in 4096 100000 0; do
		cp "$dir/whole" "$dir/f"
		{
			result=0
			# shellcheck disable=SC2086 # words by design
			"$PERF" $command -i "$dir/f" 2> "$dir/err" || result=$?
			echo $result > "$dir/result"
		} | {
			read -r _
			truncate -s "$left" "$dir/f"
			cat > "$dir/out"
		}
		what="$command, cut to $left bytes"
		case $(cat "$dir/result") in
		1) grep -q "$dir/f" "$dir/err" || bad "$what: not named: $(cat "$dir/err")" ;;
		*) bad "$what: exit $(cat "$dir/result"): $(tail -n 3 "$dir/err")" ;;
		esac
		[ "$(wc -l < "$dir/err")" -le 2 ] || bad "$what: $(cat "$dir/err")"
	done
done
exit $status
