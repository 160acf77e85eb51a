/* SPDX-License-Identifier: GPL-2.0-only */
/* What suites about symbols share. */
#ifndef PERF_TESTS_SYMBOL_FIXTURE_H
#define PERF_TESTS_SYMBOL_FIXTURE_H

#include <stddef.h>
#include <stdint.h>

#include "util/symbol/symtab.h"

/* Writes @text into a new file; the caller unlinks and frees the name. */
char *symbol_fixture__file(const char *text, size_t size);
/* The name of what is at @addr, or "-". */
const char *symbol_fixture__name(const struct symtab *t, uint64_t addr);

#endif /* PERF_TESTS_SYMBOL_FIXTURE_H */
