/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The perf_event_open(2) interface up to Linux 7.3, written from its ABI: system headers are
 * often older than what the running kernel offers. Only what this project uses is here.
 */
#ifndef PERF_UAPI_PERF_EVENT_H
#define PERF_UAPI_PERF_EVENT_H

#include <linux/types.h>
#include <linux/ioctl.h>

/* attr.type */
enum perf_type_id {
	PERF_TYPE_HARDWARE	= 0,
	PERF_TYPE_SOFTWARE	= 1,
	PERF_TYPE_TRACEPOINT	= 2,
	PERF_TYPE_HW_CACHE	= 3,
	PERF_TYPE_RAW		= 4,
	PERF_TYPE_BREAKPOINT	= 5,
	PERF_TYPE_MAX
};

/* attr.config of PERF_TYPE_HARDWARE and _HW_CACHE: a PMU's type may stand in the upper half */
#define PERF_PMU_TYPE_SHIFT	32
#define PERF_HW_EVENT_MASK	0xffffffffULL

enum perf_hw_id {
	PERF_COUNT_HW_CPU_CYCLES		= 0,
	PERF_COUNT_HW_INSTRUCTIONS		= 1,
	PERF_COUNT_HW_CACHE_REFERENCES		= 2,
	PERF_COUNT_HW_CACHE_MISSES		= 3,
	PERF_COUNT_HW_BRANCH_INSTRUCTIONS	= 4,
	PERF_COUNT_HW_BRANCH_MISSES		= 5,
	PERF_COUNT_HW_BUS_CYCLES		= 6,
	PERF_COUNT_HW_STALLED_CYCLES_FRONTEND	= 7,
	PERF_COUNT_HW_STALLED_CYCLES_BACKEND	= 8,
	PERF_COUNT_HW_REF_CPU_CYCLES		= 9,
	PERF_COUNT_HW_MAX
};

enum perf_hw_cache_id {
	PERF_COUNT_HW_CACHE_L1D		= 0,
	PERF_COUNT_HW_CACHE_L1I		= 1,
	PERF_COUNT_HW_CACHE_LL		= 2,
	PERF_COUNT_HW_CACHE_DTLB	= 3,
	PERF_COUNT_HW_CACHE_ITLB	= 4,
	PERF_COUNT_HW_CACHE_BPU		= 5,
	PERF_COUNT_HW_CACHE_NODE	= 6,
	PERF_COUNT_HW_CACHE_MAX
};

enum perf_hw_cache_op_id {
	PERF_COUNT_HW_CACHE_OP_READ	= 0,
	PERF_COUNT_HW_CACHE_OP_WRITE	= 1,
	PERF_COUNT_HW_CACHE_OP_PREFETCH	= 2,
	PERF_COUNT_HW_CACHE_OP_MAX
};

enum perf_hw_cache_op_result_id {
	PERF_COUNT_HW_CACHE_RESULT_ACCESS	= 0,
	PERF_COUNT_HW_CACHE_RESULT_MISS		= 1,
	PERF_COUNT_HW_CACHE_RESULT_MAX
};

enum perf_sw_ids {
	PERF_COUNT_SW_CPU_CLOCK		= 0,
	PERF_COUNT_SW_TASK_CLOCK	= 1,
	PERF_COUNT_SW_PAGE_FAULTS	= 2,
	PERF_COUNT_SW_CONTEXT_SWITCHES	= 3,
	PERF_COUNT_SW_CPU_MIGRATIONS	= 4,
	PERF_COUNT_SW_PAGE_FAULTS_MIN	= 5,
	PERF_COUNT_SW_PAGE_FAULTS_MAJ	= 6,
	PERF_COUNT_SW_ALIGNMENT_FAULTS	= 7,
	PERF_COUNT_SW_EMULATION_FAULTS	= 8,
	PERF_COUNT_SW_DUMMY		= 9,
	PERF_COUNT_SW_BPF_OUTPUT	= 10,
	PERF_COUNT_SW_CGROUP_SWITCHES	= 11,
	PERF_COUNT_SW_MAX
};

