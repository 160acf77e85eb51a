/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The files that `perf defer pack` appends to a recording: those from which the names of its symbols are read.
 *
 *	recording, unchanged | members | directory | footer
 *
 * A reader that does not look at the end of the file sees the recording. All numbers are little-endian. The footer is the
 * last 32 bytes: u64 offset and u64 size of the directory, u32 version (1), u32 number of members, "PERFPACK". A member
 * in the directory: u32 kind (enum pack_kind), u32 method (0 as it is, 1 zstd), u32 size of the build id (0: none), u32
 * length of the name; u64 offset, u64 stored size, u64 size; 20 bytes build id; the name. Build id and name together
 * identify the file.
 */
#ifndef PERF_DATA_PACK_H
#define PERF_DATA_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/base/open-regular.h"
#include "util/base/unpack-room.h"

enum pack_kind {
	PACK_ELF,		/* the file that was mapped; for a vdso its image */
	PACK_DEBUG,		/* a file of the same build with the debug information that the mapped one lacks */
	PACK_KALLSYMS,
	PACK_JIT_MAP,
	PACK_SHARED_DEBUG,	/* debug information of several files that dwz has moved to one (.gnu_debugaltlink) */
	PACK_VMLINUX,		/* the file that -k named: names, lines and code of the kernel come from it */
	PACK_KCORE,		/* the kernel's code as it was in memory (perf record --kcore) */
	PACK_NR_KINDS
};

struct pack_member {
	enum pack_kind kind;
	uint32_t method;
	uint8_t id_size, id[20];
	char *name;		/* the same as in the recording */
	uint64_t offset, stored, size;	/* position and size in the file, size when unpacked; bytes */
	bool counted;		/* in the room of the pack */
	bool failed;
};

/* Unpacked members that are kept: a file is mostly opened several times in a row. */
#define PACK_KEPT	4

struct pack_kept {
	size_t member;
	int fd;			/* of the unpacked bytes; -1: none */
};

struct pack {
	int fd;
	struct pack_member *members;
	size_t nr;
	uint64_t begin;		/* where the recording ends, and the first member may begin */
	struct unpack_room room;	/* of all members */
	struct pack_kept kept[PACK_KEPT];	/* the last one first */
	struct open_place place;	/* gives members a path */
};

/*
 * Opens the files that are appended to the recording @path. Returns 0, with *@ret NULL if there are none; -EBADMSG with
 * @diag set if they are damaged, or another negative errno with @diag set.
 */
int pack__open(const char *path, struct pack **ret, struct diag *diag);
void pack__delete(struct pack *p);
/*
 * Returns the path of member @i, which the caller frees: open_regular() opens it as long as @p exists, each time for
 * itself. NULL with @diag set if it cannot be unpacked: it is damaged, or becomes more than the budget allows
 * (util/base/unpack-room.h), or this perf was built without the library.
 */
char *pack__path(struct pack *p, size_t i, struct diag *diag);

/* --- writing ---------------------------------------------------------------------------------------- */

struct pack_writer {
	int fd;			/* borrowed; its position is the end of the recording */
	uint64_t at;
	struct pack_member *members;
	size_t nr, cap;
};

/* @fd: the file to append to, borrowed; @at: how many bytes it has. */
void pack_writer__init(struct pack_writer *w, int fd, uint64_t at);
void pack_writer__exit(struct pack_writer *w);
/* Is there a member of that kind and name already? */
bool pack_writer__has(const struct pack_writer *w, enum pack_kind kind, const char *name, const uint8_t *id, size_t id_size);
/* Adds a member with all bytes that can be read from the descriptor @in. Returns 0 or negative errno. */
int pack_writer__add(struct pack_writer *w, enum pack_kind kind, const char *name, const uint8_t *id, size_t id_size, int in);
/* Writes the directory and the footer. Returns 0 or negative errno. */
int pack_writer__end(struct pack_writer *w);

#endif /* PERF_DATA_PACK_H */
