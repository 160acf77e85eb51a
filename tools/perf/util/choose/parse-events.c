// SPDX-License-Identifier: GPL-2.0-only
/* The grammar of event lists. What one event makes is in event-make.c. */
#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/choose/event-known.h"
#include "util/choose/event-make.h"
#include "util/choose/event-terms.h"
#include "util/choose/probe-text.h"
#include "util/choose/parse-events.h"

struct parser {
	const char *text;
	size_t pos;
	struct evlist *evlist;		/* what has been made so far */
	struct parse_events_error *err;
};

static int unrecognized(struct parser *p)
{
	return parse_events_error__set(p->err, p->pos, NULL, "Unrecognized input");
}

static void skip_blanks(struct parser *p)
{
	p->pos += strspn(p->text + p->pos, " \t\n");
}

static size_t name_length(const char *s)
{
	size_t n = 0;

	while (isalnum((unsigned char)s[n]) || (s[n] && strchr("_-.*?[]!%@+$", s[n])))
		n++;
	return n;
}

/* Gives the new events (from @first on) the modifiers at the present position, which are theirs or those of their group. */
static int parse_modifiers(struct parser *p, size_t first, bool of_group)
{
	size_t pos = p->pos, n = 0, i;
	const char *weak;
	char *mods;
	int err = 0;

	while (p->text[pos + n] && !strchr(",{} \t\n", p->text[pos + n]))
		n++;
	if (!n)
		return unrecognized(p);
	weak = of_group ? NULL : memchr(p->text + pos, 'W', n);
	if (weak)
		return parse_events_error__set(p->err, (size_t)(weak - p->text), NULL, "Weak modifier is for use with groups");
	mods = xstrndup(p->text + pos, n);
	for (i = first; i < p->evlist->nr && !err; i++)
		err = evsel__apply_modifiers(p->evlist->evsels[i], mods, pos, p->err);
	p->pos += n;
	free(mods);
	return err;
}

/* "/terms/" at the present position, if it is there. */
static int parse_terms(struct parser *p, struct event_terms *terms)
{
	long end;

	if (p->text[p->pos] != '/')
		return 0;
	end = event_terms__parse(terms, p->text, p->pos + 1, p->err);
	if (end < 0)
		return (int)end;
	p->pos = (size_t)end;
	if (p->text[p->pos] != '/')
		return p->text[p->pos] ? unrecognized(p) :
		       parse_events_error__set(p->err, p->pos, NULL, "the terms need a closing '/'");
	p->pos++;
	return 0;
}

/* mem:ADDR[/LEN][:ACCESS][/terms/] */
static int parse_breakpoint(struct parser *p, struct event_text *e)
{
	size_t n, start;

	p->pos += 4;
	e->pos = p->pos;
	n = name_length(p->text + p->pos);
	e->name = xstrndup(p->text + p->pos, n);
	if (parse_u64(e->name, &e->bp_addr))
		return parse_events_error__set(p->err, p->pos, NULL, "expected an address");
	p->pos += n;
	if (p->text[p->pos] == '/' && isdigit((unsigned char)p->text[p->pos + 1])) {
		char *len;

		start = ++p->pos;
		n = name_length(p->text + start);
		len = xstrndup(p->text + start, n);
		if (parse_u64(len, &e->bp_len) || !e->bp_len || e->bp_len > 8)
			parse_events_error__set(p->err, start, NULL, "bad breakpoint length, it is 1 to 8 bytes");
		free(len);
		if (p->err->reason)
			return -EINVAL;
		p->pos += n;
	}
	if (p->text[p->pos] == ':' && strchr("rwx", p->text[p->pos + 1]) && p->text[p->pos + 1]) {
		start = ++p->pos;
		for (; p->text[p->pos] && strchr("rwx", p->text[p->pos]); p->pos++) {
			unsigned int bit = p->text[p->pos] == 'r' ? 1 : p->text[p->pos] == 'w' ? 2 : 4;

			if (e->bp_type & bit)
				return parse_events_error__set(p->err, p->pos, NULL, "Duplicate access '%c'", p->text[p->pos]);
			e->bp_type |= bit;
		}
		if (p->text[p->pos] && !strchr(":/,{} ", p->text[p->pos]))
			return parse_events_error__set(p->err, p->pos, NULL, "Unrecognized input: the access is made of r, w and x");
	}
	return parse_terms(p, &e->terms);
}

/* Is what stands behind NAME: a tracepoint's second half (otherwise: modifiers)? */
static bool is_tracepoint(const struct event_text *e, const char *behind)
{
	size_t n = name_length(behind);
	bool globs = strpbrk(e->name, "*?[") != NULL;

	if (!n)
		return false;
	if (globs)
		return true;
	/* An event that could take modifiers, and letters that are all modifiers. */
	return !event_name__is_known(e->name) ||
	       (strspn(behind, "ukhpPGHSDIWebRX") != n && event_name__is_tracepoint_system(e->name));
}

/* usdt:FILE:NAME, uprobe:FILE:FUNCTION ARGS, kprobe:FUNCTION ARGS, each with [/terms/] behind it */
static int parse_probe(struct parser *p, struct event_text *e, bool of_file)
{
	size_t n = probe_text__length(p->text + p->pos, of_file);

	e->pos = p->pos;
	e->name = xstrndup(p->text + p->pos, n);
	p->pos += n;
	e->has_terms = p->text[p->pos] == '/';
	return parse_terms(p, &e->terms);
}

