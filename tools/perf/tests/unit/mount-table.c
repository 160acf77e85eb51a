// SPDX-License-Identifier: GPL-2.0-only
/* What is mounted where, by the text that the kernel keeps of it. */
#include "tests/test.h"
#include "tests/unit/fake-tree.h"
#include "util/base/mount-table.h"

/* Which device @path leads to, as its minor number; 0: none. */
static uint32_t device_of(const char *path, bool *ret_local)
{
	struct mount_fs fs;

	if (!mount_table__by_path(0, path, &fs))
		return 0;
	*ret_local = fs.local;
	return fs.min;
}

static int test__points(void)
{
	struct mount_fs fs;
	bool local;

	TEST_ASSERT(!fake_tree__make());
	TEST_ASSERT(!fake_tree__write("proc/self/mountinfo",
				      "36 25 98:1 / / rw,noatime shared:1 - ext4 /dev/sda rw\n"
				      "no mount\n"
				      "37 36 0:2 / /mnt/my\\040disk\\134x rw - nfs server:/x rw\n"
				      "38 36 0:3 / /mnt rw - fuse.sshfs x rw\n"
				      "39 36 0:4 / /proc/sys/fs/binfmt_misc rw - autofs systemd-1 rw\n"
				      "40 36 0:5 / /home rw - autofs systemd-1 rw\n"
				      "41 36 0:6 /\n"
				      "42 36 0:7 / /over rw - nfs4 server:/y rw\n"
				      "43 36 0:8 / /over rw - tmpfs t rw\n"));
	/* The deepest one above it, of whole names; blanks and backslashes are written as numbers. */
	TEST_ASSERT_EQ(device_of("/mnt/my disk\\x/file", &local), 2);
	TEST_ASSERT(!local);
	TEST_ASSERT_EQ(device_of("/mnt/my", &local), 3);
	TEST_ASSERT(!local);
	TEST_ASSERT_EQ(device_of("/mnt2/file", &local), 1);
	TEST_ASSERT(local);
	/* One for file systems of the kernel counts as that; others wait for a server. */
	TEST_ASSERT_EQ(device_of("/proc/sys/fs/binfmt_misc", &local), 4);
	TEST_ASSERT(local);
	TEST_ASSERT_EQ(device_of("/home/x", &local), 5);
	TEST_ASSERT(!local);
	/* The later one lies over the earlier one. */
	TEST_ASSERT_EQ(device_of("/over/x", &local), 8);
	TEST_ASSERT(local);
	TEST_ASSERT(mount_table__by_device(0, 0, 7, &fs) && !fs.local);
	TEST_ASSERT(!mount_table__by_device(0, 0, 6, &fs));
	TEST_ASSERT(mount_table__any_remote());
	TEST_ASSERT(!fake_tree__write("proc/self/mountinfo", "36 25 98:1 / / rw - xfs /dev/sda rw\n"));
	TEST_ASSERT(!mount_table__any_remote());
	/* Of a process that has ended it is as for this one. */
	TEST_ASSERT(mount_table__by_path(77, "/x", &fs) && fs.maj == 98);
	fake_tree__remove();
	return TEST_OK;
}

DEFINE_SUITE("What is mounted where", mount_table, { "points", test__points })
