#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Records on kernels that people have, booted one after the other. See -h.
set -eu

usage()
{
	cat <<-'USAGE'
	usage: run-kernels-tests.sh [-p PERF] [KERNEL...]

	Boots the guest of boot.sh with each KERNEL ('6.12': the newest of that series, '<6.19': the
	newest before it, 'newest'; default: Debian 12's 6.1, Debian 13's 6.12, the newest without
	deferred callchains, the newest of all), and compares what perf finds out about it, its
	fallbacks and its messages with what is known of that version. The last line says how many
	passed.

	  -p PERF  the perf to test (default: the one built in this tree)

	exit status: 0 all passed or were skipped, 1 not all, 77 no kernel, or QEMU, cannot be had
	USAGE
}

here=$(cd "$(dirname "$0")" && pwd)
perf=$here/../../build/perf
# shellcheck source-path=SCRIPTDIR source=../stage.sh
. "$here/../stage.sh"
stage_options "$@"
shift "$options"
[ $# -gt 0 ] || set -- 6.1 6.12 '<6.19' newest

stage_folder vm-kernels

# What the headers in a folder have of what perf tries, by the names that it has there.
facts()	# FOLDER
{
	grep -ohwE --include=perf_event.h -r 'build_id|aux_start_paused|defer_callchain|defer_output|nr_no_switch_fast' "$1" 2>/dev/null | sort -u
}

# What the guest prints, of a kernel that can be had.
one_kernel()	# KERNEL
{
	case $1 in
	newest) which= ;;
	'<'*) which="-b ${1#<}" ;;
	*) which="-s $1" ;;
	esac
	# shellcheck disable=SC2086 # an option and its value
	if ! "$here/fetch-kernel.sh" $which >"$dir/kernel" 2>"$dir/reason"; then
		echo "skipped: the kernel '$1': $(tail -n 1 "$dir/reason")"
		return
	fi
	rm -rf "$dir/guest"
	mkdir "$dir/guest" "$dir/guest/tests"
	cp "$here/guest-kernels" "$dir/guest/run.sh"
	# For the suites that it runs.
	cp -r "$here/../shell" "$dir/guest/tests/"
	"$here/workloads/build.sh" "$dir/guest/workloads" >"$dir/log" 2>&1 || {
		cat "$dir/log"
		echo "skipped: the workloads cannot be built: no working C compiler"
		return
	}
	# A file system that counts what users have, and the modules that it takes.
	image=$(sed 's,[^/]*$,quota,' "$dir/kernel")
	if [ -e "$(find "$image" -name '*-quota_v2.ko' 2>/dev/null)" ] && [ -x /sbin/mkfs.ext4 ]; then
		cp -r "$image" "$dir/guest/"
		truncate -s 32M "$dir/guest/quota/quota.img"
		/sbin/mkfs.ext4 -q -O quota -E quotatype=usrquota "$dir/guest/quota/quota.img" 2>"$dir/log" || {
			cat "$dir/log"
			rm -rf "$dir/guest/quota"
		}
	fi
	module=-M
	# shellcheck disable=SC2086
	if "$here/build-module.sh" $which >"$dir/module" 2>"$dir/reason"; then
		facts "$(sed 's/-[^-]*$//' "$dir/module")/root/usr/src" >"$dir/guest/facts"
		[ -s "$dir/guest/facts" ] || rm "$dir/guest/facts"
	else
		module=
		tail -n 1 "$dir/reason" >"$dir/guest/no-module"
	fi
	# Emulators have brought guests down that are sound: a second one decides. One that is down before its first program ran
	# has not tried perf, and does not count. QEMU 7.2 leaves an operand in the flags after cmpxchg16b, with which 6.12's
	# allocator brings itself down when an interrupt comes then; without that instruction it takes another way.
	try=1
	boots=1
	while
		status=0
		# shellcheck disable=SC2086 # no word, or one
		"$here/boot.sh" $module -W -c max,-cx16 -T 900 -k "$which" -p "$perf" "$dir/guest" >"$dir/said" 2>"$dir/err" || status=$?
		[ "$status" = 3 ] && [ $boots -lt 5 ]
	do
		tail -n 20 "$dir/err"
		boots=$((boots + 1))
		if grep -q '^guest: .* up after' "$dir/guest/console.log"; then
			echo "the guest with kernel '$1' went down, try $try"
			[ $try = 1 ] || break
			try=2
		else
			echo "the guest with kernel '$1' went down while it booted"
		fi
	done
	cat "$dir/said"
	[ "$status" = 0 ] || { cat "$dir/err"; echo "FAILED: the guest with kernel '$1' ended with $status"; }
}

for kernel; do
	one_kernel "$kernel" 2>&1 | tee "$dir/one"
	cat "$dir/one" >>"$dir/results"
done
count_lines "$dir/results"
if [ "$passed$failed" = 00 ]; then
	grep '^skipped: ' "$dir/results" | tail -n 1
	exit 77
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
