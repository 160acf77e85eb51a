/* SPDX-License-Identifier: GPL-2.0-only */
/* The names of the generic events in upstream's spelling. All strings are static. */
#ifndef PERF_EVENT_EVENT_NAMES_H
#define PERF_EVENT_EVENT_NAMES_H

#include <linux/perf_event.h>

struct event_symbol {
	const char *name, *alias;	/* alias: NULL if there is none */
};

#define HW_CACHE_MAX_ALIASES	8

extern const struct event_symbol event_symbols_hw[PERF_COUNT_HW_MAX];
extern const struct event_symbol event_symbols_sw[PERF_COUNT_SW_MAX];
/* First the name for output, then other names that are understood; for operations [0] is "load", [1] "loads". */
extern const char *const hw_cache_names[PERF_COUNT_HW_CACHE_MAX][HW_CACHE_MAX_ALIASES];
extern const char *const hw_cache_op_names[PERF_COUNT_HW_CACHE_OP_MAX][HW_CACHE_MAX_ALIASES];
extern const char *const hw_cache_result_names[PERF_COUNT_HW_CACHE_RESULT_MAX][HW_CACHE_MAX_ALIASES];

/* Does that cache have that operation (an instruction cache has no writes)? */
int hw_cache__op_is_valid(unsigned int cache, unsigned int op);

#endif /* PERF_EVENT_EVENT_NAMES_H */
