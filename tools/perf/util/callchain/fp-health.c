// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/fp-health.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

/* Where libc, the dynamic loader, Go and the kernel's vdso let threads and processes begin. */
static const char *const entry_points[] = {
	"_start", "__libc_start_main", "__libc_start_call_main", "start_thread", "clone", "clone3", "__clone",
	"__clone3", "__clone_internal", "_dl_start", "_dl_start_user", "runtime.goexit", "runtime.goexit.abi0",
	"runtime.rt0_go", "runtime.rt0_go.abi0", "runtime.mstart", "thread_start", "_rt0_amd64_linux", "main.main",
};

const char *fp_verdict__name(enum fp_verdict v)
{
	switch (v) {
	case FP_ROOTED:		return "rooted";
	case FP_GAPS:		return "gaps";
	case FP_SHORT:		return "ends early";
	case FP_UNMAPPED:	return "no map";
	case FP_JUNK:		return "no address";
	case FP_UNKNOWN:	return "no symbols";
	case FP_NR_VERDICTS:	break;
	}
	return "";
}

bool fp_health__is_entry(const char *name)
{
	size_t i;

	/* "__libc_start_main@@GLIBC_2.34", "__libc_start_main_impl" */
	for (i = 0; i < ARRAY_SIZE(entry_points); i++) {
		size_t n = strlen(entry_points[i]);

		/* "main.main.func3" is another function of Go. */
		if (!strncmp(name, entry_points[i], n) &&
		    (!name[n] || name[n] == '@' || (name[n] == '.' && strcmp(entry_points[i], "main.main") != 0) ||
		     !strcmp(name + n, "_impl")))
			return true;
	}
	return false;
}

/* User addresses have their upper bits clear, on all 64-bit architectures with 48 to 57 bits. */
static bool is_user_address(uint64_t ip)
{
	return ip >= 4096 && ip < 1ULL << 57;
}

/* The first frame whose caller is missing, or NULL. */
static const struct frame *first_gap(const struct chain_half *user)
{
	uint32_t i;

	for (i = 0; user->nr_gaps && i < user->nr; i++)
		if (user->frames[i]->kind == FRAME_GAP)
			return user->frames[i]->behind;
	return NULL;
}

enum fp_verdict fp_health__judge(const struct chain_half *user, struct dso **ret_blame)
{
	const struct frame *gap = first_gap(user), *last;
	uint32_t i = user->nr;

	/* A gap at the end is no frame, but behind one. */
	while (i > 1 && user->frames[i - 1]->kind == FRAME_GAP)
		i--;
	last = user->frames[i - 1];
	while (i && !user->frames[i - 1]->map)
		i--;
	*ret_blame = i ? user->frames[i - 1]->map->dso : NULL;
	if (last->kind == FRAME_JUNK || !is_user_address(last->ip))
		return FP_JUNK;
	if (!last->map)
		return FP_UNMAPPED;
	/* The chain's own judgement, where it was asked for, also knows roots without names. */
	if (!last->sym && user->end != CHAIN_END_ROOT)
		return FP_UNKNOWN;
	if (user->end != CHAIN_END_ROOT && !fp_health__is_entry(last->sym->name))
		return FP_SHORT;
	if (gap && gap->map)
		*ret_blame = gap->map->dso;
	return gap ? FP_GAPS : FP_ROOTED;
}

void fp_table__exit(struct fp_table *t)
{
	free(t->rows);
	*t = (struct fp_table){ 0 };
}

void fp_table__add(struct fp_table *t, struct dso *dso, enum fp_verdict verdict, uint64_t nr)
{
	struct fp_row *r = t->last;
	size_t i;

	if (!r || r->dso != dso) {
		for (i = 0; i < t->nr && t->rows[i].dso != dso; i++)
			;
		if (i == t->nr) {
			GROW(t->rows, t->nr, t->cap);
			t->rows[t->nr++] = (struct fp_row){ .dso = dso };
		}
		r = t->last = &t->rows[i];
	}
	r->chains += nr;
	r->verdicts[verdict] += nr;
}

static int by_broken(const void *a, const void *b)
{
	const struct fp_row *ra = a, *rb = b;
	uint64_t ba = fp_row__broken(ra), bb = fp_row__broken(rb);

	if (ba != bb)
		return ba < bb ? 1 : -1;
	return ra->chains < rb->chains ? 1 : ra->chains > rb->chains ? -1 : 0;
}

void fp_table__sort(struct fp_table *t)
{
	if (t->nr)
		qsort(t->rows, t->nr, sizeof(*t->rows), by_broken);
	t->last = NULL;
}
