// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer: what the frame pointer holds by an ELF file's unwind tables, with those of its debug file, and the functions that they
 * are of. The first 8 bytes are addresses. See fuzz-unwind-file.c for the tables alone.
 */
#include "tests/fuzz/fuzz.h"

#include "util/code/frame-state.h"

#define NR_ADDRESSES	4

static void frame_rows(const void *image, size_t size, const char *path, const uint16_t *addrs)
{
	struct frame_states *fs = frame_states__open(image, size);
	int i;

	if (!fs)
		return;
	frame_states__add_debug(fs, path);
	for (i = 0; i < NR_ADDRESSES; i++) {
		struct frame_row row;
		uint64_t start, end;

		frame_states__at(fs, addrs[i], &row);
		if (row.state >= FRAME_STATE_NR || row.start > addrs[i] || row.end <= addrs[i])
			abort();
		if (frame_states__function(fs, addrs[i], &start, &end) && (start > addrs[i] || end <= addrs[i]))
			abort();
	}
	frame_states__close(fs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint16_t addrs[NR_ADDRESSES];
	char path[FUZZ_PATH], *image;
	int fd;

	if (size < sizeof(addrs))
		return 0;
	memcpy(addrs, data, sizeof(addrs));
	data += sizeof(addrs);
	size -= sizeof(addrs);
	fd = fuzz__file(data, size, path);
	if (fd < 0)
		return 0;
	image = fuzz__string(data, size);
	frame_rows(image, size, path, addrs);
	free(image);
	close(fd);
	return 0;
}
