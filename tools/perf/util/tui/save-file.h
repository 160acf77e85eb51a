/* SPDX-License-Identifier: GPL-2.0-only */
/* The files into which screens save what they show. */
#ifndef PERF_TUI_SAVE_FILE_H
#define PERF_TUI_SAVE_FILE_H

#include <stdbool.h>

#include "util/base/strbuf.h"

#define SAVE_FILE_NAME	32

/*
 * Makes a file of the name "@prefix.N" in the current folder, with the first number that is free: a file that is there already is
 * somebody's. Sets @ret_name, also for messages. Returns its descriptor, or negative with errno set.
 */
int save_file__new(const char *prefix, char ret_name[SAVE_FILE_NAME]);
/* Writes all of @out and empties it. Returns false with errno set if that fails. */
bool save_file__write(int fd, struct strbuf *out);

#endif /* PERF_TUI_SAVE_FILE_H */
