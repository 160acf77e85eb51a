// SPDX-License-Identifier: GPL-2.0-only
#include "util/event/mem-data-src.h"

#include <stdbool.h>

#include "util/base/alloc.h"

/*
 * The word, from the least significant bit: op 5, level 14, snoop 5, lock 2, TLB 7, level number 4,
 * remote 1, more snoop 2, blocked 3, hops 3.
 */
#define FIELD(word, shift, bits)	((unsigned int)((word) >> (shift)) & ((1U << (bits)) - 1))
#define FIELD_MASK(shift, bits)		(((UINT64_C(1) << (bits)) - 1) << (shift))
#define OP(w)		FIELD(w, 0, 5)
#define LEVEL(w)	FIELD(w, 5, 14)
#define SNOOP(w)	FIELD(w, 19, 5)
#define LOCK(w)		FIELD(w, 24, 2)
#define TLB(w)		FIELD(w, 26, 7)
#define LEVEL_NUM(w)	FIELD(w, 33, 4)
#define REMOTE(w)	FIELD(w, 37, 1)
#define SNOOP_MORE(w)	FIELD(w, 38, 2)
#define BLOCKED(w)	FIELD(w, 40, 3)
#define HOPS(w)		FIELD(w, 43, 3)

#define NOT_AVAILABLE	1U		/* bit 0 of most fields */
#define LEVEL_NUM_NONE	15U
#define LAST_HOPS	4U		/* the last number with a name */

/* The names of the set bits, with " or " between them; returns how many. */
static unsigned int add_names(struct strbuf *out, unsigned int bits, const char *const *names, unsigned int nr)
{
	unsigned int i, n = 0;

	for (i = 0; i < nr; i++) {
		if (!(bits >> i & 1) || !names[i])
			continue;
		strbuf__addf(out, "%s%s", n++ ? " or " : "", names[i]);
	}
	return n;
}

static void add_op(struct strbuf *out, unsigned int op)
{
	static const char *const names[] = { "N/A", "LOAD", "STORE", "PFETCH", "EXEC" };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names) && !(op >> i & 1); i++)
		;
	strbuf__addf(out, "|OP %s", i < ARRAY_SIZE(names) ? names[i] : "No");
}

static void add_level_number(struct strbuf *out, uint64_t w)
{
	static const char *const levels[16] = {
		[1] = "L1", [2] = "L2", [3] = "L3", [4] = "L4", [5] = "L2 MHB", [6] = "Memory-side Cache",
		[8] = "Uncached", [9] = "CXL", [10] = "I/O", [11] = "Any cache", [12] = "LFB/MAB", [13] = "RAM",
		[14] = "PMEM",
	};
	static const char *const hops[8] = {
		[1] = "core, same node", [2] = "node, same socket", [3] = "socket, same board", [4] = "board",
	};
	unsigned int level = LEVEL_NUM(w);

	if (REMOTE(w))
		strbuf__addstr(out, "Remote ");
	if (hops[HOPS(w)])
		strbuf__addf(out, "%s ", hops[HOPS(w)]);
	if (levels[level])
		strbuf__addf(out, "%s ", levels[level]);
	else
		strbuf__addf(out, "Unknown level %u ", level);
}

/* Without N/A, hit and miss. */
static const char *const levels[] = {
	NULL, NULL, NULL, "L1", "LFB/MAB", "L2", "L3", "Local RAM", "Remote RAM (1 hop)", "Remote RAM (2 hops)",
	"Remote Cache (1 hop)", "Remote Cache (2 hops)", "I/O", "Uncached",
};

static bool has_level_number(uint64_t w)
{
	return LEVEL_NUM(w) && LEVEL_NUM(w) != LEVEL_NUM_NONE;
}

static void add_level(struct strbuf *out, uint64_t w)
{
	unsigned int level = LEVEL(w);

	if (has_level_number(w)) {
		add_level_number(out, w);
	} else if (add_names(out, level, levels, ARRAY_SIZE(levels))) {
		strbuf__addch(out, ' ');
	} else {
		strbuf__addstr(out, "N/A");
		return;
	}
	if (level & 2)
		strbuf__addstr(out, "hit");
	else if (level & 4)
		strbuf__addstr(out, "miss");
}

static const char *const snoops[] = { "N/A", "None", "Hit", "Miss", "HitM", "Fwd", "Peer" };

static void add_snoop(struct strbuf *out, uint64_t w)
{
	if (!add_names(out, SNOOP(w) | SNOOP_MORE(w) << 5, snoops, ARRAY_SIZE(snoops)))
		strbuf__addstr(out, "N/A");
}