/* attr.sample_type; a sample's fields stand in the order given at PERF_RECORD_SAMPLE below */
enum perf_event_sample_format {
	PERF_SAMPLE_IP			= 1U << 0,
	PERF_SAMPLE_TID			= 1U << 1,
	PERF_SAMPLE_TIME		= 1U << 2,
	PERF_SAMPLE_ADDR		= 1U << 3,
	PERF_SAMPLE_READ		= 1U << 4,
	PERF_SAMPLE_CALLCHAIN		= 1U << 5,
	PERF_SAMPLE_ID			= 1U << 6,
	PERF_SAMPLE_CPU			= 1U << 7,
	PERF_SAMPLE_PERIOD		= 1U << 8,
	PERF_SAMPLE_STREAM_ID		= 1U << 9,
	PERF_SAMPLE_RAW			= 1U << 10,
	PERF_SAMPLE_BRANCH_STACK	= 1U << 11,
	PERF_SAMPLE_REGS_USER		= 1U << 12,
	PERF_SAMPLE_STACK_USER		= 1U << 13,
	PERF_SAMPLE_WEIGHT		= 1U << 14,
	PERF_SAMPLE_DATA_SRC		= 1U << 15,
	PERF_SAMPLE_IDENTIFIER		= 1U << 16,
	PERF_SAMPLE_TRANSACTION		= 1U << 17,
	PERF_SAMPLE_REGS_INTR		= 1U << 18,
	PERF_SAMPLE_PHYS_ADDR		= 1U << 19,
	PERF_SAMPLE_AUX			= 1U << 20,
	PERF_SAMPLE_CGROUP		= 1U << 21,
	PERF_SAMPLE_DATA_PAGE_SIZE	= 1U << 22,
	PERF_SAMPLE_CODE_PAGE_SIZE	= 1U << 23,
	PERF_SAMPLE_WEIGHT_STRUCT	= 1U << 24,
	PERF_SAMPLE_MAX			= 1U << 25
};

#define PERF_SAMPLE_WEIGHT_TYPE	(PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT)

enum perf_branch_sample_type {
	PERF_SAMPLE_BRANCH_USER		= 1U << 0,
	PERF_SAMPLE_BRANCH_KERNEL	= 1U << 1,
	PERF_SAMPLE_BRANCH_HV		= 1U << 2,
	PERF_SAMPLE_BRANCH_ANY		= 1U << 3,
	PERF_SAMPLE_BRANCH_ANY_CALL	= 1U << 4,
	PERF_SAMPLE_BRANCH_ANY_RETURN	= 1U << 5,
	PERF_SAMPLE_BRANCH_IND_CALL	= 1U << 6,
	PERF_SAMPLE_BRANCH_CALL_STACK	= 1U << 11,
	PERF_SAMPLE_BRANCH_HW_INDEX	= 1U << 17,
	PERF_SAMPLE_BRANCH_COUNTERS	= 1U << 19
};

enum perf_sample_regs_abi {
	PERF_SAMPLE_REGS_ABI_NONE	= 0,
	PERF_SAMPLE_REGS_ABI_32		= 1,
	PERF_SAMPLE_REGS_ABI_64		= 2
};

/*
 * attr.read_format. What a READ record or a PERF_SAMPLE_READ field holds:
 *
 *	without GROUP: u64 value; [u64 time_enabled]; [u64 time_running]; [u64 id]; [u64 lost]
 *	with GROUP:    u64 nr; [u64 time_enabled]; [u64 time_running]; nr * { u64 value; [u64 id]; [u64 lost] }
 */
enum perf_event_read_format {
	PERF_FORMAT_TOTAL_TIME_ENABLED	= 1U << 0,
	PERF_FORMAT_TOTAL_TIME_RUNNING	= 1U << 1,
	PERF_FORMAT_ID			= 1U << 2,
	PERF_FORMAT_GROUP		= 1U << 3,
	PERF_FORMAT_LOST		= 1U << 4,
	PERF_FORMAT_MAX			= 1U << 5
};

