// SPDX-License-Identifier: GPL-2.0-only
#include "util/choose/pmu-defaults.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/log.h"
#include "util/base/strbuf.h"

#define SPE_INTERVAL	4096	/* where caps/ does not say */

/* A number in the PMU's folder; *@ret stays where there is none. */
static void read_cap(const struct pmu *pmu, const char *file, int base, uint64_t *ret)
{
	char *text = read_text_filef("%s/bus/event_source/devices/%s/%s", sysfs__path(), pmu->name, file);
	char *end;
	uint64_t v;

	if (!text)
		return;
	v = strtoull(text, &end, base);
	if (end != text)
		*ret = v;
	free(text);
}

/* The greatest bit of @bits that is at most @target, else the least one; -1: none is set. */
static int pick_bit(uint64_t bits, int target)
{
	int pick = -1, i;

	for (i = 0; i < 64; i++)
		if ((bits >> i & 1) && (i <= target || pick < 0))
			pick = i;
	return pick;
}

static void set(const struct pmu *pmu, struct perf_event_attr *attr, const char *name, int value)
{
	const struct pmu_format *f = pmu__find_format(pmu, name);
	uint64_t ignored;

	if (f && value >= 0)
		(void)pmu_format__set(f, attr, (uint64_t)value, &ignored);
}

/* A packet that keeps the time about every 2^3 ticks and a point to begin at every 16 KiB. */
static void set_intel_pt(const struct pmu *pmu, struct perf_event_attr *attr)
{
	uint64_t mtc = 1, mtc_periods = 0, psb_cyc = 1, psb_periods = 0;

	set(pmu, attr, "tsc", 1);
	read_cap(pmu, "caps/mtc", 10, &mtc);
	read_cap(pmu, "caps/mtc_periods", 16, &mtc_periods);
	read_cap(pmu, "caps/psb_cyc", 10, &psb_cyc);
	read_cap(pmu, "caps/psb_periods", 16, &psb_periods);
	if (!mtc)
		mtc_periods = 0;
	if (mtc_periods) {
		set(pmu, attr, "mtc", 1);
		set(pmu, attr, "mtc_period", pick_bit(mtc_periods, 3));
	}
	if (psb_cyc && mtc_periods)
		set(pmu, attr, "psb_period", pick_bit(psb_periods, 3));
	if (pmu__find_format(pmu, "pt") && pmu__find_format(pmu, "branch")) {
		set(pmu, attr, "pt", 1);
		set(pmu, attr, "branch", 1);
	}
}

void pmu__set_defaults(const struct pmu *pmu, struct perf_event_attr *attr)
{
	uint64_t interval = SPE_INTERVAL;

	if (!strcmp(pmu->name, "intel_pt")) {
		set_intel_pt(pmu, attr);
	} else if (!strncmp(pmu->name, "arm_spe_", 8)) {
		read_cap(pmu, "caps/min_interval", 10, &interval);
		attr->sample_period = interval;
	}
}

void pmu__set_sampling_defaults(const struct pmu *pmu, struct perf_event_attr *attr, uint64_t said)
{
	const struct pmu_format *f = pmu__find_format(pmu, "psb_period");

	if (!strcmp(pmu->name, "intel_pt") && f && !f->word && !(said & f->mask))
		set(pmu, attr, "psb_period", 0);
}

static uint64_t field_of(const struct pmu *pmu, const struct perf_event_attr *attr, const char *name)
{
	const struct pmu_format *f = pmu__find_format(pmu, name);

	return f && !f->word ? (attr->config & f->mask) >> __builtin_ctzll(f->mask) : 0;
}

uint64_t pmu__psb_period(const struct pmu *pmu, const struct perf_event_attr *attr)
{
	uint64_t periods = 0;

	if (strcmp(pmu->name, "intel_pt"))
		return 0;
	read_cap(pmu, "caps/psb_periods", 16, &periods);
	return periods ? 2048ULL << field_of(pmu, attr, "psb_period") : 0;
}

/* "0,3,6-9" */
static void add_bits(struct strbuf *out, uint64_t bits)
{
	int i, last;

	for (i = 0; i < 64; i++) {
		if (!(bits >> i & 1))
			continue;
		for (last = i; last < 63 && (bits >> (last + 1) & 1); last++)
			;
		strbuf__addf(out, "%s%d", out->len ? "," : "", i);
		if (last > i)
			strbuf__addf(out, "%c%d", last > i + 1 ? '-' : ',', last);
		i = last;
	}
}

static int check_field(const struct pmu *pmu, const struct perf_event_attr *attr, const char *name,
		       const char *valid_file, const char *able_file, struct diag *diag)
{
	uint64_t valid = 0, able = 1, v = field_of(pmu, attr, name);
	struct strbuf list = STRBUF_INIT;

	read_cap(pmu, valid_file, 16, &valid);
	read_cap(pmu, able_file, 10, &able);
	valid = able ? valid | 1 : 1;
	if (v < 64 && (valid >> v & 1))
		return 0;
	add_bits(&list, valid);
	diag__msg(diag, -EINVAL, "Invalid %s for %s. Valid values are: %s", name, pmu->name,
		  strbuf__str(&list));
	strbuf__exit(&list);
	return -EINVAL;
}

int pmu__check_settings(const struct pmu *pmu, struct perf_event_attr *attr, struct diag *diag)
{
	int err;

	if (strcmp(pmu->name, "intel_pt"))
		return 0;
	if (pmu__find_format(pmu, "pt") && !field_of(pmu, attr, "pt")) {
		pr_warning("pt=0 doesn't make sense, forcing pt=1\n");
		set(pmu, attr, "pt", 1);
	}
	err = check_field(pmu, attr, "cyc_thresh", "caps/cycle_thresholds", "caps/psb_cyc", diag);
	if (!err)
		err = check_field(pmu, attr, "mtc_period", "caps/mtc_periods", "caps/mtc", diag);
	return err ? err : check_field(pmu, attr, "psb_period", "caps/psb_periods", "caps/psb_cyc", diag);
}
