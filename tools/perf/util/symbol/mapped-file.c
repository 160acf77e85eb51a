// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/mapped-file.h"

#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "util/base/patient-open.h"
#include "util/symbol/dsos.h"

#define NS_PER_S	1000000000ULL
/* A file system's clock may lag, and a CPU's may go faster than a clock that is set by others. */
#define LAG_NS		(NS_PER_S / 10)
#define FASTER_PART	1000

void dsos__set_recorded_here(struct dsos *dsos, const struct recorded_here *r)
{
	dsos->here = *r;
	dsos->is_here = true;
}

/*
 * Numbers of inodes can be compared on one device only: file systems made of others (overlays, subvolumes) tell one
 * number to who asks for the file, and another one in records of maps, with another device.
 */
static bool is_another(const struct mapped_file *a, const struct mapped_file *b)
{
	if (!a->ino || !b->ino || a->maj != b->maj || a->min != b->min)
		return false;
	return a->ino != b->ino || (a->generation && b->generation && a->generation != b->generation);
}

void dso__add_mapped_file(struct dso *dso, const struct mapped_file *f)
{
	struct dso_entry *e = dso_entry(dso);

	if (!f->ino)
		return;
	e->is_several |= is_another(&e->mapped, f);
	e->mapped = *f;
}

/* When was the file mapped last, in ns since 1970, or somewhat later? The recording was written behind its last sample. 0: not known. */
static uint64_t mapped_at(const struct dso_entry *e)
{
	const struct recorded_here *r = &e->dso.dsos->here;
	uint64_t since = e->mapped.time > r->first ? e->mapped.time : r->first, before;

	if (!r->written || !r->last || since > r->last)
		return r->written;
	before = r->last - since;
	before -= before / FASTER_PART;
	return r->written > before ? r->written - before + LAG_NS : r->written;
}

const char *dso__why_another(const struct dso *dso, const char *path)
{
	const struct dso_entry *e = dso_entry(dso);
	struct mapped_file now = { 0 };
	uint64_t at, changed;
	struct stat st;

	if (!dso->dsos->is_here || dso->build_id_size || !e->mapped.ino)
		return NULL;
	if (e->is_several)
		return "more than one file had this name";
	if (patient_stat(path, &st))
		return NULL;
	now = (struct mapped_file){ .maj = major(st.st_dev), .min = minor(st.st_dev), .ino = st.st_ino };
	if (is_another(&e->mapped, &now))
		return "another file has this name by now";
	at = mapped_at(e);
	changed = st.st_mtim.tv_sec > 0 ? (uint64_t)st.st_mtim.tv_sec * NS_PER_S + (uint64_t)st.st_mtim.tv_nsec : 0;
	return at && changed > at ? "it has been written to since it was mapped" : NULL;
}
