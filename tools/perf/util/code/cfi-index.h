/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds the FDE of an address: by the search table that linkers put into .eh_frame_hdr, or else by a list that is made once
 * of the whole section.
 */
#ifndef PERF_CODE_CFI_INDEX_H
#define PERF_CODE_CFI_INDEX_H

#include "util/code/cfi-entry.h"

/* What the list of one section may take; the largest programs that there are need half of it. */
#define CFI_INDEX_BYTES	((size_t)64 << 20)

struct cfi_index_entry {
	uint64_t start, end;		/* [start, end), as linked */
	size_t offset;			/* of the FDE in the section */
};

struct cfi_index {
	struct cfi_section section;
	/* The search table; without bytes: there is none that can be used. */
	struct cfi_section table;	/* from the beginning of .eh_frame_hdr */
	size_t entries, nr_entries;	/* where its entries begin, and how many there are */
	size_t field;			/* bytes of each of the two fields of an entry */
	uint8_t encoding;
	bool checked;			/* the table was looked at, whether it is sorted */
	/* All entries of the section, in the order of their addresses. */
	struct cfi_index_entry *list;	/* owned */
	size_t nr, cap;
	bool listed;
	bool cut;			/* the section has more entries than the list may have */
};

/*
 * Prepares @index for @section, which may be empty. @hdr: .eh_frame_hdr, or an empty one. Their bytes are borrowed. Nothing is
 * read but the beginning of @hdr.
 */
void cfi_index__init(struct cfi_index *index, const struct cfi_section *section, const struct cfi_section *hdr);
void cfi_index__exit(struct cfi_index *index);
/*
 * Reads the FDE that contains @addr into @ret. Returns false if there is none: then *@ret_next is where the next one begins that a
 * look-up finds, UINT64_MAX if there is none. The answer does not depend on what was asked
 * before: a search table that is not sorted, or an entry of it that lies, is not believed, and the list is asked.
 */
bool cfi_index__find(struct cfi_index *index, uint64_t addr, struct cfi_fde *ret, uint64_t *ret_next);

/* What .eh_frame_hdr says of .eh_frame: its address, as linked. Returns false if it does not say so in a way that is known. */
bool cfi_hdr__section(const struct cfi_section *hdr, uint64_t *ret_addr);

#endif /* PERF_CODE_CFI_INDEX_H */
