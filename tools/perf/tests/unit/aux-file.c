// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/aux-file.h"

#include <linux/perf_event.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define ATTR_SIZE	136
#define MAGIC		0x32454c4946524550ULL	/* "PERFILE2" on little-endian machines */
#define HEAD		104
#define ATTRS_ROOM	(16 * (ATTR_SIZE + 16))	/* 16 events at the most */
#define IDS_AT		(HEAD + ATTRS_ROOM)
#define RECORDS_AT	(IDS_AT + 16 * 8)
#define AUXTRACE_INFO	70
#define AUXTRACE	71
#define FEATURE_GROUPS	17
#define FEATURE_AUX	18

static void put16(struct strbuf *sb, uint16_t v)
{
	strbuf__add(sb, &v, sizeof(v));
}

static void put32(struct strbuf *sb, uint32_t v)
{
	strbuf__add(sb, &v, sizeof(v));
}

static void put64(struct strbuf *sb, uint64_t v)
{
	strbuf__add(sb, &v, sizeof(v));
}

void aux_file__event(struct aux_file *f, enum aux_file_event what)
{
	struct perf_event_attr attr = {
		/* AUX PMUs have a number of their own; the others are software events. */
		.type = what <= AUX_FILE_WATERMARK ? 40 : PERF_TYPE_SOFTWARE, .size = ATTR_SIZE,
		.config = what <= AUX_FILE_WATERMARK ? 0 : PERF_COUNT_SW_DUMMY, .sample_period = 1,
		.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_CPU,
		.sample_id_all = 1,
	};

	attr.aux_start_paused = what == AUX_FILE_TRACE_PAUSED;
	attr.aux_resume = what == AUX_FILE_RESUME;
	attr.aux_pause = what == AUX_FILE_PAUSE;
	attr.aux_output = what == AUX_FILE_OUTPUT;
	attr.aux_watermark = what == AUX_FILE_WATERMARK ? 65536 : 0;
	if (what == AUX_FILE_SAMPLED) {
		attr.sample_type |= PERF_SAMPLE_AUX;
		attr.aux_sample_size = 512;
	}
	strbuf__add(&f->attrs, &attr, ATTR_SIZE);
	put64(&f->attrs, IDS_AT + 8 * f->nr_events);
	put64(&f->attrs, 8);
	put64(&f->ids, 100 + f->nr_events++);
}

void aux_file__group(struct aux_file *f, uint32_t nr)
{
	put32(&f->groups, 4);
	strbuf__add(&f->groups, "{}\0", 4);
	put32(&f->groups, (uint32_t)f->nr_events);
	put32(&f->groups, nr);
	f->nr_groups++;
}

uint64_t aux_file__pos(const struct aux_file *f)
{
	return RECORDS_AT + f->records.len;
}

static void head(struct aux_file *f, uint32_t type, uint16_t misc, size_t payload)
{
	put32(&f->records, type);
	put16(&f->records, misc);
	put16(&f->records, (uint16_t)(8 + payload));
}

static void sample_id(struct aux_file *f, uint64_t time, unsigned int event)
{
	put32(&f->records, f->pid);
	put32(&f->records, f->tid);
	put64(&f->records, time);
	put64(&f->records, 100 + event);
	put32(&f->records, f->cpu);
	put32(&f->records, 0);
}

#define SAMPLE_ID	32

void aux_file__sample(struct aux_file *f, uint64_t time, unsigned int event)
{
	/* The fields of such a sample are those of a sample_id, in the same order. */
	head(f, PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER, SAMPLE_ID);
	sample_id(f, time, event);
}

void aux_file__aux(struct aux_file *f, uint64_t time, uint64_t offset, uint64_t size, uint64_t flags,
		   unsigned int event)
{
	head(f, PERF_RECORD_AUX, 0, 24 + SAMPLE_ID);
	put64(&f->records, offset);
	put64(&f->records, size);
	put64(&f->records, flags);
	sample_id(f, time, event);
}

void aux_file__start(struct aux_file *f, uint64_t time)
{
	head(f, PERF_RECORD_ITRACE_START, 0, 8 + SAMPLE_ID);
	put32(&f->records, f->pid);
	put32(&f->records, f->tid);
	sample_id(f, time, 0);
}

void aux_file__lost(struct aux_file *f, uint64_t time, uint64_t lost)
{
	head(f, PERF_RECORD_LOST, 0, 16 + SAMPLE_ID);
	put64(&f->records, 100);
	put64(&f->records, lost);
	sample_id(f, time, 0);
}

