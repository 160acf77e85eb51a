/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files share that make new files: new-file.c, new-file-in-place.c, new-file-links.c. */
#ifndef PERF_BASE_NEW_FILE_INTERNAL_H
#define PERF_BASE_NEW_FILE_INTERNAL_H

#include <stdbool.h>
#include <sys/stat.h>

#include "util/base/new-file.h"

/* Tries @make with one name after the other. Returns what it returned that was not -EEXIST; @f->temp is the name then, and remembered. */
int new_file__with_temp(struct new_file *f, int (*make)(const struct new_file *f, const char *name, const void *arg), const void *arg);
/* The path by which this process has its descriptor @fd. The caller frees it. */
char *proc_fd_path(int fd);
/* For new_file__with_temp(): another name of what *@fd has open (an int): by now its own name may be another file's. 0, or negative errno. */
int new_file__make_link(const struct new_file *f, const char *name, const void *fd);

/* What is there, with @st as lstat(2) gave it, is neither a file, nor a link, nor a folder. 0, or negative errno as new_file__create(). */
int new_file__open_special(struct new_file *f, const char *path, struct stat *st);
/* A file that somebody has made for us where we cannot make one: empty, ours, without another name. False: it is no such file. */
bool new_file__open_empty(struct new_file *f, const char *path);

#endif /* PERF_BASE_NEW_FILE_INTERNAL_H */
