// SPDX-License-Identifier: GPL-2.0-only
/* Attrs as text. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/attr-print.h"
#include "util/event/branch-type.h"
#include "util/event/event-names.h"

struct bit_name {
	uint64_t bit;
	const char *name;
};

static const struct bit_name sample_bits[] = {
#define BIT_NAME(x) { PERF_SAMPLE_##x, #x }
	BIT_NAME(IP), BIT_NAME(TID), BIT_NAME(TIME), BIT_NAME(ADDR), BIT_NAME(READ), BIT_NAME(CALLCHAIN),
	BIT_NAME(ID), BIT_NAME(CPU), BIT_NAME(PERIOD), BIT_NAME(STREAM_ID), BIT_NAME(RAW),
	BIT_NAME(BRANCH_STACK), BIT_NAME(REGS_USER), BIT_NAME(STACK_USER), BIT_NAME(IDENTIFIER),
	BIT_NAME(REGS_INTR), BIT_NAME(DATA_SRC), BIT_NAME(WEIGHT), BIT_NAME(PHYS_ADDR), BIT_NAME(AUX),
	BIT_NAME(CGROUP), BIT_NAME(DATA_PAGE_SIZE), BIT_NAME(CODE_PAGE_SIZE), BIT_NAME(WEIGHT_STRUCT),
	BIT_NAME(TRANSACTION), { 0, NULL }
#undef BIT_NAME
};

static const struct bit_name read_bits[] = {
#define BIT_NAME(x, y) { PERF_FORMAT_##x, y }
	BIT_NAME(TOTAL_TIME_ENABLED, "TOTAL_TIME_ENABLED"), BIT_NAME(TOTAL_TIME_RUNNING, "TOTAL_TIME_RUNNING"),
	BIT_NAME(ID, "ID"), BIT_NAME(GROUP, "GROUP"), BIT_NAME(LOST, "LOST"), { 0, NULL }
#undef BIT_NAME
};

static void add_bits(struct strbuf *sb, uint64_t bits, const struct bit_name *names)
{
	const char *sep = "";

	for (; names->name; names++) {
		if (!(bits & names->bit))
			continue;
		strbuf__addf(sb, "%s%s", sep, names->name);
		sep = "|";
		bits &= ~names->bit;
	}
	if (bits)
		strbuf__addf(sb, "%s%#" PRIx64, sep, bits);
}

static const char *const type_names[PERF_TYPE_MAX] = {
	"PERF_TYPE_HARDWARE", "PERF_TYPE_SOFTWARE", "PERF_TYPE_TRACEPOINT", "PERF_TYPE_HW_CACHE", NULL,
	"PERF_TYPE_BREAKPOINT",
};

static const char *const hw_names[PERF_COUNT_HW_MAX] = {
	"PERF_COUNT_HW_CPU_CYCLES", "PERF_COUNT_HW_INSTRUCTIONS", "PERF_COUNT_HW_CACHE_REFERENCES",
	"PERF_COUNT_HW_CACHE_MISSES", "PERF_COUNT_HW_BRANCH_INSTRUCTIONS", "PERF_COUNT_HW_BRANCH_MISSES",
	"PERF_COUNT_HW_BUS_CYCLES", "PERF_COUNT_HW_STALLED_CYCLES_FRONTEND", "PERF_COUNT_HW_STALLED_CYCLES_BACKEND",
	"PERF_COUNT_HW_REF_CPU_CYCLES",
};

static const char *const sw_names[PERF_COUNT_SW_MAX] = {
	"PERF_COUNT_SW_CPU_CLOCK", "PERF_COUNT_SW_TASK_CLOCK", "PERF_COUNT_SW_PAGE_FAULTS",
	"PERF_COUNT_SW_CONTEXT_SWITCHES", "PERF_COUNT_SW_CPU_MIGRATIONS", "PERF_COUNT_SW_PAGE_FAULTS_MIN",
	"PERF_COUNT_SW_PAGE_FAULTS_MAJ", "PERF_COUNT_SW_ALIGNMENT_FAULTS", "PERF_COUNT_SW_EMULATION_FAULTS",
	"PERF_COUNT_SW_DUMMY", "PERF_COUNT_SW_BPF_OUTPUT", "PERF_COUNT_SW_CGROUP_SWITCHES",
};

static const char *const cache_names[PERF_COUNT_HW_CACHE_MAX] = {
	"L1D", "L1I", "LL", "DTLB", "ITLB", "BPU", "NODE",
};

static const char *const cache_ops[PERF_COUNT_HW_CACHE_OP_MAX] = { "READ", "WRITE", "PREFETCH" };
static const char *const cache_results[PERF_COUNT_HW_CACHE_RESULT_MAX] = { "ACCESS", "MISS" };

/* What config means for the generic types: "" where that is not known. */
static void add_config_name(struct strbuf *sb, const struct perf_event_attr *attr)
{
	uint64_t id = attr->config & PERF_HW_EVENT_MASK;
	unsigned int cache = id & 0xff, op = id >> 8 & 0xff, result = id >> 16 & 0xff;

	if (attr->type == PERF_TYPE_HARDWARE && id < PERF_COUNT_HW_MAX)
		strbuf__addstr(sb, hw_names[id]);
	else if (attr->type == PERF_TYPE_SOFTWARE && attr->config < PERF_COUNT_SW_MAX)
		strbuf__addstr(sb, sw_names[attr->config]);
	else if (attr->type == PERF_TYPE_HW_CACHE && !(id >> 24) && cache < PERF_COUNT_HW_CACHE_MAX &&
		 op < PERF_COUNT_HW_CACHE_OP_MAX && result < PERF_COUNT_HW_CACHE_RESULT_MAX)
		strbuf__addf(sb, "PERF_COUNT_HW_CACHE_RESULT_%s | PERF_COUNT_HW_CACHE_OP_%s | PERF_COUNT_HW_CACHE_%s",
			     cache_results[result], cache_ops[op], cache_names[cache]);
}

