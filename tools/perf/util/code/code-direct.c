// SPDX-License-Identifier: GPL-2.0-only
/* Who can come to a function: what in the bytes of a file is a call of it, a jump there, or its address. */
#include <elf.h>
#include <endian.h>
#include <string.h>

#include "util/code/code-file-internal.h"
#include "util/code/elf-view.h"

#define CALL_OPCODE	0xe8
#define DISTANCE	4	/* bytes of what follows that */
#define SHORT_JUMP	2	/* bytes of a jump, the last of which is a distance */

static uint64_t load(const unsigned char *p, size_t size)
{
	uint64_t v = 0;

	memcpy(&v, p, size);
	return le64toh(v);
}

/*
 * Is what was found at @at, the distance to a function, that of a call whose function has its frame? It has saved the
 * caller's, and all ways that come to the call have set its own: Go's functions use that register for nothing else.
 */
static bool is_framed_call(struct code_file *cf, const struct elf_part *part, uint64_t at)
{
	const unsigned char *code = cf->bytes + part->offset;
	uint64_t addr = part->addr + at + DISTANCE - 1;
	struct function *f = function_at(cf, addr);
	enum frame_state state;

	if (!f || !at || code[at - 1] != CALL_OPCODE)
		return false;
	state = function__row(f, addr)->state;
	if (state != FRAME_STATE_SAVED || !cf->disasm)
		return state == FRAME_STATE_OWN;
	function__walk(f, false);
	return function__ways_to(cf, f, addr) == FP_WAY_OWN;
}

static bool is_short_jump(unsigned char opcode)
{
	return opcode == 0xeb || opcode >> 4 == 7 || (opcode >= 0xe0 && opcode <= 0xe3);
}

/* Does code beside @f look like a short jump to its begin? */
static bool has_short_jump(const struct code_file *cf, const struct elf_part *part, const struct code_function *f)
{
	const unsigned char *code = cf->bytes + part->offset;
	int distance;

	for (distance = INT8_MIN; distance <= INT8_MAX; distance++) {
		uint64_t addr = f->start - (uint64_t)distance - SHORT_JUMP, at = addr - part->addr;

		if (addr >= part->addr && at < part->size && part->size - at >= SHORT_JUMP && (addr < f->start || addr >= f->end) &&
		    is_short_jump(code[at]) && code[at + 1] == (unsigned char)distance)
			return true;
	}
	return false;
}

/*
 * Can the bytes at @at be a distance that an instruction has? In front of it is the opcode of a call or a jump, or what says of an operand
 * that it is that far away (in its lower three bits, and the highest two). Jumps back by less than 256 bytes look like a distance of up to
 * 64 KB from their own first byte, and Go's functions end with these.
 */
static bool can_be_distance(const unsigned char *code, uint64_t at)
{
	if (at < 2)
		return true;
	return code[at - 1] == CALL_OPCODE || code[at - 1] == 0xe9 || (code[at - 1] & 0xc7) == 0x05 ||
	       (code[at - 2] == 0x0f && code[at - 1] >> 4 == 8) || (code[at - 2] == 0xc7 && code[at - 1] == 0xf8);
}

/*
 * Is there nothing in the code @part by which the function at @target could be reached, but calls that have a frame?
 * All bytes are looked at, since nobody tells where instructions begin: a number that happens to be the same may make
 * this false.
 */
static bool code_calls_only(struct code_file *cf, const struct elf_part *part, uint64_t target)
{
	const unsigned char *code = cf->bytes + part->offset;
	const uint32_t place = (uint32_t)target, from = (uint32_t)part->addr;
	uint64_t at;

	for (at = 0; at + DISTANCE <= part->size; at++) {
		uint32_t v = (uint32_t)load(code + at, DISTANCE);

		if (v == place && !(target >> 32))
			return false;
		if (v + from + (uint32_t)at + DISTANCE == place && can_be_distance(code, at) && !is_framed_call(cf, part, at))
			return false;
	}
	return true;
}

/* Is @target none of the words of @part? What the loader will write into a program that can be moved is among them, as a number to add. */
static bool has_no_pointer(const struct code_file *cf, const struct elf_part *part, uint64_t target)
{
	const unsigned char *bytes = cf->bytes + part->offset;
	uint64_t at;

	for (at = -part->addr % sizeof(target); part->size >= sizeof(target) && at <= part->size - sizeof(target); at += sizeof(target))
		if (load(bytes + at, sizeof(target)) == target)
			return false;
	return true;
}

static bool look(struct code_file *cf, const struct code_function *f)
{
	struct diag ignored = DIAG_INIT;
	struct elf_view elf;
	bool good = cf->machine == CALL_MACHINE_X86_64 && !elf_view__open(&elf, cf->bytes, cf->size, &ignored);
	size_t i;

	if (!good)
		return false;
	for (i = 0; good && i < elf.nr_loads; i++) {
		good = has_no_pointer(cf, &elf.loads[i], f->start);
		if (good && elf.loads[i].flags & PF_X)
			good = !has_short_jump(cf, &elf.loads[i], f) && code_calls_only(cf, &elf.loads[i], f->start);
	}
	elf_view__close(&elf);
	return good;
}

bool code_file__has_framed_callers(struct code_file *cf, uint64_t addr)
{
	const struct code_function *f = code_file__function(cf, addr);
	uint64_t known;
	bool good;

	if (!f)
		return false;
	known = u64num__find(&cf->framed_callers, f->start);
	if (known)
		return known - 1;
	good = look(cf, f);
	u64num__set(&cf->framed_callers, f->start, good + 1U);
	return good;
}
