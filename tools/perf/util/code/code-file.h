/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The code of a file, and what can be known of it without running it: what the frame pointer holds where, which call lies
 * in front of a return address, what a function calls while it has a frame and while it has none. By libelf, libdw and
 * libcapstone; without one of them nothing is known. Addresses are as linked unless they are said to be a dso's.
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

/* The files that were asked for, and what was found out about them. */
struct code_files *code_files__new(void);
void code_files__delete(struct code_files *files);
/* Of @dso; the same each time. NULL: there is no such file of the recorded build, or no ELF file of a known machine. */
struct code_file *code_files__get(struct code_files *files, struct dso *dso);

struct dso *code_file__dso(const struct code_file *cf);
/* From an address as of dso__find_symbol() to one as linked, and back. False: nothing is there. */
bool code_file__from_dso(const struct code_file *cf, uint64_t addr, uint64_t *ret);
bool code_file__to_dso(const struct code_file *cf, uint64_t addr, uint64_t *ret);
/* Is it the program that links others as they are needed? It runs unseen in calls to them. */
bool code_file__is_loader(const struct code_file *cf);

/*
 * What the frame pointer holds before the instruction at @addr runs. Never FRAME_STATE_SAVED: the code was looked at;
 * where it does not tell either, FRAME_STATE_UNKNOWN.
 */
enum frame_state code_file__state(struct code_file *cf, uint64_t addr);

enum code_target_kind {
	CODE_TARGET_NONE,		/* no call at all */
	CODE_TARGET_HERE,		/* @addr */
	CODE_TARGET_NAME,		/* the function @name of @version, in whatever file of the process has it */
	CODE_TARGET_CHOSEN,		/* one of those that the function at @addr chooses among (IFUNC) */
	CODE_TARGET_UNKNOWN,		/* only the running program knew */
};

/* Where a call or jump leads. Strings are the file's. */
struct code_target {
	enum code_target_kind kind;
	uint64_t addr, stub;		/* @stub: the entry of a linkage table that it goes through, or 0 */
	const char *name, *version;	/* @version NULL: any */
};

/* Of the call in front of the return address @addr. */
void code_file__call_before(struct code_file *cf, uint64_t addr, struct code_target *ret);
/* The functions that the one at @resolver chooses among: how many (at most @max into @ret); 0: not known. */
size_t code_file__choices(struct code_file *cf, uint64_t resolver, uint64_t *ret, size_t max);
/* The function @name that other files find here. */
bool code_file__export(const struct code_file *cf, const char *name, const char *version, struct elf_export *ret);

/*
 * Is it the function in which libc ends a cancelled thread? It goes on in the unwinder through a pointer that no table of the
 * file has. The unwinder sets up a frame of its own. Every function in which a thread may be cancelled leads there.
 */
bool code_file__is_thread_end(struct code_file *cf, uint64_t addr);
/* Is @addr where a program's main function returns to? Libc hands the result to exit there. x86-64 only. */
bool code_file__is_behind_main(struct code_file *cf, uint64_t addr);
/* The same of the function that a thread runs: libc keeps its result in the thread's own memory. x86-64 only. */
bool code_file__is_behind_thread(struct code_file *cf, uint64_t addr);
/* The main function of a program, as its first instructions hand it to libc. False: it is none, or has another beginning. */
bool code_file__main(struct code_file *cf, uint64_t *ret);

/* How one function leads to another one. */
struct code_edge {
	struct code_target to;
	bool jump;			/* rather than a call: the function's place on the stack is taken */
	uint64_t return_to;		/* of the only call; 0: there are several, or it is a jump */
};

/* An entry of the unwind table: a function, or a part of one that lies elsewhere. */
struct code_function {
	struct code_file *file;
	uint64_t start, end;		/* [start, end) */
	bool entry;			/* it begins as functions do */
};

/* The one over @addr; the same each time. NULL: no table covers it. */
const struct code_function *code_file__function(struct code_file *cf, uint64_t addr);
/*
 * Where it leads to while the frame pointer is its own (@framed), or still its caller's. Each target once. *@ret_unknown:
 * there is more that the code does not tell (which is not so for edges to CODE_TARGET_UNKNOWN: these are in the list).
 */
const struct code_edge *code_function__edges(const struct code_function *f, bool framed, size_t *ret_nr, bool *ret_unknown);

#endif /* PERF_CODE_CODE_FILE_H */
