// SPDX-License-Identifier: GPL-2.0-only
/* Code without names is told: as text, as JSON, and in a line that points to --missing. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/hash.h"
#include "util/base/json.h"
#include "util/base/names-file.h"
#include "util/base/percent.h"
#include "util/base/shown.h"
#include "util/base/text-out.h"
#include "util/output/fp-table.h"
#include "util/output/gap-text.h"
#include "util/output/missing-internal.h"
#include "util/output/symbol-advice.h"

#define JSON_VERSION	2
/* A hint is given from so many percent of the samples on, if it is about that many at least. */
#define HINT_PERCENT	5
#define HINT_SAMPLES	10

static int by_samples(const void *a, const void *b)
{
	const struct missing_row *ra = *(const struct missing_row *const *)a, *rb = *(const struct missing_row *const *)b;

	if (ra->samples != rb->samples)
		return ra->samples < rb->samples ? 1 : -1;
	if (ra->stacks != rb->stacks)
		return ra->stacks < rb->stacks ? 1 : -1;
	return 0;
}

static void sort(struct missing *m)
{
	if (m->nr)
		qsort(m->rows, m->nr, sizeof(*m->rows), by_samples);
	fp_table__sort(&m->fp);
	gap_table__sort(&m->gaps);
}

static const char *row_name(const struct missing_row *r)
{
	static const char *const names[MISSING_NR_NO_DSO] = {
		[MISSING_NO_MAP_USER] = "[user]", [MISSING_NO_MAP_KERNEL] = "[kernel]", [MISSING_NO_MAP_OTHER] = "[hypervisor or guest]",
		[MISSING_NO_ADDRESS] = "[user]",
	};

	return r->dso ? r->dso->long_name : names[r->what];
}

static const char *row_why(const struct missing_row *r)
{
	if (r->dso && r->dso->kind == DSO_KIND_JIT && dso__lack(r->dso) == DSO_LACK_NOT_A_FILE)
		return "no map of a JIT compiler";
	if (r->dso)
		return dso_lack__text(dso__lack(r->dso));
	return r->what == MISSING_NO_ADDRESS ? "no address" : "nothing is mapped there";
}

static const char *row_build_id(const struct missing_row *r, char *hex)
{
	hex[0] = 0;
	return r->dso ? build_id__text(r->dso->build_id, r->dso->build_id_size, hex) : hex;
}

static void print_row(const struct missing *m, const struct missing_row *r, const struct symbol_advice *advice, bool all,
		      struct text_out *out)
{
	const char *error = r->dso ? dso__load_error(r->dso) : NULL;
	struct strbuf how = STRBUF_INIT;
	char hex[41];

	text_out__addf(out, "%10" PRIu64 "  %6.2f%%  %10" PRIu64 "  %-28s  %-40s  %s\n", r->samples, percent__of(r->samples, m->samples),
		       r->stacks, row_why(r), row_build_id(r, hex), row_name(r));
	if (all && error)
		text_out__addf(out, "\t\t%s\n", error);
	if (r->dso)
		symbol_advice__add(advice, r->dso, &how);
	if (how.len)
		text_out__addf(out, "\t\t%s\n", strbuf__str(&how));
	strbuf__exit(&how);
}

static void print_failures(struct text_out *out)
{
	const struct names_file_failure *failed;
	size_t nr, i;

	failed = names_file__failures(&nr);
	if (nr)
		text_out__addf(out,
			       "\n# Files that are there, but could not be read: %zu. Names, lines or callers may be missing for it.\n#\n",
			       nr);
	for (i = 0; i < nr; i++)
		text_out__addf(out, "  %s: %s%s\n", shown(failed[i].path), strerror(-failed[i].err),
			       failed[i].no_loss ? " (the names were found elsewhere)" : "");
}

