/* SPDX-License-Identifier: GPL-2.0-only */
/* All functions of one name, and which of them is meant. Private to util/symbol. */
#ifndef PERF_RECORD_FUNCTION_PLACES_H
#define PERF_RECORD_FUNCTION_PLACES_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/near-names.h"
#include "util/record/find-function.h"

/* "NAME", "NAME#2", "NAME #g", taken apart. */
struct function_query {
	const char *name;		/* borrowed; @len bytes */
	size_t len;
	unsigned long number;		/* 0: not said */
	bool global;
	const char *where;		/* for messages: "the kernel" */
	bool any_global;		/* the only global one is meant where there are others */
};

struct function_places {
	struct function_place {
		struct found_function f;
		bool local;
		bool chosen_late;	/* STT_GNU_IFUNC: the place is of what chooses */
		char *name;		/* for messages; owned */
	} *p;
	size_t nr, cap;
	struct near_names near;
};

void function_query__init(struct function_query *q, const char *text, const char *where);
/* Adds one; of several names of one place the first counts. */
void function_places__add(struct function_places *l, const struct function_place *place, const char *name,
			  size_t len);
/* The one that is meant; 0, or negative errno with @diag set. Lists them where they are several. */
int function_places__choose(struct function_places *l, const struct function_query *q,
			    struct found_function *ret, struct diag *diag);
void function_places__exit(struct function_places *l);

/*
 * Is the function that the compiler calls @symbol meant by @len bytes of @name, as its author wrote it?
 * *@ret_text (caller frees) is the whole name then.
 */
bool function_name__is(const char *symbol, const char *name, size_t len, char **ret_text);
/* Shows @near what the compiler calls @symbol as its author wrote it, without parameters. */
void function_name__look_at(const char *symbol, struct near_names *near);

#endif /* PERF_RECORD_FUNCTION_PLACES_H */
