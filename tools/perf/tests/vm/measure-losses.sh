#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Losses under a flood of events, beside upstream's perf. See -h.
set -eu

usage()
{
	cat <<-'USAGE'
	usage: measure-losses.sh [-p PERF] [--upstream ROOT] [-n RUNS] [-b BUSY] [-s SECS] [-o OPTIONS] [--here]

	Records both system calls' tracepoints with call chains on all CPUs of the guest of boot.sh, with
	no other option, while BUSY programs do nothing but system calls. Each run of this perf is followed
	by one of upstream's. Prints a line for each run, and a table: what was lost, of all samples, and
	how long the recorder ran meanwhile, in all and for a million samples that it wrote, and how long it
	waited for a CPU in the worst run.

	  -p PERF          the perf to measure (default: the one built in this tree)
	  --upstream ROOT  the root of a system with upstream's perf in ROOT/usr/bin: a folder where
	                   debootstrap and apt have installed linux-perf
	  -n RUNS          (default: 20)
	  -b BUSY          (default: 6, on the two CPUs of the guest)
	  -s SECS          how long each is recorded, by the guest's clock (default: 5)
	  -o OPTIONS       more options for this perf, as --keep-priority
	  --here           on this machine and its kernel, as root, instead of in the guest: where many
	                   others work, an emulated CPU has no time of its own, and times mean little

	Goal: at most a fifth of upstream's losses at a third of its CPU. Where --upstream is given the exit
	status says whether this is so: 0 it is, 1 it is not, or a run failed, 77 no guest can be had.
	USAGE
}

here=$(cd "$(dirname "$0")" && pwd)
perf=$here/../../build/perf
root=
runs=20
busy=6
seconds=5
options=
here_instead=

while [ $# -gt 0 ]; do
	case $1 in
	-h | --help) usage; exit 0 ;;
	--here) here_instead=1; shift; continue ;;
	-p | -n | -b | -s | -o | --upstream) [ $# -ge 2 ] || { usage >&2; exit 129; } ;;
	*) usage >&2; exit 129 ;;
	esac
	case $1 in
	-p) perf=$2 ;;
	-n) runs=$2 ;;
	-b) busy=$2 ;;
	-s) seconds=$2 ;;
	-o) options=$2 ;;
	--upstream) root=$2 ;;
	esac
	shift 2
done

dir=$(mktemp -d "${TMPDIR:-/tmp}/perf-vm-losses.XXXXXX")
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

# The program and the libraries that it names, at their own places below ./upstream.
bring_upstream()	# ROOT
{
	loader=$1/lib64/ld-linux-x86-64.so.2
	if [ ! -x "$1/usr/bin/perf" ] || [ ! -e "$loader" ]; then
		echo "measure-losses.sh: no perf below '$1'" >&2
		exit 129
	fi
	libraries=$1/usr/lib/x86_64-linux-gnu
	mkdir -p "$dir/upstream/usr/bin" "$dir/upstream/lib64" "$dir/upstream/lib/x86_64-linux-gnu"
	cp -L "$1/usr/bin/perf" "$dir/upstream/usr/bin/"
	cp -L "$loader" "$dir/upstream/lib64/"
	"$loader" --inhibit-cache --library-path "$libraries" --list "$1/usr/bin/perf" |
		sed -n "s,.* => \($libraries/[^ ]*\) .*,\1,p" | while read -r library; do
		cp -L "$library" "$dir/upstream/lib/x86_64-linux-gnu/"
	done
}

[ -z "$root" ] || bring_upstream "$root"
"$here/workloads/build.sh" "$dir/workloads"
cp "$here/guest-losses" "$dir/run.sh"
printf "runs=%s\nbusy=%s\nseconds=%s\noptions='%s'\n" "$runs" "$busy" "$seconds" "$options" >"$dir/settings"
# What it mounts is gone with its name spaces; recordings lie in memory.
on_this_machine()
{
	mkdir "$dir/bin"
	ln -s "$(readlink -f "$perf")" "$dir/bin/perf"
	mkdir "$dir/memory"
	# shellcheck disable=SC2016 # for the inner shell
	LOSSES_DIR=$dir LOSSES_TMP=$dir/memory PATH=$dir/bin:$PATH unshare -m sh -c '
		mount -t tmpfs tmp "$LOSSES_TMP" && sh "$LOSSES_DIR/run.sh"'
}

status=0
if [ -n "$here_instead" ]; then
	on_this_machine >"$dir/said" || status=$?
else
	"$here/boot.sh" -T $((300 + runs * 2 * (seconds + 60))) -m 4G -p "$perf" "$dir" >"$dir/said" || status=$?
fi
cat "$dir/said"
[ "$status" = 0 ] || exit "$status"
! grep -q '^FAILED' "$dir/said" || exit 1

echo
awk -v runs="$runs" -v want="${root:+1}" '
	$1 != "ours" && $1 != "upstream" { next }
	{
		lost = $5 > $4 ? $5 : $4
		part = $3 + lost ? 100 * lost / ($3 + lost) : 0
		n[$1]++; samples[$1] += $3; losses[$1] += lost; ns[$1] += $6
		if ($7 > waited[$1]) waited[$1] = $7
		if (n[$1] == 1 || part < least[$1]) least[$1] = part
		if (part > most[$1]) most[$1] = part
	}
	function row(who) {
		printf "%-9s %5d %11d %10d %8.2f%% %6.2f to %5.2f%% %9.2f s %9.2f s %7.2f s\n", who, n[who], samples[who], losses[who],
			100 * losses[who] / (samples[who] + losses[who]), least[who], most[who], ns[who] / 1e9,
			ns[who] / 1e3 / samples[who], waited[who] / 1e9
	}
	END {
		printf "%-9s %5s %11s %10s %9s %15s %11s %11s %9s\n", "perf", "runs", "written", "lost", "share", "of a run", "CPU",
			"a million", "waited"
		row("ours")
		if (want)
			row("upstream")
		if (n["ours"] != runs || (want && n["upstream"] != runs))
			exit 1
		if (!want)
			exit 0
		for (who in n)
			share[who] = losses[who] / (samples[who] + losses[who])
		many = 5 * share["ours"] > share["upstream"]
		slow = 3 * ns["ours"] / samples["ours"] > ns["upstream"] / samples["upstream"]
		if (many)
			print "more than a fifth of the losses of upstream"
		if (slow)
			print "more than a third of the CPU time of upstream"
		exit (many || slow)
	}' "$dir/said"
