/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which functions a function calls or jumps to in a process: its edges (util/code/code-file.h), with names looked up in the
 * files that the process has mapped. The results are kept by what is mapped, so that processes with the same files share
 * them. Private to util/callchain.
 */
#ifndef PERF_CALLCHAIN_CALL_SPACE_H
#define PERF_CALLCHAIN_CALL_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/code/code-file.h"
#include "util/machine/machine.h"

struct call_spaces;
struct call_space;

/* One function that a call or a jump may lead to. */
struct call_step {
	const struct code_function *to;
	const struct code_file *stub_file;	/* the entry of a linkage table on the way, or NULL */
	uint64_t stub;
	bool jump;
	uint64_t return_to;		/* as in struct code_edge */
};

struct call_steps {
	struct call_step *list;
	size_t nr, cap;
	bool unknown_call, unknown_jump;	/* there are more, which are not known */
};

struct call_spaces *call_spaces__new(void);
void call_spaces__delete(struct call_spaces *spaces);
struct code_files *call_spaces__files(struct call_spaces *spaces);
/* Of @maps. Valid until the next call. */
struct call_space *call_spaces__get(struct call_spaces *spaces, const struct maps *maps);
/* The map of @file that contains @addr, an address as linked, and where it is in the process; NULL: none. */
const struct map *call_space__locate(const struct call_space *space, const struct code_file *file, uint64_t addr,
				     uint64_t *ret_ip);
/* The main function of the program that the process runs, and its file. False: not known. */
bool call_space__main(const struct call_space *space, struct code_file **ret_file, uint64_t *ret_addr);
/* The identity of a space: two spaces with the same files have the same pointer. */
const void *call_space__identity(const struct call_space *space);
/* Adds the functions that @edge, which leads there out of @file, may come to. */
void call_space__resolve(struct call_space *space, struct code_file *file, const struct code_edge *edge,
			 struct call_steps *steps);
/* The functions that @f calls or jumps to while it has a frame of its own (@framed), or while it has none. */
const struct call_steps *call_space__steps(struct call_space *space, const struct code_function *f, bool framed);

#endif /* PERF_CALLCHAIN_CALL_SPACE_H */
