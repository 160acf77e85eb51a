// SPDX-License-Identifier: GPL-2.0-only
/*
 * The print formats of tracepoints, through libtraceevent. The library trusts its input: offsets of a
 * format, lengths in a sample, numbers that it divides by. So each format is looked through before the
 * library's printing is used on it, and samples are printed from a copy with zeros far behind it, as
 * far as 16-bit offsets and lengths reach. And since its parser falls over texts that no kernel writes, each
 * format is first tried out in a child process. What does not pass is printed field by field by our own code.
 */
#include <stdlib.h>
#include <string.h>
#include <traceevent/event-parse.h>
#include <traceevent/trace-seq.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/shown.h"
#include "util/base/trial.h"
#include "util/event/tracepoint-format.h"
#include "util/event/tracepoint-printer-internal.h"
#include "util/event/tracepoint-sane.h"

#define TRIAL_SECONDS	5
#define TRIAL_FORMATS	64	/* in one child */

/*
 * Each format has a handle of its own: the library finds a sample's format by an id in the sample, at a
 * place that the handle's formats agree on. So no sample is printed by a format that is not its event's.
 */
struct tracepoint_printer {
	struct tep_handle **handles;
	size_t nr_handles, cap_handles;
	const struct tracing_data *data;
	unsigned char *scratch;
	struct trace_seq seq;
	tracepoint_resolve_fn resolve;
	void *resolve_ctx;
};

struct tracepoint_printer *tracepoint_printer__new(const struct tracing_data *data)
{
	struct tracepoint_printer *p = xzalloc(sizeof(*p));

	p->data = data;
	p->scratch = xzalloc(TRACEPOINT_SCRATCH_SIZE);
	tep_set_loglevel(TEP_LOG_NONE);
	trace_seq_init(&p->seq);
	return p;
}

void tracepoint_printer__delete(struct tracepoint_printer *p)
{
	size_t i;

	if (!p)
		return;
	for (i = 0; i < p->nr_handles; i++)
		tep_free(p->handles[i]);
	free(p->handles);
	trace_seq_destroy(&p->seq);
	free(p->scratch);
	free(p);
}

static char *resolve(void *priv, unsigned long long *addr, char **module)
{
	struct tracepoint_printer *p = priv;
	uint64_t start = *addr;
	const char *name = p->resolve(p->resolve_ctx, *addr, &start);

	*module = NULL;
	if (name)
		*addr = start;
	return (char *)(uintptr_t)name;	/* the library only reads it */
}

void tracepoint_printer__set_resolver(struct tracepoint_printer *p, tracepoint_resolve_fn fn, void *ctx)
{
	size_t i;

	p->resolve = fn;
	p->resolve_ctx = ctx;
	for (i = 0; i < p->nr_handles; i++) {
		tep_reset_function_resolver(p->handles[i]);
		if (fn)
			(void)tep_set_function_resolver(p->handles[i], resolve, p);
	}
}

static struct tep_handle *new_handle(struct tracepoint_printer *p)
{
	bool host_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	struct tep_handle *tep = tep_alloc();

