/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes a recording and its truth from a scenario. */
#ifndef PERF_GENERATE_GENERATE_H
#define PERF_GENERATE_GENERATE_H

#include "util/generate/bytes.h"
#include "util/generate/scenario.h"
#include "util/generate/truth.h"

/*
 * Plays @s and writes the bytes of the recording to @ret_file and the truth to @ret_truth. Both must be zero-initialised or
 * contain an earlier result; the caller exits them. *@ret_parts: the files "data.N" of a directory, s->cpus of them, owned
 * by the caller; @ret_parts may be NULL for the other formats. Returns 0, or -EINVAL if the scenario asks for something
 * impossible; @diag then says in which line.
 */
int generate__play(const struct scenario *s, struct bytes *ret_file, struct bytes **ret_parts,
		   struct truth *ret_truth, struct diag *diag);

/* Where a recording goes, and the truth about it as lines of JSON: each of these may be NULL. */
struct generate_paths {
	const char *recording;		/* never NULL; "-": standard output, as a pipe or a file, as the scenario's format says */
	const char *truth;		/* about samples */
	const char *windows;		/* of AUX traces */
	const char *spans;		/* the time in which tasks were off their CPUs */
	const char *lives;		/* when tasks began and ended */
};

/* The same, but writes the recording and the truth. Returns 0, or negative errno with @diag set. */
int generate__write(const struct scenario *s, const struct generate_paths *paths, struct diag *diag);

#endif /* PERF_GENERATE_GENERATE_H */
