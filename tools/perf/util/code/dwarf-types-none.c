// SPDX-License-Identifier: GPL-2.0-only
/* Built where libdw is missing. */
#include "util/code/dwarf-flow.h"
#include "util/code/dwarf-types.h"

#include <stddef.h>

struct dwarf_globals *dwarf_globals__new(struct dwarf_lines *d)
{
	(void)d;
	return NULL;
}

void dwarf_globals__delete(struct dwarf_globals *g)
{
	(void)g;
}

bool dwarf_types__find(const struct dwarf_access *a, struct strbuf *type, struct strbuf *member, uint64_t *ret_offset)
{
	(void)a;
	(void)type;
	(void)member;
	(void)ret_offset;
	return false;
}

bool dwarf_types__layout(const struct dwarf_access *a, struct arena *arena, struct type_layout *ret)
{
	(void)a;
	(void)arena;
	(void)ret;
	return false;
}

struct dwarf_flows *dwarf_flows__new(const struct dwarf_flow_code *code)
{
	(void)code;
	return NULL;
}

void dwarf_flows__delete(struct dwarf_flows *flows)
{
	(void)flows;
}
