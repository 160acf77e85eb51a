#!/bin/sh
# perf record: control groups and their callchains, live
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"

# --- which event gets which group, with a mount that is only a folder
mkdir -p "$dir/groups/web/one" "$dir/groups/web/two" "$dir/groups/db" "$dir/proc"
echo "cgroup2 $dir/groups cgroup2 rw 0 0" > "$dir/proc/mounts"

given() { # "EVENT:CGROUP ..." ARGS...
	want=$1
	shift
	PROCFS_PATH="$dir/proc" PERF_TEST_FEATURES=defer "$PERF" record --dry-run -vv "$@" 2> "$dir/err" ||
		bad "$*: $(cat "$dir/err")"
	got=$(awk '/^perf_event_attr:/ { n++; group[n] = "" } $1 == "type" { type = $2 } $1 == "config" { config[n] = type ":" $2 }
		   /^cgroup / { group[n] = $2 }
		   END { for (i = 1; i <= n; i++) if (config[i] != "1:0x9") printf("%s%s-%s", (i == 1 ? "" : " "), config[i], group[i]) }' "$dir/err")
	[ "$got" = "$want" ] || bad "$*: '$got' instead of '$want'"
}
given '1:0-web 1:0x1-web' -a -e cpu-clock,task-clock -G web
given '1:0-web 1:0x1-' -a -e cpu-clock -G web -e task-clock
given '1:0-web 1:0x1-db' -a -e cpu-clock -G web -e task-clock -G db/
given '1:0-web/one 1:0x1- 1:0x2-/' -C 0 -e cpu-clock,task-clock,page-faults -G web/one,,/
given '1:0-/web 1:0x1-/web' -a -e '{cpu-clock,task-clock}' --cgroup=/web -- true
given '1:0-web 1:0x1-web 1:0-db 1:0x1-db' -a -e '{cpu-clock,task-clock}' --for-each-cgroup web,db
given '1:0-db' -a --for-each-cgroup 'nope,^db$' -e cpu-clock
given '1:0-web/two' -a --for-each-cgroup 'w$,wo$' -e cpu-clock
given '1:0-/' -a --for-each-cgroup '^$' -e cpu-clock

refused() { # WHAT-IT-SAYS ARGS...
	text=$1
	shift
	status=0
	PROCFS_PATH="$dir/proc" PERF_TEST_FEATURES=defer "$PERF" record --dry-run "$@" > "$dir/out" 2>&1 || status=$?
	[ "$status" = 129 ] || bad "$*: status $status"
	grep -q -e "$text" "$dir/out" || bad "$*: $(cat "$dir/out")"
}
refused 'must define events before cgroups: -e EVENT -G web' -a -G web
refused "no access to cgroup $dir/groups/nope: No such file" -a -e cpu-clock -G nope
refused "no event for cgroup 'db'.* there are 1" -a -e cpu-clock -G web,db
refused "'task-clock' is in a group of events with 'cpu-clock'" -a -e '{cpu-clock,task-clock}' -G web,db
refused 'only available in system-wide mode: add -a' -e cpu-clock -G web -- true
refused 'only available in system-wide mode: -G goes without -p' -e cpu-clock -p $$ -G web
refused 'no cgroup matched: nope\$' -a --for-each-cgroup 'nope$'
refused "'w\[' is not a regular expression" -a --for-each-cgroup 'w['
refused 'has an empty name' -a --for-each-cgroup 'web,'
refused 'one at a time' -a -e cpu-clock -G web --for-each-cgroup web
refused "'id:x' is no id of a cgroup" -a -e cpu-clock -G id:x
refused 'no cgroup has the id 1:' -a --for-each-cgroup id:0x1 -e cpu-clock
: > "$dir/proc/mounts"
refused 'no cgroup file system is mounted' -a -e cpu-clock -G id:1
refused 'no cgroup file system is mounted' -a -e cpu-clock -G web

# --- what the kernel makes of it, in groups of this suite's own
need_events
mount=$(awk '$3 == "cgroup" && $4 ~ /(^|,)perf_event(,|$)/ { v1 = $2 } $3 == "cgroup2" && !v2 { v2 = $2 } END { print v1 ? v1 : v2 }' \
	/proc/mounts)
if [ -n "${PERF_VM_GUEST:-}" ] && [ -z "$mount" ]; then
	# That of cgroup v2 is tested where it is mounted already. (In Linux 7.3 its groups need a controller that has been switched on.)
	mount -t cgroup -o perf_event perf_event /sys/fs/cgroup
	mount=/sys/fs/cgroup
fi
outer=perf-test-$$
# shellcheck disable=SC2317 # suite_ends() calls it
at_end()
{
	# shellcheck disable=SC2046 # numbers
	[ ! -s "$dir/pids" ] || kill $(cat "$dir/pids") 2> /dev/null || :
	wait
	# Who is gone is out of its group a moment later.
	# shellcheck disable=SC2016 # wait_for's own
	[ ! -s "$dir/pids" ] || wait_for "empty groups" 'rmdir "$mount/$outer/in" 2> /dev/null'
	rmdir "$mount/$outer/in" "$mount/$outer" 2> /dev/null || :
}
no_groups() { # WHY
	[ -z "${PERF_VM_GUEST:-}" ] || fail "no groups in the guest: $1"
	left_out "events of real groups" "$1"
	finish
}
if [ -z "$mount" ] || ! mkdir -p "$mount/$outer/in" 2> /dev/null; then
	no_groups "this user may not make one"
fi
"$PERF" record -q -N -a -e cpu-clock -G "$outer" -o "$dir/data" -- true > "$dir/out" 2>&1 ||
	no_groups "$(head -n 1 "$dir/out" | cut -c 1-100)"

burn() { # GROUP
	sh -c "echo \$\$ > $mount/$1/cgroup.procs && echo \$\$ > $dir/ready && exec dd if=/dev/zero of=/dev/null bs=16k" &
	echo $! >> "$dir/pids"
	# shellcheck disable=SC2016 # wait_for's own
	wait_for "a program in $1" '[ -s "$dir/ready" ]'
	rm "$dir/ready"
}
burn "$outer"
burn "$outer/in"
outside=$$
# Until the one in both groups has used ten ticks of a CPU. (until_used() takes programs that the guest does not have.)
# shellcheck disable=SC2016 # the recorded shell's
ten_ticks='ticks() { set -- $(sed "s/.*) //" "/proc/$pid/stat"); echo $((${12} + ${13})); }
	begin=$(ticks); while [ $(ticks) -lt $((begin + 10)) ]; do sleep 0.02; done'

"$PERF" record -N -F 999 -a -e cpu-clock,task-clock -G "$outer,/$outer/in" --all-cgroups --call-graph fp,defer -o "$dir/data" -- \
	sh -c "pid=$(tail -n 1 "$dir/pids"); $ten_ticks" > "$dir/out" 2> "$dir/err" || bad "exit $?: $(cat "$dir/err")"
"$PERF" report -i "$dir/data" --stdio -s cgroup --no-children -g none -t , > "$dir/report" 2> "$dir/err" || bad "report: $(cat "$dir/err")"
rows=$(sed -n "s/^ *[0-9.]*% *,//p; s/^# Samples: .* of event '\(.*\)'/\1/p" "$dir/report" | grep -v '^Cgroup' | tr '\n' ' ')
case $rows in
"cpu-clock@$outer /$outer /$outer/in task-clock@/$outer/in /$outer/in " | "cpu-clock@$outer /$outer/in /$outer task-clock@/$outer/in /$outer/in ") ;;
*) bad "groups of the samples: $rows" ;;
esac
"$PERF" script -i "$dir/data" -F comm,event,cgroup,ip,sym > "$dir/script" 2> "$dir/err" || bad "script: $(cat "$dir/err")"
grep -q "task-clock.*/$outer/in\$" "$dir/script" || bad "no group in the lines of perf script: $(head -n 3 "$dir/script")"
! grep -q " $outside " "$dir/script" || bad "samples of a program outside"
# Whole chains: user space is below system calls.
awk '/^[^ \t]/ || /task-clock|cpu-clock/ { if (k && u) both++; k = u = 0; next } $1 ~ /^ffff/ { k = 1 } $1 ~ /^[0-9a-f]+$/ && $1 !~ /^ffff/ { u = 1 }
     END { exit !both }' "$dir/script" || bad "no chain goes from the kernel into user space: $(head -n 30 "$dir/script")"

