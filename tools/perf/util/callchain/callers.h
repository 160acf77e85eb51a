/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which words of a chain are return addresses. What such a word is about is the call before it: that is in another
 * function where the call is a function's last instruction (it never returns), and often on another line. What was
 * sampled, or interrupted, is exactly at its address.
 */
#ifndef PERF_CALLCHAIN_CALLERS_H
#define PERF_CALLCHAIN_CALLERS_H

#include <stdbool.h>
#include <stdint.h>

struct dso_code;
struct map;
struct symbol;

/* What is known of a word before it is looked at: from the one that it has called, or from being the first. */
enum word_kind {
	WORD_EXACT,		/* the sampled address, or one that an interrupt has left */
	WORD_CALLER,		/* a return address, unless its place says something else */
	/*
	 * Behind a signal's return. By frame pointers, which lead past the interrupted function, it is a return
	 * address; by unwind tables the interrupted one.
	 */
	WORD_BEHIND_SIGNAL,
	NR_WORD_KINDS
};

/* Is it a name of what stands on stacks in place of a return address without a call: ret_from_fork, a signal's return? */
bool word__is_planted(const char *name);
/* May what lies outward of the function of that name have been interrupted, rather than calling it? */
bool word__is_interrupt_entry(const char *name);

/*
 * Is @ip, whose word is of @kind, a return address? @map, @sym: what lies at @ip itself, or NULL; @kernel: it is of
 * kernel mode, whose code is not looked at. @code may be NULL: names alone decide.
 */
bool word__is_caller(enum word_kind kind, uint64_t ip, const struct map *map, const struct symbol *sym, bool kernel,
		     struct dso_code *code);
/*
 * Does the code at @ip return from a signal handler: where it begins, as it stands on a stack, or within it, where a
 * program may have been? By its name, or its code. @is_caller: @ip is a return address, so that it does not.
 */
bool word__is_signal_return(uint64_t ip, const struct map *map, const struct symbol *sym, bool is_caller,
			    struct dso_code *code);
/* What is the word of whom @ip has been called by, or has interrupted? @sym: what lies at @ip. */
enum word_kind word__next_kind(uint64_t ip, const struct map *map, const struct symbol *sym, bool is_caller, bool kernel,
			       struct dso_code *code);

#endif /* PERF_CALLCHAIN_CALLERS_H */
