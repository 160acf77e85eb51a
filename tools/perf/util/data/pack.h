/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What `perf defer pack` puts behind a recording: the files that its names come from.
 *
 *	recording, as it was | members | directory | footer
 *
 * A reader who does not look at the end of the file sees the recording. All numbers are little-endian. The footer is the last 32
 * bytes: u64 offset and u64 size of the directory, u32 version (1), u32 number of members, "PERFPACK". A member in the
 * directory: u32 kind (enum pack_kind), u32 method (0 as it is, 1 zstd), u32 size of the build id (0: none), u32 length of the
 * name; u64 offset, u64 stored size, u64 size; 20 bytes build id; the name. Which file of a recording it is, is said by both.
 */
#ifndef PERF_DATA_PACK_H
#define PERF_DATA_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"

enum pack_kind {
	PACK_ELF,		/* the file that was mapped; of a vdso its image */
	PACK_DEBUG,		/* one of the same build that has what that one lacks */
	PACK_KALLSYMS,
	PACK_JIT_MAP,
	PACK_NR_KINDS
};

struct pack_member {
	enum pack_kind kind;
	uint32_t method;
	uint8_t id_size, id[20];
	char *name;		/* as the recording has it */
	uint64_t offset, stored, size;	/* in the file; bytes there; bytes when it is unpacked */
	int fd;			/* of the unpacked bytes; -1: not yet */
	bool failed;
};

struct pack {
	int fd;
	struct pack_member *members;
	size_t nr;
	uint64_t begin;		/* where the recording ends, and the first member may begin */
	uint64_t packed, unpacked;	/* bytes of members so far */
};

/*
 * Opens what lies behind the recording @path. Returns 0, with *@ret NULL if there is nothing; -EBADMSG with @diag if it is
 * damaged, or negative errno with @diag.
 */
int pack__open(const char *path, struct pack **ret, struct diag *diag);
void pack__delete(struct pack *p);
/*
 * A descriptor of the unpacked bytes of member @i, which stays @p's; negative errno with @diag: -EBADMSG it is damaged, -EFBIG it
 * becomes more than a recording's files may (see util/data/decompress.h), -ENOTSUP this perf cannot unpack it.
 */
int pack__unpack(struct pack *p, size_t i, struct diag *diag);

/* --- writing ---------------------------------------------------------------------------------------- */

struct pack_writer {
	int fd;			/* borrowed; stands where the recording ends */
	uint64_t at;
	struct pack_member *members;
	size_t nr, cap;
};

/* @fd is borrowed; @at: how many bytes it has. */
void pack_writer__init(struct pack_writer *w, int fd, uint64_t at);
void pack_writer__exit(struct pack_writer *w);
/* Is there a member of that kind and name already? */
bool pack_writer__has(const struct pack_writer *w, enum pack_kind kind, const char *name, const uint8_t *id, size_t id_size);
/* Adds what @in, a descriptor, has still to give. 0, or negative errno. */
int pack_writer__add(struct pack_writer *w, enum pack_kind kind, const char *name, const uint8_t *id, size_t id_size, int in);
/* The directory and the footer. 0, or negative errno. */
int pack_writer__end(struct pack_writer *w);

#endif /* PERF_DATA_PACK_H */
