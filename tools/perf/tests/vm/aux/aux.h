/* SPDX-License-Identifier: GPL-2.0-only */
/* perf_event_open and AUX areas without any library, for the programs that test the kernel's side. */
#ifndef AUX_TEST_H
#define AUX_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../module/records.h"

/* What an attr asks for beside its event. */
enum {
	START_PAUSED	= 1 << 0,	/* the three of aux_action, at their own places */
	PAUSE		= 1 << 1,
	RESUME		= 1 << 2,
	RESERVED	= 1 << 3,	/* an aux_action that no kernel knows */
	AUX_OUTPUT	= 1 << 4,
	SAMPLE_AUX	= 1 << 5,	/* 4 KiB of the area with each sample */
	INHERIT		= 1 << 6,
	COUNTING	= 1 << 7,	/* no sampling period */
	OLD_SIZE	= 1 << 8,	/* attr.size ends before aux_action */
	DISABLED	= 1 << 9,
	ON_CPU_1	= 1 << 10,
	ON_CPU_0	= 1 << 11,
	ANY_TASK	= 1 << 12,	/* of that CPU */
};

enum kind { NOTHING, AREA, AREA_NO_PAUSE, OUTPUT, ENTER, EXIT, CLOCK, NKINDS };

/* Opens an event for the calling process, or -errno. @group: leader's descriptor or -1. */
int event_open(enum kind kind, unsigned int flags, int group);
uint64_t event_id(int fd);

/* The maps of one event and what was read from them. */
struct area {
	int fd;
	struct perf_event_mmap_page *page;
	unsigned char *data, *aux;
	size_t data_size, aux_size;
	bool overwrite;
	int err;		/* why it could not be mapped: errno */

	struct mark *marks;	/* the samples and AUX records, in the ring's order */
	size_t nmarks;
	struct faux_record *records;	/* those that the module wrote, in order */
	size_t nrecords;
	uint64_t bytes;		/* taken out of the area */
	size_t bad;		/* places that hold no sound record */
	size_t lost;		/* numbers that are missing */
	size_t samples, truncated, itrace_starts;
};

struct mark {
	uint32_t type;		/* PERF_RECORD_* */
	uint32_t tid, cpu;
	uint64_t time, id;
	uint64_t offset, size, flags;	/* of AUX */
	const unsigned char *aux;	/* of a sample, and its size */
};

/* Maps 64 KiB for records and @aux_size bytes of area. False: see err. */
bool area_map(struct area *a, int fd, size_t aux_size, bool overwrite);
/* Takes out what is there; may be called again and again. */
void area_read(struct area *a);
/* Snapshot mode: all that the area holds, from the AUX record's words. */
void area_read_snapshot(struct area *a, uint64_t from, uint64_t until);
void area_free(struct area *a);

/* Sound records in @n bytes, which begin at one; false at the first that is not. */
bool records_sound(const unsigned char *data, size_t n, struct faux_record *last);

/* Sum over the CPUs of a word of the module's counters; clears them. */
uint64_t counter(const char *word);
void counters_clear(void);
void parameter_set(const char *name, const char *value);

/* Says ok or FAILED, with printf's text. Returns @ok. */
bool check(bool ok, const char *format, ...) __attribute__((format(printf, 2, 3)));
int checks_done(void);

void spin_ms(unsigned int ms);
void pin(int cpu);

#endif
