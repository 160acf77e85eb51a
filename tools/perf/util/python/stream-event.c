// SPDX-License-Identifier: GPL-2.0-only
/* Events with the fields of tracepoints. */
#include <ctype.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/json.h"
#include "util/event/tracepoint-format.h"
#include "util/python/stream.h"
#include "util/python/wire.h"

/* The text behind "print fmt:", which a script's flag_str() knows names from. */
static char *print_format(const struct tracepoint_format *format)
{
	static const char key[] = "print fmt:";
	const char *text = format->event->text, *end = text + format->event->len;
	const char *at = memmem(text, format->event->len, key, sizeof(key) - 1);

	return at ? xstrndup(at + sizeof(key) - 1, (size_t)(end - at) - (sizeof(key) - 1)) : NULL;
}

static void add_format(struct json *j, const struct tracepoint_format *format)
{
	char *print = print_format(format);
	size_t i;

	json__str(j, "system", format->system);
	json__str(j, "tracepoint", format->name);
	json__str(j, "print", print);
	free(print);
	json__array_inline(j, "fields");
	for (i = 0; i < format->nr_fields; i++) {
		const struct tracepoint_field *f = &format->fields[i];

		if (f->is_common)
			continue;
		json__array_inline(j, NULL);
		json__str(j, NULL, f->name);
		json__str(j, NULL, !tracepoint_field__is_number(f) ? "bytes" : f->is_signed ? "signed" : "unsigned");
		json__end(j);
	}
	json__end(j);
}

void python_stream__tell_event(struct python_stream *p, struct evsel *evsel)
{
	size_t idx = (size_t)evsel->idx;
	struct json j;

	if (idx >= p->nr_told) {
		p->told = xreallocarray(p->told, idx + 1, sizeof(*p->told));
		memset(p->told + p->nr_told, 0, (idx + 1 - p->nr_told) * sizeof(*p->told));
		p->nr_told = idx + 1;
	}
	if (p->told[idx])
		return;
	p->told[idx] = true;
	json__init(&j, &p->scratch);
	json__object(&j, NULL);
	json__str(&j, "name", evsel__name(evsel));
	json__u64(&j, "type", evsel->attr.type);
	json__u64(&j, "config", evsel->attr.config);
	json__u64(&j, "read_format", evsel->attr.read_format);
	if (evsel->tp_format)
		add_format(&j, evsel->tp_format);
	json__end(&j);
	json__finish(&j);
	wire__u32(&p->body, (uint32_t)idx);
	wire__u32(&p->body, (uint32_t)p->scratch.len);
	text_out__add(&p->body, p->scratch.buf, p->scratch.len);
	p->scratch.len = 0;
	text_out__add(&p->body, &evsel->attr, sizeof(evsel->attr));
	wire__send(&p->in.wire, WIRE_EVENT, &p->body);
}

/* --- fields --------------------------------------------------------------------------------------------- */

/* As Python's scripts know it: letters up to a zero. Others get the bytes. */
static bool is_text(const struct tracepoint_field *f, const unsigned char *bytes, size_t *size)
{
	size_t len = strnlen((const char *)bytes, *size), i;

	if (f->kind != TRACEPOINT_FIELD_STRING)
		return false;
	for (i = 0; i < len; i++)
		if (!isprint(bytes[i]) && !isspace(bytes[i]))
			return false;
	*size = len;
	return true;
}

static void add_common(const struct tracepoint_format *format, const struct perf_sample *ps, struct text_out *to)
{
	static const char *const names[] = { "common_pid", "common_preempt_count", "common_flags", "common_lock_depth" };
	const struct tracepoint_field *f;
	uint64_t v;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		f = format ? tracepoint_format__field(format, names[i]) : NULL;
		if (!f || !tracepoint_format__number(format, f, ps->raw_data, ps->raw_size, &v))
			v = 0;
		wire__u32(to, (uint32_t)v);
	}
}

void python_stream__add_fields(struct python_stream *p, const struct session_sample *s, struct text_out *to)
{
	const struct tracepoint_format *format = s->evsel->tp_format;
	const struct perf_sample *ps = s->sample;
	const void *bytes;
	size_t size, i;
	uint64_t v;

	(void)p;
	add_common(format, ps, to);
	for (i = 0; format && i < format->nr_fields; i++) {
		const struct tracepoint_field *f = &format->fields[i];

		if (f->is_common || !tracepoint_field__is_number(f))
			continue;
		if (!tracepoint_format__number(format, f, ps->raw_data, ps->raw_size, &v))
			v = 0;
		wire__u64(to, v);
	}
	for (i = 0; format && i < format->nr_fields; i++) {
		const struct tracepoint_field *f = &format->fields[i];
		uint32_t text;

		if (f->is_common || tracepoint_field__is_number(f))
			continue;
		if (!tracepoint_format__bytes(format, f, ps->raw_data, ps->raw_size, &bytes, &size)) {
			bytes = "";
			size = 0;
		}
		text = is_text(f, bytes, &size) ? WIRE_TEXT : 0;
		wire__u32(to, (uint32_t)size | text);
		wire__bytes(to, bytes, size);
	}
}
