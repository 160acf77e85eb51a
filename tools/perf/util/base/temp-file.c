// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/temp-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "util/base/alloc.h"

int temp_file__open(const char **ret_dir)
{
	const char *dir = getenv("TMPDIR");
	char *path;
	int fd, err;

	*ret_dir = dir && *dir ? dir : "/var/tmp";
	path = xasprintf("%s/perf-data-XXXXXX", *ret_dir);
	fd = mkostemp(path, O_CLOEXEC);
	err = errno;
	if (fd >= 0)
		unlink(path);
	free(path);
	return fd >= 0 ? fd : -err;
}
