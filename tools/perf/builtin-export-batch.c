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
	const char *below;		/* the part of it below the folder that was asked for */
	struct stat st;			/* of its file */
	uint64_t key;
	pid_t pid;			/* of the child that reads it; 0: none */
	bool done;			/* what is made of it is there already */
	bool partial;			/* that is not all of it */
};

struct batch {
	const struct export_run *run;
	const char *suffix;		/* of the files, with its dot */
	int dir_fd, out_fd;
	struct found *list;
	size_t nr, cap;
	size_t others;			/* files that are no recordings */
	struct u64num by_key;		/* numbers in the list, plus 1 */
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

/* Does the file of @look (O_PATH, which is closed) begin as a recording does? */
static bool is_recording(int look, const char *path, struct stat *st)
{
	char magic[8];
	bool is;
	int fd;

	if (look < 0)
		return false;
	if (fstat(look, st) || !S_ISREG(st->st_mode)) {
		close(look);
		return false;
	}
	fd = open_seen(look, path, O_RDONLY | O_NONBLOCK);
	if (fd < 0)
		return false;
	is = read(fd, magic, sizeof(magic)) == sizeof(magic) && (!memcmp(magic, "PERFILE2", 8) || !memcmp(magic, "2ELIFREP", 8));
	close(fd);
	return is;
}

static void add_found(struct batch *b, const char *path, const char *below, const struct stat *st)
{
	struct found *f;

	GROW(b->list, b->nr, b->cap);
	f = &b->list[b->nr++];
	*f = (struct found){ .path = xstrdup(path), .st = *st, .key = key_of(below, st) };
	f->below = f->path + (below - path);
}

static void look_into(struct batch *b, DIR *dir, const char *path, const char *below, int depth);

/* @look (O_PATH, which is closed) is the file or folder @path; @below: the part of that below the folder that was asked for. */
static void look_at(struct batch *b, int look, const char *path, const char *below, int depth)
{
	struct stat st, data;
	DIR *dir = NULL;
	int fd;

	if (fstat(look, &st) || !S_ISDIR(st.st_mode)) {
		if (is_recording(look, path, &st))
			add_found(b, path, below, &st);
		else
			b->others++;
		return;
	}
	if (is_recording(openat(look, "data", O_PATH | O_NOFOLLOW | O_CLOEXEC), path, &data)) {
		add_found(b, path, below, &data);
		close(look);
		return;
	}
	fd = open_seen(look, path, O_RDONLY | O_DIRECTORY);
	if (fd >= 0 && depth < DEPTH_MAX)
		dir = alloc__given(fdopendir(fd));
	if (dir) {
		look_into(b, dir, path, below, depth);
		closedir(dir);
	} else {
		b->others++;
		if (fd >= 0)
			close(fd);
	}
}

/* One step at a time, and none of them by a link: whatever others put there meanwhile, nothing elsewhere is read. */
static void look_into(struct batch *b, DIR *dir, const char *path, const char *below, int depth)
{
	struct dirent *e;
	char *inside;
	int look;

	while ((e = readdir(dir))) {
		/* What begins with a dot is not finished, or nobody's business. */
		if (e->d_name[0] == '.')
			continue;
		look = openat(dirfd(dir), e->d_name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
		if (look < 0) {
			b->others++;
			continue;
		}
		inside = xasprintf("%s/%s", path, e->d_name);
		look_at(b, look, inside, inside + (below - path) + !*below, depth + 1);
		free(inside);
	}
}

/* The line about a recording says at its end whether all of it could be read. */
static bool was_partial(int lines_fd, const char *name)
{
	static const char words[] = EXPORT_RECORDING_PARTIAL;
	char *file = xasprintf("%s.json", name), end[sizeof(words) - 1];
	int fd = openat(lines_fd, file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	bool is;

	free(file);
	if (fd < 0)
		return false;
	is = lseek(fd, -(off_t)sizeof(end), SEEK_END) >= 0 && read(fd, end, sizeof(end)) == sizeof(end) && !memcmp(end, words, sizeof(end));
	close(fd);
	return is;
}

/* "HOST-BUILDID-0123456789abcdef.ndjson" */
static void see_done(struct batch *b, int lines_fd, const char *name)
{
	size_t n = strlen(name), end = strlen(b->suffix);
	char key[KEY_LETTERS + 1], *stop, *base;
	uint64_t v, number;

	if (n < end + KEY_LETTERS + 1 || strcmp(name + n - end, b->suffix) || name[n - end - KEY_LETTERS - 1] != '-')
		return;
	memcpy(key, name + n - end - KEY_LETTERS, KEY_LETTERS);
	key[KEY_LETTERS] = 0;
	v = strtoull(key, &stop, 16);
	number = v && !*stop ? u64num__find(&b->by_key, v) : 0;
	if (!number)
		return;
	base = xstrndup(name, n - end);
	b->list[number - 1].done = true;
	b->list[number - 1].partial = was_partial(lines_fd, base);
	free(base);
}

/* @name: "day=2026-11-22" */
static void look_at_day(struct batch *b, const char *name)
{
	char *samples = xasprintf("samples/%s", name), *lines = xasprintf("recordings/%s", name);
	int fd = folder__open_below(b->out_fd, samples), lines_fd = folder__open_below(b->out_fd, lines);
	DIR *day = fd < 0 ? NULL : alloc__given(fdopendir(fd));
	struct dirent *e;

	if (!day && fd >= 0)
		close(fd);
	while (day && (e = readdir(day)))
		see_done(b, lines_fd, e->d_name);
	if (day)
		closedir(day);
	if (lines_fd >= 0)
		close(lines_fd);
	free(samples);
	free(lines);
}

static void look_at_days(struct batch *b)
{
	int fd = folder__open_below(b->out_fd, "samples");
	DIR *days = fd < 0 ? NULL : alloc__given(fdopendir(fd));
	struct dirent *d;
	size_t i;

	if (!days && fd >= 0)
		close(fd);
	for (i = 0; i < b->nr; i++)
		u64num__set(&b->by_key, b->list[i].key, i + 1);
	while (days && (d = readdir(days)))
		if (!strncmp(d->d_name, "day=", 4))
			look_at_day(b, d->d_name);
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
	bool partial = read_errors__partial(&r->errors, session__stats(r->session));
	int err = export_recording__write(&j->what, &r->export, j->b->out_fd,
					     &(struct export_recording_line){ j->f->path, day, name, partial });
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
	r.session_opts.input_fd = folder__look_below(b->dir_fd, f->below);
	if (r.session_opts.input_fd < 0) {
		pr_error("perf: cannot open %s: %s\n", shown__in_message(f->path), strerror(-r.session_opts.input_fd));
		free(output);
		return EXIT_FAILED;
	}
	r.output = output;
	r.seen = seen;
	r.choose_name = choose_name;
	r.ctx = &j;
	export_recording__init(&j.what, &f->st);
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
		f->partial = true;
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
		if (b->list[i].done) {
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

/* At each run, also of those that an earlier one has read: what is missing stays missing. */
static void tell_partial(struct batch *b)
{
	size_t i;

	for (i = 0; i < b->nr; i++) {
		if (!b->list[i].partial)
			continue;
		b->partial++;
		pr_warning("perf: %s could be read only in part: it is damaged, or files that its names come from could not be read "
			   "(perf defer export -i FILE says more)\n", shown__in_message(b->list[i].path));
	}
}

static int tell(struct batch *b, const char *dir)
{
	tell_partial(b);
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
	struct batch b = { .run = r, .suffix = r->opts.format->suffix, .dir_fd = -1, .out_fd = -1 };
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	int status = EXIT_FAILED, err;
	size_t i;

	/* The user has named it, be it by a link. */
	b.dir_fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (b.dir_fd < 0 && errno != ENOTDIR && errno != ENOENT) {
		pr_error("perf: cannot open %s: %s\n", shown__in_message(dir), strerror(errno));
		return EXIT_FAILED;
	}
	if (b.dir_fd < 0) {
		pr_error("perf: --batch takes a folder of recordings, and %s is none\n", shown__in_message(dir));
		return EXIT_FAILED;
	}
	err = open_output(&b);
	if (err) {
		pr_error("perf: cannot make the folder %s: %s\n", shown__in_message(r->output), strerror(-err));
		close(b.dir_fd);
		return EXIT_FAILED;
	}
	look_at(&b, fcntl(b.dir_fd, F_DUPFD_CLOEXEC, 3), dir, dir + strlen(dir), 0);
	if (b.nr)
		qsort(b.list, b.nr, sizeof(*b.list), by_path);
	look_at_days(&b);
	run_all(&b, jobs ? jobs : cpus > 0 ? (unsigned int)cpus : 1);
	status = tell(&b, dir);
	for (i = 0; i < b.nr; i++)
		free(b.list[i].path);
	free(b.list);
	u64num__exit(&b.by_key);
	close(b.dir_fd);
	close(b.out_fd);
	return status;
}
