/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Jumps from what seems to be one function to another, in a file that does not tell where functions are: the part of called-starts.h that
 * needs to know where they may begin. Private to util/code.
 */
#ifndef PERF_CODE_CALLED_JUMPS_H
#define PERF_CODE_CALLED_JUMPS_H

#include "util/code/called-starts.h"
#include "util/code/code-bits.h"

/* In called-starts.c: does nothing run on from the code of @part in front of @addr, which lies in it? */
bool called_starts__ends_code(const struct elf_view *elf, const struct elf_part *part, uint64_t addr);

/* Sets @s->jumped and @s->jumps by @s->starts. @found: of the same file, @elf, without a bit that is set, and so it is left. */
void called_jumps__read(struct called_starts *s, const struct elf_view *elf, struct code_bits *found);

#endif /* PERF_CODE_CALLED_JUMPS_H */
