/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The code of dsos: each file is opened once, and kept. And what a return address tells: the call in front of it.
 */
#ifndef PERF_CODE_DSO_CODE_H
#define PERF_CODE_DSO_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/symbol/dso.h"

struct dso_code;
struct dso_image;
struct disasm_insn;

/* What lies in front of an address. */
enum call_kind {
	CALL_UNKNOWN,			/* the code is not there, or its instructions are not known */
	CALL_NONE,			/* no call ends there: nothing returns to this address */
	CALL_DIRECT,
	CALL_INDIRECT,
};

struct call_before {
	enum call_kind kind;
	unsigned int size;		/* of the instruction, bytes */
	uint64_t target;		/* CALL_DIRECT: where it leads, in memory */
};

/* @arch: of the recording machine, as `uname -m` says it (NULL: this one's). @kcore: see dso_image__open(). Copied. */
struct dso_code *dso_code__new(const char *arch, const char *kcore);
void dso_code__delete(struct dso_code *c);

/* Kept open until @c is deleted; never NULL. */
struct dso_image *dso_code__image(struct dso_code *c, struct dso *dso);
/* Up to @size bytes at @addr (as of dso__find_symbol()) into @buf. Returns how many; 0: not known. */
size_t dso_code__read(struct dso_code *c, struct dso *dso, uint64_t addr, void *buf, size_t size);
/* Takes the instruction at @addr, which lies at @ip in memory, apart. False: not known, or none. @ret is valid until the next call. */
bool dso_code__decode(struct dso_code *c, struct dso *dso, uint64_t addr, uint64_t ip, struct disasm_insn *ret);
/*
 * Is there a call that returns to @addr (as of dso__find_symbol()), which lies at @ip in memory? x86 instructions cannot be
 * read backwards: what looks like a direct call is taken for one before what looks like an indirect one, and the
 * shorter ones of those before the longer.
 */
void dso_code__call_before(struct dso_code *c, struct dso *dso, uint64_t addr, uint64_t ip, struct call_before *ret);
/*
 * Does code that returns from a signal handler begin at @addr, or with @within, is @addr one of its instructions, or
 * behind the last one? What it returns to was interrupted, not called.
 */
bool dso_code__is_signal_return(struct dso_code *c, struct dso *dso, uint64_t addr, bool within);

#endif /* PERF_CODE_DSO_CODE_H */
