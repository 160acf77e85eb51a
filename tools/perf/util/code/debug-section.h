/* SPDX-License-Identifier: GPL-2.0-only */
/* The section .debug_frame of a file, unpacked if it is compressed. */
#ifndef PERF_CODE_DEBUG_SECTION_H
#define PERF_CODE_DEBUG_SECTION_H

#include "util/base/unpack-room.h"
#include "util/code/cfi-entry.h"
#include "util/code/elf-view.h"

/* Zero-initialised is none. */
struct debug_section {
	char *unpacked;			/* owned; NULL: it was not compressed */
	struct unpack_room room;
	bool damaged;			/* it is there, but cannot be unpacked */
	bool too_large;			/* it is there, but would become more than is allowed */
	uint64_t claimed;		/* bytes that it says it would become */
};

/* Sets *@ret to the section, which stays valid as long as @d and the file's bytes; an empty one if there is none. */
void debug_section__open(struct debug_section *d, const struct elf_view *elf, struct cfi_section *ret);
void debug_section__exit(struct debug_section *d);

#endif /* PERF_CODE_DEBUG_SECTION_H */
