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

/*
 * The same, but writes the recording to @path ("-": standard output, as a pipe or a file, as the scenario's format says) and
 * the truth about samples as lines of JSON to @truth_path. @windows_path, @spans_path and @lives_path: files for the truth
 * about the windows of AUX traces, about the time in which tasks were off their CPUs, and about when tasks began and ended.
 * Each of these four may be NULL. Returns 0, or negative errno with @diag set.
 */
int generate__write(const struct scenario *s, const char *path, const char *truth_path,
		    const char *windows_path, const char *spans_path, const char *lives_path, struct diag *diag);

#endif /* PERF_GENERATE_GENERATE_H */
