// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/record-text.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/mman.h>

#include "util/base/alloc.h"
#include "util/base/shown.h"
#include "util/base/text-out.h"
#include "util/output/own-record-text.h"

/* printf's %#x of a value: "0" for zero. */
#define X	"%#" PRIx64
#define D	"%" PRId32

static void add_mmap(struct text_out *out, const struct record *r, const struct record_mmap *m)
{
	static const char hex[] = "0123456789abcdef";
	char id[2 * BUILD_ID_MAX + 1] = "";
	unsigned int i;

	text_out__addf(out, " " D "/" D ": [" X "(" X ") @ " X, (int32_t)m->pid, (int32_t)m->tid, m->start,
		       m->len, m->pgoff);
	if (r->header.type == PERF_RECORD_MMAP) {
		text_out__addf(out, "]: %c %s\n", r->header.misc & PERF_RECORD_MISC_MMAP_DATA ? 'r' : 'x',
			       shown(m->filename));
		return;
	}
	for (i = 0; i < m->build_id_size && i < BUILD_ID_MAX; i++) {
		id[2 * i] = hex[m->build_id[i] >> 4];
		id[2 * i + 1] = hex[m->build_id[i] & 15];
		id[2 * i + 2] = 0;
	}
	/* Its flag alone does not say so: see decode_identity(). */
	if (m->build_id_size ||
	    (r->header.misc & PERF_RECORD_MISC_MMAP_BUILD_ID && !m->maj && !m->min && !m->ino))
		text_out__addf(out, " <%s>", id);
	else
		text_out__addf(out, " %02" PRIx32 ":%02" PRIx32 " %" PRIu64 " %" PRIu64, m->maj, m->min,
			       m->ino, m->ino_generation);
	text_out__addf(out, "]: %c%c%c%c %s\n", m->prot & PROT_READ ? 'r' : '-',
		       m->prot & PROT_WRITE ? 'w' : '-', m->prot & PROT_EXEC ? 'x' : '-',
		       m->flags & MAP_SHARED ? 's' : 'p', shown(m->filename));
}

static int mmap_text(struct text_out *out, const struct record *r, struct diag *diag)
{
	struct record_mmap m;
	int ret = record__decode_mmap(r, &m, diag);

	if (!ret)
		add_mmap(out, r, &m);
	return ret;
}

static int comm_text(struct text_out *out, const struct record *r, struct diag *diag)
{
	struct record_comm c;
	int ret = record__decode_comm(r, &c, diag);

	if (!ret)
		text_out__addf(out, "%s: %s:" D "/" D "\n", c.exec ? " exec" : "", shown(c.comm), (int32_t)c.pid,
			       (int32_t)c.tid);
	return ret;
}

static int task_text(struct text_out *out, const struct record *r, struct diag *diag)
{
	struct record_task t;
	int ret = record__decode_task(r, &t, diag);

	if (!ret)
		text_out__addf(out, "(" D ":" D "):(" D ":" D ")\n", (int32_t)t.pid, (int32_t)t.tid,
			       (int32_t)t.ppid, (int32_t)t.ptid);
	return ret;
}

static int lost_text(struct text_out *out, const struct record *r, struct diag *diag)
{
	struct record_lost l;
	int ret = record__decode_lost(r, &l, diag);

	if (!ret)
		text_out__addf(out, "%s %" PRIu64 "\n",
			       r->header.type == PERF_RECORD_LOST ? " lost" : " lost-samples", l.lost);
	return ret;
}

static int switch_text(struct text_out *out, const struct record *r, struct diag *diag)
{
	struct record_switch s;
	int ret = record__decode_switch(r, &s, diag);

	if (ret)
		return ret;
	text_out__addf(out, " %s", !s.out ? "IN         " : s.preempt ? "OUT preempt" : "OUT        ");
	if (r->header.type == PERF_RECORD_SWITCH_CPU_WIDE)
		text_out__addf(out, "  %s pid/tid: %5" PRId32 "/%-5" PRId32, s.out ? "next" : "prev",
			       (int32_t)s.next_prev_pid, (int32_t)s.next_prev_tid);
	text_out__addch(out, '\n');
	return 0;
}

