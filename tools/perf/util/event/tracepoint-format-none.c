// SPDX-License-Identifier: GPL-2.0-only
/* Without libtraceevent: the fields, as their format describes them. */
#include "util/event/tracepoint-format.h"

struct tracepoint_printer *tracepoint_printer__new(const struct tracing_data *data)
{
	(void)data;
	return NULL;
}

void tracepoint_printer__delete(struct tracepoint_printer *printer)
{
	(void)printer;
}

void tracepoint_printer__set_resolver(struct tracepoint_printer *printer, tracepoint_resolve_fn fn, void *ctx)
{
	(void)printer;
	(void)fn;
	(void)ctx;
}

void tracepoint_printer__print(struct tracepoint_printer *printer, struct tracepoint_format *format,
			       unsigned int cpu, const void *raw, size_t raw_size, struct strbuf *out)
{
	(void)printer;
	(void)cpu;
	tracepoint_format__print_fields(format, raw, raw_size, out);
}
