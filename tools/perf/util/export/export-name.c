// SPDX-License-Identifier: GPL-2.0-only
/* What a frame is called, and what kind of frame it is. */
#include <inttypes.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/record.h"
#include "util/export/export-profile.h"
#include "util/output/orphans.h"

bool export__is_kernel(unsigned int cpumode)
{
	return cpumode == PERF_RECORD_MISC_KERNEL || cpumode == PERF_RECORD_MISC_GUEST_KERNEL ||
	       cpumode == PERF_RECORD_MISC_HYPERVISOR;
}

enum export_kind export_kind__of(const struct place *p)
{
	if (place__text(p))
		return EXPORT_MARK;
	if (place__kind(p)->inlined)
		return EXPORT_INLINED;
	if (place__kind(p)->by_call)
		return EXPORT_BY_CALL;
	return export__is_kernel(place__kind(p)->cpumode) ? EXPORT_KERNEL : EXPORT_USER;
}

const char *export_kind__name(enum export_kind kind)
{
	static const char *const names[EXPORT_NR_KINDS] = { "user", "kernel", "inlined", "by call", "missing" };

	return (size_t)kind < ARRAY_SIZE(names) ? names[kind] : "";
}

void export__add_name(struct strbuf *sb, const struct place *p, bool address)
{
	const char *file;

	if (place__text(p)) {
		strbuf__addstr(sb, place__text(p));
	} else if (place__kind(p)->sym) {
		strbuf__add(sb, place__kind(p)->sym->name, place__kind(p)->sym->name_len);
	} else if (address) {
		strbuf__addf(sb, "%#" PRIx64, place__ip(p));
	} else if (!place__dso(p)) {
		strbuf__addstr(sb, "[unknown]");
	} else {
		file = place__dso(p)->short_name;
		strbuf__addf(sb, *file == '[' ? "%s" : "[%s]", file);
	}
}

const char *export__orphan(const struct place *p)
{
	enum perf_stitch_reason r;

	for (r = PERF_STITCH_WHOLE + 1; place__text(p) && r < PERF_STITCH_NR_REASONS; r++)
		if (!strcmp(place__text(p), orphan__mark(r)))
			return perf_stitch_reason__name(r);
	return NULL;
}
