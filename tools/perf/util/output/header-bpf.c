// SPDX-License-Identifier: GPL-2.0-only
/* The BPF programs of a recording's header, under the names that kallsyms has for them. */
#include <inttypes.h>

#include "util/data/btf-names.h"
#include "util/base/shown.h"
#include "util/data/header.h"
#include "util/output/header-print.h"

static const char *name_of(const struct perf_header *h, const struct header_bpf_prog *p, uint32_t code)
{
	const char *name = NULL;
	uint32_t i;

	for (i = 0; i < h->nr_btfs && p->btf_id && !name; i++)
		if (h->btfs[i].id == p->btf_id)
			name = btf__name(h->btfs[i].data, h->btfs[i].size, h->swap, p->codes[code].type_id);
	if (name)
		return name;
	/* The program's own name is not that of one function among several. */
	return p->nr == 1 && p->name[0] ? p->name : "F";
}

static void add_code(struct strbuf *out, const struct perf_header *h, const struct header_bpf_prog *p, uint32_t i)
{
	size_t k;

	strbuf__addstr(out, "bpf_prog_");
	for (k = 0; k < sizeof(p->codes[i].tag); k++)
		strbuf__addf(out, "%02x", p->codes[i].tag[k]);
	strbuf__addf(out, "_%s addr 0x%" PRIx64 " size %u\n", shown(name_of(h, p, i)), p->codes[i].addr, p->codes[i].size);
}

void header_print__bpf_progs(struct strbuf *out, const struct perf_header *h)
{
	uint32_t i, k;

	if (!h->nr_bpf_progs)
		strbuf__addstr(out, "# bpf_prog_info empty\n");
	for (i = 0; i < h->nr_bpf_progs; i++) {
		const struct header_bpf_prog *p = &h->bpf_progs[i];

		if (p->nr == 1) {
			strbuf__addf(out, "# bpf_prog_info %u: ", p->id);
			add_code(out, h, p, 0);
			continue;
		}
		strbuf__addf(out, "# bpf_prog_info %u:\n", p->id);
		for (k = 0; k < p->nr; k++) {
			strbuf__addf(out, "# \tsub_prog %u: ", k);
			add_code(out, h, p, k);
		}
	}
}

void header_print__btfs(struct strbuf *out, const struct perf_header *h)
{
	uint32_t i;

	if (!h->nr_btfs)
		strbuf__addstr(out, "# btf info empty\n");
	for (i = 0; i < h->nr_btfs; i++)
		strbuf__addf(out, "# btf info of id %u\n", h->btfs[i].id);
}
