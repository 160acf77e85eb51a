// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/probe-vars.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/near-names.h"
#include "util/code/dwarf-type.h"
#include "util/code/probe-vars-internal.h"
#include "util/symbol/dso.h"
#include "util/symbol/dwarf-function.h"

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
static bool wants_pointed(struct probe_fetch *f, const char *type)
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
	size_t len = probe_fetch__name_length(expr);
	struct probe_fetch f = { .in_memory = false };
	char *place, *own = NULL;
	int err = 0;

	if (!probe_fetch__locate(v, var, &f))
		return diag__msg(diag, -EOPNOTSUPP, "'%.*s' of '%s' is neither in a register nor on the stack where it begins", (int)len,
				 expr, v->name);
	if (f.parts && !expr[len])
		err = diag__msg(diag, -EOPNOTSUPP, "'%s' of '%s' is in several registers: name a member of it (of Go's strings and slices: %s.len, and "
				"%s.str or %s.array)", expr, v->name, expr, expr, expr);
	else if (!probe_fetch__enter(&f, expr + len, &last, &len))
		err = diag__msg(diag, -EINVAL, "'%s' of '%s': there is no such member or element that a probe can fetch", expr, v->name);
	if (!err && !type)
		type = own = probe_fetch__type(&f.type);
	if (!err && !type)
		err = diag__msg(diag, -EOPNOTSUPP, "'%s' of '%s' is no number: name a member of it, or a type (%s:x64, %s:string)", expr,
				v->name, expr, expr);
	if (!err && wants_pointed(&f, type))
		probe_fetch__follow(&f);
	if (!err) {
		place = probe_fetch__text(&f);
		strbuf__addf(out, " %.*s=%s:%s", name ? (int)strlen(name) : (int)len, name ?: last, place, type);
		free(place);
	}
	free(own);
	free(f.base);
	return err;
}

int probe_vars__add(struct probe_vars *v, const char *name, const char *expr, const char *type, struct strbuf *out, struct diag *diag)
{
	size_t len = probe_fetch__name_length(expr);
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
	char *name = dwarf_type__of(&v->function, &type) ? probe_fetch__type(&type) : NULL;

	if (name)
		strbuf__addf(out, ":%s", name);
	free(name);
}
