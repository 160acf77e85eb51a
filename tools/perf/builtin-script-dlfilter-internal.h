/* SPDX-License-Identifier: GPL-2.0-only */
/* A filter of perf script, for the files that load it, tell it of samples and answer what it asks. */
#ifndef PERF_BUILTIN_SCRIPT_DLFILTER_INTERNAL_H
#define PERF_BUILTIN_SCRIPT_DLFILTER_INTERNAL_H

#include <perf/perf_dlfilter.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/code/disasm.h"
#include "util/session/session-sample.h"

struct sample_code;

struct dlfilter {
	void *so;
	const char *file;			/* borrowed: as it was asked for */
	char **args;
	size_t nr_args;
	void *data;				/* the filter's own */
	bool started;
	bool is_64_bit;
	struct sample_code *code;		/* borrowed */
	int (*start)(void **data, void *ctx);
	int (*stop)(void *data, void *ctx);
	int (*filter_event)(void *data, const struct perf_dlfilter_sample *sample, void *ctx);
	int (*filter_event_early)(void *data, const struct perf_dlfilter_sample *sample, void *ctx);
	/* While it is asked about a sample, and what it was told of that one. */
	const struct session_sample *sample;
	struct perf_event_attr attr;
	struct perf_dlfilter_al ip, addr;
	unsigned char insn[DISASM_MAX_INSN];
	uint64_t *chain;
	size_t cap_chain;
};

/* What it may ask while it is told of a sample; the context is the filter. */
extern const struct perf_dlfilter_fns dlfilter__functions;
/* Is the sample's address one of code, which may have a symbol? */
bool dlfilter__has_code_addr(const struct session_sample *s);

#endif /* PERF_BUILTIN_SCRIPT_DLFILTER_INTERNAL_H */
