/* SPDX-License-Identifier: GPL-2.0-only */
/* Names as people wrote them. Private to util/symbol. */
#ifndef PERF_SYMBOL_DEMANGLE_H
#define PERF_SYMBOL_DEMANGLE_H

/*
 * C++ (with parameters, as perf shows them), Rust (legacy and v0) and D names. NULL: not mangled. Caller
 * frees.
 */
char *demangle(const char *name);

#endif /* PERF_SYMBOL_DEMANGLE_H */
