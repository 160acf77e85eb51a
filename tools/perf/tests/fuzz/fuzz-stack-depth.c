// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: any bytes as code whose unwind rows are to be proven. */
#include <stdint.h>
#include <stdlib.h>

#include "util/code/stack-depth.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define ADDR	0x401000

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct stack_depth *d;
	struct stack_depth_input in = { .code = data, .start = ADDR, .end = ADDR + size, .is_function = true };
	struct stack_depth_row *rows, row;
	size_t nr, i;

	if (!d)
		d = stack_depth__new(CALL_MACHINE_X86_64);
	if (!d || size > 4096)
		return 0;
	rows = stack_depth__rows(d, &in, &nr);
	for (i = 0; i < nr; i++) {
		if (rows[i].start >= rows[i].end || rows[i].start < ADDR || rows[i].end > ADDR + size)
			abort();
		if (i && rows[i].start < rows[i - 1].end)
			abort();
		/* A return address lies between the stack pointer and the caller's frame, unless it was taken off the stack. */
		if (rows[i].sp_known && rows[i].sp_offset < 8 && rows[i].row.ra.where != UNWIND_IN_REGISTER)
			abort();
	}
	free(rows);
	in.is_function = false;
	for (i = 0; i < size; i += size / 8 + 1)
		if (stack_depth__row_at(d, &in, ADDR + i, i & 1, &row) && (row.start != ADDR + i || row.end > ADDR + size))
			abort();
	(void)stack_depth__is_entry(d, &in, ADDR, ADDR + size / 2);
	return 0;
}
