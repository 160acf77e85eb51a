// SPDX-License-Identifier: GPL-2.0-only
/* What perf annotate says at its end: what was not shown, and why. */
#include <inttypes.h>
#include <string.h>

#include "builtin.h"
#include "builtin-annotate.h"
#include "util/base/log.h"
#include "util/base/near-names.h"
#include "util/base/shown.h"
#include "util/base/strbuf.h"
#include "util/event/evlist.h"
#include "util/event/sample.h"
#include "util/output/orphans.h"
#include "util/output/symbol-advice.h"
#include "util/output/unwind-notes.h"

static uint64_t nr_samples(const struct annotate *a)
{
	uint64_t nr = 0;
	size_t i;

	for (i = 0; i < a->counts->nr_events; i++)
		nr += a->counts->totals[i].nr;
	return nr;
}

/* Samples in code without names, and why the file with most of them has none. */
static void tell_unnamed(const struct annotate *a)
{
	const struct annotate_share *most = NULL;
	uint64_t nr = 0;
	size_t i;

	for (i = 0; i < a->counts->nr_shares; i++) {
		const struct annotate_share *s = &a->counts->shares[i];

		if (s->func->sym)
			continue;
		nr += s->stat.nr;
		if (s->func->dso && (!most || s->stat.nr > most->stat.nr))
			most = s;
	}
	if (!nr)
		return;
	pr_warning("perf: %" PRIu64 " of %" PRIu64 " samples are in code without names, of which nothing is shown", nr, nr_samples(a));
	if (most)
		pr_warning(": most of them in '%s' (%s)", shown__in_message(most->func->dso->long_name),
			   dso_lack__text(dso__lack(most->func->dso)));
	pr_warning("; perf report --missing tells more\n");
}

/* The function that was asked for has nothing. */
static int tell_no_symbol(const struct annotate *a)
{
	struct near_names near = { .want = a->symbol, .want_len = strlen(a->symbol) };
	struct strbuf hint = STRBUF_INIT;
	bool there = false;
	size_t i;

	for (i = 0; i < a->counts->nr_shares; i++) {
		const struct symbol *sym = a->counts->shares[i].func->sym;

		there |= sym && !strcmp(sym->name, a->symbol);
		if (sym)
			near_names__look_at(&near, sym->name, sym->name_len);
	}
	if (there) {
		pr_error("perf: the samples in '%s' do not pass -d, --percent-limit or --skip-missing\n", shown__in_message(a->symbol));
	} else {
		near_names__print(&near, &hint);
		pr_error("perf: '%s' has no samples in a function '%s'%s\n", session__input_name(a->session), shown__in_message(a->symbol),
			 strbuf__str(&hint));
	}
	strbuf__exit(&hint);
	near_names__exit(&near);
	return EXIT_FAILED;
}

void annotate__tell_newer(const struct annotate *a)
{
	const struct source_view *v = &a->text.source;

	if (v->newer)
		pr_warning("perf: '%s' is newer than '%s': its lines may not be those that the code was made from\n",
			   shown__in_message(v->newer), shown__in_message(v->older));
}

static void add_part(struct strbuf *out, uint64_t nr, const char *what)
{
	if (nr)
		strbuf__addf(out, "%s%s %" PRIu64, out->len ? ", " : "", what, nr);
}

/* Why calls have fewer samples than the program made, or none, and how to have them all. */
static void tell_missing_callers(const struct annotate *a, const struct session_stats *stats)
{
	uint64_t missing = stats->callers[CHAIN_CALLERS_MISSING], unknown = stats->callers[CHAIN_CALLERS_UNKNOWN];
	struct strbuf text = STRBUF_INIT;

	if (!evlist__has_sample_type(session__evlist(a->session), PERF_SAMPLE_CALLCHAIN)) {
		pr_warning("perf: '%s' has no call graphs, %s: perf record -g records them\n", session__input_name(a->session),
			   a->children ? "so that samples count only where they were taken" : "which tell who called");
		return;
	}
	add_part(&text, missing, "callers are missing in");
	/* Of files without tables nobody knows, which is only worth a word if something was not found. */
	add_part(&text, a->symbol && !a->printed ? unknown : 0, "callers may be missing in");
	add_part(&text, a->children ? a->counter.without_call : 0, "it is not known by which call a caller led on in");
	if (text.len)
		pr_warning("perf: %s of %" PRIu64 " user stacks: these went through functions without frame pointers%s. What has all "
			   "callers: perf record --call-graph fp,repair, or dwarf; which functions these are: perf report --missing\n",
			   strbuf__str(&text),
			   missing + unknown + stats->callers[CHAIN_CALLERS_WHOLE] + stats->callers[CHAIN_CALLERS_NAMED],
			   a->children ? ", and nothing counts at such calls" : "");
	strbuf__exit(&text);
}

int annotate__close_up(struct annotate *a)
{
	const struct session_stats *stats = session__stats(a->session);
	int status = EXIT_OK;
	bool damaged;

	if (!nr_samples(a))
		pr_warning("perf: '%s' has no samples%s\n", session__input_name(a->session),
			   stats->samples ? " that pass the filters" : "");
	else if (a->symbol && !a->printed)
		status = tell_no_symbol(a);
	else if (!a->printed)
		pr_warning("perf: no function of '%s' passes the filters\n", session__input_name(a->session));
	if (!a->symbol || !a->printed)
		tell_unnamed(a);
	off_cpu__print_closing(&a->off_cpu);
	if ((a->children || a->text.callers) && nr_samples(a)) {
		tell_missing_callers(a, stats);
		orphans__print_closing(stats);
		unwind_notes__print_closing(stats);
	}
	if (a->types.missing)
		status = EXIT_FAILED;
	damaged = read_errors__close(&a->errors, stats);
	return status ? status : damaged ? EXIT_PARTIAL : EXIT_OK;
}
