// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/probe-vars.h"

#include <ctype.h>
#include <dwarf.h>
#include <elf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/near-names.h"
#include "util/code/dwarf-location.h"
#include "util/code/dwarf-type.h"
#include "util/symbol/dso.h"
#include "util/symbol/dwarf-function.h"

struct probe_vars {
	struct dsos *dsos;
	struct dso *dso;
	struct dwarf_lines *d;
	Dwarf_Die function;
	Dwarf_Die at;			/* what has the parameters: the function, or a copy of another one that was inlined into it */
	uint64_t start, entry;		/* of the function, and where its parameters are in place; as linked */
	uint64_t offset;		/* of start in the file */
	uint16_t machine;		/* EM_* */
	const char *name;
};

/* Something in memory or in a register, as the kernel writes it. */
struct fetched {
	Dwarf_Die type;
	char *base;			/* a register, or what has been fetched; owned */
	bool in_memory;			/* it is at base + offset; else it is base */
	int64_t offset;
	Dwarf_Die *parts;		/* the variable is in parts, and this is offset bytes into it; base is NULL then; borrowed */
	const struct probe_vars *v;
};

/* --- the function ------------------------------------------------------------------------------------------ */

static uint16_t machine_of(Dwarf_Die *function)
{
	Elf *elf = dwarf_getelf(dwarf_cu_getdwarf(function->cu));
	GElf_Ehdr head;

	return elf && gelf_getehdr(elf, &head) ? head.e_machine : EM_NONE;
}

/* Are its parameters put into the frame, where they are all the time but for the first instructions? */
static bool keeps_in_frame(Dwarf_Die *function)
{
	Dwarf_Attribute attr;
	Dwarf_Die child;
	Dwarf_Op *ops;
	size_t nr;

	if (dwarf_child(function, &child))
		return false;
	do {
		if (dwarf_tag(&child) == DW_TAG_formal_parameter && dwarf_attr(&child, DW_AT_location, &attr) &&
		    !dwarf_getlocation(&attr, &ops, &nr) && nr && ops[0].atom == DW_OP_fbreg)
			return true;
	} while (!dwarf_siblingof(&child, &child));
	return false;
}

/* Behind the code that makes the frame, as the lines of the source tell. */
static uint64_t behind_prologue(Dwarf_Die *function, uint64_t start)
{
	Dwarf_Addr *at;
	int nr = dwarf_entry_breakpoints(function, &at);
	uint64_t ret = nr > 0 ? at[0] : start;

	if (nr > 0)
		free(at);
	return ret;
}

/* NULL: no function is known there. */
static struct probe_vars *open_at(const char *path, uint64_t offset, const char *name)
{
	const struct symbol_opts opts = { .no_demangle = true };
	struct probe_vars *v = xzalloc(sizeof(*v));

	v->dsos = dsos__new(&opts);
	v->dso = dsos__get(v->dsos, path, DSO_KIND_USER, NULL, 0, 0);
	v->d = dso__dwarf(v->dso, offset, &v->start);
	v->name = name;
	v->offset = offset;
	if (v->d && dwarf_lines__function(v->d, v->start, &v->function))
		return v;
	probe_vars__close(v);
	return NULL;
}

static struct probe_vars *not_known(struct probe_vars *v, const char *path, const char *name, struct diag *diag)
{
	diag__msg(diag, -ENOENT, "parameters of '%s' are not known: '%s' has no debug information about it; registers are written %%di:u64",
		  name, path);
	if (v)
		probe_vars__close(v);
	return NULL;
}

struct probe_vars *probe_vars__open(const char *path, uint64_t offset, const char *name, struct diag *diag)
{
	struct probe_vars *v = open_at(path, offset, name);
	Dwarf_Addr low;

	if (!v || dwarf_lowpc(&v->function, &low) || low != v->start)
		return not_known(v, path, name, diag);
	v->at = v->function;
	v->machine = machine_of(&v->function);
	v->entry = keeps_in_frame(&v->function) ? behind_prologue(&v->function, v->start) : v->start;
	return v;
}

struct probe_vars *probe_vars__open_copy(const char *path, uint64_t offset, uint64_t die, const char *name, struct diag *diag)
{
	struct probe_vars *v = open_at(path, offset, name);

