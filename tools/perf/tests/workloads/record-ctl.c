// SPDX-License-Identifier: GPL-2.0-only
#include "tests/workloads/record-ctl.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/options.h"

static int open_end(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC);

	if (fd < 0)
		usage_error("--record-ctl: cannot open '%s': %s", path, strerror(errno));
	return fd;
}

struct record_ctl record_ctl__open(const char *spec)
{
	struct record_ctl r = { -1, -1 };
	char *paths, *ack;

	if (strncmp(spec, "fifo:", 5) || !spec[5])
		usage_error("--record-ctl takes fifo:CTL[,ACK], not '%s'", spec);
	paths = xstrdup(spec + 5);
	ack = strchr(paths, ',');
	if (ack)
		*ack++ = '\0';
	r.ctl = open_end(paths, O_WRONLY);
	if (ack)
		r.ack = open_end(ack, O_RDONLY);
	free(paths);
	return r;
}

bool record_ctl__enable(const struct record_ctl *r, bool on)
{
	const char *command = on ? "enable\n" : "disable\n";
	ssize_t n = write(r->ctl, command, strlen(command));
	char c = 0;

	while (n > 0 && r->ack >= 0 && c != '\n') {
		n = read(r->ack, &c, 1);
		if (n < 0 && errno == EINTR)
			n = 1;
	}
	if (n <= 0)
		fprintf(stderr, "--record-ctl: %s: %s\n", on ? "enable" : "disable", n ? strerror(errno) : "no answer");
	return n > 0;
}

void record_ctl__close(const struct record_ctl *r)
{
	(void)close(r->ctl);
	if (r->ack >= 0)
		(void)close(r->ack);
}
