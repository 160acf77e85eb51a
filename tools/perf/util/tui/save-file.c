// SPDX-License-Identifier: GPL-2.0-only
#include "util/tui/save-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int save_file__new(const char *prefix, char ret_name[SAVE_FILE_NAME])
{
	int i, fd = -1;

	for (i = 0; fd < 0 && i < 1000; i++) {
		snprintf(ret_name, SAVE_FILE_NAME, "%s.%d", prefix, i);
		fd = open(ret_name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd < 0 && errno != EEXIST)
			break;
	}
	return fd;
}

bool save_file__write(int fd, struct strbuf *out)
{
	size_t done = 0;

	while (done < out->len) {
		ssize_t n = write(fd, out->buf + done, out->len - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		done += (size_t)n;
	}
	strbuf__reset(out);
	return true;
}
