#!/bin/sh
# configuration: files, perf config, options before the command
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
find_leaks

same() { # WHAT GOT WANT
	[ "$2" = "$3" ] || bad "$1: got '$2', want '$3'"
}

unset PERF_CONFIG PERF_CONFIG_PARAMETERS PERF_BUILDID_DIR PERF_PAGER PAGER
export PERF_CONFIG_NOSYSTEM=1 HOME="$dir/home"
mkdir "$HOME"
"$PERF" defer generate --seed 3 --no-loss -o "$dir/d.data" > "$dir/generate.log" 2>&1 || {
	cat "$dir/generate.log"
	exit 1
}
report() { # [perf's options] -- [the command's]
	set -- "$@" -i "$dir/d.data" --stdio
	before=
	while [ "$1" != -- ]; do
		before="$before $1"
		shift
	done
	shift
	# shellcheck disable=SC2086
	"$PERF" $before report "$@" 2> "$dir/err"
}
rows() {
	grep -v '^#' | grep -c '^ .*%' || :
}

# Nothing there is fine, and says nothing.
same "no file, list" "$("$PERF" config -l 2>&1)" ""
same "no file, name" "$("$PERF" config a.b 2>&1)" ""

# Setting, showing, listing.
"$PERF" config report.children=false call-graph.record-mode=fp,defer
same "set" "$(cat "$HOME/.perfconfig")" "[report]
	children = false
[call-graph]
	record-mode = fp,defer"
same "show" "$("$PERF" config Report.Children)" "report.children=false"
same "list" "$("$PERF" config --list)" "report.children=false
call-graph.record-mode=fp,defer"
"$PERF" config nodot 2> "$dir/err" && bad "a key without a section was taken"
grep -q "'nodot' has no section" "$dir/err" || bad "no section: $(cat "$dir/err")"
code=0
"$PERF" config > "$dir/out" 2>&1 || code=$?
same "no arguments" "$code" 129

# A key that nobody has is set, for it may be another perf's; one that looks like ours is asked about.
meant() { # KEY=VALUE WANT: the names that are asked about, or nothing
	PERF_CONFIG=$dir/typed "$PERF" config "$1" 2> "$dir/err" || bad "$1 is not set: $(cat "$dir/err")"
	same "$1" "$(PERF_CONFIG=$dir/typed "$PERF" config "${1%%=*}")" "$1"
	same "what is said of $1" "$(cat "$dir/err")" \
		"${2:+perf config: set, but no command here reads '${1%%=*}'; did you mean $2?}"
}
meant keys.report.srot=a "'keys.report.sort', 'keys.report.left' or 'keys.report.next'"
meant keys.report.sort=F5 ""
meant record.call-grph=fp "'record.call-graph'"
meant reprot.children=false "'report.children'"
meant buildid.dri=/tmp "'buildid.dir'"
meant report.graph=3 "'report.graph-size' or 'report.graph-depth'"
meant record.call-graph=fp ""
meant buildid.dir=/tmp/cache ""
meant diff.order=1 ""
meant buildid-cache.debuginfod=0 ""
meant pager.report=less ""
meant my.section=1 ""
meant annotate.offset_level=1 ""
meant top.children=false ""

# What the file says is what is done; the command line counts more, and so does -c.
report -- | grep -q Children && bad "report.children = false changes nothing"
report -- --children | grep -q Children || bad "--children does not count more than the file"
report -c report.children=true -- | grep -q Children || bad "-c does not count more than the file"
PERF_CONFIG=/dev/null "$PERF" report -i "$dir/d.data" --stdio 2> "$dir/err" | grep -q Children ||
	bad "PERF_CONFIG=/dev/null does not switch it off"
PERF_CONFIG_NOGLOBAL=1 "$PERF" report -i "$dir/d.data" --stdio 2> "$dir/err" | grep -q Children ||
	bad "PERF_CONFIG_NOGLOBAL does not switch it off"
printf '[report]\n\tsort_order = dso\n' > "$dir/other"
PERF_CONFIG=$dir/other "$PERF" report -i "$dir/d.data" --stdio --no-children 2> "$dir/err" > "$dir/by-dso"
"$PERF" report -i "$dir/d.data" --stdio --no-children -s dso > "$dir/want" 2> "$dir/err"
cmp "$dir/by-dso" "$dir/want" || bad "report.sort_order is not -s"
PERF_CONFIG=$dir/other "$PERF" report -i "$dir/d.data" --stdio --no-children -s sym 2> "$dir/err" |
	grep -q '^# Overhead  Symbol' || bad "-s does not count more than report.sort_order"

