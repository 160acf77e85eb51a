#!/bin/sh
# bash completion: commands, verbs, options and values
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
not_again "the words are those of any build"

tests=$(cd "$(dirname "$0")/.." && pwd)
need_tools bash
for script in "$tests/../perf-completion.sh" "$(dirname "$PERF")/../share/bash-completion/completions/perf" ''; do
	[ -r "$script" ] && break
done
[ -n "$script" ] || skip "the completion is not installed"
ln -s "$PERF" "$dir/perf"
ln -s "$PERF" "$dir/perf-defer"

cat > "$dir/run" << 'E'
. "$PERF_TEST_DIR/shell/lib/suite.sh"
cd "$1"
. "$2"
PATH=$1:$PATH
ask() { # COMPREPLY: what is offered at the end of these words. (In this shell: there are some thousand of them.)
	COMP_WORDS=("$@")
	COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
	COMPREPLY=()
	_perf_complete
}
words() {
	ask "$@"
	printf '%s\n' "${COMPREPLY[@]}"
}
line() { # WORD LINES: is one of them this?
	[[ $'\n'$2$'\n' == *$'\n'"$1"$'\n'* ]]
}
lines() { # all: COMPREPLY
	printf -v all '%s\n' "${COMPREPLY[@]}"
}
has() { # WORD WORDS...
	local word=$1 all
	shift
	ask "$@"
	lines
	line "$word" "$all" || bad "'$*' does not offer '$word': ${COMPREPLY[*]}"
}
not() {
	local word=$1 all
	shift
	ask "$@"
	lines
	! line "$word" "$all" || bad "'$*' offers '$word'"
}
offers() { # OPTIONS WORDS...
	local all option options=$1

	shift
	ask "$@"
	COMPREPLY=("${COMPREPLY[@]%=}")
	lines
	for option in $options; do
		line "$option" "$all" || bad "'$*' does not offer $option"
	done
}
# Independent of the script: the first words and the options of -h.
commands() {
	"$@" | sed -n 's/^   \([a-z][a-z-]*\) .*/\1/p'
}
options() {
	"$@" -h 2> /dev/null | grep -E '^ {4,8}-' | grep -oE -e '^ +(-., )?(--)?[a-z0-9A-Z_-]+' | tr -d ' ' | tr , '\n'
}

# Keys of perf report as perf itself lists them, and those of the configuration that have a page.
perf defer generate --seed 1 -o keys.data > /dev/null
perf report -i keys.data -F 'no such' 2>&1 | sed -n '/^There are/,$s/^    //p' | tr ' ' '\n' > keys
[ "$(wc -l < keys)" -gt 20 ] || bad "perf report lists no keys"
for key in $(sed -e '/^symbol$/d' -e '/^ipc_/d' keys); do
	has "$key" perf report -F "$key"
done
if [ -r "$3" ]; then
	for key in $(sed -n 's/^\([a-z][a-z-]*\.[a-z].*\)::$/\1/p' "$3" | tr -d ,); do
		has "$key=" perf config "$key"
	done
fi

touch a-file
complete -p perf perf-defer > /dev/null || bad "not registered"
[ "$(commands perf --help | wc -l)" -ge 4 ] || bad "no commands"
for command in $(commands perf --help); do
	has "$command" perf ''
	has "$command" perf help ''
	offers "$(options perf "$command")" perf "$command" -
done
for verb in $(commands perf defer -h); do
	has "$verb" perf defer ''
	has "$verb" perf-defer ''
	offers "$(options perf defer "$verb")" perf defer "$verb" -
	offers "$(options perf defer "$verb")" perf-defer "$verb" -
done
has differences perf help d
has generate perf defer g
not help perf defer ''
not generate perf ''
has feature perf check ''
has numa perf record --threads = 
has dwarf perf check feature d
has libelf,zstd perf check feature libelf,z
has --help perf -
has --buildid-dir= perf --bu
has --no-pager perf --no
has record perf --no-pager rec
has record perf --buildid-dir some-dir rec
has record perf --buildid-dir = some-dir rec
has record perf -c report.children=false rec
has verbose perf --debug verb
has verbose perf --debug = verb
has --missing= perf buildid-cache --mi
has a-file perf buildid-cache -M a-
has a-file perf archive --unpack a-
has a-file perf diff a-
has delta-abs perf diff -c d
has folded,callee perf diff --call-graph = folded,c
has dso,sym perf diff -s dso,s
has a-file perf archive --exclude-buildids a-
has --exclude-buildids= perf archive --ex
has a-file perf buildid-cache -a a-
has report.children= perf config report.ch
has fp,defer perf config call-graph.record-mode =
has absolute perf config hist.percentage = a
has keys.report.zoom-dso= perf config keys.report.z
has keys.quit= perf config keys.q
has any_call,u perf record -j any_call,
has task,mmap perf record --synth task,m
has SP perf record --user-regs = S
has $$ perf record -p $$
has leafloop perf test -w leaf
has comm,retire_lat perf script -F comm,re
has +srcline perf script -F +src
has -comm,-tid perf script -F -comm,-t
has raw: perf script -F r
has cewp perf script --itrace = c
not cewp perf script --itrace c
has never perf report --stdio-color = n
has runnable perf report --state r
has all perf script --state = a
has idle perf report --state i
has blocked perf defer export --state bl
has --wall perf-defer record --wa
has --sleepers perf record --sl
has list perf test ''
has 1 perf test ''
has --timeout= perf test --ti
has --verbose perf test --v
has fp,defer perf record --call-graph ''
has fp,defer perf-defer record --call-graph = fp,
has overhead_sys perf report -F over
not overhead_sys perf report -s over
has comm,dso perf report -s comm,d
has event perf defer stat --by ''
has cpu-clock perf record -e cpu-
has page-faults,cpu-clock perf record -e page-faults,cpu-
if perf list --raw-dump | grep -q sched:sched_switch; then
	has sched_switch perf record -e sched : sched_sw
	has sched_switch perf record -e sched :
fi
has true perf record tru
has --call-graph= perf-defer record --call
has --output= perf defer generate --ou
has -o perf-defer generate -
has directory perf defer generate --format ''
has directory perf defer generate --format = d
has directory perf defer generate --format =
not file perf defer generate --format d
mkdir 'some folder'
touch a-file
has a-file perf defer generate -o a-
has 'some folder' perf defer generate -o s
has a-file perf-defer generate a-
finish
E
bash "$dir/run" "$dir" "$script" "$tests/../Documentation/perf-config.txt"
