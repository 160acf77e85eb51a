// SPDX-License-Identifier: GPL-2.0-only
#include "util/machine/synth-record.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/symbol/dso.h"

#define NAME_MAX_BYTES	4096
#define COMM_BYTES	16
#define BPF_PROG_LOADED	1	/* type of a BPF_EVENT record */

/* A record under construction: @pos bytes of it are there. */
struct build {
	union {
		unsigned char bytes[NAME_MAX_BYTES + 512];
		struct perf_event_header header;
		uint64_t align;
	};
	size_t pos;
};

static void begin(struct build *b, uint32_t type, uint16_t misc)
{
	b->header = (struct perf_event_header){ .type = type, .misc = misc };
	b->pos = sizeof(b->header);
}

static void put(struct build *b, const void *data, size_t size)
{
	memcpy(b->bytes + b->pos, data, size);
	b->pos += size;
}

static void put32(struct build *b, uint32_t v)
{
	put(b, &v, sizeof(v));
}

static void put64(struct build *b, uint64_t v)
{
	put(b, &v, sizeof(v));
}

static void put_zeros(struct build *b, size_t n)
{
	memset(b->bytes + b->pos, 0, n);
	b->pos += n;
}

/* Zero-terminated, padded to 8 bytes. */
static void put_name(struct build *b, const char *name, size_t max)
{
	size_t len = strnlen(name, max - 1);

	put(b, name, len);
	put_zeros(b, 8 - len % 8);
}

static int emit(struct build *b, const struct synth_opts *opts)
{
	put_zeros(b, opts->id_size);
	b->header.size = (uint16_t)b->pos;
	return opts->emit(opts->ctx, b->bytes, b->pos);
}

int synth__emit_mmap(const struct synth_opts *opts, unsigned int cpumode,
		     const struct record_mmap *m)
{
	struct build b;
	uint16_t misc = (uint16_t)cpumode;

	if (m->build_id_size)
		misc |= PERF_RECORD_MISC_MMAP_BUILD_ID;
	/* The same bit that says "exec" of a name says "data" of a map. */
	if (m->pid != (uint32_t)-1 && !(m->prot & 4))
		misc |= PERF_RECORD_MISC_MMAP_DATA;
	begin(&b, PERF_RECORD_MMAP2, misc);
	put32(&b, m->pid);
	put32(&b, m->tid);
	put64(&b, m->start);
	put64(&b, m->len);
	put64(&b, m->pgoff);
	if (m->build_id_size) {
		put32(&b, m->build_id_size);	/* u8 size, then three reserved bytes */
		put(&b, m->build_id, m->build_id_size);
		put_zeros(&b, BUILD_ID_MAX - (size_t)m->build_id_size);
	} else {
		put32(&b, m->maj);
		put32(&b, m->min);
		put64(&b, m->ino);
		put64(&b, m->ino_generation);
	}
	put32(&b, m->prot);
	put32(&b, m->flags);
	put_name(&b, m->filename, NAME_MAX_BYTES);
	return emit(&b, opts);
}

int synth__emit_fork(const struct synth_opts *opts, pid_t pid, pid_t tid, pid_t ppid, pid_t ptid)
{
	struct build b;

	begin(&b, PERF_RECORD_FORK, PERF_RECORD_MISC_FORK_EXEC);
	put32(&b, (uint32_t)pid);
	put32(&b, (uint32_t)ppid);
	put32(&b, (uint32_t)tid);
	put32(&b, (uint32_t)ptid);
	put64(&b, 0);
	return emit(&b, opts);
}

int synth__comm(const struct synth_opts *opts, pid_t pid, pid_t tid, const char *comm)
{
	struct build b;

	begin(&b, PERF_RECORD_COMM, 0);
	put32(&b, (uint32_t)pid);
	put32(&b, (uint32_t)tid);
	put_name(&b, comm, COMM_BYTES);
	return emit(&b, opts);
}

int synth__emit_cgroup(const struct synth_opts *opts, uint64_t id, const char *path)
{
	struct build b;

	begin(&b, PERF_RECORD_CGROUP, 0);
	put64(&b, id);
	put_name(&b, path, NAME_MAX_BYTES);
	return emit(&b, opts);
}

int synth__emit_namespaces(const struct synth_opts *opts, pid_t pid, pid_t tid,
			   const uint64_t links[SYNTH_NR_NAMESPACES][2])
{
	struct build b;

	begin(&b, PERF_RECORD_NAMESPACES, 0);
	put32(&b, (uint32_t)pid);
	put32(&b, (uint32_t)tid);
	put64(&b, SYNTH_NR_NAMESPACES);
	put(&b, links, SYNTH_NR_NAMESPACES * sizeof(links[0]));
	return emit(&b, opts);
}

int synth__emit_ksymbol(const struct synth_opts *opts, const struct record_ksymbol *k)
{
	struct build b;

	begin(&b, PERF_RECORD_KSYMBOL, 0);
	put64(&b, k->addr);
	put32(&b, k->len);
	put(&b, &k->type, sizeof(k->type));
	put(&b, &k->flags, sizeof(k->flags));
	put_name(&b, k->name, NAME_MAX_BYTES);
	return emit(&b, opts);
}

int synth__emit_bpf_event(const struct synth_opts *opts, uint32_t id, const uint8_t tag[8])
{
	const uint16_t type = BPF_PROG_LOADED, flags = 0;
	struct build b;

	begin(&b, PERF_RECORD_BPF_EVENT, 0);
	put(&b, &type, sizeof(type));
	put(&b, &flags, sizeof(flags));
	put32(&b, id);
	put(&b, tag, 8);
	return emit(&b, opts);
}

size_t synth__id_size(uint64_t sample_type)
{
	return 8 * (size_t)__builtin_popcountll(sample_type &
						(PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
						 PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID |
						 PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER));
}
