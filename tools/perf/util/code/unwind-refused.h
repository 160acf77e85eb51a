/* SPDX-License-Identifier: GPL-2.0-only */
/* Tells the user that not all of a file's unwind tables is read. */
#ifndef PERF_CODE_UNWIND_REFUSED_H
#define PERF_CODE_UNWIND_REFUSED_H

struct unwind_file;

/*
 * Tells, once for each path, what unwind_file__refused() and unwind_file__too_large() say of @f, which is @path, and of the file with its
 * debug information, @debug_path; NULL: not of that one. Nothing where they say nothing.
 */
void unwind_file__tell_refused(const struct unwind_file *f, const char *path, const char *debug_path);

#endif /* PERF_CODE_UNWIND_REFUSED_H */
