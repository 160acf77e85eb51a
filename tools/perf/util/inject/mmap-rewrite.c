// SPDX-License-Identifier: GPL-2.0-only
/*
 * MMAP2: header; u32 pid, tid; u64 addr, len, pgoff; 24 bytes: u8 build_id_size, u8, u16, u8 id[20];
 * u32 prot, flags; filename. MMAP has the file name behind pgoff. A sample_id may follow either.
 */
#include "util/inject/mmap-rewrite.h"

#include <string.h>
#include <sys/mman.h>

#include "util/data/rewrite-attr.h"

#define MMAP_FIXED	(8 + 8 + 24)	/* bytes up to pgoff, header included */
#define ID_BYTES	24

bool mmap_rewrite(const struct record *r, const uint8_t *id, size_t size, struct strbuf *out)
{
	bool is_mmap2 = r->header.type == PERF_RECORD_MMAP2;
	size_t rest = is_mmap2 ? MMAP_FIXED + ID_BYTES : MMAP_FIXED;
	size_t total = r->header.size + (is_mmap2 ? 0 : ID_BYTES + 8);
	uint8_t field[ID_BYTES] = { (uint8_t)size };

	if (total > UINT16_MAX || size > BUILD_ID_MAX || r->header.size < rest)
		return false;
	memcpy(field + 4, id, size);
	strbuf__reset(out);
	rewrite__put32(out, PERF_RECORD_MMAP2, r->swap);
	rewrite__put16(out, r->header.misc | PERF_RECORD_MISC_MMAP_BUILD_ID, r->swap);
	rewrite__put16(out, (uint16_t)total, r->swap);
	strbuf__add(out, r->data + 8, MMAP_FIXED - 8);
	strbuf__add(out, field, sizeof(field));
	if (!is_mmap2) {
		/* MMAP records are about code, unless they say that they are about data. */
		rewrite__put32(out, r->header.misc & PERF_RECORD_MISC_MMAP_DATA ? PROT_READ : PROT_READ | PROT_EXEC,
			       r->swap);
		rewrite__put32(out, MAP_PRIVATE, r->swap);
	}
	strbuf__add(out, r->data + rest, r->header.size - rest);
	return true;
}
