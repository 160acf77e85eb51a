// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/dwarf-location.h"

#include <dwarf.h>
#include <stdlib.h>

#include "util/symbol/dwarf-function.h"

/* A register as an operand: DW_OP_reg3, DW_OP_breg3 and so on, by the first of them. */
static int reg_of(const Dwarf_Op *op, unsigned int first, unsigned int general)
{
	if (op->atom >= first && op->atom < first + 32)
		return (int)(op->atom - first);
	return op->atom == general && op->number < 1024 ? (int)op->number : -1;
}

static int64_t distance_of(const Dwarf_Op *op)
{
	return (int64_t)(op->atom == DW_OP_bregx ? op->number2 : op->number);
}

/* The frame's beginning as register and distance, from the unwind tables. */
static bool find_cfa(struct dwarf_lines *d, uint64_t addr, int *ret_reg, int64_t *ret_distance)
{
	Dwarf_Frame *frame;
	bool found = false;
	Dwarf_Op *ops;
	size_t i, nr;

	for (i = 0; !found && i < 2; i++) {
		Dwarf_CFI *table = dwarf_lines__cfi(d, !i);

		if (!table || dwarf_cfi_addrframe(table, addr, &frame))
			continue;
		if (!dwarf_frame_cfa(frame, &ops, &nr) && nr == 1) {
			*ret_reg = reg_of(&ops[0], DW_OP_breg0, DW_OP_bregx);
			*ret_distance = distance_of(&ops[0]);
			found = *ret_reg >= 0;
		}
		free(frame);
	}
	return found;
}

/* What DW_OP_fbreg counts from. */
static bool find_frame_base(struct dwarf_lines *d, Dwarf_Die *in, uint64_t addr, int *ret_reg, int64_t *ret_distance)
{
	Dwarf_Die function = *in;
	Dwarf_Attribute attr;
	Dwarf_Op *ops;
	size_t nr;

	if (!dwarf_attr_integrate(&function, DW_AT_frame_base, &attr) || dwarf_getlocation_addr(&attr, addr, &ops, &nr, 1) != 1 || nr != 1)
		return false;
	if (ops[0].atom == DW_OP_call_frame_cfa)
		return find_cfa(d, addr, ret_reg, ret_distance);
	*ret_distance = 0;
	*ret_reg = reg_of(&ops[0], DW_OP_reg0, DW_OP_regx);
	if (*ret_reg >= 0)
		return true;
	*ret_reg = reg_of(&ops[0], DW_OP_breg0, DW_OP_bregx);
	*ret_distance = distance_of(&ops[0]);
	return *ret_reg >= 0;
}

/* Is the variable's value a register, plus a distance? */
static bool is_value(const Dwarf_Op *ops, size_t nr, struct dwarf_location *ret)
{
	ret->kind = DWARF_IN_REGISTER;
	ret->reg = nr == 1 ? reg_of(&ops[0], DW_OP_reg0, DW_OP_regx) : -1;
	if (ret->reg >= 0)
		return true;
	if (nr != 2 || ops[1].atom != DW_OP_stack_value)
		return false;
	ret->reg = reg_of(&ops[0], DW_OP_breg0, DW_OP_bregx);
	ret->distance = distance_of(&ops[0]);
	return ret->reg >= 0;
}

bool dwarf_location__of(struct dwarf_lines *d, Dwarf_Die *function, Dwarf_Die *var, uint64_t addr, struct dwarf_location *ret)
{
	Dwarf_Attribute attr;
	Dwarf_Op *ops;
	size_t nr;

	*ret = (struct dwarf_location){ .reg = -1 };
	if (!dwarf_attr(var, DW_AT_location, &attr) || dwarf_getlocation_addr(&attr, addr, &ops, &nr, 1) != 1 || !nr)
		return false;
	if (is_value(ops, nr, ret))
		return true;
	if (nr != 1)
		return false;
	ret->kind = DWARF_IN_MEMORY;
	if (ops[0].atom == DW_OP_fbreg) {
		if (!function || !find_frame_base(d, function, addr, &ret->reg, &ret->distance))
			return false;
		ret->distance += (int64_t)ops[0].number;
		return true;
	}
	if (ops[0].atom == DW_OP_addr) {
		ret->kind = DWARF_AT_ADDRESS;
		ret->address = ops[0].number;
		return true;
	}
	ret->reg = reg_of(&ops[0], DW_OP_breg0, DW_OP_bregx);
	ret->distance = distance_of(&ops[0]);
	return ret->reg >= 0;
}

/* DW_OP_lit5, or an operand that is written. */
static bool is_literal(const Dwarf_Op *op, int64_t *ret)
{
	*ret = op->atom >= DW_OP_lit0 && op->atom <= DW_OP_lit31 ? op->atom - DW_OP_lit0 : (int64_t)op->number;
	return (op->atom >= DW_OP_lit0 && op->atom <= DW_OP_lit31) || (op->atom >= DW_OP_const1u && op->atom <= DW_OP_consts);
}

bool dwarf_location__is_number(Dwarf_Die *var, uint64_t addr, int64_t *ret)
{
	Dwarf_Attribute attr;
	Dwarf_Sword number;
	Dwarf_Op *ops;
	size_t nr;

	if (dwarf_attr(var, DW_AT_const_value, &attr) && !dwarf_formsdata(&attr, &number)) {
		*ret = number;
		return true;
	}
	return dwarf_attr(var, DW_AT_location, &attr) && dwarf_getlocation_addr(&attr, addr, &ops, &nr, 1) == 1 && nr == 2 &&
	       ops[1].atom == DW_OP_stack_value && is_literal(&ops[0], ret);
}

bool dwarf_location__part(Dwarf_Die *var, uint64_t addr, uint64_t offset, struct dwarf_location *ret)
{
	uint64_t at = 0;
	Dwarf_Attribute attr;
	Dwarf_Op *ops;
	size_t i, nr;

	*ret = (struct dwarf_location){ .kind = DWARF_IN_REGISTER, .reg = -1 };
	if (!dwarf_attr(var, DW_AT_location, &attr) || dwarf_getlocation_addr(&attr, addr, &ops, &nr, 1) != 1)
		return false;
	/* A register, or nothing where that part is nowhere, and how many bytes it is. */
	for (i = 0; i < nr && at <= offset; i++) {
		if (ops[i].atom != DW_OP_piece)
			continue;
		if (at == offset && i && ops[i - 1].atom != DW_OP_piece)
			ret->reg = reg_of(&ops[i - 1], DW_OP_reg0, DW_OP_regx);
		at += ops[i].number;
		if (!ops[i].number)
			break;
	}
	return ret->reg >= 0;
}
