// SPDX-License-Identifier: GPL-2.0-only
/* perf record: one call of the recorder, and what there is to say at the end. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "builtin.h"
#include "builtin-record.h"
#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/patient-open.h"
#include "util/base/options.h"
#include "util/base/shown.h"
#include "util/base/std-out.h"
#include "util/choose/aux-action.h"
#include "util/choose/callgraph-parse.h"
#include "util/choose/parse-events.h"
#include "util/record/event-cgroups.h"
#include "util/record/record-cache.h"
#include "util/record/record-signals.h"
#include "util/record/recorder.h"

#define EXIT_NOT_RUN	255	/* the command could not be started: perf's own */

/*
 * A signal ends perf as it ended the recording, or the command: whoever waits for perf sees the
 * same.
 */
static int die_by(int sig)
{
	const struct rlimit none = { 0 };
	sigset_t set;

	(void)std_out__flush();
	/* Perf itself has not failed: no dump of its memory. */
	(void)setrlimit(RLIMIT_CORE, &none);
	signal(sig, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, sig);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	raise(sig);
	return 128 + sig;
}

/*
 * Said behind the reason why the command @name could not be started: -g has no value, so that the mode behind it was taken for
 * the command. Who has a program of that name gets it.
 */
static void hint_at_mode(const struct record_cmd *cmd, const char *name, struct strbuf *hint)
{
	struct callgraph_param mode;
	struct diag diag = DIAG_INIT;

	if (cmd->opts.callgraph_said && !callgraph_param__parse(name, &mode, &diag))
		strbuf__addf(hint, "; -g takes no mode of callchains: did you mean '--call-graph %s'?", name);
}

static int exit_status(const struct record_cmd *cmd, const struct record_result *res, int err,
		       const struct diag *diag)
{
	const char *event = cmd->evlist->nr ? evsel__name(evlist__first(cmd->evlist)) : "";
	struct strbuf hint = STRBUF_INIT;
	int sig;

	if (err && res->exec_failed) {
		hint_at_mode(cmd, cmd->opts.target.argv[0], &hint);
		if (!*cmd->opts.target.argv[0])
			strbuf__addf(&hint, "; the command's name is empty (a variable without a value?)");
		pr_error("Failed to collect '%s' for the '%s' workload: %s%s\n", event,
			 cmd->opts.target.argv[0], strerror(-err), strbuf__str(&hint));
		strbuf__exit(&hint);
		return EXIT_NOT_RUN;
	}
	if (err) {
		char text[512];

		pr_error("perf record: %s\n", diag__format(diag, text, sizeof(text)));
		return res->bad_target ? EXIT_USAGE : EXIT_FAILED;
	}
	sig = record_signals__received();
	if (sig)
		return die_by(sig);
	if (!res->has_child || res->size_limit)
		return EXIT_OK;
	if (WIFSIGNALED(res->child_status))
		return die_by(WTERMSIG(res->child_status));
	return WIFEXITED(res->child_status) ? WEXITSTATUS(res->child_status) : EXIT_FAILED;
}

/* Stack copies are unwound later, which takes every file on the way. */
static bool copies_stacks(const struct evlist *evlist)
{
	const struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (evsel->attr.sample_stack_user)
			return true;
	return false;
}

static void cache_file(const struct record_cmd *cmd, const char *path, const struct sample_runs *runs, const struct record_result *res)
{
	struct diag diag = DIAG_INIT;
	struct stat st;

	/* A device, or a pipe, has no recording in it. */
	if (stat(path, &st) || !(S_ISREG(st.st_mode) || S_ISDIR(st.st_mode)))
		return;
	if (record_cache__fill(path, cmd->cache_all || copies_stacks(cmd->evlist), cmd->debuginfod, runs, &res->memory,
			       &diag) < 0)
		pr_warning("perf record: %s (-N: without the cache)\n", diag.text);
}

