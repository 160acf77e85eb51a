/* SPDX-License-Identifier: GPL-2.0-only */
/* What a field of a sample must be like, or says: "FIELD" or "FIELD~EXPRESSION", an extended regular expression of POSIX. */
#ifndef PERF_DEFER_REQUEST_MATCH_H
#define PERF_DEFER_REQUEST_MATCH_H

#include <regex.h>
#include <stdbool.h>

#include "util/base/diag.h"
#include "util/base/strbuf.h"

struct evsel;
struct perf_sample;
struct tracepoint_field;

struct request_match {
	char *name;				/* of the field; NULL: nothing is asked for, and all is taken */
	bool has_regex;
	regex_t regex;
	struct evsel *evsel;			/* the event that has the field; borrowed */
	const struct tracepoint_field *field;
	struct strbuf text;			/* room for what a field says */
};

/* Takes @text apart; NULL: nothing is asked for. @option is its name in messages. Returns 0, or -EINVAL with @diag set. */
int request_match__parse(struct request_match *m, const char *option, const char *text, struct diag *diag);
void request_match__exit(struct request_match *m);
/* Looks for the field in @evsel, which must stay valid. Returns 0, or -EINVAL with @diag set, which tells the fields that are there. */
int request_match__find(struct request_match *m, struct evsel *evsel, struct diag *diag);
/*
 * Returns what the field of @s, a sample of that event, says: all of it, or what the first group of the expression has found, without
 * a group what the expression has. It is valid until the next call. NULL: the expression does not match, or the sample has no such field.
 */
const char *request_match__text(struct request_match *m, const struct perf_sample *s);

#endif /* PERF_DEFER_REQUEST_MATCH_H */
