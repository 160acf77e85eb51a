// SPDX-License-Identifier: GPL-2.0-only
/* How parameters, their members and what they point to are fetched by a probe, and as what type, in the kernel's notation. */
#include <ctype.h>
#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/code/dwarf-location.h"
#include "util/code/dwarf-type.h"
#include "util/code/probe-vars-internal.h"

/* The kernel's name of a register; NULL: it has none. */
static char *register_name(uint16_t machine, int reg)
{
	static const char *const x86[] = { "ax", "dx", "cx", "bx", "si", "di", "bp", "sp" };

	if (machine == EM_X86_64 && reg >= 0 && reg < 16)
		return reg < (int)ARRAY_SIZE(x86) ? xasprintf("%%%s", x86[reg]) : xasprintf("%%r%d", reg);
	if (machine == EM_AARCH64 && reg >= 0 && reg <= 31)
		return reg == 31 ? xstrdup("%sp") : xasprintf("%%x%d", reg);
	return NULL;
}

bool probe_fetch__locate(struct probe_vars *v, Dwarf_Die *var, struct probe_fetch *ret)
{
	struct dwarf_location at;
	int64_t number;

	/* As of copies that were inlined: the kernel writes a number with a backslash in front. */
	if (dwarf_location__is_number(var, v->entry, &number)) {
		if (!dwarf_type__of(var, &ret->type))
			return false;
		ret->base = xasprintf("\\%" PRId64, number);
		return true;
	}
	/* As Go's strings: in a register for each member. */
	if (dwarf_location__part(var, v->entry, 0, &at)) {
		ret->v = v;
		ret->parts = var;
		return dwarf_type__of(var, &ret->type);
	}
	if (!dwarf_location__of(v->d, &v->function, var, v->entry, &at) || at.kind == DWARF_AT_ADDRESS ||
	    (at.kind == DWARF_IN_REGISTER && at.distance) || !dwarf_type__of(var, &ret->type))
		return false;
	ret->base = register_name(v->machine, at.reg);
	ret->in_memory = at.kind == DWARF_IN_MEMORY;
	ret->offset = at.distance;
	return ret->base != NULL;
}

char *probe_fetch__text(const struct probe_fetch *f)
{
	return f->in_memory ? xasprintf("%+" PRId64 "(%s)", f->offset, f->base) : xstrdup(f->base);
}

/* Of a variable in parts: this is one of them. */
static bool settle(struct probe_fetch *f)
{
	struct dwarf_location at;

	if (!f->parts)
		return true;
	if (!dwarf_location__part(f->parts, f->v->entry, (uint64_t)f->offset, &at))
		return false;
	f->base = register_name(f->v->machine, at.reg);
	f->parts = NULL;
	f->offset = 0;
	return f->base != NULL;
}

/* Sizes come from the file, and may be anything. */
static void move(struct probe_fetch *f, uint64_t bytes)
{
	f->offset = (int64_t)((uint64_t)f->offset + bytes);
}

void probe_fetch__follow(struct probe_fetch *f)
{
	char *base = probe_fetch__text(f);

	free(f->base);
	f->base = base;
	f->in_memory = true;
	f->offset = 0;
}

/* --- types ------------------------------------------------------------------------------------------------- */

char *probe_fetch__type(Dwarf_Die *type)
{
	Dwarf_Die die = *type;
	Dwarf_Attribute attr;
	Dwarf_Word encoding = DW_ATE_unsigned;
	uint64_t size;
	int tag;

	if (!dwarf_type__peel(&die, true))
		return NULL;
	size = dwarf_type__size(&die);
	tag = dwarf_tag(&die);
	if (tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type || tag == DW_TAG_rvalue_reference_type)
		return xasprintf("x%" PRIu64, (size ? size : 8) * 8);
	if (size != 1 && size != 2 && size != 4 && size != 8)
		return NULL;
	if (tag == DW_TAG_enumeration_type)
		return xasprintf("s%" PRIu64, size * 8);
	if (tag != DW_TAG_base_type || !dwarf_attr(&die, DW_AT_encoding, &attr) || dwarf_formudata(&attr, &encoding))
		return NULL;
	if (encoding == DW_ATE_signed || encoding == DW_ATE_signed_char)
		return xasprintf("s%" PRIu64, size * 8);
	return encoding == DW_ATE_unsigned || encoding == DW_ATE_unsigned_char || encoding == DW_ATE_boolean || encoding == DW_ATE_UTF ?
		       xasprintf("u%" PRIu64, size * 8) :
		       NULL;
}

