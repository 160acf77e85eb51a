// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/trace-text.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/base/text-out.h"
#include "util/event/tracepoint-format.h"
#include "util/session/session.h"

struct trace_text_slot {
	const struct tracepoint_format *format;
	uint64_t hash;
	uint32_t raw_size, text_len;	/* bytes */
	char bytes[];			/* the raw data behind the common fields, then the text */
};

void trace_text__exit(struct trace_text *t)
{
	size_t i;

	for (i = 0; t->slots && i < TRACE_TEXT_SLOTS; i++)
		free(t->slots[i]);
	zfree(&t->slots);
	strbuf__exit(&t->text);
}

/* Where the tracepoint's own fields begin: what is before (pid, flags) is never printed. */
static size_t own_fields(const struct tracepoint_format *format)
{
	size_t i, end = 0;

	for (i = 0; i < format->nr_fields; i++) {
		const struct tracepoint_field *f = &format->fields[i];

		if (f->is_common && f->offset + f->size > end)
			end = f->offset + f->size;
	}
	return end;
}

static struct trace_text_slot *make_slot(const struct strbuf *text, const struct tracepoint_format *format,
					   uint64_t hash, const void *raw, uint32_t size)
{
	struct trace_text_slot *slot = xmalloc(sizeof(*slot) + size + text->len);

	*slot = (struct trace_text_slot){ .format = format, .hash = hash, .raw_size = size,
					    .text_len = (uint32_t)text->len };
	memcpy(slot->bytes, raw, size);
	if (text->len)
		memcpy(slot->bytes + size, text->buf, text->len);
	return slot;
}

void trace_text__add(struct trace_text *t, struct text_out *out, const struct session_sample *s)
{
	struct tracepoint_format *format = s->evsel->tp_format;
	const struct perf_sample *sample = s->sample;
	struct trace_text_slot **slot;
	const char *own;
	size_t skip;
	uint32_t size;
	uint64_t hash;

	if (!format || !sample->raw_data)
		return;
	if (t->format != format) {
		t->format = format;
		t->skip = own_fields(format);
	}
	skip = t->skip;
	if (skip > sample->raw_size)
		skip = sample->raw_size;
	own = (const char *)sample->raw_data + skip;
	size = sample->raw_size - (uint32_t)skip;
	strbuf__reset(&t->text);
	if (size > TRACE_TEXT_MAX_RAW) {
		tracepoint_format__print(format, sample->cpu, sample->raw_data, sample->raw_size, &t->text);
		text_out__add(out, strbuf__str(&t->text), t->text.len);
		return;
	}
	if (!t->slots)
		t->slots = xcalloc(TRACE_TEXT_SLOTS, sizeof(*t->slots));
	hash = hash_bytes(own, size, (uintptr_t)format);
	slot = &t->slots[hash % TRACE_TEXT_SLOTS];
	if (!*slot || (*slot)->hash != hash || (*slot)->format != format || (*slot)->raw_size != size ||
	    memcmp((*slot)->bytes, own, size) != 0) {
		tracepoint_format__print(format, sample->cpu, sample->raw_data, sample->raw_size, &t->text);
		free(*slot);
		*slot = make_slot(&t->text, format, hash, own, size);
	}
	text_out__add(out, (*slot)->bytes + size, (*slot)->text_len);
}
