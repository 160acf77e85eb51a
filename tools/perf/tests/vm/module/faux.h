/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Software PMUs with an AUX area, for tests of AUX recording on machines without such hardware.
 *
 *	faux_pt		AUX area, pause and resume, exclusive; its name is a parameter
 *	faux_nopause	the same, but cannot be paused
 *	faux_out	no area; its events may be sent to that of another PMU (aux_output)
 *
 * What is traced is a timer's ticks: it writes while the event runs and is not paused, so that the
 * bytes tell when that was.
 */
#ifndef FAUX_H
#define FAUX_H

#include <linux/hrtimer.h>
#include <linux/perf_event.h>
#include <linux/version.h>

#include "records.h"

#ifdef PERF_EF_PAUSE
#define faux_is_paused(event) READ_ONCE((event)->hw.aux_paused)
#else
/* Nothing pauses there, and the core never asks for it. */
#define PERF_EF_PAUSE 0
#define PERF_EF_RESUME 0
#define PERF_PMU_CAP_AUX_PAUSE 0
#define faux_is_paused(event) false
#endif

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 13, 0)
/* Not all of them let modules have it. */
#define perf_report_aux_output_id(event, id) do { } while (0)

static inline void hrtimer_setup(struct hrtimer *timer, enum hrtimer_restart (*function)(struct hrtimer *),
				 clockid_t clock, enum hrtimer_mode mode)
{
	hrtimer_init(timer, clock, mode);
	timer->function = function;
}
#endif

/* The area of an event, as mapped: made by setup_aux, lives as long as the mapping. */
struct faux_buffer {
	unsigned long size;	/* bytes, a power of two */
	bool overwrite;		/* snapshot mode: runs round and round */
	void *pages[];
};

/* What was done on a CPU since the module was loaded or the counters were cleared. */
struct faux_counters {
	u64 bytes;		/* written into the area */
	u64 records;		/* of our own kind, ptwrite packets, or blobs */
	u64 starts, stops;	/* a transaction was opened, closed */
	u64 pauses, resumes;	/* calls with PERF_EF_PAUSE and PERF_EF_RESUME */
	u64 chunks;		/* transactions that were closed in passing, as the area filled */
	u64 full;		/* the event had to stop: no room */
	u64 lost;		/* records that had no room */
	u64 snapshots;		/* AUX samples */
};

/* A CPU's tracer. Used by its CPU only, with interrupts off. */
struct faux_cpu {
	struct perf_output_handle handle;
	struct perf_event *event;	/* between add and del */
	struct faux_buffer *buffer;	/* while a transaction is open, else NULL */
	unsigned long head;		/* where the next byte goes: grows for ever in full mode */
	unsigned long written;		/* bytes of this transaction */
	unsigned long synced;		/* bytes since the last PSB */
	bool running;			/* neither stopped nor paused */
	bool busy;			/* a byte is on its way: an NMI leaves the area alone */
	u64 seq;			/* of the next record; one that is lost has a number too */
	struct hrtimer timer;
	struct faux_counters counters;
};

DECLARE_PER_CPU(struct faux_cpu, faux_cpus);

/* pmu.c */
extern struct pmu faux_main_pmu;
extern unsigned int faux_events;	/* that exist; changed under faux_lock */
extern struct mutex faux_lock;

/* area.c: all with interrupts off, on the CPU itself. */
bool faux_area_begin(struct faux_cpu *cpu, struct perf_event *event);
void faux_area_end(struct faux_cpu *cpu);
/* All of it or, where there is no room, nothing: then the event has been stopped. */
bool faux_area_write(struct faux_cpu *cpu, const void *data, unsigned long len);
long faux_area_copy(struct faux_cpu *cpu, struct perf_output_handle *to, unsigned long size);
int faux_area_init(void);

/* trace.c: writes what belongs there. */
void faux_trace(struct faux_cpu *cpu, enum faux_type type);

/* sysfs.c */
extern const struct attribute_group *faux_pt_groups[], *faux_out_groups[];
extern unsigned int faux_tick_us, faux_burst, faux_aux_flags;
extern bool faux_pt_packets, faux_head_wraps;
extern char *faux_name;
extern u8 faux_blob[];
extern unsigned int faux_blob_len;

#endif
