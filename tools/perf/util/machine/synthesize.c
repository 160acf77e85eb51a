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
#include "util/base/strbuf.h"
#include "util/machine/synth-record.h"

#define PF_KTHREAD	0x00200000u	/* field 9 of /proc/PID/stat */
#define MAP_SHARED_FLAG	1u
#define MAP_PRIVATE_FLAG 2u

/* Reads all of @name below @dir into @buf. False: it is gone. */
static bool slurp_at(int dir, const char *name, struct strbuf *buf)
{
	int fd = openat(dir, name, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	strbuf__reset(buf);
	if (fd < 0)
		return false;
	do {
		n = read(fd, strbuf__reserve(buf, 32768), 32768);
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
	pid_t pid;
	int fd;			/* of /proc/PID */
};

/* Reads hexadecimal digits. */
static const char *hex(const char *p, uint64_t *ret)
{
	uint64_t v = 0;

	for (;; p++) {
		int c = *p | 32;

		if (c >= '0' && c <= '9')
			v = v << 4 | (uint64_t)(c - '0');
		else if (c >= 'a' && c <= 'f')
			v = v << 4 | (uint64_t)(c - 'a' + 10);
		else
			break;
	}
	*ret = v;
	return p;
}

/* "START-END rwxp OFFSET MAJ:MIN INODE   PATH". Returns false if it is none. */
static bool parse_map(const char *line, struct record_mmap *m)
{
	uint64_t end, maj, min;
	const char *p = hex(line, &m->start);

	if (*p != '-')
		return false;
	p = hex(p + 1, &end);
	if (*p != ' ' || end <= m->start || strnlen(p, 6) < 6)
		return false;
	m->len = end - m->start;
	m->prot = (p[1] == 'r' ? 1u : 0) | (p[2] == 'w' ? 2u : 0) | (p[3] == 'x' ? 4u : 0);
	m->flags = p[4] == 's' ? MAP_SHARED_FLAG : MAP_PRIVATE_FLAG;
	p = hex(p + 6, &m->pgoff);
	p = hex(p + (*p == ' '), &maj);
	p = hex(p + (*p == ':'), &min);
	m->maj = (uint32_t)maj;
	m->min = (uint32_t)min;
	for (p += *p == ' ', m->ino = 0; isdigit((unsigned char)*p); p++)
		m->ino = m->ino * 10 + (uint64_t)(*p - '0');
	p += strspn(p, " ");
	m->filename = *p ? p : "//anon";
	return true;
}

static int emit_map(struct proc *proc, const char *line)
{
	const struct synth_opts *opts = proc->opts;
	struct record_mmap m = { .pid = (uint32_t)proc->pid, .tid = (uint32_t)proc->pid };

	if (!parse_map(line, &m) || (!(m.prot & 4) && (!opts->data_maps || !(m.prot & 3))))
		return 0;
	if (opts->build_ids && m.ino)
		m.build_id_size = (uint8_t)synth__build_id(opts, &m, m.build_id);
	if (!m.build_id_size && m.ino && (m.prot & 4) && opts->on_file)
		opts->on_file(opts->ctx, m.filename);
	return synth__emit_mmap(opts, PERF_RECORD_MISC_USER, &m);
}

static int emit_maps(struct proc *proc)
{
	char *line, *next;
	int err = 0;

	if (!slurp_at(proc->fd, "maps", &proc->buf))
		return 0;
	for (line = proc->buf.buf; *line && !err; line = next) {
		next = strchrnul(line, '\n');
		if (*next)
			*next++ = 0;
		err = emit_map(proc, line);
	}
	return err;
}

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

/* As it was made: the process, its maps, its threads. A process that ends meanwhile is no error. */
static int emit_process(const struct synth_opts *opts, pid_t pid)
{
	struct proc proc = { .opts = opts, .pid = pid };
	struct task_stat stat;
	char *path = xasprintf("%s/%d", procfs__path(), pid);
	int err = 0;

	proc.fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	free(path);
	if (proc.fd < 0)
		return 0;
	if (slurp_at(proc.fd, "stat", &proc.buf) && parse_stat(&proc.buf, &stat)) {
		err = emit_task(&proc, pid, &stat);
		if (!err && !stat.kernel) {
			err = opts->no_maps ? 0 : emit_maps(&proc);
			if (!err)
				err = emit_other_threads(&proc);
		}
	}
	close(proc.fd);
	strbuf__exit(&proc.buf);
	return err;
}

int synth__all(const struct synth_opts *opts)
{
	DIR *dir = alloc__given(opendir(procfs__path()));
	struct dirent *d;
	int err = 0;

	if (!dir)
		return -errno;
	while (!err && (d = readdir(dir))) {
		pid_t pid = name_to_id(d->d_name);

		if (pid > 0)
			err = emit_process(opts, pid);
	}
	closedir(dir);
	return err;
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
	size_t i;
	int err = 0;

	for (i = 0; i < nr; i++)
		pids[i] = process_of(tids[i]);
	qsort(pids, nr, sizeof(*pids), compare_pids);
	for (i = 0; i < nr && !err; i++)
		if (pids[i] > 0 && (!i || pids[i] != pids[i - 1]))
			err = emit_process(opts, pids[i]);
	free(pids);
	return err;
}
