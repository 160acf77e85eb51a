/* SPDX-License-Identifier: GPL-2.0-only */
/* One end of --aux-range: a function of a file or of the kernel, found by name, and where it is in memory. */
#ifndef PERF_RECORD_RANGE_PLACE_H
#define PERF_RECORD_RANGE_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "util/base/diag.h"
#include "util/record/find-function.h"

/* Where functions are looked for that say no object. */
struct range_scope {
	const char *program;		/* the command that is to be traced; NULL */
	const pid_t *pids;		/* tasks that run already and are to be traced */
	size_t nr_pids;
	bool whole_cpus;
};

struct range_place {
	char *symbol, *object;		/* owned; object NULL: the kernel, once it is found */
	uint64_t plus;			/* bytes behind the function's beginning */
	bool object_said, in_kernel;
	struct found_function where;	/* without @plus */
	bool has_address;		/* of the kernel: it was not hidden */
};

/* "SYMBOL[#N][+OFFSET][@OBJECT]", @len bytes. Returns 0, or -EINVAL with @diag set. */
int range_place__parse(struct range_place *p, const char *text, size_t len, struct diag *diag);
/*
 * Finds it. An object without a slash may be a file of the current folder, of a traced process, or a library
 * of the system, also without its version ("libc"). Returns 0, or negative errno with @diag set.
 */
int range_place__find(struct range_place *p, const struct range_scope *scope, struct diag *diag);
/*
 * Its address in memory, if it is known before anything runs: of the kernel, of files that are always at the
 * same place, of a process that is there already. Returns 0, or negative errno with @diag set.
 */
int range_place__address(const struct range_place *p, const struct range_scope *scope, uint64_t *ret,
			 struct diag *diag);
/*
 * Is it in the program that is to be started, so that its address is known once that is loaded? *@ret is then
 * an address that nobody has until then.
 */
bool range_place__is_pending(const struct range_place *p, const struct range_scope *scope, uint64_t *ret);
void range_place__exit(struct range_place *p);

#endif /* PERF_RECORD_RANGE_PLACE_H */
