// SPDX-License-Identifier: GPL-2.0-only
/* What follows from the options of perf diff once all are known: recordings, filters, and what does not go together. */
#include <string.h>

#include "builtin-diff.h"
#include "util/base/alloc.h"
#include "util/base/id-list.h"
#include "util/symbol/symbol-options.h"

static void make_list(struct name_list *list, const char *text)
{
	struct diag diag = DIAG_INIT;

	if (name_list__add(list, text, &diag))
		usage_error("%s", diag.text);
}

/* As upstream: without names what perf record left, and what it left before; one name is the new one. */
static void choose_files(struct diff *d, int argc, const char **argv)
{
	int i;

	d->files = xcalloc((size_t)argc + d->base.nr + 2, sizeof(*d->files));
	for (i = 0; i < (int)d->base.nr; i++)
		d->files[d->nr_files++] = d->base.names[i];
	if (!d->base.nr && argc < 2)
		d->files[d->nr_files++] = "perf.data.old";
	if (!argc)
		d->files[d->nr_files++] = "perf.data";
	for (i = 0; i < argc; i++)
		d->files[d->nr_files++] = argv[i];
	if (d->order >= d->nr_files)
		usage_error("there is no recording %u to order by (-o): they are 0 to %u", d->order, d->nr_files - 1);
}

static void check(struct diff *d)
{
	struct hists_opts *ho = &d->hists_opts;

	if (d->field_sep && (!*d->field_sep || *d->field_sep == '.'))
		usage_error("option '-t' takes a separator that is neither empty nor '.'");
	if (d->field_sep && !strcmp(d->field_sep, "\\t"))
		d->field_sep = "\t";
	if (d->flamegraph && d->nr_files != 2)
		usage_error("--flamegraph compares two recordings, not %u", d->nr_files);
	if (d->page_code.on && !d->flamegraph)
		usage_error("--with-code is for --flamegraph");
	if (d->flamegraph && (d->dsos.nr || d->symbols.nr || (d->time && strchr(d->time, ':'))))
		usage_error("--flamegraph takes samples by -C, --pid, --tid, --cpu and --time only; the page searches for the rest");
	if (d->source && (d->columns_opts.sort || ho->graph.mode != GRAPH_NONE || d->flamegraph))
		usage_error("--source has rows of its own, functions and lines: without -s, -g and --flamegraph");
	if (d->source) {
		d->columns_opts.sort = "sym,srcline";
		ho->full_source_path = true;
	}
	off_cpu_view__settle(&d->off_cpu);
	d->session_opts.store_pipe = d->itrace.set;
	d->session_opts.member_samples = d->session_opts.frames_go = true;
	off_cpu_view__choose(&d->off_cpu, &d->session_opts);
	d->session_opts.gaps = true;
	ho->field_sep = d->field_sep;
	ho->comms = d->comms;
	ho->dsos = d->dsos;
	ho->symbols = d->symbols;
	if (!d->itrace.set && !d->itrace.off) {
		itrace_opts__set_default(&d->itrace, false);
		d->itrace.branches = false;
		d->itrace.callchain = true;
	}
}

/* Which samples count. */
static void settle_filters(struct diff *d)
{
	struct session_opts *so = &d->session_opts;
	struct hists_opts *ho = &d->hists_opts;
	uint32_t *pids = NULL, *tids = NULL;
	struct diag diag = DIAG_INIT;

	if (id_list__parse("--pid", d->only.pids, &pids, &ho->nr_pids, &diag) < 0 ||
	    id_list__parse("--tid", d->only.tids, &tids, &ho->nr_tids, &diag) < 0)
		usage_error("%s", diag.text);
	ho->pids = pids;
	ho->tids = tids;
	/* A page has no rows that could be filtered when they are made. */
	if (d->flamegraph) {
		so->comms = d->only.comms;
		so->pids = d->only.pids;
		so->tids = d->only.tids;
	}
}

void diff__settle(struct diff *d, int argc, const char **argv, bool wants_columns)
{
	make_list(&d->comms, d->only.comms);
	make_list(&d->dsos, d->only.dsos);
	make_list(&d->symbols, d->only.symbols);
	choose_files(d, argc, argv);
	diff__check_sides(d, wants_columns);
	settle_filters(d);
	check(d);
}
