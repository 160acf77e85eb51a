// SPDX-License-Identifier: GPL-2.0-only
/*
 * Running processes, each from one pass over its folder in /proc. Much of what is there is told under locks of the
 * process, so a deputy reads it (process-asker.h). Its answer is a row of records, and of maps whose files only the
 * recorder knows how to ask for a build id.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/log.h"
#include "util/base/process-asker.h"
#include "util/base/strbuf.h"
#include "util/machine/synth-record.h"

#define AT_ONCE		4096
#define PF_KTHREAD	0x00200000u	/* field 9 of /proc/PID/stat */

struct question {
	struct process_asker *asker;	/* both at the same place as here */
	struct synth_cache *cache;	/* the deputy's own */
	size_t id_size;
	bool build_ids, data_maps, no_maps, namespaces;
	uint32_t listing;		/* of the cache */
	uint32_t nr;
	pid_t pids[SYNTH_AT_ONCE];
};

_Static_assert(sizeof(struct question) <= PROCESS_QUESTION_MAX, "a question has room for all");

/* A part of the answer: a record, or a struct record_mmap with its name behind it. */
struct item {
	uint32_t size;			/* bytes behind it, a multiple of 8 */
	uint16_t is_map, known;		/* @known: it has its build id, if there is one */
};

_Static_assert(sizeof(struct item) == 8, "no byte is sent that nobody has written");

/* --- in the deputy ---------------------------------------------------------------------------- */

static int add_record(void *ctx, const void *record, size_t size)
{
	const struct item item = { .size = (uint32_t)size };

	strbuf__add(ctx, &item, sizeof(item));
	strbuf__add(ctx, record, size);
	return 0;
}

static int add_map(void *ctx, const struct record_mmap *m, bool known)
{
	static const char zeros[8];
	size_t len = strlen(m->filename), end = 8 - (sizeof(*m) + len) % 8;
	const struct item item = { .size = (uint32_t)(sizeof(*m) + len + end), .is_map = true, .known = known };

	strbuf__add(ctx, &item, sizeof(item));
	strbuf__add(ctx, m, sizeof(*m));
	strbuf__add(ctx, m->filename, len);
	strbuf__add(ctx, zeros, end);
	return 0;
}

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
		pid_t tid = synth__id(d->d_name);
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
static void add_process(const struct synth_opts *opts, pid_t pid)
{
	struct proc proc = { .opts = opts, .pid = pid };
	char *path = xasprintf("%s/%d", procfs__path(), pid);
	struct task_stat stat;

	proc.fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	free(path);
	if (proc.fd < 0)
		return;
	if (slurp_at(proc.fd, "stat", &proc.buf) && parse_stat(&proc.buf, &stat)) {
		(void)emit_task(&proc, pid, &stat);
		if (!stat.kernel && !opts->no_maps)
			(void)synth__read_maps(opts, pid, add_map);
		if (!stat.kernel)
			(void)emit_other_threads(&proc);
	}
	(void)close(proc.fd);
	strbuf__exit(&proc.buf);
}

/* Where the lock of the map is held, names can often be had. */
static void read_processes(struct deputy_job *job)
{
	const struct question *q = job->in;
	struct strbuf out = STRBUF_INIT;
	struct synth_opts opts = { .emit = add_record, .ctx = &out, .id_size = q->id_size, .build_ids = q->build_ids, .data_maps = q->data_maps,
				   .namespaces = q->namespaces, .cache = q->cache };
	uint32_t i;

	if (q->cache)
		synth_cache__follow(q->cache, q->listing);
	for (i = 0; i < q->nr; i++) {
		opts.no_maps = q->no_maps || !process_asker__at(q->asker, q->pids[i]);
		if (!opts.no_maps || process_asker__at(q->asker, -q->pids[i]))
			add_process(&opts, q->pids[i]);
	}
	process_job__answer(job, strbuf__str(&out), out.len);
	strbuf__exit(&out);
}

/* --- here ------------------------------------------------------------------------------------- */

int synth__put_processes(const struct synth_opts *opts, const pid_t *pids, size_t nr)
{
	struct question q = { .asker = opts->asker, .cache = opts->cache, .id_size = opts->id_size, .build_ids = opts->build_ids,
			      .listing = opts->cache ? synth_cache__listing(opts->cache) : 0, .data_maps = opts->data_maps,
			      .no_maps = opts->no_maps, .namespaces = opts->namespaces, .nr = (uint32_t)nr };

	memcpy(q.pids, pids, nr * sizeof(*pids));
	return process_asker__put(opts->asker, 0, read_processes, &q, sizeof(q));
}

static int emit_map(const struct synth_opts *opts, const char *bytes, bool known)
{
	struct record_mmap m;

	memcpy(&m, bytes, sizeof(m));
	m.filename = bytes + sizeof(m);
	if (opts->build_ids && m.ino && !known)
		m.build_id_size = (uint8_t)synth__build_id(opts, &m, m.build_id);
	if (!m.build_id_size && m.ino && (m.prot & 4) && opts->on_file)
		opts->on_file(opts->ctx, m.filename);
	return synth__emit_mmap(opts, PERF_RECORD_MISC_USER, &m);
}

int synth__take_processes(const struct synth_opts *opts)
{
	struct item item;
	size_t size, at;
	char *answer;
	int err = process_asker__take(opts->asker, &answer, &size);

	/* As when somebody kills the deputy. Those that are waited for in vain are told one by one. */
	if (err && err != -ESRCH)
		pr_warning(
			"perf: up to %d running processes could not be asked what they have mapped (%s): their samples may have no names\n",
			SYNTH_AT_ONCE, strerror(-err));
	if (err)
		return 0;
	for (at = 0; !err && at + sizeof(item) <= size; at += item.size) {
		memcpy(&item, answer + at, sizeof(item));
		at += sizeof(item);
		err = item.is_map ? emit_map(opts, answer + at, item.known) : opts->emit(opts->ctx, answer + at, item.size);
	}
	return err;
}
