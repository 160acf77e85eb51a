// SPDX-License-Identifier: GPL-2.0-only
/* perf list: the events that can be recorded here. */
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin.h"
#include "builtin-list.h"
#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/log.h"
#include "util/base/new-file.h"
#include "util/base/options.h"
#include "util/base/shown.h"
#include "util/base/std-out.h"
#include "util/base/text-out.h"
#include "util/choose/pfm-events.h"
#include "util/choose/pmu.h"

struct list_state {
	bool json, details, raw;
	const char *unit;		/* only this PMU, or NULL */
	const char *glob;		/* only names that match, or NULL */
	unsigned int printed;
	struct text_out *out;
};

static bool matches(const struct list_state *s, const char *name)
{
	return name && !fnmatch(s->glob, name, FNM_CASEFOLD);
}

static void print_json_string(struct text_out *out, const char *key, const char *value, const char *sep)
{
	const char *p;

	if (!value)
		return;
	text_out__addf(out, "%s\t\"%s\": \"", sep, key);
	for (p = value; *p; p++) {
		if (*p == '"' || *p == '\\')
			text_out__addch(out, '\\');
		if ((unsigned char)*p < ' ')
			text_out__addf(out, "\\u%04x", (unsigned char)*p);
		else
			text_out__addch(out, *p);
	}
	text_out__addch(out, '"');
}

static void print_json(struct list_state *s, const struct event_list_entry *e)
{
	struct text_out *out = s->out;

	text_out__addf(out, "%s{\n", s->printed ? ",\n" : "");
	print_json_string(out, "EventName", e->name, "");
	print_json_string(out, "EventAlias", e->alias, ",\n");
	print_json_string(out, "EventType", e->type, ",\n");
	print_json_string(out, "Unit", e->unit, ",\n");
	print_json_string(out, "Encoding", e->encoding, ",\n");
	text_out__addf(out, "\n}");
}

static void print_line(const struct list_state *s, const struct event_list_entry *e)
{
	bool alias_first = e->kind == EVENT_LIST_PMU;
	struct text_out *out = s->out;
	char *both = NULL;

	if (s->raw) {
		if (!e->is_form)
			text_out__addf(out, "%s ", e->name);
		return;
	}
	if (e->alias)
		both = xasprintf("%s OR %s", alias_first ? e->alias : e->name, alias_first ? e->name : e->alias);
	text_out__addf(out, "  %-50s [%s]\n", both ?: e->name, e->type);
	free(both);
	if (s->details && e->encoding)
		text_out__addf(out, "        %s\n", e->encoding);
}

static void print_entry(void *ctx, const struct event_list_entry *e)
{
	struct list_state *s = ctx;

	if (s->unit && (!e->unit || strcmp(s->unit, e->unit)))
		return;
	if (s->glob && !matches(s, e->name) && !matches(s, e->alias))
		return;
	if (s->json && e->is_form)
		return;
	if (s->json)
		print_json(s, e);
	else
		print_line(s, e);
	s->printed++;
}

static const struct {
	const char *token;
	unsigned int kinds;
} list_words[] = {
	{ "hw", EVENT_LIST_HW }, { "hardware", EVENT_LIST_HW }, { "sw", EVENT_LIST_SW }, { "software", EVENT_LIST_SW },
	{ "cache", EVENT_LIST_CACHE }, { "hwcache", EVENT_LIST_CACHE }, { "pmu", EVENT_LIST_PMU },
	{ "tracepoint", EVENT_LIST_TRACEPOINT },
};

/* Markers of @file, or all that are known (list_sdt__walk()). Returns 0; 1 with a message if there are none. */
static int list_markers(struct list_state *s, const char *file)
{
	unsigned int before = s->printed;
	struct diag diag = DIAG_INIT;
	char text[512];

	if (list_sdt__walk(file, true, print_entry, s, &diag))
		pr_error("perf: %s\n", diag__format(&diag, text, sizeof(text)));
	else if (s->printed == before && file)
		pr_error("perf: '%s' has no markers of user space (section .note.stapsdt)\n", file);
	else if (s->printed == before)
		pr_error(
			"perf: no marker of user space is known: neither a file that a process runs has one, nor one of the build-id cache "
			"('perf buildid-cache --add FILE'; 'perf list FILE' shows those of a file)\n");
	return s->printed == before;
}

/* Events out of libpfm4's tables. Returns 0; 1 with a message if there are none. */
static int list_pfm(struct list_state *s)
{
	unsigned int before = s->printed;
	struct diag diag = DIAG_INIT;
	char **cores;

	if (pfm_events__walk(print_entry, s, &diag)) {
		pr_error("perf: %s\n", diag.text);
		return 1;
	}
	cores = pmu_core_names();
	if (!cores[0])
		pr_notice("perf: none of these events can be counted here: the kernel has no PMU of the processor, which virtual machines are seldom "
			  "given\n");
	free_names(cores);
	return s->printed == before;
}

