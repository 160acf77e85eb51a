// SPDX-License-Identifier: GPL-2.0-only
/* perf report -b: instructions per cycle of functions, from the cycles of branches and the code between these. */
#include <stdlib.h>
#include <string.h>

#include "builtin-report.h"
#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/event/evlist.h"

/* What was found out of a function, so that its code is taken apart once. */
struct report_ipc_known {
	const struct annotate_func *func;
	double ipc, coverage;		/* ipc 0: not known */
};

static inline uint64_t ipc_set__hash(const struct annotate_func *func)
{
	return hash_u64((uintptr_t)func);
}

static inline bool ipc_set__is(const struct report_ipc_known *k, const struct annotate_func *func)
{
	return k->func == func;
}

HASH_SET_FUNCTIONS(ipc_set, const struct annotate_func *, struct report_ipc_known *)

static void find_out(struct report_ipc *ipc, struct report_ipc_known *k)
{
	const struct annotate_share *none = NULL;
	struct code_cycles cycles;
	struct code_lines *l;

	if (!k->func->ranges)
		return;
	l = code_lines__of(&ipc->source, k->func, &none, 1);
	code_cycles__init(&cycles, l);
	k->ipc = code_cycles__ipc(cycles.insns, cycles.cycles);
	k->coverage = code_cycles__coverage(&cycles);
	code_cycles__exit(&cycles);
	code_lines__delete(l);
}

static bool ipc_of(void *ctx, struct dso *dso, const struct symbol *sym, double *ret_ipc, double *ret_coverage)
{
	struct report *r = ctx;
	struct report_ipc *ipc = &r->ipc;
	const struct annotate_func *func = annotate_counts__func(ipc->functions, dso, sym);
	struct report_ipc_known **place;

	if (!ipc->open)
		code_source__init(&ipc->source, session__code(r->session), session__header(r->session)->arch, false, NULL);
	ipc->open = true;
	place = ipc_set__place(&ipc->known, func);
	if (!*place) {
		*place = xzalloc(sizeof(**place));
		(*place)->func = func;
		find_out(ipc, *place);
	}
	*ret_ipc = (*place)->ipc;
	*ret_coverage = (*place)->coverage;
	return (*place)->ipc > 0;
}

void report_ipc__begin(struct report *r)
{
	const struct columns *c = r->columns;
	bool wanted = false;
	size_t i;

	for (i = 0; i < c->nr_shown; i++)
		wanted |= !strcmp(c->shown[i].col->name, "ipc_lbr");
	if (!wanted || !r->hists_opts.branches)
		return;
	r->ipc.functions = annotate_counts__new(session__evlist(r->session)->nr);
	r->hists_opts.ipc = ipc_of;
	r->hists_opts.ipc_ctx = r;
}

void report_ipc__add(struct report *r, const struct session_sample *s)
{
	if (r->ipc.functions && s->machine == session__host(r->session))
		branch_cycles__add(&r->ipc.cycles, r->ipc.functions, r->session, s);
}

void report_ipc__exit(struct report *r)
{
	size_t i;

	HASH_EACH(&r->ipc.known, i)
		free(r->ipc.known.slots[i].val);
	ipc_set__exit(&r->ipc.known);
	if (r->ipc.open)
		code_source__exit(&r->ipc.source);
	branch_cycles__exit(&r->ipc.cycles);
	annotate_counts__delete(r->ipc.functions);
}
