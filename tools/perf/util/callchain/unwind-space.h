/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What libdw knows of one process: the files in it, at their addresses. Kept from sample to sample, and
 * over changes of the maps: only a file that comes to lie over another one makes it begin anew.
 * Private to util/callchain; there only where libdw is.
 */
#ifndef PERF_CALLCHAIN_UNWIND_SPACE_H
#define PERF_CALLCHAIN_UNWIND_SPACE_H

#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/base/hash.h"
#include "util/callchain/unwind-regs.h"
#include "util/machine/machine.h"

/* A file at an address. */
struct unwind_module {
	struct dso *dso;
	struct dso_runtime *image;	/* borrowed */
	uint64_t bias;			/* from addresses as linked to those in the process */
	uint64_t start, end;
	Elf *elf;			/* the file without sections that are too large, until libdw has it; else NULL */
	struct unwind_module *next;
};

U64_MAP(dso_runtime_map, struct dso_runtime *)
U64_MAP(unwind_module_map, struct unwind_module *)

/* Images by dso: opened once, for all processes. */
struct unwind_images {
	struct dso_runtime_map by_dso;
};

void unwind_images__exit(struct unwind_images *images);
/* NULL: the file is not there. Borrowed. */
struct dso_runtime *unwind_images__get(struct unwind_images *images, struct dso *dso);

struct unwind_space {
	struct unwind_images *images;	/* borrowed */
	const struct unwind_regs *regs;
	Dwfl *dwfl;
	Elf *machine_elf;		/* says what machine it is; nothing else is in it */
	unsigned char machine_ehdr[64];
	struct unwind_module *modules;
	struct unwind_module_map by_map;	/* struct map -> struct unwind_module, or a mark that there is none */
};

enum unwind_found {
	UNWIND_MODULE,		/* libdw knows the file */
	UNWIND_NO_MODULE,	/* there is no file, or it cannot be read */
	UNWIND_CONFLICT,	/* it lies over one that was there before: begin anew */
};

/*
 * @callbacks: how libdw reads the thread, with @arg. False: libdw cannot unwind on this machine (nothing
 * is left to exit then). All of @regs, @images and @callbacks are borrowed.
 */
bool unwind_space__init(struct unwind_space *space, const struct unwind_regs *regs, bool big_endian,
			struct unwind_images *images, const Dwfl_Thread_Callbacks *callbacks, void *arg);
void unwind_space__exit(struct unwind_space *space);
/* Makes what @map is of known to libdw. */
enum unwind_found unwind_space__add(struct unwind_space *space, const struct map *map);

#endif /* PERF_CALLCHAIN_UNWIND_SPACE_H */
