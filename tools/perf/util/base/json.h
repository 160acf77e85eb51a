/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes JSON as it comes: commas, line breaks, escapes. Bytes that are not UTF-8 become U+FFFD, so that
 * the output is JSON whatever a recording's names are. One line a value, nested by two blanks; an array
 * opened with json__array_inline() stays on one line.
 */
#ifndef PERF_BASE_JSON_H
#define PERF_BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>

struct text_out;

#define JSON_MAX_DEPTH	32

struct json {
	struct text_out *out;
	int depth;
	int inline_depth;		/* from which depth on everything is on one line; 0: nowhere */
	bool first[JSON_MAX_DEPTH];	/* nothing was written at this depth yet */
	bool array[JSON_MAX_DEPTH];
};

void json__init(struct json *j, struct text_out *out);
/* Each value has a @key within an object, NULL within an array and at the top. */
void json__object(struct json *j, const char *key);
void json__array(struct json *j, const char *key);
void json__object_inline(struct json *j, const char *key);
void json__array_inline(struct json *j, const char *key);
void json__end(struct json *j);
void json__str(struct json *j, const char *key, const char *value);	/* NULL: null */
void json__u64(struct json *j, const char *key, uint64_t value);
void json__i64(struct json *j, const char *key, int64_t value);
void json__hex(struct json *j, const char *key, uint64_t value);	/* a string "0x..." */
void json__double(struct json *j, const char *key, double value);	/* not finite: null */
void json__bool(struct json *j, const char *key, bool value);
void json__null(struct json *j, const char *key);
/* The last line's end. */
void json__finish(struct json *j);

#endif /* PERF_BASE_JSON_H */
