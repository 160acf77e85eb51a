/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The code in which samples were taken: its bytes, from the files that were mapped, and the instructions decoded from them.
 */
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
	struct disasm *disasm;		/* owned; NULL: instructions cannot be decoded */
	char error[512];		/* the reason if they cannot */
};

/*
 * Initialises @c; @s must live longer than @c. If @c is only zero-initialised, no code is known, and sample_code__exit() is
 * not needed.
 */
void sample_code__init(struct sample_code *c, struct session *s);
void sample_code__exit(struct sample_code *c);
/*
 * Reads at most @size bytes of code at @ip into @buf, as the sample's process saw them at that time. Returns how many; 0 if
 * none are known.
 */
size_t sample_code__read(struct sample_code *c, const struct session_sample *s, uint64_t ip, void *buf, size_t size);
/* Does disasm__decode() for the bytes that were read last. */
bool sample_code__decode(struct sample_code *c, const unsigned char *code, size_t size, uint64_t ip,
			 struct disasm_insn *ret);
/*
 * Writes the instruction at the sample's address to @ret, as the trace or the code says. Returns its size in bytes, or 0 if
 * it is not known.
 */
unsigned int sample_code__insn(struct sample_code *c, const struct session_sample *s,
			       unsigned char ret[DISASM_MAX_INSN]);
/* Calls @fn, with the reason, for each file whose code was needed but is not known. */
void sample_code__each_missing(const struct sample_code *c, void (*fn)(void *ctx, const char *why), void *ctx);

#endif /* PERF_SCRIPT_SAMPLE_CODE_H */
