// SPDX-License-Identifier: GPL-2.0-only
#include "builtin-defer-hand-over.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "builtin-defer.h"
#include "other-input.h"
#include "util/base/log.h"
#include "util/base/shown.h"
#include "util/base/temp-file.h"
#include "util/data/data-file.h"
#include "util/defer/merge.h"

/* Can it only be read once? */
static bool is_pipe(const char *path)
{
	struct stat st;

	return !strcmp(path, "-") || (!stat(path, &st) && S_ISFIFO(st.st_mode));
}

/* What older perfs do not read in it, for a message, or NULL. Of compressed records the attrs tell enough. */
static const char *foreign_part(struct data_file *df)
{
	const char *ret = NULL;
	struct evsel *evsel;
	struct data_walk w;
	struct record r;
	size_t i;

	evlist__for_each(df->header->evlist, i, evsel)
		if (merge__foreign_attr(&evsel->attr))
			return evsel->attr.defer_callchain || evsel->attr.defer_output ? "deferred callchains" : "events of a newer kind";
	data_walk__init(&w, df);
	/* What is damaged the other perf finds as well. */
	while (!ret && data_walk__next(&w, &r, NULL))
		if (merge__foreign_record(r.header.type))
			ret = r.header.type == PERF_RECORD_CALLCHAIN_DEFERRED ? "deferred callchains" : "records of a newer kind";
	data_walk__exit(&w);
	return ret;
}

/* The same of what @path names. What cannot be opened is left to the other perf, which has its own words for that. */
static const char *foreign_part_of(const char *path, bool force)
{
	struct data_file *df = data_file__open(path, path, force, NULL);
	const char *ret = df ? foreign_part(df) : NULL;

	data_file__close(df);
	return ret;
}

/* Returns the descriptor of the copy, which other programs inherit. */
static int merge(const char *name, bool force, struct session_stats *ret)
{
	struct defer_view view = { 0 };
	struct merge_opts opts = {
		.input = name, .force = force, .common = true, .damaged = defer_view__damaged,
		.progress = defer_view__progress, .ctx = &view,
	};
	struct diag diag = DIAG_INIT;
	struct merge_stats stats;
	char output[32];
	const char *dir;
	int temp = temp_file__open(&dir), fd = temp < 0 ? temp : fcntl(temp, F_DUPFD, STDERR_FILENO + 1), err;

	if (fd < 0) {
		pr_error("perf: cannot make a temporary file in '%s': %s\n", dir, strerror(temp < 0 ? -temp : errno));
		exit(EXIT_FAILED);
	}
	close(temp);
	snprintf(output, sizeof(output), "/proc/self/fd/%d", fd);
	opts.output = output;
	/* A copy has the names as they are. */
	shown__keep_exact();
	progress__init(&view.progress, false);
	err = merge__run(&opts, &stats, &diag);
	progress__end(&view.progress);
	if (err) {
		read_errors__fatal(&diag);
		pr_error("perf: '%s' could not be merged into a temporary file in '%s'\n", name, dir);
		exit(EXIT_FAILED);
	}
	if (stats.session.damaged || stats.session.truncated)
		read_errors__close(&view.errors, &stats.session);
	*ret = stats.session;
	return fd;
}

const char *const *hand_over__recording(const char *const *argv)
{
	const char *name, *part = NULL;
	struct other_input input;
	struct session_stats stats;
	char path[32];
	int fd;

	if (!other_input__find(argv, &input))
		return argv;
	name = input.path ? input.path : session__default_input();
	if (!is_pipe(name)) {
		part = foreign_part_of(name, input.force);
		if (!part)
			return argv;
	}
	fd = merge(name, input.force, &stats);
	if (!part && (stats.deferred_records || stats.waiting))
		part = "deferred callchains";
	if (part)
		pr_notice("perf: '%s' has %s, which other perfs may not read: 'perf %s' gets a merged copy of it\n",
			  strcmp(name, "-") ? name : "standard input", part, argv[0]);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return other_input__replace(argv, &input, path);
}
