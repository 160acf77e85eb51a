/* SPDX-License-Identifier: GPL-2.0-only */
/* What this kernel, this machine and this user can do: the answers of `perf defer check`. */
#ifndef PERF_DEFER_CHECK_H
#define PERF_DEFER_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/choose/kernel-features.h"
#include "util/defer/check-sframe.h"
#include "util/defer/frame-pointers.h"

struct text_out;

/* A PMU whose driver has an AUX area. */
struct check_aux {
	char *name;
	bool can_pause;
};

/* A file of a program, and what its unwind table says. */
struct check_file {
	char *path;
	int err;			/* of frame_pointers__measure(), or 0 */
	struct frame_pointers fp;
	struct check_sframe sframe;
};

struct check {
	char *release, *machine;	/* uname */
	struct kernel_features features;
	bool hardware;			/* cycles can be counted */
	int paranoid, kptr_restrict;
	unsigned int mlock_kb;
	uint64_t memlock_limit;		/* bytes */
	bool privileged;
	char *tracefs;			/* NULL: not readable */
	struct check_aux *aux;
	size_t nr_aux, cap_aux;
	struct check_file *files;	/* libc, or the program and its libraries */
	size_t nr_files, cap_files;
};

/* @program: NULL, or a path. 0, or -ENOENT and the like with @diag when there is no such program. */
int check__run(struct check *c, const char *program, struct diag *diag);
void check__exit(struct check *c);
static inline bool check__works(const struct check *c)
{
	return c->features.defer_callchain && c->features.defer_output;
}

/* Share of framed code that keeps frame pointers, 0..100. */
double check_file__share(const struct check_file *f);
/* Why deferral does not work and what to do, in one line; static. "" when it works. */
const char *check__reason(const struct check *c);

void check__print_text(const struct check *c, struct text_out *out);
void check__print_json(const struct check *c, struct text_out *out);

#endif /* PERF_DEFER_CHECK_H */
