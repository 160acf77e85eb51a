// SPDX-License-Identifier: GPL-2.0-only
/* The side-band that the modelled kernel writes. */
#include <string.h>

#include <linux/perf_event.h>

#include "util/base/alloc.h"
#include "util/base/random.h"
#include "util/generate/model.h"

#define KERNEL_BASE	0xffffffff81000000ULL
#define KERNEL_SIZE	0x1000000ULL
#define PROT_READ_EXEC	5
#define MISC_MMAP_BUILD_ID_	(1 << 14)	/* PERF_RECORD_MISC_MMAP_BUILD_ID, which older headers lack */
#define MAP_PRIVATE_	2

static uint64_t next_random(struct model *m)
{
	return random__next(&m->rng);
}

/* Any number, but the same for a file each time. */
static uint64_t inode_of(const char *path)
{
	uint64_t n = 0;

	for (; *path; path++)
		n = random__mix(n + (unsigned char)*path);
	return n >> 40;
}

const uint64_t *model__addresses(struct model *m, const struct addresses *a, bool kernel,
				 uint32_t *ret_nr)
{
	uint64_t base = kernel ? KERNEL_BASE : PROGRAM_BASE,
		 size = kernel ? KERNEL_SIZE : PROGRAM_SIZE;
	uint64_t *ips = arena__alloc(&m->truth->arena, (a->nr + 1UL) * sizeof(*ips));
	uint32_t i;

	*ret_nr = a->nr;
	for (i = 0; i < a->nr; i++)
		ips[i] = a->ips ? a->ips[i] : base + next_random(m) % size;
	return ips;
}

struct sample_values model__values(struct model *m, const struct task *t, size_t event)
{
	return (struct sample_values){
		.time = m->now, .pid = t->pid, .tid = t->tid, .cpu = t->cpu,
		.id = event_id(m->s, event, t->cpu), .period = m->s->events[event].period,
	};
}

/* Ends a side-band record of the tracking event and sends it on its way. */
static void send(struct model *m, struct bytes *b, size_t begin, const struct task *t,
		 bool synthetic)
{
	/* A made-up record carries a sample_id of zeros, laid out as the first event's. */
	size_t event = synthetic ? 0 : m->tracking;
	struct sample_values v = { 0 };

	if (!synthetic)
		v = model__values(m, t, event);
	encode_sample_id(b, m->s, &m->s->events[event], &v);
	if (!bytes__end(b, begin))
		return;
	if (synthetic)
		container__add_synthetic(m->out, b);
	else
		(void)(ring__write(m, t->cpu, event, b) && (m->newest = m->now));
	bytes__reset(b);
}

void write_comm(struct model *m, struct bytes *b, const struct task *t, bool exec, bool synthetic)
{
	size_t begin = bytes__begin(b, PERF_RECORD_COMM, exec ? PERF_RECORD_MISC_COMM_EXEC : 0);

	bytes__u32(b, (uint32_t)t->pid);
	bytes__u32(b, (uint32_t)t->tid);
	bytes__str(b, t->comm, 8);
	send(m, b, begin, t, synthetic);
}

/* 20 bytes, the same for a file and a number each time. */
static void put_build_id(struct bytes *b, const char *path, uint64_t number)
{
	uint64_t n = random__mix(number);
	int i;

	for (; *path; path++)
		n = random__mix(n + (unsigned char)*path);
	bytes__u8(b, 20);
	bytes__u8(b, 0);
	bytes__u16(b, 0);
	for (i = 0; i < 20; i++) {
		n = random__mix(n);
		bytes__u8(b, (uint8_t)(n >> 56));
	}
}

void write_mmap2(struct model *m, struct bytes *b, const struct task *t, const struct mapped_file *f, bool synthetic)
{
	const char *path = f->path;
	bool build_id = m->s->build_ids && path[0] == '/' && path[1] != '/';
	size_t begin = bytes__begin(b, PERF_RECORD_MMAP2, build_id ? PERF_RECORD_MISC_USER | MISC_MMAP_BUILD_ID_ : PERF_RECORD_MISC_USER);

	bytes__u32(b, (uint32_t)t->pid);
	bytes__u32(b, (uint32_t)t->tid);
	bytes__u64(b, f->addr);
	bytes__u64(b, f->len);
	bytes__u64(b, 0);		/* pgoff */
	if (build_id) {
		put_build_id(b, path, m->s->build_ids);
	} else {
		bytes__u32(b, 8);		/* device, major and minor */
		bytes__u32(b, 1);
		bytes__u64(b, inode_of(path));
		bytes__u64(b, 0);
	}
	bytes__u32(b, PROT_READ_EXEC);
	bytes__u32(b, MAP_PRIVATE_);
	bytes__str(b, path, 8);
	send(m, b, begin, t, synthetic);
}

void write_task_record(struct model *m, const struct task *t, const struct task *parent,
		       uint32_t type)
{
	struct bytes b = { .big = m->s->big };
	size_t begin = bytes__begin(&b, type, 0);

	bytes__u32(&b, (uint32_t)t->pid);
	bytes__u32(&b, (uint32_t)parent->pid);
	bytes__u32(&b, (uint32_t)t->tid);
	bytes__u32(&b, (uint32_t)parent->tid);
	bytes__u64(&b, m->now);
	send(m, &b, begin, type == PERF_RECORD_FORK ? parent : t, false);
	bytes__exit(&b);
}

void write_switch(struct model *m, const struct task *t, unsigned int misc)
{
	struct bytes b = { .big = m->s->big };

	send(m, &b, bytes__begin(&b, PERF_RECORD_SWITCH, misc), t, false);
	bytes__exit(&b);
}

void write_raw_record(struct model *m, uint32_t cpu, uint32_t type, uint32_t size)
{
	struct bytes b = { .big = m->s->big };
	struct sample_values v = { .time = m->now,
				   .cpu = cpu,
				   .id = event_id(m->s, m->tracking, cpu) };
	size_t begin = bytes__begin(&b, type, 0);

	bytes__zeros(&b, size > 8 ? (size - 8) / 8 * 8 : 0);
	encode_sample_id(&b, m->s, &m->s->events[m->tracking], &v);
	if (bytes__end(&b, begin) && ring__write(m, cpu, m->tracking, &b))
		m->newest = m->now;
	bytes__exit(&b);
}

void write_synthetic(struct model *m)
{
	struct bytes b = { .big = m->s->big };
	size_t i;

	for (i = 0; i < m->nr_all; i++) {
		const struct task *t = m->all[i];

		write_comm(m, &b, t, false, true);
		if (!t->kthread && t->tid == t->pid)
			write_mmap2(m, &b, t, &(struct mapped_file){ t->program, PROGRAM_BASE, PROGRAM_SIZE }, true);
	}
	bytes__exit(&b);
}
