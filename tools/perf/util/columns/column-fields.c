// SPDX-License-Identifier: GPL-2.0-only
#include "util/columns/column-fields.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/columns/column-ops.h"
#include "util/event/tracepoint-format.h"
#include "util/output/trace-names.h"
#include "util/session/session.h"

/* What a sample has in a field: interned with this in front, so that a row can tell its text. */
struct field_value {
	const char *text;	/* interned */
	uint64_t size;		/* bytes that follow */
	unsigned char bytes[];
};

/* --- cells ------------------------------------------------------------------------------------- */

static void add_field_text(struct hists *h, const struct column *col, const struct session_sample *s, struct strbuf *out)
{
	const struct tracepoint_format *format = s->evsel->tp_format;

	/* A string may have blanks; in the text nobody could tell where it ends. */
	if (!col->raw && col->field->kind != TRACEPOINT_FIELD_STRING && trace_names__add_field(h->trace_names, s, col->field->name, out))
		return;
	tracepoint_format__print_field(format, col->field, s->sample->raw_data, s->sample->raw_size, out);
}

static uint64_t field_cell(const struct column_sample *c)
{
	const struct perf_sample *sample = c->s->sample;
	uint32_t offset = c->col->field->offset, size = c->col->field->size;
	struct field_value *v;
	struct strbuf text = STRBUF_INIT;
	const void *cell;

	if (c->s->evsel != c->col->evsel)
		return 0;
	/* Dynamic fields say where their bytes are; those that are there are all that is told apart. */
	if (!sample->raw_data || offset >= sample->raw_size)
		size = 0;
	else if (size > sample->raw_size - offset)
		size = sample->raw_size - offset;
	add_field_text(c->h, c->col, c->s, &text);
	v = xzalloc(sizeof(*v) + size);
	v->text = byte_pool__get(&c->h->pool, strbuf__str(&text), text.len);
	v->size = c->col->field->is_dynamic ? 0 : size;
	if (v->size)
		memcpy(v->bytes, (const char *)sample->raw_data + offset, v->size);
	cell = byte_pool__get(&c->h->pool, v, sizeof(*v) + v->size);
	free(v);
	strbuf__exit(&text);
	return (uintptr_t)cell;
}

static const struct field_value *value_of(uint64_t cell)
{
	return (const struct field_value *)(uintptr_t)cell;
}

/* By their bytes, the larger first. */
static int field_compare(uint64_t a, uint64_t b)
{
	const struct field_value *x = value_of(a), *y = value_of(b);
	int r;

	if (!x || !y)
		return column_smaller_first(!x, !y);
	r = memcmp(y->bytes, x->bytes, x->size < y->size ? x->size : y->size);
	if (!r)
		r = column_larger_first(x->size, y->size);
	return r ? r : strcmp(y->text, x->text);
}

static void field_print(const struct column_cell *c, struct strbuf *out)
{
	const char *text = c->value ? value_of(c->value)->text : "";

	strbuf__addf(out, "%*s", (int)c->width, text);
}

static unsigned int field_width(const struct column_cell *c)
{
	return c->value ? (unsigned int)strlen(value_of(c->value)->text) : 0;
}

/* --- which fields a token means ------------------------------------------------------------------- */

struct search {
	void (*fn)(void *ctx, const struct column *col);
	void *ctx;
	bool raw;
	size_t found;
};

static void use_field(struct search *s, const struct evsel *evsel, const struct tracepoint_field *field)
{
	struct column col = {
		.name = field->name, .header = field->name, .cell = field_cell, .looks_at = SESSION_NEEDS_RAW, .cell_compare = field_compare,
		.print = field_print, .width = field_width, .align_right = true,
		.evsel = evsel, .field = field, .raw = s->raw,
	};
	bool text = field->kind == TRACEPOINT_FIELD_STRING;

	/* As perf has it: room for all digits in hex. */
	col.min_width = text ? field->size : field->size > 16 ? 34 : field->size * 2 + 2;
	s->found++;
	s->fn(s->ctx, &col);
}

static void use_all(struct search *s, const struct evsel *evsel)
{
	size_t i;

	for (i = 0; evsel->tp_format && i < evsel->tp_format->nr_fields; i++)
		if (!evsel->tp_format->fields[i].is_common)
			use_field(s, evsel, &evsel->tp_format->fields[i]);
}

static void use_named(struct search *s, const struct evsel *evsel, const char *name)
{
	const struct tracepoint_field *field = evsel->tp_format ? tracepoint_format__field(evsel->tp_format, name) : NULL;

	if (field)
		use_field(s, evsel, field);
}

/* The event that @name is, or is a part of; NULL if it is none, or more than one. */
static const struct evsel *find_event(const struct evlist *evlist, const char *name)
{
	const struct evsel *found = NULL;
	struct evsel *evsel;
	size_t i, nr;

	if (*name == '%') {
		nr = strtoul(name + 1, NULL, 10);
		return nr && nr <= evlist->nr ? evlist->evsels[nr - 1] : NULL;
	}
	evlist__for_each(evlist, i, evsel)
		if (!strcmp(evsel__name(evsel), name))
			return evsel;
	evlist__for_each(evlist, i, evsel) {
		if (!strstr(evsel__name(evsel), name))
			continue;
		if (found)
			return NULL;
		found = evsel;
	}
	return found;
}

static void search(struct search *s, const struct evlist *evlist, char *token)
{
	char *slash = strchr(token, '/'), *dot;
	const struct evsel *event;
	struct evsel *evsel;
	size_t i;

	if (slash && strcmp(slash, "/raw"))
		return;
	if (slash) {
		s->raw = true;
		*slash = 0;
	}
	dot = strchr(token, '.');
	if (!dot) {
		evlist__for_each(evlist, i, evsel) {
			if (!strcmp(token, "trace_fields"))
				use_all(s, evsel);
			else
				use_named(s, evsel, token);
		}
		return;
	}
	*dot = 0;
	event = find_event(evlist, token);
	if (event && !strcmp(dot + 1, "*"))
		use_all(s, event);
	else if (event)
		use_named(s, event, dot + 1);
}

size_t column_fields__find(const struct evlist *evlist, const char *token, bool raw,
			   void (*fn)(void *ctx, const struct column *col), void *ctx)
{
	struct search s = { .fn = fn, .ctx = ctx, .raw = raw };
	char *copy = xstrdup(token);

	search(&s, evlist, copy);
	free(copy);
	return s.found;
}
