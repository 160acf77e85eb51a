// SPDX-License-Identifier: GPL-2.0-only
#include "util/event/record.h"

#include <errno.h>
#include <string.h>

#include "util/base/alloc.h"

int record__check(const struct record *r, const struct cursor *c, struct diag *diag)
{
	if (!c->bad)
		return 0;
	return diag__set(diag, -EBADMSG, r->offset, record_type__name(r->header.type), c->bad,
			 "does not fit into the record of %u bytes", r->header.size);
}

bool record__is_count(uint32_t type)
{
	return type == PERF_RECORD_STAT || type == PERF_RECORD_STAT_ROUND || type == PERF_RECORD_STAT_CONFIG ||
	       type == PERF_RECORD_THREAD_MAP;
}

/* What the kernel writes as a build id: a size, three bytes of zero, the id, zeros up to 20 bytes. */
static bool is_build_id(const uint8_t *bytes, size_t size, uint32_t padding)
{
	if (!bytes || padding || !size || size > BUILD_ID_MAX)
		return false;
	for (; size < BUILD_ID_MAX; size++)
		if (bytes[size])
			return false;
	return true;
}

/*
 * MMAP2's union of inode numbers and build id, 24 bytes. With several recordings at once, kernels
 * hand the flag of one on to the others, whose records then hold device and inode all the same.
 */
static void decode_identity(struct cursor *c, bool build_id, struct record_mmap *m)
{
	struct cursor as_inode = *c;
	const uint8_t *bytes;
	uint32_t padding;

	m->build_id_size = cursor__u8(c, "build_id_size");
	padding = cursor__u8(c, "build_id padding") | cursor__u16(c, "build_id padding");
	bytes = cursor__bytes(c, BUILD_ID_MAX, "build_id");
	if (build_id && is_build_id(bytes, m->build_id_size, padding)) {
		memcpy(m->build_id, bytes, m->build_id_size);
		return;
	}
	*c = as_inode;
	m->build_id_size = 0;
	m->maj = cursor__u32(c, "maj");
	m->min = cursor__u32(c, "min");
	m->ino = cursor__u64(c, "ino");
	m->ino_generation = cursor__u64(c, "ino_generation");
}

int record__decode_mmap(const struct record *r, struct record_mmap *ret, struct diag *diag)
{
	struct cursor c = record__payload(r);
	struct record_mmap m = { 0 };
	int err;

	m.pid = cursor__u32(&c, "pid");
	m.tid = cursor__u32(&c, "tid");
	m.start = cursor__u64(&c, "addr");
	m.len = cursor__u64(&c, "len");
	m.pgoff = cursor__u64(&c, "pgoff");
	if (r->header.type == PERF_RECORD_MMAP2) {
		decode_identity(&c, r->header.misc & PERF_RECORD_MISC_MMAP_BUILD_ID, &m);
		m.prot = cursor__u32(&c, "prot");
		m.flags = cursor__u32(&c, "flags");
	}
	m.filename = cursor__str(&c, "filename");
	err = record__check(r, &c, diag);
	if (!err)
		*ret = m;
	return err;
}

int record__decode_comm(const struct record *r, struct record_comm *ret, struct diag *diag)
{
	struct cursor c = record__payload(r);
	struct record_comm m = { .exec = r->header.misc & PERF_RECORD_MISC_COMM_EXEC };
	int err;

	m.pid = cursor__u32(&c, "pid");
	m.tid = cursor__u32(&c, "tid");
	m.comm = cursor__str(&c, "comm");
	err = record__check(r, &c, diag);
	if (!err)
		*ret = m;
	return err;
}

int record__decode_task(const struct record *r, struct record_task *ret, struct diag *diag)
{
	struct cursor c = record__payload(r);
	struct record_task m;
	int err;

	m.pid = cursor__u32(&c, "pid");
	m.ppid = cursor__u32(&c, "ppid");
	m.tid = cursor__u32(&c, "tid");
	m.ptid = cursor__u32(&c, "ptid");
	m.time = cursor__u64(&c, "time");
	err = record__check(r, &c, diag);
	if (!err)
		*ret = m;
	return err;
}

int record__decode_lost(const struct record *r, struct record_lost *ret, struct diag *diag)
{
	struct cursor c = record__payload(r);
	struct record_lost m = { 0 };
	int err;

	if (r->header.type == PERF_RECORD_LOST)
		m.id = cursor__u64(&c, "id");
	m.lost = cursor__u64(&c, "lost");
	err = record__check(r, &c, diag);
	if (!err)
		*ret = m;
	return err;
}

int record__decode_ksymbol(const struct record *r, struct record_ksymbol *ret, struct diag *diag)
{
	struct cursor c = record__payload(r);
	struct record_ksymbol m;
	int err;

	m.addr = cursor__u64(&c, "addr");
	m.len = cursor__u32(&c, "len");
	m.type = cursor__u16(&c, "ksym_type");
	m.flags = cursor__u16(&c, "flags");
	m.name = cursor__str(&c, "name");
	err = record__check(r, &c, diag);
	if (!err)
		*ret = m;
	return err;
}

int record__decode_switch(const struct record *r, struct record_switch *ret, struct diag *diag)
{
	struct cursor c = record__payload(r);
	struct record_switch m = {
		.next_prev_pid = (uint32_t)-1,
		.next_prev_tid = (uint32_t)-1,
		.out = r->header.misc & PERF_RECORD_MISC_SWITCH_OUT,
		.preempt = r->header.misc & PERF_RECORD_MISC_SWITCH_OUT_PREEMPT,
	};
	int err;

	if (r->header.type == PERF_RECORD_SWITCH_CPU_WIDE) {
		m.next_prev_pid = cursor__u32(&c, "next_prev_pid");
		m.next_prev_tid = cursor__u32(&c, "next_prev_tid");
	}
	err = record__check(r, &c, diag);
	if (!err)
		*ret = m;
	return err;
}

int record__decode_aux(const struct record *r, struct record_aux *ret, struct diag *diag)
{
	struct cursor c = record__payload(r);
	struct record_aux m;
	int err;

	m.offset = cursor__u64(&c, "aux_offset");
	m.size = cursor__u64(&c, "aux_size");
	m.flags = cursor__u64(&c, "flags");
	err = record__check(r, &c, diag);
	if (!err)
		*ret = m;
	return err;
}
