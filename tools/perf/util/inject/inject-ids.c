// SPDX-License-Identifier: GPL-2.0-only
/* The build ids of a copy: which files need one, and where it is told. */
#include "util/inject/inject-internal.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/data/rewrite-attr.h"
#include "util/hits/dso-hits.h"

#define MISC_BUILD_ID_SIZE	(1u << 15)	/* the byte behind the id says how long it is */

static void put_build_id(const struct inject *in, const struct build_id_file *f, bool is_record, struct strbuf *out)
{
	size_t len = strlen(f->name) + 1, padded = (len + 63) & ~(size_t)63, fixed = 8 + 4 + 24;
	uint16_t misc = f->kernel ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER;
	uint8_t bytes[24] = { 0 }, zeros[72] = { 0 };
	bool swap = in->out.swap;

	/* The head's list is not aligned in any perf; new perfs refuse records that are not. */
	padded += is_record ? -(fixed + padded) & 7 : 0;
	memcpy(bytes, f->id, f->size);
	bytes[BUILD_ID_MAX] = f->size;
	rewrite__put32(out, is_record ? PERF_RECORD_HEADER_BUILD_ID : 0, swap);
	rewrite__put16(out, (uint16_t)(misc | MISC_BUILD_ID_SIZE), swap);
	rewrite__put16(out, (uint16_t)(fixed + padded), swap);
	rewrite__put32(out, (uint32_t)-1, swap);
	strbuf__add(out, bytes, sizeof(bytes));
	strbuf__add(out, f->name, len);
	strbuf__add(out, zeros, padded - len);
}

void inject__tell_id(struct inject *in, struct build_id_file *f)
{
	if (f->told || strlen(f->name) > 4096 || !build_id_name__is_file(f->name))
		return;
	f->told = true;
	if (!build_id_file__look(f)) {
		in->stats->unknown_ids++;
		return;
	}
	in->stats->build_ids++;
	if (in->out.path || !in->out.begun)
		return;
	strbuf__reset(&in->record);
	put_build_id(in, f, true, &in->record);
	rewriter__record(&in->out, in->record.buf, in->record.len);
}

void inject__take_hits(struct inject *in, struct session *s)
{
	size_t nr, i;
	struct dso **dsos = dso_hits__list(s, false, &nr);

	for (i = 0; i < nr; i++) {
		bool kernel = dsos[i]->kind == DSO_KIND_KERNEL || dsos[i]->kind == DSO_KIND_MODULE;
		struct build_id_file *f = build_id_source__get(&in->ids, dsos[i]->path, kernel);

		f->hit = true;
		build_id_file__recorded(f, dsos[i]->build_id, dsos[i]->build_id_size);
	}
	free(dsos);
}

void inject__tell_hits(struct inject *in)
{
	size_t i;

	for (i = 0; i < in->ids.nr; i++)
		if (in->ids.files[i]->hit)
			inject__tell_id(in, in->ids.files[i]);
}

bool inject__adds_ids(const struct inject *in)
{
	return in->opts->build_ids || in->opts->build_ids_all;
}

void inject__take_head_id(struct inject *in, const struct header_build_id *id)
{
	bool kernel = (id->misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL;
	struct build_id_file *f = build_id_source__get(&in->ids, id->filename, kernel);

	build_id_file__recorded(f, id->build_id, id->size);
	f->told |= in->out.path != NULL || !f->known;
}

void inject__make_feature(struct inject *in)
{
	const struct perf_header *h = session__header(in->session);
	struct strbuf new = STRBUF_INIT;
	size_t i;

	/* A stream's may have come at its end. */
	for (i = 0; i < h->nr_build_ids; i++)
		inject__take_head_id(in, &h->build_ids[i]);
	for (i = 0; i < in->ids.nr; i++)
		if (in->ids.files[i]->told && in->ids.files[i]->size)
			put_build_id(in, in->ids.files[i], false, &new);
	rewriter__drop_feature(&in->out, HEADER_BUILD_ID);
	if (new.len)
		rewriter__feature(&in->out, HEADER_BUILD_ID, new.buf, new.len);
	strbuf__exit(&new);
}

bool inject__overrules_head(const struct inject *in, const struct perf_header *h)
{
	size_t i;

	for (i = 0; i < in->ids.nr; i++)
		if (in->ids.files[i]->known && !in->ids.files[i]->told)
			return h->nr_build_ids > 0;
	return false;
}

bool inject__overrules(struct inject *in, const struct record *r)
{
	struct cursor c = record__payload(r);
	const char *name;

	cursor__skip(&c, 4 + 24, "build id");
	name = cursor__str(&c, "filename");
	return name && inject__adds_ids(in) && build_id_source__get(&in->ids, name, false)->known;
}
