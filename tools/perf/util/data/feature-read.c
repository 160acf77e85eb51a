// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/feature-read-internal.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/shown.h"
#include "util/data/attr-read.h"

static const char *const feature_names[HEADER_LAST_FEATURE] = {
	[HEADER_TRACING_DATA] = "TRACING_DATA",	[HEADER_BUILD_ID] = "BUILD_ID",
	[HEADER_HOSTNAME] = "HOSTNAME",		[HEADER_OSRELEASE] = "OSRELEASE",
	[HEADER_VERSION] = "VERSION",		[HEADER_ARCH] = "ARCH",
	[HEADER_NRCPUS] = "NRCPUS",		[HEADER_CPUDESC] = "CPUDESC",
	[HEADER_CPUID] = "CPUID",		[HEADER_TOTAL_MEM] = "TOTAL_MEM",
	[HEADER_CMDLINE] = "CMDLINE",		[HEADER_EVENT_DESC] = "EVENT_DESC",
	[HEADER_CPU_TOPOLOGY] = "CPU_TOPOLOGY",	[HEADER_NUMA_TOPOLOGY] = "NUMA_TOPOLOGY",
	[HEADER_BRANCH_STACK] = "BRANCH_STACK",	[HEADER_PMU_MAPPINGS] = "PMU_MAPPINGS",
	[HEADER_GROUP_DESC] = "GROUP_DESC",	[HEADER_AUXTRACE] = "AUXTRACE",
	[HEADER_STAT] = "STAT",			[HEADER_CACHE] = "CACHE",
	[HEADER_SAMPLE_TIME] = "SAMPLE_TIME",	[HEADER_MEM_TOPOLOGY] = "MEM_TOPOLOGY",
	[HEADER_CLOCKID] = "CLOCKID",		[HEADER_DIR_FORMAT] = "DIR_FORMAT",
	[HEADER_BPF_PROG_INFO] = "BPF_PROG_INFO", [HEADER_BPF_BTF] = "BPF_BTF",
	[HEADER_COMPRESSED] = "COMPRESSED",	[HEADER_CPU_PMU_CAPS] = "CPU_PMU_CAPS",
	[HEADER_CLOCK_DATA] = "CLOCK_DATA",	[HEADER_HYBRID_TOPOLOGY] = "HYBRID_TOPOLOGY",
	[HEADER_PMU_CAPS] = "PMU_CAPS",		[HEADER_CPU_DOMAIN_INFO] = "CPU_DOMAIN_INFO",
	[HEADER_E_MACHINE] = "E_MACHINE",	[HEADER_CLN_SIZE] = "CLN_SIZE",
};

const char *perf_feature__name(int feature)
{
	if (feature == HEADER_REPAIRED)
		return "REPAIRED";
	return feature > 0 && feature < HEADER_LAST_FEATURE ? feature_names[feature] : NULL;
}

bool perf_feature__is_end(uint64_t feature, size_t size)
{
	/* These two have no data, or none that are for streams. */
	return !size && feature != HEADER_BRANCH_STACK && feature != HEADER_STAT;
}

bool perf_header__has(const struct perf_header *h, int feature)
{
	return feature >= 0 && feature < HEADER_FEAT_BITS && (h->features[feature / 64] >> (feature % 64) & 1);
}

bool perf_header__is_damaged(const struct perf_header *h, int feature)
{
	return feature >= 0 && feature < HEADER_FEAT_BITS && (h->damaged_features[feature / 64] >> (feature % 64) & 1);
}

static void note(struct perf_header *h, bool damage, const char *fmt, va_list ap)
{
	char text[256];

	vsnprintf(text, sizeof(text), fmt, ap);
	shown__message(text, sizeof(text));
	GROW(h->notes, h->nr_notes, h->cap_notes);
	h->notes[h->nr_notes++] = (struct header_note){ xstrdup(text), damage };
}

void perf_header__note(struct perf_header *h, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	note(h, false, fmt, ap);
	va_end(ap);
}

void perf_header__damage(struct perf_header *h, const char *fmt, ...)
{
	va_list ap;

	h->nr_damaged++;
	va_start(ap, fmt);
	note(h, true, fmt, ap);
	va_end(ap);
}

char *feature_read__string(struct cursor *c, const char *what)
{
	uint32_t len = cursor__count32(c, 1, what);
	const char *s = cursor__bytes(c, len, what);

	return s ? shown__dup(s, strnlen(s, len)) : NULL;
}

static void set_string(struct cursor *c, char **place, const char *what)
{
	char *s = feature_read__string(c, what);

	if (s) {
		free(*place);
		*place = s;
	}
}

void feature_read__strings(struct cursor *c, char ***ret, uint32_t *ret_nr, const char *what)
{
	uint32_t nr = cursor__count32(c, 4, what), i;
	char **list = nr ? xcalloc(nr, sizeof(*list)) : NULL;

	for (i = 0; i < nr && !c->bad; i++)
		list[i] = feature_read__string(c, what);
	if (c->bad || *ret) {
		for (i = 0; i < nr; i++)
			free(list[i]);
		free(list);
		return;
	}
	*ret = list;
	*ret_nr = nr;
}

