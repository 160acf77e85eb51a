// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/sdt-args.h"

#include <ctype.h>
#include <elf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"

/* The kernel takes no more. */
#define MAX_ARGS 128

/* One argument: "-4@OPERAND". */
struct arg {
	const char *text, *operand;	/* in the note */
	size_t len, operand_len;
	unsigned int size;		/* bytes */
	bool is_signed;
};

/* --- x86-64 ------------------------------------------------------------------------------------------------ */

/*
 * "rax", "eax", "ax", "al": all are ax, and the type says how much of it. What is above the lowest byte, as "ah", has
 * no name there.
 */
static const char *x86_register(const char *name, size_t len, char *room, size_t size)
{
	static const char *const old[] = { "ax", "bx", "cx", "dx", "si", "di", "bp", "sp" };
	size_t i, n;

	if (len && (name[0] == 'r' || name[0] == 'e') && !isdigit((unsigned char)name[1])) {
		name++;
		len--;
	}
	for (i = 0; i < ARRAY_SIZE(old); i++)
		if ((len == 2 && !memcmp(name, old[i], 2)) || (len == 3 && !memcmp(name, old[i], 2) && name[2] == 'l') ||
		    (len == 2 && i < 4 && name[0] == old[i][0] && name[1] == 'l'))
			return old[i];
	/* r8 to r15; r8d, r8w, r8b */
	if (len < 2 || len > 4 || name[0] != 'r' || !isdigit((unsigned char)name[1]))
		return NULL;
	n = len > 2 && isdigit((unsigned char)name[2]) ? 3 : 2;
	i = (size_t)(n == 3 ? (name[1] - '0') * 10 + name[2] - '0' : name[1] - '0');
	if (i < 8 || i > 15 || len > n + 1 || (len == n + 1 && !strchr("dwb", name[n])) || size < n + 1)
		return NULL;
	memcpy(room, name, n);
	room[n] = 0;
	return room;
}

/* A number of the assembler; sets *@ret_len to its length. */
static bool read_number(const char *s, size_t len, long long *ret, size_t *ret_len)
{
	char text[32], *end;

	if (len >= sizeof(text))
		len = sizeof(text) - 1;
	memcpy(text, s, len);
	text[len] = 0;
	if (!isdigit((unsigned char)text[text[0] == '-' || text[0] == '+']))
		return false;
	*ret = strtoll(text, &end, 0);
	*ret_len = (size_t)(end - text);
	return true;
}

/* %reg, $number, number(%reg) */
static bool x86_operand(const struct arg *a, struct strbuf *out)
{
	const char *s = a->operand, *end = s + a->operand_len, *name;
	long long number = 0;
	char room[4];
	size_t n = 0;

	if (*s == '$') {
		if (!read_number(s + 1, a->operand_len - 1, &number, &n) || s + 1 + n != end)
			return false;
		strbuf__addf(out, "\\%lld", number);
		return true;
	}
	if (*s == '%') {
		name = x86_register(s + 1, a->operand_len - 1, room, sizeof(room));
		if (name)
			strbuf__addf(out, "%%%s", name);
		return name != NULL;
	}
	if (*s != '(' && !read_number(s, a->operand_len, &number, &n))
		return false;
	s += n;
	if (end - s < 4 || s[0] != '(' || s[1] != '%' || end[-1] != ')')
		return false;
	name = x86_register(s + 2, (size_t)(end - 1 - (s + 2)), room, sizeof(room));
	if (name)
		strbuf__addf(out, "%+lld(%%%s)", number, name);
	return name != NULL;
}

/* --- aarch64 ----------------------------------------------------------------------------------------------- */

