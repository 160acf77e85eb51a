// SPDX-License-Identifier: GPL-2.0-only
/* Where the calls and jumps of functions lead in an address space. */
#include "util/callchain/call-space-internal.h"

#include "util/base/alloc.h"

/* Functions that one chooses among when it is loaded. */
#define MAX_CHOICES	32

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
