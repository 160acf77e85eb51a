// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/sharing.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/percent.h"
#include "util/event/evsel.h"
#include "util/event/mem-data-src.h"
#include "util/session/session.h"

/* As the kernel numbers what an access was, and what other caches answered (PERF_MEM_OP_, PERF_MEM_SNOOP_). */
#define OP_LOAD		2
#define OP_STORE	4
#define SNOOP_HITM	16

/* In place of a process: addresses of the kernel are those of all processes, and physical ones of whatever is mapped there. */
#define OF_KERNEL	UINT64_MAX
#define OF_MEMORY	(UINT64_MAX - 1)

bool sharing__is_access(const struct session_sample *s)
{
	uint64_t needed = PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_ADDR;

	return (s->evsel->attr.sample_type & needed) == needed &&
	       mem_data_src__fields(s->sample->data_src).op & (OP_LOAD | OP_STORE);
}

static struct sharing_line *line_of(struct sharing *sh, const struct session_sample *s)
{
	uint64_t address = s->sample->addr, physical = s->sample->phys_addr, line = (physical ? physical : address) / SHARING_LINE;
	uint64_t space = physical ? OF_MEMORY : address >> 63 ? OF_KERNEL : s->pid;
	uint64_t *number = pair_num__place(&sh->by_address, pair_of(space, line));

	if (!*number) {
		GROW(sh->lines, sh->nr, sh->cap);
		sh->lines[sh->nr] = (struct sharing_line){ .address = address - address % SHARING_LINE };
		*number = ++sh->nr;
	}
	return &sh->lines[*number - 1];
}

static struct sharing_user *user_of(struct sharing *sh, struct sharing_line *l, uint32_t tid)
{
	struct sharing_user **u = sharing_users__place(&sh->by_user, pair_of((uint64_t)(l - sh->lines), tid));

	if (!*u) {
		*u = xzalloc(sizeof(**u));
		(*u)->tid = tid;
		/* Who came first is told first, which sharing__sort() sees to: the list is the wrong way round. */
		(*u)->next = l->users;
		l->users = *u;
	}
	return *u;
}

void sharing__add(struct sharing *sh, const struct session_sample *s, const char *comm, const char *where)
{
	const struct perf_sample *sample = s->sample;
	struct mem_fields is = mem_data_src__fields(sample->data_src);
	bool hitm = is.op & OP_LOAD && is.snoop & SNOOP_HITM;
	struct sharing_line *l = line_of(sh, s);
	struct sharing_user *u = user_of(sh, l, s->tid);
	uint64_t cycles = s->evsel->attr.sample_type & (PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT) ? sample->weight : 0;

	u->comm = u->comm ? u->comm : comm;
	u->where = u->where ? u->where : where;
	u->offsets |= 1ULL << sample->addr % SHARING_LINE;
	if (!(is.op & OP_LOAD)) {
		sh->stores++;
		l->stores++;
		return;
	}
	sh->loads++;
	sh->cycles += cycles;
	l->loads++;
	if (!hitm)
		return;
	sh->hitm++;
	sh->hitm_cycles += cycles;
	l->hitm++;
	l->hitm_cycles += cycles;
}

static int by_cost(const void *p, const void *q)
{
	const struct sharing_line *a = p, *b = q;

	if (a->hitm_cycles != b->hitm_cycles)
		return a->hitm_cycles > b->hitm_cycles ? -1 : 1;
	if (a->hitm != b->hitm)
		return a->hitm > b->hitm ? -1 : 1;
	if (a->address != b->address)
		return a->address < b->address ? -1 : 1;
	/* Of two processes. */
	return a->users->tid < b->users->tid ? -1 : a->users->tid > b->users->tid;
}

static void judge(struct sharing_line *l)
{
	struct sharing_user *u, *next, *first = NULL;
	uint64_t once = 0, twice = 0;

	for (u = l->users; u; u = next) {
		next = u->next;
		u->next = first;
		first = u;
		twice |= once & u->offsets;
		once |= u->offsets;
	}
	l->users = first;
	l->kind = !first || !first->next ? SHARING_ONE : twice ? SHARING_TRUE : SHARING_FALSE;
}

void sharing__sort(struct sharing *sh)
{
	size_t i;

	for (i = 0; i < sh->nr; i++)
		judge(&sh->lines[i]);
	if (sh->nr)
		qsort(sh->lines, sh->nr, sizeof(*sh->lines), by_cost);
}

double sharing__percent(const struct sharing *sh, uint64_t hitm, uint64_t hitm_cycles)
{
	if (sh->cycles)
		return 100.0 * (double)hitm_cycles / (double)sh->cycles;
	return percent__of(hitm, sh->loads);
}

const char *sharing_kind__name(enum sharing_kind kind)
{
	return kind == SHARING_FALSE ? "false sharing" : kind == SHARING_TRUE ? "shared bytes" : "one thread";
}

void sharing__exit(struct sharing *sh)
{
	size_t i;

	for (i = 0; i < sh->nr; i++) {
		struct sharing_user *u, *next;

		for (u = sh->lines[i].users; u; u = next) {
			next = u->next;
			free(u);
		}
	}
	free(sh->lines);
	pair_num__exit(&sh->by_address);
	sharing_users__exit(&sh->by_user);
	*sh = (struct sharing){ .loads = 0 };
}
