/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opens files that recordings and recorded programs name, where their file systems may not answer: a deputy does it
 * (deputy.h), and if it has waited for long enough the file counts as one that cannot be read, with a word on stderr
 * (silent-fs.h). Where nothing is mounted that could be silent, files are opened here.
 *
 * The deputy belongs to the process, since its descriptors do. Not for several threads at once.
 */
#ifndef PERF_BASE_PATIENT_OPEN_H
#define PERF_BASE_PATIENT_OPEN_H

#include <sys/stat.h>

struct process_asker;

/*
 * From now on always by the deputy, which gives copies of files that are not on a disk of this machine: for commands that read files while
 * those whose files they are still run, and that nobody may stop. A file that answers now may not do so any more when it is read, or
 * closed.
 */
void patient_open__expect_hostile(void);

/* From now on a file may take so long, ms. */
void patient_open__set_limit(unsigned int limit_ms);

/*
 * Opens @path as open_regular() without flags does. Returns a descriptor or negative errno; -ETIMEDOUT: the file system
 * does not answer, -EFBIG: it would have to be copied, and is too large. *@ret_st is of the file itself, also where the
 * descriptor is of a copy; may be NULL.
 */
int patient_open(const char *path, struct stat *ret_st);
/* As stat(2) of any file. Returns 0 or negative errno, -ETIMEDOUT as above. */
int patient_stat(const char *path, struct stat *ret);
/*
 * Returns @path without links, as realpath(3), in memory that the caller frees; NULL, with errno, if it leads nowhere
 * or there is no answer.
 */
char *patient_realpath(const char *path);

/* Whom readers ask about processes that still run. */
struct process_asker *patient_asker(void);

#endif /* PERF_BASE_PATIENT_OPEN_H */
