// SPDX-License-Identifier: GPL-2.0-only
/*
 * The last seconds before now, as a recording. The recorder keeps them beside its stream (perf record --last), and writes them when it is asked
 * to by its --control. Until it has answered, the stream is read on: nobody waits for the other.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin.h"
#include "builtin-top.h"
#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/record/switch-output.h"

/* Bytes of an answer: "ack", a newline and a zero. */
#define ANSWER	5
/* A command of --control is a line of less than 512. */
#define COMMAND_MOST	500

static volatile sig_atomic_t wanted;

void top_last__on_signal(int sig)
{
	(void)sig;
	wanted = 1;
}

bool top_last__open(struct top_last *l)
{
	int asks[2], answers[2];

	if (pipe2(asks, O_CLOEXEC) < 0)
		return false;
	if (pipe2(answers, O_CLOEXEC) < 0) {
		(void)close(asks[0]);
		(void)close(asks[1]);
		return false;
	}
	*l = (struct top_last){ .on = true, .ask = asks[1], .answer = answers[0], .recorder_reads = asks[0], .recorder_answers = answers[1] };
	return true;
}

char *top_last__control(const struct top_last *l)
{
	return xasprintf("--control=fd:%d,%d", l->recorder_reads, l->recorder_answers);
}

void top_last__begun(struct top_last *l)
{
	(void)close(l->recorder_reads);
	(void)close(l->recorder_answers);
}

/* A folder of its own: nobody else can put something in the way of what is written there. */
static char *temporary(void)
{
	const char *dir = getenv("TMPDIR");
	char *folder = xasprintf("%s/perf-top-XXXXXX", dir && *dir ? dir : "/var/tmp"), *path;

	path = mkdtemp(folder) ? xasprintf("%s/perf.data", folder) : NULL;
	free(folder);
	return path;
}

const char *top_last__ask(struct top_last *l, enum top_last_use use)
{
	char *command;
	size_t len;
	bool sent;

	if (!l->on)
		return "they are not kept: start perf top with --last 30s";
	if (l->use != TOP_LAST_NOTHING)
		return "they are being written already";
	l->path = use == TOP_LAST_LOOK ? temporary() : switch_output__free_name("perf.data", &l->last_name);
	if (!l->path)
		return "there is no temporary folder for them (TMPDIR)";
	l->use = use;
	command = xasprintf("snapshot %s\n", l->path);
	len = strlen(command);
	if (len > COMMAND_MOST || strcspn(command, "\n") != len - 1) {
		free(command);
		top_last__forget(l);
		return "the name of the temporary folder (TMPDIR) is too long, or has a line break";
	}
	/* Less than a pipe takes at once; without a recorder there is no reader. */
	sent = write(l->ask, command, len) == (ssize_t)len;
	free(command);
	if (!sent) {
		top_last__forget(l);
		return "the recorder has ended";
	}
	return NULL;
}

enum top_last_use top_last__ready(struct top_last *l)
{
	struct pollfd p = { .fd = l->answer, .events = POLLIN };
	char answer[ANSWER];

	if (l->use == TOP_LAST_NOTHING || poll(&p, 1, 0) <= 0)
		return TOP_LAST_NOTHING;
	if (read(l->answer, answer, sizeof(answer)) > 0 && !access(l->path, R_OK))
		return l->use;
	top_last__forget(l);
	return TOP_LAST_FAILED;
}

void top_last__forget(struct top_last *l)
{
	char *slash;

	if (l->use == TOP_LAST_LOOK) {
		(void)unlink(l->path);
		slash = strrchr(l->path, '/');
		*slash = 0;
		(void)rmdir(l->path);
	}
	free(l->path);
	l->path = NULL;
	l->use = TOP_LAST_NOTHING;
}

void top_last__exit(struct top_last *l)
{
	if (l->on) {
		(void)close(l->ask);
		(void)close(l->answer);
	}
	if (l->path)
		top_last__forget(l);
	l->on = false;
}

/* --- as text, at SIGUSR2 --------------------------------------------------------------------------------------- */

void top_last__serve(struct top *t)
{
	const char *why;

	if (wanted) {
		wanted = 0;
		why = top_last__ask(&t->kept, TOP_LAST_SAVE);
		if (why)
			pr_warning("perf top: the last seconds are not saved: %s\n", why);
	}
	if (t->opts->screen)
		return;
	switch (top_last__ready(&t->kept)) {
	case TOP_LAST_SAVE:
		pr_notice("[ perf top: the last seconds are in %s ]\n", t->kept.path);
		top_last__forget(&t->kept);
		return;
	case TOP_LAST_FAILED:
		/* The recorder has said why. */
		pr_warning("perf top: the last seconds are not saved\n");
		return;
	default:
		return;
	}
}

/* --- on the screen --------------------------------------------------------------------------------------------- */

const char **top_last__report(const struct top *t)
{
	const struct top_options *o = t->opts;
	const struct symbol_opts *so = &o->session.symbols;
	/* What the rows are made of is made of the recording, too. */
	const struct { const char *option, *value; } given[] = {
		{ "-i", t->kept.path }, { "--sort", o->columns.sort || o->columns.fields ? o->columns.sort : o->columns.default_sort },
		{ "--fields", o->columns.fields }, { "--comms", o->session.comms }, { "--dsos", o->dsos }, { "--symbols", o->symbols },
		{ "--percentage", o->hists.filter_relative ? "relative" : NULL }, { "--switch-on", o->event_switch.on_name },
		{ "--switch-off", o->event_switch.off_name },
		{ "--kallsyms", so->kallsyms }, { "--vmlinux", so->vmlinux }, { "--ignore-callees", o->ignore_callees },
		{ "--symfs", so->symfs && so->symfs_flat ? xasprintf("%s,flat", so->symfs) : so->symfs },
	};
	const char *const flags[] = {
		o->children ? "--children" : "--no-children", o->off_cpu.on ? "--off-cpu" : NULL, o->hists.raw_trace ? "--raw-trace" : NULL,
		o->event_switch.show ? "--show-on-off-events" : NULL, so->ignore_vmlinux ? "--ignore-vmlinux" : NULL,
	};
	const char **argv = xcalloc(4 + ARRAY_SIZE(flags) + 2 * ARRAY_SIZE(given) + o->code.nr, sizeof(*argv));
	size_t nr = 0, i;

	argv[nr++] = "/proc/self/exe";
	argv[nr++] = "report";
	argv[nr++] = "--tui";
	for (i = 0; i < ARRAY_SIZE(flags); i++)
		if (flags[i])
			argv[nr++] = flags[i];
	for (i = 0; i < o->code.nr; i++)
		argv[nr++] = o->code.args[i];
	for (i = 0; i < ARRAY_SIZE(given); i++)
		if (given[i].value) {
			argv[nr++] = given[i].option;
			argv[nr++] = given[i].value;
		}
	return argv;
}
