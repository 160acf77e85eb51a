/* SPDX-License-Identifier: GPL-2.0-only */
/* jitdump files (jit-PID.dump): the code that a runtime has made, function by function. */
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
	uint16_t machine;		/* as in e_machine of ELF files */
	bool big_endian;
};

/* A function that lies somewhere from now on: made there, or moved there. */
struct jit_code {
	uint64_t time;			/* ns, CLOCK_MONOTONIC */
	uint32_t pid, tid;		/* as the runtime sees them */
	uint64_t addr, size;		/* bytes; @size is not 0 */
	uint64_t index;			/* of the function; a moved one keeps it */
	const char *name;		/* NULL: moved, and known by its index */
	const void *code;		/* @size bytes; NULL: moved */
};

/* Has @path the name of a jitdump? The runtime maps it executable so that the kernel records its path. */
bool jitdump__is_name(const char *path);
/*
 * Reads the file and its head. Not one of somebody else, but for root's, unless @force. 0, or negative errno with
 * @diag, whose file is @path.
 */
int jitdump__open(struct jitdump *d, const char *path, bool force, struct diag *diag);
void jitdump__close(struct jitdump *d);
/* The next function into @ret, which borrows: 1, 0 at the end, or -EBADMSG with @diag: nothing more is read. */
int jitdump__next(struct jitdump *d, struct jit_code *ret, struct diag *diag);

#endif /* PERF_INJECT_JITDUMP_H */
