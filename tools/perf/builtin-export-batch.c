// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each recording is read by a child of its own: reading uses one CPU, a damaged recording can only harm itself, and no
 * memory of one is left for the next. What is finished is known by the names in the output folder alone.
 */
#include "builtin-export.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "builtin.h"
#include "util/base/alloc.h"
#include "util/base/children.h"
#include "util/base/folder-walk.h"
#include "util/base/hash.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/open-regular.h"
#include "util/base/shown.h"
#include "util/export/export-recording.h"

#define DEPTH_MAX	32		/* folders in folders */
#define KEY_LETTERS	16

struct found {
	char *path;
	uint64_t key;
	pid_t pid;			/* of the child that reads it; 0: none */
};

struct batch {
	const struct export_run *run;
	const char *suffix;		/* of the files, with its dot */
	int out_fd;
	struct found *list;
	size_t nr, cap;
	size_t others;			/* files that are no recordings */
	struct u64num done;		/* keys of the files that are there */
	size_t written, there, partial, failed;
};

/* --- what there is --------------------------------------------------------------------------- */

/* The same in every process and on every machine, as it is part of a name. */
static uint64_t key_of(const char *name, const struct stat *st)
{
	uint64_t parts[] = { (uint64_t)st->st_size, (uint64_t)st->st_mtim.tv_sec, (uint64_t)st->st_mtim.tv_nsec };
	uint64_t h = UINT64_C(0xcbf29ce484222325);
	size_t i;

	/* FNV-1a. */
	for (; *name; name++)
		h = (h ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
	for (i = 0; i < ARRAY_SIZE(parts) * 8; i++)
		h = (h ^ (parts[i / 8] >> i % 8 * 8 & 0xff)) * UINT64_C(0x100000001b3);
	return h ? h : 1;
}

static bool is_recording(const char *path, struct stat *st)
{
	char magic[8];
	int fd = open_regular(path, O_NOFOLLOW, st);
	bool is;

	if (fd < 0)
		return false;
	is = read(fd, magic, sizeof(magic)) == sizeof(magic) && (!memcmp(magic, "PERFILE2", 8) || !memcmp(magic, "2ELIFREP", 8));
	close(fd);
	return is;
}

static void add_found(struct batch *b, const char *path, const char *name, const struct stat *st)
{
	GROW(b->list, b->nr, b->cap);
	b->list[b->nr++] = (struct found){ .path = xstrdup(path), .key = key_of(name, st) };
}

/* @name: the part of @path below the folder that was asked for. */
static void look_at(struct batch *b, const char *path, const char *name, int depth)
{
	char *inside = xasprintf("%s/data", path);
	struct stat st;
	DIR *dir;
	struct dirent *e;

	if (is_recording(path, &st) || is_recording(inside, &st)) {
		add_found(b, path, name, &st);
	} else if (!lstat(path, &st) && S_ISDIR(st.st_mode) && depth < DEPTH_MAX && (dir = opendir(path))) {
		while ((e = readdir(dir))) {
			char *below = xasprintf("%s/%s", path, e->d_name), *part = xasprintf("%s%s%s", name, *name ? "/" : "", e->d_name);

			/* What begins with a dot is not finished, or nobody's business. */
			if (e->d_name[0] != '.')
				look_at(b, below, part, depth + 1);
			free(below);
			free(part);
		}
		closedir(dir);
	} else if (*name) {
		b->others++;
	}
	free(inside);
}

/* "HOST-BUILDID-0123456789abcdef.ndjson" */
static void see_done(struct batch *b, const char *name)
{
	size_t n = strlen(name), end = strlen(b->suffix);
	char key[KEY_LETTERS + 1], *stop;
	uint64_t v;

	if (n < end + KEY_LETTERS + 1 || strcmp(name + n - end, b->suffix) || name[n - end - KEY_LETTERS - 1] != '-')
		return;
	memcpy(key, name + n - end - KEY_LETTERS, KEY_LETTERS);
	key[KEY_LETTERS] = 0;
	v = strtoull(key, &stop, 16);
	if (v && !*stop)
		u64num__set(&b->done, v, 1);
}

static void look_at_days(struct batch *b)
{
	int fd = folder__open_below(b->out_fd, "samples");
	DIR *days = fd < 0 ? NULL : fdopendir(fd), *day;
	struct dirent *d, *e;

	if (!days && fd >= 0)
		close(fd);
	while (days && (d = readdir(days))) {
		int below = strncmp(d->d_name, "day=", 4) ? -1 : openat(dirfd(days), d->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

		day = below < 0 ? NULL : fdopendir(below);
		if (!day && below >= 0)
			close(below);
		while (day && (e = readdir(day)))
			see_done(b, e->d_name);
		if (day)
			closedir(day);
	}
	if (days)
		closedir(days);
}

static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct found *)a)->path, ((const struct found *)b)->path);
}

/* --- one recording --------------------------------------------------------------------------- */

struct job {
	const struct batch *b;
	const struct found *f;
	struct export_recording what;
};

static void seen(void *ctx, const struct session_sample *s)
{
	export_recording__sample(&((struct job *)ctx)->what, s);
}

