/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes JSON with all commas, line breaks and escapes. Bytes that are not UTF-8 become U+FFFD, so that
 * the output is valid JSON for any names in a recording. Each value is on a separate line, indented by two blanks for
 * each level; arrays and objects of the *_inline() functions are on one line.
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
	int inline_depth;		/* the depth from which all is written on one line; 0: none */
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
void json__str(struct json *j, const char *key, const char *value);	/* writes null if @value is NULL */
void json__u64(struct json *j, const char *key, uint64_t value);
void json__i64(struct json *j, const char *key, int64_t value);
void json__hex(struct json *j, const char *key, uint64_t value);	/* writes a string "0x..." */
void json__double(struct json *j, const char *key, double value);	/* writes null if not finite */
void json__bool(struct json *j, const char *key, bool value);
void json__null(struct json *j, const char *key);
/* Ends the last line. */
void json__finish(struct json *j);

#endif /* PERF_BASE_JSON_H */
