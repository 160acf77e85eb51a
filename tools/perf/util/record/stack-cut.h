/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What becomes of the stacks of `--call-graph fp,repair` before samples are written.
 *
 * Without a number of bytes the kernel is asked for a large piece of the stack, since nobody knows in advance which sample
 * needs one. Most need little: where frame pointers are sound, the callers that they skip are among the innermost
 * functions. So the rest is cut off.
 *
 * Each piece is written as if the kernel had read none of its bytes (dyn_size is 0). Perfs that unwind whatever has
 * registers and a stack leave such a sample alone, and show its chain. Those that are built with libunwind could not
 * show the sample at all, for the instruction pointer is not recorded. Our decoder knows these pieces, because they are
 * smaller than the event asks for.
 */
#ifndef PERF_RECORD_STACK_CUT_H
#define PERF_RECORD_STACK_CUT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

#include "util/event/evlist.h"
#include "util/record/record-opts.h"

/* Bytes of the stack that stay in any case. */
#define STACK_CUT_LEAST		512

struct stack_cut;

/* NULL: no event of @evlist, which is borrowed, has such stacks. */
struct stack_cut *stack_cut__new(struct evlist *evlist, const struct record_opts *opts);
void stack_cut__delete(struct stack_cut *c);
/*
 * Copies whole records from @pos on out of a ring's @iov, whose first @size bytes are whole records, until its room is
 * full, and cuts their stacks. Returns how many bytes of the ring these were. *@ret and *@ret_size are what they have
 * become; valid until the next call.
 */
size_t stack_cut__take(struct stack_cut *c, const struct iovec iov[2], size_t pos, size_t size, const void **ret,
		       size_t *ret_size);
/*
 * How many of the @size bytes of @stack, which lay at @sp, may be needed, a multiple of 8: those up to the end of the
 * first frame behind STACK_CUT_LEAST bytes, if frame pointers lead there, and as far outwards as the bytes reach.
 * Otherwise all of them.
 */
size_t stack_cut__needed(uint64_t sp, uint64_t fp, const void *stack, size_t size);

#endif /* PERF_RECORD_STACK_CUT_H */