struct printer {
	attr_field_fn fn;
	void *ctx;
	struct strbuf text;
};

static void emit(struct printer *p, const char *name)
{
	p->fn(p->ctx, name, strbuf__str(&p->text));
	strbuf__reset(&p->text);
}

static void print_dec(struct printer *p, const char *name, uint64_t v)
{
	if (v) {
		strbuf__addf(&p->text, "%" PRIu64, v);
		emit(p, name);
	}
}

static void print_hex(struct printer *p, const char *name, uint64_t v)
{
	if (v) {
		strbuf__addf(&p->text, "%#" PRIx64, v);
		emit(p, name);
	}
}

static void print_bits(struct printer *p, const char *name, uint64_t v, const struct bit_name *names)
{
	if (v) {
		add_bits(&p->text, v, names);
		emit(p, name);
	}
}

static void print_type_and_config(struct printer *p, const struct perf_event_attr *attr,
				  const struct attr_names *names)
{
	struct strbuf name = STRBUF_INIT;
	const char *type = attr->type < PERF_TYPE_MAX ? type_names[attr->type] : NULL;
	/* A hardware event may name its PMU in the upper half. */
	bool extended = (attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_HW_CACHE) &&
			attr->config >> PERF_PMU_TYPE_SHIFT;

	if (!type && names && names->pmu)
		type = names->pmu;
	strbuf__addf(&p->text, type ? "%u (%s)" : "%u", attr->type, type);
	emit(p, "type");
	strbuf__addf(&p->text, "%u", attr->size);
	emit(p, "size");
	if (names && names->config)
		strbuf__addstr(&name, names->config);
	else
		add_config_name(&name, attr);
	strbuf__addf(&p->text, "%#" PRIx64, (uint64_t)attr->config);
	if (name.len && extended && names && names->pmu)
		strbuf__addf(&p->text, " (%s/%s/)", names->pmu, strbuf__str(&name));
	else if (name.len)
		strbuf__addf(&p->text, " (%s)", strbuf__str(&name));
	emit(p, "config");
	strbuf__exit(&name);
}

