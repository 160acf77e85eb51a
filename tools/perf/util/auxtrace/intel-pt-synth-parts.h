/* SPDX-License-Identifier: GPL-2.0-only */
/* Private to the intel-pt-*.c that make samples of one trace: what they call of each other. */
#ifndef PERF_AUXTRACE_INTEL_PT_SYNTH_PARTS_H
#define PERF_AUXTRACE_INTEL_PT_SYNTH_PARTS_H

#include "util/auxtrace/intel-pt-synth.h"

/* --- intel-pt-calls.c: the calls of a thread, and its last branches ------------------------------- */

/* Returns the stack of the thread that the trace is of at the moment; never NULL. Owned by @s. */
struct pt_stack *pt_synth__stack(struct pt_synth *s);
/* Is a stack of calls kept: does @o ask for it, or for what depends on it? */
bool itrace_opts__wants_stack(const struct itrace_opts *o);
/* A branch from @from to @to with @flags (BRANCH_FLAG_*), told or not. @size: bytes of its instruction, 0 if it is none. */
void pt_synth__follow(struct pt_synth *s, uint32_t flags, uint64_t from, unsigned int size, uint64_t to);
/* Gives @p the callchain of the thread, from @p->ip on. */
void pt_synth__add_chain(struct pt_synth *s, struct pt_pending *p);

/* --- intel-pt-pending.c: samples and errors that wait ---------------------------------------------- */

/* Forgets what waits. */
void pt_synth__reset_pending(struct pt_synth *s);
/*
 * Adds a sample of event @id at @ip, and returns it. @insn: its instruction, or NULL. Returns NULL if this event is not wanted, or is to be
 * passed over at the beginning.
 */
struct pt_pending *pt_synth__add_sample(struct pt_synth *s, enum pt_event_id id, uint64_t ip, const struct pt_item *insn);
/* Adds the error @code, which @item tells of. */
void pt_synth__add_error(struct pt_synth *s, enum pt_error code, const struct pt_item *item);

/* --- intel-pt-notes.c: packets with an event of their own ------------------------------------------ */

/* Returns @ip, or if that is 0 the address of the last instruction; 0: neither is known. */
uint64_t pt_synth__ip_or_last(const struct pt_synth *s, uint64_t ip);
/* @item says something that does not change the flow: a clock rate, a state of power, what a program wrote. */
void pt_synth__note(struct pt_synth *s, const struct pt_item *item);

#endif /* PERF_AUXTRACE_INTEL_PT_SYNTH_PARTS_H */
