# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# What scripts share that are a stage of run-tests.sh: the options -h and -p PERF, a folder for what is temporary, the
# count in the last line. Sourced with usage() defined.

# Sets $perf, if -p says so; $options is how many of the ARGUMENTS are options.
stage_options()	# ARGUMENTS...
{
	while getopts hp: opt; do
		case $opt in
		h) usage; exit 0 ;;
		p) perf=$OPTARG ;;
		*) usage >&2; exit 129 ;;
		esac
	done
	# shellcheck disable=SC2034 # for the scripts that source this
	options=$((OPTIND - 1))
}

# Sets $dir, a folder that is removed at the end, however it comes.
stage_folder()	# NAME
{
	dir=$(mktemp -d "${TMPDIR:-/tmp}/perf-$1.XXXXXX")
	trap 'rm -rf "$dir"' EXIT
	trap 'exit 130' INT TERM
}

# Sets $passed, $failed and $skipped: how many lines of FILE begin with "ok: ", "FAILED: " and "skipped: ".
count_lines()	# FILE
{
	passed=$(grep -c '^ok: ' "$1" || :)
	failed=$(grep -c '^FAILED: ' "$1" || :)
	skipped=$(grep -c '^skipped: ' "$1" || :)
}
