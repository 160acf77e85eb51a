// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/disasm.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "util/base/alloc.h"
#include "util/code/call-insn.h"
#include "util/code/capstone.h"

#define ARM64_INSN	4	/* bytes, all of them */

/* One state of the library, which is made when the first instruction comes. */
struct engine {
	csh handle;
	cs_insn *insn;		/* reused; NULL: not open */
};

struct disasm {
	const struct capstone *cs;
	bool x86;		/* else aarch64 */
	bool always32;		/* a 32-bit machine */
	bool intel;		/* the syntax of texts; else AT&T's */
	struct engine bits32, bits64;
};

int disasm__open(const char *arch, struct disasm **ret, char *err, size_t err_size)
{
	const struct capstone *cs;
	enum call_machine machine;
	struct utsname uts;

	*ret = NULL;
	if (!arch)
		arch = uname(&uts) ? "" : uts.machine;
	machine = call_machine__of(arch);
	if (machine == CALL_MACHINE_UNKNOWN) {
		snprintf(err, err_size, "instructions of '%s' are not known, only those of x86 and aarch64", arch);
		return -ENOTSUP;
	}
	cs = capstone__load(err, err_size);
	if (!cs)
		return -ENOENT;
	*ret = xzalloc(sizeof(**ret));
	(*ret)->cs = cs;
	(*ret)->x86 = machine != CALL_MACHINE_AARCH64;
	(*ret)->always32 = machine == CALL_MACHINE_I386;
	return 0;
}

void disasm__set_intel(struct disasm *d)
{
	d->intel = true;
}

static void engine__exit(const struct capstone *cs, struct engine *e)
{
	if (!e->insn)
		return;
	cs->cs_free(e->insn, 1);
	cs->cs_close(&e->handle);
}

void disasm__close(struct disasm *d)
{
	if (!d)
		return;
	engine__exit(d->cs, &d->bits32);
	engine__exit(d->cs, &d->bits64);
	free(d);
}

static bool engine__open(struct disasm *d, struct engine *e, bool bits32)
{
	const struct capstone *cs = d->cs;

	if (d->x86 ? cs->cs_open(CS_ARCH_X86, bits32 ? CS_MODE_32 : CS_MODE_64, &e->handle)
		   : cs->cs_open(CS_ARCH_ARM64, CS_MODE_LITTLE_ENDIAN, &e->handle))
		return false;
	if (!cs->cs_option(e->handle, CS_OPT_DETAIL, CS_OPT_ON) &&
	    (!d->x86 || !cs->cs_option(e->handle, CS_OPT_SYNTAX, d->intel ? CS_OPT_SYNTAX_INTEL : CS_OPT_SYNTAX_ATT)))
		e->insn = cs->cs_malloc(e->handle);
	if (!e->insn)
		cs->cs_close(&e->handle);
	return e->insn;
}

/* Not those that may go on to the next one: conditional jumps, loop. */
static bool x86_leaves(unsigned int id)
{
	switch (id) {
	case X86_INS_JMP: case X86_INS_LJMP: case X86_INS_CALL: case X86_INS_LCALL:
	case X86_INS_RET: case X86_INS_RETF: case X86_INS_RETFQ:
	case X86_INS_IRET: case X86_INS_IRETD: case X86_INS_IRETQ:
	case X86_INS_SYSCALL: case X86_INS_SYSRET: case X86_INS_SYSENTER: case X86_INS_SYSEXIT:
	case X86_INS_INT: case X86_INS_INT1: case X86_INS_INT3: case X86_INS_INTO:
	case X86_INS_VMLAUNCH: case X86_INS_VMRESUME:
		return true;
	default:
		return false;
	}
}

/* Jumps by a register that the library does not count among the jumps. */
static bool x86_counts(unsigned int id)
{
	switch (id) {
	case X86_INS_LOOP: case X86_INS_LOOPE: case X86_INS_LOOPNE: case X86_INS_JCXZ: case X86_INS_JECXZ:
	case X86_INS_JRCXZ:
		return true;
	default:
		return false;
	}
}

static bool arm64_leaves(const cs_insn *insn)
{
	arm64_cc cc = insn->detail->arm64.cc;

	switch (insn->id) {
	case ARM64_INS_B:
		return cc == ARM64_CC_INVALID || cc == ARM64_CC_AL || cc == ARM64_CC_NV;
	case ARM64_INS_BL: case ARM64_INS_BR: case ARM64_INS_BLR: case ARM64_INS_RET: case ARM64_INS_ERET:
	case ARM64_INS_DRPS: case ARM64_INS_SVC: case ARM64_INS_HVC: case ARM64_INS_SMC: case ARM64_INS_BRK:
		return true;
	default:
		return false;
	}
}

