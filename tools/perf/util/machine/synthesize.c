// SPDX-License-Identifier: GPL-2.0-only
/* Running processes, each from one pass over its folder in /proc. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/process-asker.h"
#include "util/base/strbuf.h"
#include "util/machine/synth-record.h"

#define AT_ONCE		4096
#define PF_KTHREAD	0x00200000u	/* field 9 of /proc/PID/stat */

/* Reads all of @name below @dir into @buf. False: it is gone. */
static bool slurp_at(int dir, const char *name, struct strbuf *buf)
{
	int fd = openat(dir, name, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	strbuf__reset(buf);
	if (fd < 0)
		return false;
	do {
		n = read(fd, strbuf__reserve(buf, AT_ONCE), AT_ONCE);
		if (n > 0)
			buf->len += (size_t)n;
	} while (n > 0);
	close(fd);
	*strbuf__reserve(buf, 1) = 0;
	return n == 0;
}

static pid_t name_to_id(const char *name)
{
	char *end;
	long v = isdigit((unsigned char)*name) ? strtol(name, &end, 10) : -1;

	return v > 0 && v <= INT_MAX && !*end ? (pid_t)v : -1;
}

struct task_stat {
	char *comm;		/* inside the buffer */
	pid_t ppid;
	bool kernel;
};

/* "PID (COMM) STATE PPID ... FLAGS": the name may hold anything, so its end is the last bracket. */
static bool parse_stat(struct strbuf *buf, struct task_stat *ret)
{
	char *open = strchr(buf->buf, '('), *close = strrchr(buf->buf, ')');
	unsigned int flags;
	int ppid;

	if (!open || !close || close < open ||
	    sscanf(close + 1, " %*c %d %*d %*d %*d %*d %u", &ppid, &flags) != 2)
		return false;
	*close = 0;
	ret->comm = open + 1;
	ret->ppid = ppid;
	ret->kernel = flags & PF_KTHREAD;
	return true;
}

struct proc {
	const struct synth_opts *opts;
	struct strbuf buf;
	struct task_stat stat;
	pid_t pid;
	int fd;			/* of /proc/PID */
};

/* While some are told, the maps of the next ones are read. */
struct procs {
	const struct synth_opts *opts;
	struct group {
		struct proc list[SYNTH_AT_ONCE];
		size_t nr;
		bool asked;	/* their maps are on the way */
	} groups[2];
	size_t filling;		/* processes are added to this one; the other one is told next */
};

/* A thread may have left those of its process (unshare, setns). What cannot be read stays 0. */
static int emit_namespaces(struct proc *proc, pid_t tid)
{
	static const char *const names[SYNTH_NR_NAMESPACES] = { "net", "uts", "ipc", "pid", "user", "mnt", "cgroup" };
	uint64_t links[SYNTH_NR_NAMESPACES][2] = { { 0 } };
	char name[48];
	struct stat st;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		snprintf(name, sizeof(name), "task/%d/ns/%s", (int)tid, names[i]);
		if (fstatat(proc->fd, name, &st, 0))
			continue;
		links[i][0] = st.st_dev;
		links[i][1] = st.st_ino;
	}
	return synth__emit_namespaces(proc->opts, proc->pid, tid, (const uint64_t (*)[2])links);
}

/* The parent, the namespaces if they are wanted, and the name of one thread. */
static int emit_task(struct proc *proc, pid_t tid, const struct task_stat *stat)
{
	bool main_thread = tid == proc->pid;
	pid_t parent = main_thread ? stat->ppid : proc->pid;
	int err = synth__emit_fork(proc->opts, proc->pid, tid, parent, parent);

	if (!err && proc->opts->namespaces)
		err = emit_namespaces(proc, tid);
	return err ? err : synth__comm(proc->opts, proc->pid, tid, stat->comm);
}

