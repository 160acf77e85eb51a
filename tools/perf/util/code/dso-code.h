/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the code of dsos; each file is opened once and stays open. Also finds the call before a return address.
 */
#ifndef PERF_CODE_DSO_CODE_H
#define PERF_CODE_DSO_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/code/call-insn.h"
#include "util/symbol/dso.h"

struct dso_code;
struct dso_image;
struct disasm_insn;

/*
 * @arch: the architecture of the recording machine, as `uname -m` prints it (NULL: this machine's). @kcore: see
 * dso_image__open(). Both are copied.
 */
struct dso_code *dso_code__new(const char *arch, const char *kcore);
void dso_code__delete(struct dso_code *c);

/* Returns the image of @dso, never NULL, which @c owns and keeps open until dso_code__delete(). */
struct dso_image *dso_code__image(struct dso_code *c, struct dso *dso);
/*
 * Reads up to @size bytes at @addr (as dso__find_symbol() takes it) into @buf. Returns their number; 0 if they are not
 * known.
 */
size_t dso_code__read(struct dso_code *c, struct dso *dso, uint64_t addr, void *buf, size_t size);
/*
 * Decodes the instruction at @addr, whose address in memory is @ip. Returns false if the code is not known, or is not an
 * instruction. The strings in @ret are valid until the next call.
 */
bool dso_code__decode(struct dso_code *c, struct dso *dso, uint64_t addr, uint64_t ip, struct disasm_insn *ret);
/* Finds the call that returns to @addr (as dso__find_symbol() takes it), whose address in memory is @ip. */
void dso_code__call_before(struct dso_code *c, struct dso *dso, uint64_t addr, uint64_t ip, struct call_before *ret);
/*
 * Does the code that returns from a signal handler begin at @addr? With @within: is @addr that of any of its instructions,
 * or directly after the last one? The function to which this code returns was interrupted; it has not called anything.
 */
bool dso_code__is_signal_return(struct dso_code *c, struct dso *dso, uint64_t addr, bool within);

#endif /* PERF_CODE_DSO_CODE_H */
