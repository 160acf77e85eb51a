// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/cpu-watch.h"

#include <ctype.h>
#include <errno.h>
#include <linux/netlink.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/strbuf.h"

/* Of the messages about devices, the group to which the kernel itself sends them. */
#define FROM_KERNEL	1
#define MESSAGE_MAX	4096

void cpu_watch__open(struct cpu_watch *w)
{
	const struct sockaddr_nl addr = { .nl_family = AF_NETLINK, .nl_groups = FROM_KERNEL };

	*w = (struct cpu_watch){
		.fd = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT),
	};
	if (w->fd >= 0 && !bind(w->fd, (const struct sockaddr *)&addr, sizeof(addr)))
		return;
	pr_debug("cannot tell when CPUs go offline: %s\n", strerror(errno));
	cpu_watch__close(w);
}

/* "offline@/devices/system/cpu/cpu1", and more behind the zero that ends this. */
int cpu_watch__parse(const char *message, size_t len, bool *ret_online)
{
	static const char device[] = "@/devices/system/cpu/cpu";
	size_t word = strcspn(message, "@");
	bool online = word == 6 && !strncmp(message, "online", word);
	const char *number = message + word + sizeof(device) - 1;
	long cpu;
	char *end;

	if (!online && (word != 7 || strncmp(message, "offline", word)))
		return -1;
	if (len <= word + sizeof(device) - 1 || strncmp(message + word, device, sizeof(device) - 1) ||
	    !isdigit((unsigned char)*number))
		return -1;
	cpu = strtol(number, &end, 10);
	if (*end || cpu > 65535)
		return -1;
	*ret_online = online;
	return (int)cpu;
}

bool cpu_watch__note_gone(struct cpu_watch *w, int cpu)
{
	size_t i = 0;

	while (i < w->nr_gone && w->gone[i] < cpu)
		i++;
	if (i < w->nr_gone && w->gone[i] == cpu)
		return false;
	w->gone = xrealloc(w->gone, (w->nr_gone + 1) * sizeof(*w->gone));
	memmove(w->gone + i + 1, w->gone + i, (w->nr_gone - i) * sizeof(*w->gone));
	w->gone[i] = cpu;
	w->nr_gone++;
	return true;
}

int cpu_watch__next(struct cpu_watch *w, bool *ret_online)
{
	char message[MESSAGE_MAX + 1];

	while (w->fd >= 0) {
		struct sockaddr_nl from = { 0 };
		socklen_t from_len = sizeof(from);
		ssize_t n = recvfrom(w->fd, message, MESSAGE_MAX, 0, (struct sockaddr *)&from, &from_len);
		int cpu;

		if (n < 0 && (errno == EINTR || errno == ENOBUFS))
			continue;
		if (n < 0)
			return -1;
		/* Others may send to this socket, too. */
		if (from.nl_pid)
			continue;
		message[n] = 0;
		cpu = cpu_watch__parse(message, (size_t)n, ret_online);
		if (cpu >= 0)
			return cpu;
	}
	return -1;
}

char *cpu_watch__gone(const struct cpu_watch *w)
{
	struct strbuf out = STRBUF_INIT;
	char *text;
	size_t i;

	for (i = 0; i < w->nr_gone; i++)
		strbuf__addf(&out, i ? ",%d" : "%d", w->gone[i]);
	text = w->nr_gone ? xstrdup(strbuf__str(&out)) : NULL;
	strbuf__exit(&out);
	return text;
}

void cpu_watch__close(struct cpu_watch *w)
{
	if (w->fd >= 0)
		close(w->fd);
	free(w->gone);
	*w = (struct cpu_watch){ .fd = -1 };
}
