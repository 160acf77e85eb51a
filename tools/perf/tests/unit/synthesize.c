// SPDX-License-Identifier: GPL-2.0-only
/* Records made from /proc, of this very process. */
#include <elf.h>
#include <errno.h>
#include <linux/btf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/base/maps-text.h"
#include "util/base/process-asker.h"
#include "util/data/btf-names.h"
#include "util/event/record.h"
#include "util/machine/synth-record.h"
#include "util/machine/synthesize.h"
#include "util/symbol/dso.h"

#define ID_SIZE	24

struct seen {
	int forks, comms, maps, data_maps, files;
	bool own_comm, own_map, own_build_id, badly_formed;
	char exe[4096];
	uint8_t build_id[20];
	int build_id_size;
	int stop_after;		/* records; 0: never */
	struct process_asker *asker;	/* that others ask as well, while records are told; or NULL */
};

static void see_map(struct seen *s, const struct record *r)
{
	struct diag diag = DIAG_INIT;
	struct record_mmap m;

	if (record__decode_mmap(r, &m, &diag)) {
		s->badly_formed = true;
		return;
	}
	s->maps++;
	s->data_maps += !(m.prot & 4);
	if (strcmp(m.filename, s->exe) || !(m.prot & 4))
		return;
	s->own_map = (uintptr_t)see_map - m.start < m.len;
	s->own_build_id = m.build_id_size && m.build_id_size == s->build_id_size &&
			  !memcmp(m.build_id, s->build_id, m.build_id_size);
}

static int see(void *ctx, const void *data, size_t size)
{
	struct seen *s = ctx;
	struct record r = { .data = data };
	struct diag diag = DIAG_INIT;
	struct record_comm comm;
	char *text;

	/* As who takes the records may empty rings, and samples in these want maps to be looked at. */
	if (s->asker)
		s->badly_formed |= maps_text__ask(s->asker, getpid(), &text) != -EBUSY;
	memcpy(&r.header, data, sizeof(r.header));
	/* Whole, of 8-byte words, and with its sample_id of zeros. */
	if (r.header.size != size || size % 8 || size < 8 + ID_SIZE ||
	    memcmp((const char *)data + size - ID_SIZE, (char[ID_SIZE]){ 0 }, ID_SIZE))
		s->badly_formed = true;
	if (r.header.type == PERF_RECORD_FORK) {
		s->forks++;
	} else if (r.header.type == PERF_RECORD_MMAP2) {
		see_map(s, &r);
	} else if (r.header.type == PERF_RECORD_COMM) {
		s->comms++;
		if (!record__decode_comm(&r, &comm, &diag) && comm.pid == (uint32_t)getpid() &&
		    comm.pid == comm.tid && !comm.exec)
			s->own_comm = true;
	} else {
		s->badly_formed = true;
	}
	return s->stop_after && s->forks + s->comms + s->maps >= s->stop_after ? -ENOSPC : 0;
}

static void see_file(void *ctx, const char *filename)
{
	struct seen *s = ctx;

	s->files += !strcmp(filename, s->exe);
}

static struct seen *seen__new(void)
{
	struct seen *s = xzalloc(sizeof(*s));
	ssize_t n = readlink("/proc/self/exe", s->exe, sizeof(s->exe) - 1);

	s->exe[n > 0 ? n : 0] = 0;
	s->build_id_size = build_id__read_file("/proc/self/exe", s->build_id);
	return s;
}

static int test__own_process(void)
{
	struct seen *s = seen__new();
	struct synth_opts opts = {
		.emit = see, .ctx = s, .id_size = ID_SIZE, .build_ids = true,
		.on_file = see_file, .cache = synth_cache__new(), .asker = process_asker__new(),
	};
	/* Twice the same thread: one process. */
	const pid_t tids[2] = { getpid(), getpid() };

	TEST_ASSERT_EQ(synth__threads(&opts, tids, 2), 0);
	TEST_ASSERT(!s->badly_formed);
	TEST_ASSERT(s->forks >= 1 && s->forks == s->comms);
	TEST_ASSERT(s->own_comm && s->own_map);
	TEST_ASSERT_EQ(s->data_maps, 0);
	/* A file without a build id is named instead. */
	TEST_ASSERT_EQ(s->own_build_id, s->build_id_size > 0);
	TEST_ASSERT_EQ(s->files > 0, s->build_id_size <= 0);
	synth_cache__delete(opts.cache);
	process_asker__delete(opts.asker);
	free(s);
	return TEST_OK;
}

