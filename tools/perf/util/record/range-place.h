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

struct process_asker;

/* Where a function is looked for if no object is named. */
struct range_scope {
	const char *program;		/* the command that is to be traced, or NULL */
	const pid_t *pids;		/* tasks that run already and are to be traced */
	size_t nr_pids;
	bool whole_cpus;
	struct process_asker *asker;	/* that reads what they have mapped; NULL: it is done here */
};

/*
 * The file that @name means: one without a slash may be a file in the current folder, a file of a traced process, or a
 * library of the system, whose version may be left out ("libc"). Returns its path, which the caller frees, or NULL with
 * @diag set.
 */
char *range_scope__find_file(const struct range_scope *scope, const char *name, struct diag *diag);

struct range_place {
	char *symbol, *object;		/* owned; object NULL: the kernel, once it is found */
	uint64_t plus;			/* bytes after the function's beginning */
	bool object_said, in_kernel;
	struct found_function where;	/* without @plus */
	bool has_address;		/* in the kernel: the address is known, that is, not hidden from this user */
};

/* Reads "SYMBOL[#N][+OFFSET][@OBJECT]", @len bytes. Returns 0, or -EINVAL with @diag set. */
int range_place__parse(struct range_place *p, const char *text, size_t len, struct diag *diag);
/*
 * Finds the function, in an object that range_scope__find_file() finds. Returns 0, or negative errno with @diag set.
 */
int range_place__find(struct range_place *p, const struct range_scope *scope, struct diag *diag);
/*
 * Sets *@ret to its address in memory if that is known before the command runs: in the kernel, in a file that is always mapped at
 * the same place, or in a process that already runs. Returns 0, or negative errno with @diag set.
 */
int range_place__address(const struct range_place *p, const struct range_scope *scope, uint64_t *ret,
			 struct diag *diag);
/*
 * Is it in the program that is to be started, so that its address will be known when that is loaded? *@ret is then
 * an address that is not used by anybody until then.
 */
bool range_place__is_pending(const struct range_place *p, const struct range_scope *scope, uint64_t *ret);
void range_place__exit(struct range_place *p);

#endif /* PERF_RECORD_RANGE_PLACE_H */
