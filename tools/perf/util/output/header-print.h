/* SPDX-License-Identifier: GPL-2.0-only */
/* What a recording says about itself, as comment lines: --header and --header-only. */
#ifndef PERF_OUTPUT_HEADER_PRINT_H
#define PERF_OUTPUT_HEADER_PRINT_H

#include <stdbool.h>

#include "util/base/strbuf.h"

struct perf_header;

/*
 * Appends the block from "# ========" to "# ========" and "#". @path: of the file, for its date;
 * "-": standard input's. NULL or what cannot be looked at has none. @full: CPU topology, NUMA nodes and the like too.
 */
void header_print(struct strbuf *out, const struct perf_header *h, const char *path, bool full);

/* header-bpf.c, parts of it: the lines about BPF programs, about their types. */
void header_print__bpf_progs(struct strbuf *out, const struct perf_header *h);
void header_print__btfs(struct strbuf *out, const struct perf_header *h);

#endif /* PERF_OUTPUT_HEADER_PRINT_H */
