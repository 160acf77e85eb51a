// SPDX-License-Identifier: GPL-2.0-only
#include "util/script/event-dump.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/new-file.h"
#include "util/base/std-out.h"
#include "util/base/text-out.h"
#include "util/event/evlist.h"

struct event_dump_file {
	char *path;
	struct new_file file;
	struct text_out out;
	uint64_t samples;
	struct event_dump_file *same;	/* an earlier one whose event has the same name, or NULL */
};

static char *path_of(const char *recording, struct evsel *evsel)
{
	char *path = xasprintf("%s.%s.dump", recording, evsel__name(evsel)), *p;

	for (p = path + strlen(recording) + 1; *p; p++)
		if (*p == '/')
			*p = '_';
	return path;
}

static struct event_dump_file *find_same(struct event_dump *d, const char *path)
{
	size_t i;

	for (i = 0; i < d->nr; i++)
		if (!d->files[i].same && !strcmp(d->files[i].path, path))
			return &d->files[i];
	return NULL;
}

int event_dump__open(struct event_dump *d, const char *recording, const struct evlist *evlist, char *err,
		     size_t size)
{
	struct evsel *evsel;
	size_t i;
	int ret;

	d->files = xcalloc(evlist->nr, sizeof(*d->files));
	evlist__for_each(evlist, i, evsel) {
		struct event_dump_file *f = &d->files[i];

		f->path = path_of(recording, evsel);
		f->same = find_same(d, f->path);
		d->nr = i + 1;
		if (f->same) {
			zfree(&f->path);
			continue;
		}
		ret = new_file__create(&f->file, f->path, 0600);
		if (ret) {
			snprintf(err, size, "cannot create '%s': %s", f->path, strerror(-ret));
			zfree(&f->path);
			d->nr = i;
			return ret;
		}
		text_out__init(&f->out, f->file.fd);
	}
	return 0;
}

struct text_out *event_dump__sample(struct event_dump *d, const struct evsel *evsel)
{
	struct event_dump_file *f;

	if ((size_t)evsel->idx >= d->nr)
		return NULL;
	f = d->files[evsel->idx].same ?: &d->files[evsel->idx];
	f->samples++;
	return &f->out;
}

static int close_file(struct event_dump_file *f)
{
	struct stat st = { .st_size = 0 };
	int ret = text_out__flush(&f->out);

	text_out__exit(&f->out);
	(void)fstat(f->file.fd, &st);
	if (!ret)
		ret = new_file__commit(&f->file);
	new_file__exit(&f->file);
	if (ret)
		pr_error("perf: cannot write '%s': %s\n", f->path, strerror(-ret));
	else
		std_out__addf("[ perf script: Wrote %.3f MB %s (%" PRIu64 " samples) ]\n",
			      (double)st.st_size / 1024 / 1024, f->path, f->samples);
	free(f->path);
	return ret;
}

int event_dump__close(struct event_dump *d)
{
	int ret = 0;
	size_t i;

	for (i = 0; i < d->nr; i++) {
		int err = d->files[i].same ? 0 : close_file(&d->files[i]);

		ret = ret ?: err;
	}
	zfree(&d->files);
	d->nr = 0;
	return ret;
}
