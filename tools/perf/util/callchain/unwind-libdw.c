// SPDX-License-Identifier: GPL-2.0-only
/*
 * Asks libdw for one frame after the other. The thread that it believes to unwind is the sample: its
 * registers, its copy of the stack, and the files that were mapped then, for what is constant.
 */
#include "util/callchain/unwind-libdw-internal.h"

#include <stdlib.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/callchain/callers.h"
#include "util/callchain/fp-health.h"
#include "util/symbol/dso-runtime.h"

bool unwinder__is_built_in(void)
{
	return true;
}

struct unwinder *unwinder__new(enum regs_arch arch, bool swap)
{
	struct unwinder *u = xzalloc(sizeof(*u));

	u->arch = arch;
	u->swap = swap;
	u->fd = -1;
	return u;
}

void unwinder__delete(struct unwinder *u)
{
	size_t i;

	if (!u)
		return;
	for (i = 0; i < MAX_SPACES; i++)
		if (u->slots[i].in_use)
			unwind_space__exit(&u->slots[i].space);
	unwind_images__exit(&u->images);
	if (u->fd >= 0)
		close(u->fd);
	free(u->ips);
	free(u);
}

/* --- frames ---------------------------------------------------------------------------------- */

static void add_ip(struct unwinder *u, uint64_t ip)
{
	GROW(u->ips, u->nr, u->cap);
	u->ips[u->nr++] = ip;
}

/* What libdw must know before it goes on from @pc. False: end here. */
static bool add_code(struct unwinder *u, uint64_t pc)
{
	const struct map *map = maps__find(u->maps, pc);
	enum unwind_found found = map ? unwind_space__add(u->space, map) : UNWIND_NO_MODULE;

	if (found == UNWIND_CONFLICT && !u->lenient) {
		u->conflict = true;
		return false;
	}
	/*
	 * Where libdw knows nothing it tries the frame pointer. If that leads to code it was one; if not, it
	 * was just a register.
	 */
	if (!map && u->guess)
		return false;
	u->guess = found != UNWIND_MODULE;
	u->last_dso = map ? map->dso : NULL;
	return true;
}

/* No call has put it on the stack: the byte before is of something else. */
static bool is_planted(const struct unwinder *u, uint64_t pc)
{
	const struct map *map = maps__find(u->maps, pc);
	const struct symbol *sym = map ? dso__find_symbol(map->dso, map__to_dso(map, pc)) : NULL;

	return sym && sym->start == map__to_dso(map, pc) && entry__is_planted(sym->name);
}

static int on_frame(Dwfl_Frame *frame, void *arg)
{
	struct unwinder *u = arg;
	bool activation;
	Dwarf_Addr pc;

	if (!dwfl_frame_pc(frame, &pc, NULL))
		return DWARF_CB_ABORT;
	if (u->nr == u->max) {
		u->limit = true;
		return DWARF_CB_ABORT;
	}
	if (!add_code(u, pc))
		return DWARF_CB_ABORT;
	/* Whether it is a caller is known only now that the code is. For that libdw already takes the next step. */
	u->past_end = false;
	if (!dwfl_frame_pc(frame, &pc, &activation))
		return DWARF_CB_ABORT;
	add_ip(u, activation || is_planted(u, pc) ? pc : pc - 1);
	return DWARF_CB_OK;
}

/* --- spaces ---------------------------------------------------------------------------------- */

static bool is_big_endian(const struct unwinder *u)
{
	return (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) != u->swap;
}

static struct space_slot *find_slot(struct unwinder *u, const struct machine *machine, uint32_t pid)
{
	struct space_slot *oldest = &u->slots[0];
	size_t i;

	for (i = 0; i < MAX_SPACES; i++) {
		struct space_slot *s = &u->slots[i];

		if (s->in_use && s->machine == machine && s->pid == pid && s->is_64 == u->regs->is_64)
			return s;
		if (s->last_use < oldest->last_use)
			oldest = s;
	}
	if (oldest->in_use)
		unwind_space__exit(&oldest->space);
	*oldest = (struct space_slot){ .machine = machine, .pid = pid, .is_64 = u->regs->is_64 };
	return oldest;
}

static bool open_space(struct unwinder *u, struct space_slot *slot)
{
	if (!slot->in_use)
		slot->in_use = unwind_space__init(&slot->space, u->regs, is_big_endian(u), &u->images,
						  &unwind_libdw_callbacks, u);
	slot->last_use = ++u->uses;
	u->space = &slot->space;
	return slot->in_use;
}

/* There is nothing to unwind to from where the dynamic loader begins, and it says nothing about that. */
static bool is_at_entry(const struct unwinder *u)
{
	const struct map *map = u->nr ? maps__find(u->maps, u->ips[u->nr - 1]) : NULL;
	const struct symbol *sym;

	if (!map)
		return false;
	sym = dso__find_symbol(map->dso, map__to_dso(map, u->ips[u->nr - 1]));
	return sym && fp_health__is_entry(sym->name);
}

static enum unwind_stop unwind(struct unwinder *u)
{
	int ret;

	u->nr = 0;
	u->past_end = u->conflict = u->guess = u->limit = u->lost = false;
	u->last_dso = NULL;
	ret = dwfl_getthread_frames(u->space->dwfl, THE_THREAD, on_frame, u);
	if (u->limit)
		return UNWIND_LIMIT;
	/* A return address that cannot be read looks to libdw like one that is not there. */
	if (u->past_end)
		return UNWIND_STACK_END;
	/* Nor does it tell of a frame whose place depends on a register that got lost on the way. */
	return (ret || u->lost) && !is_at_entry(u) ? UNWIND_NO_INFO : UNWIND_WHOLE;
}

struct unwound unwinder__run(struct unwinder *u, const struct unwind_of *of)
{
	const struct regs_dump *regs = &of->sample->user_regs;
	struct unwound ret = { .stop = UNWIND_NO_REGS };
	int ip_reg = regs_arch__ip(u->arch), sp_reg = regs_arch__sp(u->arch);
	struct space_slot *slot;
	uint64_t ip;

	u->regs = unwind_regs__of(u->arch, regs->abi == PERF_SAMPLE_REGS_ABI_64);
	if (!u->regs || !of->max || ip_reg < 0 || !regs_dump__get(regs, (unsigned int)ip_reg, &ip) ||
	    !regs_dump__get(regs, (unsigned int)sp_reg, &u->sp))
		return ret;
	u->ip = ip;
	u->maps = of->maps;
	u->sample = of->sample;
	u->max = of->max;
	slot = find_slot(u, of->machine, of->pid);
	if (open_space(u, slot)) {
		ret.stop = unwind(u);
		/* Another file lies there now. What conflicts within one moment is left out. */
		if (u->conflict) {
			unwind_space__exit(&slot->space);
			slot->in_use = false;
			if (open_space(u, slot)) {
				u->lenient = true;
				ret.stop = unwind(u);
				u->lenient = false;
			}
		}
	}
	if (!u->nr)
		add_ip(u, ip);
	if (ret.stop == UNWIND_NO_INFO)
		ret.dso = u->last_dso;
	ret.ips = u->ips;
	ret.nr = u->nr;
	return ret;
}