/* "x0", "w0" and "sp"; returns its length, 0: none of these. */
static size_t arm_register(const char *name, size_t len, char room[4])
{
	size_t n = 2;
	int nr;

	if (len >= 2 && !memcmp(name, "sp", 2)) {
		memcpy(room, "sp", 3);
		return 2;
	}
	if (len < 2 || (name[0] != 'x' && name[0] != 'w') || !isdigit((unsigned char)name[1]))
		return 0;
	nr = name[1] - '0';
	if (len > 2 && isdigit((unsigned char)name[2])) {
		nr = nr * 10 + name[2] - '0';
		n = 3;
	}
	if (nr > 30)
		return 0;
	memcpy(room, name, n);
	room[0] = 'x';
	room[n] = 0;
	return n;
}

/* x0, 5, [x0], [sp, 16] */
static bool arm_operand(const struct arg *a, struct strbuf *out)
{
	const char *s = a->operand, *end = s + a->operand_len;
	long long number = 0;
	char room[4];
	size_t n;

	if (*s == '#' || *s == '-' || isdigit((unsigned char)*s)) {
		s += *s == '#';
		if (!read_number(s, (size_t)(end - s), &number, &n) || s + n != end)
			return false;
		strbuf__addf(out, "\\%lld", number);
		return true;
	}
	if (*s != '[') {
		if (arm_register(s, a->operand_len, room) != a->operand_len)
			return false;
		strbuf__addf(out, "%%%s", room);
		return true;
	}
	n = arm_register(s + 1, (size_t)(end - s - 1), room);
	s += n + 1;
	/* An address that is computed with a part of a register, or with two, has no notation. */
	if (!n || a->operand[1] == 'w')
		return false;
	if (end - s > 1 && *s == ',') {
		s++;
		s += *s == ' ';
		s += *s == '#';
		if (!read_number(s, (size_t)(end - s), &number, &n))
			return false;
		s += n;
	}
	if (s + 1 != end || *s != ']')
		return false;
	strbuf__addf(out, "%+lld(%%%s)", number, room);
	return true;
}

/* --- all machines ------------------------------------------------------------------------------------------ */

/* "-4@"; without it a word is meant. "f" behind the size is floating point, which no probe fetches. */
static bool read_size(struct arg *a)
{
	const char *at = memchr(a->text, '@', a->len), *s = a->text;

	a->operand = a->text;
	a->operand_len = a->len;
	a->size = 8;
	if (!at)
		return true;
	a->is_signed = *s == '-';
	s += a->is_signed;
	if (s + 1 != at || !strchr("1248", *s))
		return false;
	a->size = (unsigned int)(*s - '0');
	a->operand = at + 1;
	a->operand_len = a->len - (size_t)(at + 1 - a->text);
	return a->operand_len > 0;
}

/* Up to the next blank that is not in brackets. */
static size_t arg_length(const char *s)
{
	bool inside = false;
	size_t n;

	for (n = 0; s[n] && (inside || s[n] != ' '); n++)
		inside = s[n] == '[' || (inside && s[n] != ']');
	return n;
}

static bool translate(struct arg *a, uint16_t machine, struct strbuf *out)
{
	if (!read_size(a))
		return false;
	return machine == EM_X86_64 ? x86_operand(a, out) : machine == EM_AARCH64 ? arm_operand(a, out) : false;
}

void sdt_args__translate(const char *args, uint16_t machine, struct strbuf *out, struct strbuf *left_out)
{
	unsigned int nr;

	for (nr = 1; nr <= MAX_ARGS; nr++) {
		struct strbuf place = STRBUF_INIT;
		struct arg a = { .text = args + strspn(args, " ") };

		a.len = arg_length(a.text);
		if (!a.len)
			return;
		if (translate(&a, machine, &place))
			strbuf__addf(out, " arg%u=%s:%c%u", nr, strbuf__str(&place), a.is_signed ? 's' : 'u', a.size * 8);
		else
			strbuf__addf(left_out, "%sarg%u at %.*s", left_out->len ? ", " : "", nr, (int)a.len, a.text);
		strbuf__exit(&place);
		args = a.text + a.len;
	}
}
