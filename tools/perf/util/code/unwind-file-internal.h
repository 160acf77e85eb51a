/* SPDX-License-Identifier: GPL-2.0-only */
/* What unwind-file.c and unwind-file-open.c share. */
#ifndef PERF_CODE_UNWIND_FILE_INTERNAL_H
#define PERF_CODE_UNWIND_FILE_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/code/cfi-table.h"
#include "util/code/debug-section.h"
#include "util/code/elf-view.h"
#include "util/code/endless.h"
#include "util/code/sframe.h"
#include "util/code/table-doubt.h"
#include "util/code/unwind-code.h"
#include "util/code/unwind-file.h"

/* .debug_frame, which is looked for when it is needed. */
struct debug_frame {
	bool tried;
	struct debug_section section;	/* its bytes */
	struct cfi_table table;
};

/* Another file, which has only debug information. */
struct debug_file {
	const void *bytes;		/* NULL: there is none */
	size_t size;
	bool check;			/* only if its checksum is @crc */
	uint32_t crc;
	struct elf_view elf;
	struct debug_frame frame;
};

struct unwind_file {
	struct elf_view elf;
	const struct unwind_machine *machine;
	struct cfi_table eh;		/* .eh_frame */
	struct debug_frame debug;
	struct debug_file separate;
	struct sframe sframe;
	bool has_sframe;
	struct unwind_code code;
	struct cfi_table *by;		/* which of the tables has answered last */
	struct table_doubts doubts;
	struct endless_functions endless;
	struct unwind_exprs exprs;
};

/*
 * .debug_frame of the file, and that of the separate one, which are opened when they are asked for first. Without
 * entries where there is none.
 */
struct cfi_table *unwind_file__debug_table(struct unwind_file *f);
struct cfi_table *unwind_file__separate_table(struct unwind_file *f);

#endif /* PERF_CODE_UNWIND_FILE_INTERNAL_H */
