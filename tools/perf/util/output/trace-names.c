// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/trace-names.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/base/byte-pool.h"
#include "util/base/text-out.h"
#include "util/event/tracepoint-format.h"
#include "util/output/trace-text.h"
#include "util/session/session.h"

struct trace_names {
	bool raw;
	struct trace_text trace;
	struct text_out out;
	struct byte_pool names;
};

struct trace_names *trace_names__new(bool raw)
{
	struct trace_names *t = xzalloc(sizeof(*t));

	t->raw = raw;
	text_out__init(&t->out, -1);
	return t;
}

void trace_names__delete(struct trace_names *t)
{
	if (!t)
		return;
	trace_text__exit(&t->trace);
	text_out__exit(&t->out);
	byte_pool__exit(&t->names);
	free(t);
}

static const char *raw_text(struct trace_names *t, const struct session_sample *s)
{
	struct strbuf sb = STRBUF_INIT;
	const char *text;

	if (!s->evsel->tp_format || !s->sample->raw_data)
		return NULL;
	strbuf__addch(&sb, ' ');
	tracepoint_format__print_fields(s->evsel->tp_format, s->sample->raw_data, s->sample->raw_size, &sb);
	text = byte_pool__get(&t->names, sb.buf, sb.len);
	strbuf__exit(&sb);
	return text;
}

const char *trace_names__get(struct trace_names *t, const struct session_sample *s)
{
	t->out.len = 0;
	if (t->raw)
		return raw_text(t, s);
	trace_text__add(&t->trace, &t->out, s);
	return t->out.len ? byte_pool__get(&t->names, t->out.buf, t->out.len) : NULL;
}

/* The value as the tracepoint's text has it, "name=value ..." or "name: value, ..."; NULL: not there. */
static const char *find_in_text(const char *text, const char *name, size_t *ret_len)
{
	size_t len = strlen(name);
	const char *s;

	for (s = text; s; s = strchr(s, ' ')) {
		s += *s == ' ';
		if (strncmp(s, name, len) || (s[len] != '=' && s[len] != ':'))
			continue;
		s += len + 1;
		s += *s == ' ' && s[-1] == ':';
		*ret_len = strcspn(s, s[-1] == '=' ? " " : ", ");
		return s;
	}
	return NULL;
}

bool trace_names__add_field(struct trace_names *t, const struct session_sample *s, const char *name, struct strbuf *out)
{
	const char *text = trace_names__get(t, s), *value;
	size_t len;

	value = text ? find_in_text(text, name, &len) : NULL;
	if (value)
		strbuf__add(out, value, len);
	return value;
}
