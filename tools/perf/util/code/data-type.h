/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What lies where an instruction accesses memory: a type, and a place in it. By debug information and the
 * instruction itself, each address once.
 */
#ifndef PERF_CODE_DATA_TYPE_H
#define PERF_CODE_DATA_TYPE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/symbol/dso.h"

/* Perf's names where there is no type. */
#define DATA_TYPE_UNKNOWN	"(unknown)"

struct data_type {
	const char *name;		/* "struct node", "(stack operation)", "(unknown)" */
	const char *member;		/* "in.b"; NULL: the type has none */
	uint64_t offset;		/* in the type, bytes */
	bool known;			/* a type; else name says why there is none */
};

struct data_types;

struct data_types *data_types__new(void);
void data_types__delete(struct data_types *t);
/*
 * For the instruction at @addr (as for dso__find_symbol()) of @dso, which may be NULL. Never NULL; valid as
 * long as @t. Knows x86-64 only.
 */
const struct data_type *data_types__find(struct data_types *t, struct dso *dso, uint64_t addr);

#endif /* PERF_CODE_DATA_TYPE_H */
