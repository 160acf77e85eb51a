/* SPDX-License-Identifier: GPL-2.0-only */
/* Collects all functions with one name, and chooses the one that is meant. Private to util/record. */
#ifndef PERF_RECORD_FUNCTION_PLACES_H
#define PERF_RECORD_FUNCTION_PLACES_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/near-names.h"
#include "util/record/find-function.h"

/* The parts of "NAME", "NAME#2" or "NAME #g". */
struct function_query {
	const char *name;		/* borrowed; @len bytes */
	size_t len;
	unsigned long number;		/* 0: not given */
	bool global;
	const char *where;		/* for messages: "the kernel" */
	bool any_global;		/* if there are several, and only one of them is global, that one is meant */
};

struct function_places {
	struct function_place {
		struct found_function f;
		bool local;
		bool chosen_late;	/* STT_GNU_IFUNC: the place is that of the function that chooses */
		char *name;		/* for messages; owned */
	} *p;
	size_t nr, cap;
	struct near_names near;
};

void function_query__init(struct function_query *q, const char *text, const char *where);
/* Adds a place; if it has several names, the first one counts. */
void function_places__add(struct function_places *l, const struct function_place *place, const char *name,
			  size_t len);
/* Sets *@ret to the one that is meant. Returns 0; or negative errno with @diag set, and lists them if they are several. */
int function_places__choose(struct function_places *l, const struct function_query *q,
			    struct found_function *ret, struct diag *diag);
void function_places__exit(struct function_places *l);

/*
 * Do the @len bytes at @name, written as in the source, mean the function that the compiler calls @symbol? If so, sets *@ret_text,
 * which the caller frees, to its whole name.
 */
bool function_name__is(const char *symbol, const char *name, size_t len, char **ret_text);
/* Adds the name of the function that the compiler calls @symbol, as in the source but without parameters, to @near. */
void function_name__look_at(const char *symbol, struct near_names *near);

#endif /* PERF_RECORD_FUNCTION_PLACES_H */
