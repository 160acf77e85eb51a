// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/call-space.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"

/* Functions that one chooses among when it is loaded. */
#define MAX_CHOICES	32
/* When so many address spaces were looked at they are forgotten: each costs some memory. */
#define MAX_SPACES	4096

U64_MAP(call_steps_map, struct call_steps *)

/* What processes with the same files share. */
struct linked {
	struct dso **dsos;		/* by address */
	size_t nr;
	struct call_steps_map steps[2];	/* code_function -> struct call_steps: without a frame, with one */
};

static inline uint64_t linked_files__hash(const struct linked *l)
{
	return hash_bytes(l->dsos, l->nr * sizeof(*l->dsos), l->nr);
}

static inline bool linked_files__is(const struct linked *l, const struct linked *key)
{
	return l->nr == key->nr && !memcmp(l->dsos, key->dsos, l->nr * sizeof(*l->dsos));
}

HASH_SET(linked_files, const struct linked *, struct linked *)

struct call_space {
	const struct map **maps;	/* those that may be executed */
	size_t nr, cap;
	struct linked *linked;
	struct code_files *files;
};

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

static void set_unknown(struct call_steps *steps, bool jump)
{
	steps->unknown_jump |= jump;
	steps->unknown_call |= !jump;
}

static void add_function(struct code_file *file, uint64_t addr, const struct call_step *like, struct call_steps *steps)
{
	struct call_step step = *like;
	size_t i;

	if (code_file__is_thread_end(file, addr))
		return;
	step.to = code_file__function(file, addr);
	if (!step.to) {
		set_unknown(steps, step.jump);
		return;
	}
	for (i = 0; i < steps->nr; i++)
		if (steps->list[i].to == step.to && steps->list[i].jump == step.jump && steps->list[i].stub == step.stub) {
			if (steps->list[i].return_to != step.return_to)
				steps->list[i].return_to = 0;
			return;
		}
	GROW(steps->list, steps->nr, steps->cap);
	steps->list[steps->nr++] = step;
}

static void add_choices(struct code_file *file, uint64_t resolver, const struct call_step *like, struct call_steps *steps)
{
	uint64_t choices[MAX_CHOICES];
	size_t i, nr = code_file__choices(file, resolver, choices, MAX_CHOICES);

	if (!nr)
		set_unknown(steps, like->jump);
	for (i = 0; i < nr; i++)
		add_function(file, choices[i], like, steps);
}

/* A name that two files have may mean either. */
static void add_named(struct call_space *space, const struct code_target *to, const struct call_step *like,
		      struct call_steps *steps)
{
	struct elf_export export;
	size_t i, nr = 0;

	for (i = 0; i < space->linked->nr; i++) {
		struct code_file *file = code_files__get(space->files, space->linked->dsos[i]);

		if (!file || !code_file__export(file, to->name, to->version, &export))
			continue;
		nr++;
		if (export.chosen)
			add_choices(file, export.addr, like, steps);
		else
			add_function(file, export.addr, like, steps);
	}
	if (nr != 1)
		set_unknown(steps, like->jump);
}

void call_space__resolve(struct call_space *space, struct code_file *file, const struct code_edge *edge,
			 struct call_steps *steps)
{
	const struct code_target *to = &edge->to;
	struct call_step like = { .jump = edge->jump, .stub = to->stub, .stub_file = to->stub ? file : NULL,
				  .return_to = edge->return_to };

	switch (to->kind) {
	case CODE_TARGET_HERE:
		add_function(file, to->addr, &like, steps);
		break;
	case CODE_TARGET_CHOSEN:
		add_choices(file, to->addr, &like, steps);
		break;
	case CODE_TARGET_NAME:
		add_named(space, to, &like, steps);
		break;
	case CODE_TARGET_UNKNOWN:
		set_unknown(steps, edge->jump);
		break;
	case CODE_TARGET_NONE:
		break;
	}
}

/* The functions of libc and of Go's runtime that call the kernel's vdso, by a pointer: what that is. NULL: @f is none of them. */
static const char *vdso_name(const struct code_function *f)
{
	static const char *const names[][2] = {
		{ "clock_gettime", "__vdso_clock_gettime" }, { "clock_getres", "__vdso_clock_getres" },
		{ "gettimeofday", "__vdso_gettimeofday" }, { "time", "__vdso_time" },
		{ "sched_getcpu", "__vdso_getcpu" }, { "getcpu", "__vdso_getcpu" },
	};
	struct elf_export export;
	size_t i;

	if (code_file__asks_vdso(f->file, f->start))
		return "__vdso_clock_gettime";
	/* The file with these is libc. */
	if (!code_file__export(f->file, "__libc_start_main", NULL, &export))
		return NULL;
	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (code_file__export(f->file, names[i][0], NULL, &export) && export.addr == f->start)
			return names[i][1];
	return NULL;
}

static void add_edge(struct call_space *space, const struct code_function *f, const struct code_edge *edge,
		     struct call_steps *steps)
{
	struct code_edge known = *edge;
	const char *name = known.to.kind == CODE_TARGET_UNKNOWN ? vdso_name(f) : NULL;

	if (name)
		known.to = (struct code_target){ .kind = CODE_TARGET_NAME, .name = name };
	call_space__resolve(space, f->file, &known, steps);
}

const struct call_steps *call_space__steps(struct call_space *space, const struct code_function *f, bool framed)
{
	struct call_steps *steps = call_steps_map__find(&space->linked->steps[framed], (uintptr_t)f);
	const struct code_edge *edges;
	size_t i, nr;
	bool unknown;

	if (steps)
		return steps;
	steps = xzalloc(sizeof(*steps));
	call_steps_map__set(&space->linked->steps[framed], (uintptr_t)f, steps);
	edges = code_function__edges(f, framed, &nr, &unknown);
	for (i = 0; i < nr; i++)
		add_edge(space, f, &edges[i], steps);
	if (unknown)
		steps->unknown_call = steps->unknown_jump = true;
	return steps;
}
