// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: debug information (lines, inlined functions, globals) and unwind tables. The first 8 bytes are addresses. */
#include "tests/fuzz/fuzz.h"

#include "util/code/dwarf-types.h"
#include "util/defer/frame-pointers.h"
#include "util/symbol/dwarf-lines.h"

#define NR_ADDRESSES	4

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct src_frame frames[DWARF_MAX_INLINED];
	struct frame_pointers fp;
	struct dwarf_lines *d;
	char path[FUZZ_PATH];
	uint16_t addrs[NR_ADDRESSES];
	int fd, i;

	if (size < sizeof(addrs))
		return 0;
	memcpy(addrs, data, sizeof(addrs));
	fd = fuzz__file(data + sizeof(addrs), size - sizeof(addrs), path);
	if (fd < 0)
		return 0;
	(void)frame_pointers__measure(path, &fp);
	d = dwarf_lines__open(path, true);
	for (i = 0; d && i < NR_ADDRESSES; i++) {
		uint32_t n = dwarf_lines__find(d, addrs[i], frames);

		if (n > DWARF_MAX_INLINED)
			abort();
	}
	if (d)
		dwarf_globals__delete(dwarf_globals__new(d));
	dwarf_lines__close(d);
	close(fd);
	return 0;
}