# Each key does what its option does.
pair() { # KEY=VALUE OPTIONS...
	key=$1
	shift
	report -c report.children=false -c "$key" -- > "$dir/by-key"
	report -c report.children=false -- "$@" > "$dir/by-option"
	grep -v '^# (' "$dir/by-key" > "$dir/a" || :
	grep -v '^# (' "$dir/by-option" > "$dir/b" || :
	cmp "$dir/a" "$dir/b" || bad "$key is not $*"
	report -c report.children=false -- > "$dir/plain"
	cmp -s "$dir/plain" "$dir/by-key" && bad "$key changes nothing"
	return 0
}
pair report.percent-limit=5 --percent-limit 5
pair call-graph.print-type=folded -g folded
pair call-graph.print-type=none -g none
pair call-graph.order=caller -g caller
pair call-graph.threshold=10 -g graph,10
pair call-graph.print-limit=1 -g graph,0.5,1
comm=$(report -- --no-children -g none -s comm -q | awk 'NF { print $2; exit }')
for percentage in relative absolute; do
	report -- --no-children -g none -c "$comm" --percentage $percentage > "$dir/a"
	report -c hist.percentage=$percentage -- --no-children -g none -c "$comm" > "$dir/b"
	cmp "$dir/a" "$dir/b" || bad "hist.percentage=$percentage is not --percentage $percentage"
	cp "$dir/b" "$dir/$percentage"
done
cmp -s "$dir/relative" "$dir/absolute" && bad "hist.percentage changes nothing"
report -c call-graph.sort-key=line -- > "$dir/out"
grep -q "call-graph.sort-key: 'line' is none of function,address" "$dir/err" || bad "call-graph.sort-key: $(cat "$dir/err")"
report -c call-graph.sort-key=address -- > "$dir/by-key"
report -- -g address > "$dir/by-option"
cmp "$dir/by-key" "$dir/by-option" || bad "call-graph.sort-key=address is not -g address"
"$PERF" defer generate --seed 3 --no-loss --events 3 -o "$dir/three" > "$dir/generate.log" 2>&1
same "report.group = false" "$("$PERF" -c report.group=false report -i "$dir/three" 2> "$dir/err" | grep -c '^# Samples')" \
	"$("$PERF" report --no-group -i "$dir/three" 2> "$dir/err" | grep -c '^# Samples')"
printf 'event one type=software config=0\nevent two type=hardware config=1\ntask 1 comm=a stack=0x1\n1 enter\n1 sample one kernel=0x2\n1 return\n' > "$dir/scenario"
"$PERF" defer generate -o "$dir/one" "$dir/scenario" > "$dir/generate.log" 2>&1 || bad "$(cat "$dir/generate.log")"
same "events without samples" "$("$PERF" report -i "$dir/one" 2> "$dir/err" | grep -c '^# Samples')" 1
same "report.skip-empty = false" "$("$PERF" -c report.skip-empty=false report -i "$dir/one" 2> "$dir/err" | grep -c "^# Samples: 0  of event 'two'")" 1
same "--skip-empty counts more" \
	"$("$PERF" -c report.skip-empty=false report --skip-empty -i "$dir/one" 2> "$dir/err" | grep -c '^# Samples')" 1
for class in top medium normal; do
	"$PERF" -c "colors.$class=magenta" report --stdio-color=always -i "$dir/d.data" -F overhead,overhead_us,sym 2> "$dir/err" |
		grep -q "$(printf '\033')\[35m" || bad "colors.$class"
done
[ "$(report -c report.percent-limit=5 -- -g none | rows)" -lt "$(report -- -g none | rows)" ] ||
	bad "percent-limit leaves nothing out"

# What is wrong is named with its place, and is left out; the rest holds.
printf '[report]\n  percent-limit = abc\n  children = maybe\n[call-graph]\n  order = up\n[x]\ny=1\n%s\n' \
	'[hist]
percentage = some
[call-graph]
sort-key = name' > "$dir/wrong"
PERF_CONFIG=$dir/wrong "$PERF" report -i "$dir/d.data" --stdio > "$dir/out" 2> "$dir/err"
for line in "wrong:2: report.percent-limit: 'abc' is not a number" "wrong:3: report.children: 'maybe' is neither" \
	"wrong:5: call-graph.order: 'up' is none of caller,callee" \
	"wrong:9: hist.percentage: 'some' is neither relative nor absolute" \
	"wrong:11: call-graph.sort-key: 'name' is none of function,address"; do
	grep -qF "$line" "$dir/err" || bad "not said: $line"
done
grep -q 'x\.y' "$dir/err" && bad "an unknown key is no error"
grep -q Children "$dir/out" || bad "a wrong value changed the default"
printf '[report]\nchildren = false\n[broken\n' > "$dir/wrong"
PERF_CONFIG=$dir/wrong "$PERF" report -i "$dir/d.data" --stdio > "$dir/out" 2> "$dir/err"
grep -q "wrong:3: the \] after the section's name is missing" "$dir/err" || bad "syntax: $(cat "$dir/err")"
PERF_CONFIG=$dir/wrong "$PERF" config a.b=1 2> "$dir/err" && bad "a broken file was changed"
same "broken file" "$(cat "$dir/wrong")" "$(printf '[report]\nchildren = false\n[broken')"

