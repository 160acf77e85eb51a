/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds the callers that a walk along frame pointers has passed over, one step at a time. Such a walk goes from a function to
 * the caller of the function whose frame the register points to. If that is not the function itself (it never has a frame,
 * or it is at its first or last instructions), the functions between them are missing. The unwind tables say where this
 * is so; the call before the outer return address says which function was called there; and the code says whether that
 * function can have called the inner one. Nothing is guessed: every function that is named was on the stack.
 */
#ifndef PERF_CALLCHAIN_INFER_H
#define PERF_CALLCHAIN_INFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/callchain/call-search.h"
#include "util/machine/machine.h"

#define INFER_MAX	(CALL_SEARCH_MAX + 1)

enum infer_kind {
	INFER_WHOLE,			/* nothing is missing */
	INFER_FILLED,			/* the frames that are missing are known */
	INFER_GAP,			/* something is missing, innermost, before the frames that are known */
	INFER_UNKNOWN,			/* not known, because there is no unwind table, or no file */
	INFER_NR_KINDS
};

enum infer_why {
	INFER_NO_FRAME,			/* the inner function has no frame there */
	INFER_OTHER_USE,		/* ... and uses the frame pointer for something else: what follows may be anything */
	INFER_SIGNAL,			/* a signal interrupted something */
	INFER_URETPROBE,		/* the return address is that of a probe */
	/* Nothing follows the inner entry, which is not where a program or a thread begins. */
	INFER_END,			/* what was recorded of the stack ended there */
	INFER_NO_TABLE,			/* or no unwind table describes it */
	INFER_NO_REGISTER,		/* or its caller depends on a register that is not known */
	INFER_CONFLICT,			/* or the bytes of the stack contradict each other */
};

/* A function that was on the stack: its first byte. */
struct infer_frame {
	const struct map *map;
	uint64_t ip;
	uint64_t call;			/* a byte of the call that was under way in it; 0: there are several that it may have been */
};

struct infer_step {
	enum infer_kind kind;
	enum infer_why why;		/* with INFER_FILLED and INFER_GAP */
	bool no_file;			/* with INFER_UNKNOWN: the inner entry's file is not there, or it is code in memory alone */
	bool on_stack;			/* with INFER_GAP: the outer entry is of this stack all the same */
	bool by_call;			/* with INFER_WHOLE: only the outer call, which leads to the inner function, says so; @why: else */
	bool astray;			/* the outer entry is no return address: from there on, the chain is not the stack */
	bool planted;			/* with INFER_WHOLE: only since somebody has put the inner entry on the stack, where a function begins */
	unsigned int nr;
	struct infer_frame frames[INFER_MAX];	/* @nr of them, innermost first; the others are not set */
};

/* What a place in code is, as far as it was asked: each question is asked once. All zero: nothing was. */
struct infer_place {
	struct code_file *file;		/* NULL: not known where in a file */
	uint64_t file_addr;		/* the address there, as linked */
	bool located, has_code;		/* the first two are known; there is a file of what is mapped there */
	uint8_t asked, is;		/* bits of infer.c's questions: those that were asked, and what holds */
};

/* An entry of a chain: an address in a map, or no address (map NULL). */
struct infer_entry {
	const struct map *map;
	uint64_t ip;
	bool is_caller;			/* @ip is where a call returns to */
	bool signal_return;		/* code that returns from a signal's handler begins there */
	bool maybe_repaired;		/* another program may have put callers into the chain */
	bool interrupted;		/* whoever unwound by tables has come to it from a signal's return: it was running, maybe at its first byte */
	bool by_tables;			/* the chain was unwound by tables: only where there are none a caller may be missing */
	/* What is known of map, ip, is_caller and signal_return: of all entries that have these in common; NULL: of this one. Borrowed. */
	struct infer_place *common;
	struct infer_place own;
};

struct infer;

struct infer *infer__new(void);
void infer__delete(struct infer *inf);
/*
 * What is missing between @inner and @outer, entries of a user half in @maps; @outer is all zero if nothing follows.
 * @before: the entry before @inner, whose map is NULL for the first one. Valid until the next call.
 */
const struct infer_step *infer__step(struct infer *inf, const struct maps *maps, struct infer_entry *before,
				     struct infer_entry *inner, struct infer_entry *outer);
/* Is @entry, of a user half in @maps, in the program's main function? Only libc's own code is outward of it. */
bool infer__is_main(struct infer *inf, const struct maps *maps, struct infer_entry *entry);
/* Does a program or a thread begin at @entry, so that nobody has called it? */
bool infer__is_root(struct infer *inf, struct infer_entry *entry);
/*
 * A uretprobe has put its own address between @inner and @outer, entries of a user half in @maps. If it is certain which call
 * led from the function in between to @inner, sets *@ret_ip to the return address that the probe hides, where that function
 * goes on. False: it is not certain.
 */
bool infer__hidden_return(struct infer *inf, const struct maps *maps, struct infer_entry *inner,
			  struct infer_entry *outer, uint64_t *ret_ip);
/* Is it the map with the code that a uretprobe puts in place of a return address? */
bool infer__is_uretprobe(const struct map *map);
/* Is that the name of such a map? */
bool infer__is_uretprobe_name(const char *name);

#endif /* PERF_CALLCHAIN_INFER_H */
