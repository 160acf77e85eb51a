/* SPDX-License-Identifier: GPL-2.0-only */
/* "Did you mean ...?": finds the existing names that are most similar to a name that does not exist. */
#ifndef PERF_BASE_NEAR_NAMES_H
#define PERF_BASE_NEAR_NAMES_H

#include <stddef.h>

#include "util/base/strbuf.h"

#define NEAR_NAMES_MAX	3

/* The caller sets the wanted name, which is borrowed, and zeroes all else. */
struct near_names {
	const char *want;
	size_t want_len;
	struct near_name {
		char *name;		/* owned */
		unsigned int score;	/* 0: only upper and lower case differ */
	} best[NEAR_NAMES_MAX];
	size_t nr;
};

/*
 * Returns how many letters of @a must be changed, inserted, removed or swapped with their neighbour to get @b. Returns a
 * number above @most if it is more than @most, or if a name has more than 128 letters.
 */
unsigned int near_names__distance(const char *a, size_t na, const char *b, size_t nb, unsigned int most);
/* Compares an existing name (@len bytes, zero-terminated or not), and keeps a copy if it is one of the most similar ones. */
void near_names__look_at(struct near_names *n, const char *name, size_t len);
/* Appends "; did you mean 'a', 'b' or 'c'?", or nothing. */
void near_names__print(const struct near_names *n, struct strbuf *out);
/* Returns what near_names__print() appends ("" for nothing); the caller frees it. Frees the names, too. */
char *near_names__take(struct near_names *n);
void near_names__exit(struct near_names *n);

#endif /* PERF_BASE_NEAR_NAMES_H */
