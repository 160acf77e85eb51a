// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/dwarf-flow.h"

#include <dwarf.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/code/dwarf-place.h"
#include "util/code/dwarf-type.h"
#include "util/code/flow-types.h"
#include "util/code/type-flow.h"
#include "util/symbol/dwarf-function.h"

#define MAX_DEPTH	DWARF_TYPE_MAX_DEPTH

/* Where a call comes back to, and what it returns. */
struct call_site {
	uint64_t addr;
	struct type_pointer result;
};

/* A function. */
struct flow {
	struct type_flow *types;	/* NULL: it cannot be followed */
	struct call_site *calls;	/* by address; only while it is followed */
	size_t nr_calls, cap_calls;
};

U64_MAP(flow_map, struct flow *)

struct dwarf_flows {
	struct dwarf_flow_code code;
	struct stack_effects *effects;
	struct flow_map functions;	/* where a function's entry is in memory -> struct flow */
	struct flow_types types;
	/* Of the function that is followed. */
	struct dwarf_lines *d;
	const struct dwarf_globals *g;
	struct flow *flow;
};

struct dwarf_flows *dwarf_flows__new(const struct dwarf_flow_code *code)
{
	struct stack_effects *effects = stack_effects__new(CALL_MACHINE_X86_64);
	struct dwarf_flows *flows;

	if (!effects)
		return NULL;
	flows = xzalloc(sizeof(*flows));
	flows->code = *code;
	flows->effects = effects;
	return flows;
}

void dwarf_flows__delete(struct dwarf_flows *flows)
{
	size_t i;

	if (!flows)
		return;
	HASH_EACH(&flows->functions, i) {
		type_flow__delete(flows->functions.slots[i].val->types);
		free(flows->functions.slots[i].val);
	}
	flow_map__exit(&flows->functions);
	flow_types__exit(&flows->types);
	stack_effects__delete(flows->effects);
	free(flows);
}

/* --- what the flow asks ------------------------------------------------------------------------------ */

static struct type_pointer ask_variable(void *ctx, uint64_t addr, int reg, int64_t add)
{
	struct insn_memory mem = { .kind = INSN_REGISTER, .base = reg, .disp = add };
	struct dwarf_flows *flows = ctx;
	struct dwarf_place place;
	struct type_pointer p;

	if (!dwarf_place__find(flows->d, flows->g, addr, &mem, &place) || place.offset > INT32_MAX)
		return (struct type_pointer){ 0 };
	p.type = flow_types__number(&flows->types, &place.type);
	p.offset = (int32_t)place.offset;
	return p;
}

static struct type_pointer ask_word(void *ctx, uint64_t addr, const struct insn_memory *mem)
{
	struct dwarf_flows *flows = ctx;
	struct dwarf_place place;

	if (!flow_types__is_certain(mem) || (mem->per_cpu && !flows->code.kernel) || !dwarf_place__find(flows->d, flows->g, addr, mem, &place))
		return (struct type_pointer){ 0 };
	return flow_types__word(&flows->types, place);
}

static struct type_pointer ask_member(void *ctx, struct type_pointer p, const struct insn_memory *mem)
{
	struct dwarf_flows *flows = ctx;
	struct dwarf_place place;

	return flow_types__place(&flows->types, p, mem, &place) ? flow_types__word(&flows->types, place) : (struct type_pointer){ 0 };
}