# Options before the command.
code=0
"$PERF" -c nonsense report > "$dir/out" 2> "$dir/err" || code=$?
same "-c without a section" "$code" 129
code=0
"$PERF" --debug nonsense list > "$dir/out" 2> "$dir/err" || code=$?
same "--debug nonsense" "$code" 129
"$PERF" --no-pager --debug ordered-events=1 --buildid-dir="$dir/x" version | grep -q '^perf version' ||
	bad "options before the command"
if command -v script > /dev/null; then
	tty() { # COMMAND: with a terminal as standard output
		TERM=xterm PERF_PAGER="" script -qec "$1" /dev/null < /dev/null | tr -d '\r'
	}
	export PERF_PAGER
	PERF_PAGER='sed s/^/PAGED:/'
	paged() {
		TERM=xterm script -qec "$1" /dev/null < /dev/null | grep -c PAGED: || :
	}
	[ "$(paged "$PERF --paginate version")" -gt 0 ] || bad "-p does not page"
	same "version is not paged" "$(paged "$PERF version")" 0
	[ "$(paged "$PERF report -i $dir/d.data --stdio")" -gt 0 ] || bad "report is not paged"
	same "--no-pager" "$(paged "$PERF --no-pager report -i $dir/d.data --stdio")" 0
	same "pager.report=false" "$(paged "$PERF -c pager.report=false report -i $dir/d.data --stdio")" 0
	[ "$(paged "$PERF -c pager.version=true version")" -gt 0 ] || bad "pager.version=true does not page"
	unset PERF_PAGER
	[ "$(paged "$PERF -c 'pager.version=sed s/^/PAGED:/' version")" -gt 0 ] || bad "pager.version=COMMAND"
	# Colours.
	tty "$PERF -c 'colors.top=yellow, blue' report -i $dir/d.data --stdio" | grep -q "$(printf '\033')\[93;44m" ||
		bad "colors.top"
	tty "$PERF -c 'colors.medium=magenta, default' report -i $dir/d.data --stdio -s tid,sym --no-children -g none" > "$dir/out"
	grep -q "$(printf '\033')\[35m" "$dir/out" || bad "colors.medium: $(cat "$dir/out")"
else
	left_out "a terminal" "script is not installed"
fi

# perf record takes the mode of -g from it.
if "$PERF" record -q -e cpu-clock -o "$dir/probe" -- true > /dev/null 2>&1; then
	"$PERF" -c call-graph.record-mode=dwarf -c call-graph.dump-size=4096 record -q -g -e cpu-clock \
		-o "$dir/dwarf" -- true
	"$PERF" evlist -v -i "$dir/dwarf" | grep -q 'sample_stack_user: 4096' || bad "call-graph.record-mode = dwarf"
	"$PERF" -c call-graph.record-mode=dwarf record -q -g --call-graph fp -e cpu-clock -o "$dir/fp" -- true
	"$PERF" evlist -v -i "$dir/fp" | grep -q sample_stack_user && bad "--call-graph does not count more"
	"$PERF" -c call-graph.record-mode=dwarf record -q -e cpu-clock -o "$dir/none" -- true
	"$PERF" evlist -v -i "$dir/none" | grep -q CALLCHAIN && bad "record-mode alone records chains"
	# What this kernel cannot do is said in both cases.
	PERF_CONFIG=/dev/null "$PERF" -c call-graph.record-mode=fp,defer record -g -e cpu-clock -o "$dir/by-key" -- true 2> "$dir/a"
	PERF_CONFIG=/dev/null "$PERF" record --call-graph fp,defer -e cpu-clock -o "$dir/by-option" -- true 2> "$dir/b"
	PERF_CONFIG=/dev/null "$PERF" record -g -e cpu-clock -o "$dir/plain" -- true 2> "$dir/c"
	for file in a b c; do
		sed -i '/^\[ perf record/d' "$dir/$file"
	done
	for data in by-key by-option plain; do
		"$PERF" evlist -v -i "$dir/$data" >> "$dir/a.$data"
	done
	cmp "$dir/a" "$dir/b" || bad "call-graph.record-mode = fp,defer says something else than --call-graph"
	cmp "$dir/a.by-key" "$dir/a.by-option" || bad "call-graph.record-mode = fp,defer"
	cat "$dir/c" "$dir/a.plain" > "$dir/without"
	cat "$dir/a" "$dir/a.by-key" | cmp -s - "$dir/without" && bad "call-graph.record-mode = fp,defer changes nothing"
	"$PERF" -c call-graph.record-mode=nonsense record -q -g -e cpu-clock -o "$dir/fp" -- true 2> "$dir/err"
	grep -q "call-graph.record-mode: unknown callchain mode 'nonsense'" "$dir/err" || bad "wrong record-mode"
fi
finish
