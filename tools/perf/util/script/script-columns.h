/* SPDX-License-Identifier: GPL-2.0-only */
/* Fields of `perf script` that only some samples have: registers, memory accesses, output of BPF programs. */
#ifndef PERF_SCRIPT_COLUMNS_H
#define PERF_SCRIPT_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/event/perf-regs.h"

struct text_out;

/* Appends " ABI:2    AX:0x1 ... "; nothing if there are no registers. */
void script_columns__regs(struct text_out *out, const struct regs_dump *regs, enum regs_arch arch);
/* Appends the u64 and its meaning, in a column of MEM_DATA_SRC_WIDTH characters. */
void script_columns__data_src(struct text_out *out, uint64_t data_src);
/* Appends the lines of a hex dump, and the bytes as text if they are text. */
void script_columns__bpf_output(struct text_out *out, const void *data, size_t size);
/* Appends the size of a page: " 4K", " N/A". */
void script_columns__page_size(struct text_out *out, uint64_t bytes);
/*
 * Appends "2026-11-21 15:17:07.175924 ". @time: ns since the epoch; it is shown in the local time zone. @ns: with nine
 * decimals.
 */
void script_columns__time_of_day(struct text_out *out, uint64_t time, bool ns);

#endif /* PERF_SCRIPT_COLUMNS_H */
