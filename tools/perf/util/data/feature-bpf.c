// SPDX-License-Identifier: GPL-2.0-only
/* Features about BPF programs: what the kernel said of each, and the types (BTF) that name their functions. */
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/data/feature-internal.h"

/* Where struct bpf_prog_info has its fields; a kernel's may be longer. */
enum {
	INFO_ID = 4, INFO_INSNS_LEN = 16, INFO_INSNS = 24, INFO_NAME = 64, INFO_NR_KSYMS = 104, INFO_KSYMS = 112, INFO_BTF_ID = 128, INFO_FUNC_INFO = 136,
	INFO_NR_TAGS = 180, INFO_MIN_SIZE = 192,
};

/* Which arrays are there: a bit of each, in the order of the kernel's header. */
enum { HAS_INSNS = 1 << 0, HAS_KSYMS = 1 << 3, HAS_LENS = 1 << 4, HAS_FUNCS = 1 << 5, HAS_TAGS = 1 << 8 };

#define TAG_SIZE	sizeof(((struct header_bpf_code *)NULL)->tag)

static struct cursor at(struct cursor c, uint64_t offset)
{
	cursor__skip(&c, offset, "bpf prog info");
	return c;
}

/* The arrays lie in @data, where the pointers in the kernel's struct now are offsets. */
static void read_codes(struct header_bpf_prog *p, struct cursor info, struct cursor *data, uint64_t arrays)
{
	struct cursor ksyms = at(info, INFO_NR_KSYMS), lens = at(info, INFO_KSYMS + 8);
	struct cursor tags = at(info, INFO_NR_TAGS), funcs = at(info, INFO_BTF_ID);
	uint32_t nr = cursor__u32(&ksyms, "nr ksyms"), nr_lens = cursor__u32(&ksyms, "nr lens");
	uint32_t i, func_size, nr_funcs = 0;

	if (nr != nr_lens || nr != cursor__u32(&tags, "nr tags") ||
	    (~arrays & (HAS_KSYMS | HAS_LENS | HAS_TAGS)))
		return;
	p->btf_id = cursor__u32(&funcs, "btf id");
	func_size = cursor__u32(&funcs, "func info size");
	tags = at(*data, cursor__u64(&tags, "tags"));
	lens = at(*data, cursor__u64(&lens, "lens"));
	ksyms = at(*data, cursor__u64(&ksyms, "ksyms"));
	if (arrays & HAS_FUNCS && func_size >= 8) {
		struct cursor where = at(info, INFO_FUNC_INFO);

		funcs = at(*data, cursor__u64(&where, "func info"));
		nr_funcs = cursor__u32(&where, "nr func info");
	}
	if (nr > cursor__left(data) / 8) {
		cursor__fail(data, "nr ksyms");
		return;
	}
	p->codes = xcalloc(nr ? nr : 1, sizeof(*p->codes));
	for (i = 0; i < nr; i++) {
		struct header_bpf_code *code = &p->codes[i];
		const void *tag = cursor__bytes(&tags, TAG_SIZE, "tag");

		code->addr = cursor__u64(&ksyms, "ksym");
		code->size = cursor__u32(&lens, "len");
		if (tag)
			memcpy(code->tag, tag, TAG_SIZE);
		if (i < nr_funcs) {
			cursor__skip(&funcs, 4, "insn");
			code->type_id = cursor__u32(&funcs, "type id");
			cursor__skip(&funcs, func_size - 8, "func info");
		}
		if (tags.bad || ksyms.bad || lens.bad || funcs.bad) {
			cursor__fail(data, "bpf prog arrays");
			return;
		}
		p->nr++;
	}
}

/* What the program was compiled to: its functions one behind the other. The kernel gives it to root alone. */
static void read_insns(struct header_bpf_prog *p, struct cursor info, const struct cursor *data, uint64_t arrays)
{
	struct cursor len = at(info, INFO_INSNS_LEN), where = at(info, INFO_INSNS), insns;
	uint32_t size = cursor__u32(&len, "insns len"), i;
	const void *bytes;
	uint64_t used = 0;

	if (!(arrays & HAS_INSNS) || !size)
		return;
	insns = at(*data, cursor__u64(&where, "insns"));
	bytes = cursor__bytes(&insns, size, "insns");
	if (!bytes)
		return;
	p->insns = xmemdup(bytes, size);
	for (i = 0; i < p->nr; i++) {
		if (p->codes[i].size <= size - used)
			p->codes[i].insns = p->insns + used;
		used += p->codes[i].size;
		if (used > size)
			break;
	}
}

static void read_bpf_progs(struct perf_header *h, struct cursor *c)
{
	uint32_t nr = cursor__count32(c, 16, "nr bpf progs"), i;

	if (!nr || h->bpf_progs)
		return;
	h->bpf_progs = xcalloc(nr, sizeof(*h->bpf_progs));
	for (i = 0; i < nr && !c->bad; i++) {
		struct header_bpf_prog *p = &h->bpf_progs[i];
		uint32_t info_size = cursor__u32(c, "bpf prog info size");
		uint32_t data_size = cursor__u32(c, "bpf prog data size");
		uint64_t arrays = cursor__u64(c, "bpf prog arrays");
		struct cursor info = cursor__sub(c, info_size, "bpf prog info"), id = at(info, INFO_ID);
		struct cursor data = cursor__sub(c, data_size, "bpf prog data"), name = at(info, INFO_NAME);

		if (c->bad)
			return;
		h->nr_bpf_progs++;
		p->id = cursor__u32(&id, "id");
		if (info_size < INFO_MIN_SIZE)
			continue;
		memcpy(p->name, cursor__bytes(&name, sizeof(p->name) - 1, "name"), sizeof(p->name) - 1);
		read_codes(p, info, &data, arrays);
		read_insns(p, info, &data, arrays);
		if (data.bad)
			cursor__fail(c, data.bad);
	}
}

static void read_btfs(struct perf_header *h, struct cursor *c)
{
	uint32_t nr = cursor__count32(c, 8, "nr btfs"), i;

	if (!nr || h->btfs)
		return;
	h->btfs = xcalloc(nr, sizeof(*h->btfs));
	for (i = 0; i < nr; i++) {
		struct header_btf *b = &h->btfs[i];
		const void *data;

		b->id = cursor__u32(c, "btf id");
		b->size = cursor__u32(c, "btf size");
		data = cursor__bytes(c, b->size, "btf");
		if (c->bad)
			return;
		b->data = xmemdup(data, b->size);
		h->nr_btfs++;
	}
}

static void free_bpf_progs(struct perf_header *h)
{
	uint32_t i;

	for (i = 0; i < h->nr_bpf_progs; i++) {
		free(h->bpf_progs[i].codes);
		free(h->bpf_progs[i].insns);
	}
	free(h->bpf_progs);
}

static void free_btfs(struct perf_header *h)
{
	uint32_t i;

	for (i = 0; i < h->nr_btfs; i++)
		free(h->btfs[i].data);
	free(h->btfs);
}

const struct feature features_of_bpf[] = {
	{ HEADER_BPF_PROG_INFO, "BPF_PROG_INFO", .read = read_bpf_progs, .free = free_bpf_progs },
	{ HEADER_BPF_BTF, "BPF_BTF", .read = read_btfs, .free = free_btfs },
	{ 0 }
};
