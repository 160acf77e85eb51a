// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each recording is read by a child of its own: reading uses one CPU, a damaged recording can only harm itself, and no
 * memory of one is left for the next. Which there are: builtin-export-files.c.
 */
#include "builtin-export-batch.h"

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
#include "util/base/log.h"
#include "util/base/shown.h"
#include "util/export/export-recording.h"

/* --- one recording --------------------------------------------------------------------------- */

struct job {
	const struct batch *b;
	const struct batch_file *f;
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

static int run_job(const struct batch *b, const struct batch_file *f)
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

static bool start(const struct batch *b, struct batch_file *f)
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

static void see_end(struct batch *b, struct batch_file *f, int status)
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
	export_batch__find(&b, fcntl(b.dir_fd, F_DUPFD_CLOEXEC, 3), dir);
	export_batch__see_done(&b);
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
