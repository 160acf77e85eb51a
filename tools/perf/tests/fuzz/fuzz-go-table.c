// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: any bytes as the table of Go's runtime, and any bytes as the code of its functions. */
#include <elf.h>
#include <stdint.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/code/go-frame.h"
#include "util/code/go-table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define TEXT	0x401000
#define MAX_CODE	4096	/* bytes of a function */

static void check(const struct go_table *t, uint64_t addr, uint16_t machine, const uint8_t *data, size_t size)
{
	struct go_function f;
	struct go_move m;
	struct go_row row;
	unsigned char *code;
	size_t i;

	if (!go_table__function(t, addr, &f))
		return;
	if (addr < f.start || addr >= f.end)
		abort();
	if (go_table__move(t, &f, addr, &m) && (addr < m.start || addr >= m.end || m.end > f.end))
		abort();
	if (f.end - f.start > MAX_CODE)
		return;
	code = xmalloc((size_t)(f.end - f.start));
	for (i = 0; i < f.end - f.start; i++)
		code[i] = data[i % size];
	if (go_frame__row(t, &f, code, addr, unwind_machine__of(machine), &row) && (addr < row.start || addr >= row.end))
		abort();
	free(code);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct diag diag = DIAG_INIT;
	struct go_table t;
	uint64_t addr;

	if (go_table__open(&t, data, size, TEXT, &diag))
		return 0;
	for (addr = t.text ? t.text : TEXT; addr - (t.text ? t.text : TEXT) < 256; addr += 4) {
		check(&t, addr, EM_X86_64, data, size);
		check(&t, addr, EM_AARCH64, data, size);
	}
	return 0;
}
