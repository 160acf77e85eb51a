/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tracepoints of a recording: their fields, and a sample's raw bytes as text. With libtraceevent the
 * text follows the kernel's print format; without it fields come as "name=value".
 */
#ifndef PERF_EVENT_TRACEPOINT_FORMAT_H
#define PERF_EVENT_TRACEPOINT_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/base/strbuf.h"
#include "util/event/evlist.h"
#include "util/event/tracing-data.h"

enum tracepoint_field_kind {
	TRACEPOINT_FIELD_NUMBER,
	TRACEPOINT_FIELD_POINTER,	/* a number, shown in hex */
	TRACEPOINT_FIELD_STRING,	/* char[] */
	TRACEPOINT_FIELD_ARRAY,		/* of numbers */
};

struct tracepoint_field {
	char *name, *type;		/* "next_comm", "char[16]"; owned */
	uint32_t offset, size;		/* bytes within the raw data; offset + size <= TRACEPOINT_RAW_MAX */
	uint32_t elem_size;		/* of arrays: bytes */
	enum tracepoint_field_kind kind;
	bool is_signed;
	bool is_dynamic;		/* __data_loc: the field says where (low 16 bits) and how long */
	bool is_relative;		/* __rel_loc: the same, from the field's end */
	bool is_common;			/* every tracepoint has it */
};

#define TRACEPOINT_RAW_MAX	(64 << 10)	/* bytes of a sample's raw data */

struct tracepoint_formats;

struct tracepoint_format {
	uint64_t id;
	char *system, *name;		/* owned */
	struct tracepoint_field *fields;	/* sorted as in the format file */
	size_t nr_fields, cap_fields;
	const struct tracing_event *event;
	struct tracepoint_formats *all;
	struct tep_event *tep;		/* NULL: not asked for yet, or not usable */
	bool tried, passed;		/* by libtraceevent, in a child process; @passed: it is to be loaded here, too */
};

/*
 * A recording's tracing data; copied. NULL with @diag set if nothing of it can be used; @diag is also set
 * when only a part can.
 */
struct tracepoint_formats *tracepoint_formats__parse(const void *blob, size_t size, struct diag *diag);
void tracepoint_formats__delete(struct tracepoint_formats *formats);
/*
 * NULL if the recording has no format for that attr.config. Owned by @formats; made on first use (one
 * thread).
 */
struct tracepoint_format *tracepoint_formats__find(struct tracepoint_formats *formats, uint64_t id);
const struct tracing_data *tracepoint_formats__data(const struct tracepoint_formats *formats);
/* Sets tp_format of all tracepoint events, and the names of those that have none. */
void evlist__set_tracepoint_formats(struct evlist *evlist, struct tracepoint_formats *formats);

/*
 * How kernel addresses in the text become names (%ps, %pS): returns the name (borrowed until the next
 * call) and the symbol's start in @ret_start, or NULL. Without one they stay numbers.
 */
typedef const char *(*tracepoint_resolve_fn)(void *ctx, uint64_t addr, uint64_t *ret_start);
void tracepoint_formats__set_resolver(struct tracepoint_formats *formats, tracepoint_resolve_fn fn,
				      void *ctx);

/* Appends what perf script shows: "fd: 0x00000003, buf: 0x7f..." One thread at a time. */
void tracepoint_format__print(struct tracepoint_format *format, unsigned int cpu, const void *raw,
			      size_t raw_size, struct strbuf *out);
/* The field of that name, or NULL. */
const struct tracepoint_field *tracepoint_format__field(const struct tracepoint_format *format,
							const char *name);
/*
 * The value of a number field (the first element of an array), sign-extended. False if @raw is too short
 * for it.
 */
bool tracepoint_format__number(const struct tracepoint_format *format, const struct tracepoint_field *field,
			       const void *raw, size_t raw_size, uint64_t *ret);

/* Appends a field's own value, as "name=value" has it. */
void tracepoint_format__print_field(const struct tracepoint_format *format,
				    const struct tracepoint_field *field, const void *raw, size_t raw_size,
				    struct strbuf *out);

/* Between the files that make this up: */
/*
 * @format and others that were found and not tried yet, at most @max (more than 0), in @ret; marks all of them as tried.
 * Returns how many.
 */
size_t tracepoint_formats__to_try(struct tracepoint_format *format, struct tracepoint_format **ret, size_t max);
bool tracepoint_format__parse_fields(struct tracepoint_format *format);
/* "name=value name=value", from the fields alone. */
void tracepoint_format__print_fields(const struct tracepoint_format *format, const void *raw, size_t raw_size,
				     struct strbuf *out);
struct tracepoint_printer;
/* The library's part; the twin without it prints fields. @data is borrowed. */
struct tracepoint_printer *tracepoint_printer__new(const struct tracing_data *data);
void tracepoint_printer__delete(struct tracepoint_printer *printer);
void tracepoint_printer__set_resolver(struct tracepoint_printer *printer, tracepoint_resolve_fn fn,
				      void *ctx);
void tracepoint_printer__print(struct tracepoint_printer *printer, struct tracepoint_format *format,
			       unsigned int cpu, const void *raw, size_t raw_size, struct strbuf *out);

#endif /* PERF_EVENT_TRACEPOINT_FORMAT_H */