	if (!tep)
		return NULL;
	GROW(p->handles, p->nr_handles, p->cap_handles);
	p->handles[p->nr_handles++] = tep;
	tep_set_file_bigendian(tep, p->data->big_endian ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	tep_set_local_bigendian(tep, host_big ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	tep_set_long_size(tep, (int)p->data->long_size);
	tep_set_page_size(tep, p->data->page_size ? (int)p->data->page_size : 4096);
	tracepoint_printk__register(p->data, tep);
	if (p->resolve)
		(void)tep_set_function_resolver(tep, resolve, p);
	return tep;
}

/* Where a sample says its event's id. */
static const struct tep_format_field *type_field(struct tep_event *event)
{
	const struct tep_format_field *f = tep_find_common_field(event, "common_type");

	return f && (f->size == 2 || f->size == 4) ? f : NULL;
}

/* Has the library parse @format. NULL if it cannot, or if its printing is not to be used. */
static struct tep_event *load_event(struct tracepoint_printer *p, const struct tracepoint_format *format)
{
	const struct tracing_event *e = format->event;
	struct tep_handle *tep = new_handle(p);
	struct tep_event *event = NULL;

	if (tep && !tep_parse_event(tep, e->text, e->len, format->system))
		event = tep_find_event(tep, (int)format->id);
	if (!event || !tracepoint_fields__are_sane(event->format.fields) ||
	    !tracepoint_fields__are_sane(event->format.common_fields) || !type_field(event) ||
	    event->flags & TEP_EVENT_FL_ISBPRINT)
		return NULL;
	tracepoint_wide__prepare(event, format);
	return event;
}

/* The sample's id is what led here; what its bytes say of it could be anything. */
static void put_id(const struct tracepoint_printer *p, struct tep_event *event)
{
	const struct tep_format_field *f = type_field(event);
	uint32_t id = (uint32_t)event->id;
	uint16_t id16 = (uint16_t)id;

	if (f->size == 2) {
		id16 = p->data->swap ? __builtin_bswap16(id16) : id16;
		memcpy(p->scratch + f->offset, &id16, sizeof(id16));
	} else {
		id = p->data->swap ? __builtin_bswap32(id) : id;
		memcpy(p->scratch + f->offset, &id, sizeof(id));
	}
}

/* Where the last field ends: the library is not told less than that. */
static size_t fields_end(const struct tep_event *event, size_t size)
{
	const struct tep_format_field *f;

	for (f = event->format.fields; f; f = f->next)
		if (!tracepoint_wide__is(f) && (size_t)(f->offset + f->size) > size)
			size = (size_t)(f->offset + f->size);
	for (f = event->format.common_fields; f; f = f->next)
		if ((size_t)(f->offset + f->size) > size)
			size = (size_t)(f->offset + f->size);
	return size;
}

/* The sample in the scratch buffer, of @size bytes. False if its format is not safe with it. */
static bool print_scratch(struct tracepoint_printer *p, struct tep_event *event, const struct tracepoint_format *format, unsigned int cpu,
			  size_t size)
{
	struct tep_record record = { .cpu = (int)cpu,
				     .data = p->scratch,
				     .size = (int)fields_end(event, size) };

	put_id(p, event);
	/* What lies behind a sample's end is 0 to the library. */
	if (tracepoint_wide__put(format, p->data->swap, p->scratch))
		record.size = TRACEPOINT_SCRATCH_SIZE;
	if (!tracepoint_args__are_safe(event->print_fmt.args, p->scratch))
		return false;
	trace_seq_reset(&p->seq);
	tep_print_event(event->tep, &p->seq, &record, "%s", TEP_PRINT_INFO);
	return true;
}

struct trial {
	struct tracepoint_printer *printer;
	struct tracepoint_format *formats[TRIAL_FORMATS];
};

/* In the child: parses and prints, and is killed where the library does not stand it. */
static void try_format(void *ctx, size_t i)
{
	static const unsigned char patterns[] = { 0x00, 0x01, 0x7f, 0xff };
	struct trial *t = ctx;
	struct tracepoint_printer *p = t->printer;
	size_t nr = p->nr_handles, k, end;
	struct tep_event *event;

	p->resolve = NULL;		/* what it looks up is not on trial */
	event = load_event(p, t->formats[i]);
	end = event ? fields_end(event, 0) : 0;
	for (k = 0; event && k < ARRAY_SIZE(patterns); k++) {
		memset(p->scratch, patterns[k], end);
		(void)print_scratch(p, event, t->formats[i], 0, end);
	}
	memset(p->scratch, 0, end);
	while (p->nr_handles > nr)
		tep_free(p->handles[--p->nr_handles]);
}

/*
 * Tries @format, and more of those that are likely to be asked for next: a child for each would cost as much as all that
 * this process holds, once a format.
 */
static void try_formats(struct tracepoint_printer *p, struct tracepoint_format *format)
{
	struct trial t = { .printer = p };
	size_t found = tracepoint_formats__to_try(format, t.formats, TRIAL_FORMATS), nr = 0, i;
	bool passed[TRIAL_FORMATS];

	for (i = 0; i < found; i++) {
		const struct tracing_event *e = t.formats[i]->event;

		if (!memchr(e->text, 0, e->len) && tracepoint_text__is_sane(e->text, e->len))
			t.formats[nr++] = t.formats[i];
	}
	trial__run(nr, TRIAL_SECONDS, try_format, &t, passed);
	for (i = 0; i < nr; i++) {
		t.formats[i]->passed = passed[i];
		if (!passed[i])
			pr_debug("libtraceevent cannot handle the format of %s:%s\n", t.formats[i]->system,
				 t.formats[i]->name);
	}
}

/* The library's event for @format, or NULL. */
static struct tep_event *find_event(struct tracepoint_printer *p, struct tracepoint_format *format)
{
	if (!format->tried)
		try_formats(p, format);
	if (format->passed) {
		format->passed = false;
		format->tep = load_event(p, format);
	}
	return format->tep;
}

/* Some formats end their line themselves; what prints a sample does it, too. */
static void add_line(struct strbuf *out, const char *text, size_t len)
{
	while (len && text[len - 1] == '\n')
		len--;
	strbuf__add_shown(out, text, len);
}

void tracepoint_printer__print(struct tracepoint_printer *p, struct tracepoint_format *format,
			       unsigned int cpu, const void *raw, size_t raw_size, struct strbuf *out)
{
	struct tep_event *event = p && raw_size <= TRACEPOINT_RAW_MAX ? find_event(p, format) : NULL;

	if (!event) {
		tracepoint_format__print_fields(format, raw, raw_size, out);
		return;
	}
	memcpy(p->scratch, raw, raw_size);
	if (print_scratch(p, event, format, cpu, raw_size))
		add_line(out, p->seq.buffer, p->seq.len);
	else
		tracepoint_format__print_fields(format, raw, raw_size, out);
	memset(p->scratch, 0, fields_end(event, raw_size));
}
