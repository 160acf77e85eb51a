/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How callchains are recorded: the meaning of the argument of `perf record --call-graph` and of an event's
 * `call-graph=` term (util/choose/callgraph-parse.h parses these).
 */
#ifndef PERF_EVENT_CALLGRAPH_PARAM_H
#define PERF_EVENT_CALLGRAPH_PARAM_H

#include <stdbool.h>
#include <stdint.h>

enum callgraph_mode {
	CALLGRAPH_NONE,		/* "no" */
	CALLGRAPH_FP,		/* the kernel walks frame pointers (for its own half it uses its own unwinder) */
	CALLGRAPH_DWARF,	/* registers and a copy of the stack, unwound afterwards */
	CALLGRAPH_LBR,		/* the hardware's branch records */
};

struct callgraph_param {
	enum callgraph_mode mode;
	bool defer;		/* FP only: the user half comes later, in a separate record */
	uint16_t max_stack;	/* frames (FP only, "fp,64"); 0: not given */
	uint16_t repair_size;	/* FP only: bytes of stack recorded with the chain, a multiple of 8; 0: none */
	bool unwind;		/* with repair_size: perf record itself unwinds by these bytes, and does not keep them */
	bool keep;		/* with repair_size: it keeps them, for readers to unwind by */
	bool repair_cut;	/* no number of bytes was given, so fewer may be kept if fewer are enough */
	uint32_t dump_size;	/* DWARF only: bytes of stack, a multiple of 8; at most 65528 */
};

#define CALLGRAPH_DUMP_SIZE_DEFAULT	8192
#define CALLGRAPH_DUMP_SIZE_MAX		65528
#define CALLGRAPH_REPAIR_SIZE_DEFAULT	24576
#define CALLGRAPH_KEEP_SIZE_DEFAULT	4096
/* One word less than the kernel takes, which the recorder adds. */
#define CALLGRAPH_REPAIR_SIZE_MAX	65520

#endif /* PERF_EVENT_CALLGRAPH_PARAM_H */
