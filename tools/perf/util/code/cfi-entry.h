/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Entries of call frame information (.eh_frame, .debug_frame): a CIE, which says what several functions have in common, and an
 * FDE, which is about one function or a part of one. Their instructions are the matter of cfi-program.h.
 */
#ifndef PERF_CODE_CFI_ENTRY_H
#define PERF_CODE_CFI_ENTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/cursor.h"

/* A section with entries; an empty one has no bytes. */
struct cfi_section {
	const unsigned char *bytes;	/* borrowed */
	size_t size;			/* bytes */
	uint64_t addr;			/* as linked */
	bool eh;			/* .eh_frame; else .debug_frame */
	bool open_end;			/* it is not known where it ends: at the first entry of length 0 */
	bool is_64;			/* addresses have 64 bits, else 32 */
	bool swap;
};

struct cfi_cie {
	uint64_t code_align;
	int64_t data_align;
	uint64_t ra;			/* DWARF's number of the column that has the return address */
	size_t program, program_end;	/* offsets in the section */
	uint8_t encoding;		/* of addresses, see cfi_pointer__read() */
	bool sized;			/* FDEs have augmentation data, and its size before it */
	bool signal;			/* the frame of a signal handler */
};

struct cfi_fde {
	struct cfi_cie cie;
	uint64_t start, end;		/* [start, end), as linked; never empty */
	size_t program, program_end;	/* offsets in the section */
	size_t offset;			/* of the entry */
};

/* How an entry begins. */
struct cfi_head {
	size_t body, end;		/* offsets: behind the number that says what it is, and of the next entry */
	size_t cie;			/* offset of an FDE's CIE */
	bool is_cie;
	bool is_end;			/* of length 0: no entry, and often the last of the section */
};

/* Reads the beginning of the entry at @offset. Returns false if it is no entry that lies in the section. */
bool cfi_head__read(const struct cfi_section *s, size_t offset, struct cfi_head *ret);
/* Reads the CIE at @offset. Returns false if it is none, is damaged, or has something that is not known here. */
bool cfi_cie__read(const struct cfi_section *s, size_t offset, struct cfi_cie *ret);
/*
 * Reads the addresses of the FDE at @offset, whose beginning is @head and whose CIE is in @ret already, into @ret. Returns
 * false if it is damaged, or of a function that the linker has left out.
 */
bool cfi_fde__fill(const struct cfi_section *s, size_t offset, const struct cfi_head *head, struct cfi_fde *ret);
/* Reads the FDE at @offset and its CIE. Returns false if it is none, or one of the two is damaged. */
bool cfi_fde__read(const struct cfi_section *s, size_t offset, struct cfi_fde *ret);

/* DW_EH_PE_*: how a pointer is written, and what it counts from. */
enum {
	CFI_PTR_ABS = 0x00, CFI_PTR_ULEB = 0x01, CFI_PTR_U2 = 0x02, CFI_PTR_U4 = 0x03, CFI_PTR_U8 = 0x04,
	CFI_PTR_SLEB = 0x09, CFI_PTR_S2 = 0x0a, CFI_PTR_S4 = 0x0b, CFI_PTR_S8 = 0x0c, CFI_PTR_FORM = 0x0f,
	CFI_PTR_FROM_HERE = 0x10, CFI_PTR_FROM_DATA = 0x30, CFI_PTR_ALIGNED = 0x50, CFI_PTR_FROM = 0x70,
	CFI_PTR_INDIRECT = 0x80, CFI_PTR_OMIT = 0xff,
};

/*
 * Reads a pointer in @encoding at @c, a cursor that began with byte @base of the section; @data: the address that
 * CFI_PTR_FROM_DATA counts from. An encoding that cannot be known from the section alone makes @c bad.
 */
uint64_t cfi_pointer__read(const struct cfi_section *s, struct cursor *c, size_t base, uint8_t encoding, uint64_t data);

#endif /* PERF_CODE_CFI_ENTRY_H */
