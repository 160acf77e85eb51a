// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/straight-call.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/base/cursor.h"

/* Words that the code has pushed itself. */
#define MAX_PUSHED	4

struct word {
	uint32_t val;			/* the lower half: a number of a system call is there, and the upper one 0 */
	bool known;
};

struct state {
	struct word ax, pushed[MAX_PUSHED];
	unsigned int nr_pushed;
};

static struct word number(uint32_t val)
{
	return (struct word){ .val = val, .known = true };
}

static uint32_t extended(uint8_t byte)
{
	return (uint32_t)(int32_t)(int8_t)byte;
}

static bool push(struct state *s, struct word w)
{
	if (s->nr_pushed == MAX_PUSHED)
		return false;
	s->pushed[s->nr_pushed++] = w;
	return true;
}

/* What the caller has left on the stack is not taken from there. */
static bool pop(struct state *s, bool to_ax)
{
	if (!s->nr_pushed)
		return false;
	s->nr_pushed--;
	if (to_ax)
		s->ax = s->pushed[s->nr_pushed];
	return true;
}

/* Takes the @size bytes of an instruction that has no others, if it comes next. */
static bool take(struct cursor *c, const unsigned char *bytes, size_t size)
{
	struct cursor at = *c;
	const unsigned char *there = cursor__bytes(&at, size, "code");

	if (!there || *there != *bytes || memcmp(there, bytes, size) != 0)
		return false;
	*c = at;
	return true;
}

static bool take_nop(struct cursor *c)
{
	static const struct { unsigned char size, bytes[5]; } forms[] = {
		{ 1, { 0x90 } }, { 2, { 0x66, 0x90 } }, { 3, { 0x0f, 0x1f, 0x00 } }, { 4, { 0x0f, 0x1f, 0x40, 0 } }, { 5, { 0x0f, 0x1f, 0x44, 0, 0 } },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(forms); i++)
		if (take(c, forms[i].bytes, forms[i].size))
			return true;
	return false;
}

/* Those with one byte of opcode. */
static bool step_plain(struct state *s, struct cursor *c, uint8_t op)
{
	if (op == 0xb8)				/* mov $n,%eax */
		s->ax = number(cursor__u32(c, "code"));
	else if (op == 0xb0)			/* mov $n,%al */
		s->ax.val = (s->ax.val & ~0xffU) | cursor__u8(c, "code");
	else if (op == 0x04)			/* add $n,%al */
		s->ax.val = (s->ax.val & ~0xffU) | ((s->ax.val + cursor__u8(c, "code")) & 0xff);
	else if (op == 0x0c)			/* or $n,%al */
		s->ax.val |= cursor__u8(c, "code");
	else if (op == 0x6a)
		return push(s, number(extended(cursor__u8(c, "code"))));
	else if (op >= 0x50 && op <= 0x57)
		return push(s, op == 0x50 ? s->ax : (struct word){ .known = false });
	else if (op >= 0x58 && op <= 0x5f && op != 0x5c)
		return pop(s, op == 0x58);
	else
		return false;
	return true;
}

/* Those with a byte behind the opcode that says which registers. */
static bool step_registers(struct state *s, struct cursor *c, uint8_t op)
{
	uint8_t which = cursor__u8(c, "code");

	if ((op == 0x31 || op == 0x33 || op == 0x29 || op == 0x2b) && which == 0xc0)	/* xor, sub %eax,%eax */
		s->ax = number(0);
	else if (op == 0xc7 && which == 0xc0)	/* mov $n,%rax: a number below 2^31 is the same in %eax */
		s->ax = number(cursor__u32(c, "code"));
	else if (op == 0x83 && which == 0xc0)	/* add $n,%eax */
		s->ax.val += extended(cursor__u8(c, "code"));
	else if (op == 0x83 && which == 0xc8)	/* or $n,%eax */
		s->ax.val |= extended(cursor__u8(c, "code"));
	else
		return false;
	return true;
}

bool straight_call__comes_to(const unsigned char *code, size_t size, uint32_t nr)
{
	static const unsigned char syscall[] = { 0x0f, 0x05 }, endbr64[] = { 0xf3, 0x0f, 0x1e, 0xfa };
	struct cursor c = cursor__make(code, size < STRAIGHT_CALL_BYTES ? size : STRAIGHT_CALL_BYTES, false);
	struct state s = { .nr_pushed = 0 };

	/* With these the gap is filled that is behind a call which does not return, and in front of such code. */
	if (take_nop(&c))
		return false;
	while (!c.bad) {
		uint8_t op;

		if (take(&c, syscall, sizeof(syscall)))
			return s.ax.known && s.ax.val == nr && !s.nr_pushed;
		if (take_nop(&c) || take(&c, endbr64, sizeof(endbr64)))
			continue;
		op = cursor__u8(&c, "code");
		/* REX.W */
		if (op == 0x48)
			op = cursor__u8(&c, "code");
		else if (step_plain(&s, &c, op))
			continue;
		if (!step_registers(&s, &c, op))
			return false;
	}
	return false;
}
