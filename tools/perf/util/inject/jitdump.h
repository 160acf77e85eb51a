/* SPDX-License-Identifier: GPL-2.0-only */
/* Reads jitdump files (jit-PID.dump), which contain the code that a runtime has made, function by function. */
#ifndef PERF_INJECT_JITDUMP_H
#define PERF_INJECT_JITDUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/cursor.h"
#include "util/base/diag.h"
#include "util/inject/jitdump-lines.h"

struct jitdump {
	char *data;			/* owned */
	struct cursor cursor;		/* at the next record */
	struct jitdump_lines lines;
	uint16_t machine;		/* as e_machine in ELF files */
	bool big_endian;
};

enum { JITDUMP_LOAD, JITDUMP_MOVE, JITDUMP_DEBUG_INFO, JITDUMP_CLOSE };

struct jitdump_record {
	size_t at;			/* its offset in the dump */
	uint32_t kind;			/* JITDUMP_*, or another number */
	uint64_t time;			/* ns, CLOCK_MONOTONIC */
	struct cursor body;		/* what follows its head */
};

/* The code of a function at its address from @time on: it was made there, or moved there. */
struct jit_code {
	uint64_t time;			/* ns, CLOCK_MONOTONIC */
	uint32_t pid, tid;		/* as the runtime sees them */
	uint64_t addr, size;		/* @size: bytes, not 0 */
	uint64_t index;			/* number of the function; it keeps it when it is moved */
	const char *name;		/* NULL: it was moved, and is identified by its index */
	const void *code;		/* @size bytes; NULL: it was moved */
	size_t at;			/* offset of its record in the dump */
};

/*
 * Returns true if @path has the name of a jitdump. The runtime maps the dump executable so that the kernel records its
 * path.
 */
bool jitdump__is_name(const char *path);
/*
 * Reads the file and its header. Unless @force is set, files of other users except root are refused. Returns 0, or
 * negative errno with @diag set, whose file is @path.
 */
int jitdump__open(struct jitdump *d, const char *path, bool force, struct diag *diag);
void jitdump__close(struct jitdump *d);
/*
 * Writes the next function to @ret, whose pointers are borrowed from @d. Returns 1; 0 at the end; or -EBADMSG with
 * @diag set, after which nothing more can be read.
 */
int jitdump__next(struct jitdump *d, struct jit_code *ret, struct diag *diag);

/*
 * Writes the record at @c to @ret and moves @c past it. Returns false at the end, which a record can tell, and if the
 * record is cut off: then @c is bad.
 */
bool jitdump_record__next(struct cursor *c, struct jitdump_record *ret);
/*
 * Writes what a record of the kind JITDUMP_LOAD or JITDUMP_MOVE says to @ret, which borrows from it. Returns false if
 * it is too short; then its cursor is bad.
 */
bool jitdump_record__code(struct jitdump_record *r, struct jit_code *ret);
/* Does the machine (as e_machine in ELF files) have addresses of 32 bits? */
bool jitdump__is_32_bit(uint16_t machine);

#endif /* PERF_INJECT_JITDUMP_H */
