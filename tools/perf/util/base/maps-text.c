// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/maps-text.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"

#define AT_ONCE		32768

bool maps_text__read(pid_t pid, struct strbuf *ret)
{
	char *path = xasprintf("%s/%d/maps", procfs__path(), (int)pid);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	free(path);
	strbuf__reset(ret);
	if (fd < 0)
		return false;
	do {
		n = read(fd, strbuf__reserve(ret, AT_ONCE), AT_ONCE);
		if (n > 0)
			ret->len += (size_t)n;
	} while (n > 0);
	(void)close(fd);
	*strbuf__reserve(ret, 1) = 0;
	return !n;
}

static void read_here(struct deputy_job *job)
{
	const pid_t *pid = job->in;
	struct strbuf text = STRBUF_INIT;

	if (maps_text__read(*pid, &text))
		process_job__answer(job, text.buf, text.len);
	strbuf__exit(&text);
}

int maps_text__ask(struct process_asker *a, pid_t pid, char **ret)
{
	size_t size;

	return process_asker__ask(a, pid, &(struct deputy_question){ read_here, &pid, sizeof(pid) }, ret, &size);
}