static void read_nrcpus(struct perf_header *h, struct cursor *c)
{
	h->nrcpus.available = cursor__u32(c, "nr cpus available");
	h->nrcpus.online = cursor__u32(c, "nr cpus online");
}

static void link_group(struct perf_header *h, const struct header_group *g)
{
	struct evlist *list = h->evlist;
	uint32_t i;

	if (g->leader_idx >= list->nr || g->nr_members > list->nr - g->leader_idx)
		return;
	for (i = 0; i < g->nr_members; i++)
		list->evsels[g->leader_idx + i]->leader = list->evsels[g->leader_idx];
	list->evsels[g->leader_idx]->nr_members = g->nr_members;
}

static void read_groups(struct perf_header *h, struct cursor *c)
{
	uint32_t nr = cursor__count32(c, 12, "nr groups"), i;
	uint64_t behind = 0;		/* the last event that is in a group yet */

	if (!nr || h->groups)
		return;
	h->groups = xcalloc(nr, sizeof(*h->groups));
	for (i = 0; i < nr && !c->bad; i++) {
		struct header_group *g = &h->groups[h->nr_groups];

		g->name = feature_read__string(c, "group name");
		g->leader_idx = cursor__u32(c, "leader idx");
		g->nr_members = cursor__u32(c, "nr members");
		if (c->bad) {
			zfree(&g->name);
			break;
		}
		/* Written in the order of the events; n groups of all n events would take n times n of everything. */
		if (g->leader_idx < behind) {
			perf_header__note(h, "feature GROUP_DESC has a group of events that are in another one");
			zfree(&g->name);
			continue;
		}
		behind = (uint64_t)g->leader_idx + g->nr_members;
		h->nr_groups++;
		link_group(h, g);
	}
}

/* Which event the description @i with @ids is: by id, or else by place. */
static struct evsel *described_evsel(struct perf_header *h, uint32_t i, struct cursor ids)
{
	struct evlist_id *found;

	if (cursor__left(&ids)) {
		found = evlist__find_id(h->evlist, cursor__u64(&ids, "id"));
		if (found)
			return found->evsel;
	}
	return i < h->evlist->nr ? h->evlist->evsels[i] : NULL;
}

static void read_event_desc(struct perf_header *h, struct cursor *c)
{
	uint32_t nr = cursor__count32(c, 16, "nr events"), size = cursor__u32(c, "attr size"), i;

	for (i = 0; i < nr && !c->bad; i++) {
		struct evsel *evsel;
		struct cursor ids;
		uint32_t nr_ids;
		char *name;

		cursor__skip(c, size, "attr");
		nr_ids = cursor__u32(c, "nr ids");
		name = feature_read__string(c, "event name");
		ids = cursor__sub(c, (uint64_t)nr_ids * 8, "event ids");
		evsel = c->bad ? NULL : described_evsel(h, i, ids);
		if (evsel && name && *name)
			evsel__set_name(evsel, name);
		free(name);
	}
}

void feature__add_build_id(struct perf_header *h, uint16_t misc, struct cursor *c)
{
	struct header_build_id b = { .misc = misc, .size = BUILD_ID_MAX };
	const uint8_t *id;
	const char *name;
	size_t left;

	b.pid = cursor__u32(c, "build id pid");
	id = cursor__bytes(c, 24, "build id");
	left = cursor__left(c);
	name = cursor__bytes(c, left, "build id filename");
	if (c->bad || !left)
		return;
	memcpy(b.build_id, id, BUILD_ID_MAX);
	/* PERF_RECORD_MISC_BUILD_ID_SIZE: the byte behind the id tells how much of it counts. */
	if ((misc & PERF_RECORD_MISC_EXT_RESERVED) && id[BUILD_ID_MAX] && id[BUILD_ID_MAX] <= BUILD_ID_MAX)
		b.size = id[BUILD_ID_MAX];
	b.filename = xstrndup(name, left);
	GROW(h->build_ids, h->nr_build_ids, h->cap_build_ids);
	h->build_ids[h->nr_build_ids++] = b;
}

/* Entries look like records: header, pid, id, filename. */
static void read_build_ids(struct perf_header *h, struct cursor *c)
{
	while (!c->bad && cursor__left(c) >= 8) {
		struct cursor entry;
		uint16_t misc, size;

		cursor__skip(c, 4, "build id type");
		misc = cursor__u16(c, "build id misc");
		size = cursor__u16(c, "build id size");
		if (size < 8 + 28) {
			cursor__fail(c, "build id size");
			return;
		}
		entry = cursor__sub(c, size - 8u, "build id entry");
		if (!c->bad)
			feature__add_build_id(h, misc, &entry);
	}
}

