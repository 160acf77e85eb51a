#!/bin/sh
# mistakes on the command line: what is said, and the exit status
# SPDX-License-Identifier: GPL-2.0-only
set -eu

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
status=0
bad() {
	echo "FAILED: $*"
	status=1
}
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

# Commands.
wrong 129 "'recrod' is not a perf command: did you mean 'record'?" recrod
wrong 129 "did you mean 'report'?" rep
wrong 129 "did you mean 'buildid-list'?" buildid-lits
wrong 129 "did you mean 'script'?" help scrpt
wrong 129 "'zzz' is not a perf command (perf --help lists them)" zzz
wrong 129 "'/bin/true' is not a perf command" /bin/true
wrong 129 "the kernel's perf has a command 'stat', this one has not" stat
wrong 129 "'sttat' is not a verb of perf defer" defer sttat
wrong 129 "unknown option '--frob'" --frob
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
	grep -q "cut off" err || [ "$command" = "defer dump" ] ||
		bad "perf $command: nothing of the cut: $(cat err)"
done
wrong 1 "'folder' is a folder: name a file in it" inject -i good.data -o folder
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
wrong 129 "option '--column-widths' takes numbers with commas between them, not '5,wide'" \
	report -i good.data -w 5,wide
for list in x 5-1 0- 1-2-3 -1 ' 1'; do
	wrong 1 "in the list of CPUs '$list'" script -i good.data "--cpu=$list"
done
wrong 1 "invalid time string 'soon'" script -i good.data --time soon

wrong 1 "'report.children=' has no value; to take a key back, remove its line from '$dir/.perfconfig'" \
	config --user report.children=
[ ! -e .perfconfig ] || bad "a key without a value was written"

# The cache.
wrong 129 "needs one of -a, -k, -r, -p, -P" buildid-cache
wrong 1 "couldn't add nowhere: No such file or directory" buildid-cache -a nowhere
wrong 1 "couldn't add text: not an ELF file" buildid-cache -a text
wrong 1 "couldn't add text: only /proc/kcore, the running kernel's, can be added" buildid-cache -k text
exit $status
