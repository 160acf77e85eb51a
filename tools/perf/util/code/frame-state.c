// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/frame-state.h"

#include <elfutils/libdw.h>
#include <gelf.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/names-file.h"
#include "util/code/cfi-functions.h"
#include "util/code/cfi-row.h"
#include "util/symbol/dwarf-bounded.h"

struct frame_states {
	Elf *elf;
	const struct cfi_arch *arch;
	Dwarf_CFI *eh;			/* .eh_frame, or NULL */
	Dwarf *dwarf;			/* of .debug_frame, or NULL */
	Dwarf_CFI *debug;		/* @dwarf's */
	int debug_fd;			/* -1: there is none */
	struct cfi_functions functions;
	bool listed;			/* @functions are there */
};

const char *frame_state__name(enum frame_state state)
{
	static const char *const names[FRAME_STATE_NR] = {
		[FRAME_STATE_UNKNOWN] = "unknown", [FRAME_STATE_OWN] = "own", [FRAME_STATE_CALLERS] = "caller's",
		[FRAME_STATE_SAVED] = "saved", [FRAME_STATE_LOST] = "lost", [FRAME_STATE_SIGNAL] = "signal",
		[FRAME_STATE_OUTERMOST] = "outermost",
	};

	return (unsigned int)state < FRAME_STATE_NR ? names[state] : "";
}

struct frame_states *frame_states__open(const void *image, size_t size)
{
	struct frame_states *fs = xzalloc(sizeof(*fs));

	fs->debug_fd = -1;
	elf_version(EV_CURRENT);
	/*
	 * libelf does not write to it. libdw does, where debug information is compressed: that is only read from a file of its
	 * own.
	 */
	fs->elf = elf_memory((char *)(uintptr_t)image, size);
	fs->arch = fs->elf ? cfi_arch__of(fs->elf) : NULL;
	if (!fs->arch) {
		frame_states__close(fs);
		return NULL;
	}
	fs->eh = dwarf_getcfi_elf(fs->elf);
	return fs;
}

void frame_states__add_debug(struct frame_states *fs, const char *path)
{
	if (fs->debug || fs->debug_fd != -1)
		return;
	fs->debug_fd = names_file__open(path, NULL);
	fs->dwarf = fs->debug_fd >= 0 ? dwarf_bounded__begin(fs->debug_fd, path) : NULL;
	fs->debug = fs->dwarf ? dwarf_getcfi(fs->dwarf) : NULL;
	cfi_functions__exit(&fs->functions);
	fs->listed = false;
}

void frame_states__close(struct frame_states *fs)
{
	if (!fs)
		return;
	if (fs->eh)
		dwarf_cfi_end(fs->eh);
	dwarf_bounded__end(fs->dwarf);
	if (fs->debug_fd >= 0)
		close(fs->debug_fd);
	if (fs->elf)
		elf_end(fs->elf);
	cfi_functions__exit(&fs->functions);
	free(fs);
}

static enum frame_state state_of(const struct cfi_row *row, const struct cfi_arch *arch)
{
	if (row->base == CFI_BASE_NONE)
		return FRAME_STATE_UNKNOWN;
	if (row->signal)
		return FRAME_STATE_SIGNAL;
	if (row->outermost)
		return FRAME_STATE_OUTERMOST;
	switch (row->fp) {
	case CFI_FP_SAME:
		/* Where the frame is counted from it, it is in use. */
		return row->base == CFI_BASE_FP ? FRAME_STATE_LOST : FRAME_STATE_CALLERS;
	case CFI_FP_AT_FP:
		return row->fp_offset == arch->record ? FRAME_STATE_OWN : FRAME_STATE_LOST;
	case CFI_FP_AT_BASE:
		if (row->base == CFI_BASE_FP)
			return row->fp_offset == arch->record ? FRAME_STATE_OWN : FRAME_STATE_LOST;
		/*
		 * A place below the stack pointer is one that was left: compilers do not say that the register has its
		 * old value again when they have taken it from there.
		 */
		return row->fp_offset < 0 ? FRAME_STATE_CALLERS : FRAME_STATE_SAVED;
	case CFI_FP_OTHER:
		break;
	}
	return FRAME_STATE_LOST;
}

void frame_states__at(struct frame_states *fs, uint64_t addr, struct frame_row *ret)
{
	struct cfi_row row = { .base = CFI_BASE_NONE };

	if (fs->eh)
		cfi_row__read(fs->eh, addr, fs->arch, &row);
	if (row.base == CFI_BASE_NONE && !row.outermost && fs->debug)
		cfi_row__read(fs->debug, addr, fs->arch, &row);
	*ret = (struct frame_row){ .start = addr, .end = addr + 1 };
	if (row.end > addr)
		ret->end = row.end;
	ret->state = state_of(&row, fs->arch);
	ret->saved = row.fp_offset - fs->arch->record;
	ret->at_entry = row.base == CFI_BASE_SP && row.cfa_offset == fs->arch->at_entry;
}

static void list_functions(struct frame_states *fs)
{
	cfi_functions__read(fs->elf, ".eh_frame", &fs->functions);
	if (fs->debug)
		cfi_functions__read(dwarf_getelf(fs->dwarf), ".debug_frame", &fs->functions);
	cfi_functions__sort(&fs->functions);
	fs->listed = true;
}

bool frame_states__function(struct frame_states *fs, uint64_t addr, uint64_t *ret_start, uint64_t *ret_end)
{
	const struct cfi_function *f;

	if (!fs->listed)
		list_functions(fs);
	f = cfi_functions__find(&fs->functions, addr);
	if (!f)
		return false;
	*ret_start = f->start;
	*ret_end = f->end;
	return true;
}