/* The sizes that attr has had; a kernel accepts any, if what it does not know is zero. */
#define PERF_ATTR_SIZE_VER0	64	/* the first published */
#define PERF_ATTR_SIZE_VER1	72	/* + config2 */
#define PERF_ATTR_SIZE_VER2	80	/* + branch_sample_type */
#define PERF_ATTR_SIZE_VER3	96	/* + sample_regs_user, sample_stack_user, clockid */
#define PERF_ATTR_SIZE_VER4	104	/* + sample_regs_intr */
#define PERF_ATTR_SIZE_VER5	112	/* + aux_watermark, sample_max_stack */
#define PERF_ATTR_SIZE_VER6	120	/* + aux_sample_size, aux_action */
#define PERF_ATTR_SIZE_VER7	128	/* + sig_data */
#define PERF_ATTR_SIZE_VER8	136	/* + config3 */
#define PERF_ATTR_SIZE_VER9	144	/* + config4 */

struct perf_event_attr {
	__u32	type;
	__u32	size;
	__u64	config;
	union {
		__u64	sample_period;
		__u64	sample_freq;
	};
	__u64	sample_type;
	__u64	read_format;

	__u64	disabled		:  1,	/* bit 0 */
		inherit			:  1,
		pinned			:  1,
		exclusive		:  1,
		exclude_user		:  1,
		exclude_kernel		:  1,
		exclude_hv		:  1,
		exclude_idle		:  1,
		mmap			:  1,	/* bit 8 */
		comm			:  1,
		freq			:  1,
		inherit_stat		:  1,
		enable_on_exec		:  1,
		task			:  1,
		watermark		:  1,
		precise_ip		:  2,	/* bits 15, 16 */
		mmap_data		:  1,
		sample_id_all		:  1,	/* bit 18 */
		exclude_host		:  1,
		exclude_guest		:  1,
		exclude_callchain_kernel :  1,
		exclude_callchain_user	:  1,
		mmap2			:  1,
		comm_exec		:  1,	/* bit 24 */
		use_clockid		:  1,
		context_switch		:  1,
		write_backward		:  1,
		namespaces		:  1,
		ksymbol			:  1,
		bpf_event		:  1,
		aux_output		:  1,
		cgroup			:  1,	/* bit 32 */
		text_poke		:  1,
		build_id		:  1,
		inherit_thread		:  1,
		remove_on_exec		:  1,	/* bit 36 */
		sigtrap			:  1,
		defer_callchain		:  1,	/* bit 38: user half later, at return to user space */
		/* bit 39: this event carries the CALLCHAIN_DEFERRED records */
		defer_output		:  1,
		__reserved_1		: 24;

	union {
		__u32	wakeup_events;
		__u32	wakeup_watermark;
	};
	__u32	bp_type;
	union {
		__u64	bp_addr;
		__u64	kprobe_func;
		__u64	uprobe_path;
		__u64	config1;
	};
	union {
		__u64	bp_len;
		__u64	kprobe_addr;
		__u64	probe_offset;
		__u64	config2;
	};
	__u64	branch_sample_type;
	__u64	sample_regs_user;
	__u32	sample_stack_user;
	__s32	clockid;
	__u64	sample_regs_intr;
	__u32	aux_watermark;
	__u16	sample_max_stack;
	__u16	__reserved_2;
	__u32	aux_sample_size;
	union {
		__u32	aux_action;
		struct {
			__u32	aux_start_paused	:  1,
				aux_pause		:  1,
				aux_resume		:  1,
				__reserved_3		: 29;
		};
	};
	__u64	sig_data;
	__u64	config3;
	__u64	config4;
};

#define PERF_EVENT_IOC_ENABLE		_IO('$', 0)
#define PERF_EVENT_IOC_DISABLE		_IO('$', 1)
#define PERF_EVENT_IOC_REFRESH		_IO('$', 2)
#define PERF_EVENT_IOC_RESET		_IO('$', 3)
#define PERF_EVENT_IOC_PERIOD		_IOW('$', 4, __u64)
#define PERF_EVENT_IOC_SET_OUTPUT	_IO('$', 5)
#define PERF_EVENT_IOC_SET_FILTER	_IOW('$', 6, char *)
#define PERF_EVENT_IOC_ID		_IOR('$', 7, __u64 *)
#define PERF_EVENT_IOC_PAUSE_OUTPUT	_IOW('$', 9, __u32)
#define PERF_EVENT_IOC_MODIFY_ATTRIBUTES	_IOW('$', 11, struct perf_event_attr *)

