// SPDX-License-Identifier: GPL-2.0-only
#include "builtin-archive.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"

int staged__open_folder(int at, const char *name)
{
	int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

int staged__open_below(int at, char *path)
{
	int fd = fcntl(at, F_DUPFD_CLOEXEC, 3), next;
	char *part;

	while (fd >= 0 && (part = strsep(&path, "/"))) {
		next = !*part || !strcmp(part, ".") || !strcmp(part, "..") ? -EINVAL : staged__open_folder(fd, part);
		close(fd);
		fd = next;
	}
	return fd;
}

int staged__open_file(int folder, const char *name, mode_t mode)
{
	struct stat st;
	int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_nlink == 1 && !fchmod(fd, mode))
		return fd;
	close(fd);
	return -EINVAL;
}

char **staged__names(int folder, size_t *ret_nr)
{
	struct dirent **list = NULL;
	char **names;
	int n = folder < 0 ? 0 : scandirat(folder, ".", &list, NULL, alphasort), i;

	*ret_nr = 0;
	names = xcalloc(n > 0 ? (size_t)n : 1, sizeof(*names));
	for (i = 0; i < n; i++) {
		if (strcmp(list[i]->d_name, ".") && strcmp(list[i]->d_name, ".."))
			names[(*ret_nr)++] = xstrdup(list[i]->d_name);
		free(list[i]);
	}
	free(list);
	return names;
}

void staged__free_names(char **names, size_t nr)
{
	while (nr)
		free(names[--nr]);
	free(names);
}
