// SPDX-License-Identifier: GPL-2.0-only
/* Built instead of frame-state.c where there is no libdw. */
#include "util/code/frame-state.h"

const char *frame_state__name(enum frame_state state)
{
	(void)state;
	return "unknown";
}

struct frame_states *frame_states__open(const void *image, size_t size)
{
	(void)image, (void)size;
	return NULL;
}

void frame_states__add_debug(struct frame_states *fs, const char *path)
{
	(void)fs, (void)path;
}

void frame_states__close(struct frame_states *fs)
{
	(void)fs;
}

void frame_states__at(struct frame_states *fs, uint64_t addr, struct frame_row *ret)
{
	(void)fs;
	*ret = (struct frame_row){ .start = addr, .end = addr + 1 };
}

bool frame_states__function(struct frame_states *fs, uint64_t addr, uint64_t *ret_start, uint64_t *ret_end)
{
	(void)fs, (void)addr, (void)ret_start, (void)ret_end;
	return false;
}
