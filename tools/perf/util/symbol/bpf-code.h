/* SPDX-License-Identifier: GPL-2.0-only */
/* Code of BPF programs as the kernel has compiled it, from the recording: it is in no file, and gone when the program is. */
#ifndef PERF_SYMBOL_BPF_CODE_H
#define PERF_SYMBOL_BPF_CODE_H

#include <stddef.h>
#include <stdint.h>

#include "util/symbol/dso.h"

#define BPF_CODE_TAG	8	/* bytes: a hash of the program, which is a part of its name */

/* What the header (BPF_PROG_INFO) says of one function: the @size bytes of code that were at @addr, and its tag. Copied. */
void dsos__add_bpf_code(struct dsos *dsos, uint64_t addr, const uint8_t tag[BPF_CODE_TAG], const void *code, uint32_t size);
/*
 * KSYMBOL: returns the code of just this function, by its address and the tag in its name, and sets *@ret_addr and *@ret_size. NULL: the
 * recording does not have it. Lives as long as its dsos.
 */
const void *dso__bpf_code(const struct dso *dso, uint64_t *ret_addr, size_t *ret_size);

#endif /* PERF_SYMBOL_BPF_CODE_H */
