// SPDX-License-Identifier: GPL-2.0-only
/* Making tracing data for a recording, from tracefs. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/record/tracing-data-build.h"

static void add_u32(struct strbuf *out, uint32_t v)
{
	strbuf__add(out, &v, sizeof(v));
}

static void add_u64(struct strbuf *out, uint64_t v)
{
	strbuf__add(out, &v, sizeof(v));
}

/* A text with its length in front. Readers want its last newline too. */
static void add_text(struct strbuf *out, const char *text, bool wide)
{
	size_t len = strlen(text) + 1;

	if (wide)
		add_u64(out, len);
	else
		add_u32(out, (uint32_t)len);
	strbuf__add(out, text, len - 1);
	strbuf__addch(out, '\n');
}

/* The kernel's text as it is. */
static int add_file(struct strbuf *out, const char *path, bool wide, struct diag *diag)
{
	char *text = read_text_file(path, 1 << 24);

	if (!text)
		return diag__msg(diag, -errno, "cannot read '%s': %s", path, strerror(errno));
	add_text(out, text, wide);
	free(text);
	return 0;
}

/* The format of @event: its first line is "name: NAME". */
static int add_format(struct strbuf *out, const char *tracefs, const struct tracing_data_event *event, struct diag *diag)
{
	char *path = xasprintf("%s/events/%s/%s/format", tracefs, event->system, event->name), *text, *renamed;
	int err = 0;

	text = event->shown_name ? read_text_file(path, 1 << 24) : NULL;
	if (text) {
		renamed = xasprintf("name: %s%s", event->shown_name, text + strcspn(text, "\n"));
		add_text(out, renamed, true);
		free(renamed);
	} else {
		err = add_file(out, path, true, diag);
	}
	free(text);
	free(path);
	return err;
}

static int add_header(struct strbuf *out, const char *tracefs, const char *name, struct diag *diag)
{
	char *path = xasprintf("%s/events/%s", tracefs, name);
	int err;

	strbuf__add(out, name, strlen(name) + 1);
	err = add_file(out, path, true, diag);
	free(path);
	return err;
}

static const char *shown_system(const struct tracing_data_event *event)
{
	return event->shown_system ?: event->system;
}

/* Has @events[@i] been named before already? With @whole: the event, else its system. */
static bool is_repeated(const struct tracing_data_event *events, size_t i, bool whole)
{
	size_t j;

	for (j = 0; j < i; j++)
		if (whole ? !strcmp(events[j].system, events[i].system) && !strcmp(events[j].name, events[i].name) :
			    !strcmp(shown_system(&events[j]), shown_system(&events[i])))
			return true;
	return false;
}

/* The count, then the format files of one system. */
static int add_system(struct strbuf *out, const char *tracefs, const struct tracing_data_event *events,
		      size_t nr, const char *system, struct diag *diag)
{
	uint32_t count = 0;
	size_t i;
	int err = 0;

	for (i = 0; i < nr; i++)
		count += !strcmp(shown_system(&events[i]), system) && !is_repeated(events, i, true);
	add_u32(out, count);
	for (i = 0; i < nr && !err; i++) {
		if (!strcmp(shown_system(&events[i]), system) && !is_repeated(events, i, true))
			err = add_format(out, tracefs, &events[i], diag);
	}
	return err;
}

static int add_systems(struct strbuf *out, const char *tracefs, const struct tracing_data_event *events,
		       size_t nr, struct diag *diag)
{
	uint32_t count = 0;
	size_t i;
	int err;

	err = add_system(out, tracefs, events, nr, "ftrace", diag);
	for (i = 0; i < nr; i++)
		count += strcmp(shown_system(&events[i]), "ftrace") && !is_repeated(events, i, false);
	add_u32(out, count);
	for (i = 0; i < nr && !err; i++) {
		const char *system = shown_system(&events[i]);

		if (!strcmp(system, "ftrace") || is_repeated(events, i, false))
			continue;
		strbuf__add(out, system, strlen(system) + 1);
		err = add_system(out, tracefs, events, nr, system, diag);
	}
	return err;
}

int tracing_data__build(const struct tracing_data_event *events, size_t nr, struct strbuf *out,
			struct diag *diag)
{
	static const unsigned char magic[] = { 0x17, 0x08, 0x44, 't', 'r', 'a', 'c', 'i', 'n', 'g' };
	const char *tracefs = tracefs__path();
	struct diag ignored = DIAG_INIT;
	char *path;
	int err;

	if (!tracefs) {
		char *why = tracefs__problem();

		(void)diag__msg(diag, -ENOENT, "the formats of the tracepoints cannot be read: %s", why);
		free(why);
		return -ENOENT;
	}
	strbuf__add(out, magic, sizeof(magic));
	strbuf__add(out, "0.6", 4);
	strbuf__addch(out, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	strbuf__addch(out, sizeof(long));
	add_u32(out, (uint32_t)sysconf(_SC_PAGESIZE));
	err = add_header(out, tracefs, "header_page", diag);
	if (!err)
		err = add_header(out, tracefs, "header_event", diag);
	if (!err)
		err = add_systems(out, tracefs, events, nr, diag);
	if (err)
		return err;
	/* No kallsyms: symbols are looked up elsewhere. */
	add_u32(out, 0);
	path = xasprintf("%s/printk_formats", tracefs);
	if (add_file(out, path, false, &ignored))
		add_u32(out, 0);
	free(path);
	add_u64(out, 0);	/* command lines come with COMM records */
	return 0;
}
