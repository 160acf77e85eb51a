// SPDX-License-Identifier: GPL-2.0-only
/* The BPF programs of a recording's header, under the names that kallsyms has for them. */
#include <inttypes.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/data/btf-names.h"
#include "util/base/shown.h"
#include "util/data/header.h"
#include "util/output/header-print.h"

/* What names of functions are looked up in: the BTFs by their ids, each taken apart once. */
struct btf_names {
	const struct perf_header *h;
	struct u64num by_id;		/* id -> place in h->btfs, + 1; of several the first */
	struct btf_index *indexes;
};

static void btf_names__init(struct btf_names *n, const struct perf_header *h)
{
	uint32_t i;

	*n = (struct btf_names){ .h = h, .indexes = xcalloc(h->nr_btfs + 1UL, sizeof(*n->indexes)) };
	for (i = h->nr_btfs; i--;)
		u64num__set(&n->by_id, h->btfs[i].id, i + 1UL);
}

static void btf_names__exit(struct btf_names *n)
{
	uint32_t i;

	for (i = 0; i < n->h->nr_btfs; i++)
		btf_index__exit(&n->indexes[i]);
	free(n->indexes);
	u64num__exit(&n->by_id);
}

static const char *name_of(struct btf_names *n, const struct header_bpf_prog *p, uint32_t code)
{
	size_t place = p->btf_id ? u64num__find(&n->by_id, p->btf_id) : 0;
	const char *name = NULL;

	if (place)
		name = btf_index__name(&n->indexes[place - 1], n->h->btfs[place - 1].data, n->h->btfs[place - 1].size,
				       n->h->swap, p->codes[code].type_id);
	if (name)
		return shown(name);
	/* The program's own name is not that of one function among several. */
	return p->nr == 1 && p->name[0] ? shown(p->name) : "F";
}

static void add_code(struct text_out *out, struct btf_names *n, const struct header_bpf_prog *p, uint32_t i)
{
	size_t k;

	text_out__addstr(out, "bpf_prog_");
	for (k = 0; k < sizeof(p->codes[i].tag); k++)
		text_out__addf(out, "%02x", p->codes[i].tag[k]);
	text_out__addf(out, "_%s addr 0x%" PRIx64 " size %u\n", name_of(n, p, i), p->codes[i].addr, p->codes[i].size);
}

void header_print__bpf_progs(struct text_out *out, const struct perf_header *h)
{
	struct btf_names names;
	uint32_t i, k;

	if (!h->nr_bpf_progs)
		text_out__addstr(out, "# bpf_prog_info empty\n");
	btf_names__init(&names, h);
	for (i = 0; i < h->nr_bpf_progs; i++) {
		const struct header_bpf_prog *p = &h->bpf_progs[i];

		if (p->nr == 1) {
			text_out__addf(out, "# bpf_prog_info %u: ", p->id);
			add_code(out, &names, p, 0);
			continue;
		}
		text_out__addf(out, "# bpf_prog_info %u:\n", p->id);
		for (k = 0; k < p->nr; k++) {
			text_out__addf(out, "# \tsub_prog %u: ", k);
			add_code(out, &names, p, k);
		}
	}
	btf_names__exit(&names);
}

void header_print__btfs(struct text_out *out, const struct perf_header *h)
{
	uint32_t i;

	if (!h->nr_btfs)
		text_out__addstr(out, "# btf info empty\n");
	for (i = 0; i < h->nr_btfs; i++)
		text_out__addf(out, "# btf info of id %u\n", h->btfs[i].id);
}
