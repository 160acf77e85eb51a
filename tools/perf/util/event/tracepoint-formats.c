// SPDX-License-Identifier: GPL-2.0-only
/* The set of a recording's tracepoints. */
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/base/shown.h"
#include "util/event/tracepoint-format.h"

U64_MAP(tracepoint_format_map, struct tracepoint_format *)

struct tracepoint_formats {
	struct tracing_data data;
	struct tracepoint_format_map by_id;	/* struct tracepoint_format *, those that were asked for */
	struct u64num places;		/* id -> place in data.events, + 1; filled when first asked */
	struct tracepoint_format **found;	/* the same as in by_id, in the order in which they were asked for */
	size_t nr_found, cap_found;
	size_t nr_tried;		/* all before this place in found have been tried */
	struct tracepoint_printer *printer;
};

struct tracepoint_formats *tracepoint_formats__parse(const void *blob, size_t size, struct diag *diag)
{
	struct tracepoint_formats *formats = xzalloc(sizeof(*formats));

	if (tracing_data__parse(&formats->data, blob, size, diag) && !formats->data.nr_events) {
		tracepoint_formats__delete(formats);
		return NULL;
	}
	formats->printer = tracepoint_printer__new(&formats->data);
	return formats;
}

static void format__delete(struct tracepoint_format *format)
{
	size_t i;

	for (i = 0; i < format->nr_fields; i++) {
		free(format->fields[i].name);
		free(format->fields[i].type);
	}
	free(format->fields);
	free(format->system);
	free(format->name);
	free(format);
}

void tracepoint_formats__delete(struct tracepoint_formats *formats)
{
	size_t i;

	if (!formats)
		return;
	HASH_EACH(&formats->by_id, i)
		format__delete(formats->by_id.slots[i].val);
	tracepoint_format_map__exit(&formats->by_id);
	u64num__exit(&formats->places);
	free(formats->found);
	tracepoint_printer__delete(formats->printer);
	tracing_data__exit(&formats->data);
	free(formats);
}

const struct tracing_data *tracepoint_formats__data(const struct tracepoint_formats *formats)
{
	return &formats->data;
}

struct tracepoint_format *tracepoint_formats__find(struct tracepoint_formats *formats, uint64_t id)
{
	struct tracepoint_format *format = tracepoint_format_map__find(&formats->by_id, id);
	size_t i;

	if (format)
		return format;
	/* Of several with one id the first counts. */
	if (!formats->places.nr)
		for (i = formats->data.nr_events; i--;)
			u64num__set(&formats->places, formats->data.events[i].id, i + 1);
	i = u64num__find(&formats->places, id);
	if (!i--)
		return NULL;
	format = xzalloc(sizeof(*format));
	format->id = id;
	format->all = formats;
	format->event = &formats->data.events[i];
	format->system = xstrdup(format->event->system);
	if (!tracepoint_format__parse_fields(format)) {
		format__delete(format);
		return NULL;
	}
	tracepoint_format_map__set(&formats->by_id, id, format);
	GROW(formats->found, formats->nr_found, formats->cap_found);
	formats->found[formats->nr_found++] = format;
	return format;
}

size_t tracepoint_formats__to_try(struct tracepoint_format *format, struct tracepoint_format **ret, size_t max)
{
	struct tracepoint_formats *all = format->all;
	size_t nr = 0;

	format->tried = true;
	ret[nr++] = format;
	for (; nr < max && all->nr_tried < all->nr_found; all->nr_tried++) {
		struct tracepoint_format *next = all->found[all->nr_tried];

		if (!next->tried)
			ret[nr++] = next;
		next->tried = true;
	}
	return nr;
}

void evlist__set_tracepoint_formats(struct evlist *evlist, struct tracepoint_formats *formats)
{
	struct evsel *evsel;
	size_t i;

	evlist__for_each(evlist, i, evsel) {
		if (evsel->attr.type != PERF_TYPE_TRACEPOINT)
			continue;
		evsel->tp_format = tracepoint_formats__find(formats, evsel->attr.config);
		if (evsel->tp_format && !evsel->name)
			evsel->name = xasprintf("%s:%s", shown(evsel->tp_format->system), shown(evsel->tp_format->name));
	}
}

void tracepoint_formats__set_resolver(struct tracepoint_formats *formats, tracepoint_resolve_fn fn, void *ctx)
{
	tracepoint_printer__set_resolver(formats->printer, fn, ctx);
}

void tracepoint_format__print(struct tracepoint_format *format, unsigned int cpu, const void *raw,
			      size_t raw_size, struct strbuf *out)
{
	tracepoint_printer__print(format->all->printer, format, cpu, raw, raw_size, out);
}
