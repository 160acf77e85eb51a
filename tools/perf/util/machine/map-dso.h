/* SPDX-License-Identifier: GPL-2.0-only */
/* Finds the dso of an MMAP record by upstream's rules about names. Private to util/machine. */
#ifndef PERF_MACHINE_MAP_DSO_H
#define PERF_MACHINE_MAP_DSO_H

#include "util/event/record.h"
#include "util/symbol/dso.h"

/* Returns the dso of a record with the kernel's cpumode: [kernel.kallsyms], or a module. */
struct dso *kernel_map__dso(struct dsos *dsos, const struct record_mmap *r);
/* Returns the dso of a record of a process: a file, the vdso, an area of JIT code, or a name without a file. @time: the record's, ns. */
struct dso *user_map__dso(struct dsos *dsos, const struct record_mmap *r, uint64_t time);

#endif /* PERF_MACHINE_MAP_DSO_H */
