/* SPDX-License-Identifier: GPL-2.0-only */
/* Names of functions as they are in the source. Private to util/symbol. */
#ifndef PERF_SYMBOL_DEMANGLE_H
#define PERF_SYMBOL_DEMANGLE_H

/*
 * Demangles C++ (with parameters, as upstream shows them), Rust (legacy and v0) and D names. Returns NULL if @name is not
 * mangled. The caller frees the result.
 */
char *demangle(const char *name);

#endif /* PERF_SYMBOL_DEMANGLE_H */
