// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/missing.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/base/json.h"
#include "util/base/log.h"
#include "util/base/names-file.h"
#include "util/base/shown.h"
#include "util/base/text-out.h"
#include "util/output/fp-table.h"
#include "util/output/gap-text.h"
#include "util/output/symbol-advice.h"
#include "util/session/session.h"

#define JSON_VERSION	2
/* A hint is given from so many percent of the samples on, if it is about that many at least. */
#define HINT_PERCENT	5
#define HINT_SAMPLES	10

/* What is no dso: code where nothing is mapped, by mode, and words that are no addresses. */
enum no_dso { NO_MAP_USER, NO_MAP_KERNEL, NO_MAP_OTHER, NO_ADDRESS, NR_NO_DSO };

struct row {
	struct dso *dso;		/* NULL: one of enum no_dso */
	enum no_dso what;
	uint64_t samples;		/* that fell into it without a name */
	uint64_t stacks;		/* that hold an address in it without a name */
	uint64_t last;			/* number of the sample that was counted last */
};

U64_MAP(missing_map, struct row *)

struct missing {
	bool stacks;
	const char *symfs;		/* borrowed; NULL: none */
	uint64_t samples, nameless;	/* all; those without a name */
	struct row **rows;
	size_t nr, cap;
	struct missing_map by_dso;
	struct row *last;		/* of a dso, asked for last */
	struct row *no_dso[NR_NO_DSO];
	struct fp_table fp;
	struct gap_table gaps;
};

struct missing *missing__new(bool stacks, const char *symfs)
{
	struct missing *m = xzalloc(sizeof(*m));

	m->stacks = stacks;
	m->symfs = symfs;
	return m;
}

void missing__delete(struct missing *m)
{
	size_t i;

	if (!m)
		return;
	for (i = 0; i < m->nr; i++)
		free(m->rows[i]);
	free(m->rows);
	missing_map__exit(&m->by_dso);
	fp_table__exit(&m->fp);
	gap_table__exit(&m->gaps);
	free(m);
}

static struct row *new_row(struct missing *m, struct dso *dso, enum no_dso what)
{
	struct row *r = xzalloc(sizeof(*r));

	r->dso = dso;
	r->what = what;
	GROW(m->rows, m->nr, m->cap);
	return m->rows[m->nr++] = r;
}

static enum no_dso what_is(const struct frame *f)
{
	if (f->kind == FRAME_JUNK)
		return NO_ADDRESS;
	return f->cpumode == PERF_RECORD_MISC_USER ? NO_MAP_USER :
	       f->cpumode == PERF_RECORD_MISC_KERNEL ? NO_MAP_KERNEL : NO_MAP_OTHER;
}

static struct row *row_of(struct missing *m, const struct frame *f)
{
	struct row **slot, *r;

	if (f->map) {
		if (m->last && m->last->dso == f->map->dso)
			return m->last;
		r = missing_map__find(&m->by_dso, (uintptr_t)f->map->dso);
		if (!r) {
			r = new_row(m, f->map->dso, NR_NO_DSO);
			missing_map__set(&m->by_dso, (uintptr_t)f->map->dso, r);
		}
		return m->last = r;
	}
	slot = &m->no_dso[what_is(f)];
	if (!*slot)
		*slot = new_row(m, NULL, what_is(f));
	return *slot;
}

/* Each row once a sample, however often its code is in the stack. */
static void add_half(struct missing *m, const struct chain_half *half)
{
	uint32_t i;

	for (i = 0; half && i < half->nr; i++) {
		struct row *r;

		if (half->frames[i]->sym)
			continue;
		r = row_of(m, half->frames[i]);
		r->stacks += r->last != m->samples;
		r->last = m->samples;
	}
}

void missing__add_more(struct missing *m, const struct session_sample *s, uint64_t nr)
{
	m->samples += nr;
	if (!s->ip || s->ip->sym)
		return;
	m->nameless += nr;
	row_of(m, s->ip)->samples += nr;
}

void missing__add(struct missing *m, const struct session_sample *s)
{
	enum fp_verdict verdict;
	struct dso *blame;

	missing__add_more(m, s, 1);
	if (!m->stacks)
		return;
	add_half(m, s->chain.kernel);
	add_half(m, s->chain.user);
	if (s->chain.user) {
		verdict = fp_health__judge(s->chain.user, &blame);
		fp_table__add(&m->fp, blame, verdict, 1);
		gap_table__add(&m->gaps, s->chain.user, 1);
	}
}

/* --- output ----------------------------------------------------------------------------------------- */

static int by_samples(const void *a, const void *b)
{
	const struct row *ra = *(const struct row *const *)a, *rb = *(const struct row *const *)b;

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

static double share(const struct missing *m, uint64_t samples)
{
	return m->samples ? 100.0 * (double)samples / (double)m->samples : 0;
}

static const char *row_name(const struct row *r)
{
	static const char *const names[NR_NO_DSO] = {
		[NO_MAP_USER] = "[user]", [NO_MAP_KERNEL] = "[kernel]", [NO_MAP_OTHER] = "[hypervisor or guest]",
		[NO_ADDRESS] = "[user]",
	};

	return r->dso ? r->dso->long_name : names[r->what];
}

static const char *row_why(const struct row *r)
{
	if (r->dso && r->dso->kind == DSO_KIND_JIT && dso__lack(r->dso) == DSO_LACK_NOT_A_FILE)
		return "no map of a JIT compiler";
	if (r->dso)
		return dso_lack__text(dso__lack(r->dso));
	return r->what == NO_ADDRESS ? "no address" : "nothing is mapped there";
}

static const char *row_build_id(const struct row *r, char *hex)
{
	hex[0] = 0;
	return r->dso ? build_id__text(r->dso->build_id, r->dso->build_id_size, hex) : hex;
}

static void print_row(const struct missing *m, const struct row *r, const struct symbol_advice *advice, bool all,
		      struct text_out *out)
{
	const char *error = r->dso ? dso__load_error(r->dso) : NULL;
	struct strbuf how = STRBUF_INIT;
	char hex[41];

	text_out__addf(out, "%10" PRIu64 "  %6.2f%%  %10" PRIu64 "  %-28s  %-40s  %s\n", r->samples, share(m, r->samples),
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
		       m->samples, share(m, m->nameless));
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

static void json_row(struct json *j, const struct missing *m, const struct row *r, const struct symbol_advice *advice)
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
	json__double(j, "percent", share(m, r->samples));
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

	if (m->nameless < HINT_SAMPLES || share(m, m->nameless) < HINT_PERCENT)
		return;
	sort(m);
	strbuf__addf(sb, "%.1f%% of the samples have no name (", share(m, m->nameless));
	for (i = 0; i < most && i < m->nr && m->rows[i]->samples; i++)
		strbuf__addf(sb, "%s%.1f%% in %s: %s", i ? "; " : "", share(m, m->rows[i]->samples), row_name(m->rows[i]),
			     row_why(m->rows[i]));
	strbuf__addstr(sb, "): perf report --missing tells more");
}
