/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of infer.h share: entries as places in files, the calls that lead from one to another, and the step that is told. */
#ifndef PERF_CALLCHAIN_INFER_INTERNAL_H
#define PERF_CALLCHAIN_INFER_INTERNAL_H

#include "util/base/arena.h"
#include "util/base/hash.h"
#include "util/callchain/infer.h"

struct known_way;

HASH_SET_TYPE(known_ways, struct known_way *)

struct infer {
	struct call_spaces *spaces;
	struct known_ways ways;		/* searches that were made */
	struct arena arena;
	struct infer_step step;		/* what was told last */
};

/* Questions about a place: bits of infer_place.asked. */
#define INFER_ENTRY_POINT	1	/* does a program or a thread begin there? */
#define INFER_CALL_ADDRESS	2	/* is it the address of a call, not of what that returns to? */
#define INFER_ASTRAY		4	/* infer__is_astray() */

static inline struct infer_place *infer__place(struct infer_entry *entry)
{
	return entry->common ? entry->common : &entry->own;
}

/* Was @question asked? Then *@ret is the answer. */
static inline bool infer_place__knows(const struct infer_place *p, uint8_t question, bool *ret)
{
	*ret = p->is & question;
	return p->asked & question;
}

static inline bool infer_place__keep(struct infer_place *p, uint8_t question, bool is)
{
	p->asked |= question;
	p->is |= is ? question : 0;
	return is;
}

/* --- infer-ways.c --- */

/* Is there a file of the code that is mapped at @entry? */
bool infer__has_code(struct infer *inf, struct infer_entry *entry);
/* The file of @entry, and its address there, as linked; of a caller, the one it returns to. NULL: not known. */
struct code_file *infer__file(struct infer *inf, struct infer_entry *entry, uint64_t *ret);
/* How the call in front of @outer came to @addr of @inner; @inner NULL: only whom it calls. NULL: @outer is in no file. Borrowed. */
const struct call_way *infer__way(struct infer *inf, struct call_space *space, struct infer_entry *outer,
				  struct code_file *inner, uint64_t addr);
/* Adds the function that @way calls to what is missing, and with @all those between it and the inner entry: then nothing else is. */
void infer_step__add_way(struct infer_step *step, struct call_space *space, const struct call_way *way, bool all);

static inline void infer_step__set_gap(struct infer_step *step, enum infer_why why)
{
	step->kind = INFER_GAP;
	step->why = why;
}

/* --- infer-judge.c: each sets inf->step, which is unknown or a gap so far --- */

/*
 * Behind a frame that is not there the walk followed a register that may have held anything. Is it certain that @outer is no
 * return address?
 */
bool infer__is_astray(struct infer *inf, struct infer_entry *outer);
/* The function at @addr of @inner has no frame: who called it? */
void infer__find_callers(struct infer *inf, struct call_space *space, struct infer_entry *outer, struct code_file *inner,
			 uint64_t addr);
/* A signal's handler has no caller: which function did it interrupt? */
void infer__find_interrupted(struct infer *inf, struct call_space *space, struct infer_entry *outer);
/*
 * Neither table nor code tells what @file's function at @addr has done with the frame pointer. Then it was its own if the outer call
 * leads to just this function: from a function without a frame the walk would have come to a call of the one before it.
 */
void infer__judge_by_call(struct infer *inf, struct call_space *space, struct infer_entry *outer, struct code_file *file,
			  uint64_t addr);
/*
 * The inner entry is of code that cannot be read, as that which a JIT has made. It may have used the frame pointer for anything, and what is
 * no return address was none. Where the outer call leads to a function that can be read, that one was on the stack, and is missing.
 */
void infer__judge_unreadable(struct infer *inf, const struct maps *maps, struct infer_entry *outer);
/* The step of a chain that was unwound by tables. @file: of the inner entry, or NULL; @addr: its call there, or where it is. */
void infer__judge_unwound(struct infer *inf, struct call_space *space, struct infer_entry *outer, struct code_file *file,
			  uint64_t addr);

/* --- infer-probe.c --- */

/* The return address of @before is hidden: it lies in the function that the call before @outer leads to, or below that. */
void infer__find_probed(struct infer *inf, struct call_space *space, struct infer_entry *before,
			struct infer_entry *outer);

#endif /* PERF_CALLCHAIN_INFER_INTERNAL_H */
