/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * libcapstone, loaded when the first instruction is to be taken apart. Its tables hold 77,000 addresses, which the dynamic loader has to
 * set in each process that is linked to it: as long as all else that perf does to start, and most commands never look at code.
 */
#ifndef PERF_CODE_CAPSTONE_H
#define PERF_CODE_CAPSTONE_H

#include <capstone/capstone.h>
#include <stddef.h>

/* What is used of it, by its own names. */
#define CAPSTONE_FUNCTIONS(X) X(cs_open) X(cs_close) X(cs_option) X(cs_malloc) X(cs_free) X(cs_disasm) X(cs_disasm_iter) \
	X(cs_regs_access)

struct capstone {
#define MEMBER(name) __typeof__(&(name)) name;
	CAPSTONE_FUNCTIONS(MEMBER)
#undef MEMBER
};

/* Returns its functions; they are there until the end. NULL if it cannot be loaded: why, and what to install, is in @err. */
const struct capstone *capstone__load(char *err, size_t err_size);

#endif /* PERF_CODE_CAPSTONE_H */