static const char *const tlbs[] = { "N/A", NULL, NULL, "L1", "L2", "Walker", "Fault" };

static void add_tlb(struct strbuf *out, unsigned int tlb)
{
	if (!add_names(out, tlb, tlbs, ARRAY_SIZE(tlbs)))
		strbuf__addstr(out, "N/A");
	if (tlb & 2)
		strbuf__addstr(out, " hit");
	if (tlb & 4)
		strbuf__addstr(out, " miss");
}

static void add_blocked(struct strbuf *out, unsigned int blocked)
{
	if (!blocked || blocked & NOT_AVAILABLE)
		strbuf__addstr(out, " N/A");
	else
		strbuf__addf(out, "%s%s", blocked & 2 ? " Data" : "", blocked & 4 ? " Addr" : "");
}

static void add_lock(struct strbuf *out, unsigned int lock)
{
	strbuf__addstr(out, lock & NOT_AVAILABLE ? "N/A" : lock ? "Yes" : "No");
}

void mem_data_src__part_text(uint64_t data_src, enum mem_part part, struct strbuf *out)
{
	switch (part) {
	case MEM_LEVEL:
		add_level(out, data_src);
		break;
	case MEM_SNOOP:
		add_snoop(out, data_src);
		break;
	case MEM_TLB:
		add_tlb(out, TLB(data_src));
		break;
	case MEM_LOCK:
		add_lock(out, LOCK(data_src));
		break;
	case MEM_BLOCKED:
		add_blocked(out, BLOCKED(data_src));
		break;
	}
}

void mem_data_src__text(uint64_t data_src, struct strbuf *out)
{
	static const struct { const char *title; enum mem_part part; } parts[] = {
		{ "|LVL ", MEM_LEVEL }, { "|SNP ", MEM_SNOOP }, { "|TLB ", MEM_TLB }, { "|LCK ", MEM_LOCK },
		{ "|BLK ", MEM_BLOCKED },
	};
	size_t begin = out->len, i;

	add_op(out, OP(data_src));
	for (i = 0; i < ARRAY_SIZE(parts); i++) {
		strbuf__addstr(out, parts[i].title);
		mem_data_src__part_text(data_src, parts[i].part, out);
	}
	if (out->len - begin > MEM_DATA_SRC_WIDTH)
		strbuf__truncate(out, begin + MEM_DATA_SRC_WIDTH);
}

/* The bits that have a name. */
static unsigned int named(unsigned int bits, const char *const *names, unsigned int nr)
{
	unsigned int i, out = 0;

	for (i = 0; i < nr; i++)
		if (names[i])
			out |= bits & 1U << i;
	return out;
}

/* Of the level only what add_level() looks at. */
static uint64_t level_part(uint64_t w)
{
	unsigned int level = named(LEVEL(w), levels, ARRAY_SIZE(levels)), outcome = LEVEL(w) & (LEVEL(w) & 2 ? 2 : 4);

	if (has_level_number(w))
		return (uint64_t)outcome << 5 | (w & FIELD_MASK(33, 5)) |
		       (HOPS(w) <= LAST_HOPS ? w & FIELD_MASK(43, 3) : 0);
	return level ? (uint64_t)(level | outcome) << 5 : 0;
}

uint64_t mem_data_src__part(uint64_t w, enum mem_part part)
{
	unsigned int snoop = named(SNOOP(w) | SNOOP_MORE(w) << 5, snoops, ARRAY_SIZE(snoops));

	switch (part) {
	case MEM_LEVEL:
		return level_part(w);
	case MEM_SNOOP:
		return snoop == NOT_AVAILABLE ? 0 : w & (FIELD_MASK(19, 5) | FIELD_MASK(38, 2));
	case MEM_TLB:
		/* "N/A" is both the bit and no bit at all. */
		return TLB(w) == NOT_AVAILABLE ? 0 : w & FIELD_MASK(26, 7);
	case MEM_LOCK:
		return LOCK(w) & NOT_AVAILABLE ? FIELD_MASK(24, 1) : w & FIELD_MASK(24, 2);
	case MEM_BLOCKED:
		return BLOCKED(w) & NOT_AVAILABLE ? 0 : w & FIELD_MASK(40, 3);
	}
	return 0;
}

uint64_t mem_data_src__recorded_level(uint64_t data_src)
{
	return LEVEL(data_src);
}

struct mem_fields mem_data_src__fields(uint64_t data_src)
{
	return (struct mem_fields){ .op = OP(data_src), .level = LEVEL_NUM(data_src), .snoop = SNOOP(data_src),
				    .tlb = TLB(data_src) };
}
