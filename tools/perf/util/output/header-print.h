/* SPDX-License-Identifier: GPL-2.0-only */
/* What a recording says about itself, as comment lines: --header and --header-only. */
#ifndef PERF_OUTPUT_HEADER_PRINT_H
#define PERF_OUTPUT_HEADER_PRINT_H

#include <stdbool.h>

#include "util/base/text-out.h"

struct perf_header;

/*
 * Prints the block from "# ========" to "# ========" and "#". @path: the file, whose date is shown; "-": the file at
 * standard input. No date is shown if @path is NULL or cannot be read. @full: also shows CPU topology, NUMA nodes and the
 * like.
 */
void header_print(struct text_out *out, const struct perf_header *h, const char *path, bool full);

/* header-machine.c: print parts of that block, which it has with @full. */
void header_print__topology(struct text_out *out, const struct perf_header *h);
void header_print__numa(struct text_out *out, const struct perf_header *h);
void header_print__caches(struct text_out *out, const struct perf_header *h);
void header_print__memory(struct text_out *out, const struct perf_header *h);
void header_print__domains(struct text_out *out, const struct perf_header *h);

/* header-bpf.c: print two parts of that block: the lines about BPF programs, and about their types. */
void header_print__bpf_progs(struct text_out *out, const struct perf_header *h);
void header_print__btfs(struct text_out *out, const struct perf_header *h);

#endif /* PERF_OUTPUT_HEADER_PRINT_H */
