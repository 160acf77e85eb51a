/* SPDX-License-Identifier: GPL-2.0-only */
/* A type of data with its members, as they lie in memory. */
#ifndef PERF_CODE_TYPE_LAYOUT_H
#define PERF_CODE_TYPE_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A type with more members, those of its members among them, is cut off behind so many. */
#define TYPE_LAYOUT_MAX_MEMBERS	((size_t)20000)

struct type_member {
	const char *type, *name;	/* may be shown; name: "" if it has none; borrowed from who made the layout */
	uint64_t offset, size;		/* bytes; from the beginning of the outermost type */
	struct type_member *members;	/* in the order of the debug information; owned */
	size_t nr;
};

struct type_layout {
	struct type_member type;	/* the whole: its name is "" */
	bool cut;			/* it has more members than are here */
};

void type_layout__exit(struct type_layout *l);

#endif /* PERF_CODE_TYPE_LAYOUT_H */
