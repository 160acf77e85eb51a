// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/live-walk.h"

#include <string.h>

#include "util/live/walk-questions.h"

/* More frames than a stack of 64 KiB can have that anybody looks at; and what the tables may find beside the kernel's entries. */
#define MAX_FRAMES	1024
/* Bits of an address in user space on arm64, above which pointer authentication signs. */
#define ARM64_ADDRESS_BITS	48
#define ARM64_LR		30

bool live_regs__get(struct live_regs *ret, const struct perf_sample *sample, enum regs_arch arch)
{
	const struct regs_dump *regs = &sample->user_regs;
	int fp = regs_arch__fp(arch);

	*ret = (struct live_regs){ .ip = 0 };
	ret->narrow = regs->abi == PERF_SAMPLE_REGS_ABI_32;
	if (fp < 0 || (regs->abi != PERF_SAMPLE_REGS_ABI_64 && !(ret->narrow && arch == REGS_X86)) ||
	    !regs_dump__get(regs, (unsigned int)fp, &ret->fp) || !regs_dump__get(regs, (unsigned int)regs_arch__sp(arch), &ret->sp) ||
	    !regs_dump__get(regs, (unsigned int)regs_arch__ip(arch), &ret->ip))
		return false;
	ret->has_lr = arch == REGS_ARM64 && regs_dump__get(regs, ARM64_LR, &ret->lr);
	return true;
}

/* Words of the innermost bytes of the stack that may be return addresses are likely to be looked at next. */
#define GUESS_BYTES	2048

static size_t guess_more(void *ctx, struct live_place_in_file *ret, size_t max)
{
	struct live_walk *w = ctx;
	size_t i, nr = 0, size = w->narrow ? 4 : 8;

	/*
	 * Loops are interrupted at ever new addresses, and it is the same that has called them: only what is new, too,
	 * calls for guesses.
	 */
	if (w->guessed || w->is_innermost)
		return 0;
	w->guessed = true;
	for (i = 0; i + size <= w->stack_size && i < GUESS_BYTES && nr < max; i += size) {
		const struct live_map *map;
		uint64_t word = 0;

		/* Those of 32 bits are those of x86. */
		memcpy(&word, (const char *)w->stack + i, size);
		/* Numbers, and addresses on the stack itself. */
		if (word < 4096 || word - w->sp < w->stack_size)
			continue;
		map = live_walk__map(w, word);
		if (map && map->file)
			ret[nr++] = (struct live_place_in_file){ .file = map->file, .offset = word - map->start + map->pgoff };
	}
	return nr;
}

/* Code of a file that cannot be read: of that no reader can judge either whether it keeps frame pointers. */
static bool is_unread(struct live_walk *w, uint64_t ip)
{
	const struct live_map *map = live_walk__map(w, ip);
	struct live_answer answer;

	return map && map->file && live_tables__find(w->tables, map->file, ip - map->start + map->pgoff, &answer) != LIVE_FOUND;
}

/*
 * A walk along frame pointers through code that keeps none ends at any number. Where no code is mapped, that is no caller.
 */
static void drop_numbers(struct live_walk *w, struct repair *r)
{
	size_t i = r->certain;

	/* Nor of a process of which nothing is known, as records were lost. */
	if (!live_walk__map(w, w->ip))
		return;
	while (i < r->nr && (live_walk__map(w, r->ips[i]) || live_walk__map(w, r->ips[i] - 1)))
		i++;
	r->nr = i;
}

/*
 * What code in memory says may be less than what frame pointers lead to: it has no tables, and only a part of it is proven. Without it the
 * kernel's walk goes on there.
 */
static void run_without_memory(struct live_walk *w, const struct repair_input *in)
{
	const struct repair with = w->result;

	w->reads_memory = w->last.is_mapped = false;
	repair__run(&w->other, in);
	drop_numbers(w, &w->other);
	if (w->other.nr == w->other.certain && w->other.end != REPAIR_WHOLE && w->other.certain < with.certain)
		return;
	w->result = w->other;
	w->other = with;
}

bool live_walk__run(struct live_walk *w, const struct perf_sample *sample, const struct live_regs *regs, const uint64_t *ips, size_t nr)
{
	struct repair_input in = {
		.sp = regs->sp, .fp = regs->fp, .lr = regs->lr, .has_lr = regs->has_lr,
		.calls_push = w->arch == REGS_X86, .narrow = regs->narrow,
		.ra_mask = w->arch == REGS_ARM64 ? (1ULL << ARM64_ADDRESS_BITS) - 1 : UINT64_MAX,
		.stack = sample->user_stack, .stack_size = sample->user_stack_dyn_size,
		.stack_ends = sample->user_stack_dyn_size < sample->user_stack_size,
		.ips = nr ? ips : &regs->ip, .nr = nr ? nr : 1, .max = MAX_FRAMES,
		.exact = true,
	};

	w->pid = sample->pid;
	w->tid = sample->tid;
	w->time = sample->time;
	w->regs = &sample->user_regs;
	w->stack = sample->user_stack;
	w->stack_size = (size_t)sample->user_stack_dyn_size;
	w->ip = regs->ip;
	w->narrow = regs->narrow;
	w->sp = regs->sp;
	w->has_read = false;
	w->reads_memory = w->memory;
	walk_questions__set(&in, w);
	live_tables__guess_more(w->tables, guess_more, w);
	w->guessed = w->later = w->awaits = false;
	w->last.is_mapped = false;
	repair__run(&w->result, &in);
	drop_numbers(w, &w->result);
	if (w->has_read && !w->later && w->result.end != REPAIR_WHOLE)
		run_without_memory(w, &in);
	w->result.gap = w->result.end == REPAIR_NO_ROW && is_unread(w, w->result.ips[w->result.certain - 1]);
	w->walks++;
	w->frames += w->result.nr;
	return !w->later;
}

void live_walk__exit(struct live_walk *w)
{
	repair__exit(&w->result);
	repair__exit(&w->other);
}
