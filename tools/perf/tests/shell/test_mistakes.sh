#!/bin/sh
# mistakes on the command line: what is said, and the exit status
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"

export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/debug" LC_ALL=C
cd "$dir"

# wrong STATUS TEXT ARGS...: perf ends so, and its one line on standard error has TEXT
wrong() {
	want=$1
	text=$2
	shift 2
	got=0
	timeout 60 "$PERF" "$@" > out 2> err < /dev/null || got=$?
	[ "$got" = "$want" ] || bad "perf $*: exit status $got, not $want: $(cat err)"
	grep -qF -e "$text" err || bad "perf $*: no '$text' in: $(cat err)"
	[ "$(wc -l < err)" -eq 1 ] || bad "perf $*: more than a line: $(cat err)"
	[ ! -s out ] || bad "perf $*: something on standard output: $(head -n 3 out)"
}

# many STATUS TEXT ARGS...: the same among other lines, and with output
many() {
	want=$1
	text=$2
	shift 2
	got=0
	timeout 60 "$PERF" "$@" > out 2> err < /dev/null || got=$?
	[ "$got" = "$want" ] || bad "perf $*: exit status $got, not $want: $(cat err)"
	grep -qF -e "$text" err || bad "perf $*: no '$text' in: $(cat err)"
}

# Commands.
wrong 129 "'recrod' is not a perf command: did you mean 'record'?" recrod
wrong 129 "did you mean 'report'?" rep
wrong 129 "did you mean 'buildid-list'?" buildid-lits
wrong 129 "did you mean 'script'?" help scrpt
wrong 129 "'zzz' is not a perf command (perf --help lists them)" zzz
wrong 129 "'/bin/true' is not a perf command" /bin/true
# Each verb of perf defer and each of its formats, typed as a command: one of these words, or of another perf, is meant.
for word in $("$PERF" defer --list-cmds); do
	! "$PERF" --list-cmds | grep -qx -e "$word" || continue
	[ "$word" = stat ] || wrong 129 "'$word' is not a perf command: did you mean 'perf defer $word'?" "$word"
done
for word in $("$PERF" defer export --list-formats | sed 's/ .*//'); do
	wrong 129 "'$word' is not a perf command: did you mean 'perf defer export --format $word'?" "$word"
done
wrong 129 "'verfy' is not a perf command: did you mean 'perf defer verify'?" verfy
wrong 129 "'verify' is not a perf command: did you mean 'perf defer verify'?" help verify
wrong 129 "'sttat' is not a verb of perf defer; did you mean 'stat'?" defer sttat
wrong 129 "'sttat' is not a verb of perf defer; did you mean 'stat'?" defer help sttat
wrong 129 "unknown option '--call-graf'; did you mean '--call-graph'? (perf record -h lists them)" record --call-graf fp true
wrong 129 "unknown option '--no-inhert'; did you mean '--no-inherit'?" record --no-inhert true
wrong 129 "option '--count' takes a number of events, from 1 on, not '0'" record -c 0 true
wrong 129 "option '--count' takes a number of events, from 1 on, not '-1'" record -c -1 true
wrong 129 "unknown option '--frob'" --frob
wrong 129 "unknown option '--verson'; did you mean '--version'? (perf --help lists the commands)" --verson
many 129 "no format is called 'flamegrph'; did you mean 'flamegraph'?" defer export --format=flamegrph
wrong 129 "boottime or tai; did you mean 'monotonic'?" record --clockid monotonc true
wrong 129 "counter; did you mean 'ind_call'?" record -j u,ind_cal,k true
wrong 129 "not 'blokced'; did you mean 'blocked'?" report --off-cpu --state idle,blokced
wrong 1 "which ones are available; did you mean 'dwarf'?" check feature dwarff
many 129 "unknown term 'perod' for pmu 'software'; did you mean 'period'?" record -e cpu-clock/perod=5/ true
wrong 129 "call graph option 'callr' is not known" report -g callr
wrong 129 "count; did you mean 'caller'?" report -g callr
if [ ! -e /sys/bus/event_source/devices/cpu ]; then
	many 129 "This machine has no PMU 'cpu': it takes a processor" record -e cpu/cycles/ true
	many 129 "Did you mean 'cpu-cycles'" record -e cpu-cyclse true
fi
wrong 129 "unknown option '--frob' (perf script -h lists them)" script --frob
wrong 129 "'perf report' takes no argument 'some.data' (-i names the recording)" report some.data

# A program perf-NAME is the command NAME, as in other perfs.
mkdir bin
cat > bin/perf-extra << 'P'
#!/bin/sh
echo "$# $1 $2"
exit 7
P
chmod +x bin/perf-extra
got=0
PATH=$PATH:$dir/bin "$PERF" --no-pager extra -x 'b c' > out 2> err || got=$?
[ "$got $(cat out err)" = "7 2 -x b c" ] || bad "perf extra: $got $(cat out err)"

