/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The code of a file, and what can be known of it without running it: what the frame pointer holds at each address, which
 * call is before a return address, and what a function calls while it has a frame and while it has none. Uses libelf:
 * if perf is built without it, nothing is known. Without libcapstone it is known what the unwind tables say, where no call
 * is in front of an address, and which function a direct call leads to. Addresses are as linked unless a comment says that they are
 * a dso's.
 */
#ifndef PERF_CODE_CODE_FILE_H
#define PERF_CODE_CODE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/code/elf-links.h"
#include "util/code/frame-state.h"
#include "util/symbol/dso.h"

struct code_file;
struct code_files;

/* Keeps the files that were asked for, and what was found out about them. */
struct code_files *code_files__new(void);
void code_files__delete(struct code_files *files);
/*
 * Returns the code of @dso, the same object each time, owned by @files. Returns NULL if no file of the recorded build is
 * found, or it is not an ELF file of a known machine.
 */
struct code_file *code_files__get(struct code_files *files, struct dso *dso);

/* Can instructions be taken apart? Else what functions call is not known, and FRAME_STATE_SAVED stays what it is. */
bool code_file__can_follow(const struct code_file *cf);

struct dso *code_file__dso(const struct code_file *cf);
/*
 * Turn an address as dso__find_symbol() takes it into one as linked, and back. Return false if no part of the file is mapped
 * there.
 */
bool code_file__from_dso(const struct code_file *cf, uint64_t addr, uint64_t *ret);
bool code_file__to_dso(const struct code_file *cf, uint64_t addr, uint64_t *ret);
/*
 * Is the file the dynamic loader? When a function of another file is called for the first time, the loader may run in
 * between.
 */
bool code_file__is_loader(const struct code_file *cf);

/*
 * Returns what the frame pointer holds before the instruction at @addr runs. Where there is no unwind table, the code tells of functions
 * that set up a frame with their first instructions, and of those that never write the register. Where the unwind table says
 * FRAME_STATE_SAVED, the code itself is looked at instead: FRAME_STATE_UNKNOWN if it does not tell either. So FRAME_STATE_SAVED is only
 * returned if instructions cannot be taken apart.
 */
enum frame_state code_file__state(struct code_file *cf, uint64_t addr);

/* Does an unwind table describe @addr? Else what code_file__state() says is from the code alone. */
bool code_file__has_table(struct code_file *cf, uint64_t addr);

enum code_target_kind {
	CODE_TARGET_NONE,		/* there is no call */
	CODE_TARGET_HERE,		/* @addr */
	CODE_TARGET_NAME,		/* the function @name of @version, in the file of the process that defines it */
	CODE_TARGET_CHOSEN,		/* one of the functions between which the function at @addr chooses (IFUNC) */
	CODE_TARGET_UNKNOWN,		/* only the running program knew */
};

/* Where a call or jump leads. The strings belong to the file. */
struct code_target {
	enum code_target_kind kind;
	uint64_t addr, stub;		/* @stub: the entry of a linkage table (PLT) on the way, or 0 */
	const char *name, *version;	/* @version NULL: any version */
};

/*
 * Sets *@ret to where the call before the return address @addr leads: CODE_TARGET_NONE is certain. Where the code cannot be read, or
 * bytes that look like a call may be the end of another instruction, CODE_TARGET_UNKNOWN.
 */
void code_file__call_before(struct code_file *cf, uint64_t addr, struct code_target *ret);
/*
 * Finds the functions between which the function at @resolver chooses (IFUNC). Writes at most @max addresses to @ret and
 * returns their number; 0 if they are not known.
 */
size_t code_file__choices(struct code_file *cf, uint64_t resolver, uint64_t *ret, size_t max);
/*
 * Finds the function @name of @version (NULL: the default one) that this file offers to other files. Returns false if it has
 * none.
 */
bool code_file__export(struct code_file *cf, const char *name, const char *version, struct elf_export *ret);

/*
 * Is the function at @addr the one in which libc ends a cancelled thread? It calls the unwinder through a pointer that is in
 * no table of the file, and the unwinder sets up a frame of its own. Every function in which a thread may be cancelled leads
 * there.
 */
