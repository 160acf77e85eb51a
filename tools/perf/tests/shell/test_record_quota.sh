#!/bin/sh
# perf record: a user's quota is used up (exclusive)
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
# Stage 'kernels' brings both: the modules of its kernel, and a file system that counts what users have.
[ -n "${PERF_TEST_QUOTA:-}" ] || skip "it mounts a file system with quotas: only in the guests of stage 'kernels'"
cd "$dir"

for module in "$PERF_TEST_QUOTA"/*.ko; do
	insmod "$module" 2> err || grep -q 'File exists' err || bad "insmod $module: $(cat err)"
done
# A file in memory, which the loop device can have.
cp "$PERF_TEST_QUOTA/quota.img" /tmp/quota.img
mkdir /tmp/quota
mount -t ext4 -o loop,usrquota /tmp/quota.img /tmp/quota 2> err || fail "mount: $(cat err)"
at_end() {
	umount /tmp/quota
	rm -rf /tmp/quota /tmp/quota.img
}
device=$(awk '$2 == "/tmp/quota" { print $1 }' /proc/mounts)
user=65534
chmod 777 /tmp/quota
"$PERF_TEST_WORKLOADS/limit-static" "$device" $user 256 2> err || fail "$(cat err)"

# Who may do more than others has no quota: not root.
as_nobody() { # HOW
	result=0
	su nobody -s /bin/sh -c "cd /tmp/quota && perf record -N -e page-faults -c 1 -g $1 -o /tmp/quota/f -- \
		sh -c 'i=0; while [ \$i -lt 200 ]; do (:); i=\$((i + 1)); done'" > out 2> err || result=$?
}

for how in "" "-m 16" "--threads"; do
	# An older recording is there afterwards, under its name or another one.
	su nobody -s /bin/sh -c "rm -rf /tmp/quota/f /tmp/quota/f.old; echo older > /tmp/quota/f"
	as_nobody "$how"
	[ $result = 1 ] && grep -q "cannot write to '/tmp/quota/f.*': Disk quota exceeded" err || bad "'$how': exit $result: $(cat err)"
	grep -q 'bytes of records could not be written' err || bad "'$how': the loss is not told: $(cat err)"
	grep -qs older /tmp/quota/f.old /tmp/quota/f || bad "'$how': the older file is gone: $(ls /tmp/quota)"
	written=$(said err)
	"$PERF" script -f -F time -i /tmp/quota/f > text 2> text.err || bad "'$how': perf script: exit $?: $(cat text.err)"
	[ "${written:-0}" -gt 100 ] && [ "$(grep -c . text)" = "$written" ] || bad "'$how': '$written' samples written, $(grep -c . text) read: $(cat err)"
done

# With room enough it is a recording like others.
"$PERF_TEST_WORKLOADS/limit-static" "$device" $user 8192
su nobody -s /bin/sh -c "rm -rf /tmp/quota/f /tmp/quota/f.old"
as_nobody ""
[ $result = 0 ] || bad "with room: exit $result: $(cat err)"
finish
