// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer: the rows of an ELF file's unwind tables, and the functions that they are of. The first 8 bytes are
 * addresses.
 */
#include "tests/fuzz/fuzz.h"

#include "util/code/frame-state.h"
#include "util/code/unwind-cfi.h"

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

static void cfi_rows(struct unwind_cfi *cfi, const uint16_t *addrs)
{
	struct arena arena = { 0 };
	char text[UNWIND_ROW_TEXT];
	int i;

	if (!cfi)
		return;
	for (i = 0; i < NR_ADDRESSES; i++) {
		struct unwind_row row = unwind_cfi__row(cfi, addrs[i], &arena);

		unwind_row__text(&row, text);
		if (unwind_row__contradicts(&row, &row))
			abort();
	}
	unwind_cfi__close(cfi);
	arena__exit(&arena);
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
	cfi_rows(unwind_cfi__open(path, NULL, 0, NULL), addrs);
	cfi_rows(unwind_cfi__open(NULL, image, size, path), addrs);
	free(image);
	close(fd);
	return 0;
}