void missing__print(struct missing *m, bool all, struct text_out *out)
{
	struct symbol_advice advice;
	size_t i;

	sort(m);
	text_out__addf(out, "# Samples in code without a name: %" PRIu64 " of %" PRIu64 " (%.2f%%)\n#\n", m->nameless,
		       m->samples, percent__of(m->nameless, m->samples));
	if (m->nr) {
		text_out__addf(out, "# %8s  %7s  %10s  %-28s  %-40s  %s\n# %8s  %7s  %10s  %-28s  %-40s  %s\n#\n", "Samples",
			       "Share", "In stacks", "Why", "Build id", "Shared Object", "........", ".......", "..........",
			       "............................", "........................................", "..............");
		symbol_advice__init(&advice, m->symfs);
		for (i = 0; i < m->nr; i++)
			print_row(m, m->rows[i], &advice, all, out);
		symbol_advice__exit(&advice);
	}
	print_failures(out);
	if (m->fp.nr)
		text_out__addf(out, "\n# Frame pointers: where user stacks end. Broken ones end before a thread's entry point, or in what\n"
			       "# is no code; the file in which they end, or the one that called it, was built without frame pointers,\n"
			       "# most likely: 'perf defer check PROGRAM' measures it and its libraries.\n#\n");
	fp_table__print(&m->fp, " ", out);
	if (m->gaps.stacks)
		text_out__addf(out, "\n# Callers that frame pointers pass over: a function without a frame hides who called it.\n#\n");
	gap_table__print(&m->gaps, "  ", all, out);
}

static void json_row(struct json *j, const struct missing *m, const struct missing_row *r, const struct symbol_advice *advice)
{
	struct strbuf how = STRBUF_INIT;
	char hex[41];

	if (r->dso)
		symbol_advice__add(advice, r->dso, &how);
	json__object(j, NULL);
	json__str(j, "dso", r->dso ? r->dso->long_name : NULL);
	json__str(j, "place", row_name(r));
	json__str(j, "build_id", *row_build_id(r, hex) ? hex : NULL);
	json__u64(j, "samples", r->samples);
	json__double(j, "percent", percent__of(r->samples, m->samples));
	json__u64(j, "stacks", r->stacks);
	json__str(j, "why", row_why(r));
	json__str(j, "detail", r->dso ? dso__load_error(r->dso) : NULL);
	json__str(j, "how", how.len ? strbuf__str(&how) : NULL);
	json__end(j);
	strbuf__exit(&how);
}

static void json_failures(struct json *j)
{
	const struct names_file_failure *failed;
	size_t nr, i;

	failed = names_file__failures(&nr);
	json__array(j, "unreadable");
	for (i = 0; i < nr; i++) {
		json__object(j, NULL);
		json__str(j, "file", failed[i].path);
		json__str(j, "why", strerror(-failed[i].err));
		json__bool(j, "found_elsewhere", failed[i].no_loss);
		json__end(j);
	}
	json__end(j);
}

void missing__print_json(struct missing *m, const char *input, struct text_out *out)
{
	struct symbol_advice advice;
	struct json j;
	size_t i;

	sort(m);
	symbol_advice__init(&advice, m->symfs);
	json__init(&j, out);
	json__object(&j, NULL);
	json__str(&j, "schema", "perf-report-missing");
	json__u64(&j, "version", JSON_VERSION);
	json__str(&j, "input", input);
	json__u64(&j, "samples", m->samples);
	json__u64(&j, "without_name", m->nameless);
	json__array(&j, "missing");
	for (i = 0; i < m->nr; i++)
		json_row(&j, m, m->rows[i], &advice);
	json__end(&j);
	json_failures(&j);
	fp_table__print_json(&m->fp, &j);
	gap_table__print_json(&m->gaps, &j);
	json__end(&j);
	json__finish(&j);
	symbol_advice__exit(&advice);
}

void missing__hint(struct missing *m, size_t most, struct strbuf *sb)
{
	size_t i;

	if (m->nameless < HINT_SAMPLES || percent__of(m->nameless, m->samples) < HINT_PERCENT)
		return;
	sort(m);
	strbuf__addf(sb, "%.1f%% of the samples have no name (", percent__of(m->nameless, m->samples));
	for (i = 0; i < most && i < m->nr && m->rows[i]->samples; i++)
		strbuf__addf(sb, "%s%.1f%% in %s: %s", i ? "; " : "", percent__of(m->rows[i]->samples, m->samples), row_name(m->rows[i]),
			     row_why(m->rows[i]));
	strbuf__addstr(sb, "): perf report --missing tells more");
}