static int test__options(void)
{
	struct seen *s = seen__new();
	struct synth_opts opts = {
		.emit = see, .ctx = s, .id_size = ID_SIZE, .data_maps = true, .on_file = see_file, .asker = process_asker__new_here(),
	};
	const pid_t tid = getpid();
	int maps;

	TEST_ASSERT_EQ(synth__threads(&opts, &tid, 1), 0);
	TEST_ASSERT(!s->badly_formed && s->own_map && !s->own_build_id);
	TEST_ASSERT(s->data_maps > 0 && s->files > 0);
	/* What the taker of the records says ends it. */
	maps = s->maps;
	memset(s, 0, sizeof(*s));
	s->stop_after = 3;
	TEST_ASSERT_EQ(synth__threads(&opts, &tid, 1), -ENOSPC);
	TEST_ASSERT(s->maps < maps && s->forks + s->comms + s->maps == 3);
	process_asker__delete(opts.asker);
	free(s);
	return TEST_OK;
}

/* All processes: this one is among them; one that is not there is no error. */
static int test__all(void)
{
	struct seen *s = seen__new();
	struct synth_opts opts = { .emit = see, .ctx = s, .id_size = ID_SIZE, .asker = process_asker__new() };
	const pid_t none = 2147483647;
	char *text;

	s->asker = opts.asker;
	TEST_ASSERT_EQ(synth__all(&opts), 0);
	TEST_ASSERT(!s->badly_formed && s->own_comm && s->own_map);
	TEST_ASSERT_EQ(maps_text__ask(opts.asker, getpid(), &text), 0);
	memset(s, 0, sizeof(*s));
	TEST_ASSERT_EQ(synth__threads(&opts, &none, 1), 0);
	TEST_ASSERT_EQ(s->forks + s->comms + s->maps, 0);
	process_asker__delete(opts.asker);
	free(s);
	return TEST_OK;
}

/* A file with a build id of which each byte is @byte. */
static bool write_elf(int fd, unsigned char byte)
{
	struct {
		Elf64_Ehdr head;
		Elf64_Phdr note;
		Elf64_Nhdr id;
		char name[4];
		unsigned char bytes[20];
	} f = {
		.head = { .e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, __BYTE_ORDER == __LITTLE_ENDIAN ? ELFDATA2LSB : ELFDATA2MSB, EV_CURRENT },
			  .e_type = ET_DYN, .e_version = EV_CURRENT, .e_phoff = sizeof(f.head), .e_ehsize = sizeof(f.head),
			  .e_phentsize = sizeof(f.note), .e_phnum = 1 },
		.note = { .p_type = PT_NOTE, .p_offset = sizeof(f.head) + sizeof(f.note), .p_filesz = sizeof(f.id) + 24, .p_memsz = sizeof(f.id) + 24,
			  .p_align = 4 },
		.id = { .n_namesz = 4, .n_descsz = 20, .n_type = NT_GNU_BUILD_ID }, .name = "GNU",
	};

	memset(f.bytes, byte, sizeof(f.bytes));
	return pwrite(fd, &f, sizeof(f), 0) == sizeof(f);
}

struct changed {
	const char *path;
	int byte;		/* of the build id that was told last; -1: none */
};

static int see_changed(void *ctx, const void *data, size_t size)
{
	struct changed *c = ctx;
	struct record r = { .data = data };
	struct diag diag = DIAG_INIT;
	struct record_mmap m;

	(void)size;
	memcpy(&r.header, data, sizeof(r.header));
	if (r.header.type == PERF_RECORD_MMAP2 && !record__decode_mmap(&r, &m, &diag) && !strcmp(m.filename, c->path))
		c->byte = m.build_id_size ? m.build_id[0] : -1;
	return 0;
}

