// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/probe-events.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/log.h"
#include "util/base/strbuf.h"

#define GROUP_PREFIX	"perf_aux_"
#define LIST_MAX	(1U << 20)

/*
 * When a process began, in ticks of the machine's clock: numbers of processes are used again. 0: not known.
 */
static unsigned long long start_time(pid_t pid)
{
	char *text = read_text_filef("%s/%d/stat", procfs__path(), (int)pid),
	     *p = text ? strrchr(text, ')') : NULL;
	unsigned long long ret = 0;
	int field;

	/* Behind the name comes field 3; this is the 22nd. */
	for (field = 2; p && field < 22; field++)
		p = strchr(p + 1, ' ');
	if (p)
		ret = strtoull(p, NULL, 10);
	free(text);
	return ret;
}

const char *probe_events__group(void)
{
	static char name[64];

	snprintf(name, sizeof(name), GROUP_PREFIX "%d_%llu", getpid(), start_time(getpid()));
	return name;
}

static char *list_path(bool user)
{
	const char *tracefs = tracefs__path();

	return tracefs ? xasprintf("%s/%s", tracefs, user ? "uprobe_events" : "kprobe_events") : NULL;
}

/* One command, one write. */
static int write_command(bool user, const char *text)
{
	char *path = list_path(user);
	int fd, err = 0;

	if (!path)
		return -ENOENT;
	fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
	free(path);
	if (fd < 0)
		return -errno;
	pr_debug("%s: %s", user ? "uprobe_events" : "kprobe_events", text);
	if (write(fd, text, strlen(text)) != (ssize_t)strlen(text))
		err = errno ? -errno : -EIO;
	close(fd);
	return err;
}

int probe_events__check(bool user)
{
	char *path = list_path(user);
	int err = !path ? -ENOENT : access(path, W_OK) ? -errno : 0;

	free(path);
	return err;
}

/*
 * "p:GROUP/NAME FILE:0xOFFSET(0xSEMAPHORE) ARGS", "r:GROUP/NAME SYMBOL ARGS". The kernel ends a file's name at a blank: then it gets
 * another one, that of an open file.
 */
static char *definition(const char *name, const struct probe_place *place, int fd)
{
	const char *kind = place->at_return ? "r" : "p", *group = probe_events__group();
	struct strbuf text = STRBUF_INIT;

	strbuf__addf(&text, "%s:%s/%s ", kind, group, name);
	if (place->file && fd >= 0)
		strbuf__addf(&text, "/proc/self/fd/%d", fd);
	else if (place->file)
		strbuf__addstr(&text, place->file);
	if (place->file)
		strbuf__addf(&text, ":0x%" PRIx64, place->offset);
	else if (place->symbol)
		strbuf__addstr(&text, place->symbol);
	else
		strbuf__addf(&text, "0x%" PRIx64, place->offset);
	if (place->semaphore)
		strbuf__addf(&text, "(0x%" PRIx64 ")", place->semaphore);
	strbuf__addf(&text, "%s\n", place->args ?: "");
	return strbuf__detach(&text);
}

/*
 * What the kernel has noted about the last command that it refused, if that was one of ours: "Invalid register name".
 * NULL: nothing; free it.
 */
static char *kernel_says(void)
{
	const char *tracefs = tracefs__path(), *p, *last = NULL;
	char *text = tracefs ? read_text_filef("%s/error_log", tracefs) : NULL, *ret = NULL;

	for (p = text; p && (p = strstr(p, ": error: ")); p++)
		last = p + strlen(": error: ");
	if (last && strstr(last, probe_events__group()))
		ret = xstrndup(last, strcspn(last, "\n"));
	free(text);
	return ret;
}

