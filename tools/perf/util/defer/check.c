// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/percent.h"
#include "util/choose/pmu.h"
#include "util/code/needed-files.h"

static bool can_count_cycles(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE, .size = PERF_ATTR_SIZE_VER5, .config = PERF_COUNT_HW_CPU_CYCLES,
		.exclude_kernel = 1, .exclude_hv = 1, .disabled = 1,
	};
	int fd = perf_event_open(&attr, 0, -1, -1, 0);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static void find_aux(struct check *c)
{
	char **names = pmu_names(NULL), **n;

	for (n = names; *n; n++) {
		struct diag ignored = DIAG_INIT;
		struct pmu *pmu = pmu__load(*n, &ignored);
		struct perf_event_attr attr = { .size = PERF_ATTR_SIZE_VER6, .type = pmu ? pmu->type : 0 };

		if (pmu && kernel__event_has_aux(&attr, 0) > 0) {
			GROW(c->aux, c->nr_aux, c->cap_aux);
			c->aux[c->nr_aux++] = (struct check_aux){
				.name = xstrdup(*n), .can_pause = kernel__pmu_can_pause_aux(&attr) > 0 };
		}
		pmu__delete(pmu);
	}
	free_names(names);
}

/* @err: why there is nothing to measure, or 0. */
static void add_file(void *ctx, const char *path, int err)
{
	struct check *c = ctx;
	struct check_file *f;

	GROW(c->files, c->nr_files, c->cap_files);
	f = &c->files[c->nr_files++];
	*f = (struct check_file){ .path = xstrdup(path) };
	f->err = err ?: frame_pointers__measure(path, &f->fp);
	if (!err)
		check_sframe__read(&f->sframe, path);
}

static bool is_c_library(const char *path)
{
	const char *base = strrchr(path, '/');

	base = base ? base + 1 : path;
	return !strncmp(base, "libc.so", 7) || !strncmp(base, "ld-musl", 7) || !strncmp(base, "libc-", 5);
}

static void add_if_c_library(void *ctx, const char *path, int err)
{
	if (is_c_library(path))
		add_file(ctx, path, err);
}

/* The one that this very tool uses is the one that most programs here use. */
static void find_c_library(struct check *c)
{
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);

	if (n <= 0)
		return;
	self[n] = 0;
	(void)needed_files__for_each(self, add_if_c_library, c, NULL);
}

int check__run(struct check *c, const char *program, struct diag *diag)
{
	struct utsname un;
	const char *tracefs = tracefs__path();
	int err;

	if (!uname(&un)) {
		c->release = xstrdup(un.release);
		c->machine = xstrdup(un.machine);
	}
	kernel_features__probe(&c->features);
	c->hardware = can_count_cycles();
	c->paranoid = kernel__perf_event_paranoid();
	c->kptr_restrict = kernel__kptr_restrict();
	c->mlock_kb = kernel__perf_event_mlock_kb();
	c->memlock_limit = kernel__memlock_limit();
	c->privileged = kernel__is_privileged();
	c->tracefs = tracefs ? xstrdup(tracefs) : NULL;
	c->no_tracefs = tracefs ? NULL : tracefs__problem();
	c->no_events = c->features.open_error ? kernel__why_no_events(c->features.open_error) : NULL;
	find_aux(c);
	if (!program) {
		find_c_library(c);
		return 0;
	}
	if (access(program, R_OK))
		return diag__msg(diag, -errno, "cannot read '%s': %s", program, strerror(errno));
	add_file(c, program, 0);
	if (c->files[0].err == -EINVAL)
		return diag__msg(diag, -EINVAL, "'%s' is not an ELF file", program);
	err = needed_files__for_each(program, add_file, c, diag);
	return err;
}

void check__exit(struct check *c)
{
	while (c->nr_aux)
		free(c->aux[--c->nr_aux].name);
	while (c->nr_files) {
		struct check_file *f = &c->files[--c->nr_files];

		check_sframe__exit(&f->sframe);
		free(f->path);
	}
	free(c->aux);
	free(c->files);
	free(c->release);
	free(c->machine);
	free(c->tracefs);
	free(c->no_tracefs);
	free(c->no_events);
	*c = (struct check){ 0 };
}

double check_file__share(const struct check_file *f)
{
	uint64_t all = f->fp.with_fp + f->fp.without_fp;

	return percent__of(f->fp.with_fp, all);
}

const char *check__reason(const struct check *c)
{
	if (check__works(c))
		return "";
	if (c->no_events)
		return c->no_events;
	return "needs Linux 6.19 and CONFIG_UNWIND_USER";
}
