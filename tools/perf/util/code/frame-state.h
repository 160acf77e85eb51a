/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the frame-pointer register holds at an address of code, as the unwind tables of its file (.eh_frame,
 * .debug_frame) tell it, and where functions begin and end. By libdw. A stack that is walked by frame pointers misses
 * the caller of whatever function has not set up its own.
 */
#ifndef PERF_CODE_FRAME_STATE_H
#define PERF_CODE_FRAME_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum frame_state {
	FRAME_STATE_UNKNOWN,		/* no table covers the address */
	FRAME_STATE_OWN,		/* this function's frame: the walk goes on to its caller */
	FRAME_STATE_CALLERS,		/* what it was when the function was called: the walk skips the caller */
	/*
	 * The caller's value is saved, but not where a frame would have it. The register may hold anything; in
	 * front of the instruction that sets it up, still the caller's. Only the code tells.
	 */
	FRAME_STATE_SAVED,
	FRAME_STATE_LOST,		/* something else */
	FRAME_STATE_SIGNAL,		/* a signal's trampoline */
	FRAME_STATE_OUTERMOST,		/* there is no caller */
	FRAME_STATE_NR
};

const char *frame_state__name(enum frame_state state);	/* static */

struct frame_row {
	uint64_t start, end;		/* [start, end), as linked */
	enum frame_state state;
	int64_t saved;			/* FRAME_STATE_SAVED: where, from the stack pointer; minus where a frame has it; bytes */
	bool at_entry;			/* the stack is as when the function was called: a jump from here may leave it */
};

struct frame_states;

/*
 * Of the ELF file @image of @size bytes, which is borrowed. NULL if it is of an architecture that is not known here, or perf
 * was built without libdw.
 */
struct frame_states *frame_states__open(const void *image, size_t size);
/* Adds the .debug_frame of @path, which may be the same file, or one with its debug information. Once. */
void frame_states__add_debug(struct frame_states *fs, const char *path);
void frame_states__close(struct frame_states *fs);
/* At @addr, as linked. The row covers at least this byte. */
void frame_states__at(struct frame_states *fs, uint64_t addr, struct frame_row *ret);
/* The entry of the table that covers @addr: a function, or a part of one that lies elsewhere. False: none. */
bool frame_states__function(struct frame_states *fs, uint64_t addr, uint64_t *ret_start, uint64_t *ret_end);

#endif /* PERF_CODE_FRAME_STATE_H */