	if (!v || !dwarf_offdie(dwarf_cu_getdwarf(v->function.cu), die, &v->at) || dwarf_tag(&v->at) != DW_TAG_inlined_subroutine)
		return not_known(v, path, name, diag);
	v->machine = machine_of(&v->function);
	v->entry = v->start;
	return v;
}

void probe_vars__close(struct probe_vars *v)
{
	dsos__delete(v->dsos);
	free(v);
}

uint64_t probe_vars__entry(const struct probe_vars *v)
{
	return v->offset + (v->entry - v->start);
}

/* --- places ------------------------------------------------------------------------------------------------ */

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

static bool locate(struct probe_vars *v, Dwarf_Die *var, struct fetched *ret)
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

static char *text_of(const struct fetched *f)
{
	return f->in_memory ? xasprintf("%+" PRId64 "(%s)", f->offset, f->base) : xstrdup(f->base);
}

/* Of a variable in parts: this is one of them. */
static bool settle(struct fetched *f)
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
static void move(struct fetched *f, uint64_t bytes)
{
	f->offset = (int64_t)((uint64_t)f->offset + bytes);
}

/* @f is a pointer: now it is what that points to. */
static void follow(struct fetched *f)
{
	char *base = text_of(f);

	free(f->base);
	f->base = base;
	f->in_memory = true;
	f->offset = 0;
}

/* --- types ------------------------------------------------------------------------------------------------- */

/* "s32", "x64"; NULL: it is more than a number, or a floating point number. */
static char *type_name(Dwarf_Die *type)
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
static bool enter_member(struct fetched *f, const char *name, size_t len, unsigned int depth)
{
	Dwarf_Die die = f->type, child;
	uint64_t at;

	if (depth > DWARF_TYPE_MAX_DEPTH || !dwarf_type__peel(&die, true) || !dwarf_type__has_members(dwarf_tag(&die)) ||
	    dwarf_child(&die, &child))
		return false;
	do {
		int tag = dwarf_tag(&child);
		const char *its = dwarf_diename(&child);
		struct fetched inner = *f;
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
static bool enter_pointed(struct fetched *f)
{
	Dwarf_Die die = f->type;

	if (!dwarf_type__peel(&die, true) || !dwarf_type__of(&die, &f->type))
		return false;
	if (dwarf_tag(&die) == DW_TAG_array_type)
		return f->in_memory;
	/* Where a number leads to the kernel does not look. */
	if (dwarf_tag(&die) != DW_TAG_pointer_type || !settle(f) || f->base[0] == '\\')
		return false;
	follow(f);
	return true;
}

/* "[3]" at *@pos, which moves behind it. */
static bool enter_element(struct fetched *f, const char **pos)
{
	char *end;
	unsigned long nr = strtoul(*pos + 1, &end, 0);

	if (!isdigit((unsigned char)(*pos)[1]) || *end != ']' || nr > INT32_MAX || !enter_pointed(f))
		return false;
	move(f, nr * dwarf_type__size(&f->type));
	*pos = end + 1;
	return true;
}

static size_t name_length(const char *s)
{
	size_t n = 0;

	while (isalnum((unsigned char)s[n]) || s[n] == '_')
		n++;
	return n;
}

/* What stands behind the variable's name. Sets *@ret_last and *@ret_len to the last name in it. */
static bool enter_path(struct fetched *f, const char *pos, const char **ret_last, size_t *ret_len)
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
		*ret_len = name_length(pos);
		if (!*ret_len || (arrow && !enter_pointed(f)) || !(f->in_memory || f->parts) || !enter_member(f, pos, *ret_len, 0))
			return false;
		pos += *ret_len;
	}
	return settle(f);
}

/* --- what is asked for ------------------------------------------------------------------------------------- */

static bool find_parameter(struct probe_vars *v, const char *name, size_t len, Dwarf_Die *ret, struct near_names *near)
{
	if (dwarf_child(&v->at, ret))
		return false;
	do {
		Dwarf_Die origin = *ret;
		const char *its = dwarf_tag(ret) == DW_TAG_formal_parameter ? dwarf_diename(&origin) : NULL;

		if (!its)
			continue;
		if (strlen(its) == len && !memcmp(its, name, len))
			return true;
		near_names__look_at(near, its, strlen(its));
	} while (!dwarf_siblingof(ret, ret));
	return false;
}

