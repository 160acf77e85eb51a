// SPDX-License-Identifier: GPL-2.0-only
/* perf buildid-list: build ids of a recording, an ELF file or the running kernel. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/shown.h"
#include "util/base/std-out.h"
#include "util/event/record.h"
#include "util/hits/dso-hits.h"
#include "util/machine/synthesize.h"
#include "util/output/exact-names.h"
#include "util/output/read-errors.h"

struct list_cmd {
	const char *input;
	bool force, with_hits, kernel, kernel_maps;
	struct read_errors errors;
};

static const char *const usage[] = { "perf buildid-list [<options>]", NULL };

/* 40 digits, or as many blanks where there is none: `grep -v "^ "` leaves those out. */
static void print_id(const uint8_t *id, size_t size)
{
	char hex[41] = "";

	if (size)
		build_id__text(id, size, hex);
	std_out__addf("%-40s ", hex);
}

/* --- the running kernel -------------------------------------------------------------------------- */

static int kernel_id(uint8_t id[20])
{
	char *path = xasprintf("%s/kernel/notes", sysfs__path());
	int n = build_id__read_notes_file(path, id);

	if (n < 0)
		pr_error("perf buildid-list: cannot read the running kernel's build id from '%s': %s\n",
			 path, strerror(-n));
	free(path);
	return n;
}

static int show_kernel(void)
{
	char hex[41];
	uint8_t id[20];
	int n = kernel_id(id);

	if (n < 0)
		return EXIT_FAILED;
	std_out__line(build_id__text(id, (size_t)n, hex));
	return EXIT_OK;
}

/* A map as perf record would have recorded it. */
static int show_map(void *ctx, const void *data, size_t size)
{
	struct record r = { .data = data };
	struct diag diag = DIAG_INIT;
	struct record_mmap m;

	(void)ctx;
	(void)size;
	memcpy(&r.header, data, sizeof(r.header));
	if (record__decode_mmap(&r, &m, &diag))
		return 0;
	print_id(m.build_id, m.build_id_size);
	/* "[kernel.kallsyms]_text": the symbol is not part of the name. */
	std_out__addf("%16" PRIx64 " %16" PRIx64 " %.*s\n", m.start, m.start + m.len,
		      m.filename[0] == '[' ? (int)strcspn(m.filename, "]") + 1 : (int)strlen(m.filename), m.filename);
	return 0;
}

static int show_kernel_maps(void)
{
	const struct synth_opts synth = { .emit = show_map, .build_ids = true };
	int err = synth__kernel(&synth);

	if (!err)
		return EXIT_OK;
	pr_error(err == -ENOENT ? "perf buildid-list: /proc/kallsyms hides the kernel's addresses: see sysctl "
				  "kernel.kptr_restrict and kernel.perf_event_paranoid\n"
				: "perf buildid-list: the kernel's maps cannot be read\n");
	return EXIT_FAILED;
}

/* --- a recording --------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
	const struct header_build_id *x = a, *y = b;

	return strcmp(x->filename, y->filename);
}

/* What the head says: whoever wrote it has chosen. */
static void show_header_ids(const struct perf_header *h)
{
	struct header_build_id *ids = xcalloc(h->nr_build_ids ? h->nr_build_ids : 1, sizeof(*ids));
	size_t i;

	if (h->nr_build_ids) {
		memcpy(ids, h->build_ids, h->nr_build_ids * sizeof(*ids));
		qsort(ids, h->nr_build_ids, sizeof(*ids), by_name);
	}
	for (i = 0; i < h->nr_build_ids; i++) {
		print_id(ids[i].build_id, ids[i].size);
		std_out__line(shown(ids[i].filename));
	}
	free(ids);
}

static void on_damaged(void *ctx, const struct diag *diag)
{
	read_errors__damaged(&((struct list_cmd *)ctx)->errors, diag);
}

static int show_hits(struct list_cmd *cmd, struct session *s)
{
	struct diag diag = DIAG_INIT;
	struct dso **dsos;
	size_t nr, i;

	if (session__process(s, &diag) < 0) {
		read_errors__fatal(&diag);
		return EXIT_FAILED;
	}
	dsos = dso_hits__list(s, false, &nr);
	for (i = 0; i < nr; i++) {
		print_id(dsos[i]->build_id, dsos[i]->build_id_size);
		std_out__line(shown(dsos[i]->path));
	}
	free(dsos);
	return read_errors__close(&cmd->errors, session__stats(s)) ? EXIT_PARTIAL : EXIT_OK;
}

static int show_recording(struct list_cmd *cmd)
{
	const struct session_ops ops = { .sample = dso_hits__sample, .damaged = on_damaged };
	const struct session_opts opts = { .input = cmd->input, .force = cmd->force, .any_order = true,
					   .symbols = { .no_symbols = true } };
	struct diag diag = DIAG_INIT;
	struct session *s = session__new(&opts, &ops, cmd, &diag);
	int status = EXIT_OK;

	if (!s) {
		read_errors__fatal(&diag);
		return EXIT_FAILED;
	}
	/* Without a list in its head, a recording has them in its maps: all of them, whether of use or not. */
	if (cmd->with_hits || !session__header(s)->nr_build_ids)
		status = show_hits(cmd, s);
	else
		show_header_ids(session__header(s));
	session__delete(s);
	return status;
}

/* An ELF file's own id; false if it is none. */
static bool show_elf(const char *path)
{
	char hex[41];
	uint8_t id[20];
	int n = path && strcmp(path, "-") ? build_id__read_file(path, id) : -ENOENT;

	if (n > 0)
		std_out__line(build_id__text(id, (size_t)n, hex));
	return n > 0;
}

int cmd_buildid_list(int argc, const char **argv)
{
	struct list_cmd cmd = { 0 };
	const struct option options[] = {
		OPT_STRING('i', "input", &cmd.input, "FILE",
			   "the recording (perf.data; '-' is standard input), or an ELF file"),
		OPT_BOOL('H', "with-hits", &cmd.with_hits, "only files that have samples"),
		OPT_BOOL('k', "kernel", &cmd.kernel, "the running kernel's build id"),
		OPT_BOOL('m', "kernel-maps", &cmd.kernel_maps,
			 "the running kernel's and its modules' ids and addresses"),
		OPT_BOOL('f', "force", &cmd.force, "read the file even if another user owns it"),
		OPT_EXACT_NAMES(),
		OPT_INCR('v', "verbose", &verbose, "say more"),
		OPT_END()
	};

	argc = parse_options(argc, argv, options, usage, 0);
	if (argc)
		usage_error("'perf buildid-list' takes no argument '%s' (-i names the recording)", argv[0]);
	if (cmd.kernel)
		return show_kernel();
	if (cmd.kernel_maps)
		return show_kernel_maps();
	if (show_elf(cmd.input))
		return EXIT_OK;
	return show_recording(&cmd);
}