static int aux_text(struct text_out *out, const struct record *r, struct diag *diag)
{
	struct record_aux a;
	int ret = record__decode_aux(r, &a, diag);

	if (!ret)
		text_out__addf(out, " offset: " X " size: " X " flags: " X " [%s%s%s%s]\n", a.offset, a.size,
			       a.flags, a.flags & PERF_AUX_FLAG_TRUNCATED ? "T" : "",
			       a.flags & PERF_AUX_FLAG_OVERWRITE ? "O" : "",
			       a.flags & PERF_AUX_FLAG_PARTIAL ? "P" : "",
			       a.flags & PERF_AUX_FLAG_COLLISION ? "C" : "");
	return ret;
}

static int ksymbol_text(struct text_out *out, const struct record *r, struct diag *diag)
{
	struct record_ksymbol k;
	int ret = record__decode_ksymbol(r, &k, diag);

	if (!ret)
		text_out__addf(out, " addr %" PRIx64 " len %" PRIu32 " type %u flags 0x%x name %s\n", k.addr,
			       k.len, k.type, k.flags, shown(k.name));
	return ret;
}

static int itrace_start_text(struct text_out *out, const struct record *r, struct diag *diag)
{
	struct cursor c = record__payload(r);
	uint32_t pid = cursor__u32(&c, "pid"), tid = cursor__u32(&c, "tid");
	int ret = record__check(r, &c, diag);

	if (!ret)
		text_out__addf(out, " pid: " D " tid: " D "\n", (int32_t)pid, (int32_t)tid);
	return ret;
}

static int namespaces_text(struct text_out *out, const struct record *r, struct diag *diag)
{
	static const char *const names[] = { "net", "uts", "ipc", "pid", "user", "mnt", "cgroup" };
	struct cursor c = record__payload(r);
	uint32_t pid = cursor__u32(&c, "pid"), tid = cursor__u32(&c, "tid");
	uint64_t nr = cursor__count(&c, 16, "nr_namespaces"), i;
	int ret = record__check(r, &c, diag);

	if (ret)
		return ret;
	text_out__addf(out, " " D "/" D " - nr_namespaces: %" PRIu64 "\n\t\t[", (int32_t)pid, (int32_t)tid,
		       nr);
	for (i = 0; i < nr; i++) {
		uint64_t dev = cursor__u64(&c, "dev"), ino = cursor__u64(&c, "inode");

		if (i && i % 4 == 0)
			text_out__addstr(out, "\n\t\t ");
		text_out__addf(out, "%" PRIu64 "/%s: %" PRIu64 "/" X "%s", i,
			       i < ARRAY_SIZE(names) ? names[i] : "unknown", dev, ino,
			       i + 1 < nr ? ", " : "]\n");
	}
	if (!nr)
		text_out__addstr(out, "]\n");
	return 0;
}

static int cgroup_text(struct text_out *out, const struct record *r, struct diag *diag)
{
	struct cursor c = record__payload(r);
	uint64_t id = cursor__u64(&c, "id");
	const char *path = cursor__str(&c, "path");
	int ret = record__check(r, &c, diag);

	if (!ret)
		text_out__addf(out, " cgroup: %" PRIu64 " %s\n", id, shown(path));
	return ret;
}

static int bpf_event_text(struct text_out *out, const struct record *r, struct diag *diag)
{
	struct cursor c = record__payload(r);
	uint16_t type = cursor__u16(&c, "type"), flags = cursor__u16(&c, "flags");
	uint32_t id = cursor__u32(&c, "id");
	int ret = record__check(r, &c, diag);

	if (!ret)
		text_out__addf(out, " type %u, flags %u, id %" PRIu32 "\n", type, flags, id);
	return ret;
}

/* 16 bytes a line, each line with its name. */
static void add_bytes(struct text_out *out, const char *name, const unsigned char *bytes, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (i % 16 == 0)
			text_out__addf(out, "%s            %s bytes:", i ? "\n" : "", name);
		text_out__addf(out, " %02x", bytes[i]);
	}
	if (nr)
		text_out__addch(out, '\n');
}