# A command of other perfs runs there, if there is one, and if nobody else can change it.
mkdir usr ours
cat > usr/perf << 'P'
#!/bin/sh
echo "other: $*"
exit 5
P
chmod 755 usr usr/perf
other() { # STATUS TEXT ARGS...: with the other perf in PATH
	want=$1
	text=$2
	shift 2
	got=0
	PATH=$dir/ours:$dir/usr:$PATH "$PERF" "$@" > out 2> err || got=$?
	[ "$got" = "$want" ] || bad "perf $*: exit status $got, not $want: $(cat out err)"
	grep -qF -e "$text" out err || bad "perf $*: no '$text' in: $(cat out err)"
}
# It is not taken for another one under the name of a link.
ln -s "$PERF" ours/perf
chmod 755 "$dir"
other 5 "other: stat -x b c" stat -x 'b c'
grep -qF "perf: 'stat' is not built in: running '$dir/usr/perf stat' (core.fallback=false switches this off)" err ||
	bad "perf stat: does not say what it runs: $(cat err)"
other 129 "'$dir/usr/perf stat' has it (core.fallback=true runs it)" -c core.fallback=false stat
chmod 777 usr
other 129 "but others may change that program: run it yourself" stat
chmod 755 usr
chmod 775 usr/perf
other 129 "but others may change that program: run it yourself" bench
rm usr/perf
# Two perfs that each look for the other one end. (One runs the other in its place: they are one process.)
ln -s "$PERF" usr/perf
got=0
# shellcheck disable=SC2016 # expanded by that shell
PERF=$PERF sh -c 'PERF_CALLED_BY_PERF=$$ exec "$PERF" stat' > out 2> err || got=$?
[ "$got" = 129 ] && grep -q "there is neither another perf nor a program 'perf-stat' here" err || bad "stat: $got $(cat err)"
# What the other one starts may ask again, as its scripts do.
rm usr/perf
printf '#!/bin/sh\necho "again: $*"\n[ "$*" != bench ] || "$PERF" stat\n' > usr/perf
chmod 755 usr/perf
PERF=$PERF other 0 "again: stat" bench
# A command of ours is never looked for elsewhere.
other 129 "did you mean 'report'?" rep

# What scripts ask for.
"$PERF" --list-cmds > out
"$PERF" --help | sed -n 's/^   \([a-z-]*\)  *[A-Z].*/\1/p' > all
cmp -s out all || bad "--list-cmds: $(cat out)"
[ "$("$PERF" defer --list-cmds | wc -l)" = "$("$PERF" defer -h | grep -c '^   [a-z]')" ] || bad "defer --list-cmds: $("$PERF" defer --list-cmds)"
for command in report "defer stat"; do
	# shellcheck disable=SC2086 # words by design
	{
	"$PERF" $command -h | grep -o -e '^ \{4,7\}\(-[a-zA-Z], \| *\)--[a-z0-9-]*' | sed 's/.*--/--/' > all
	"$PERF" $command --list-opts | tr ' ' '\n' | grep . > out
	}
	[ -s all ] && cmp -s out all || bad "$command --list-opts: $(diff all out)"
