/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a walk by frame pointers did not see, one step at a time. Such a walk goes from a function to the caller of whatever
 * function has set up the frame that the register points to. Where that is not the function itself (a leaf without a
 * frame, the first and last instructions of any function), those between them are missing. The unwind tables tell where
 * that is so; the call in front of the outer return address tells who was called there, and the code whether that can be
 * who called the inner one. Nothing is guessed: who is named was on the stack.
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
	INFER_UNKNOWN,			/* there is no unwind table, or no file: it cannot be told */
	INFER_NR_KINDS
};

enum infer_why {
	INFER_NO_FRAME,			/* the inner function has no frame there */
	INFER_OTHER_USE,		/* ... and uses the frame pointer for something else: what follows may be anything */
	INFER_SIGNAL,			/* a signal interrupted something */
	INFER_URETPROBE,		/* the return address is that of a probe */
};

/* A function that was on the stack: its first byte. */
struct infer_frame {
	const struct map *map;
	uint64_t ip;
};

struct infer_step {
	enum infer_kind kind;
	enum infer_why why;		/* with INFER_FILLED and INFER_GAP */
	bool astray;			/* the outer word is no return address: what the walk took from there on is no stack */
	struct infer_frame frames[INFER_MAX];	/* innermost first */
	unsigned int nr;
};

/* A word of a chain: an address in a map, or no address (map NULL). */
struct infer_word {
	const struct map *map;
	uint64_t ip;
	bool is_caller;			/* @ip is where a call returns to */
	bool signal_return;		/* code that returns from a signal's handler begins there */
	bool maybe_repaired;		/* somebody may have put callers into the chain */
};

struct infer;

struct infer *infer__new(void);
void infer__delete(struct infer *inf);
/*
 * Between @inner and @outer, words of a user half in @maps; @outer->map is NULL where nothing follows. @before: the word that
 * @inner follows, its map NULL for the first. Valid until the next call.
 */
const struct infer_step *infer__step(struct infer *inf, const struct maps *maps, const struct infer_word *before,
				     const struct infer_word *inner, const struct infer_word *outer);
/* Is it the map whose code stands for a return address that a uretprobe took? */
bool infer__is_uretprobe(const struct map *map);

#endif /* PERF_CALLCHAIN_INFER_H */