/* NAME, NAME/terms/, NAME:NAME, NUMBER:NUMBER */
static int parse_named(struct parser *p, struct event_text *e)
{
	size_t n = name_length(p->text + p->pos);

	e->pos = p->pos;
	if (!n)
		return unrecognized(p);
	e->name = xstrndup(p->text + p->pos, n);
	p->pos += n;
	if (p->text[p->pos] == ':' && p->text[p->pos + 1]) {
		const char *behind = p->text + p->pos + 1;
		bool numeric = isdigit((unsigned char)e->name[0]) && isdigit((unsigned char)*behind);

		if (numeric || is_tracepoint(e, behind)) {
			e->kind = numeric ? EVENT_TEXT_NUMERIC : EVENT_TEXT_TRACEPOINT;
			n = name_length(behind);
			e->second_pos = p->pos + 1;
			e->second = xstrndup(behind, n);
			p->pos += n + 1;
		}
	}
	e->has_terms = p->text[p->pos] == '/';
	return parse_terms(p, &e->terms);
}

/* The events that were just made are called as they were typed, unless they have a name already. */
static void name_events(struct parser *p, size_t first, size_t start)
{
	char *typed = xstrndup(p->text + start, p->pos - start);
	size_t i;

	for (i = first; i < p->evlist->nr; i++)
		/* A probe is called as perf probe would have called it. */
		if (!p->evlist->evsels[i]->name && !p->evlist->evsels[i]->config->probe)
			evsel__set_name(p->evlist->evsels[i], typed);
	free(typed);
}

static int parse_event(struct parser *p)
{
	struct event_text e = { 0 };
	size_t start, first = p->evlist->nr, mods_pos;
	bool is_mem, made, of_file;
	int err;

	skip_blanks(p);
	start = p->pos;
	is_mem = !strncmp(p->text + p->pos, "mem:", 4);
	made = probe_text__is(p->text + p->pos, &of_file);
	e.kind = is_mem ? EVENT_TEXT_BREAKPOINT : made ? EVENT_TEXT_PROBE : EVENT_TEXT_NAME;
	err = is_mem ? parse_breakpoint(p, &e) : made ? parse_probe(p, &e, of_file) : parse_named(p, &e);
	mods_pos = p->pos;
	if (!err)
		err = event_text__make(&e, p->evlist, p->err);
	if (!err && p->text[p->pos] == ':') {
		p->pos++;
		mods_pos = p->pos;
		err = parse_modifiers(p, first, false);
	} else if (!err && p->text[p->pos] && p->text[p->pos - 1] == '/' &&
		   !strchr(",{} \t\n", p->text[p->pos])) {
		err = parse_modifiers(p, first, false);
	}
	if (!err) {
		char *mods = xstrndup(p->text + mods_pos, p->pos - mods_pos);

		event_text__finish_names(&e, p->evlist, first, mods);
		free(mods);
		name_events(p, first, start);
	}
	event_text__exit(&e);
	return err;
}

static void make_group(struct evlist *evlist, size_t first, const char *name, size_t name_len)
{
	struct evsel *leader = evlist->evsels[first];
	size_t i;

	for (i = first; i < evlist->nr; i++)
		evlist->evsels[i]->leader = leader;
	leader->nr_members = (unsigned int)(evlist->nr - first);
	if (name_len)
		evsel__get_config(leader)->group_name = xstrndup(name, name_len);
}

static int parse_list(struct parser *p, bool in_group);

/* [NAME]{event,...}[:modifiers] */
static int parse_group(struct parser *p)
{
	size_t start = p->pos, name_len = name_length(p->text + p->pos), first = p->evlist->nr;
	int err;

	p->pos += name_len + 1;
	err = parse_list(p, true);
	if (err)
		return err;
	if (p->text[p->pos] != '}')
		return p->text[p->pos] ? unrecognized(p) :
		       parse_events_error__set(p->err, p->pos, NULL, "the group needs a closing '}'");
	p->pos++;
	make_group(p->evlist, first, p->text + start, name_len);
	if (p->text[p->pos] == ':') {
		p->pos++;
		return parse_modifiers(p, first, true);
	}
	return 0;
}

static int parse_list(struct parser *p, bool in_group)
{
	for (;;) {
		int err;

		skip_blanks(p);
		if (p->text[p->pos + name_length(p->text + p->pos)] != '{')
			err = parse_event(p);
		else if (in_group)
			return parse_events_error__set(p->err, p->pos, NULL, "a group cannot be in a group");
		else
			err = parse_group(p);
		if (err)
			return err;
		skip_blanks(p);
		if (p->text[p->pos] != ',')
			return 0;
		p->pos++;
	}
}

int parse_events(struct evlist *evlist, const char *text, struct parse_events_error *error)
{
	struct parser p = { .text = text, .evlist = evlist__new(), .err = error };
	int err = parse_list(&p, false);
	size_t i;

	if (!err && text[p.pos])
		err = unrecognized(&p);
	if (!err) {
		for (i = 0; i < p.evlist->nr; i++)
			evlist__add(evlist, p.evlist->evsels[i]);
		p.evlist->nr = 0;
	} else if (!error->event) {
		error->event = xstrdup(text);
	}
	evlist__delete(p.evlist);
	return err;
}
