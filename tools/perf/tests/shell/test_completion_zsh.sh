#!/bin/sh
# zsh completion: commands, verbs, options and their values
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
not_again "the words are those of any build"

need_tools zsh bash
tests=$(cd "$(dirname "$0")/.." && pwd)
for script in "$tests/../perf-completion.zsh" "$(dirname "$PERF")/../share/zsh/vendor-completions/_perf" ''; do
	[ -r "$script" ] && break
done
[ -n "$script" ] || skip "the completion is not installed"
case $script in
*.zsh) values=${script%.zsh}.sh ;;
*) values=${script%/zsh/*}/bash-completion/completions/perf ;;
esac

# What it offers, without a terminal.
mkdir "$dir/bin"
ln -s "$PERF" "$dir/bin/perf"
ln -s "$PERF" "$dir/bin/perf-defer"
cat > "$dir/offers" << 'END'
	_describe() { print -l -- ${(P)2} }
	_files() { print files }
	_command_names() { print commands }
	# Bytes that are not part of what is completed any more; what is offered for the rest.
	compset() { PREFIX=${PREFIX[$2 + 1,-1]} }
	compadd() {
		local word
		while [[ $1 != -a ]]; do shift; done
		for word in ${(P)2}; do [[ $word != $PREFIX* ]] || print -r -- $word; done
	}
	autoload_file=$1
	shift
	words=("$@")
	PREFIX=$words[-1]
	CURRENT=$#words
	. $autoload_file
END
offers() { # PATTERN WORDS...
	pattern=$1
	shift
	PATH=$dir/bin:$PATH zsh -f "$dir/offers" "$script" "$@" > "$dir/out" 2>&1 || bad "zsh: $*: $(cat "$dir/out")"
	grep -q -e "$pattern" "$dir/out" || bad "'$*' offers no '$pattern': $(cat "$dir/out")"
}
offers '^record:Run a command' perf ''
offers '^stat:Show how well' perf defer ''
offers '^merge:' perf-defer ''
offers '^--call-graph:' perf record --ca
offers '^-g:' perf record -
offers '^--by:' perf defer stat --
offers '^--by:' perf-defer stat --
offers '^cpu-clock$' perf record -e ''
offers '^files$' perf report -i ''
offers '^report:' perf help ''
offers '^fp,defer$' perf record --call-graph=fp,d
offers '^comm,dso$' perf report -s comm,ds
offers '^+srcline$' perf script -F +src
offers '^verbose$' perf --debug verb
offers '^verbose$' perf --debug=verb
offers '^--buildid-dir=$' perf --bu
offers '^record:' perf -c report.children=false --debug verbose ''
offers '^commands$' perf record --user-regs ''
offers '^files$' perf buildid-cache --missing=''
offers '^call-graph.order=$' perf config call-graph.o
offers '^keys.code.hottest=$' perf config keys.code.h
offers '^callee$' perf config call-graph.order=calle
offers '^dwarf$' perf check feature d
offers '^files$' perf diff ''
# Every value that is offered for bash.
sed -n '/^_perf_values/,/^}/s/^\t\([a-z].*\))$/\1/p' "$values" | tr '|' '\n' | tr -d ' ' | grep -e ':--' > "$dir/options"
[ "$(wc -l < "$dir/options")" -gt 30 ] || bad "options with values: $(cat "$dir/options")"
while IFS=: read -r command option; do
	case $command:$option in
	perf:*) set -- perf ;;
	*:--pid | *:--tid | *:--target-ns | *cgroup) continue ;;	# processes and control groups come and go
	stat:* | export:* | generate:*) set -- perf defer "$command" ;;
	*) set -- perf "$command" ;;
	esac
	# shellcheck disable=SC2016 # for bash
	PATH=$dir/bin:$PATH bash -c '. "$1"; printf "%s\n" $(_perf_values perf "$2" "$3")' - "$values" "$command" "$option" > "$dir/want"
	offers . "$@" "$option="
	cmp -s "$dir/want" "$dir/out" || bad "values of $* $option: $(diff "$dir/want" "$dir/out")"
done < "$dir/options"
# The real one, at a terminal of its own.
mkdir "$dir/functions"
ln -s "$script" "$dir/functions/_perf"
cat > "$dir/typed" << 'END'
	zmodload zsh/zpty
	zpty child "PATH=$1:\$PATH PS1= TERM=dumb zsh -f -i"
	zpty -w child "fpath=($2 \$fpath); autoload -Uz compinit; compinit -D -u; print REA''DY"
	zpty -r child text '*READY*'
	zpty -n -w child $'perf defer export --format=flameg\t'
	zpty -r child text '*flamegraph*' && zpty -d child
END
timeout 120 zsh -f "$dir/typed" "$dir/bin" "$dir/functions" > "$dir/out" 2>&1 || bad "typed at a terminal: $(cat "$dir/out")"
finish