/* What is told of a file is as old as the list, though the same deputy is asked again. */
static int judge_lists(struct changed *c, int fd)
{
	struct synth_opts opts = { .emit = see_changed, .ctx = c, .id_size = ID_SIZE, .build_ids = true, .cache = synth_cache__new(),
				   .asker = process_asker__new() };
	const pid_t tid = getpid();

	TEST_ASSERT(write_elf(fd, 1));
	TEST_ASSERT_EQ(synth__threads(&opts, &tid, 1), 0);
	TEST_ASSERT_EQ(c->byte, 1);
	TEST_ASSERT(write_elf(fd, 2));
	TEST_ASSERT_EQ(synth__threads(&opts, &tid, 1), 0);
	TEST_ASSERT_EQ(c->byte, 1);
	synth_cache__begin(opts.cache);
	TEST_ASSERT_EQ(synth__threads(&opts, &tid, 1), 0);
	TEST_ASSERT_EQ(c->byte, 2);
	synth_cache__delete(opts.cache);
	process_asker__delete(opts.asker);
	return TEST_OK;
}

static int test__lists(void)
{
	char path[] = "/tmp/perf-listed-XXXXXX";
	struct changed c = { .path = path, .byte = -1 };
	int fd = mkstemp(path), ret = TEST_FAIL;
	void *map;

	TEST_ASSERT(fd >= 0);
	map = write_elf(fd, 0) ? mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_SHARED, fd, 0) : MAP_FAILED;
	if (map != MAP_FAILED) {
		ret = judge_lists(&c, fd);
		munmap(map, 4096);
	}
	close(fd);
	unlink(path);
	return ret;
}

static int test__id_size(void)
{
	TEST_ASSERT_EQ(synth__id_size(0), 0);
	TEST_ASSERT_EQ(synth__id_size(PERF_SAMPLE_IP | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_PERIOD), 0);
	TEST_ASSERT_EQ(synth__id_size(PERF_SAMPLE_TID | PERF_SAMPLE_TIME), 16);
	TEST_ASSERT_EQ(synth__id_size(PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID |
				      PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU |
				      PERF_SAMPLE_IDENTIFIER), 48);
	return TEST_OK;
}

/* Names in BTF, and in what is left of it when it is cut short or damaged. */
static int test__btf(void)
{
	static const char strings[] = "\0int\0outer\0inner";
	struct {
		struct btf_header h;
		uint32_t types[4 + 3 + 2 + 3 + 3];
		char strings[sizeof(strings)];
	} btf = {
		{ .magic = BTF_MAGIC, .version = 1, .hdr_len = sizeof(btf.h), .type_len = sizeof(btf.types),
		  .str_off = sizeof(btf.types), .str_len = sizeof(strings) },
		{ 1, BTF_KIND_INT << 24, 4, 32, 0, BTF_KIND_FUNC_PROTO << 24 | 1, 1, 0, 1,
		  5, BTF_KIND_FUNC << 24, 2, 11, BTF_KIND_FUNC << 24, 2 },
		{ 0 },
	};
	const size_t size = sizeof(btf.h) + sizeof(btf.types) + sizeof(strings);
	size_t n, bit;

	memcpy(btf.strings, strings, sizeof(strings));
	TEST_ASSERT_STR(btf__name(&btf, size, false, 1), "int");
	TEST_ASSERT(!btf__name(&btf, size, false, 2));
	TEST_ASSERT_STR(btf__name(&btf, size, false, 3), "outer");
	TEST_ASSERT_STR(btf__name(&btf, size, false, 4), "inner");
	TEST_ASSERT(!btf__name(&btf, size, false, 5));
	TEST_ASSERT(!btf__name(&btf, size, false, 0));
	for (n = 0; n < size; n++) {
		char *cut = xmemdup(&btf, n ? n : 1);

		TEST_ASSERT(!btf__name(cut, n, false, 4));
		free(cut);
	}
	/* Each bit turned: whatever name comes out, it ends within the bytes. */
	for (bit = 0; bit < 8 * size; bit++) {
		char *damaged = xmemdup(&btf, size);
		const char *name;

		damaged[bit / 8] = (char)(damaged[bit / 8] ^ 1 << bit % 8);
		name = btf__name(damaged, size, false, 4);
		TEST_ASSERT(!name || (name > damaged && name + strlen(name) < damaged + size));
		free(damaged);
	}
	return TEST_OK;
}

DEFINE_SUITE("Records of what runs already", synthesize,
	     { "this process", test__own_process },
	     { "maps of data, and an end", test__options },
	     { "all processes", test__all },
	     { "again, when a file has changed", test__lists },
	     { "size of a sample_id", test__id_size },
	     { "names in BTF", test__btf })
