/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where in a recording there is nothing but samples and user halves of chains: noted while it is written, so that who only
 * asks for tasks and maps afterwards need not read the rest, which may be gigabytes.
 */
#ifndef PERF_DATA_SAMPLE_RUNS_H
#define PERF_DATA_SAMPLE_RUNS_H

#include <stddef.h>
#include <stdint.h>

struct sample_run {
	uint64_t pos, size;		/* bytes; 0 is where the first record of the file lies */
};

/* All zeros: none. */
struct sample_runs {
	struct sample_run *runs;	/* in the order of the file, apart from each other */
	size_t nr, cap;
};

/*
 * Notes the run of @size bytes at @pos, behind all others that were noted. What would be too short to be worth a note is
 * left out, and so is what comes when there are very many: more is read then, and nothing is wrong.
 */
void sample_runs__add(struct sample_runs *r, uint64_t pos, uint64_t size);
/*
 * Returns how many bytes from @pos on are in a run, 0 if it lies in none. *@i says where the search begins, first 0, and is
 * moved on: @pos grows from call to call.
 */
uint64_t sample_runs__at(const struct sample_runs *r, size_t *i, uint64_t pos);
/* Frees what @r holds; it is empty then. */
void sample_runs__exit(struct sample_runs *r);

#endif /* PERF_DATA_SAMPLE_RUNS_H */
