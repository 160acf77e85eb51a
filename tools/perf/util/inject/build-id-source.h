/* SPDX-License-Identifier: GPL-2.0-only */
/* Build ids by file name, from three sources: the user, the recording, and the file itself. */
#ifndef PERF_INJECT_BUILD_ID_SOURCE_H
#define PERF_INJECT_BUILD_ID_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/base/hash-table.h"
#include "util/event/record.h"

/* One file. */
struct build_id_file {
	char *name;			/* owned; "/usr/bin/ls", "[kernel.kallsyms]", "[vdso]" */
	uint8_t id[BUILD_ID_MAX];
	uint8_t size;			/* 0: not known */
	bool known;			/* the id was given by the user */
	bool looked;			/* the file itself was read already */
	bool kernel;			/* the name is the kernel's or a module's */
	bool hit;			/* a sample was taken in it */
	bool told;			/* its id was written to the output */
};

HASH_SET_TYPE(build_id_names, struct build_id_file *)

/* Zero-initialised is empty. */
struct build_id_source {
	struct build_id_names by_name;
	struct build_id_file **files;	/* in the order in which they were met */
	size_t nr, cap;
};

void build_id_source__exit(struct build_id_source *s);
/*
 * Parses the argument of --known-build-ids: pairs "HEX NAME" with commas between them; or "file://PATH" or "@PATH", a file
 * with one pair in each line, as perf buildid-list prints them. Returns 0, or negative errno with @diag set.
 */
int build_id_source__add_known(struct build_id_source *s, const char *list, struct diag *diag);
/* Returns the file with that name, which is made if it is new. Owned by @s. */
struct build_id_file *build_id_source__get(struct build_id_source *s, const char *name, bool kernel);
/* Sets the id that the recording gives for the file, unless the user has given one. Does nothing if @size is 0. */
void build_id_file__recorded(struct build_id_file *f, const uint8_t *id, size_t size);
/*
 * Reads the id from the file itself (from the running kernel for its name or a module's) if no id is known yet. Returns true
 * if the id is now known.
 */
bool build_id_file__look(struct build_id_file *f);

/* Returns true if the name can be the name of a file. "//anon", "[heap]", "[stack]" and the like cannot. */
bool build_id_name__is_file(const char *name);
/*
 * Returns the length of the name of a map, without the part that perf adds for the kernel: "_text" in
 * "[kernel.kallsyms]_text".
 */
size_t build_id_name__length(const char *name);

#endif /* PERF_INJECT_BUILD_ID_SOURCE_H */
