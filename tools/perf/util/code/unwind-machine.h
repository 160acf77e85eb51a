/* SPDX-License-Identifier: GPL-2.0-only */
/* What unwinding must know of an architecture: DWARF's numbers of registers, and how a usual frame is laid out. */
#ifndef PERF_CODE_UNWIND_MACHINE_H
#define PERF_CODE_UNWIND_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/code/call-insn.h"

struct unwind_machine {
	uint16_t machine;		/* EM_* */
	uint8_t sp, fp, ip;		/* DWARF's numbers; UINT8_MAX: it has none */
	uint8_t base;			/* unwind_row.base_nr */
	enum call_machine calls;
	bool usual_frames;		/* frames have a layout, that of the two below */
	int64_t at_entry;		/* from the stack pointer to the caller's frame where a function begins, bytes */
	int64_t record;			/* from the frame pointer to the saved one of the caller in a usual frame, bytes */
};

/* Returns the entry of the machine EM_* that @machine is, static; NULL if its registers are not known here. */
const struct unwind_machine *unwind_machine__of(uint16_t machine);

#endif /* PERF_CODE_UNWIND_MACHINE_H */
