// SPDX-License-Identifier: GPL-2.0-only
/* perf annotate: the code of functions, with the share of samples of each instruction. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "builtin-annotate.h"
#include "util/annotate/hot-lines.h"
#include "util/auxtrace/intel-pt-source.h"
#include "util/base/alloc.h"
#include "util/base/jobs.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/shown.h"
#include "util/base/std-out.h"
#include "util/code/data-type.h"
#include "util/event/evlist.h"
#include "util/event/sample.h"
#include "util/output/color.h"
#include "util/output/pager.h"
#include "util/symbol/symbol-options.h"

/* --- printing ------------------------------------------------------------------------------------- */

static bool is_wanted(const struct annotate *a, const struct annotate_func *f)
{
	if (!f->sym || (a->symbol && strcmp(f->sym->name, a->symbol)))
		return false;
	return !a->dso_list.nr || name_list__has(&a->dso_list, f->dso->short_name) || name_list__has(&a->dso_list, f->dso->long_name);
}

/* Its share of all samples of one of the events is large enough. */
static bool passes_limit(const struct annotate *a, const struct annotate_func *f)
{
	const struct percent_type type = { .global = true, .hits = a->text.type.hits };
	const struct annotate_share *share;
	size_t i;

	if (a->percent_limit <= 0)
		return true;
	for (i = 0; i < a->counts->nr_events; i++) {
		share = annotate_counts__find(a->counts, i, f);
		if (share && percent_type__of(type, share->stat, share->stat, a->counts->totals[i]) >= a->percent_limit)
			return true;
	}
	return false;
}

bool annotate__is_shown(void *ctx, const struct annotate_func *f)
{
	return is_wanted(ctx, f) && passes_limit(ctx, f);
}

/* Titles tell what there is in the functions that were asked for, which are all if none was. */
static void sum_wanted(struct annotate *a)
{
	const struct annotate_counts *c = a->counts;
	size_t i;

	a->wanted = xcalloc(c->nr_events ? c->nr_events : 1, sizeof(*a->wanted));
	for (i = 0; i < c->nr_events && !a->symbol && !a->dso_list.nr; i++)
		a->wanted[i] = c->totals[i];
	for (i = 0; i < c->nr_shares && (a->symbol || a->dso_list.nr); i++) {
		const struct annotate_share *s = &c->shares[i];

		if (!is_wanted(a, s->func))
			continue;
		a->wanted[s->event].nr += s->stat.nr;
		a->wanted[s->event].period += s->stat.period;
	}
	a->text.wanted = a->wanted;
}

enum annotate_grouping annotate__grouping(const struct annotate *a)
{
	return annotate_groups__for(a->text.evlist, !a->no_group, a->text.metrics.nr);
}

static void print_hot_lines(struct annotate *a)
{
	const struct hot_lines_opts o = {
		.max = a->hot_lines, .percent_limit = a->percent_limit, .is_wanted = annotate__is_shown, .ctx = a
	};
	size_t i;

	for (i = 0; i < a->text.evlist->nr; i++)
		a->printed += hot_lines__print(&a->text, i, &o, std_out());
}

static void print_text(struct annotate *a)
{
	struct pager pager;

	if (!a->source.disasm && !a->only_hot_lines && !a->types.on)
		pr_warning("perf: instructions are not shown, only addresses that have samples: %s\n", a->source.lack);
	std_out__flush();
	pager__start(&pager, a->no_pager);
	a->text.color = a->color < 0 ? pager.color : a->color;
	if (a->only_hot_lines)
		print_hot_lines(a);
	else if (a->types.on)
		annotate__print_types(a);
	else if (a->json)
		annotate__print_json(a);
	else
		annotate__print_functions(a);
	pager__end(&pager);
}

static void print(struct annotate *a)
{
	sum_wanted(a);
	a->text.counts = a->counts;
	a->text.calls = a->children;
	a->text.evlist = session__evlist(a->session);
	code_source__init(&a->source, session__code(a->session), session__header(a->session)->arch, a->look.intel,
			  session__workers(a->session));
	if (a->types.in_code)
		annotate_text__want_types(&a->text);
	if (!annotate__show_screen(a))
		print_text(a);
	data_types__delete(a->text.types);
	code_source__exit(&a->source);
	annotate__tell_newer(a);
	source_view__exit(&a->text.source);
	free(a->wanted);
}

/* --- running -------------------------------------------------------------------------------------- */

static int run(struct annotate *a)
{
	struct diag diag = DIAG_INIT;
	int err, status;

	annotate__begin_screen(a);
	err = session__process(a->session, &diag);
	progress__end(&a->progress);
	if (err > 0 || !a->counts)
		annotate__leave_screen(a);
	if (err > 0)
		return err;
	if (!a->counts) {
		if (diag__is_set(&diag))
			read_errors__fatal(&diag);
		else if (!err)
			pr_error("perf: '%s' has no events\n", session__input_name(a->session));
		return EXIT_FAILED;
	}
	annotate_counts__finish(a->counts);
	print(a);
	status = annotate__close_up(a);
	if (!err)
		return status;
	read_errors__fatal(&diag);
	return EXIT_FAILED;
}

/* perf report shows the records; what else was said is about code. */
static int dump(const struct annotate *a)
{
	const char *argv[8] = { "report", "-D" };
	int argc = 2;

	if (a->session_opts.input) {
		argv[argc++] = "-i";
		argv[argc++] = a->session_opts.input;
	}
	if (a->session_opts.force)
		argv[argc++] = "-f";
	if (a->no_pager)
		argv[argc++] = "--no-pager";
	return cmd_report(argc, argv);
}

int cmd_annotate(int argc, const char **argv)
{
	struct annotate a = { .off_cpu = OFF_CPU_VIEW_INIT, .color = -1, .screen = { .configured = true } };
	struct intel_pt_source *source = NULL;
	struct diag diag = DIAG_INIT;
	int status;

	perf_config__apply((const struct config_key[]){ SYMBOL_CONFIG_KEY(&a.session_opts.symbols), { 0 } });
	screen_choice__configure(&a.screen, "tui.annotate");
	code_look__configure(&a.look);
	a.session_opts.symbols.no_demangle = !a.look.demangle;
	a.session_opts.symbols.demangle_kernel = a.look.demangle_kernel;
	annotate__parse_command_line(&a, argc, argv);
	if (a.dump) {
		name_list__exit(&a.dso_list);
		metrics__exit(&a.text.metrics);
		return dump(&a);
	}
	progress__init(&a.progress, false);
	a.session = annotate__open(&a, &diag);
	if (!a.session) {
		read_errors__fatal(&diag);
		return EXIT_FAILED;
	}
	if (!a.off_cpu.on)
		source = intel_pt_source__new(a.session, &a.itrace, log__warn);
	status = run(&a);
	/* The counts point into the session's world. */
	annotate_counts__delete(a.counts);
	branch_cycles__exit(&a.cycles);
	offcpu__delete(a.off_cpu.spans);
	session__delete(a.session);
	intel_pt_source__delete(source);
	name_list__exit(&a.dso_list);
	metrics__exit(&a.text.metrics);
	return status;
}
