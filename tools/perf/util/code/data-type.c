// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/data-type.h"

#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/arena.h"
#include "util/base/hash.h"
#include "util/base/shown.h"
#include "util/code/dso-image.h"
#include "util/code/dwarf-flow.h"
#include "util/code/dwarf-types.h"
#include "util/code/insn-memory.h"
#include "util/symbol/srcline.h"

#define INSN_MAX	15	/* bytes of the longest instruction of x86 */

U64_MAP(data_type_map, const struct data_type *)

/* What is known of a dso. */
struct dso_types {
	struct dso *dso;
	struct dso_image *image;
	struct dwarf_globals *globals;
	struct dwarf_flows *flows;
	uint64_t distance;		/* of addresses as linked from those of the dso, at the one that was asked about last */
	bool indexed;			/* globals has been made */
	struct data_type_map found;	/* address -> struct data_type */
};

U64_MAP(dso_types_map, struct dso_types *)

struct data_types {
	struct dso_types_map dsos;	/* dso -> struct dso_types */
	struct arena arena;
};

#define LACK(why)	[why] = { .name = DATA_TYPE_UNKNOWN, .lack = why }

static const struct data_type unknown[DATA_TYPE_NR_LACKS] = {
	LACK(DATA_TYPE_NO_INSN), LACK(DATA_TYPE_NO_MEMORY), LACK(DATA_TYPE_NO_DEBUG), LACK(DATA_TYPE_NO_VARIABLE),
};
static const struct data_type stack = { .name = "(stack operation)" };
static const struct data_type canary = { .name = "(stack canary)" };

struct data_types *data_types__new(void)
{
	return xzalloc(sizeof(struct data_types));
}

void data_types__delete(struct data_types *t)
{
	size_t i;

	if (!t)
		return;
	HASH_EACH(&t->dsos, i) {
		struct dso_types *d = t->dsos.slots[i].val;

		dso_image__close(d->image);
		dwarf_globals__delete(d->globals);
		dwarf_flows__delete(d->flows);
		data_type_map__exit(&d->found);
		free(d);
	}
	dso_types_map__exit(&t->dsos);
	arena__exit(&t->arena);
	free(t);
}

/* A function's code is in one section, or in two of one segment. */
static const unsigned char *linked_bytes(void *ctx, uint64_t addr, size_t *ret_size)
{
	struct dso_types *d = ctx;
	uint64_t virtual;

	return dso__dwarf(d->dso, addr - d->distance, &virtual) && virtual == addr ?
	       dso_image__bytes(d->image, addr - d->distance, ret_size) : NULL;
}

static bool is_kernel(const struct dso *dso)
{
	return dso->kind == DSO_KIND_KERNEL || dso->kind == DSO_KIND_MODULE;
}

static struct dso_types *types_of(struct data_types *t, struct dso *dso)
{
	struct dso_types *d = dso_types_map__find(&t->dsos, (uintptr_t)dso);

	if (d)
		return d;
	d = xzalloc(sizeof(*d));
	d->dso = dso;
	d->image = dso_image__open(dso, NULL);
	d->flows = dwarf_flows__new(&(struct dwarf_flow_code){ .bytes = linked_bytes, .ctx = d, .kernel = is_kernel(dso) });
	dso_types_map__set(&t->dsos, (uintptr_t)dso, d);
	return d;
}

/* The instruction at @addr; *@ret_virtual: its address as linked, *@ret_dwarf: debug information about it, or NULL. */
static bool decode(struct dso_types *d, uint64_t addr, struct insn_memory *ret, struct dwarf_lines **ret_dwarf, uint64_t *ret_virtual)
{
	const unsigned char *code;
	size_t size;

	*ret_virtual = addr;
	*ret_dwarf = dso__dwarf(d->dso, addr, ret_virtual);
	d->distance = *ret_virtual - addr;
	code = dso_image__bytes(d->image, addr, &size);
	if (!code)
		return false;
	/* Those of other machines are not understood, nor are those of 32-bit programs, whose registers have other numbers in DWARF. */
	if (!dso_image__is_x86_64(d->image)) {
		*ret = (struct insn_memory){ .kind = INSN_NO_MEMORY };
		return true;
	}
	insn_memory__decode(code, size < INSN_MAX ? size : INSN_MAX, *ret_virtual, ret);
	if (ret->per_cpu && !is_kernel(d->dso))
		ret->kind = INSN_NO_MEMORY;
	if (*ret_dwarf && !d->indexed && ret->kind == INSN_ADDRESS) {
		d->indexed = true;
		d->globals = dwarf_globals__new(*ret_dwarf);
	}
	return true;
}

static const struct data_type *find_type(struct data_types *t, const struct dwarf_access *a)
{
	struct strbuf name = STRBUF_INIT, member = STRBUF_INIT;
	struct data_type *found = NULL;
	uint64_t offset;

	if (dwarf_types__find(a, &name, &member, &offset)) {
		found = arena__zalloc(&t->arena, sizeof(*found));
		*found = (struct data_type){
			.name = arena__strdup(&t->arena, shown(name.buf)), .offset = offset, .known = true,
			.member = member.len ? arena__strdup(&t->arena, shown(member.buf)) : NULL,
		};
	}
	strbuf__exit(&name);
	strbuf__exit(&member);
	return found ? found : &unknown[DATA_TYPE_NO_VARIABLE];
}

static const struct data_type *look_up(struct data_types *t, struct dso_types *d, uint64_t addr)
{
	struct dwarf_lines *dwarf;
	struct insn_memory mem;
	uint64_t virtual;

	if (!decode(d, addr, &mem, &dwarf, &virtual))
		return &unknown[DATA_TYPE_NO_INSN];
	if (mem.kind == INSN_STACK)
		return &stack;
	if (mem.kind == INSN_CANARY)
		return &canary;
	if (mem.kind == INSN_NO_MEMORY)
		return &unknown[DATA_TYPE_NO_MEMORY];
	if (!dwarf)
		return &unknown[DATA_TYPE_NO_DEBUG];
	return find_type(t, &(struct dwarf_access){ dwarf, d->globals, d->flows, virtual, &mem });
}

bool data_types__layout(struct data_types *t, struct dso *dso, uint64_t addr, struct type_layout *ret)
{
	struct dso_types *d = dso ? types_of(t, dso) : NULL;
	struct dwarf_lines *dwarf;
	struct insn_memory mem;
	uint64_t virtual;

	return d && decode(d, addr, &mem, &dwarf, &virtual) && dwarf &&
	       dwarf_types__layout(&(struct dwarf_access){ dwarf, d->globals, d->flows, virtual, &mem }, &t->arena, ret);
}

const struct data_type *data_types__find(struct data_types *t, struct dso *dso, uint64_t addr)
{
	const struct data_type *found;
	struct dso_types *d;

	if (!dso)
		return &unknown[DATA_TYPE_NO_INSN];
	d = types_of(t, dso);
	found = data_type_map__find(&d->found, addr);
	if (!found) {
		found = look_up(t, d, addr);
		data_type_map__set(&d->found, addr, found);
	}
	return found;
}
