/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tracepoints of a recording: their fields, and functions that print a sample's raw bytes. With libtraceevent the
 * text follows the kernel's print format; without it each field is printed as "name=value".
 */
#ifndef PERF_EVENT_TRACEPOINT_FORMAT_H
#define PERF_EVENT_TRACEPOINT_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

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
	bool is_dynamic;		/* __data_loc: the field has offset (low 16 bits) and length of the data */
	bool is_relative;		/* __rel_loc: the same, but the offset counts from the field's end */
	bool is_common;			/* all tracepoints have this field */
};

#define TRACEPOINT_RAW_MAX	(64 << 10)	/* bytes of a sample's raw data */

struct tracepoint_formats;

struct tracepoint_format {
	uint64_t id;
	char *system, *name;		/* owned */
	struct tracepoint_field *fields;	/* in the order of the format file */
	size_t nr_fields, cap_fields;
	const struct tracing_event *event;
	struct tracepoint_formats *all;
	struct tep_event *tep;		/* NULL: not needed yet, or not usable */
	bool tried, passed;		/* libtraceevent was tried on it in a child process; it did not crash there */
};

/*
 * Parses a recording's tracing data, of which a copy is kept. Returns the formats, which tracepoint_formats__delete()
 * frees, or NULL with @diag set if no part can be used. @diag is also set if only a part can be used.
 */
struct tracepoint_formats *tracepoint_formats__parse(const void *blob, size_t size, struct diag *diag);
void tracepoint_formats__delete(struct tracepoint_formats *formats);
/*
 * Returns the format of the tracepoint with the number @id (attr.config), owned by @formats; NULL if the recording has none.
 * The first call for a tracepoint makes it, so only one thread at a time may call this.
 */
struct tracepoint_format *tracepoint_formats__find(struct tracepoint_formats *formats, uint64_t id);
/* Returns the parsed tracing data, owned by @formats. */
const struct tracing_data *tracepoint_formats__data(const struct tracepoint_formats *formats);
/* Sets tp_format of all tracepoint events, and the name of those that have no name. */
void evlist__set_tracepoint_formats(struct evlist *evlist, struct tracepoint_formats *formats);

/*
 * Finds the name of a kernel address in the text (%ps, %pS): returns the name (borrowed until the next call) and sets
 * @ret_start to the symbol's start, or returns NULL. Without such a function addresses are printed as numbers.
 */
typedef const char *(*tracepoint_resolve_fn)(void *ctx, uint64_t addr, uint64_t *ret_start);
void tracepoint_formats__set_resolver(struct tracepoint_formats *formats, tracepoint_resolve_fn fn,
				      void *ctx);

/* Appends what perf script shows: "fd: 0x00000003, buf: 0x7f...". Only one thread at a time may call this. */
void tracepoint_format__print(struct tracepoint_format *format, unsigned int cpu, const void *raw,
			      size_t raw_size, struct strbuf *out);
/* Returns the field called @name, or NULL. */
const struct tracepoint_field *tracepoint_format__field(const struct tracepoint_format *format,
							const char *name);
/* Is it one number, which tracepoint_format__number() has? Others are texts, arrays and structures. */
bool tracepoint_field__is_number(const struct tracepoint_field *field);
/*
 * Sets *@ret to where the bytes of @field lie in @raw (those that a __data_loc leads to), and *@ret_size to how many they are. Returns
 * false if @raw is too short to have them.
 */
bool tracepoint_format__bytes(const struct tracepoint_format *format, const struct tracepoint_field *field, const void *raw,
			      size_t raw_size, const void **ret, size_t *ret_size);
/*
 * Sets *@ret to the value of a number field (of an array: the first element), sign-extended. Returns false if @raw is too
 * short to have it.
 */
bool tracepoint_format__number(const struct tracepoint_format *format, const struct tracepoint_field *field,
			       const void *raw, size_t raw_size, uint64_t *ret);

/* A number field that is read from sample after sample. */
struct tracepoint_number {
	const struct tracepoint_format *format;
	const struct tracepoint_field *field;
	uint32_t offset;			/* of the field */
	uint8_t size;				/* 4 or 8: it lies there as this machine has it; else it is read as any other field */
	bool is_signed;
};

/* Prepares reading @field of @format, which must stay valid. */
void tracepoint_number__init(struct tracepoint_number *n, const struct tracepoint_format *format,
			     const struct tracepoint_field *field);
/* The same as tracepoint_format__number(). */
static inline bool tracepoint_number__get(const struct tracepoint_number *n, const void *raw, size_t raw_size, uint64_t *ret)
{
	uint32_t v4;

	if (!n->size || n->offset > raw_size || n->size > raw_size - n->offset)
		return tracepoint_format__number(n->format, n->field, raw, raw_size, ret);
	if (n->size == sizeof(v4)) {
		memcpy(&v4, (const unsigned char *)raw + n->offset, sizeof(v4));
		*ret = n->is_signed ? (uint64_t)(int64_t)(int32_t)v4 : v4;
	} else {
		memcpy(ret, (const unsigned char *)raw + n->offset, sizeof(*ret));
	}
	return true;
}

/* Appends the value of one field, as it is printed in "name=value". */
void tracepoint_format__print_field(const struct tracepoint_format *format,
				    const struct tracepoint_field *field, const void *raw, size_t raw_size,
				    struct strbuf *out);

/* The rest is private to the files tracepoint-*.c. */
/*
 * Fills @ret with @format and other formats that were looked up before and not tried yet, at most @max (more than 0) of
 * them. Marks all of them as tried. Returns how many there are.
 */
size_t tracepoint_formats__to_try(struct tracepoint_format *format, struct tracepoint_format **ret, size_t max);
/* Fills the fields of @format from the text of its format file. Returns false if that cannot be parsed. */
bool tracepoint_format__parse_fields(struct tracepoint_format *format);
/* Appends "name=value name=value", without libtraceevent. */
void tracepoint_format__print_fields(const struct tracepoint_format *format, const void *raw, size_t raw_size,
				     struct strbuf *out);
struct tracepoint_printer;
/* Prints with libtraceevent. Without that library the same functions print "name=value". @data is borrowed. */
struct tracepoint_printer *tracepoint_printer__new(const struct tracing_data *data);
void tracepoint_printer__delete(struct tracepoint_printer *printer);
void tracepoint_printer__set_resolver(struct tracepoint_printer *printer, tracepoint_resolve_fn fn,
				      void *ctx);
void tracepoint_printer__print(struct tracepoint_printer *printer, struct tracepoint_format *format,
			       unsigned int cpu, const void *raw, size_t raw_size, struct strbuf *out);

#endif /* PERF_EVENT_TRACEPOINT_FORMAT_H */
