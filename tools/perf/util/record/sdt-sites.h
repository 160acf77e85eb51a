/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Looks for markers of user space (util/code/sdt-notes.h) in files: one that is named, those of a program, of
 * processes, of the build-id cache.
 */
#ifndef PERF_RECORD_SDT_SITES_H
#define PERF_RECORD_SDT_SITES_H

#include <stdint.h>
#include <sys/types.h>

#include "util/base/diag.h"
#include "util/base/hash.h"
#include "util/code/sdt-notes.h"

struct process_asker;

/* A marker in a file. One that a compiler has inlined, or that was written twice, is in several places. */
struct sdt_site {
	char *file;			/* owned */
	struct sdt_note note;
	uint16_t machine;		/* EM_* of the file */
};

/* Zero-initialised but for the first members. */
struct sdt_sites {
	const char *provider, *name;	/* what is wanted, patterns as in a shell; NULL: any; borrowed */
	struct process_asker *asker;	/* that reads what processes have mapped; NULL: it is done here; borrowed */
	struct sdt_site *at;
	size_t nr, cap;
	struct u64num seen;		/* files that were looked at */
};

/*
 * Adds what is wanted of the file @path. Returns 0, also if it has none; or negative errno with @diag set: the file
 * cannot be read, or is damaged.
 */
int sdt_sites__add_file(struct sdt_sites *s, const char *path, struct diag *diag);
/* The program @path and the libraries that it needs; what cannot be read is passed over, as in the next ones. */
void sdt_sites__add_program(struct sdt_sites *s, const char *path);
/* All code that process or thread @pid has mapped. */
void sdt_sites__add_process(struct sdt_sites *s, pid_t pid);
void sdt_sites__add_all_processes(struct sdt_sites *s);
/* Files of the build-id cache that are still, where they were, the same build. */
void sdt_sites__add_cached(struct sdt_sites *s);
/* Puts them into the order of providers, names, files and places. */
void sdt_sites__sort(struct sdt_sites *s);
void sdt_sites__exit(struct sdt_sites *s);

#endif /* PERF_RECORD_SDT_SITES_H */
