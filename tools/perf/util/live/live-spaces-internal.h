/* SPDX-License-Identifier: GPL-2.0-only */
/* Private to live-spaces.c, live-files.c and live-maps.c: what is known of processes. */
#ifndef PERF_LIVE_LIVE_SPACES_INTERNAL_H
#define PERF_LIVE_LIVE_SPACES_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/bisect.h"
#include "util/base/hash.h"
#include "util/live/live-spaces.h"

/* Maps by address. Shared by processes, and those who keep it, until one of them changes something. */
struct map_list {
	unsigned int users;
	size_t nr, cap;
	struct live_map *maps;
};

struct live_space {
	uint32_t pid, parent;		/* @parent 0: not known */
	uint64_t ended;			/* ns; 0: it has not, as far as is known */
	struct map_list *list;		/* NULL: empty */
	const struct live_map *last;	/* found last; NULL: none since the list has changed */
};

struct file_key {
	const struct record_mmap *m;
	uint64_t hash;
};

HASH_SET_TYPE(live_files, struct live_file *)
U64_MAP(space_map, struct live_space *)

struct live_spaces {
	struct live_files files;
	uint32_t nr_files;
	struct space_map by_pid;
	size_t nr;
	struct live_space *last;
};

/* --- live-files.c ---------------------------------------------------------------------------------- */

/* Does @m map a file? Other names are no path: memory without a file, "[heap]", what MMAP says of memory that nobody has named. */
bool live_spaces__is_file(const struct record_mmap *m);
/* Gives the vdso its name, by its address: that of 32-bit processes is another file. */
void live_spaces__name_vdso(struct record_mmap *m);
/* Returns the file that @m maps; it is made if it is a new one. Owned by @s. */
struct live_file *live_spaces__file(struct live_spaces *s, const struct record_mmap *m);
/* Frees all of them; @free_tables as in live_spaces__delete(). */
void live_spaces__delete_files(struct live_spaces *s, void (*free_tables)(void *tables));

/* --- live-maps.c ----------------------------------------------------------------------------------- */

/* Returns the number of the first map that ends behind @addr. */
static inline size_t map_list__find(const struct map_list *list, uint64_t addr)
{
	return BISECT(list->nr, mid, list->maps[mid].end <= addr);
}

/* Puts @map in place of whatever is where it lies; nothing, if the process has more maps than there can be. */
void live_space__insert(struct live_space *space, const struct live_map *map);
/* The process has no maps any more. */
void live_space__forget_maps(struct live_space *space);

#endif /* PERF_LIVE_LIVE_SPACES_INTERNAL_H */