void aux_file__info(struct aux_file *f, uint32_t type, uint64_t word)
{
	head(f, AUXTRACE_INFO, 0, 16);
	put32(&f->records, type);
	put32(&f->records, 0);
	put64(&f->records, word);
}

void aux_file__trace(struct aux_file *f, uint32_t idx, uint64_t offset, uint64_t said, uint64_t really)
{
	uint64_t i;

	head(f, AUXTRACE, 0, 40);
	put64(&f->records, said);
	put64(&f->records, offset);
	put64(&f->records, 0);
	put32(&f->records, idx);
	put32(&f->records, (uint32_t)-1);
	put32(&f->records, f->cpu);
	put32(&f->records, 0);
	for (i = 0; i < really; i++)
		strbuf__addch(&f->records, (char)(offset + i));
}

void aux_file__record(struct aux_file *f, uint32_t type, uint16_t misc, const uint64_t *words, size_t nr)
{
	head(f, type, misc, 8 * nr);
	strbuf__add(&f->records, words, 8 * nr);
}

void aux_file__index_entry(struct aux_file *f, uint64_t pos, uint64_t size)
{
	put64(&f->index, pos);
	put64(&f->index, size);
	f->nr_index++;
	f->has_index = true;
}

static void pad_to(struct strbuf *sb, size_t size)
{
	while (sb->len < size)
		strbuf__addch(sb, 0);
}

static int finish(struct aux_file *f, struct strbuf *out)
{
	int fd = memfd_create("recording", MFD_CLOEXEC);

	if (fd >= 0 && write(fd, out->buf, out->len) != (ssize_t)out->len) {
		close(fd);
		fd = -1;
	}
	strbuf__exit(out);
	strbuf__exit(&f->records);
	strbuf__exit(&f->attrs);
	strbuf__exit(&f->ids);
	strbuf__exit(&f->index);
	strbuf__exit(&f->groups);
	*f = (struct aux_file){ 0 };
	return fd;
}

int aux_file__fd(struct aux_file *f)
{
	struct strbuf out = STRBUF_INIT;
	uint64_t at = RECORDS_AT + f->records.len, groups_size = 4 + f->groups.len;

	put64(&out, MAGIC);
	put64(&out, HEAD);
	put64(&out, ATTR_SIZE + 16);
	put64(&out, HEAD);
	put64(&out, f->attrs.len);
	put64(&out, RECORDS_AT);
	put64(&out, f->records.len);
	put64(&out, 0);
	put64(&out, 0);
	put64(&out, (f->nr_groups ? 1ULL << FEATURE_GROUPS : 0) | (f->has_index ? 1ULL << FEATURE_AUX : 0));
	pad_to(&out, HEAD);
	strbuf__add(&out, f->attrs.buf, f->attrs.len);
	pad_to(&out, IDS_AT);
	strbuf__add(&out, f->ids.buf, f->ids.len);
	pad_to(&out, RECORDS_AT);
	strbuf__add(&out, f->records.buf, f->records.len);
	/* The table of features, then the features. */
	at += 16 * ((f->nr_groups > 0) + f->has_index);
	if (f->nr_groups) {
		put64(&out, at);
		put64(&out, groups_size);
		at += groups_size;
	}
	if (f->has_index) {
		put64(&out, at);
		put64(&out, 8 + f->index.len);
	}
	if (f->nr_groups) {
		put32(&out, (uint32_t)f->nr_groups);
		strbuf__add(&out, f->groups.buf, f->groups.len);
	}
	if (f->has_index) {
		put64(&out, f->nr_index);
		strbuf__add(&out, f->index.buf, f->index.len);
	}
	return finish(f, &out);
}

int aux_file__stream_fd(struct aux_file *f)
{
	struct strbuf out = STRBUF_INIT;
	uint64_t i;

	put64(&out, MAGIC);
	put64(&out, 16);
	for (i = 0; i < f->nr_events; i++) {
		put32(&out, 64);
		put16(&out, 0);
		put16(&out, 8 + ATTR_SIZE + 8);
		strbuf__add(&out, f->attrs.buf + i * (ATTR_SIZE + 16), ATTR_SIZE);
		put64(&out, 100 + i);
	}
	strbuf__add(&out, f->records.buf, f->records.len);
	return finish(f, &out);
}
