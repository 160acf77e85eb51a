/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions that never return, by their instructions: a coroutine's first one is such, as is a server's loop. For
 * x86-64. Private to util/code.
 */
#ifndef PERF_CODE_ENDLESS_H
#define PERF_CODE_ENDLESS_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/hash.h"
#include "util/code/elf-view.h"
#include "util/code/unwind-file.h"

/*
 * Can nothing leave the function whose @size bytes are at @code, but by a call that does not come back? False as well:
 * it has a jump by a pointer, a system call of its own, or an instruction that is not known.
 */
bool endless__is(const unsigned char *code, size_t size);

/* What is known of a file's functions: by function, as linked, + 1. Zero-initialised. */
struct endless_functions {
	struct u64num known;
};

void endless_functions__exit(struct endless_functions *e);
/*
 * Sets endless of @ret->row, which was found in @elf. Functions of more than a few pages are not looked at: those that
 * begin coroutines are short.
 */
void endless_functions__heed(struct endless_functions *e, const struct elf_view *elf, struct unwind_answer *ret);

#endif /* PERF_CODE_ENDLESS_H */