static int by_address(const void *a, const void *b)
{
	const struct call_site *x = a, *y = b;

	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

static struct type_pointer ask_returned(void *ctx, uint64_t addr, uint64_t target)
{
	struct call_site key = { .addr = addr }, *site;
	struct dwarf_flows *flows = ctx;
	Dwarf_Die function, type;
	Dwarf_Addr entry;

	site = flows->flow->nr_calls ?
	       bsearch(&key, flows->flow->calls, flows->flow->nr_calls, sizeof(key), by_address) : NULL;
	if (site)
		return site->result;
	if (!target || !dwarf_lines__function(flows->d, target, &function) || dwarf_entrypc(&function, &entry) ||
	    entry != target || !dwarf_type__of(&function, &type))
		return (struct type_pointer){ 0 };
	return flow_types__pointed_to(&flows->types, type);
}

static const struct type_source source = {
	.variable = ask_variable, .word = ask_word, .member = ask_member, .returned = ask_returned,
};

/* --- a function ------------------------------------------------------------------------------------ */

/* The compiler says which function each call is of, also where the instruction leads to a linkage table. */
static void add_call(struct dwarf_flows *flows, Dwarf_Die *site)
{
	Dwarf_Die function, type;
	struct call_site call = { 0 };
	Dwarf_Attribute attr;
	Dwarf_Addr addr;

	if ((!dwarf_attr(site, DW_AT_call_return_pc, &attr) && !dwarf_attr(site, DW_AT_low_pc, &attr)) ||
	    dwarf_formaddr(&attr, &addr))
		return;
	call.addr = addr;
	if ((dwarf_attr(site, DW_AT_call_origin, &attr) || dwarf_attr(site, DW_AT_abstract_origin, &attr)) &&
	    dwarf_formref_die(&attr, &function) && dwarf_type__of(&function, &type))
		call.result = flow_types__pointed_to(&flows->types, type);
	GROW(flows->flow->calls, flows->flow->nr_calls, flows->flow->cap_calls);
	flows->flow->calls[flows->flow->nr_calls++] = call;
}

static void add_calls(struct dwarf_flows *flows, Dwarf_Die *in, unsigned int depth)
{
	Dwarf_Die child;

	if (depth > MAX_DEPTH || dwarf_child(in, &child))
		return;
	do {
		int tag = dwarf_tag(&child);

		if (tag == DW_TAG_call_site || tag == DW_TAG_GNU_call_site)
			add_call(flows, &child);
		else if (tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block)
			add_calls(flows, &child, depth + 1);
	} while (!dwarf_siblingof(&child, &child));
}

static bool add_code(struct dwarf_flows *flows, struct type_flow *types, Dwarf_Die *function)
{
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(function, at, &base, &start, &end)) > 0) {
		size_t size;
		const unsigned char *code = flows->code.bytes(flows->code.ctx, start, &size);

		if (!code || end <= start || size < end - start ||
		    !type_flow__add(types, flows->effects, code, end - start, start))
			return false;
	}
	return !at;
}

static struct flow *follow(struct dwarf_flows *flows, struct dwarf_lines *d, const struct dwarf_globals *g,
			   Dwarf_Die *function)
{
	struct type_source asked = source;
	struct flow *flow = xzalloc(sizeof(*flow));

	flow_map__set(&flows->functions, (uintptr_t)function->addr, flow);
	flow->types = type_flow__new();
	flows->d = d;
	flows->g = g;
	flows->flow = flow;
	asked.ctx = flows;
	add_calls(flows, function, 0);
	if (flow->nr_calls)
		qsort(flow->calls, flow->nr_calls, sizeof(*flow->calls), by_address);
	if (!add_code(flows, flow->types, function) || !type_flow__run(flow->types, &asked)) {
		type_flow__delete(flow->types);
		flow->types = NULL;
	}
	zfree(&flow->calls);
	flow->nr_calls = flow->cap_calls = 0;
	flows->flow = NULL;
	return flow;
}

bool dwarf_flows__find(struct dwarf_flows *flows, struct dwarf_lines *d, const struct dwarf_globals *g, uint64_t addr,
		       const struct insn_memory *mem, struct dwarf_place *ret)
{
	struct dwarf_place inner;
	Dwarf_Die function;
	struct flow *flow;

	if (mem->kind != INSN_REGISTER || !dwarf_lines__function(d, addr, &function))
		return false;
	flow = flow_map__find(&flows->functions, (uintptr_t)function.addr);
	if (!flow)
		flow = follow(flows, d, g, &function);
	if (!flow->types || !flow_types__place(&flows->types, type_flow__at(flow->types, addr, mem->base), mem, ret))
		return false;
	/* What reaches beyond what lies there was meant to be something else: a cast, or a part of a larger thing. */
	inner = *ret;
	if (dwarf_tag(&inner.type) == DW_TAG_union_type)
		return true;
	return dwarf_place__enter_all(&inner) && mem->size && inner.offset + mem->size <= dwarf_type__size(&inner.type);
}
