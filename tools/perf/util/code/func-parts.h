/* SPDX-License-Identifier: GPL-2.0-only */
/* Which functions the parts belong to that compilers put elsewhere, by the names of both. Private to util/code. */
#ifndef PERF_CODE_FUNC_PARTS_H
#define PERF_CODE_FUNC_PARTS_H

#include "util/code/func-starts.h"

struct func_part {
	uint64_t start, size;		/* the part, as linked */
	uint64_t hash;			/* of the name of what it is a part of */
	uint32_t symbol;		/* its place in the list of symbols */
};

/* Zero-initialised has not been read. */
struct func_parts {
	struct func_part *list;		/* in the order of their hashes */
	size_t nr, cap;
	struct func_owner {
		uint64_t part, start, end;	/* where the part begins; the function */
	} *owners;			/* in the order of the parts; several of one: functions of one name */
	size_t nr_owners, cap_owners;
	uint64_t names_read;		/* bytes */
	bool read;
};

void func_parts__exit(struct func_parts *p);
/*
 * Returns the functions that the part around @addr may belong to, and sets *@ret_nr to how many these are and [*@ret_start, *@ret_end) to the
 * part; NULL: @addr is in no part, or nobody knows of what. All symbols of @f are read at the first call. Valid as long as @p.
 */
const struct func_owner *func_parts__owners(struct func_parts *p, const struct func_starts *f, uint64_t addr, uint64_t *ret_start,
					    uint64_t *ret_end, size_t *ret_nr);

#endif /* PERF_CODE_FUNC_PARTS_H */
