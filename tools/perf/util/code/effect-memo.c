// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/effect-memo.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"

#define SLOTS		((size_t)1 << 12)	/* a newer instruction takes the place of an older one */
#define INSN_MAX	15			/* bytes */

/* The bytes, then zeros; the last byte is how many there are. */
struct insn_key {
	uint64_t words[2];
};

/* Keys are by themselves: they are what is looked at, and stay close to the processor. */
struct effect_memo {
	uint16_t lengths[1 << 16];	/* by the first two bytes: a bit for each number of bytes that instructions with these have had */
	struct insn_key keys[SLOTS];	/* all 0: the slot is empty */
	struct stack_effect effects[SLOTS];
};

struct effect_memo *effect_memo__new(void)
{
	return xzalloc(sizeof(struct effect_memo));
}

void effect_memo__delete(struct effect_memo *m)
{
	free(m);
}

/*
 * A jump, branch or call by a distance, without a prefix: returns of how many bytes, and sets *@ret_opcode to how many of these stand in
 * front of the distance. 0: it is none, or not complete.
 */
static size_t relative(const unsigned char *code, size_t size, size_t *ret_opcode)
{
	size_t nr = 0;

	*ret_opcode = 1;
	if (code[0] == 0xe8 || code[0] == 0xe9) {
		nr = 5;
	} else if (code[0] == 0xeb || (code[0] & 0xf0) == 0x70) {
		nr = 2;
	} else if (size > 1 && code[0] == 0x0f && (code[1] & 0xf0) == 0x80) {
		nr = 6;
		*ret_opcode = 2;
	}
	return nr <= size ? nr : 0;
}

static uint64_t target_of(const unsigned char *code, size_t nr, size_t opcode, uint64_t addr)
{
	uint32_t distance = 0;
	size_t i;

	if (nr - opcode == 1)
		return addr + nr + (uint64_t)(int64_t)(int8_t)code[opcode];
	for (i = nr; i > opcode; i--)
		distance = distance << 8 | code[i - 1];
	return addr + nr + (uint64_t)(int64_t)(int32_t)distance;
}

/* The first 16 of the bytes, then zeros. */
static struct insn_key bytes_of(const unsigned char *code, size_t size)
{
	struct insn_key bytes = { { 0, 0 } };

	/* Of a size that is known here, two loads. */
	if (size >= sizeof(bytes))
		memcpy(&bytes, code, sizeof(bytes));
	else
		memcpy(&bytes, code, size);
	bytes.words[0] = le64toh(bytes.words[0]);
	bytes.words[1] = le64toh(bytes.words[1]);
	return bytes;
}

/* The first @nr of @bytes, at least 1 and at most INSN_MAX. @length: what is noted as their number. */
static struct insn_key key_of(const struct insn_key *bytes, size_t nr, size_t length)
{
	struct insn_key key = { { bytes->words[0], 0 } };

	if (nr < 8)
		key.words[0] &= (1ULL << nr * 8) - 1;
	else if (nr > 8)
		key.words[1] = bytes->words[1] & ((1ULL << (nr - 8) * 8) - 1);
	key.words[1] |= (uint64_t)length << 56;
	return key;
}

static size_t slot_of(const struct insn_key *key)
{
	return hash_combine(key->words[0], key->words[1]) & (SLOTS - 1);
}

static const struct stack_effect *look_up(const struct effect_memo *m, const struct insn_key *bytes, size_t nr, size_t length)
{
	const struct insn_key key = key_of(bytes, nr, length);
	size_t at = slot_of(&key);

	return m->keys[at].words[0] == key.words[0] && m->keys[at].words[1] == key.words[1] ? &m->effects[at] : NULL;
}

static size_t first_two(const struct insn_key *bytes)
{
	return bytes->words[0] & UINT16_MAX;
}

bool effect_memo__find(const struct effect_memo *m, const unsigned char *code, size_t size, uint64_t addr, struct stack_effect *ret)
{
	const struct insn_key bytes = bytes_of(code, size);
	const struct stack_effect *known = NULL;
	size_t nr, opcode, left;

	nr = size ? relative(code, size, &opcode) : 0;
	if (nr) {
		known = look_up(m, &bytes, opcode, nr);
		if (known) {
			*ret = *known;
			ret->target = target_of(code, nr, opcode, addr);
		}
		return known;
	}
	for (left = m->lengths[first_two(&bytes)]; left && !known; left &= left - 1) {
		nr = (size_t)__builtin_ctzll(left);
		if (nr > size)
			return false;
		known = look_up(m, &bytes, nr, nr);
	}
	if (known)
		*ret = *known;
	return known;
}

void effect_memo__add(struct effect_memo *m, const unsigned char *code, size_t size, const struct stack_effect *effect)
{
	const struct insn_key bytes = bytes_of(code, size);
	size_t nr = effect->size, opcode, distance, at;
	struct insn_key key;

	if (!nr || nr > INSN_MAX || nr > size)
		return;
	distance = relative(code, nr, &opcode);
	if (distance ? distance != nr || !effect->has_target : effect->has_target)
		return;
	key = key_of(&bytes, distance ? opcode : nr, nr);
	at = slot_of(&key);
	m->keys[at] = key;
	m->effects[at] = *effect;
	if (!distance)
		m->lengths[first_two(&bytes)] |= (uint16_t)(1U << nr);
}
