// SPDX-License-Identifier: GPL-2.0-only
/* Which running processes there are. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/process-asker.h"
#include "util/machine/synth-record.h"

pid_t synth__id(const char *name)
{
	char *end;
	long v = isdigit((unsigned char)*name) ? strtol(name, &end, 10) : -1;

	return v > 0 && v <= INT_MAX && !*end ? (pid_t)v : -1;
}

/* While some are told, the next ones are read; who takes the records may do what else is due. */
struct groups {
	const struct synth_opts *opts;
	pid_t pids[SYNTH_AT_ONCE];
	size_t nr;
	bool waits;			/* there are others, which were put */
};

static int turn(struct groups *g)
{
	bool put = g->nr && !synth__put_processes(g->opts, g->pids, g->nr), waited = g->waits;

	g->nr = 0;
	g->waits = put;
	return waited ? synth__take_processes(g->opts) : 0;
}

static int add_process(struct groups *g, pid_t pid)
{
	g->pids[g->nr++] = pid;
	return g->nr == SYNTH_AT_ONCE ? turn(g) : 0;
}

/* @err: why no more are to be told, or 0; returns it, or what comes of the last. */
static int emit_rest(struct groups *g, int err)
{
	if (!err)
		err = turn(g);
	if (!err)
		err = turn(g);
	if (err)
		process_asker__renew(g->opts->asker);
	process_asker__release(g->opts->asker);
	return err;
}

int synth__all(const struct synth_opts *opts)
{
	DIR *dir = alloc__given(opendir(procfs__path()));
	struct groups groups = { .opts = opts };
	struct dirent *d;
	int err = 0;

	if (!dir)
		return -errno;
	process_asker__hold(opts->asker);
	while (!err && (d = readdir(dir))) {
		pid_t pid = synth__id(d->d_name);

		if (pid > 0)
			err = add_process(&groups, pid);
	}
	closedir(dir);
	return emit_rest(&groups, err);
}

/* The process that @tid belongs to, or -1. */
static pid_t process_of(pid_t tid)
{
	char *text = read_text_filef("%s/%d/status", procfs__path(), tid);
	const char *at = text ? strstr(text, "\nTgid:") : NULL;
	int pid = -1;

	if (at && sscanf(at, "\nTgid: %d", &pid) != 1)
		pid = -1;
	free(text);
	return pid;
}

static int compare_pids(const void *a, const void *b)
{
	pid_t x = *(const pid_t *)a, y = *(const pid_t *)b;

	return x < y ? -1 : x > y;
}

int synth__threads(const struct synth_opts *opts, const pid_t *tids, size_t nr)
{
	pid_t *pids = xcalloc(nr ? nr : 1, sizeof(*pids));
	struct groups groups = { .opts = opts };
	size_t i;
	int err = 0;

	for (i = 0; i < nr; i++)
		pids[i] = process_of(tids[i]);
	qsort(pids, nr, sizeof(*pids), compare_pids);
	process_asker__hold(opts->asker);
	for (i = 0; i < nr && !err; i++)
		if (pids[i] > 0 && (!i || pids[i] != pids[i - 1]))
			err = add_process(&groups, pids[i]);
	free(pids);
	return emit_rest(&groups, err);
}