#define PERF_FLAG_FD_NO_GROUP	(1UL << 0)
#define PERF_FLAG_FD_OUTPUT	(1UL << 1)
#define PERF_FLAG_PID_CGROUP	(1UL << 2)
#define PERF_FLAG_FD_CLOEXEC	(1UL << 3)

/* The first page of a ring buffer's mapping. */
struct perf_event_mmap_page {
	__u32	version;
	__u32	compat_version;
	__u32	lock;			/* seqlock around what follows, up to time_zero */
	__u32	index;
	__s64	offset;
	__u64	time_enabled;
	__u64	time_running;
	union {
		__u64	capabilities;
		struct {
			__u64	cap_bit0		: 1,
				cap_bit0_is_deprecated	: 1,
				cap_user_rdpmc		: 1,
				cap_user_time		: 1,
				cap_user_time_zero	: 1,
				cap_user_time_short	: 1,
				cap_____res		: 58;
		};
	};
	__u16	pmc_width;
	__u16	time_shift;
	__u32	time_mult;
	__u64	time_offset;
	__u64	time_zero;
	__u32	size;
	__u32	__reserved_1;
	__u64	time_cycles;
	__u64	time_mask;
	__u8	__reserved[116 * 8];	/* up to 1024 bytes */
	__u64	data_head;		/* read with acquire */
	__u64	data_tail;		/* write with release */
	__u64	data_offset;
	__u64	data_size;
	__u64	aux_head;
	__u64	aux_tail;
	__u64	aux_offset;
	__u64	aux_size;
};

/* header.misc: who ran, in the low three bits */
#define PERF_RECORD_MISC_CPUMODE_MASK		(7 << 0)
#define PERF_RECORD_MISC_CPUMODE_UNKNOWN	(0 << 0)
#define PERF_RECORD_MISC_KERNEL			(1 << 0)
#define PERF_RECORD_MISC_USER			(2 << 0)
#define PERF_RECORD_MISC_HYPERVISOR		(3 << 0)
#define PERF_RECORD_MISC_GUEST_KERNEL		(4 << 0)
#define PERF_RECORD_MISC_GUEST_USER		(5 << 0)
#define PERF_RECORD_MISC_PROC_MAP_PARSE_TIMEOUT	(1 << 12)
#define PERF_RECORD_MISC_MMAP_DATA		(1 << 13)
#define PERF_RECORD_MISC_COMM_EXEC		(1 << 13)
#define PERF_RECORD_MISC_FORK_EXEC		(1 << 13)
#define PERF_RECORD_MISC_SWITCH_OUT		(1 << 13)
#define PERF_RECORD_MISC_EXACT_IP		(1 << 14)
#define PERF_RECORD_MISC_SWITCH_OUT_PREEMPT	(1 << 14)
#define PERF_RECORD_MISC_MMAP_BUILD_ID		(1 << 14)
#define PERF_RECORD_MISC_EXT_RESERVED		(1 << 15)

struct perf_event_header {
	__u32	type;
	__u16	misc;
	__u16	size;		/* of the whole record, this header included; a multiple of 8 */
};

/*
 * Records. Where attr.sample_id_all is set, each but SAMPLE ends in a sample_id:
 *
 *	{ u32 pid, tid; } && TID   { u64 time; } && TIME   { u64 id; } && ID
 *	{ u64 stream_id; } && STREAM_ID   { u32 cpu, res; } && CPU   { u64 id; } && IDENTIFIER
 */
