#!/bin/sh
# Reading: a file that gets shorter meanwhile
# SPDX-License-Identifier: GPL-2.0-only
# Sanitizers: each time, since what it reads does harm.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"

# Long enough that the reader is stopped by a full pipe after a small part of it.
"$PERF" defer generate --seed 3 --byte-order little --actions 60000 --no-loss -o "$dir/whole" > /dev/null
length=$(wc -c < "$dir/whole")
# Where only the last page is cut, no signal tells, and the rest of it reads as zeros.
[ $((length % 4096)) -gt 200 ] || fail "the last page is too short: $length bytes"

# FILE is cut to LEFT bytes when the first line of COMMAND is there, read as INPUT: it is named.
cut_while_read()	# FILE LEFT INPUT COMMAND...
{
	file=$1 left=$2 input=$3
	shift 3
	{
		result=0
		"$PERF" "$@" -i "$input" 2> "$dir/err" || result=$?
		echo $result > "$dir/result"
	} | {
		read -r _
		truncate -s "$left" "$file"
		cat > "$dir/out"
	}
	what="$*, cut to $left bytes"
	case $(cat "$dir/result") in
	1) grep -q "'$file' became shorter" "$dir/err" || bad "$what: not named: $(cat "$dir/err")" ;;
	*) bad "$what: exit $(cat "$dir/result"): $(tail -n 3 "$dir/err")" ;;
	esac
	[ "$(wc -l < "$dir/err")" -le 2 ] || bad "$what: $(cat "$dir/err")"
}

cuts="4096 100000 0 $((length - 100))"
[ -z "${PERF_TEST_AGAIN:-}" ] || cuts="4096 $((length - 100))"
for left in $cuts; do
	for command in 'script --no-inline' 'script --no-inline -j 2' 'script -D'; do
		cp "$dir/whole" "$dir/f"
		# shellcheck disable=SC2086 # words by design
		cut_while_read "$dir/f" "$left" "$dir/f" $command
	done
	# From standard input there is no name to ask for the length.
	cp "$dir/whole" "$dir/f"
	{
		result=0
		"$PERF" script --no-inline -i - 2> "$dir/err" < "$dir/f" || result=$?
		echo $result > "$dir/result"
	} | {
		read -r _
		truncate -s "$left" "$dir/f"
		cat > /dev/null
	}
	[ "$(cat "$dir/result")" = 1 ] || bad "standard input, cut to $left: exit $(cat "$dir/result")"
	grep -q "'(standard input)' became shorter" "$dir/err" || bad "standard input, cut to $left: $(cat "$dir/err")"
done

# A file of a folder, whose records come behind those of the first.
mkdir "$dir/folder"
cp "$dir/whole" "$dir/folder/data"
at=$(od -An --endian=little -t u8 -j 40 -N 8 "$dir/whole")
tail -c "+$((at + 1))" "$dir/whole" | head -c "$(od -An --endian=little -t u8 -j 48 -N 8 "$dir/whole" | tr -d ' ')" > "$dir/folder/data.0"
cut_while_read "$dir/folder/data.0" "$(($(wc -c < "$dir/folder/data.0") - 8))" "$dir/folder" script --no-inline

# A file that code and lines come from, cut when some samples have been shown: it is named, not the recording, and
# all samples are there.
if command -v python3 > /dev/null && command -v nm > /dev/null; then
	program=$(readlink -f "$PERF")
	nm "$program" 2> /dev/null | sed -n 's/^0*\([0-9a-f]*\) [tT] .*/\1/p' > "$dir/addresses"
	[ "$(wc -l < "$dir/addresses")" -gt 100 ] || skip "perf has no symbols"
	{
		echo "comm 7 prog"
		echo "map 7 0 $(printf %x "$(wc -c < "$program")") 0 $dir/prog"
		# So many at one place that the reader waits in front of a full pipe.
		awk -v a="$(head -n 1 "$dir/addresses")" 'BEGIN { for (i = 0; i < 60000; i++) print "sample 7 " a }'
		sed 's/^/sample 7 /' "$dir/addresses"
	} | python3 "$PERF_TEST_DIR/build/recording.py" "$dir/lines.data"
	fields_of_code=ip,sym,srcline
	# Without the library this field is refused.
	! "$PERF" check feature -q libcapstone || fields_of_code="$fields_of_code ip,sym,disasm"
	for fields in $fields_of_code; do
		cp "$program" "$dir/prog"
		{
			result=0
			"$PERF" script -f -i "$dir/lines.data" -F "$fields" 2> "$dir/err" || result=$?
			echo $result > "$dir/result"
		} | {
			read -r _
			truncate -s 8192 "$dir/prog"
			cat > "$dir/out"
		}
		what="-F $fields of a file that is cut"
		[ "$(cat "$dir/result")" = 0 ] || bad "$what: exit $(cat "$dir/result"): $(tail -n 3 "$dir/err")"
		[ "$(grep -c '^	  *[0-9a-f]' "$dir/out")" -ge "$((60000 + $(wc -l < "$dir/addresses") - 1))" ] ||
			bad "$what: $(grep -c '^	  *[0-9a-f]' "$dir/out") samples"
		! grep 'lines.data.*shorter' "$dir/err" || bad "$what: the recording is blamed"
		# Lines are there only if the library is.
		[ "${fields#*srcline}" = "$fields" ] || "$PERF" check feature -q dwarf || continue
		[ "$(grep -c "'$dir/prog' became shorter" "$dir/err")" = 1 ] || bad "$what: not named, or not once: $(cat "$dir/err")"
	done
else
	left_out "files of code" "it takes python3 and nm"
fi
finish
