#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# perf-report.txt on stdin, with the keys of --sort and the columns of --fields as PERF lists them, on stdout.
# make report-keys does it for the manual; perf test "manual pages" tells when it is to be done.
set -eu

perf=${1:?usage: report-keys.sh PERF <perf-report.txt}

keys=$("$perf" report -s '?')
# The columns that are no keys. One name is that of a key and of a column: their texts differ.
columns=$("$perf" report -F '?' | grep -vxF -e "$keys")

# Lines "name   what it is" as a list. What asciidoctor takes for a mark or a macro is quoted.
entries()
{
	printf '%s\n' "$1" | awk '{
		name = $1
		sub(/^[^ ]+ +/, "")
		gsub(/--[a-z-]+|<N>/, "`&`")
		gsub(/with -b/, "with `-b`")
		line = name "::"
		for (i = 1; i <= NF; i++) {
			if (length(line) + length($i) >= 116) {
				print line
				line = "\t" $i
			} else {
				line = line " " $i
			}
		}
		print line
	}'
}

skip=
while IFS= read -r line; do
	case $line in
	"// end of "*) skip= ;;
	esac
	[ -n "$skip" ] || printf '%s\n' "$line"
	case $line in
	"// begin of the keys") entries "$keys"; skip=1 ;;
	"// begin of the columns") entries "$columns"; skip=1 ;;
	esac
done