/* Older libraries do not know BLR of signed pointers. */
static bool arm64_calls(const unsigned char *code)
{
	struct call_before call;

	call_insn__before(CALL_MACHINE_AARCH64, code, ARM64_INSN, 0, &call);
	return call.kind != CALL_NONE;
}

static bool in_group(const cs_insn *insn, unsigned int group)
{
	unsigned int i;

	for (i = 0; i < insn->detail->groups_count; i++)
		if (insn->detail->groups[i] == group)
			return true;
	return false;
}

/* A branch's target is its last operand, and the only one on x86. */
static void find_target(const cs_insn *insn, bool x86, struct disasm_insn *ret)
{
	const cs_x86 *x = &insn->detail->x86;
	const cs_arm64 *a = &insn->detail->arm64;
	const char *comma;

	if (!in_group(insn, CS_GRP_JUMP) && !in_group(insn, CS_GRP_CALL) && !(x86 && x86_counts(insn->id)))
		return;
	if (x86) {
		ret->has_target = x->op_count == 1 && x->operands[0].type == X86_OP_IMM;
		ret->target = ret->has_target ? (uint64_t)x->operands[0].imm : 0;
		return;
	}
	if (!a->op_count || a->operands[a->op_count - 1].type != ARM64_OP_IMM)
		return;
	comma = strrchr(insn->op_str, ',');
	ret->has_target = true;
	ret->target = (uint64_t)a->operands[a->op_count - 1].imm;
	ret->target_at = comma && comma[1] == ' ' ? (size_t)(comma + 2 - insn->op_str) : 0;
}

static enum disasm_flow flow_of(const cs_insn *insn, bool x86)
{
	if (x86 ? insn->id == X86_INS_CALL || insn->id == X86_INS_LCALL
		: insn->id == ARM64_INS_BL || insn->id == ARM64_INS_BLR)
		return DISASM_CALL;
	if (x86) {
		if (insn->id == X86_INS_JMP || insn->id == X86_INS_LJMP)
			return DISASM_JUMP;
		if (x86_counts(insn->id) || in_group(insn, CS_GRP_JUMP))
			return DISASM_BRANCH;
		/* System calls and debuggers come back. */
		if (insn->id == X86_INS_SYSCALL || insn->id == X86_INS_SYSENTER || insn->id == X86_INS_INT ||
		    insn->id == X86_INS_INT3)
			return DISASM_ON;
		return x86_leaves(insn->id) || insn->id == X86_INS_HLT || insn->id == X86_INS_UD2 ? DISASM_STOP : DISASM_ON;
	}
	if (insn->id == ARM64_INS_SVC || insn->id == ARM64_INS_HVC || insn->id == ARM64_INS_SMC)
		return DISASM_ON;
	if (insn->id == ARM64_INS_BR || (insn->id == ARM64_INS_B && arm64_leaves(insn)))
		return DISASM_JUMP;
	if (in_group(insn, CS_GRP_JUMP))
		return DISASM_BRANCH;
	return arm64_leaves(insn) ? DISASM_STOP : DISASM_ON;
}

/* x86: a call or jump through memory whose place is known, or the address of something. */
static void find_slot(const cs_insn *insn, struct disasm_insn *ret)
{
	const cs_x86 *x = &insn->detail->x86;
	const x86_op_mem *mem = &x->operands[0].mem;

	if (insn->id == X86_INS_LEA && mem->base == X86_REG_RIP && mem->index == X86_REG_INVALID) {
		ret->has_address = true;
		ret->address = insn->address + insn->size + (uint64_t)mem->disp;
	}
	if ((ret->flow != DISASM_CALL && ret->flow != DISASM_JUMP) || x->op_count != 1 ||
	    x->operands[0].type != X86_OP_MEM || mem->index != X86_REG_INVALID || mem->segment != X86_REG_INVALID)
		return;
	ret->slot_in_got = mem->base == X86_REG_EBX;
	ret->has_slot = mem->base == X86_REG_RIP || mem->base == X86_REG_INVALID || ret->slot_in_got;
	if (ret->has_slot)
		ret->slot = (uint64_t)mem->disp + (mem->base == X86_REG_RIP ? insn->address + insn->size : 0);
}