static int refused(const char *text, int err, struct diag *diag)
{
	char *said = kernel_says();
	const char *why = said ? said : strerror(-err), *advice = "";

	if (err == -EILSEQ)
		why = "no instruction begins there";
	if (err == -EACCES || err == -EPERM)
		advice = "; it takes root";
	else if (!said && (err == -EADDRNOTAVAIL || err == -EINVAL))
		advice = "; not every function can be probed (inlined ones, those of the probes themselves)";
	(void)diag__msg(diag, err, "the kernel refuses the probe '%s': %s%s", text, why, advice);
	free(said);
	return err;
}

int probe_events__add(struct probe_events *p, const char *name, const struct probe_place *place,
		      struct diag *diag)
{
	int fd = place->file && strpbrk(place->file, " \t\n") ? open(place->file, O_RDONLY | O_CLOEXEC) : -1, err;
	char *text = definition(name, place, fd);

	probe_keeper__start(&p->keeper, probe_events__group());
	err = write_command(place->file != NULL, text);
	if (fd >= 0)
		close(fd);

	text[strcspn(text, "\n")] = 0;
	if (err)
		(void)refused(text, err, diag);
	else if (place->file)
		p->nr_user++;
	else
		p->nr_kernel++;
	free(text);
	return err;
}

int probe_events__remove_group(bool user, const char *group)
{
	char *path = list_path(user), *text, *line, *save = NULL;
	int err = 0;

	if (!path)
		return -ENOENT;
	text = read_text_file(path, LIST_MAX);
	free(path);
	for (line = text ? strtok_r(text, "\n", &save) : NULL; line; line = strtok_r(NULL, "\n", &save)) {
		const char *colon = strchr(line, ':');
		size_t n = strlen(group);
		char *command;
		int e;

		if (!colon || *line == '-' || strncmp(colon + 1, group, n) || colon[1 + n] != '/')
			continue;
		command = xasprintf("-:%.*s\n", (int)strcspn(colon + 1, " "), colon + 1);
		e = write_command(user, command);
		free(command);
		/* With its first place an event is gone as a whole. */
		if (e && e != -ENOENT && !err)
			err = e;
	}
	free(text);
	return err;
}

int probe_events__remove(struct probe_events *p, struct diag *diag)
{
	int err = p->nr_user ? probe_events__remove_group(true, probe_events__group()) : 0, e;

	e = p->nr_kernel ? probe_events__remove_group(false, probe_events__group()) : 0;
	p->nr_user = p->nr_kernel = 0;
	/* What could not be removed, as it is in use, is left to it. */
	probe_keeper__dismiss(&p->keeper, !err && !e);
	if (!err)
		err = e;
	return err ? diag__msg(diag, err, "cannot remove the probes of %s: %s; do it by 'echo -:%s/NAME' "
			       "into uprobe_events and kprobe_events of tracefs", probe_events__group(),
			       strerror(-err), probe_events__group()) : 0;
}

/* "perf_aux_123_4567" of a process that is no more. */
static bool is_stale(const char *name, void *ctx)
{
	const char *number = name + strlen(GROUP_PREFIX);
	unsigned long long began, now;
	long pid;
	char *end;

	(void)ctx;
	if (strncmp(name, GROUP_PREFIX, strlen(GROUP_PREFIX)) || !isdigit((unsigned char)*number))
		return false;
	pid = strtol(number, &end, 10);
	if (pid <= 0 || pid > INT32_MAX || (*end && *end != '_'))
		return false;
	began = *end ? strtoull(end + 1, &end, 10) : 0;
	if (*end)
		return false;
	now = start_time((pid_t)pid);
	return (began && now && began != now) || (kill((pid_t)pid, 0) && errno == ESRCH);
}

void probe_events__remove_stale(void)
{
	const char *tracefs = tracefs__path();
	char *dir = tracefs ? xasprintf("%s/events", tracefs) : NULL;
	char **names = dir ? list_names(dir, is_stale, NULL) : NULL;
	size_t i;

	for (i = 0; names && names[i]; i++) {
		/* In use after all: the kernel says so, and they stay. */
		(void)probe_events__remove_group(true, names[i]);
		(void)probe_events__remove_group(false, names[i]);
	}
	free_names(names);
	free(dir);
}
