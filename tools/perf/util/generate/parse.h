/* SPDX-License-Identifier: GPL-2.0-only */
/* Private to parse*.c: the parser of scenarios. */
#ifndef PERF_GENERATE_PARSE_H
#define PERF_GENERATE_PARSE_H

#include <stdarg.h>

#include "util/generate/scenario.h"

#define PARSER_TOKENS	64
#define PARSER_LOOPS	8

struct parser {
	struct scenario *s;
	struct diag *diag;
	int line;
	const char *tokens[PARSER_TOKENS];	/* tokens of the current line */
	bool used[PARSER_TOKENS];
	int nr_tokens;
	struct {
		size_t first;			/* index of the first action in the loop */
		uint64_t times;
	} loops[PARSER_LOOPS];
	int nr_loops;
};

/* --- parse-tokens.c --- */

/* Reports what is wrong with the current line. Returns -EINVAL. */
int parser__fail(struct parser *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/*
 * token_value() returns the value of "key=value", or NULL; token_flag() returns whether the line has the token @flag;
 * token_next() returns the next token that was not used yet, or NULL.
 */
const char *token_value(struct parser *p, const char *key);
bool token_flag(struct parser *p, const char *flag);
const char *token_next(struct parser *p);

/* Parses a number that is at most @max. @token may be NULL, which is an error. Returns 0, or -EINVAL with the diag set. */
int parse_number(struct parser *p, const char *what, const char *token, uint64_t max, uint64_t *ret);
/* The same for "key=N"; does not change *@ret if the line has no such token. */
int parse_number_of(struct parser *p, const char *key, uint64_t max, uint64_t *ret);
/* Returns the number of @token in @names, whose last element is NULL; -1: it is none of them. */
int parser__find_name(const char *const *names, const char *token);

/* --- parse-event.c --- */

/* Parses a line that describes an event. Returns 0, or -EINVAL with the diag set. */
int parse_event(struct parser *p);

/* --- parse-action.c --- */

/* Parses "100" or "100-199". Returns 0, or -EINVAL with the diag set. */
int parse_tids(struct parser *p, const char *token, int32_t *ret_from, int32_t *ret_to);
/*
 * Parses "key=0x400100,0x400200" or "key=3" (so many invented addresses); does not change *@ret if the line has no such
 * token. Returns 0, or -EINVAL with the diag set.
 */
int parse_addresses(struct parser *p, const char *key, struct addresses *ret);

/* Returns true if a line that begins with @token describes an action. */
bool is_action(const char *token);
int parse_action(struct parser *p);

/* --- parse-verb.c --- */

/* Parses what follows a->verb. Returns 0, or -EINVAL with the diag set. */
int parse_verb(struct parser *p, struct scenario_action *a);

#endif /* PERF_GENERATE_PARSE_H */
