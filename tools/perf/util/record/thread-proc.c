// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/thread-proc.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"

#define PF_KTHREAD	0x00200000u	/* field 9 of /proc/PID/stat */
#define THREADS_MAX	1000000

/* "PID (COMM) STATE PPID ...": the name may hold anything, so its end is the last bracket. */
static bool parse_stat(const char *text, struct thread_state *ret)
{
	const char *p = strrchr(text, ')');
	unsigned int flags = 0;
	int cpu = -1;

	/* Fields 3, 9 and 39 of it. */
	if (!p || sscanf(p + 1, " %c %*d %*d %*d %*d %*d %u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %*u %*u %*d %*u %*u %*u "
			 "%*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*d %d", &ret->letter, &flags, &cpu) < 2)
		return false;
	ret->kernel = flags & PF_KTHREAD;
	ret->cpu = (uint32_t)cpu;
	return true;
}

/* The number behind the line's name @key. */
static bool find_number(const char *text, const char *key, uint64_t *ret)
{
	const char *p = strstr(text, key);

	if (!p)
		return false;
	*ret = strtoull(p + strlen(key), NULL, 10);
	return true;
}

bool thread_state__read(pid_t tid, struct thread_state *ret)
{
	char *stat = read_text_filef("%s/%d/stat", procfs__path(), tid);
	bool ok = stat && parse_stat(stat, ret) && thread_state__read_status(tid, ret);

	free(stat);
	return ok;
}

bool thread_state__read_status(pid_t tid, struct thread_state *ret)
{
	char *status = read_text_filef("%s/%d/status", procfs__path(), tid);
	uint64_t pid = 0, waited = 0, preempted = 0;
	/* The name in the first line of status has its newlines written as \n, so that nothing of it begins a line. */
	bool ok = status && find_number(status, "\nTgid:", &pid) && find_number(status, "\nvoluntary_ctxt_switches:", &waited) &&
		  find_number(status, "\nnonvoluntary_ctxt_switches:", &preempted);

	free(status);
	if (!ok)
		return false;
	ret->pid = (pid_t)pid;
	ret->switches = waited + preempted;
	return true;
}

/* "running", "-1 SP PC", or "NR ARG*6 SP PC" in hexadecimal. */
int thread__user_regs(pid_t tid, uint64_t *ret_ip, uint64_t *ret_sp)
{
	char *text = read_text_filef("%s/%d/syscall", procfs__path(), tid), *ip, *sp;
	int err = 0;

	if (!text)
		return -errno;
	ip = strrchr(text, ' ');
	if (ip)
		*ip++ = 0;
	sp = ip ? strrchr(text, ' ') : NULL;
	if (sp) {
		*ret_ip = strtoull(ip, NULL, 16);
		*ret_sp = strtoull(sp + 1, NULL, 16);
	} else {
		err = strcmp(text, "running") ? -ENODATA : -EAGAIN;
	}
	free(text);
	return err ?: *ret_ip && *ret_sp ? 0 : -ENODATA;
}

/* --- which there are ------------------------------------------------------------------------------------------- */

void thread_list__add(struct thread_list *l, pid_t tid)
{
	if (l->nr == THREADS_MAX)
		return;
	GROW(l->tids, l->nr, l->cap);
	l->tids[l->nr++] = tid;
}

static pid_t id_of(const char *name)
{
	return *name >= '1' && *name <= '9' ? (pid_t)strtol(name, NULL, 10) : 0;
}

void thread_list__add_process(struct thread_list *l, pid_t pid)
{
	char *folder = xasprintf("%s/%d/task", procfs__path(), pid);
	char **names = list_names(folder, NULL, NULL);
	size_t i;

	for (i = 0; names && names[i]; i++)
		if (id_of(names[i]))
			thread_list__add(l, id_of(names[i]));
	free_names(names);
	free(folder);
}

void thread_list__add_all(struct thread_list *l, pid_t but)
{
	char **names = list_names(procfs__path(), NULL, NULL);
	size_t i;

	for (i = 0; names && names[i]; i++)
		if (id_of(names[i]) && id_of(names[i]) != but)
			thread_list__add_process(l, id_of(names[i]));
	free_names(names);
}

void thread_list__add_started(struct thread_list *l, size_t from)
{
	size_t i;

	/* Whatever a thread has started is listed beside it. */
	for (i = from; i < l->nr; i++) {
		char *text = read_text_filef("%s/%d/task/%d/children", procfs__path(), l->tids[i], l->tids[i]), *p = text;
		long child;

		while (p && (child = strtol(p, &p, 10)) > 0)
			thread_list__add_process(l, (pid_t)child);
		free(text);
	}
}

void thread_list__add_tree(struct thread_list *l, pid_t pid)
{
	size_t from = l->nr;

	thread_list__add_process(l, pid);
	thread_list__add_started(l, from);
}

static int compare(const void *a, const void *b)
{
	const pid_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

void thread_list__finish(struct thread_list *l)
{
	size_t i, nr = 0;

	if (l->nr)
		qsort(l->tids, l->nr, sizeof(pid_t), compare);
	for (i = 0; i < l->nr; i++)
		if (!nr || l->tids[nr - 1] != l->tids[i])
			l->tids[nr++] = l->tids[i];
	l->nr = nr;
}

void thread_list__exit(struct thread_list *l)
{
	free(l->tids);
	*l = (struct thread_list){ .nr = 0 };
}