enum perf_event_type {
	PERF_RECORD_MMAP		= 1,	/* u32 pid, tid; u64 addr, len, pgoff; char filename[] */
	PERF_RECORD_LOST		= 2,	/* u64 id, lost */
	PERF_RECORD_COMM		= 3,	/* u32 pid, tid; char comm[] */
	PERF_RECORD_EXIT		= 4,	/* u32 pid, ppid, tid, ptid; u64 time */
	PERF_RECORD_THROTTLE		= 5,	/* u64 time, id, stream_id */
	PERF_RECORD_UNTHROTTLE		= 6,	/* as THROTTLE */
	PERF_RECORD_FORK		= 7,	/* as EXIT */
	PERF_RECORD_READ		= 8,	/* u32 pid, tid; then as attr.read_format says */
	/*
	 * PERF_RECORD_SAMPLE: IDENTIFIER, IP, TID, TIME, ADDR, ID, STREAM_ID, CPU, PERIOD, READ,
	 * CALLCHAIN { u64 nr; u64 ips[nr] }, RAW { u32 size; bytes }, BRANCH_STACK { u64 nr;
	 * [u64 hw_idx]; nr * { u64 from, to, flags }; [nr * u64 counters] }, REGS_USER { u64 abi;
	 * u64 regs[weight(mask)] }, STACK_USER { u64 size; bytes; u64 dyn_size }, WEIGHT, DATA_SRC,
	 * TRANSACTION, REGS_INTR, PHYS_ADDR, CGROUP, DATA_PAGE_SIZE, CODE_PAGE_SIZE,
	 * AUX { u64 size; bytes }
	 */
	PERF_RECORD_SAMPLE		= 9,
	PERF_RECORD_MMAP2		= 10,	/* u32 pid, tid; u64 addr, len, pgoff; { u32 maj, min; u64 ino,
						 * ino_generation } or { u8 build_id_size; u8 res; u16 res;
						 * u8 build_id[20] }; u32 prot, flags; char filename[] */
	PERF_RECORD_AUX			= 11,	/* u64 aux_offset, aux_size, flags */
	PERF_RECORD_ITRACE_START	= 12,	/* u32 pid, tid */
	PERF_RECORD_LOST_SAMPLES	= 13,	/* u64 lost */
	PERF_RECORD_SWITCH		= 14,
	PERF_RECORD_SWITCH_CPU_WIDE	= 15,	/* u32 next_prev_pid, next_prev_tid */
	PERF_RECORD_NAMESPACES		= 16,	/* u32 pid, tid; u64 nr; nr * { u64 dev, inode } */
	PERF_RECORD_KSYMBOL		= 17,	/* u64 addr; u32 len; u16 ksym_type, flags; char name[] */
	PERF_RECORD_BPF_EVENT		= 18,	/* u16 type, flags; u32 id; u8 tag[8] */
	PERF_RECORD_CGROUP		= 19,	/* u64 id; char path[] */
	PERF_RECORD_TEXT_POKE		= 20,	/* u64 addr; u16 old_len, new_len; u8 bytes[] */
	PERF_RECORD_AUX_OUTPUT_HW_ID	= 21,	/* u64 hw_id */
	PERF_RECORD_CALLCHAIN_DEFERRED	= 22,	/* u64 cookie, nr; u64 ips[nr] */
	PERF_RECORD_MAX
};

enum perf_record_ksymbol_type {
	PERF_RECORD_KSYMBOL_TYPE_UNKNOWN	= 0,
	PERF_RECORD_KSYMBOL_TYPE_BPF		= 1,
	PERF_RECORD_KSYMBOL_TYPE_OOL		= 2
};
#define PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER	(1 << 0)

/* Entries of a callchain from PERF_CONTEXT_MAX up are not addresses: they say what follows. */
#define PERF_CONTEXT_HV			((__u64)-32)
#define PERF_CONTEXT_KERNEL		((__u64)-128)
#define PERF_CONTEXT_USER		((__u64)-512)
#define PERF_CONTEXT_USER_DEFERRED	((__u64)-640)	/* user half comes later; the cookie follows */
#define PERF_CONTEXT_GUEST		((__u64)-2048)
#define PERF_CONTEXT_GUEST_KERNEL	((__u64)-2176)
#define PERF_CONTEXT_GUEST_USER		((__u64)-2560)
#define PERF_CONTEXT_MAX		((__u64)-4095)

#define PERF_MAX_STACK_DEPTH		127
#define PERF_MAX_CONTEXTS_PER_STACK	8

#define PERF_AUX_FLAG_TRUNCATED			0x01
#define PERF_AUX_FLAG_OVERWRITE			0x02
#define PERF_AUX_FLAG_PARTIAL			0x04
#define PERF_AUX_FLAG_COLLISION			0x08
#define PERF_AUX_FLAG_PMU_FORMAT_TYPE_MASK	0xff00

#endif /* PERF_UAPI_PERF_EVENT_H */
