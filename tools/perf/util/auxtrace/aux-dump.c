// SPDX-License-Identifier: GPL-2.0-only
#include "util/auxtrace/aux-dump.h"

#include <stdlib.h>

#include "util/auxtrace/intel-pt-text.h"
#include "util/base/alloc.h"
#include "util/data/aux-data.h"
#include "util/event/record.h"

void aux_dump__exit(struct aux_dump *d)
{
	strbuf__exit(&d->data);
}

static void dump_info(struct aux_dump *d, const struct record *r, struct text_out *out)
{
	struct cursor c = record__payload(r);
	size_t i, nr;
	uint64_t *words;

	d->type = cursor__u32(&c, "type");
	cursor__skip(&c, 4, "reserved");
	if (c.bad || d->type != PERF_AUXTRACE_INTEL_PT)
		return;
	nr = cursor__left(&c) / sizeof(*words);
	words = xcalloc(nr + 1, sizeof(*words));
	for (i = 0; i < nr; i++)
		words[i] = cursor__u64(&c, "word");
	intel_pt__dump_info(words, nr, out);
	free(words);
}

void aux_dump__record(struct aux_dump *d, const struct record *r, struct text_out *out)
{
	struct cursor c = record__payload(r);

	d->wanted = 0;
	strbuf__reset(&d->data);
	if (r->header.type == PERF_RECORD_AUXTRACE_INFO)
		dump_info(d, r, out);
	else if (r->header.type == PERF_RECORD_AUXTRACE)
		d->wanted = cursor__u64(&c, "size");
}

void aux_dump__follow(struct aux_dump *d, const void *data, size_t size, struct text_out *out)
{
	if (!d->wanted || d->type != PERF_AUXTRACE_INTEL_PT)
		return;
	if (!d->data.len && size >= d->wanted) {
		intel_pt__dump(data, size, out);
		return;
	}
	strbuf__add(&d->data, data, size);
	if (d->data.len < d->wanted)
		return;
	intel_pt__dump(d->data.buf, d->data.len, out);
	strbuf__reset(&d->data);
}
