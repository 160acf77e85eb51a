/* SPDX-License-Identifier: GPL-2.0-only */
/* Shared by the two source files of the scenario parser. */
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
	const char *words[PARSER_WORDS];	/* words of the current line */
	bool used[PARSER_WORDS];
	int nr_words;
	struct {
		size_t first;			/* index of the first action in the loop */
		uint64_t times;
	} loops[PARSER_LOOPS];
	int nr_loops;
};

/* Reports what is wrong with the current line. Returns -EINVAL. */
int parser__fail(struct parser *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/*
 * word_value() returns the value of "key=value", or NULL; word_flag() returns whether the line has the word @flag;
 * word_next() returns the next word that was not used yet, or NULL.
 */
const char *word_value(struct parser *p, const char *key);
bool word_flag(struct parser *p, const char *flag);
const char *word_next(struct parser *p);

/* Parses a number that is at most @max. @word may be NULL, which is an error. Returns 0, or -EINVAL with the diag set. */
int parse_number(struct parser *p, const char *what, const char *word, uint64_t max, uint64_t *ret);
/* The same for "key=N"; does not change *@ret if the line has no such word. */
int parse_number_of(struct parser *p, const char *key, uint64_t max, uint64_t *ret);
/* Parses "100" or "100-199". Returns 0, or -EINVAL with the diag set. */
int parse_tids(struct parser *p, const char *word, int32_t *ret_from, int32_t *ret_to);
/*
 * Parses "key=0x400100,0x400200" or "key=3" (so many invented addresses); does not change *@ret if the line has no such
 * word. Returns 0, or -EINVAL with the diag set.
 */
int parse_addresses(struct parser *p, const char *key, struct addresses *ret);

/* Returns true if a line that begins with @word describes an action. */
bool is_action(const char *word);
int parse_action(struct parser *p);

#endif /* PERF_GENERATE_PARSE_H */
