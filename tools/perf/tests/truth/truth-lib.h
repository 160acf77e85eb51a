/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_TESTS_TRUTH_LIB_H
#define PERF_TESTS_TRUTH_LIB_H

#include "truth.h"

#ifdef __cplusplus
extern "C" {
#endif
void t_plt_inner(int fd);
void t_plt_outer(int fd);
/* Calls @fn. */
void t_plt_back(int fd, void (*fn)(int));
#ifdef __cplusplus
}
#endif

#endif /* PERF_TESTS_TRUTH_LIB_H */
