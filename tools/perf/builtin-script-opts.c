// SPDX-License-Identifier: GPL-2.0-only
/* The command line of perf script: options, joined of their topics, and the words behind them. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin-script.h"
#include "unknown-command.h"
#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/option-table.h"
#include "util/base/shown.h"

#define NO_SCRIPT	"there is no such script, neither here nor among those that are installed"

/* Scripts in Perl are inside the distribution's perf: it gets the command line as it was. */
void script__try_elsewhere(const struct script *s, const char *token)
{
	char *what = xasprintf("script %s", token), *lack = xasprintf("'perf script %s': this perf has no Perl inside", token);

	(void)perf_command__run_elsewhere(what, lack, s->command_line);
	free(what);
	free(lack);
}

static void __attribute__((noreturn)) refuse_script(const struct script *s, const char *token)
{
	char *what = xasprintf("script %s", token), *lack = xasprintf("'perf script %s': " NO_SCRIPT, token);

	/* A file is no script's name: its -i was forgotten. */
	if (access(token, F_OK))
		(void)perf_command__run_elsewhere(what, lack, s->command_line);
	usage_error("%s (perf script -l lists them; -s FILE runs one of yours, -i names a recording)", lack);
}

/* What follows the options: the arguments of -s, or the name of a pair of scripts. */
static void take_words(struct script *s, const char **words, size_t nr)
{
	int status;

	if (s->python.name) {
		s->python.args = (char **)(uintptr_t)words;
		s->python.nr_args = nr;
		return;
	}
	status = nr ? script__run_pair(words, nr) : -1;
	if (status >= 0)
		exit(status);
	if (nr)
		refuse_script(s, words[0]);
}

static bool chooses_fields(const struct script *s)
{
	size_t i;

	for (i = 0; i < SCRIPT_NR_TYPES; i++)
		if (s->fields.types[i].user_set || s->fields.types[i].asked || s->fields.types[i].removed)
			return true;
	return false;
}

/* Is anything asked for that lines of JSON have no place for? */
static bool shapes_text(const struct script *s)
{
	const struct script_text_opts *t = &s->text_opts;
	const struct script_filter *f = &s->filter;

	return chooses_fields(s) || t->no_chains || t->raw || t->reltime || t->deltatime || t->latency || t->stop_at || t->max_blocks || t->kernel_path ||
	       f->symbols.nr || f->dsos.nr || f->graph.nr || f->on || f->off || s->dlfilter_file || s->xed || s->dump || s->per_event_dump ||
	       s->header || s->header_only || s->debug || s->show_task || s->show_mmap || s->show_switch || s->show_lost ||
	       s->show_namespaces || s->show_bpf || s->show_cgroup || s->show_text_poke || s->session_opts.rounds;
}

void script__leave_out_places(struct script *s, const struct evlist *evlist)
{
	struct session_opts *so = &s->session_opts;

	if (!script_fields__any_place(&s->fields, evlist) && !s->off_cpu.on && !s->dlfilter_file && !s->filter.symbols.nr &&
	    !s->filter.dsos.nr && !s->filter.graph.nr && !s->python.name)
		so->no_stitch = so->no_resolve = true;
}

/* What does not go together. */
static void check(const struct script *s)
{
	if (s->off_cpu.on && (s->session_opts.raw || s->dlfilter_file || s->per_event_dump))
		usage_error("--off-cpu is about spans, not about samples: it goes with neither --no-merge-callchains, --dlfilter nor "
			    "--per-event-dump");
	if (s->text_opts.reltime && s->text_opts.deltatime)
		usage_error("'--reltime' and '--deltatime' exclude each other");
	if (s->json && !s->aux_segments && shapes_text(s))
		usage_error("--json writes whole samples, or spans: -F, what else shapes the text, chooses by place or shows other records "
			    "does not go with it");
	if (s->python.name && chooses_fields(s))
		pr_warning("perf: -F has no effect: a script gets all fields\n");
	if (s->python.name && (s->dump || s->json || s->aux_segments || s->per_event_dump || s->xed))
		usage_error("-s: a script gets samples in the place of text: -D, --json, --aux-segments, --per-event-dump and --xed do "
			    "not go with it");
	if (s->aux_segments && s->dump)
		usage_error("'--aux-segments' and '--dump-raw-trace' exclude each other");
}

void script__parse_command_line(struct script *s, int argc, const char **argv)
{
	static const char *const usage[] = {
		"perf script [<options>]", "perf script [<options>] -s <script> [<script's arguments>]",
		"perf script [record | report] <script> [<its options>]", NULL
	};
	struct session_opts *so = &s->session_opts;
	struct option_table t = { 0 };

	script__add_text_options(s, &t);
	script__add_trace_options(s, &t);
	script__add_sample_options(s, &t);
	script__add_record_options(s, &t);
	script__add_instead_options(s, &t);
	script__add_last_options(s, &t);
	s->command_line = xcalloc((size_t)argc + 1, sizeof(*s->command_line));
	memcpy(s->command_line, argv, (size_t)argc * sizeof(*argv));
	s->command_line[0] = "script";
	argc = parse_options(argc, argv, t.list, usage, PARSE_STOP_AT_NON_OPTION);
	option_table__exit(&t);
	take_words(s, argv, (size_t)argc);
	free(s->command_line);
	s->command_line = NULL;
	s->text_opts.raw = so->raw;
	s->text_opts.stop_at = s->stop_at.nr ? &s->stop_at : NULL;
	so->symbols.inlines = !s->no_inline;
	off_cpu__check(&s->off_cpu);
	check(s);
	/* A sample is printed at once; where a thread left its CPU is kept until it comes back. */
	so->member_samples = so->frames_go = true;
	so->no_order = s->dump;
	so->store_pipe = s->itrace.set;
	off_cpu_view__choose(&s->off_cpu, so);
	if (!s->itrace.set && !s->itrace.off)
		itrace_opts__set_default(&s->itrace, true);
	script__leave_out_places(s, NULL);
	so->gaps = true;
	so->counts = true;
	if (s->json)
		shown__keep_exact();
}
