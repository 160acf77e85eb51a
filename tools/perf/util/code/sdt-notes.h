/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Markers of user space (SDT, "USDT"): places in a program that its authors have named, by the macros of <sys/sdt.h>.
 * Each is a nop, and a note in the section .note.stapsdt that says where it is, and where its arguments are then.
 */
#ifndef PERF_CODE_SDT_NOTES_H
#define PERF_CODE_SDT_NOTES_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/code/elf-view.h"

struct sdt_note {
	char *provider, *name;		/* owned */
	char *args;			/* "8@%rdi -4@$5", in the assembler's notation; owned */
	uint64_t offset;		/* of its instruction in the file, bytes */
	/*
	 * Of its semaphore in the file, a counter of 16 bits: while it is 0 the program does not compute the
	 * arguments, or even leaves the marker out. 0: it has none.
	 */
	uint64_t semaphore;
};

struct sdt_notes {
	struct sdt_note *at;
	size_t nr, cap;
	uint16_t machine;		/* EM_* */
};

/*
 * Appends the markers of @v, in the order of the file, to zero-initialised @notes; the caller frees them in any case.
 * Those whose place does not lie in the file are left out. Returns 0, also if there are none; -EBADMSG with @diag set:
 * the section is damaged; what stands before the damage is there.
 */
int sdt_notes__read(struct sdt_notes *notes, const struct elf_view *v, struct diag *diag);
/* Does the same with the file @path. Other errors: it cannot be read, -ENOEXEC: it is no ELF file. */
int sdt_notes__read_file(struct sdt_notes *notes, const char *path, struct diag *diag);
void sdt_notes__exit(struct sdt_notes *notes);

#endif /* PERF_CODE_SDT_NOTES_H */