static void print_flags(struct printer *p, const struct perf_event_attr *attr)
{
#define FLAG(f) print_dec(p, #f, attr->f)
	FLAG(disabled);
	FLAG(inherit);
	FLAG(pinned);
	FLAG(exclusive);
	FLAG(exclude_user);
	FLAG(exclude_kernel);
	FLAG(exclude_hv);
	FLAG(exclude_idle);
	FLAG(mmap);
	FLAG(comm);
	FLAG(freq);
	FLAG(inherit_stat);
	FLAG(enable_on_exec);
	FLAG(task);
	FLAG(watermark);
	FLAG(precise_ip);
	FLAG(mmap_data);
	FLAG(sample_id_all);
	FLAG(exclude_host);
	FLAG(exclude_guest);
	FLAG(exclude_callchain_kernel);
	FLAG(exclude_callchain_user);
	FLAG(mmap2);
	FLAG(comm_exec);
	FLAG(use_clockid);
	FLAG(context_switch);
	FLAG(write_backward);
	FLAG(namespaces);
	FLAG(ksymbol);
	FLAG(bpf_event);
	FLAG(aux_output);
	FLAG(cgroup);
	FLAG(text_poke);
	FLAG(build_id);
	FLAG(inherit_thread);
	FLAG(remove_on_exec);
	FLAG(sigtrap);
	FLAG(defer_callchain);
	FLAG(defer_output);
#undef FLAG
}

static void print_words(struct printer *p, const struct perf_event_attr *attr)
{
	print_dec(p, "{ wakeup_events, wakeup_watermark }", attr->wakeup_events);
	print_dec(p, "bp_type", attr->bp_type);
	print_hex(p, "{ bp_addr, config1 }", attr->bp_addr);
	print_hex(p, "{ bp_len, config2 }", attr->bp_len);
	if (attr->branch_sample_type) {
		branch_type__print(attr->branch_sample_type, &p->text);
		emit(p, "branch_sample_type");
	}
	print_hex(p, "sample_regs_user", attr->sample_regs_user);
	print_dec(p, "sample_stack_user", attr->sample_stack_user);
	if (attr->clockid) {
		strbuf__addf(&p->text, "%d", attr->clockid);
		emit(p, "clockid");
	}
	print_hex(p, "sample_regs_intr", attr->sample_regs_intr);
	print_dec(p, "aux_watermark", attr->aux_watermark);
	print_dec(p, "sample_max_stack", attr->sample_max_stack);
	print_dec(p, "aux_sample_size", attr->aux_sample_size);
	print_dec(p, "sig_data", attr->sig_data);
	print_dec(p, "aux_start_paused", attr->aux_start_paused);
	print_dec(p, "aux_pause", attr->aux_pause);
	print_dec(p, "aux_resume", attr->aux_resume);
	print_hex(p, "config3", attr->config3);
	print_hex(p, "config4", attr->config4);
}

void attr__print(const struct perf_event_attr *attr, const struct attr_names *names, attr_field_fn fn,
		 void *ctx)
{
	struct printer p = { .fn = fn, .ctx = ctx };

	print_type_and_config(&p, attr, names);
	print_dec(&p, "{ sample_period, sample_freq }", attr->sample_period);
	print_bits(&p, "sample_type", attr->sample_type, sample_bits);
	print_bits(&p, "read_format", attr->read_format, read_bits);
	print_flags(&p, attr);
	print_words(&p, attr);
	strbuf__exit(&p.text);
}

static void add_block_line(void *ctx, const char *name, const char *value)
{
	strbuf__addf(ctx, "  %-32s %s\n", name, value);
}

void attr__print_block(const struct perf_event_attr *attr, const struct attr_names *names, struct strbuf *out)
{
	static const char dashes[] = "------------------------------------------------------------\n";

	strbuf__addstr(out, dashes);
	strbuf__addstr(out, "perf_event_attr:\n");
	attr__print(attr, names, add_block_line, out);
	strbuf__addstr(out, dashes);
}

static void add_to_line(void *ctx, const char *name, const char *value)
{
	struct strbuf *out = ctx;

	strbuf__addf(out, "%s%s: %s", strcmp(name, "type") ? ", " : "", name, value);
}

void attr__print_line(const struct perf_event_attr *attr, const struct attr_names *names, struct strbuf *out)
{
	attr__print(attr, names, add_to_line, out);
}