int record_text__add_text_poke(struct text_out *out, const struct record *r, const char *place,
			       struct diag *diag)
{
	struct cursor c = record__payload(r);
	uint64_t addr = cursor__u64(&c, "addr");
	uint16_t old_len = cursor__u16(&c, "old_len"), new_len = cursor__u16(&c, "new_len");
	const unsigned char *old_bytes = cursor__bytes(&c, old_len, "old bytes");
	const unsigned char *new_bytes = cursor__bytes(&c, new_len, "new bytes");
	int ret = record__check(r, &c, diag);

	text_out__addstr(out, "PERF_RECORD_TEXT_POKE");
	if (ret) {
		text_out__addch(out, '\n');
		return ret;
	}
	text_out__addf(out, " %" PRIx64 " %s old len %u new len %u\n", addr, place, old_len, new_len);
	add_bytes(out, "Old", old_bytes, old_len);
	add_bytes(out, "New", new_bytes, new_len);
	return 0;
}

static int aux_output_text(struct text_out *out, const struct record *r, struct diag *diag)
{
	struct cursor c = record__payload(r);
	uint64_t id = cursor__u64(&c, "hw_id");
	int ret = record__check(r, &c, diag);

	if (!ret)
		text_out__addf(out, " hw_id: " X "\n", id);
	return ret;
}

static int auxtrace_info_text(struct text_out *out, const struct record *r, struct diag *diag)
{
	struct cursor c = record__payload(r);
	uint32_t type = cursor__u32(&c, "type");
	int ret = record__check(r, &c, diag);

	if (!ret)
		text_out__addf(out, " type: %" PRIu32 "\n", type);
	return ret;
}

static int auxtrace_text(struct text_out *out, const struct record *r, struct diag *diag)
{
	struct cursor c = record__payload(r);
	uint64_t size = cursor__u64(&c, "size"), offset = cursor__u64(&c, "offset");
	uint64_t reference = cursor__u64(&c, "reference");
	uint32_t idx = cursor__u32(&c, "idx"), tid = cursor__u32(&c, "tid"), cpu = cursor__u32(&c, "cpu");
	int ret = record__check(r, &c, diag);

	if (!ret)
		text_out__addf(out,
			       " size: " X "  offset: " X "  ref: " X "  idx: %" PRIu32 "  tid: %" PRId32
			       "  cpu: %" PRId32 "\n",
			       size, offset, reference, idx, (int32_t)tid, (int32_t)cpu);
	return ret;
}

int record_text__add(struct text_out *out, const struct record *r, struct diag *diag)
{
	static int (*const texts[])(struct text_out *, const struct record *, struct diag *) = {
		[PERF_RECORD_MMAP] = mmap_text, [PERF_RECORD_MMAP2] = mmap_text,
		[PERF_RECORD_COMM] = comm_text,
		[PERF_RECORD_FORK] = task_text, [PERF_RECORD_EXIT] = task_text,
		[PERF_RECORD_LOST] = lost_text, [PERF_RECORD_LOST_SAMPLES] = lost_text,
		[PERF_RECORD_SWITCH] = switch_text, [PERF_RECORD_SWITCH_CPU_WIDE] = switch_text,
		[PERF_RECORD_AUX] = aux_text, [PERF_RECORD_ITRACE_START] = itrace_start_text,
		[PERF_RECORD_NAMESPACES] = namespaces_text, [PERF_RECORD_CGROUP] = cgroup_text,
		[PERF_RECORD_KSYMBOL] = ksymbol_text, [PERF_RECORD_BPF_EVENT] = bpf_event_text,
		[PERF_RECORD_AUX_OUTPUT_HW_ID] = aux_output_text,
		[PERF_RECORD_AUXTRACE_INFO] = auxtrace_info_text, [PERF_RECORD_AUXTRACE] = auxtrace_text,
	};
	int ret;

	if (r->header.type == PERF_RECORD_TEXT_POKE)
		return record_text__add_text_poke(out, r, "", diag);
	text_out__addf(out, "PERF_RECORD_%s", record_type__name(r->header.type));
	if (r->header.type < ARRAY_SIZE(texts) && texts[r->header.type])
		ret = texts[r->header.type](out, r, diag);
	else
		ret = own_record_text__add(out, r, diag);
	if (ret)
		text_out__addch(out, '\n');
	return ret;
}