bool code_file__is_thread_end(struct code_file *cf, uint64_t addr);
/*
 * Is the function at @addr one in which Go's runtime goes from a goroutine's stack to that of its thread (runtime.systemstack, mcall,
 * morestack)? On that stack none of them is called again: the first one jumps then, the others are errors. So what one of them calls
 * does not lead to another one.
 */
bool code_file__changes_stack(struct code_file *cf, uint64_t addr);
/*
 * Is the function at @addr the one in which Go's runtime calls C on the stack of the thread (runtime.asmcgocall)? It
 * has no frame, and leaves the frame pointer as it was. C may call Go, which calls it again: but from there frame
 * pointers lead to the inner one's caller.
 */
bool code_file__calls_c(struct code_file *cf, uint64_t addr);
/*
 * Does the code at @addr come to a system call before anything else that leads elsewhere? So does what a signal's handler returns to,
 * whatever it looks like; where a coroutine ends functions are called. False as well: it cannot be taken apart.
 */
bool code_file__makes_system_call(struct code_file *cf, uint64_t addr);
/*
 * Does the code at @addr, to which functions return though no call is in front of it, go on where the caller is? That is a tracer's, which
 * keeps return addresses elsewhere and puts this one in their place: it returns to a word that it has written, or jumps to a register's
 * place. Where a coroutine ends it changes the stack, or ends the process. x86-64 only; false where it is not certain.
 */
bool code_file__comes_back(struct code_file *cf, uint64_t addr);
/*
 * Has the function at @addr no other callers than those whose call is in this file and leads there by its distance,
 * with the caller's own frame? No pointer leads there, and no jump. All bytes that are loaded are looked at for that,
 * once for each function. x86-64 only; false where it is not certain.
 */
bool code_file__has_framed_callers(struct code_file *cf, uint64_t addr);
/* Is it one of those that ask the kernel's vdso for the time, by a pointer that is in no table of the file? */
bool code_file__asks_vdso(struct code_file *cf, uint64_t addr);
/* Is @addr the return address of a program's main function? Libc passes the result to exit() there. x86-64 only. */
bool code_file__is_behind_main(struct code_file *cf, uint64_t addr);
/*
 * Is @addr the return address of a thread's first function? Libc stores the result in the thread's own memory. x86-64 only.
 */
bool code_file__is_behind_thread(struct code_file *cf, uint64_t addr);
/*
 * Go lets the stack of a goroutine begin with an address in runtime.goexit, behind its first instruction, which does
 * nothing, as if that function had called. Is @addr such a one? The first call of such a function is farther inside.
 */
bool code_file__begins_stack(struct code_file *cf, uint64_t addr);
/*
 * Sets *@ret to the address of a program's main function, which the program's first instructions pass to libc. Returns false
 * if the file is not a program, or its first instructions do something else.
 */
bool code_file__main(struct code_file *cf, uint64_t *ret);

/* A call or a jump from one function to another one. */
struct code_edge {
	struct code_target to;
	bool jump;			/* a jump, not a call: the target takes the function's place on the stack */
	uint64_t return_to;		/* return address, if there is one call only; 0: there are more, or it is a jump */
};

/* An entry of the unwind table: a function, or a separate part of one (as the compiler's cold parts). Where there is none, a symbol. */
struct code_function {
	struct code_file *file;
	uint64_t start, end;		/* [start, end) */
	bool entry;			/* its first row is that of a function's beginning, so it is not a later part */
};

/* Returns the function that contains @addr, the same object each time, owned by @cf; NULL if no table covers the address. */
const struct code_function *code_file__function(struct code_file *cf, uint64_t addr);
/*
 * Returns the list of calls and jumps that lead out of @f while the frame pointer is its own (@framed) or still its caller's
 * (not @framed), each target once, and sets *@ret_nr to their number. Owned by the file. Sets *@ret_unknown if there may be
 * more that could not be found in the code; calls to an unknown target are in the list, as CODE_TARGET_UNKNOWN.
 */
const struct code_edge *code_function__edges(const struct code_function *f, bool framed, size_t *ret_nr, bool *ret_unknown);

#endif /* PERF_CODE_CODE_FILE_H */
