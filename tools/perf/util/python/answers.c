// SPDX-License-Identifier: GPL-2.0-only
/* What a script asks for, by the functions of perf_trace_context. */
#include <inttypes.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/python/stream.h"
#include "util/python/wire.h"
#include "util/symbol/srcline.h"

/* The bytes of the instruction that the sample is at; none if it is not known. */
static void add_insn(struct python_stream *p, const struct session_sample *s)
{
	unsigned char insn[DISASM_MAX_INSN];

	if (!s)
		return;
	if (!p->has_code) {
		sample_code__init(&p->code, p->session);
		p->has_code = true;
	}
	text_out__add(&p->body, insn, sample_code__insn(&p->code, s, insn));
}

/* "LINE FILE", or nothing. */
static void add_srcline(struct python_stream *p, const struct session_sample *s)
{
	const struct src_frames *src;
	const struct frame *f = s ? s->ip : NULL;

	src = f && f->map ? dso__source(f->map->dso, map__to_dso(f->map, f->ip)) : NULL;
	if (src && src->frames[0].file)
		text_out__addf(&p->body, "%" PRIu32 " %s", src->frames[0].line, src->frames[0].file);
}

/* "1" and the value; nothing if there is none. */
static void add_config(struct python_stream *p, const char *name)
{
	const char *value = p->config ? p->config(name) : NULL;

	if (value)
		text_out__addf(&p->body, "1%s", value);
}

/* What perf_set_itrace_options() returns: 1 if the command line has set them, -1 if they are wrong. */
static void add_itrace(struct python_stream *p, const char *letters, bool begun)
{
	char err[512];

	if (p->itrace->set || p->itrace->off) {
		text_out__addstr(&p->body, "1");
	} else if (begun) {
		pr_error("perf: perf_set_itrace_options() comes too late: call it in trace_begin()\n");
		text_out__addstr(&p->body, "-1");
	} else if (itrace_opts__parse(p->itrace, letters, true, err, sizeof(err)) < 0) {
		pr_error("perf: perf_set_itrace_options(): %s\n", err);
		text_out__addstr(&p->body, "-1");
	} else {
		p->itrace->set = true;
		text_out__addstr(&p->body, "0");
	}
}

static const char *after(const char *line, const char *word)
{
	size_t n = strlen(word);

	return strncmp(line, word, n) ? NULL : line[n] == ' ' ? line + n + 1 : line[n] ? NULL : line + n;
}

static void answer(struct python_stream *p, const char *what, const struct session_sample *s, bool begun)
{
	const char *argument;

	if (after(what, "insn"))
		add_insn(p, s);
	else if (after(what, "srcline"))
		add_srcline(p, s);
	else if ((argument = after(what, "config")) != NULL)
		add_config(p, argument);
	else if ((argument = after(what, "itrace")) != NULL)
		add_itrace(p, argument, begun);
	wire__send(&p->in.wire, WIRE_ANSWER, &p->body);
	python_stream__flush(p);
}

const char *python_stream__answer(struct python_stream *p, const char *until, const struct session_sample *s)
{
	bool begun = strcmp(until, "ready") != 0;
	const char *line, *rest;

	while ((line = interpreter__line(&p->in)) != NULL) {
		rest = after(line, until);
		if (rest)
			return rest;
		if (after(line, "denied"))
			p->denied = true;
		rest = after(line, "ask");
		if (rest)
			answer(p, rest, s, begun);
	}
	return NULL;
}
