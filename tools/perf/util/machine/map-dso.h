/* SPDX-License-Identifier: GPL-2.0-only */
/* Which dso an MMAP record means, by perf's rules about names. Private to util/machine. */
#ifndef PERF_MACHINE_MAP_DSO_H
#define PERF_MACHINE_MAP_DSO_H

#include "util/event/record.h"
#include "util/symbol/dso.h"

/* Of a record with a kernel cpumode: [kernel.kallsyms], or a module. */
struct dso *kernel_map__dso(struct dsos *dsos, const struct record_mmap *r);
/* Of a process's record: a file, the vdso, a JIT's area, or a name without a file. */
struct dso *user_map__dso(struct dsos *dsos, const struct record_mmap *r);

#endif /* PERF_MACHINE_MAP_DSO_H */
