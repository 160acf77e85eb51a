// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/mount-table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"

#define TABLE_MAX	(64U << 20)

/* A line of mountinfo, taken apart. */
struct mount {
	struct mount_fs fs;
	char *point;			/* without the kernel's escapes; in the line */
};

/* Those that wait for nobody but a disk. What is not here may be anything, as overlay, whose layers may be. */
static bool is_local_type(const char *type)
{
	static const char *const types[] = {
		"ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "bcachefs", "zfs", "jfs", "reiserfs", "nilfs2", "ubifs", "jffs2", "tmpfs", "ramfs",
		"rootfs", "devtmpfs", "hugetlbfs", "squashfs", "erofs", "cramfs", "romfs", "iso9660", "udf", "vfat", "msdos", "exfat", "ntfs3",
		"hfs", "hfsplus", "minix", "proc", "sysfs", "cgroup", "cgroup2", "devpts", "mqueue", "debugfs", "tracefs", "securityfs",
		"pstore", "bpf", "configfs", "efivarfs", "binfmt_misc", "fusectl", "rpc_pipefs", "nsfs", "selinuxfs",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(types) && strcmp(type, types[i]) != 0; i++)
		;
	return i < ARRAY_SIZE(types);
}

static bool is_octal(const char *s)
{
	return s[0] >= '0' && s[0] <= '3' && s[1] >= '0' && s[1] <= '7' && s[2] >= '0' && s[2] <= '7';
}

/* Blanks and the like are "\040". */
static void unescape(char *s)
{
	char *to = s;

	while (*s) {
		if (*s == '\\' && is_octal(s + 1)) {
			*to++ = (char)((s[1] - '0') << 6 | (s[2] - '0') << 3 | (s[3] - '0'));
			s += 4;
		} else {
			*to++ = *s++;
		}
	}
	*to = 0;
}

/* "36 25 98:0 /root /point rw,noatime master:1 - TYPE SOURCE OPTIONS" */
static bool parse(char *line, struct mount *ret)
{
	char *behind = strstr(line, " - "), type[64];
	int at = 0, end = 0;

	if (!behind || sscanf(behind, " - %63s", type) != 1 ||
	    sscanf(line, "%*s %*s %" SCNu32 ":%" SCNu32 " %*s %n%*s%n", &ret->fs.maj, &ret->fs.min, &at, &end) != 2 || end <= at)
		return false;
	line[end] = 0;
	ret->point = line + at;
	unescape(ret->point);
	/* systemd has one there on every machine, for a file system of the kernel. */
	ret->fs.local = is_local_type(type) || (!strcmp(type, "autofs") && !strncmp(ret->point, "/proc/", 6));
	return true;
}

static char *read_table(uint32_t pid)
{
	char *path = pid ? xasprintf("%s/%" PRIu32 "/mountinfo", procfs__path(), pid) : xasprintf("%s/self/mountinfo", procfs__path());
	char *text = read_text_file(path, TABLE_MAX);

	free(path);
	return text;
}

/* Takes the next mount from *@text. False: there is none. */
static bool next_mount(char **text, struct mount *ret)
{
	char *line, *end;
	bool found = false;

	for (line = *text; !found && line && *line; line = end) {
		end = strchr(line, '\n');
		if (end)
			*end++ = 0;
		*text = end;
		found = parse(line, ret);
	}
	return found;
}

/* How much of @path the mount point @point is; 0: it does not lie below it. */
static size_t match(const char *path, const char *point)
{
	size_t len = strlen(point);

	if (len == 1)
		return 1;
	return !strncmp(path, point, len) && (!path[len] || path[len] == '/') ? len : 0;
}

static bool search_device(char *text, uint32_t maj, uint32_t min, struct mount_fs *ret)
{
	struct mount m;

	while (next_mount(&text, &m)) {
		if (m.fs.maj == maj && m.fs.min == min) {
			*ret = m.fs;
			return true;
		}
	}
	return false;
}

/* What was mounted later lies over what has the same point. */
static bool search_path(char *text, const char *path, struct mount_fs *ret)
{
	size_t longest = 0, len;
	struct mount m;

	while (next_mount(&text, &m)) {
		len = match(path, m.point);
		if (len && len >= longest) {
			longest = len;
			*ret = m.fs;
		}
	}
	return longest;
}

bool mount_table__by_device(uint32_t pid, uint32_t maj, uint32_t min, struct mount_fs *ret)
{
	char *text = read_table(pid);
	bool found = text && search_device(text, maj, min, ret);

	free(text);
	return found || (pid && mount_table__by_device(0, maj, min, ret));
}

bool mount_table__by_path(uint32_t pid, const char *path, struct mount_fs *ret)
{
	char *text = read_table(pid);
	bool known = text && *text;
	bool found = known && search_path(text, path, ret);

	free(text);
	return found || (pid && !known && mount_table__by_path(0, path, ret));
}

bool mount_table__any_remote(void)
{
	char *text = read_table(0), *at = text;
	bool any = !text;
	struct mount m;

	while (!any && next_mount(&at, &m))
		any = !m.fs.local;
	free(text);
	return any;
}
