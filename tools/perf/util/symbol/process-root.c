// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/process-root.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "util/base/alloc.h"
#include "util/base/file.h"

#define MAX_STATUS	((size_t)1 << 20)

static bool same_file(const char *a, const char *b)
{
	struct stat sa, sb;

	return !stat(a, &sa) && !stat(b, &sb) && sa.st_dev == sb.st_dev && sa.st_ino == sb.st_ino;
}

char *process__other_root(uint32_t pid)
{
	char *root = xasprintf("/proc/%u/root", pid), *ns = xasprintf("/proc/%u/ns/mnt", pid);
	struct stat st;
	bool ours = same_file(ns, "/proc/self/ns/mnt") && same_file(root, "/proc/self/root");

	free(ns);
	if (!ours && !stat(root, &st))
		return root;
	free(root);
	return NULL;
}

uint32_t process__own_pid(uint32_t pid)
{
	char *path = xasprintf("/proc/%u/status", pid), *data, *line, *end;
	unsigned long number, own = 0;
	size_t size;
	int err = file__read_all(path, MAX_STATUS, &data, &size);

	free(path);
	if (err)
		return 0;
	/* One number a name space, ours first, the process's own last. */
	line = strstr(data, "\nNSpid:");
	for (line = line ? line + 7 : data + size; *line && *line != '\n'; line = end) {
		number = strtoul(line, &end, 10);
		if (end == line)
			break;
		own = number;
	}
	free(data);
	return own && own <= UINT32_MAX ? (uint32_t)own : pid;
}

bool process__uid(uint32_t pid, uid_t *ret)
{
	char *path = xasprintf("/proc/%u", pid);
	struct stat st;
	bool ok = !stat(path, &st);

	free(path);
	if (ok)
		*ret = st.st_uid;
	return ok;
}
