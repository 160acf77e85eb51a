/* SPDX-License-Identifier: GPL-2.0-only */
/* What the two halves of the scenario parser share. */
#ifndef PERF_GENERATE_PARSE_H
#define PERF_GENERATE_PARSE_H

#include <stdarg.h>

#include "util/generate/scenario.h"

#define PARSER_WORDS	64
#define PARSER_LOOPS	8

struct parser {
	struct scenario *s;
	struct diag *diag;
	int line;
	const char *words[PARSER_WORDS];	/* of the present line */
	bool used[PARSER_WORDS];
	int nr_words;
	struct {
		size_t first;			/* index of the first action inside */
		uint64_t times;
	} loops[PARSER_LOOPS];
	int nr_loops;
};

/* Says why the present line is wrong; returns -EINVAL. */
int parser__fail(struct parser *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/*
 * The value of "key=value", or NULL; whether a bare word is there; the next word not yet used, or
 * NULL.
 */
const char *word_value(struct parser *p, const char *key);
bool word_flag(struct parser *p, const char *flag);
const char *word_next(struct parser *p);

/* A number at most @max; @word may be NULL (an error). Returns 0 or -EINVAL. */
int parse_number(struct parser *p, const char *what, const char *word, uint64_t max, uint64_t *ret);
/* The same for "key=N"; leaves @ret alone if there is none. */
int parse_number_of(struct parser *p, const char *key, uint64_t max, uint64_t *ret);
/* "100" or "100-199". */
int parse_tids(struct parser *p, const char *word, int32_t *ret_from, int32_t *ret_to);
/* "key=0x400100,0x400200" or "key=3" (made up); leaves @ret alone if there is none. */
int parse_addresses(struct parser *p, const char *key, struct addresses *ret);

/* Does a line that begins with @word say that something happens? */
bool is_action(const char *word);
int parse_action(struct parser *p);

#endif /* PERF_GENERATE_PARSE_H */
