/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which data an instruction accesses in memory: the type, and the place in it. Found by debug information and the
 * instruction itself; each address is looked up once.
 */
#ifndef PERF_CODE_DATA_TYPE_H
#define PERF_CODE_DATA_TYPE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/code/type-layout.h"
#include "util/symbol/dso.h"

/* The name, as upstream has it, where no type is known. */
#define DATA_TYPE_UNKNOWN	"(unknown)"

/* Why no type is known. */
enum data_type_lack {
	DATA_TYPE_FOUND,		/* it is, or it is the stack */
	DATA_TYPE_NO_INSN,		/* the code is not there */
	DATA_TYPE_NO_MEMORY,		/* the instruction accesses no memory, or is not understood */
	DATA_TYPE_NO_DEBUG,		/* no debug information about this code */
	DATA_TYPE_NO_VARIABLE,		/* no variable is known to be there or to point there */
	DATA_TYPE_NR_LACKS
};

struct data_type {
	const char *name;		/* "struct node", "(stack operation)", "(unknown)" */
	const char *member;		/* "in.b"; NULL: the type has none */
	uint64_t offset;		/* from the beginning of the type, bytes */
	bool known;			/* @name is a type; if false, it says why there is none */
	enum data_type_lack lack;
};

struct data_types;

struct data_types *data_types__new(void);
void data_types__delete(struct data_types *t);
/*
 * Returns the data that the instruction at @addr (as dso__find_symbol() takes it) of @dso accesses; @dso may be
 * NULL. Never returns NULL; the result is valid as long as @t. Knows x86-64 only.
 */
const struct data_type *data_types__find(struct data_types *t, struct dso *dso, uint64_t addr);
/*
 * Sets *@ret to the members of the type that data_types__find() returned for the same address. Returns false if no type is known. Its
 * texts are valid as long as @t; the caller calls type_layout__exit().
 */
bool data_types__layout(struct data_types *t, struct dso *dso, uint64_t addr, struct type_layout *ret);

#endif /* PERF_CODE_DATA_TYPE_H */
