// SPDX-License-Identifier: GPL-2.0-only
/* The way from a report to other programs, and to other recordings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/shown.h"
#include "util/data/recordings.h"
#include "util/output/pager.h"
#include "util/tui/browser-state.h"
#include "util/tui/popup.h"
#include "util/tui/screen.h"

/* --- commands ------------------------------------------------------------------------------------- */

/*
 * What is written in the configuration is for a shell, which it may end. Its arguments come behind it if it does not say where else. Where
 * there is no pager, the output has to be seen before the screen comes back.
 */
static char *shell_words(const struct browser_command *c)
{
	const char *pager = pager__command();
	const char *args = strstr(c->shell, "\"$@\"") ? "" : " \"$@\"";
	const char *behind = pager ? "| LESS=${LESS-RSX} " : "; printf '\\nEnter goes back: '; read -r nothing";

	return xasprintf("{ ( %s%s\n) || echo \"perf: the command ended with status $?\"\n} 2>&1 %s%s", c->shell, args, behind,
			 pager ? pager : "");
}

static void run(struct browser *b, const struct browser_command *c)
{
	char *words = shell_words(c), **argv;
	char *self = realpath("/proc/self/exe", NULL);
	size_t nr = 0, i;

	while (b->opts->arguments[nr])
		nr++;
	argv = xcalloc(nr + 5, sizeof(*argv));
	argv[0] = (char *)(uintptr_t)"sh";
	argv[1] = (char *)(uintptr_t)"-c";
	argv[2] = words;
	/* $0: this perf, for commands that are not the user's; who has installed another one meanwhile gets that. */
	argv[3] = self && !access(self, X_OK) ? self : (char *)(uintptr_t)"perf";
	for (i = 0; i < nr; i++)
		argv[4 + i] = b->opts->arguments[i];
	if (screen__run(argv) < 0)
		browser__say(b, "%s cannot be started", c->name);
	free(self);
	free(argv);
	free(words);
}

/* What upstream's screen offers for the samples, as it needs no program but this one. */
static const struct browser_command own_commands[] = {
	{ "samples", "\"$0\" script" },
	{ "samples with code", "\"$0\" script -F +disasm" },
	{ "samples with source", "\"$0\" script -F +srcline,+srccode" },
	{ "samples as asked", "\"$0\" script" },
};
#define AS_ASKED	(ARRAY_SIZE(own_commands) - 1)

/* The user's words are for the same shell as those of the configuration. */
static void run_as_asked(struct browser *b)
{
	struct line_edit l = { .prompt = "Options of perf script: ", .redraw = browser__draw, .ctx = b };
	struct browser_command c = own_commands[AS_ASKED];
	char *shell;

	strbuf__addstr(&l.text, "-F comm,tid,time,event,ip,sym");
	l.cursor = l.text.len;
	if (line_edit__run(&l)) {
		shell = xasprintf("%s \"$@\" %s", c.shell, strbuf__str(&l.text));
		c.shell = shell;
		run(b, &c);
		free(shell);
	}
	strbuf__exit(&l.text);
}

static void choose_command(struct browser *b)
{
	struct strbuf lines = STRBUF_INIT;
	size_t nr = b->opts->nr_commands, i;
	int n;

	if (!b->opts->arguments) {
		browser__say(b, "Not here: a pipe is read only once; store it in a file");
		return;
	}
	for (i = 0; i < nr; i++)
		strbuf__addf(&lines, "%-19s  %s\n", b->opts->commands[i].name, shown(b->opts->commands[i].shell));
	for (i = 0; i < ARRAY_SIZE(own_commands); i++)
		strbuf__addf(&lines, "%-19s  perf%s%s\n", own_commands[i].name, own_commands[i].shell + strlen("\"$0\""),
			     i == AS_ASKED ? " ..." : "");
	n = popup__menu("Run on the samples of this report", strbuf__str(&lines), browser__draw, b);
	strbuf__exit(&lines);
	if (n >= 0 && (size_t)n == nr + AS_ASKED)
		run_as_asked(b);
	else if (n >= 0)
		run(b, (size_t)n < nr ? &b->opts->commands[n] : &own_commands[(size_t)n - nr]);
}

/* --- recordings ----------------------------------------------------------------------------------- */

static void add_recording(const struct recording_file *f, struct strbuf *out)
{
	time_t t = (time_t)f->time;
	char date[32] = "";
	struct tm tm;

	if (localtime_r(&t, &tm))
		strftime(date, sizeof(date), "%Y-%m-%d %H:%M:%S", &tm);
	strbuf__addf(out, "%s  ", date);
	if (f->size)
		strbuf__addf(out, "%9.1f MB  ", (double)f->size / 1048576);
	else
		strbuf__addf(out, "%12s  ", "a folder");
	strbuf__addf(out, "%s\n", shown(f->name));
}

static void choose_recording(struct browser *b)
{
	struct strbuf lines = STRBUF_INIT;
	struct recording_file *list;
	size_t nr, i;
	int n = -1;

	if (!b->opts->other) {
		browser__say(b, "%s", tui_keys__text(tui_keys, "Not from the report of a stretch: {back} goes back"));
		return;
	}
	list = recordings__list(".", &nr);
	for (i = 0; i < nr; i++)
		add_recording(&list[i], &lines);
	if (nr)
		n = popup__menu("Another recording of this folder", strbuf__str(&lines), browser__draw, b);
	else
		browser__say(b, "There is no recording in this folder");
	if (n >= 0) {
		*b->opts->other = xasprintf("./%s", list[n].name);
		b->left = true;
	}
	recordings__free(list, nr);
	strbuf__exit(&lines);
}

bool browser__leave_for(struct browser *b, enum tui_command command)
{
	if (command == TUI_COMMANDS)
		choose_command(b);
	else if (command == TUI_RECORDINGS)
		choose_recording(b);
	else
		return false;
	return true;
}
