/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How callchains are recorded: what the argument of `perf record --call-graph` and of an event's
 * `call-graph=` term comes to (util/choose/callgraph-parse.h understands the words).
 */
#ifndef PERF_EVENT_CALLGRAPH_PARAM_H
#define PERF_EVENT_CALLGRAPH_PARAM_H

#include <stdbool.h>
#include <stdint.h>

enum callgraph_mode {
	CALLGRAPH_NONE,		/* "no" */
	CALLGRAPH_FP,		/* the kernel walks frame pointers (its own half: whatever it has) */
	CALLGRAPH_DWARF,	/* registers and a copy of the stack, unwound afterwards */
	CALLGRAPH_LBR,		/* the hardware's branch records */
};

struct callgraph_param {
	enum callgraph_mode mode;
	bool defer;		/* FP only: the user half comes in a record of its own, later */
	uint16_t max_stack;	/* frames (FP only, "fp,64"); 0: not said */
	uint16_t repair_size;	/* FP only: bytes of stack beside the chain, a multiple of 8; 0: none */
	bool repair_cut;	/* FP only: no number of bytes was asked for, so fewer may be kept where fewer do */
	uint32_t dump_size;	/* DWARF only: bytes of stack, a multiple of 8; at most 65528 */
};

#define CALLGRAPH_DUMP_SIZE_DEFAULT	8192
#define CALLGRAPH_DUMP_SIZE_MAX		65528
#define CALLGRAPH_REPAIR_SIZE_DEFAULT	4096
#define CALLGRAPH_REPAIR_SIZE_MAX	8192

#endif /* PERF_EVENT_CALLGRAPH_PARAM_H */