/*
 * One word of the command line. Returns 1 if nothing matches, negative errno if tracepoints cannot be listed.
 */
static int list_token(struct list_state *s, const char *token)
{
	unsigned int before = s->printed;
	struct diag ignored = DIAG_INIT;
	char *glob;
	size_t i;
	int err;

	if (!strcmp(token, "pfm"))
		return list_pfm(s);
	if (!strcmp(token, "sdt"))
		return list_markers(s, NULL);
	if (strchr(token, '/') && (*token == '/' || *token == '.' || !access(token, F_OK)))
		return list_markers(s, token);
	for (i = 0; i < ARRAY_SIZE(list_words); i++) {
		if (strcmp(token, list_words[i].token))
			continue;
		err = event_list__walk(list_words[i].kinds, print_entry, s);
		if (!err && s->printed == before) {
			pr_error("perf: this machine has no event of the kind '%s'\n", token);
			return 1;
		}
		return err;
	}
	/* A word without glob characters may stand anywhere in a name. */
	glob = strpbrk(token, "*?[:") ? xstrdup(token) : xasprintf("*%s*", token);
	s->glob = glob;
	err = event_list__walk(strchr(token, ':') ? EVENT_LIST_TRACEPOINT : EVENT_LIST_ALL, print_entry, s);
	/* Who asks for markers gets all that are known. */
	(void)list_sdt__walk(NULL, !strncmp(token, "sdt_", 4), print_entry, s, &ignored);
	s->glob = NULL;
	free(glob);
	if (!err && s->printed == before) {
		pr_error("perf: no event of this machine matches '%s'\n", token);
		return 1;
	}
	return err;
}

static void say_no_tracepoints(int err)
{
	char *why = tracefs__path() ? xasprintf("tracefs: %s", strerror(-err)) : tracefs__problem();

	pr_notice("perf: tracepoints are not listed: %s\n", why);
	free(why);
}

/* Returns the exit status. */
static int list(struct list_state *s, int argc, const char **argv)
{
	struct diag ignored = DIAG_INIT;
	int i, err = 0;

	if (s->json)
		text_out__addstr(s->out, "[\n");
	else if (!s->raw && s->out == std_out() && isatty(STDOUT_FILENO))
		text_out__addstr(s->out, "\nList of pre-defined events (to be used in -e):\n\n");
	if (!argc) {
		err = event_list__walk(EVENT_LIST_ALL, print_entry, s);
		(void)list_sdt__walk(NULL, false, print_entry, s, &ignored);
	}
	for (i = 0; i < argc; i++)
		err = list_token(s, argv[i]) ?: err;
	if (s->json)
		text_out__addstr(s->out, "\n]\n");
	else if (s->raw && s->printed)
		text_out__addstr(s->out, "\n");
	if (err < 0)
		say_no_tracepoints(err);
	return err && !s->printed ? EXIT_FAILED : EXIT_OK;
}

int cmd_list(int argc, const char **argv)
{
	struct list_state s = { 0 };
	bool ignored = false;
	const char *output = NULL;
	const struct option opts[] = {
		OPT_BOOL('j', "json", &s.json, "as JSON"),
		OPT_STRING('o', "output", &output, "FILE", "write into this file"),
		OPT_BOOL(0, "details", &s.details, "with what the names stand for"),
		OPT_BOOL(0, "raw-dump", &s.raw, "names only, in one line (for shell completion)"),
		OPT_STRING(0, "unit", &s.unit, "PMU", "only events of this PMU"),
		OPT_GROUP("Without effect, since the kernel has no descriptions of events"),
		OPT_BOOL('d', "desc", &ignored, "with descriptions"),
		OPT_BOOL('v', "long-desc", &ignored, "with long descriptions"),
		OPT_BOOL(0, "deprecated", &ignored, "with deprecated events"),
		OPT_BOOL(0, "debug", &ignored, "with debugging messages"),
		OPT_END()
	};
	static const char *const usage[] = {
		"perf list [<options>] [hw|sw|cache|tracepoint|pmu|sdt|pfm|GLOB|FILE]...", NULL
	};
	struct new_file file = NEW_FILE_NONE;
	struct text_out own;
	int err, status = EXIT_OK;

	argc = parse_options(argc, argv, opts, usage, 0);
	s.out = std_out();
	if (!output)
		return list(&s, argc, argv);
	err = new_file__create(&file, output, new_file__usual_mode());
	if (!err) {
		text_out__init(&own, file.fd);
		s.out = &own;
		status = list(&s, argc, argv);
		err = text_out__flush(&own);
		text_out__exit(&own);
	}
	if (!err)
		err = new_file__commit(&file);
	new_file__exit(&file);
	if (!err)
		return status;
	pr_error("perf: cannot write %s: %s\n", shown__in_message(output), strerror(-err));
	return EXIT_FAILED;
}