/* All of it was written: now its name is known. The line about it is there before that name is. */
static int choose_name(void *ctx, struct export_run *r, struct new_file *file)
{
	struct job *j = ctx;
	char *name = export_recording__name(&j->what, r->session, j->f->key), *base = xasprintf("%s%s", name, j->b->suffix);
	char *day = export_recording__day(&j->what, r->session);
	int err = export_recording__write(&j->what, &r->export, j->b->out_fd, j->f->path, day, name);
	char *folder = xasprintf("samples/%s", day);
	int fd = err ? err : folder__make_below(j->b->out_fd, folder);

	err = fd < 0 ? fd : new_file__move(file, fd, base);
	if (fd >= 0)
		close(fd);
	free(name);
	free(base);
	free(day);
	free(folder);
	return err;
}

static int run_job(const struct batch *b, const struct found *f)
{
	struct job j = { .b = b, .f = f };
	struct export_run r = *b->run;
	char *output = xasprintf("%s/%016" PRIx64 "%s", b->run->output, f->key, b->suffix);
	int status;

	/* What is missing in each stands in the line about it. */
	if (verbose == LOG_NORMAL)
		verbose = LOG_QUIET;
	r.session_opts.input = f->path;
	r.output = output;
	r.seen = seen;
	r.choose_name = choose_name;
	r.ctx = &j;
	export_recording__init(&j.what, f->path);
	status = export_run(&r);
	export_recording__exit(&j.what);
	free(output);
	return status;
}

/* --- all of them ----------------------------------------------------------------------------- */

static bool start(const struct batch *b, struct found *f)
{
	pid_t parent = getpid();

	fflush(NULL);
	children__keep_status();
	f->pid = fork();
	if (f->pid)
		return f->pid > 0;
	/* Nobody waits for what an interrupted batch has begun. */
	if (prctl(PR_SET_PDEATHSIG, SIGTERM) || getppid() != parent)
		_exit(EXIT_FAILED);
	exit(run_job(b, f));
}

static void see_end(struct batch *b, struct found *f, int status)
{
	f->pid = 0;
	if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_OK) {
		b->written++;
	} else if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_PARTIAL) {
		b->written++;
		b->partial++;
	} else {
		b->failed++;
		if (WIFSIGNALED(status))
			pr_error("perf: reading %s ended by signal %d\n", shown__in_message(f->path), WTERMSIG(status));
	}
}

/* Waits until a child has ended. */
static void wait_for_one(struct batch *b)
{
	int status;
	size_t i;
	pid_t pid;

	do
		pid = waitpid(-1, &status, 0);
	while (pid < 0 && errno == EINTR);
	for (i = 0; i < b->nr; i++)
		if (pid > 0 && b->list[i].pid == pid)
			see_end(b, &b->list[i], status);
}

static void run_all(struct batch *b, unsigned int jobs)
{
	size_t i, started = 0, running;

	for (i = 0; i < b->nr; i++) {
		if (u64num__find(&b->done, b->list[i].key)) {
			b->there++;
			continue;
		}
		while ((running = started - b->written - b->failed) >= jobs)
			wait_for_one(b);
		if (start(b, &b->list[i])) {
			started++;
			continue;
		}
		b->list[i].pid = 0;
		if (running) {	/* when one has ended there may be room */
			wait_for_one(b);
			i--;
			continue;
		}
		pr_error("perf: cannot start a process for %s: %s\n", shown__in_message(b->list[i].path), strerror(errno));
		started++;
		b->failed++;
	}
	while (started > b->written + b->failed)
		wait_for_one(b);
}

static int open_output(struct batch *b)
{
	int fd;

	if (mkdir(b->run->output, 0700) && errno != EEXIST)
		return -errno;
	fd = open(b->run->output, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	b->out_fd = fd;
	return 0;
}

static int tell(const struct batch *b, const char *dir)
{
	if (b->others)
		pr_warning("perf: %zu files in %s are no recordings\n", b->others, shown__in_message(dir));
	pr_notice("[ %s: %zu recordings as %s, %zu were there already, %zu damaged, %zu failed ]\n", shown__in_message(b->run->output),
		  b->written, b->run->opts.format->name, b->there, b->partial, b->failed);
	if (!b->nr)
		pr_error("perf: %s has no recordings\n", shown__in_message(dir));
	if (!b->written && !b->there)
		return EXIT_FAILED;
	return b->failed || b->partial ? EXIT_PARTIAL : EXIT_OK;
}

int export_batch(const struct export_run *r, const char *dir, unsigned int jobs)
{
	struct batch b = { .run = r, .suffix = r->opts.format->suffix, .out_fd = -1 };
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	int status = EXIT_FAILED, err;
	struct stat st;
	size_t i;

	if (stat(dir, &st) || !S_ISDIR(st.st_mode)) {
		pr_error("perf: --batch takes a folder of recordings, and %s is none\n", shown__in_message(dir));
		return EXIT_FAILED;
	}
	err = open_output(&b);
	if (err) {
		pr_error("perf: cannot make the folder %s: %s\n", shown__in_message(r->output), strerror(-err));
		return EXIT_FAILED;
	}
	look_at(&b, dir, "", 0);
	if (b.nr)
		qsort(b.list, b.nr, sizeof(*b.list), by_path);
	look_at_days(&b);
	run_all(&b, jobs ? jobs : cpus > 0 ? (unsigned int)cpus : 1);
	status = tell(&b, dir);
	for (i = 0; i < b.nr; i++)
		free(b.list[i].path);
	free(b.list);
	u64num__exit(&b.done);
	close(b.out_fd);
	return status;
}
