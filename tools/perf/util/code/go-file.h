/* SPDX-License-Identifier: GPL-2.0-only */
/* Finds Go's table of functions in an ELF file. Private to util/code. */
#ifndef PERF_CODE_GO_FILE_H
#define PERF_CODE_GO_FILE_H

#include <stdbool.h>

#include "util/code/elf-view.h"
#include "util/code/go-table.h"

/* Opens the table of @elf, whose bytes are borrowed. Returns false if it has none, or one that cannot be read. */
bool go_file__open(struct go_table *t, const struct elf_view *elf);

#endif /* PERF_CODE_GO_FILE_H */
