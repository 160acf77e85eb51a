/* SPDX-License-Identifier: GPL-2.0-only */
/* "Did you mean ...?": the names that are nearest to one that does not exist. */
#ifndef PERF_BASE_NEAR_NAMES_H
#define PERF_BASE_NEAR_NAMES_H

#include <stddef.h>

#include "util/base/strbuf.h"

#define NEAR_NAMES_MAX	3

/* Zero but for the wanted name, which is borrowed. */
struct near_names {
	const char *want;
	size_t want_len;
	struct near_name {
		char *name;		/* owned */
		unsigned int score;	/* 0: but for upper and lower case */
	} best[NEAR_NAMES_MAX];
	size_t nr;
};

/*
 * How many letters of @a have to be changed, put in, taken out or swapped with their neighbour to make it @b;
 * more than @most, or names of more than 128 letters: a number above @most.
 */
unsigned int near_names__distance(const char *a, size_t na, const char *b, size_t nb, unsigned int most);
/* Looks at a name that exists (not necessarily ended by a zero), and keeps it if it is among the nearest. */
void near_names__look_at(struct near_names *n, const char *name, size_t len);
/* Appends "; did you mean 'a', 'b' or 'c'?", or nothing. */
void near_names__print(const struct near_names *n, struct strbuf *out);
void near_names__exit(struct near_names *n);

#endif /* PERF_BASE_NEAR_NAMES_H */