# Which event is of which group is in its name, for upstream's perf, too; unless all are of the same.
named() { # NAMES ARGS...
	want=$1
	shift
	"$PERF" record -q -N -a "$@" -o "$dir/named" -- true 2> "$dir/err" || bad "$*: $(cat "$dir/err")"
	for reader in "$PERF" $other; do
		got=$("$reader" evlist -i "$dir/named" 2> /dev/null | grep -v -e '^#' -e dummy | tr '\n' ' ')
		[ "$got" = "$want" ] || bad "$*: $reader has events '$got' instead of '$want'"
	done
}
other=$(other_perf)
[ -z "${PERF_TEST_AGAIN:-}" ] || other=
# By the id that the recording has of it.
id=$("$PERF" script -D -i "$dir/data" 2> "$dir/err" | sed -n "s,.* PERF_RECORD_CGROUP cgroup: \([0-9]*\) /$outer/in\$,\1,p" | head -n 1)
named "cpu-clock@$outer task-clock@$outer/in " -e cpu-clock,task-clock -G "$outer,id:$id"
named "cpu-clock@$outer task-clock@$outer cpu-clock@$outer/in task-clock@$outer/in " -e '{cpu-clock,task-clock}' --for-each-cgroup "$outer,$outer/in"
named "cpu-clock@$outer task-clock " -e cpu-clock -G "$outer" -e task-clock
named "cpu-clock task-clock " -e cpu-clock,task-clock -G "$outer"
finish
