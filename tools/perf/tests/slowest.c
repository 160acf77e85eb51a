// SPDX-License-Identifier: GPL-2.0-only
#include "tests/slowest.h"

#include <stdio.h>
#include <stdlib.h>

#include "util/base/alloc.h"

struct timed {
	char *name;
	double seconds, cpu;
};

struct slowest {
	struct timed *tests;
	size_t nr, cap;
	size_t shown;
};

struct slowest *slowest__new(unsigned int nr)
{
	struct slowest *s = xcalloc(1, sizeof(*s));

	s->shown = nr;
	return s;
}

void slowest__delete(struct slowest *s)
{
	size_t i;

	if (!s)
		return;
	for (i = 0; i < s->nr; i++)
		free(s->tests[i].name);
	free(s->tests);
	free(s);
}

void slowest__add(struct slowest *s, const char *suite, const char *name, const struct test_result *r)
{
	GROW(s->tests, s->nr, s->cap);
	s->tests[s->nr++] = (struct timed){
		.name = name ? xasprintf("%s: %s", suite, name) : xstrdup(suite),
		.seconds = r->seconds, .cpu = r->cpu };
}

/* By what a test used of CPUs: how long it took depends on what ran beside it, too. */
static int compare_cost(const void *a, const void *b)
{
	const struct timed *x = a, *y = b;

	if (x->cpu != y->cpu)
		return x->cpu < y->cpu ? 1 : -1;
	return (x->seconds < y->seconds) - (x->seconds > y->seconds);
}

void slowest__print(struct slowest *s)
{
	double seconds = 0, cpu = 0;
	size_t i;

	for (i = 0; i < s->nr; i++) {
		seconds += s->tests[i].seconds;
		cpu += s->tests[i].cpu;
	}
	if (s->nr)
		qsort(s->tests, s->nr, sizeof(*s->tests), compare_cost);
	printf("seconds of CPUs, seconds: %.1f, %.1f in all\n", cpu, seconds);
	for (i = 0; i < s->nr && i < s->shown; i++)
		printf("%8.1f %8.1f  %s\n", s->tests[i].cpu, s->tests[i].seconds, s->tests[i].name);
}
