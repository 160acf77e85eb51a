/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What must not happen between two builds: perf diff --fail-on RULE.
 *
 *	RULE  = [self:|children:] WHAT [=NAME | ~REGEX] >|< LIMIT
 *	WHAT  = sym | dso | comm | total
 *	LIMIT = [+|-]NUMBER%	points of the share; of total, percent of what it was
 *	      | xNUMBER		how many times as much as before
 *	      | [+|-]NUMBER	of the event's period: nanoseconds, cycles, ...
 */
#ifndef PERF_DIFF_DIFF_RULES_H
#define PERF_DIFF_DIFF_RULES_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

#include "util/base/diag.h"
#include "util/diff/diff-sides.h"

enum rule_unit { RULE_PERCENT, RULE_TIMES, RULE_PERIOD };

struct diff_rule {
	const char *text;		/* borrowed */
	const char *key;		/* the column whose names it is about: "sym", "dso", "comm"; NULL: total; static */
	bool children;			/* with what was called from there */
	bool less;			/* '<' */
	char match;			/* '=', '~', or 0: any name */
	char *name;			/* for '=' */
	regex_t regex;			/* for '~' */
	enum rule_unit unit;
	double limit;
	size_t tested;			/* how many names were compared */
	bool fails;			/* one of them has changed more than is allowed, and it is not noise */
};

/* A name that has changed by more than a rule allows. */
struct diff_finding {
	const struct diff_rule *rule;
	const struct diff_sides_event *event;
	const char *name;		/* "" for total; that of the row */
	struct diff_change change;	/* in percent of the event, or its period if the rule says so or is about total */
	bool too_few;			/* there are too few runs to tell it from noise: the number alone decides */
	bool fails;
};

struct diff_rules {
	struct diff_rule *list;
	size_t nr, cap;
	struct diff_finding *findings;	/* by rule, event and name */
	size_t nr_findings, cap_findings;
	size_t tested;			/* comparisons of all rules, which are corrected together */
};

/* Appends a rule. @text is borrowed. Returns 0, or -EINVAL with @diag set. */
int diff_rules__add(struct diff_rules *r, const char *text, struct diag *diag);
/* Is any rule about this key? */
bool diff_rules__ask(const struct diff_rules *r, const char *key);
/* Does any rule count what functions call? */
bool diff_rules__ask_children(const struct diff_rules *r);
/*
 * Applies the rules. Returns 0, or -EINVAL with @diag set if a rule cannot be applied: a side has no run with an event, or rows have
 * no such column.
 */
int diff_rules__apply(struct diff_rules *r, const struct diff_sides *s, struct diag *diag);
bool diff_rules__fail(const struct diff_rules *r);
void diff_rules__exit(struct diff_rules *r);

/* Returns how much it has changed, in the unit of the rule; INFINITY if what was nothing is now many times as much. */
double diff_finding__amount(const struct diff_finding *f);

#endif /* PERF_DIFF_DIFF_RULES_H */
