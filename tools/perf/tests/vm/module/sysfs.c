// SPDX-License-Identifier: GPL-2.0-only
/* What the PMUs show in sysfs, and the module's parameters. */
#include <linux/device.h>
#if __has_include(<linux/hex.h>)
#include <linux/hex.h>
#endif
#include <linux/module.h>
#include <linux/sysfs.h>

#include "faux.h"

#define BLOB_MAX 1024

char *faux_name = "faux_pt";
unsigned int faux_tick_us = 200, faux_burst = 1, faux_aux_flags;
bool faux_pt_packets, faux_head_wraps;
u8 faux_blob[BLOB_MAX];
unsigned int faux_blob_len;

module_param_named(name, faux_name, charp, 0444);
MODULE_PARM_DESC(name, "name of the first PMU (faux_pt)");
module_param_named(tick_us, faux_tick_us, uint, 0644);
MODULE_PARM_DESC(tick_us, "time between two ticks (200)");
module_param_named(burst, faux_burst, uint, 0644);
MODULE_PARM_DESC(burst, "records of one tick (1)");
module_param_named(aux_flags, faux_aux_flags, uint, 0644);
MODULE_PARM_DESC(aux_flags, "PERF_AUX_FLAG_* that every chunk gets (0)");
module_param_named(head_wraps, faux_head_wraps, bool, 0644);
MODULE_PARM_DESC(head_wraps, "in overwrite mode the head is a place in the buffer, as with Intel PT");
module_param_named(pt_packets, faux_pt_packets, bool, 0644);
MODULE_PARM_DESC(pt_packets, "write Intel PT packets: PSB+ when it starts or resumes, PTW at each tick");

/* Replaced only while nobody traces. */
static int blob_set(const char *text, const struct kernel_param *kp)
{
	size_t len = strcspn(text, "\n");
	int err = 0;

	if (len % 2 || len / 2 > BLOB_MAX)
		return -EINVAL;
	mutex_lock(&faux_lock);
	if (faux_events) {
		err = -EBUSY;
	} else if (hex2bin(faux_blob, text, len / 2)) {
		faux_blob_len = 0;
		err = -EINVAL;
	} else {
		faux_blob_len = len / 2;
	}
	mutex_unlock(&faux_lock);
	return err;
}

static int blob_get(char *text, const struct kernel_param *kp)
{
	bin2hex(text, faux_blob, faux_blob_len);
	text[faux_blob_len * 2] = '\n';
	return faux_blob_len * 2 + 1;
}

static const struct kernel_param_ops blob_ops = { .set = blob_set, .get = blob_get };
module_param_cb(blob, &blob_ops, NULL, 0644);
MODULE_PARM_DESC(blob, "bytes, as hex digits, to write when it starts or resumes, in place of ticks");

static int counters_set(const char *text, const struct kernel_param *kp)
{
	int cpu;

	for_each_possible_cpu(cpu)
		memset(&per_cpu(faux_cpus, cpu).counters, 0, sizeof(struct faux_counters));
	return 0;
}

static int counters_get(char *text, const struct kernel_param *kp)
{
	int cpu, len = 0;

	for_each_online_cpu(cpu) {
		const struct faux_counters *c = &per_cpu(faux_cpus, cpu).counters;

		len += scnprintf(text + len, PAGE_SIZE - len,
				 "cpu=%d bytes=%llu records=%llu starts=%llu stops=%llu pauses=%llu "
				 "resumes=%llu chunks=%llu full=%llu lost=%llu snapshots=%llu\n",
				 cpu, c->bytes, c->records, c->starts, c->stops, c->pauses,
				 c->resumes, c->chunks, c->full, c->lost, c->snapshots);
	}
	return len;
}

static const struct kernel_param_ops counters_ops = { .set = counters_set, .get = counters_get };
module_param_cb(counters, &counters_ops, NULL, 0644);
MODULE_PARM_DESC(counters, "what was written on each CPU; writing clears them");

/* The names and values that Intel PT's files have on a recent machine. */
struct faux_cap {
	struct device_attribute attr;
	unsigned int value;
};