static int emit_other_threads(struct proc *proc)
{
	int fd = openat(proc->fd, "task", O_RDONLY | O_DIRECTORY | O_CLOEXEC), err = 0;
	DIR *dir = fd < 0 ? NULL : alloc__given(fdopendir(fd));
	struct dirent *d;

	if (!dir) {
		if (fd >= 0)
			close(fd);
		return 0;
	}
	while (!err && (d = readdir(dir))) {
		pid_t tid = name_to_id(d->d_name);
		struct task_stat stat;
		char name[32];

		if (tid < 0 || tid == proc->pid)
			continue;
		snprintf(name, sizeof(name), "task/%d/stat", tid);
		if (slurp_at(proc->fd, name, &proc->buf) && parse_stat(&proc->buf, &stat))
			err = emit_task(proc, tid, &stat);
	}
	closedir(dir);
	return err;
}

/* As it was made: the process, its maps, its threads. @answer: NULL: there are none. */
static int emit_process(struct proc *proc, char **answer)
{
	int err = emit_task(proc, proc->pid, &proc->stat);

	if (answer && !err)
		err = synth__emit_maps(proc->opts, proc->pid, answer);
	if (!proc->stat.kernel && !err)
		err = emit_other_threads(proc);
	return err;
}

static int emit_group(const struct synth_opts *opts, struct group *g)
{
	char *answer;
	bool has = g->asked && !synth__take_maps(opts, &answer);
	size_t i;
	int err = 0;

	for (i = 0; i < g->nr; i++) {
		if (!err)
			err = emit_process(&g->list[i], has ? &answer : NULL);
		(void)close(g->list[i].fd);
	}
	g->nr = 0;
	g->asked = false;
	return err;
}

/* Asks about those that were added, and tells the others. */
static int turn(struct procs *p)
{
	struct group *g = &p->groups[p->filling];
	pid_t pids[SYNTH_AT_ONCE];
	size_t i, nr = 0;

	for (i = 0; i < g->nr && !p->opts->no_maps; i++)
		if (!g->list[i].stat.kernel)
			pids[nr++] = g->list[i].pid;
	g->asked = nr && !synth__put_maps(p->opts, pids, nr);
	p->filling ^= 1;
	return emit_group(p->opts, &p->groups[p->filling]);
}

/* A process that ends meanwhile is no error. */
static int add_process(struct procs *p, pid_t pid)
{
	struct group *g = &p->groups[p->filling];
	struct proc *proc = &g->list[g->nr];
	char *path = xasprintf("%s/%d", procfs__path(), pid);

	proc->opts = p->opts;
	proc->pid = pid;
	proc->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	free(path);
	if (proc->fd < 0)
		return 0;
	if (!slurp_at(proc->fd, "stat", &proc->buf) || !parse_stat(&proc->buf, &proc->stat)) {
		(void)close(proc->fd);
		return 0;
	}
	return ++g->nr == SYNTH_AT_ONCE ? turn(p) : 0;
}

/* @err: why no more are to be told, or 0; returns it, or what comes of the last. */
static int emit_rest(struct procs *p, int err)
{
	size_t i;

	if (!err)
		err = turn(p);
	if (!err)
		err = turn(p);
	if (err)
		process_asker__renew(p->opts->asker);
	for (i = 0; i < 2 * SYNTH_AT_ONCE; i++) {
		struct group *g = &p->groups[i / SYNTH_AT_ONCE];

		if (i % SYNTH_AT_ONCE < g->nr)
			(void)close(g->list[i % SYNTH_AT_ONCE].fd);
		strbuf__exit(&g->list[i % SYNTH_AT_ONCE].buf);
	}
	return err;
}

int synth__all(const struct synth_opts *opts)
{
	DIR *dir = alloc__given(opendir(procfs__path()));
	struct procs procs = { .opts = opts };
	struct dirent *d;
	int err = 0;

	if (!dir)
		return -errno;
	while (!err && (d = readdir(dir))) {
		pid_t pid = name_to_id(d->d_name);

		if (pid > 0)
			err = add_process(&procs, pid);
	}
	closedir(dir);
	return emit_rest(&procs, err);
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
	struct procs procs = { .opts = opts };
	size_t i;
	int err = 0;

	for (i = 0; i < nr; i++)
		pids[i] = process_of(tids[i]);
	qsort(pids, nr, sizeof(*pids), compare_pids);
	for (i = 0; i < nr && !err; i++)
		if (pids[i] > 0 && (!i || pids[i] != pids[i - 1]))
			err = add_process(&procs, pids[i]);
	free(pids);
	return emit_rest(&procs, err);
}
