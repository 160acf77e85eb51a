/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of `perf buildid-cache` share. */
#ifndef PERF_BUILTIN_BUILDID_CACHE_H
#define PERF_BUILTIN_BUILDID_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/output/read-errors.h"
#include "util/symbol/symbol-options.h"

struct debuginfod;

struct cache_cmd {
	char *dir;			/* owned */
	const char *add, *remove, *purge, *update, *missing, *kcore;
	struct symbol_opts symbols;	/* only .debuginfod: NULL asks no server */
	struct debuginfod *debuginfod;
	bool list, purge_all, force;
	int target_ns;
	int failed;
	struct read_errors errors;
};

/* Tells that @what could not be done to @file, and that the command has failed. */
void cache_cmd__tell(struct cache_cmd *cmd, const char *what, const char *file, const char *why);

/* The file's path in the cache; where it is read, in the mount namespace of --target-ns; its id. */
struct cache_file {
	char *name, *source, hex[41];	/* owned */
	uint8_t id[20];
	size_t size;
};

/* @ret is to be freed whatever is returned: 0, -ENOENT, -ENOEXEC (not ELF), -ENODATA (no build id), ... */
int cache_file__open(const struct cache_cmd *cmd, const char *path, struct cache_file *ret);
void cache_file__exit(struct cache_file *f);
/* What such an error means; for a message, valid until the next call. */
const char *cache_cmd__reason(int err);

/* builtin-buildid-cache-add.c: -a, -k and -u, for one file; what cannot be done is told. */
void cache_cmd__add(struct cache_cmd *cmd, const char *path);
void cache_cmd__add_kcore(struct cache_cmd *cmd);
/* What the cache has of this very build is replaced by what the file is now. */
void cache_cmd__update(struct cache_cmd *cmd, const char *path);

#endif /* PERF_BUILTIN_BUILDID_CACHE_H */
