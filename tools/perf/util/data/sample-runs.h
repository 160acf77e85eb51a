/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The stretches of a recording that have nothing but samples and user halves of chains. They are noted while the recording is
 * written, so that a reader who only needs tasks and maps can skip them; they may be gigabytes.
 */
#ifndef PERF_DATA_SAMPLE_RUNS_H
#define PERF_DATA_SAMPLE_RUNS_H

#include <stddef.h>
#include <stdint.h>

struct sample_run {
	uint64_t pos, size;		/* bytes; 0 is where the first record of the file lies */
};

/* Zero-initialised is empty. */
struct sample_runs {
	struct sample_run *runs;	/* in the order of the file, apart from each other */
	size_t nr, cap;
};

/*
 * Notes the run of @size bytes at @pos, which comes after all runs that were noted before. A run that is too short to be worth
 * a note is left out, and so are further runs if there are very many: then more is read, but the result is the same.
 */
void sample_runs__add(struct sample_runs *r, uint64_t pos, uint64_t size);
/*
 * Returns how many bytes from @pos on are in a run; 0 if @pos lies in none. *@i says where the search begins. The caller sets
 * it to 0 before the first call, and must pass a larger @pos in each further call.
 */
uint64_t sample_runs__at(const struct sample_runs *r, size_t *i, uint64_t pos);
/* Frees what @r holds; it is empty then. */
void sample_runs__exit(struct sample_runs *r);

#endif /* PERF_DATA_SAMPLE_RUNS_H */
