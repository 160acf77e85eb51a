// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/attr-callchain.h"

#include <errno.h>

#include "util/event/evsel-config.h"
#include "util/event/perf-regs.h"

/* A register stack of branches: PERF_SAMPLE_BRANCH_NO_FLAGS and _NO_CYCLES keep it small. */
#define BRANCH_NO_FLAGS		(1U << 14)
#define BRANCH_NO_CYCLES	(1U << 15)

/* Where to begin is the least that unwinding needs, whatever the user asked for. */
static uint64_t least_regs(void)
{
	enum regs_arch arch = regs_arch__of(NULL);

	return 1ULL << regs_arch__ip(arch) | 1ULL << regs_arch__sp(arch);
}

static int config_dwarf(struct evsel *evsel, const struct callgraph_param *param,
			const struct record_opts *opts, struct diag *diag)
{
	const struct evsel_config *config = evsel__get_config(evsel);
	uint64_t all = perf_regs__available(false);

	if (!all)
		return diag__msg(diag, -EOPNOTSUPP,
				 "--call-graph dwarf is not offered on this kind of machine");
	evsel->attr.sample_type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
	evsel->attr.sample_regs_user = opts->user_regs ? opts->user_regs | least_regs() : all;
	evsel->attr.sample_stack_user = config->has_stack_size ? config->stack_size
					: param->dump_size     ? param->dump_size
							       : CALLGRAPH_DUMP_SIZE_DEFAULT;
	evsel->attr.exclude_callchain_user = 1;
	return 0;
}

/*
 * What the reader needs to find the callers that frame pointers miss: where the stack is and its innermost bytes. The
 * instruction pointer is not asked for: see the comment in perf-regs.h.
 */
static int config_repair(struct evsel *evsel, const struct callgraph_param *param, const struct record_opts *opts,
			 struct diag *diag)
{
	uint64_t regs = regs_arch__repair_mask(regs_arch__of(NULL));

	if (!regs)
		return diag__msg(diag, -EOPNOTSUPP, "--call-graph fp,repair is not offered on this kind of machine");
	if (evsel->attr.exclude_callchain_user)
		return diag__msg(diag, -EINVAL, "--call-graph fp,repair is about user callchains, and "
				 "--kernel-callchains leaves them out");
	evsel->attr.sample_type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
	/* Some functions count their frame from another register. perf record drops them all when it has unwound. */
	evsel->attr.sample_regs_user = opts->user_regs | regs | (param->unwind && !opts->threads_spec ? perf_regs__available(false) : 0);
	if (param->unwind)
		evsel->attr.sample_type |= PERF_SAMPLE_TID | PERF_SAMPLE_TIME;
	/* A word more than is kept: so readers know a piece of a stack that was cut. */
	evsel->attr.sample_stack_user = param->repair_size + 8U;
	return 0;
}

static void config_lbr(struct evsel *evsel)
{
	evsel->attr.sample_type |= PERF_SAMPLE_BRANCH_STACK;
	evsel->attr.branch_sample_type = PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_CALL_STACK |
					 BRANCH_NO_FLAGS | BRANCH_NO_CYCLES;
}

int evsel__config_callchain(struct evsel *evsel, const struct record_opts *opts,
			    const struct kernel_features *features, bool *ret_defer_asked,
			    struct diag *diag)
{
	const struct evsel_config *config = evsel__get_config(evsel);
	const struct callgraph_param *param = config->has_callgraph ? &config->callgraph
								    : &opts->callgraph;
	struct perf_event_attr *attr = &evsel->attr;
	bool asked = config->has_callgraph || opts->callgraph_said;
	int err = 0;

	if (!asked || param->mode == CALLGRAPH_NONE)
		return 0;
	attr->sample_type |= PERF_SAMPLE_CALLCHAIN;
	attr->sample_max_stack = config->max_stack ? config->max_stack : param->max_stack;
	if (attr->sample_max_stack && !features->sample_max_stack)
		return diag__msg(
			diag, -EOPNOTSUPP,
			"this kernel cannot limit the depth of a callchain (needs Linux 4.8)");
	attr->exclude_callchain_kernel = opts->user_callchains;
	attr->exclude_callchain_user = opts->kernel_callchains;
	if (param->mode == CALLGRAPH_DWARF)
		err = config_dwarf(evsel, param, opts, diag);
	else if (param->mode == CALLGRAPH_LBR)
		config_lbr(evsel);
	else if (param->repair_size)
		err = config_repair(evsel, param, opts, diag);
	if (param->defer && !attr->exclude_callchain_user) {
		*ret_defer_asked = true;
		attr->defer_callchain = features->defer_callchain && features->defer_output;
	}
	return err;
}