/* --- members ----------------------------------------------------------------------------------------------- */

/* Sets @f, a struct in memory, to its member; those of members without a name are as if they were its own. */
static bool enter_member(struct probe_fetch *f, const char *name, size_t len, unsigned int depth)
{
	Dwarf_Die die = f->type, child;
	uint64_t at;

	if (depth > DWARF_TYPE_MAX_DEPTH || !dwarf_type__peel(&die, true) || !dwarf_type__has_members(dwarf_tag(&die)) ||
	    dwarf_child(&die, &child))
		return false;
	do {
		int tag = dwarf_tag(&child);
		const char *its = dwarf_diename(&child);
		struct probe_fetch inner = *f;
		Dwarf_Attribute bits;

		if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) || !dwarf_type__member_place(&child, &at) ||
		    !dwarf_type__of(&child, &inner.type))
			continue;
		move(&inner, at);
		if (its && tag == DW_TAG_member) {
			if (strlen(its) != len || memcmp(its, name, len) || dwarf_attr(&child, DW_AT_bit_size, &bits))
				continue;
		} else if (!enter_member(&inner, name, len, depth + 1)) {
			continue;
		}
		*f = inner;
		return true;
	} while (!dwarf_siblingof(&child, &child));
	return false;
}

/* To what a pointer points, or the first element of an array. */
static bool enter_pointed(struct probe_fetch *f)
{
	Dwarf_Die die = f->type;

	if (!dwarf_type__peel(&die, true) || !dwarf_type__of(&die, &f->type))
		return false;
	if (dwarf_tag(&die) == DW_TAG_array_type)
		return f->in_memory;
	/* Where a number leads to the kernel does not look. */
	if (dwarf_tag(&die) != DW_TAG_pointer_type || !settle(f) || f->base[0] == '\\')
		return false;
	probe_fetch__follow(f);
	return true;
}

/* "[3]" at *@pos, which moves behind it. */
static bool enter_element(struct probe_fetch *f, const char **pos)
{
	char *end;
	unsigned long nr = strtoul(*pos + 1, &end, 0);

	if (!isdigit((unsigned char)(*pos)[1]) || *end != ']' || nr > INT32_MAX || !enter_pointed(f))
		return false;
	move(f, nr * dwarf_type__size(&f->type));
	*pos = end + 1;
	return true;
}

size_t probe_fetch__name_length(const char *s)
{
	size_t n = 0;

	while (isalnum((unsigned char)s[n]) || s[n] == '_')
		n++;
	return n;
}

bool probe_fetch__enter(struct probe_fetch *f, const char *pos, const char **ret_last, size_t *ret_len)
{
	while (*pos) {
		bool arrow = pos[0] == '-' && pos[1] == '>';

		if (*pos == '[') {
			if (!enter_element(f, &pos))
				return false;
			continue;
		}
		if (!arrow && *pos != '.')
			return false;
		pos += arrow ? 2 : 1;
		*ret_last = pos;
		*ret_len = probe_fetch__name_length(pos);
		if (!*ret_len || (arrow && !enter_pointed(f)) || !(f->in_memory || f->parts) || !enter_member(f, pos, *ret_len, 0))
			return false;
		pos += *ret_len;
	}
	return settle(f);
}
