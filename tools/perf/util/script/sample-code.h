/* SPDX-License-Identifier: GPL-2.0-only */
/* The code that samples are in: its bytes, from the files that were mapped, taken apart into instructions. */
#ifndef PERF_SCRIPT_SAMPLE_CODE_H
#define PERF_SCRIPT_SAMPLE_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/auxtrace/trace-code.h"
#include "util/code/disasm.h"

struct session;
struct session_sample;

struct sample_code {
	struct trace_code code;
	struct trace_code_cache cache;
	char *kcore;			/* owned */
	struct disasm *disasm;		/* owned; NULL: instructions cannot be taken apart */
	char error[128];		/* why not */
};

/* @s must outlive it. Zero-initialised it knows nothing, and may be left without sample_code__exit(). */
void sample_code__init(struct sample_code *c, struct session *s);
void sample_code__exit(struct sample_code *c);
/* Up to @size bytes of code at @ip, as the sample's process saw it then. Returns how many, 0: none are known. */
size_t sample_code__read(struct sample_code *c, const struct session_sample *s, uint64_t ip, void *buf, size_t size);
/* disasm__decode() for bytes that were read last. */
bool sample_code__decode(struct sample_code *c, const unsigned char *code, size_t size, uint64_t ip,
			 struct disasm_insn *ret);
/*
 * The instruction at the sample's own address, as a trace told it or as the code says, into @ret. Returns its size in
 * bytes; 0: not known.
 */
unsigned int sample_code__insn(struct sample_code *c, const struct session_sample *s,
			       unsigned char ret[DISASM_MAX_INSN]);
/* Calls @fn for each file whose code was needed and is not known, with the reason. */
void sample_code__each_missing(const struct sample_code *c, void (*fn)(void *ctx, const char *why), void *ctx);

#endif /* PERF_SCRIPT_SAMPLE_CODE_H */
