/* SPDX-License-Identifier: GPL-2.0-only */
/* The records that faux_pt writes when it writes no packets: for the module and for its readers. */
#ifndef FAUX_RECORDS_H
#define FAUX_RECORDS_H

#include <linux/types.h>

#define FAUX_MAGIC 0x58554146	/* "FAUX" */

enum faux_type {
	FAUX_START = 1,		/* the event starts, not paused */
	FAUX_RESUME,
	FAUX_TICK,
	FAUX_PAUSE,
	FAUX_STOP,		/* the event stops, not paused */
};

/* In the byte order of the machine. */
struct faux_record {
	__u32 magic;	/* FAUX_MAGIC */
	__u16 type;	/* enum faux_type */
	__u16 cpu;
	__u64 time;	/* the event's clock: that of PERF_SAMPLE_TIME */
	__u64 seq;	/* one more than the CPU's record before; a record that is lost has one, too */
	__u32 tid;
	__u32 check;	/* the exclusive or of the seven words before it */
};

#endif
