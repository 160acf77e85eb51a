/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Formulas that users write: numbers and names with + - * / ( ) min(a, b) max(a, b). A name is letters, digits and "_.:", and a "-"
 * between them that has no blank on either side (branch-misses); or anything within quotes. Nothing calls itself, and sizes are bounded.
 */
#ifndef PERF_BASE_FORMULA_H
#define PERF_BASE_FORMULA_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"

#define FORMULA_MAX_TEXT	((size_t)1000)	/* bytes */
#define FORMULA_MAX_NAMES	16U
#define FORMULA_MAX_STEPS	256U

enum formula_op { FORMULA_NUMBER, FORMULA_NAME, FORMULA_NEGATE, FORMULA_ADD, FORMULA_SUB, FORMULA_MUL, FORMULA_DIV, FORMULA_MIN, FORMULA_MAX };

struct formula_step {
	enum formula_op op;
	double number;
	uint32_t name;			/* index in names */
};

/* What is done with a stack of numbers, one step after the other. */
struct formula {
	struct formula_step steps[FORMULA_MAX_STEPS];
	size_t nr_steps;
	char *names[FORMULA_MAX_NAMES];	/* owned, each once */
	size_t nr_names;
};

enum formula_result { FORMULA_OK, FORMULA_DIV_BY_ZERO, FORMULA_TOO_LARGE };

/* Parses @text into *@f. Returns 0 and the caller calls formula__exit(); or -EINVAL with @diag set, and nothing is to be freed. */
int formula__parse(struct formula *f, const char *text, struct diag *diag);
void formula__exit(struct formula *f);
/* Sets *@ret to what the formula comes to; @values: of its names, by index. *@ret is not set unless it returns FORMULA_OK. */
enum formula_result formula__value(const struct formula *f, const double *values, double *ret);

#endif /* PERF_BASE_FORMULA_H */