static bool x86_is_fp(x86_reg reg)
{
	return reg == X86_REG_RBP || reg == X86_REG_EBP || reg == X86_REG_BP || reg == X86_REG_BPL;
}

/* In AT&T's syntax the destination comes last. */
static void x86_find_fp(const cs_insn *insn, struct disasm_insn *ret)
{
	const cs_x86 *x = &insn->detail->x86;
	const cs_x86_op *src = &x->operands[0];
	unsigned int i;

	for (i = 0; i < insn->detail->regs_write_count; i++)
		ret->writes_fp |= x86_is_fp((x86_reg)insn->detail->regs_write[i]);
	for (i = 0; i < x->op_count; i++)
		/* Of mask operands libcapstone leaves the access as it was in memory: the register is asked for first. */
		ret->writes_fp |= x->operands[i].type == X86_OP_REG && x86_is_fp(x->operands[i].reg) &&
				  x->operands[i].access & CS_AC_WRITE;
	if (!ret->writes_fp || x->op_count != 2)
		return;
	if (insn->id == X86_INS_MOV && src->type == X86_OP_REG) {
		ret->fp_from_sp = src->reg == X86_REG_RSP || src->reg == X86_REG_ESP;
	} else if (insn->id == X86_INS_MOV && src->type == X86_OP_MEM) {
		ret->fp_from_record = x86_is_fp(src->mem.base) && src->mem.index == X86_REG_INVALID && !src->mem.disp;
	} else if (insn->id == X86_INS_LEA && src->type == X86_OP_MEM && src->mem.index == X86_REG_INVALID) {
		ret->fp_from_sp = src->mem.base == X86_REG_RSP || src->mem.base == X86_REG_ESP;
		ret->fp_offset = src->mem.disp;
	}
}

static void arm64_find_fp(const struct capstone *cs, csh handle, const cs_insn *insn, struct disasm_insn *ret)
{
	const cs_arm64 *a = &insn->detail->arm64;
	cs_regs reads, writes;
	uint8_t nr_reads = 0, nr_writes = 0, i;

	if (cs->cs_regs_access(handle, insn, reads, &nr_reads, writes, &nr_writes))
		return;
	for (i = 0; i < nr_writes; i++)
		ret->writes_fp |= writes[i] == ARM64_REG_X29 || writes[i] == ARM64_REG_W29;
	if (!ret->writes_fp || a->op_count < 2 || a->operands[1].type != ARM64_OP_REG ||
	    a->operands[1].reg != ARM64_REG_SP)
		return;
	if (insn->id == ARM64_INS_MOV) {
		ret->fp_from_sp = true;
	} else if (insn->id == ARM64_INS_ADD && a->op_count == 3 && a->operands[2].type == ARM64_OP_IMM) {
		ret->fp_from_sp = true;
		ret->fp_offset = a->operands[2].imm << (a->operands[2].shift.type == ARM64_SFT_LSL ?
							a->operands[2].shift.value : 0);
	}
}

bool disasm__decode(struct disasm *d, const unsigned char *code, size_t size, uint64_t addr, bool bits32,
		    struct disasm_insn *ret)
{
	bool x32 = d->x86 && (bits32 || d->always32);
	struct engine *e = x32 ? &d->bits32 : &d->bits64;
	const unsigned char *first = code;

	*ret = (struct disasm_insn){ .size = 0 };
	if (!e->insn && !engine__open(d, e, x32))
		return false;
	if (!d->cs->cs_disasm_iter(e->handle, &code, &size, &addr, e->insn)) {
		ret->size = !d->x86 && size >= ARM64_INSN ? ARM64_INSN : 0;
		ret->call = ret->size && arm64_calls(first);
		return ret->size;
	}
	ret->size = e->insn->size;
	ret->mnemonic = e->insn->mnemonic;
	ret->operands = e->insn->op_str;
	ret->call = d->x86 ? e->insn->id == X86_INS_CALL || e->insn->id == X86_INS_LCALL : arm64_calls(first);
	ret->leaves = d->x86 ? x86_leaves(e->insn->id) : arm64_leaves(e->insn);
	ret->flow = flow_of(e->insn, d->x86);
	find_target(e->insn, d->x86, ret);
	if (d->x86) {
		find_slot(e->insn, ret);
		x86_find_fp(e->insn, ret);
	} else {
		arm64_find_fp(d->cs, e->handle, e->insn, ret);
	}
	return true;
}
