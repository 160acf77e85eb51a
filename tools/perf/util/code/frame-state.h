/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the frame-pointer register holds at an address of code, and where functions begin and end, as the unwind tables
 * of the file (.eh_frame, .debug_frame, that of Go's runtime) say. A stack that is unwound by frame pointers misses the caller of
 * each function that has not set up its own frame pointer.
 */
#ifndef PERF_CODE_FRAME_STATE_H
#define PERF_CODE_FRAME_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum frame_state {
	FRAME_STATE_UNKNOWN,		/* no table covers the address */
	FRAME_STATE_OWN,		/* this function's frame: unwinding goes on to its caller */
	FRAME_STATE_CALLERS,		/* the caller's value, not changed yet: unwinding skips the caller */
	/*
	 * The caller's value is saved, but not where a usual frame has it. The register may hold anything, or, before
	 * the instruction that sets it, still the caller's value. Only the code can tell which.
	 */
	FRAME_STATE_SAVED,
	FRAME_STATE_LOST,		/* something else */
	FRAME_STATE_SIGNAL,		/* the code that returns from a signal handler */
	FRAME_STATE_OUTERMOST,		/* there is no caller */
	FRAME_STATE_NR
};

struct frame_row {
	uint64_t start, end;		/* [start, end), as linked */
	enum frame_state state;
	int64_t saved;			/* FRAME_STATE_SAVED: stack pointer + saved would be its own frame pointer; bytes */
	bool at_entry;			/* the stack is as when the function was called: a jump here may be a tail call */
};

struct frame_states;

/*
 * Opens the tables of the ELF file @image of @size bytes, which is borrowed. Returns NULL if its architecture is not known
 * here. The caller closes it.
 */
struct frame_states *frame_states__open(const void *image, size_t size);
/* Adds the .debug_frame of @path, which may be the same file or the one with its debug information. Call it once at most. */
void frame_states__add_debug(struct frame_states *fs, const char *path);
void frame_states__close(struct frame_states *fs);
/* Sets *@ret to the row for @addr, an address as linked. It covers at least this byte. */
void frame_states__at(struct frame_states *fs, uint64_t addr, struct frame_row *ret);
/*
 * The same of @addr alone, by all that can be known of it, also where no function is known: the instruction there, or the call whose last byte
 * it is.
 */
void frame_states__alone(struct frame_states *fs, uint64_t addr, struct frame_row *ret);
/*
 * Sets *@ret to the row for @addr of the function [@start, @end), which no table describes, as its code proves it; FRAME_STATE_UNKNOWN where it
 * does not. So functions are known that set up a frame on some of their ways only.
 */
void frame_states__by_code(struct frame_states *fs, uint64_t addr, uint64_t start, uint64_t end, struct frame_row *ret);
/* Returns the name that the table of Go's runtime has of the function around @addr; NULL: none. Borrowed as the image is. */
const char *frame_states__go_name(const struct frame_states *fs, uint64_t addr);
/*
 * Finds the entry of the table that covers @addr: a function, or a separate part of one. Returns false if no entry does.
 */
bool frame_states__function(struct frame_states *fs, uint64_t addr, uint64_t *ret_start, uint64_t *ret_end);

#endif /* PERF_CODE_FRAME_STATE_H */
