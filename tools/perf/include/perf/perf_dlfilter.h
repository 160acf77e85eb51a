/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a filter for `perf script --dlfilter` is built against: a shared object with some of the functions declared at
 * the end. The layout is that of upstream, so that the same filter works with both. See perf-script(1), FILTERS.
 */
#ifndef PERF_DLFILTER_H
#define PERF_DLFILTER_H

#include <linux/perf_event.h>
#include <linux/types.h>

/* machine_pid and vcpu are there. */
#define PERF_DLFILTER_HAS_MACHINE_PID

/* perf_dlfilter_sample.flags: what kind of branch a sample of a decoded trace is. */
enum {
	PERF_DLFILTER_FLAG_BRANCH	= 0x0001,
	PERF_DLFILTER_FLAG_CALL		= 0x0002,
	PERF_DLFILTER_FLAG_RETURN	= 0x0004,
	PERF_DLFILTER_FLAG_CONDITIONAL	= 0x0008,
	PERF_DLFILTER_FLAG_SYSCALLRET	= 0x0010,
	PERF_DLFILTER_FLAG_ASYNC	= 0x0020,
	PERF_DLFILTER_FLAG_INTERRUPT	= 0x0040,
	PERF_DLFILTER_FLAG_TX_ABORT	= 0x0080,
	PERF_DLFILTER_FLAG_TRACE_BEGIN	= 0x0100,
	PERF_DLFILTER_FLAG_TRACE_END	= 0x0200,
	PERF_DLFILTER_FLAG_IN_TX	= 0x0400,
	PERF_DLFILTER_FLAG_VMENTRY	= 0x0800,
	PERF_DLFILTER_FLAG_VMEXIT	= 0x1000,
};

/* A sample: valid during the call. What was not recorded is 0. */
struct perf_dlfilter_sample {
	__u32 size;			/* of this structure, bytes: members behind it are not there */
	__u16 ins_lat, p_stage_cyc;	/* the second and the third part of PERF_SAMPLE_WEIGHT_STRUCT */
	__u64 ip;
	__s32 pid, tid;
	__u64 time, addr, id, stream_id, period, weight, transaction;
	__u64 insn_cnt, cyc_cnt;	/* instructions and cycles since the last sample; 0: not known */
	__s32 cpu;
	__u32 flags;			/* PERF_DLFILTER_FLAG_* */
	__u64 data_src, phys_addr, data_page_size, code_page_size, cgroup;
	__u8 cpumode;			/* PERF_RECORD_MISC_KERNEL, ... */
	__u8 addr_correlates_sym;	/* resolve_addr() may be asked */
	__u16 misc;			/* of the record's header */
	__u32 raw_size;			/* bytes */
	const void *raw_data;
	__u64 brstack_nr;
	const struct perf_branch_entry *brstack;
	__u64 raw_callchain_nr;
	const __u64 *raw_callchain;	/* a deferred user half is in it */
	const char *event;		/* its name */
	__s32 machine_pid, vcpu;	/* of a guest's sample; else 0 and -1 */
};

/* A place in the code. */
struct perf_dlfilter_al {
	__u32 size;			/* of this structure, bytes */
	__u32 symoff;			/* from the symbol's start */
	const char *sym;		/* or NULL */
	__u64 addr;			/* in the dso's own addresses */
	__u64 sym_start, sym_end;	/* likewise */
	const char *dso;		/* its path, or NULL */
	__u8 sym_binding;		/* STB_* */
	__u8 is_64_bit;
	__u8 is_kernel_ip;
	__u32 buildid_size;		/* bytes; 0: not known */
	const __u8 *buildid;
	/* resolve_ip() alone sets these two. */
	__u8 filtered;			/* the sample will not be shown, whatever the filter says */
	const char *comm;
	void *priv;			/* not the filter's */
};

/* A filter that defines `struct perf_dlfilter_fns perf_dlfilter_fns;` finds these there. @ctx is what it was given. */
struct perf_dlfilter_fns {
	/* Where the sample's ip, or its addr, is. Valid until the same is asked again. */
	const struct perf_dlfilter_al *(*resolve_ip)(void *ctx);
	const struct perf_dlfilter_al *(*resolve_addr)(void *ctx);
	/* The values of --dlarg, and how many. */
	char **(*args)(void *ctx, int *dlargc);
	/* Where @address of the sample's process is; @al->size is set before. 0, or -1. */
	__s32 (*resolve_address)(void *ctx, __u64 address, struct perf_dlfilter_al *al);
	/* The bytes of the instruction, where they are known (decoded traces), and how many. */
	const __u8 *(*insn)(void *ctx, __u32 *length);
	const char *(*srcline)(void *ctx, __u32 *line_number);
	struct perf_event_attr *(*attr)(void *ctx);
	/* Reads code at @ip of the sample's process: how many bytes. */
	__s32 (*object_code)(void *ctx, __u64 ip, void *buf, __u32 len);
	/* After resolve_address(), when @al is done with. A perf without it has NULL here. */
	void (*al_cleanup)(void *ctx, struct perf_dlfilter_al *al);
	void *(*reserved[119])(void *);
};

/* Before the first sample, and after the last. *@data is handed to the others. 0, or negative: perf stops. */
int start(void **data, void *ctx);
int stop(void *data, void *ctx);
/* For each sample. 0: it is shown, 1: it is not, negative: perf stops. */
int filter_event(void *data, const struct perf_dlfilter_sample *sample, void *ctx);
/* The same, before perf's own options choose samples. */
int filter_event_early(void *data, const struct perf_dlfilter_sample *sample, void *ctx);
/* A line for --list-dlfilters; *@long_description: more, or NULL. */
const char *filter_description(const char **long_description);

#endif /* PERF_DLFILTER_H */