static void read_clock_data(struct perf_header *h, struct cursor *c)
{
	if (cursor__u32(c, "clock data version") != 1) {
		perf_header__note(h, "feature CLOCK_DATA has a version that is not known");
		return;
	}
	h->clock_data_clockid = cursor__u32(c, "clockid");
	h->clock_data_tod = cursor__u64(c, "wall clock");
	h->clock_data_clock = cursor__u64(c, "clock");
}

static void read_compressed(struct perf_header *h, struct cursor *c)
{
	h->compressed.version = cursor__u32(c, "compressed version");
	h->compressed.type = cursor__u32(c, "compressed type");
	h->compressed.level = cursor__u32(c, "compressed level");
	h->compressed.ratio = cursor__u32(c, "compressed ratio");
	h->compressed.mmap_len = cursor__u32(c, "compressed mmap_len");
}

static void read_tracing_data(struct perf_header *h, struct cursor *c)
{
	size_t size = cursor__left(c);

	free(h->tracing_data);
	h->tracing_data = xmemdup(cursor__bytes(c, size, "tracing data"), size);
	h->tracing_data_size = size;
}

static void read_sample_time(struct perf_header *h, struct cursor *c)
{
	h->first_sample_time = cursor__u64(c, "first sample time");
	h->last_sample_time = cursor__u64(c, "last sample time");
	h->has_sample_time = !c->bad;
}

void feature__read(struct perf_header *h, int feature, struct cursor *c, uint64_t offset)
{
	switch (feature) {
	case HEADER_TRACING_DATA:	read_tracing_data(h, c); break;
	case HEADER_BUILD_ID:		read_build_ids(h, c); break;
	case HEADER_HOSTNAME:		set_string(c, &h->hostname, "hostname"); break;
	case HEADER_OSRELEASE:		set_string(c, &h->osrelease, "osrelease"); break;
	case HEADER_VERSION:		set_string(c, &h->version, "version"); break;
	case HEADER_ARCH:		set_string(c, &h->arch, "arch"); break;
	case HEADER_NRCPUS:		read_nrcpus(h, c); break;
	case HEADER_CPUDESC:		set_string(c, &h->cpudesc, "cpudesc"); break;
	case HEADER_CPUID:		set_string(c, &h->cpuid, "cpuid"); break;
	case HEADER_REPAIRED:		set_string(c, &h->repaired, "repaired"); break;
	case HEADER_TOTAL_MEM:		h->total_mem = cursor__u64(c, "total mem"); break;
	case HEADER_CMDLINE:		feature_read__strings(c, &h->cmdline, &h->nr_cmdline, "cmdline"); break;
	case HEADER_EVENT_DESC:		read_event_desc(h, c); break;
	case HEADER_CPU_TOPOLOGY:	feature_read__cpu_topology(h, c); break;
	case HEADER_NUMA_TOPOLOGY:	feature_read__numa_topology(h, c); break;
	case HEADER_CACHE:		feature_read__caches(h, c); break;
	case HEADER_MEM_TOPOLOGY:	feature_read__mem_topology(h, c); break;
	case HEADER_CPU_DOMAIN_INFO:	feature_read__domains(h, c); break;
	case HEADER_PMU_MAPPINGS:	feature_read__pmus(h, c); break;
	case HEADER_GROUP_DESC:		read_groups(h, c); break;
	case HEADER_SAMPLE_TIME:	read_sample_time(h, c); break;
	case HEADER_CLOCKID:		h->clockid_res_ns = cursor__u64(c, "clockid resolution"); break;
	case HEADER_DIR_FORMAT:		h->dir_version = cursor__u64(c, "directory version"); break;
	case HEADER_COMPRESSED:		read_compressed(h, c); break;
	case HEADER_BPF_PROG_INFO:	feature_read__bpf_progs(h, c); break;
	case HEADER_BPF_BTF:		feature_read__btfs(h, c); break;
	case HEADER_CPU_PMU_CAPS:	feature_read__cpu_pmu_caps(h, c); break;
	case HEADER_HYBRID_TOPOLOGY:	feature_read__hybrid_topology(h, c); break;
	case HEADER_PMU_CAPS:		feature_read__pmu_caps(h, c); break;
	case HEADER_CLOCK_DATA:		read_clock_data(h, c); break;
	case HEADER_E_MACHINE:
		h->e_machine = cursor__u32(c, "e_machine");
		h->e_flags = cursor__u32(c, "e_flags");
		break;
	case HEADER_CLN_SIZE:		h->cache_line_size = cursor__u32(c, "cache line size"); break;
	default:
		if (!perf_feature__name(feature))
			perf_header__note(h, "feature %d is not known and was passed over", feature);
		return;
	}
	if (c->bad) {
		h->damaged_features[feature / 64] |= 1ULL << (feature % 64);
		perf_header__damage(h, "0x%" PRIx64 ": feature %s: %s does not fit: this feature is damaged",
				    offset + cursor__offset(c), perf_feature__name(feature), c->bad);
	}
}
