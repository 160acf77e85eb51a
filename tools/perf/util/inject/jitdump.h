/* SPDX-License-Identifier: GPL-2.0-only */
/* Reads jitdump files (jit-PID.dump), which contain the code that a runtime has made, function by function. */
#ifndef PERF_INJECT_JITDUMP_H
#define PERF_INJECT_JITDUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/cursor.h"
#include "util/base/diag.h"

struct jitdump {
	char *data;			/* owned */
	struct cursor cursor;		/* at the next record */
	uint16_t machine;		/* as e_machine in ELF files */
	bool big_endian;
};

/* The code of a function at its address from @time on: it was made there, or moved there. */
struct jit_code {
	uint64_t time;			/* ns, CLOCK_MONOTONIC */
	uint32_t pid, tid;		/* as the runtime sees them */
	uint64_t addr, size;		/* @size: bytes, not 0 */
	uint64_t index;			/* number of the function; it keeps it when it is moved */
	const char *name;		/* NULL: it was moved, and is identified by its index */
	const void *code;		/* @size bytes; NULL: it was moved */
};

/*
 * Returns true if @path has the name of a jitdump. The runtime maps the dump executable so that the kernel records its path.
 */
bool jitdump__is_name(const char *path);
/*
 * Reads the file and its header. Unless @force is set, files of other users except root are refused. Returns 0, or negative
 * errno with @diag set, whose file is @path.
 */
int jitdump__open(struct jitdump *d, const char *path, bool force, struct diag *diag);
void jitdump__close(struct jitdump *d);
/*
 * Writes the next function to @ret, whose pointers are borrowed from @d. Returns 1; 0 at the end; or -EBADMSG with @diag
 * set, after which nothing more can be read.
 */
int jitdump__next(struct jitdump *d, struct jit_code *ret, struct diag *diag);

#endif /* PERF_INJECT_JITDUMP_H */
