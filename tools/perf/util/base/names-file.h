/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opens files that names, lines, code or unwind tables are read from. One that is not there, is of another type or may not be
 * read by this user is nothing unusual: other places are looked at. But if the system fails (EIO, EMFILE, ENOMEM and the
 * like), names would be missing for no visible reason: such a file is told once on stderr, and kept in a list.
 *
 * The list belongs to the process, since file descriptors and memory do. Not for several threads at once.
 */
#ifndef PERF_BASE_NAMES_FILE_H
#define PERF_BASE_NAMES_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* As patient_open(). */
int names_file__open(const char *path, struct stat *ret_st);
/* As file__read_all(). */
int names_file__read_all(const char *path, size_t max, char **ret_data, size_t *ret_size);
/* Tells that @path, which was found or opened otherwise, could not be read; @err: negative errno. */
void names_file__failed(const char *path, int err);

struct names_file_failure {
	char *path;
	int err;		/* negative errno */
	bool no_loss;		/* what was wanted of it was found elsewhere */
};

/* Returns the files that could not be read, in the order in which they were met; borrowed until the next one fails. */
const struct names_file_failure *names_file__failures(size_t *ret_nr);
/* Tells that what the failed files from number @from on were wanted for was found elsewhere. */
void names_file__found_elsewhere(size_t from);
/* Has a file failed from which something is missing now? */
bool names_file__any_loss(void);

#endif /* PERF_BASE_NAMES_FILE_H */
