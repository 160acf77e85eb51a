/* SPDX-License-Identifier: GPL-2.0-only */
/* Decodes instructions by libcapstone: their length, their text, and where a branch leads. For x86 and aarch64. */
#ifndef PERF_CODE_DISASM_H
#define PERF_CODE_DISASM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The length of the longest instruction of these architectures, bytes. */
#define DISASM_MAX_INSN	15

struct disasm;

enum disasm_flow {
	DISASM_ON,			/* goes on to the next instruction; also for system calls */
	DISASM_CALL,
	DISASM_JUMP,			/* always taken */
	DISASM_BRANCH,			/* may be taken */
	DISASM_STOP,			/* a return, or an instruction after which nothing runs */
};

struct disasm_insn {
	unsigned int size;		/* bytes */
	enum disasm_flow flow;
	/*
	 * A call or jump to the address that is stored at @slot, an address, or, with @slot_in_got, a distance from the GOT
	 * (i386).
	 */
	bool has_slot, slot_in_got;
	uint64_t slot;
	bool has_address;		/* x86: it loads @address, which it gives relative to itself (lea) */
	uint64_t address;
	bool writes_fp;			/* it writes the frame-pointer register */
	bool fp_from_sp;		/* the value that it writes there is the stack pointer + @fp_offset */
	int64_t fp_offset;		/* bytes */
	bool fp_from_record;		/* x86: the value is the word that the register points to */
	bool leaves;			/* the next instruction to run may be another one: jump, call, return, system call */
	bool call;			/* a call, which returns to the instruction after it (not a system call) */
	bool has_target;		/* it branches to @target, which is its last operand */
	uint64_t target;
	/*
	 * x86 in AT&T's syntax, or in Intel's after disasm__set_intel(). Borrowed until the next call; NULL: not known
	 * (possible for aarch64, where all sizes are 4).
	 */
	const char *mnemonic, *operands;
	size_t target_at;		/* where in @operands the target begins, bytes */
};

/*
 * Opens a decoder for @arch, a name as `uname -m` prints it (NULL: this machine's). Returns 0 with *@ret, which the caller
 * closes, or negative errno with the reason in @err: -ENOTSUP for an architecture that is not known here, -ENOENT if libcapstone
 * cannot be loaded, or perf was built without it.
 */
int disasm__open(const char *arch, struct disasm **ret, char *err, size_t err_size);
/* The same for what goes on without a decoder: NULL where there is none, with disasm__warn() if that is for lack of libcapstone. */
struct disasm *disasm__open_or_warn(const char *arch);
/* Warns that libcapstone is missing, as @why says, and what is not judged therefore: once in a run. */
void disasm__warn(const char *why);
void disasm__close(struct disasm *d);
/*
 * From now on, texts of x86 are in Intel's syntax. To be called before the first instruction is decoded, and not for who looks at
 * @writes_fp and what follows from it: operands are in another order then.
 */
void disasm__set_intel(struct disasm *d);
/*
 * Decodes the instruction in the @size bytes at @code into @ret; its address is @addr. @bits32: it belongs to a 32-bit
 * program on x86-64. Returns false if it is not an instruction, or is longer than @size.
 */
bool disasm__decode(struct disasm *d, const unsigned char *code, size_t size, uint64_t addr, bool bits32,
		    struct disasm_insn *ret);

#endif /* PERF_CODE_DISASM_H */
