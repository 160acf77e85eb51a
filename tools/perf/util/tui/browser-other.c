// SPDX-License-Identifier: GPL-2.0-only
/* The way from a report to other programs, and to other recordings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
	size_t nr = 0, i;

	while (b->opts->arguments[nr])
		nr++;
	argv = xcalloc(nr + 5, sizeof(*argv));
	argv[0] = (char *)(uintptr_t)"sh";
	argv[1] = (char *)(uintptr_t)"-c";
	argv[2] = words;
	argv[3] = (char *)(uintptr_t)"perf";
	for (i = 0; i < nr; i++)
		argv[4 + i] = b->opts->arguments[i];
	if (screen__run(argv) < 0)
		browser__say(b, "%s cannot be started", c->name);
	free(argv);
	free(words);
}

static void choose_command(struct browser *b)
{
	struct strbuf lines = STRBUF_INIT;
	size_t i;
	int n;

	if (!b->opts->arguments) {
		browser__say(b, "Not here: a pipe is read only once; store it in a file");
		return;
	}
	if (!b->opts->nr_commands) {
		browser__say(b, "There are no commands: perf config scripts.NAME='perf script -F comm,ip'");
		return;
	}
	for (i = 0; i < b->opts->nr_commands; i++)
		strbuf__addf(&lines, "%-16s  %s\n", b->opts->commands[i].name, shown(b->opts->commands[i].shell));
	n = popup__menu("Run on the samples of this report", strbuf__str(&lines), browser__draw, b);
	strbuf__exit(&lines);
	if (n >= 0)
		run(b, &b->opts->commands[n]);
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
