// SPDX-License-Identifier: GPL-2.0-only
/* Which files a process has in its address space, and what processes with the same files share. */
#include "util/callchain/call-space-internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "util/base/alloc.h"

/* When so many address spaces were looked at they are forgotten: each costs some memory. */
#define MAX_SPACES	4096

static inline uint64_t linked_files__hash(const struct linked *l)
{
	return hash_bytes(l->dsos, l->nr * sizeof(*l->dsos), l->nr);
}

static inline bool linked_files__is(const struct linked *l, const struct linked *key)
{
	return l->nr == key->nr && !memcmp(l->dsos, key->dsos, l->nr * sizeof(*l->dsos));
}

HASH_SET(linked_files, const struct linked *, struct linked *)

U64_MAP(call_space_map, struct call_space *)

struct call_spaces {
	struct code_files *files;
	struct call_space_map by_maps;	/* struct maps -> struct call_space */
	struct linked_files linked;
};

struct call_spaces *call_spaces__new(void)
{
	struct call_spaces *spaces = xzalloc(sizeof(*spaces));

	spaces->files = code_files__new();
	return spaces;
}

static void forget_spaces(struct call_spaces *spaces)
{
	size_t i;

	HASH_EACH(&spaces->by_maps, i) {
		struct call_space *space = spaces->by_maps.slots[i].val;

		free(space->maps);
		free(space);
	}
	call_space_map__exit(&spaces->by_maps);
}

static void linked__delete(struct linked *l)
{
	size_t i;
	int framed;

	for (framed = 0; framed < 2; framed++) {
		HASH_EACH(&l->steps[framed], i) {
			struct call_steps *steps = l->steps[framed].slots[i].val;

			free(steps->list);
			free(steps);
		}
		call_steps_map__exit(&l->steps[framed]);
	}
	free(l->dsos);
	free(l);
}

void call_spaces__delete(struct call_spaces *spaces)
{
	size_t i;

	if (!spaces)
		return;
	forget_spaces(spaces);
	HASH_EACH(&spaces->linked, i)
		linked__delete(spaces->linked.slots[i].val);
	linked_files__exit(&spaces->linked);
	code_files__delete(spaces->files);
	free(spaces);
}

struct code_files *call_spaces__files(struct call_spaces *spaces)
{
	return spaces->files;
}

static int add_map(const struct map *map, void *ctx)
{
	struct call_space *space = ctx;

	if ((map->prot && !(map->prot & PROT_EXEC)) ||
	    (map->dso->kind != DSO_KIND_USER && map->dso->kind != DSO_KIND_VDSO))
		return 0;
	GROW(space->maps, space->nr, space->cap);
	space->maps[space->nr++] = map;
	return 0;
}

static int by_address(const void *a, const void *b)
{
	struct dso *const *x = a, *const *y = b;

	return *x < *y ? -1 : *x > *y;
}

static struct linked *find_linked(struct call_spaces *spaces, const struct call_space *space)
{
	struct dso **dsos = xmalloc((space->nr + 1) * sizeof(*dsos));
	struct linked key = { .dsos = dsos }, **l;
	size_t i, nr = 0;

	for (i = 0; i < space->nr; i++)
		dsos[i] = space->maps[i]->dso;
	qsort(dsos, space->nr, sizeof(*dsos), by_address);
	for (i = 0; i < space->nr; i++)
		if (!nr || dsos[nr - 1] != dsos[i])
			dsos[nr++] = dsos[i];
	key.nr = nr;
	l = linked_files__place(&spaces->linked, &key);
	if (*l)
		free(dsos);
	else
		*l = xmemdup(&key, sizeof(key));
	return *l;
}

struct call_space *call_spaces__get(struct call_spaces *spaces, const struct maps *maps)
{
	struct call_space *space = call_space_map__find(&spaces->by_maps, (uintptr_t)maps);

	if (space)
		return space;
	if (spaces->by_maps.nr >= MAX_SPACES)
		forget_spaces(spaces);
	space = xzalloc(sizeof(*space));
	space->files = spaces->files;
	maps__for_each(maps, add_map, space);
	space->linked = find_linked(spaces, space);
	call_space_map__set(&spaces->by_maps, (uintptr_t)maps, space);
	return space;
}

const struct map *call_space__locate(const struct call_space *space, const struct code_file *file, uint64_t addr,
				     uint64_t *ret_ip)
{
	uint64_t offset;
	size_t i;

	if (!code_file__to_dso(file, addr, &offset))
		return NULL;
	for (i = 0; i < space->nr; i++) {
		const struct map *map = space->maps[i];

		if (map->dso != code_file__dso(file) || offset - map->pgoff >= map->end - map->start)
			continue;
		*ret_ip = offset - map->pgoff + map->start;
		return map;
	}
	return NULL;
}

bool call_space__main(const struct call_space *space, struct code_file **ret_file, uint64_t *ret_addr)
{
	size_t i, nr = 0;
	uint64_t addr;

	for (i = 0; i < space->linked->nr; i++) {
		struct code_file *file = code_files__get(space->files, space->linked->dsos[i]);

		if (!file || !code_file__main(file, &addr))
			continue;
		nr++;
		*ret_file = file;
		*ret_addr = addr;
	}
	return nr == 1;
}

const void *call_space__identity(const struct call_space *space)
{
	return space->linked;
}
