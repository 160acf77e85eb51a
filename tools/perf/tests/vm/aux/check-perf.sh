#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# check-perf.sh DIR: reads the recordings of DIR/out with $PERF, and decodes those that hold Intel PT.
# The files of the guest are in DIR. Prints 'ok: WHAT' and 'FAILED: WHAT', after the reason.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
dir=${1:?usage: check-perf.sh DIR}
work=$(mktemp -d "${TMPDIR:-/tmp}/perf-check.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

verdict()	# truth what
{
	if "$1"; then
		echo "ok: $2"
	else
		echo "FAILED: $2"
	fi
}

# Each file is read without a complaint, and dumped.
readable()
{
	good=true
	for data in "$dir"/out/*.data; do
		for what in "script" "script -D" "report --stdio --stats"; do
			# shellcheck disable=SC2086 # words by design
			if ! "$PERF" $what -i "$data" >"$work/out" 2>"$work/err"; then
				echo "perf $what of ${data##*/}: $(head -n 3 "$work/err")"
				good=false
			fi
		done
	done
	verdict $good "perf reads each recording"
}

decode()	# recording arguments of perf script...
{
	data=$dir/out/$1.data
	shift
	"$PERF" script --symfs "$work/root" -i "$data" "$@" 2>"$work/err" || echo "exit status $?"
	cat "$work/err"
}

# A decoded text without what differs from run to run: task, CPU and time, addresses, the file, the
# clock. A place is known by its symbol and offset.
places()
{
	sed -E 's/^ *[^ ]+ +[0-9]+ \[[0-9]+\] +[0-9.]+: ?//
		s/[ \t]+[0-9a-f]{6,16} (flow|__x64_sys_newuname)/ \1/g
		s/\((\/root\/work|\[faux_pt\]) *\)/(FILE)/g
		s/^ *(name: 0x[0-9a-f]+|0x0)( insn:.*)?$/SYSCALL/
		s/(syscalls:[a-z_]+: ).*/\1SYSCALL/
		s/psb offs: .*/psb offs: N/
		s/ freq: +[0-9]+ MHz/ freq: N MHz/
		s/:[uk]: /: /g
		/^perf: samples are in code that is not known: /d
		s/[\t ]+$//'
}

replayed()	# recording: how often the module did
{
	sed -E 's/.* records=([0-9]+) .*/\1/' "$dir/out/$1.counters" | awk '{ n += $1 } END { print n }'
}

# What was encoded comes out again, each time that it was replayed, and only between enter and exit. A task
# that is switched out in a window, and in again, has it replayed twice there.
flow()	# recording what view, the decoded text comes in
{
	for _ in $(seq "$(replayed "$1")"); do
		# Of all windows the first one tells the frequency.
		cat "$here/expected/$3.txt"
	done | awk '!/cbr:/ || !n++' >"$work/expected"
	places |
		awk '/SYSCALL$/ { inside = !inside; next } !inside && NF { print "outside:" } 1' >"$work/seen"
	if diff "$work/expected" "$work/seen" >"$work/diff"; then
		verdict true "$2: $3"
	else
		head -n 20 "$work/diff"
		verdict false "$2: $3"
	fi
}

views()	# recording what
{
	decode "$1" --insn-trace | flow "$1" "$2" insn
	decode "$1" --call-trace | flow "$1" "$2" call
	decode "$1" --call-ret-trace | flow "$1" "$2" call-ret
	decode "$1" --itrace=be -F event,flags,ip,sym,symoff,addr,dso | flow "$1" "$2" branches
	decode "$1" --itrace=i0nsge -F event,ip,sym,symoff | flow "$1" "$2" stacks
	decode "$1" | flow "$1" "$2" default
}

report()	# what; the report comes in
{
	sed -nE '/^ .*\[k\]/p; s/^# Samples: (.*)/\1/p' | awk '{ $1 = $1 } 1' >"$work/seen"
	awk -v n="$(replayed kernel)" '/instructions/ { $1 *= n } /%/ { $2 *= n } 1' \
		"$here/expected/report.txt" >"$work/expected"
	if diff "$work/expected" "$work/seen"; then
		verdict true "$1: report"
	else
		verdict false "$1: report"
	fi
}

mkdir -p "$work/root/root"
cp "$dir/work" "$work/root/root/"
readable
if [ ! -e "$dir/encode-flow" ]; then
	echo "skipped: the decoded flow: no libipt here that would encode one (package libipt-dev)"
elif ! "$PERF" version --build-options | grep -q "intel-pt: \[ on"; then
	echo "skipped: the decoded flow: this perf was built without libipt"
else
	views flow "a program's flow"
	views kernel "the kernel's flow"
	for view in insn call call-ret; do
		cat "$dir/out/kernel.$view.txt" "$dir/out/kernel.$view.err" |
			flow kernel "the kernel's flow, in the guest" $view
	done
	cat "$dir/out/flow.insn.txt" "$dir/out/flow.insn.err" |
		flow flow "a program's flow, in the guest" insn
	cat "$dir/out/live.insn.txt" "$dir/out/live.insn.err" | flow live "the running kernel's flow" insn
	decode entry --insn-trace | flow entry "the kernel's own code" entry
	cat "$dir/out/entry.insn.txt" "$dir/out/entry.insn.err" |
		flow entry "the kernel's own code, in the guest" entry
	"$PERF" report --stdio --no-children -i "$dir/out/kernel.data" --itrace=i0ns -s sym \
		-F overhead,sample,sym 2>&1 |
		report "the kernel's flow"
	report "the kernel's flow, in the guest" <"$dir/out/kernel.report.txt"
	if grep -q 'code 5: Failed to get instruction (at 0x27 ' "$dir/out/live.gone.txt" &&
		grep -q "code that is not known: '\[faux_pt\]': it is not loaded any more" \
		"$dir/out/live.gone.err"; then
		verdict true "code that is gone is named"
	else
		cat "$dir/out/live.gone.txt" "$dir/out/live.gone.err"
		verdict false "code that is gone is named"
	fi
	# With -a perf itself is traced in getrandom(2), too: it and its libraries are the guest's as they are ours.
	mkdir -p "$work/root/usr/bin"
	cp "$PERF" "$work/root/usr/bin/perf"
	for lib in /usr/lib /usr/lib64; do
		[ ! -d $lib ] || ln -s $lib "$work/root$lib"
	done
	python3 "$here/check-ptwrite.py" "$PERF" "$work/root" "$dir/out" || :
fi
