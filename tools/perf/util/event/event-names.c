// SPDX-License-Identifier: GPL-2.0-only
/* The generic events' names. */
#include <stddef.h>

#include "util/event/event-names.h"

const struct event_symbol event_symbols_hw[PERF_COUNT_HW_MAX] = {
	[PERF_COUNT_HW_CPU_CYCLES]		= { "cycles", "cpu-cycles" },
	[PERF_COUNT_HW_INSTRUCTIONS]		= { "instructions", NULL },
	[PERF_COUNT_HW_CACHE_REFERENCES]	= { "cache-references", NULL },
	[PERF_COUNT_HW_CACHE_MISSES]		= { "cache-misses", NULL },
	[PERF_COUNT_HW_BRANCH_INSTRUCTIONS]	= { "branches", "branch-instructions" },
	[PERF_COUNT_HW_BRANCH_MISSES]		= { "branch-misses", NULL },
	[PERF_COUNT_HW_BUS_CYCLES]		= { "bus-cycles", NULL },
	[PERF_COUNT_HW_STALLED_CYCLES_FRONTEND]	= { "stalled-cycles-frontend", "idle-cycles-frontend" },
	[PERF_COUNT_HW_STALLED_CYCLES_BACKEND]	= { "stalled-cycles-backend", "idle-cycles-backend" },
	[PERF_COUNT_HW_REF_CPU_CYCLES]		= { "ref-cycles", NULL },
};

const struct event_symbol event_symbols_sw[PERF_COUNT_SW_MAX] = {
	[PERF_COUNT_SW_CPU_CLOCK]		= { "cpu-clock", NULL },
	[PERF_COUNT_SW_TASK_CLOCK]		= { "task-clock", NULL },
	[PERF_COUNT_SW_PAGE_FAULTS]		= { "page-faults", "faults" },
	[PERF_COUNT_SW_CONTEXT_SWITCHES]	= { "context-switches", "cs" },
	[PERF_COUNT_SW_CPU_MIGRATIONS]		= { "cpu-migrations", "migrations" },
	[PERF_COUNT_SW_PAGE_FAULTS_MIN]		= { "minor-faults", NULL },
	[PERF_COUNT_SW_PAGE_FAULTS_MAJ]		= { "major-faults", NULL },
	[PERF_COUNT_SW_ALIGNMENT_FAULTS]	= { "alignment-faults", NULL },
	[PERF_COUNT_SW_EMULATION_FAULTS]	= { "emulation-faults", NULL },
	[PERF_COUNT_SW_DUMMY]			= { "dummy", NULL },
	[PERF_COUNT_SW_BPF_OUTPUT]		= { "bpf-output", NULL },
	[PERF_COUNT_SW_CGROUP_SWITCHES]		= { "cgroup-switches", NULL },
};

const char *const hw_cache_names[PERF_COUNT_HW_CACHE_MAX][HW_CACHE_MAX_ALIASES] = {
	[PERF_COUNT_HW_CACHE_L1D]	= { "L1-dcache", "l1-d", "l1d", "L1-data" },
	[PERF_COUNT_HW_CACHE_L1I]	= { "L1-icache", "l1-i", "l1i", "L1-instruction" },
	[PERF_COUNT_HW_CACHE_LL]	= { "LLC", "L2" },
	[PERF_COUNT_HW_CACHE_DTLB]	= { "dTLB", "d-tlb", "Data-TLB" },
	[PERF_COUNT_HW_CACHE_ITLB]	= { "iTLB", "i-tlb", "Instruction-TLB" },
	[PERF_COUNT_HW_CACHE_BPU]	= { "branch", "branches", "bpu", "btb", "bpc" },
	[PERF_COUNT_HW_CACHE_NODE]	= { "node" },
};

const char *const hw_cache_op_names[PERF_COUNT_HW_CACHE_OP_MAX][HW_CACHE_MAX_ALIASES] = {
	[PERF_COUNT_HW_CACHE_OP_READ]		= { "load", "loads", "read" },
	[PERF_COUNT_HW_CACHE_OP_WRITE]		= { "store", "stores", "write" },
	[PERF_COUNT_HW_CACHE_OP_PREFETCH]	= { "prefetch", "prefetches", "speculative-read",
						    "speculative-load" },
};

const char *const hw_cache_result_names[PERF_COUNT_HW_CACHE_RESULT_MAX][HW_CACHE_MAX_ALIASES] = {
	[PERF_COUNT_HW_CACHE_RESULT_ACCESS]	= { "refs", "Reference", "ops", "access" },
	[PERF_COUNT_HW_CACHE_RESULT_MISS]	= { "misses", "miss" },
};

int hw_cache__op_is_valid(unsigned int cache, unsigned int op)
{
	/* One bit an operation: 1 read, 2 write, 4 prefetch. */
	static const unsigned char ops[PERF_COUNT_HW_CACHE_MAX] = {
		[PERF_COUNT_HW_CACHE_L1D]	= 7,
		[PERF_COUNT_HW_CACHE_L1I]	= 5,
		[PERF_COUNT_HW_CACHE_LL]	= 7,
		[PERF_COUNT_HW_CACHE_DTLB]	= 7,
		[PERF_COUNT_HW_CACHE_ITLB]	= 1,
		[PERF_COUNT_HW_CACHE_BPU]	= 1,
		[PERF_COUNT_HW_CACHE_NODE]	= 7,
	};

	return cache < PERF_COUNT_HW_CACHE_MAX && op < PERF_COUNT_HW_CACHE_OP_MAX && (ops[cache] >> op & 1);
}
