// SPDX-License-Identifier: GPL-2.0-only
/* The set of a recording's tracepoints. */
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/event/print-fmt.h"
#include "util/event/tracepoint-format.h"

/* A string of the kernel that tracepoints name by its address. */
struct printk_string {
	uint64_t addr;
	char *text;
};

struct tracepoint_formats {
	struct tracing_data data;
	struct u64map by_id;		/* struct tracepoint_format *, those that were asked for */
	struct printk_string *strings;	/* sorted by address */
	size_t nr_strings, cap_strings;
	tracepoint_resolve_fn resolve;
	void *resolve_ctx;
	struct print_fmt_names names;
};

static int compare_strings(const void *a, const void *b)
{
	const struct printk_string *x = a, *y = b;

	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

/* Lines `0xADDRESS : "text"`; an escaped newline at the end goes. */
static void add_string(struct tracepoint_formats *formats, char *line)
{
	char *number_end, *quote = strchr(line, '"');
	uint64_t addr = strtoull(line, &number_end, 0);
	size_t n;

	if (!quote || number_end == line)
		return;
	quote++;
	n = strlen(quote);
	if (n && quote[n - 1] == '"')
		quote[--n] = 0;
	if (n >= 2 && !strcmp(quote + n - 2, "\\n"))
		quote[n - 2] = 0;
	GROW(formats->strings, formats->nr_strings, formats->cap_strings);
	formats->strings[formats->nr_strings++] = (struct printk_string){ addr, xstrdup(quote) };
}

static void add_strings(struct tracepoint_formats *formats)
{
	const char *p = formats->data.printk, *end = p + formats->data.printk_len;

	while (p && p < end) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));
		const char *line_end = newline ? newline : end;
		char *line = xstrndup(p, (size_t)(line_end - p));

		add_string(formats, line);
		free(line);
		p = line_end + 1;
	}
	if (formats->nr_strings)
		qsort(formats->strings, formats->nr_strings, sizeof(*formats->strings), compare_strings);
}

static const char *find_string(void *ctx, uint64_t addr)
{
	const struct tracepoint_formats *formats = ctx;
	struct printk_string key = { .addr = addr }, *found;

	found = formats->nr_strings ? bsearch(&key, formats->strings, formats->nr_strings, sizeof(key),
					      compare_strings) : NULL;
	return found ? found->text : NULL;
}

static const char *find_function(void *ctx, uint64_t addr, uint64_t *ret_start)
{
	const struct tracepoint_formats *formats = ctx;

	return formats->resolve ? formats->resolve(formats->resolve_ctx, addr, ret_start) : NULL;
}

struct tracepoint_formats *tracepoint_formats__parse(const void *blob, size_t size, struct diag *diag)
{
	struct tracepoint_formats *formats = xzalloc(sizeof(*formats));

	if (tracing_data__parse(&formats->data, blob, size, diag) && !formats->data.nr_events) {
		tracepoint_formats__delete(formats);
		return NULL;
	}
	add_strings(formats);
	formats->names = (struct print_fmt_names){ find_function, find_string, formats };
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
	print_fmt__delete(format->print);
	free(format->system);
	free(format->name);
	free(format);
}

void tracepoint_formats__delete(struct tracepoint_formats *formats)
{
	size_t i;

	if (!formats)
		return;
	u64map__for_each(&formats->by_id, i)
		format__delete(formats->by_id.slots[i].val);
	u64map__exit(&formats->by_id);
	for (i = 0; i < formats->nr_strings; i++)
		free(formats->strings[i].text);
	free(formats->strings);
	tracing_data__exit(&formats->data);
	free(formats);
}

const struct tracing_data *tracepoint_formats__data(const struct tracepoint_formats *formats)
{
	return &formats->data;
}

static void compile(struct tracepoint_format *format)
{
	const struct tracing_event *e = format->event;
	const char *text = memmem(e->text, e->len, "\nprint fmt:", 11), *end = e->text + e->len;

	if (text)
		format->print = print_fmt__compile(format, text + 11, (size_t)(end - text) - 11,
						   format->all->data.long_size);
}

struct tracepoint_format *tracepoint_formats__find(struct tracepoint_formats *formats, uint64_t id)
{
	struct tracepoint_format *format = u64map__find(&formats->by_id, id);
	size_t i;

	if (format)
		return format;
	for (i = 0; i < formats->data.nr_events; i++)
		if (formats->data.events[i].id == id)
			break;
	if (i == formats->data.nr_events)
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
	compile(format);
	u64map__set(&formats->by_id, id, format);
	return format;
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
			evsel->name = xasprintf("%s:%s", evsel->tp_format->system, evsel->tp_format->name);
	}
}

void tracepoint_formats__set_resolver(struct tracepoint_formats *formats, tracepoint_resolve_fn fn, void *ctx)
{
	formats->resolve = fn;
	formats->resolve_ctx = ctx;
}

void tracepoint_format__print(const struct tracepoint_format *format, const void *data, size_t size,
			      struct strbuf *out)
{
	struct print_fmt_raw raw = {
		.data = data, .size = size, .swap = format->all->data.swap, .long_size = format->all->data.long_size,
		.names = &format->all->names,
	};

	if (format->print) {
		print_fmt__print(format->print, &raw, out);
	} else {
		strbuf__addstr(out, "[FAILED TO PARSE]");
		tracepoint_format__print_fields(format, data, size, out);
	}
}
