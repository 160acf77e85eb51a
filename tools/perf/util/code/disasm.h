/* SPDX-License-Identifier: GPL-2.0-only */
/* Instructions from their bytes, by libcapstone: length, text, where a branch leads. x86 and aarch64. */
#ifndef PERF_CODE_DISASM_H
#define PERF_CODE_DISASM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* No instruction of these architectures is longer, bytes. */
#define DISASM_MAX_INSN	15

struct disasm;

enum disasm_flow {
	DISASM_ON,			/* to the next instruction; system calls, too */
	DISASM_CALL,
	DISASM_JUMP,			/* always taken */
	DISASM_BRANCH,			/* may be taken */
	DISASM_STOP,			/* a return, or something that does not go on */
};

struct disasm_insn {
	unsigned int size;		/* bytes */
	enum disasm_flow flow;
	/* A call or jump through memory: to what is stored at @slot, an address, or a distance from the GOT (i386). */
	bool has_slot, slot_in_got;
	uint64_t slot;
	bool has_address;		/* x86: it takes the address @address, counted from the instruction (lea) */
	uint64_t address;
	bool writes_fp;			/* the frame-pointer register gets another value ... */
	bool fp_from_sp;		/* ... which is the stack pointer's plus @fp_offset */
	int64_t fp_offset;		/* bytes */
	bool leaves;			/* the instruction after it does not run next: jump, call, return, system call */
	bool call;			/* what it leads to returns to the instruction after it (not system calls) */
	bool has_target;		/* a branch to @target, which the last operand names */
	uint64_t target;
	/* x86 in AT&T's syntax. Borrowed until the next call; NULL: not known (aarch64, whose sizes are all the same). */
	const char *mnemonic, *operands;
	size_t target_at;		/* where in @operands the target begins, bytes */
};

/*
 * @arch: as `uname -m` says it; NULL is this machine's. Returns 0 with *@ret to be closed, or negative errno: -ENOTSUP for an
 * architecture that is not known here or a build without libcapstone, with the reason in @err.
 */
int disasm__open(const char *arch, struct disasm **ret, char *err, size_t err_size);
void disasm__close(struct disasm *d);
/*
 * Takes the instruction at @code apart, of which @size bytes are known and which lies at @addr; @bits32: of a 32-bit program
 * on x86-64. False: it is none, or longer than @size.
 */
bool disasm__decode(struct disasm *d, const unsigned char *code, size_t size, uint64_t addr, bool bits32,
		    struct disasm_insn *ret);

#endif /* PERF_CODE_DISASM_H */