static int no_parameter(const struct probe_vars *v, const char *name, size_t len, struct near_names *near, struct diag *diag)
{
	char *hint = near_names__take(near);

	(void)diag__msg(diag, -ENOENT, "'%s' has no parameter '%.*s'%s", v->name, (int)len, name, hint);
	free(hint);
	return -ENOENT;
}

/* "string" is of the characters themselves, which a pointer only leads to. */
static bool wants_pointed(struct fetched *f, const char *type)
{
	Dwarf_Die die = f->type;

	return type && f->base[0] != '\\' && (!strcmp(type, "string") || !strcmp(type, "ustring")) && dwarf_type__peel(&die, true) &&
	       dwarf_tag(&die) == DW_TAG_pointer_type;
}

/* What an event fetches: as what, which expression, of which type (NULL: the variable's name and type). */
struct wanted {
	const char *name, *expr, *type;
};

static int add(struct probe_vars *v, Dwarf_Die *var, const struct wanted *w, struct strbuf *out, struct diag *diag)
{
	const char *name = w->name, *expr = w->expr, *type = w->type;
	const char *last = expr;
	size_t len = name_length(expr);
	struct fetched f = { .in_memory = false };
	char *place, *own = NULL;
	int err = 0;

	if (!locate(v, var, &f))
		return diag__msg(diag, -EOPNOTSUPP, "'%.*s' of '%s' is neither in a register nor on the stack where it begins", (int)len,
				 expr, v->name);
	if (f.parts && !expr[len])
		err = diag__msg(diag, -EOPNOTSUPP, "'%s' of '%s' is in several registers: name a member of it (of Go's strings and slices: %s.len, and "
				"%s.str or %s.array)", expr, v->name, expr, expr, expr);
	else if (!enter_path(&f, expr + len, &last, &len))
		err = diag__msg(diag, -EINVAL, "'%s' of '%s': there is no such member or element that a probe can fetch", expr, v->name);
	if (!err && !type)
		type = own = type_name(&f.type);
	if (!err && !type)
		err = diag__msg(diag, -EOPNOTSUPP, "'%s' of '%s' is no number: name a member of it, or a type (%s:x64, %s:string)", expr,
				v->name, expr, expr);
	if (!err && wants_pointed(&f, type))
		follow(&f);
	if (!err) {
		place = text_of(&f);
		strbuf__addf(out, " %.*s=%s:%s", name ? (int)strlen(name) : (int)len, name ?: last, place, type);
		free(place);
	}
	free(own);
	free(f.base);
	return err;
}

int probe_vars__add(struct probe_vars *v, const char *name, const char *expr, const char *type, struct strbuf *out, struct diag *diag)
{
	size_t len = name_length(expr);
	struct near_names near = { .want = expr, .want_len = len };
	Dwarf_Die var;

	if (!find_parameter(v, expr, len, &var, &near))
		return no_parameter(v, expr, len, &near, diag);
	near_names__exit(&near);
	return add(v, &var, &(struct wanted){ name, expr, type }, out, diag);
}

void probe_vars__add_all(struct probe_vars *v, struct strbuf *out, struct strbuf *left_out)
{
	Dwarf_Die var;

	if (dwarf_child(&v->at, &var))
		return;
	do {
		const char *name = dwarf_tag(&var) == DW_TAG_formal_parameter ? dwarf_diename(&var) : NULL;
		struct diag ignored = DIAG_INIT;

		if (name && add(v, &var, &(struct wanted){ .expr = name }, out, &ignored))
			strbuf__addf(left_out, "%s%s", left_out->len ? ", " : "", name);
	} while (!dwarf_siblingof(&var, &var));
}

void probe_vars__add_return_type(struct probe_vars *v, struct strbuf *out)
{
	Dwarf_Die type;
	char *name = dwarf_type__of(&v->function, &type) ? type_name(&type) : NULL;

	if (name)
		strbuf__addf(out, ":%s", name);
	free(name);
}
