/* SPDX-License-Identifier: GPL-2.0-only */
/* Build ids by file name: what the user says, what the recording says, what the file says now. */
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
	bool known;			/* the user has said it */
	bool looked;			/* the file has been asked */
	bool kernel;			/* the name is the kernel's or a module's */
	bool hit;			/* a sample fell into it */
	bool told;			/* its id is in the output */
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
 * --known-build-ids: "HEX NAME" pairs with commas between them; or "file://PATH" or "@PATH", a file
 * with one a line, as perf buildid-list prints them. 0, or negative errno with @diag.
 */
int build_id_source__add_known(struct build_id_source *s, const char *list, struct diag *diag);
/* The file of that name, made if it is new. Owned by @s. */
struct build_id_file *build_id_source__get(struct build_id_source *s, const char *name, bool kernel);
/* The recording says so; only the user knows better. @size 0 says nothing. */
void build_id_file__recorded(struct build_id_file *f, const uint8_t *id, size_t size);
/* Asks the file itself (the running kernel, for its name) if nobody has said it. Is the id known now? */
bool build_id_file__look(struct build_id_file *f);

/* Could the name be one of a file? "//anon", "[heap]", "[stack]" and the like are not. */
bool build_id_name__is_file(const char *name);
/* Length of a name of a map without what perf adds for the kernel: "[kernel.kallsyms]_text". */
size_t build_id_name__length(const char *name);

#endif /* PERF_INJECT_BUILD_ID_SOURCE_H */
