// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/sample-dump.h"

#include <inttypes.h>
#include <perf/stitch.h>

#include "util/base/text-out.h"
#include "util/event/branch-flags.h"
#include "util/event/evsel.h"
#include "util/event/sample.h"

static const char *context_name(uint64_t ip)
{
	switch (ip) {
	case PERF_CONTEXT_HV:
		return " (PERF_CONTEXT_HV)";
	case PERF_CONTEXT_KERNEL:
		return " (PERF_CONTEXT_KERNEL)";
	case PERF_CONTEXT_USER:
		return " (PERF_CONTEXT_USER)";
	case PERF_CONTEXT_USER_DEFERRED:
		return " (PERF_CONTEXT_USER_DEFERRED)";
	case PERF_CONTEXT_GUEST:
		return " (PERF_CONTEXT_GUEST)";
	case PERF_CONTEXT_GUEST_KERNEL:
		return " (PERF_CONTEXT_GUEST_KERNEL)";
	case PERF_CONTEXT_GUEST_USER:
		return " (PERF_CONTEXT_GUEST_USER)";
	default:
		return ip >= PERF_CONTEXT_MAX ? " (unknown context)" : "";
	}
}

void sample_dump__chain(struct text_out *out, const uint64_t *ips, uint64_t nr, bool deferred_record)
{
	uint64_t i, cookie;
	size_t before;

	text_out__addf(out, "... FP chain: nr:%" PRIu64 "\n", nr);
	for (i = 0; i < nr; i++)
		text_out__addf(out, "..... %2" PRIu64 ": %016" PRIx64 "%s\n", i, ips[i], context_name(ips[i]));
	if (deferred_record)
		return;
	switch (perf_stitch__ending(ips, nr, &before, &cookie)) {
	case PERF_STITCH_ENDS_COOKIE:
		text_out__addf(out, "...... (deferred, cookie %" PRIx64 ")\n", cookie);
		break;
	case PERF_STITCH_ENDS_MARKER:
		text_out__addstr(out, "...... (deferred, without a cookie)\n");
		break;
	case PERF_STITCH_ENDS_PLAIN:
		break;
	}
}

static void add_regs(struct text_out *out, const char *what, const struct regs_dump *regs, enum regs_arch arch)
{
	unsigned int bit, n = 0;

	text_out__addf(out, "... %s regs: mask 0x%" PRIx64 " ABI %s\n", what, regs->mask,
		       regs->abi == PERF_SAMPLE_REGS_ABI_64 ? "64-bit" : "32-bit");
	for (bit = 0; bit < 64; bit++) {
		const char *name = regs_arch__name(arch, bit);

		if (!(regs->mask & (1ULL << bit)))
			continue;
		if (name)
			text_out__addf(out, ".... %-5s 0x%016" PRIx64 "\n", name, regs->regs[n++]);
		else
			text_out__addf(out, ".... %2u: 0x%016" PRIx64 "\n", bit, regs->regs[n++]);
	}
}

static void add_read(struct text_out *out, const struct perf_sample *s)
{
	uint64_t i;

	text_out__addstr(out, "... sample_read:\n");
	if (s->read.time_enabled || s->read.time_running)
		text_out__addf(out, "...... time enabled %016" PRIx64 "\n...... time running %016" PRIx64 "\n",
			       s->read.time_enabled, s->read.time_running);
	for (i = 0; i < s->read.nr; i++)
		text_out__addf(out, "..... id %016" PRIx64 ", value %016" PRIx64 ", lost %" PRIu64 "\n",
			       s->read.values[i].id, s->read.values[i].value, s->read.values[i].lost);
}

static void add_branches(struct text_out *out, const struct perf_sample *s)
{
	uint64_t i;

	text_out__addf(out, "... branch stack: nr:%" PRIu64 "\n", s->nr_branches);
	for (i = 0; i < s->nr_branches; i++) {
		uint64_t f = s->branches[i].flags;
		unsigned int type = branch_flags__type(f);

		text_out__addf(out, "..... %2" PRIu64 ": %016" PRIx64 " -> %016" PRIx64 " %u cycles %c%c%c%c %" PRIx64 " %s\n",
			       i, s->branches[i].from, s->branches[i].to, branch_flags__cycles(f),
			       branch_flags__mispredicted(f) ? 'M' : ' ', branch_flags__predicted(f) ? 'P' : ' ',
			       branch_flags__aborted(f) ? 'A' : ' ', branch_flags__in_tx(f) ? 'T' : ' ', f,
			       type == BRANCH_TYPE_IS_NEW ? branch_new_type__name(branch_flags__new_type(f)) :
			       branch_type__name(type));
	}
}

static void add_memory(struct text_out *out, const struct evsel *evsel, const struct perf_sample *s)
{
	uint64_t fields = evsel->attr.sample_type;

	if (fields & PERF_SAMPLE_WEIGHT_STRUCT)
		text_out__addf(out, "... weight: %" PRIu64 ",0x%x,0x%x\n", s->weight, s->ins_lat, s->retire_lat);
	else if (fields & PERF_SAMPLE_WEIGHT)
		text_out__addf(out, "... weight: %" PRIu64 "\n", s->weight);
	if (fields & PERF_SAMPLE_DATA_SRC)
		text_out__addf(out, " . data_src: 0x%" PRIx64 "\n", s->data_src);
	if (fields & PERF_SAMPLE_PHYS_ADDR)
		text_out__addf(out, " .. phys_addr: 0x%" PRIx64 "\n", s->phys_addr);
	if (fields & PERF_SAMPLE_DATA_PAGE_SIZE)
		text_out__addf(out, " .. data page size: %" PRIu64 "\n", s->data_page_size);
	if (fields & PERF_SAMPLE_CODE_PAGE_SIZE)
		text_out__addf(out, " .. code page size: %" PRIu64 "\n", s->code_page_size);
	if (fields & PERF_SAMPLE_TRANSACTION)
		text_out__addf(out, "... transaction: %" PRIx64 "\n", s->transaction);
	if (fields & PERF_SAMPLE_CGROUP)
		text_out__addf(out, " .. cgroup: %" PRIu64 "\n", s->cgroup);
}

void sample_dump__fields(struct text_out *out, const struct evsel *evsel, enum regs_arch arch,
			 const struct perf_sample *s)
{
	uint64_t fields = evsel->attr.sample_type;

	if (fields & PERF_SAMPLE_CALLCHAIN)
		sample_dump__chain(out, s->ips, s->nr_ips, false);
	if (fields & PERF_SAMPLE_BRANCH_STACK)
		add_branches(out, s);
	if (s->user_regs.abi)
		add_regs(out, "user", &s->user_regs, arch);
	if (s->intr_regs.abi)
		add_regs(out, "intr", &s->intr_regs, arch);
	if (fields & PERF_SAMPLE_STACK_USER)
		text_out__addf(out, "... ustack: size %" PRIu64 ", used %" PRIu64 "\n", s->user_stack_size,
			       s->user_stack_dyn_size);
	if (fields & PERF_SAMPLE_RAW)
		text_out__addf(out, "... raw data: size %" PRIu32 "\n", s->raw_size);
	add_memory(out, evsel, s);
	if (fields & PERF_SAMPLE_AUX)
		text_out__addf(out, "... aux data: size %" PRIu64 "\n", s->aux_size);
	if (fields & PERF_SAMPLE_READ)
		add_read(out, s);
}