static ssize_t cap_show(struct device *dev, struct device_attribute *attr, char *text)
{
	return sysfs_emit(text, "%x\n", container_of(attr, struct faux_cap, attr)->value);
}

#define CAPS(cap)						\
	cap(max_subleaf, 1)	cap(cr3_filtering, 1)		\
	cap(psb_cyc, 1)		cap(ip_filtering, 1)		\
	cap(mtc, 1)		cap(ptwrite, 1)			\
	cap(power_event_trace, 0) cap(event_trace, 0)		\
	cap(tnt_disable, 0)	cap(topa_output, 1)		\
	cap(topa_multiple_entries, 1) cap(single_range_output, 1) \
	cap(output_subsys, 0)	cap(payloads_lip, 0)		\
	cap(num_address_ranges, 2) cap(mtc_periods, 0x249)	\
	cap(cycle_thresholds, 0x3fff) cap(psb_periods, 0x3f)

#define CAP_FILE(n, v) \
	static struct faux_cap cap_##n = { __ATTR(n, 0444, cap_show, NULL), v };
#define CAP_ENTRY(n, v) &cap_##n.attr.attr,

CAPS(CAP_FILE)

static struct attribute *cap_attrs[] = { CAPS(CAP_ENTRY) NULL };
static const struct attribute_group caps_group = { .name = "caps", .attrs = cap_attrs };

PMU_FORMAT_ATTR(pt, "config:0");
PMU_FORMAT_ATTR(cyc, "config:1");
PMU_FORMAT_ATTR(pwr_evt, "config:4");
PMU_FORMAT_ATTR(fup_on_ptw, "config:5");
PMU_FORMAT_ATTR(mtc, "config:9");
PMU_FORMAT_ATTR(tsc, "config:10");
PMU_FORMAT_ATTR(noretcomp, "config:11");
PMU_FORMAT_ATTR(ptw, "config:12");
PMU_FORMAT_ATTR(branch, "config:13");
PMU_FORMAT_ATTR(mtc_period, "config:14-17");
PMU_FORMAT_ATTR(cyc_thresh, "config:19-22");
PMU_FORMAT_ATTR(psb_period, "config:24-27");
PMU_FORMAT_ATTR(event, "config:31");
PMU_FORMAT_ATTR(notnt, "config:55");

static struct attribute *format_attrs[] = {
	&format_attr_pt.attr, &format_attr_cyc.attr, &format_attr_pwr_evt.attr,
	&format_attr_fup_on_ptw.attr, &format_attr_mtc.attr, &format_attr_tsc.attr,
	&format_attr_noretcomp.attr, &format_attr_ptw.attr, &format_attr_branch.attr,
	&format_attr_mtc_period.attr, &format_attr_cyc_thresh.attr, &format_attr_psb_period.attr,
	&format_attr_event.attr, &format_attr_notnt.attr, NULL,
};
static const struct attribute_group format_group = { .name = "format", .attrs = format_attrs };

static ssize_t max_nonturbo_ratio_show(struct device *dev, struct device_attribute *attr, char *text)
{
	return sysfs_emit(text, "30\n");
}
static DEVICE_ATTR_RO(max_nonturbo_ratio);

static ssize_t tsc_art_ratio_show(struct device *dev, struct device_attribute *attr, char *text)
{
	return sysfs_emit(text, "250:2\n");
}
static DEVICE_ATTR_RO(tsc_art_ratio);

static struct attribute *timing_attrs[] = {
	&dev_attr_max_nonturbo_ratio.attr, &dev_attr_tsc_art_ratio.attr, NULL,
};
static const struct attribute_group timing_group = { .attrs = timing_attrs };

const struct attribute_group *faux_pt_groups[] = { &format_group, &caps_group, &timing_group, NULL };

PMU_FORMAT_ATTR(id, "config:0-31");

static struct attribute *out_format_attrs[] = { &format_attr_id.attr, NULL };
static const struct attribute_group out_format_group = {
	.name = "format", .attrs = out_format_attrs,
};

const struct attribute_group *faux_out_groups[] = { &out_format_group, NULL };
