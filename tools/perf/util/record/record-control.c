// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/record-control.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"

static const struct {
	const char *token;
	enum control_command command;
	bool has_arg;
} commands[] = {
	{ "enable", CONTROL_ENABLE, true },	{ "disable", CONTROL_DISABLE, true },
	{ "evlist", CONTROL_EVLIST, true },	{ "snapshot", CONTROL_SNAPSHOT, true },
	{ "ping", CONTROL_PING, false },	{ "stop", CONTROL_STOP, false },
};

static int bad_spec(const char *spec, struct diag *diag)
{
	return diag__msg(diag, -EINVAL,
			 "'%s' is neither fd:NUMBER[,NUMBER] nor fifo:PATH[,PATH]: where commands come "
			 "from, and where answers go",
			 spec);
}

/* A descriptor that perf was started with. */
static int parse_fd(const char *text, size_t len, int *ret)
{
	char *end;
	long v = len && isdigit((unsigned char)*text) ? strtol(text, &end, 10) : -1;

	if (v < 0 || v > INT_MAX || end != text + len)
		return -EINVAL;
	*ret = (int)v;
	return 0;
}

/* For both directions: so it never ends, and does not wait for somebody at the other side. */
static int open_fifo(const char *path, int *ret, struct diag *diag)
{
	*ret = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	return *ret < 0 ? diag__msg(diag, -errno, "cannot open '%s': %s", path, strerror(errno)) : 0;
}

static int open_fifos(struct record_control *c, const char *spec, const char *text, struct diag *diag)
{
	size_t n = strcspn(text, ",");
	char *path;
	int err;

	if (!n || (text[n] && !text[n + 1]))
		return bad_spec(spec, diag);
	c->is_fifo = true;
	path = xstrndup(text, n);
	err = open_fifo(path, &c->fd, diag);
	free(path);
	return err || !text[n] ? err : open_fifo(text + n + 1, &c->ack_fd, diag);
}

static int check_fd(int fd, bool reads, struct diag *diag)
{
	int flags = fcntl(fd, F_GETFL);

	if (flags < 0)
		return diag__msg(diag, -errno, "descriptor %d of --control is not open", fd);
	/*
	 * A reader must not wait for a line to come; one that others write to may be shared: it stays as it
	 * is.
	 */
	if (reads && fcntl(fd, F_SETFL, flags | O_NONBLOCK))
		return diag__msg(diag, -errno, "descriptor %d of --control: %s", fd, strerror(errno));
	return 0;
}

int record_control__open(struct record_control *c, const char *spec, struct diag *diag)
{
	const char *comma;
	int err;

	*c = (struct record_control){ .fd = -1, .ack_fd = -1 };
	if (!strncmp(spec, "fifo:", 5))
		return open_fifos(c, spec, spec + 5, diag);
	if (strncmp(spec, "fd:", 3))
		return bad_spec(spec, diag);
	comma = strchr(spec, ',');
	if (parse_fd(spec + 3, comma ? (size_t)(comma - spec - 3) : strlen(spec + 3), &c->fd) ||
	    (comma && parse_fd(comma + 1, strlen(comma + 1), &c->ack_fd)))
		return bad_spec(spec, diag);
	err = check_fd(c->fd, true, diag);
	return err || !comma ? err : check_fd(c->ack_fd, false, diag);
}

/* Reads what is there. False: nothing is. */
static bool read_more(struct record_control *c)
{
	ssize_t n;

	if (c->fd < 0)
		return false;
	/* No command is that long: what was read is dropped. */
	if (c->len == sizeof(c->line) - 1)
		c->len = 0;
	do
		n = read(c->fd, c->line + c->len, sizeof(c->line) - 1 - c->len);
	while (n < 0 && errno == EINTR);
	if (!n || (n < 0 && errno != EAGAIN)) {
		record_control__close(c);
		return false;
	}
	if (n < 0)
		return false;
	c->len += (size_t)n;
	return true;
}

static enum control_command parse_line(char *line, const char **ret_arg)
{
	size_t n = strcspn(line, " "), i;
	char *arg = line + n + strspn(line + n, " ");

	*ret_arg = line;
	for (i = 0; i < ARRAY_SIZE(commands); i++) {
		if (strlen(commands[i].token) != n || memcmp(line, commands[i].token, n))
			continue;
		if (*arg && !commands[i].has_arg)
			break;
		*ret_arg = arg;
		return commands[i].command;
	}
	return CONTROL_UNKNOWN;
}

enum control_command record_control__next(struct record_control *c, const char **ret_arg)
{
	char *end;

	memmove(c->line, c->line + c->done, c->len - c->done);
	c->len -= c->done;
	c->done = 0;
	/* A line ends with a newline, or with the zero of a string in C. */
	for (;;) {
		for (end = c->line; end < c->line + c->len && *end && *end != '\n'; end++)
			;
		if (end < c->line + c->len && end > c->line)
			break;
		if (end < c->line + c->len) {
			memmove(c->line, c->line + 1, --c->len);
			continue;
		}
		if (!read_more(c))
			return CONTROL_NONE;
	}
	*end = 0;
	c->done = (size_t)(end - c->line) + 1;
	while (end > c->line && (end[-1] == ' ' || end[-1] == '\r'))
		*--end = 0;
	return parse_line(c->line, ret_arg);
}

void record_control__acknowledge(const struct record_control *c)
{
	static const char text[] = "ack\n";

	/* With its zero: programs compare it as a string. */
	if (c->ack_fd >= 0)
		(void)!write(c->ack_fd, text, sizeof(text));
}

void record_control__close(struct record_control *c)
{
	if (c->is_fifo && c->fd >= 0)
		close(c->fd);
	if (c->is_fifo && c->ack_fd >= 0)
		close(c->ack_fd);
	c->fd = c->ack_fd = -1;
}
