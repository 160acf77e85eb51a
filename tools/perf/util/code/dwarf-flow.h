/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What an instruction accesses by a register that no variable is in: a pointer that was read from a member, copied, or
 * returned by a call before. Private to util/code.
 */
#ifndef PERF_CODE_DWARF_FLOW_H
#define PERF_CODE_DWARF_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dwarf_flows;
struct dwarf_globals;
struct dwarf_lines;
struct dwarf_place;
struct insn_memory;

/* Where the code of a file comes from: the bytes at @addr (as linked), of which *@ret_size are there; or NULL. */
struct dwarf_flow_code {
	const unsigned char *(*bytes)(void *ctx, uint64_t addr, size_t *ret_size);
	void *ctx;
	bool kernel;			/* %gs leads to the variables of a CPU */
};

/* For one file. The caller deletes it. NULL without libdw or libcapstone. */
struct dwarf_flows *dwarf_flows__new(const struct dwarf_flow_code *code);
void dwarf_flows__delete(struct dwarf_flows *flows);
/*
 * As dwarf_place__find(), which has found nothing. The function is followed when it is asked about for the first time.
 */
bool dwarf_flows__find(struct dwarf_flows *flows, struct dwarf_lines *d, const struct dwarf_globals *g, uint64_t addr,
		       const struct insn_memory *mem, struct dwarf_place *ret);

#endif /* PERF_CODE_DWARF_FLOW_H */
