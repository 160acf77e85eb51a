/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which entries of a chain are return addresses. The caller's place is the call before such an address. That call is in
 * another function if it is a function's last instruction (and never returns), and often on another line. Code that was
 * sampled, or interrupted, is exactly at its address.
 */
#ifndef PERF_CALLCHAIN_CALLERS_H
#define PERF_CALLCHAIN_CALLERS_H

#include <stdbool.h>
#include <stdint.h>

struct dso_code;
struct map;
struct symbol;

/* What is known about an entry before it is looked at: from the entry that it has called, or because it is the first. */
enum entry_kind {
	ENTRY_EXACT,		/* the sampled address, or one where an interrupt came */
	ENTRY_CALLER,		/* a return address, unless its place says something else */
	/*
	 * Behind the return of a signal. In a walk along frame pointers, which lead past the interrupted function, it is a
	 * return address; in one by unwind tables, it is the interrupted address.
	 */
	ENTRY_BEHIND_SIGNAL,
	NR_ENTRY_KINDS
};

/* Is it the name of code whose address is put on stacks without a call: ret_from_fork, the return of a signal? */
bool entry__is_planted(const char *name);
/* May the next outer entry have been interrupted, instead of having called the function of that name? */
bool entry__is_interrupt_entry(const char *name);

/*
 * Is @ip, whose entry is of @kind, a return address? @map, @sym: what lies at @ip itself, or NULL; @kernel: it is of
 * kernel mode, whose code is not read. @code may be NULL: then names alone decide.
 */
bool entry__is_caller(enum entry_kind kind, uint64_t ip, const struct map *map, const struct symbol *sym, bool kernel,
		      struct dso_code *code);
/*
 * Does the code at @ip return from a signal handler? @ip may be where this code begins, as on a stack, or within it, where
 * a program may have been. Decided by the name, or by the code. @is_caller: @ip is a return address, so it does not.
 */
bool entry__is_signal_return(uint64_t ip, const struct map *map, const struct symbol *sym, bool is_caller,
			     struct dso_code *code);
/* The kind of the next outer entry, which has called @ip, or was interrupted by it. @sym: what lies at @ip. */
enum entry_kind entry__next_kind(uint64_t ip, const struct map *map, const struct symbol *sym, bool is_caller, bool kernel,
				 struct dso_code *code);

#endif /* PERF_CALLCHAIN_CALLERS_H */