/* A pipe's reader has the recording by now; it can fill the cache itself. */
static bool wants_cache(const struct record_cmd *cmd)
{
	return !cmd->no_cache && !cmd->opts.no_buildid && !record_opts__to_stdout(&cmd->opts);
}

static void fill_cache(const struct record_cmd *cmd, const struct record_result *res)
{
	const struct record_opts *opts = &cmd->opts;
	const char *path = opts->output ? opts->output : "perf.data";
	size_t i;

	if (!wants_cache(cmd) || !res->begun || !res->samples)
		return;
	record_signals__allow_end(verbose < 0 ? NULL : "[ perf record: ended before the build-id cache had all files ]\n");
	for (i = 0; i < res->nr_files; i++)
		cache_file(cmd, res->files[i], NULL, res);
	if (!res->nr_files && !opts->last.ms)
		cache_file(cmd, path, &res->runs, res);
	else if (opts->last.end == LAST_END_OUTPUT)
		cache_file(cmd, path, NULL, res);
}

/* The default event, where none was asked for. */
static void add_default_event(struct record_cmd *cmd)
{
	struct parse_events_error err = PARSE_EVENTS_ERROR_INIT;

	if (!cmd->evlist->nr && parse_events(cmd->evlist, "cycles:P", &err))
		pr_debug("cycles:P: %s\n", err.reason);
	parse_events_error__exit(&err);
	if (!cmd->evlist->nr)
		usage_error("there is no event to record: name one with -e");
}

int cmd_record(int argc, const char **argv)
{
	struct record_cmd cmd = {
		.opts = { .freq = RECORD_FREQ_DEFAULT },
		.evlist = evlist__new(),
		.callgraph_default = { .mode = CALLGRAPH_FP },
	};
	struct record_result res = { 0 };
	struct diag diag = DIAG_INIT;
	const char **all = xcalloc((size_t)argc + 1, sizeof(*all));
	struct recorder_info info = { .version = perf_version_string, .argc = argc, .argv = all };
	int err, status;

	record_signals__install();
	patient_open__expect_hostile();
	/* What is recorded has the names as they are. */
	shown__keep_exact();
	/* parse_options() moves the words of argv about. */
	memcpy(all, argv, (size_t)argc * sizeof(*all));
	record__configure(&cmd);
	record__parse_command_line(&cmd, argc, argv);
	verbose = cmd.quiet ? LOG_QUIET : cmd.verbosity;
	record__say_taken(&cmd);
	if (cmd.wall && cmd.off_cpu_only)
		usage_error("--off-cpu-only has no samples of what runs, which --wall asks for");
	cmd.off_cpu |= cmd.wall;
	if (!cmd.off_cpu_only)
		add_default_event(&cmd);
	if (cmd.each_cgroup && event_cgroups__expand(cmd.evlist, cmd.each_cgroup, &diag) < 0)
		usage_error("--for-each-cgroup: %s", diag.text);
	cmd.opts.name_cgroups = event_cgroups__differ(cmd.evlist);
	if ((cmd.off_cpu || cmd.off_cpu_only) && record__add_off_cpu(&cmd) < 0)
		return EXIT_FAILED;
	/* Where nothing tells of switches but records, there has to be something to record. */
	add_default_event(&cmd);
	err = evlist__group_aux(cmd.evlist, &diag);
	if (!err)
		err = event_cgroups__check(cmd.evlist, &diag);
	if (err)
		usage_error("%s", diag.text);
	cmd.opts.hold_memory_files = wants_cache(&cmd);
	err = recorder__run(cmd.evlist, &cmd.opts, &info, &res, &diag);
	record__tell_result(&cmd.opts, &res);
	if (!err)
		fill_cache(&cmd, &res);
	status = exit_status(&cmd, &res, err, &diag);
	evlist__delete(cmd.evlist);
	evlist__delete(cmd.opts.switch_output_events);
	record_result__exit(&res);
	free(cmd.opts.toggles);
	free(cmd.taken);
	free(all);
	return status;
}