done
[ "$("$PERF" -vv)" = "$("$PERF" version --build-options)" ] || bad "-vv: $("$PERF" -vv)"
[ "$(PERF_EXEC_PATH=/x "$PERF" --exec-path)" = /x ] || bad "--exec-path does not look at PERF_EXEC_PATH"
case $("$PERF" --exec-path) in
/*/perf-core) ;;
*) bad "--exec-path: $("$PERF" --exec-path)" ;;
esac
if have_tools "version --json" python3; then
	"$PERF" version --json | python3 -c 'import json, sys
v = json.load(sys.stdin)
assert v["schema"] == 1 and v["version"] and isinstance(v["features"]["libelf"], bool), v' || bad "version --json"
fi

# Recordings that are none.
mkdir folder
: > empty
printf P > one-byte
seq 100 > text
"$PERF" defer generate --seed 1 --no-loss -o good.data > log 2>&1 || bad "generate: $(cat log)"
head -c 2000 good.data > cut-off
for command in report script evlist buildid-list 'inject -o new.data' 'defer stat' 'defer dump' \
	'defer merge -o new.data' 'report --header-only' 'script -D'; do
	# shellcheck disable=SC2086
	{
	wrong 1 "cannot open 'missing.data': No such file or directory (try 'perf record' first)" $command \
		-i missing.data
	wrong 1 "'folder' is a folder without a recording: there is no file 'data' in it" $command -i folder
	wrong 1 "'empty' is empty: was the recording ended before it began?" $command -i empty
	wrong 1 "one-byte: at offset 0x0: header: magic: the file is too short for a recording" $command \
		-i one-byte
	wrong 1 "text: at offset 0x0: header: magic: this is not a perf.data file" $command -i text
	}
	case $command in
	evlist | *header-only) continue ;;	# these do not look at records
	esac
	got=0
	# shellcheck disable=SC2086
	"$PERF" $command -i cut-off > out 2> err || got=$?
	[ "$got" = 2 ] || bad "perf $command of a file that is cut off: exit status $got"
	grep -q "cut off" err ||
		bad "perf $command: nothing of the cut: $(cat err)"
done
wrong 1 "'folder' is a folder: name a file in it" inject -i good.data -o folder
for kind in 'gzip:\037\213' 'xz:\3757zXZ\000' 'zstd:\050\265\057\375' 'bzip2:BZh'; do
	printf "${kind#*:}12345678" > packed
	wrong 1 "packed: at offset 0x0: header: magic: this is compressed by ${kind%%:*}: unpack it with" report -i packed
done
wrong 1 "magic: this is a program or a library" script -i "$PERF"
wrong 129 "the output 'good.data' is the input" inject -i good.data -o good.data
wrong 1 "folder: cannot read the scenario: Is a directory" defer generate folder
if [ "$(id -u)" != 0 ]; then
	cp good.data secret.data
	chmod 0 secret.data
	wrong 1 "cannot open 'secret.data': Permission denied" report -i secret.data
fi

# Values.
wrong 129 "option '--vmlinux': cannot use 'no-vmlinux': No such file or directory" script -k no-vmlinux
wrong 129 "option '--kallsyms': cannot use 'folder': a folder, not a file" report -i good.data \
	--kallsyms folder
wrong 129 "option '--symfs': cannot use 'text': not a folder" script --symfs text
wrong 129 "option '--percent-limit' takes a number, not 'much'" report --percent-limit much
wrong 129 "option '--percent-limit' takes a number, not '5%x'" annotate --percent-limit=5%x
wrong 129 "option '--percent-limit' takes a number, not '-1'" diff --percent-limit=-1
wrong 129 "option '--stdio-color' takes always, never or auto, not 'blue'" annotate --stdio-color=blue
wrong 129 "option '--column-widths' takes numbers with commas between them, not '5,wide'" \
	report -i good.data -w 5,wide
for list in x 5-1 0- 1-2-3 -1 ' 1'; do
	wrong 1 "in the list of CPUs '$list'" script -i good.data "--cpu=$list"
done
wrong 1 "invalid time string 'soon'" script -i good.data --time soon

# Words of lists.
wrong 129 "'symbl' is none of" script -i good.data -F symbl
grep -q "; did you mean 'sym'?" err || bad "script -F symbl: $(cat err)"
many 129 "Unknown --sort key: \`symbl'; did you mean 'symbol'" report -i good.data -s symbl
wrong 129 "did you mean 'ip'" script -i good.data -F comm,ipp
# What no sample passes was not meant.
many 1 "perf: 'good.data' has no samples that pass the filters" report -i good.data --stdio -c nosuch
many 0 "perf: 'good.data' has no samples that pass the filters" report -i good.data --stdio --pid 4000000

# Settings are looked at when they are made.
wrong 1 "report.children: 'maybe' is neither true nor false" config --user report.children=maybe
wrong 1 "core.fallback: 'maybe' is neither true nor false" config --user core.fallback=maybe
wrong 1 "call-graph.record-mode: unknown callchain mode 'fpp'" config --user call-graph.record-mode=fpp
[ ! -e .perfconfig ] || bad "a wrong value was written: $(cat .perfconfig)"
"$PERF" config --user report.children=off somebody.else=what > out 2> err || bad "config: $(cat err)"
[ "$(wc -l < .perfconfig)" = 4 ] || bad "config wrote: $(cat .perfconfig)"
rm -f .perfconfig

# Commands that are none.
wrong 255 "Failed to collect 'cycles:P' for the '$dir/folder' workload: Permission denied" record -- "$dir/folder"
wrong 255 "Failed to collect 'cycles:P' for the './text' workload: Permission denied" record -- ./text
for mode in dwarf fp lbr fp,defer,repair fp,repair,keep dwarf,8192; do
	# "fp" is Free Pascal's, where that is installed.
	! command -v "$mode" > found || continue
	wrong 255 "'$mode' workload: No such file or directory; -g takes no mode of callchains: did you mean '--call-graph $mode'?" \
		record -g "$mode" true
done
got=0
"$PERF" record dwarf > out 2> err || got=$?
if [ "$got" != 255 ] || grep -q call-graph err; then
	bad "a mode without -g: $got $(cat err)"
fi
ln -s /bin/true bin/dwarf
PATH=$dir/bin:$PATH "$PERF" record -e cpu-clock -o named.data -g dwarf > out 2> err || bad "a program called dwarf: $(cat err)"
[ ! -e perf.data ] || bad "a command that cannot be run left a recording"

wrong 1 "'report.children=' has no value; to take a key back, remove its line from '$dir/.perfconfig'" \
	config --user report.children=
[ ! -e .perfconfig ] || bad "a key without a value was written"

# The cache.
wrong 129 "needs one of -a, -k, -r, -p, -P" buildid-cache
wrong 1 "couldn't add nowhere: No such file or directory" buildid-cache -a nowhere
wrong 1 "couldn't add text: not an ELF file" buildid-cache -a text
wrong 1 "couldn't add text: only /proc/kcore, the running kernel's, can be added" buildid-cache -k text
finish
