// SPDX-License-Identifier: GPL-2.0-only
/* perf archive: what a recording needs from the build-id cache, in one file for another machine. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin.h"
#include "builtin-archive.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/std-out.h"
#include "util/symbol/build-id-cache.h"

static const char *const usage[] = { "perf archive [<options>] [<recording>]", "perf archive --unpack [<archive>]", NULL };

static int pack(struct archive *a)
{
	size_t found;

	if (archive__find_wanted(a) < 0)
		return EXIT_FAILED;
	if (!a->nr) {
		pr_error("perf archive: no build-ids found\n");
		return EXIT_FAILED;
	}
	if (archive__leave_out(a) < 0)
		return EXIT_FAILED;
	if (!a->nr) {
		pr_error("perf archive: no build-ids found after applying exclude-buildids file\n");
		return EXIT_FAILED;
	}
	a->top = open(a->cache, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	found = archive__find_files(a);
	if (!found || a->top < 0) {
		pr_error("perf archive: nothing of '%s' is in the build-id cache '%s': no archive is written\n", a->input,
			 a->cache);
		return EXIT_FAILED;
	}
	if (archive__write(a) < 0)
		return EXIT_FAILED;
	std_out__addf("Now please run:\n\n$ perf archive --unpack\n\n"
		      "or unpack the tar manually wherever you need to run 'perf report' on.\n");
	return found < a->nr || a->damaged ? EXIT_PARTIAL : EXIT_OK;
}

static void archive__exit(struct archive *a)
{
	while (a->nr)
		free(a->wanted[--a->nr].path);
	free(a->wanted);
	strbuf__exit(&a->names);
	if (a->top >= 0)
		close(a->top);
	free(a->cache);
}

int cmd_archive(int argc, const char **argv)
{
	struct archive a = { .top = -1, .names = STRBUF_INIT };
	const struct option options[] = {
		OPT_BOOL(0, "all", &a.all, "pack the recording, too"),
		OPT_BOOL(0, "unpack", &a.unpack, "add the files of an archive to the build-id cache"),
		OPT_STRING(0, "exclude-buildids", &a.exclude, "FILE", "leave out these build ids; the file has one on each line"),
		OPT_BOOL('f', "force", &a.force, "read the recording even if another user owns it; with --unpack: replace an existing one"),
		OPT_INCR('v', "verbose", &verbose, "say what is written"),
		OPT_END()
	};
	int status;

	argc = parse_options(argc, argv, options, usage, 0);
	if (argc > 1)
		usage_error("'perf archive' takes one file: '%s' is one too many", argv[1]);
	if (a.unpack && (a.all || a.exclude))
		usage_error("--unpack takes neither --all nor --exclude-buildids: it unpacks what there is");
	a.input = argc ? argv[0] : a.unpack ? NULL : "perf.data";
	if (a.input && (!*a.input || !strcmp(a.input, "-")))
		usage_error("perf archive needs the name of a file");
	a.cache = build_id_cache__dir();
	/* What is not to be used has been told. */
	if (!a.cache && (getenv("HOME") || getenv("PERF_BUILDID_DIR")))
		return EXIT_FAILED;
	if (!a.cache)
		usage_error("there is no folder for the cache: set HOME or PERF_BUILDID_DIR, or give "
			    "perf --buildid-dir DIR");
	status = a.unpack ? archive__unpack(a.cache, a.input, a.force) : pack(&a);
	archive__exit(&a);
	return status;
}
