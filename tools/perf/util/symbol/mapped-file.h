/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files without a build id: is the one that has the recorded name by now the one that was mapped? On the machine that
 * recorded, its inode and the time of its last change tell. On any other machine they say nothing, and a file of that
 * name is believed.
 */
#ifndef PERF_SYMBOL_MAPPED_FILE_H
#define PERF_SYMBOL_MAPPED_FILE_H

#include <stdbool.h>
#include <stdint.h>

struct dso;
struct dsos;

/* What a record says of a file without a build id. */
struct mapped_file {
	uint32_t maj, min;		/* its device */
	uint64_t ino, generation;	/* @ino 0: not known; @generation 0: not known */
	uint64_t time;			/* ns, of the record, on the recording's clock */
};

/* The recording, which was made on this machine. */
struct recorded_here {
	uint64_t written;		/* ns since 1970: when it was written last; 0: not known */
	uint64_t first, last;		/* ns, times of samples on the recording's clock; @last 0: not known */
};

/* Tells @dsos that. @r is copied. */
void dsos__set_recorded_here(struct dsos *dsos, const struct recorded_here *r);
/* USER: tells that @dso was mapped as @f, which is copied. */
void dso__add_mapped_file(struct dso *dso, const struct mapped_file *f);
/*
 * Returns what speaks against the file @path being the one that @dso means ("another file has its name by now"), which
 * is static; NULL: nothing. It asks no file system that does not answer.
 */
const char *dso__why_another(const struct dso *dso, const char *path);

#endif /* PERF_SYMBOL_MAPPED_FILE_H */
