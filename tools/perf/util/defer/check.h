/* SPDX-License-Identifier: GPL-2.0-only */
/* Finds out what this kernel, this machine and this user can do: the answers of `perf defer check`. */
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

/* A file of a program, and what its unwind tables say. */
struct check_file {
	char *path;
	int err;			/* the error of frame_pointers__measure(), or 0 */
	struct frame_pointers fp;
	struct check_sframe sframe;
};

struct check {
	char *release, *machine;	/* as uname(2) says */
	struct kernel_features features;
	bool hardware;			/* cycles can be counted */
	int paranoid, kptr_restrict;
	unsigned int mlock_kb;
	uint64_t memlock_limit;		/* bytes */
	bool privileged;
	char *tracefs;			/* the path; NULL: it cannot be read, and ... */
	char *no_tracefs;		/* ... why, and what to do */
	char *no_events;		/* why no event can be opened, so that nothing is known of the kernel; NULL: some can be */
	struct check_aux *aux;
	size_t nr_aux, cap_aux;
	struct check_file *files;	/* libc, or the program and its libraries */
	size_t nr_files, cap_files;
};

/*
 * Fills @c. @program: the path of the program whose files are looked at; NULL: those of libc. Returns 0, or, with @diag set,
 * negative errno, such as -ENOENT if there is no such program.
 */
int check__run(struct check *c, const char *program, struct diag *diag);
void check__exit(struct check *c);
/* Can user stacks be deferred on this machine? */
static inline bool check__works(const struct check *c)
{
	return c->features.defer_callchain && c->features.defer_output;
}

/* Returns the share of the code with frames that keeps frame pointers, 0..100 (see struct frame_pointers). */
double check_file__share(const struct check_file *f);
/* Returns one line that says why deferral does not work and what to do, borrowed from @c; "" if it works. */
const char *check__reason(const struct check *c);

void check__print_text(const struct check *c, struct text_out *out);
void check__print_json(const struct check *c, struct text_out *out);

#endif /* PERF_DEFER_CHECK_H */
