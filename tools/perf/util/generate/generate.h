/* SPDX-License-Identifier: GPL-2.0-only */
/* Scenario in, recording and truth out. */
#ifndef PERF_GENERATE_GENERATE_H
#define PERF_GENERATE_GENERATE_H

#include "util/generate/bytes.h"
#include "util/generate/scenario.h"
#include "util/generate/truth.h"

/*
 * Plays @s and leaves the recording's bytes in @ret_file and the truth in @ret_truth; both must be
 * zeroed or earlier results, and are the caller's to exit. @ret_parts: the files "data.N" of a
 * directory, s->cpus of them (owned by the caller); may be NULL for the other formats. Returns 0,
 * or -EINVAL: the scenario asks for something impossible, and @diag says in which line.
 */
int generate__play(const struct scenario *s, struct bytes *ret_file, struct bytes **ret_parts,
		   struct truth *ret_truth, struct diag *diag);

/*
 * The same, written to @path ("-": standard output, then the scenario's format is taken for a
 * pipe's or file's as it says) and, if @truth_path is not NULL, as JSON lines there. Returns 0 or
 * negative errno with @diag set. @windows_path: the same for the windows of AUX traces; @spans_path: for the time in which
 * tasks were off their CPUs.
 */
int generate__write(const struct scenario *s, const char *path, const char *truth_path,
		    const char *windows_path, const char *spans_path, struct diag *diag);

#endif /* PERF_GENERATE_GENERATE_H */
