// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/memory-code.h"

#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/pair-map.h"
#include "util/live/memory-reader.h"
#include "util/live/said-places.h"

/* A piece has the code of STEP bytes, and as much in front of it and behind it as functions mostly have. */
#define STEP		((uint64_t)16 << 10)
#define BESIDE		((uint64_t)8 << 10)
#define PIECE_MAX	MEMORY_CODE_PIECE
_Static_assert(MEMORY_CODE_PIECE == STEP + 2 * BESIDE, "a piece is read at once");
/* So many are kept: 32 MB here, and as much in the process that looks at them. */
#define MAX_PIECES	1024
/* The code stands behind a page with the headers; an offset has above that the number of the version. */
#define HEAD		4096U
#define OFFSET_BITS	20
#define VERSION_MASK	0xffffffU
/* Numbers of files that no recording comes to: those of live_tables have 20 bits. */
#define LAST_NR		0xfffffU

/* live_file.memory */
struct live_memory {
	uint32_t pid;
	uint64_t key;			/* the address by which it was looked for */
	uint64_t start, size;		/* of what was read; @size 0: nothing can be */
	uint64_t entry;			/* where the program begins; 0: not known */
	uint64_t round;			/* when it was looked at last; 0: never */
	uint64_t since;			/* and since when it is what it is */
	uint64_t owner;			/* counts those whose code it was */
	uint32_t version;
	unsigned char *bytes;		/* PIECE_MAX */
	struct live_file file;
};

PAIR_MAP(piece_map, struct live_memory *)

struct memory_code {
	struct piece_map by_place;
	struct live_memory *pieces[MAX_PIECES];
	size_t nr, used;		/* of @used is known what they are */
	struct said_places said;	/* by the number of the piece and the offset in it */
	uint64_t young_to;		/* up to this round there is something that was not known for long enough */
	uint64_t round, emptied;	/* @emptied: the round in which all were forgotten, as there were too many */
	struct memory_reader *reader;	/* borrowed */
	unsigned char *now;		/* what it has read last */
};

struct memory_code *memory_code__new(struct memory_reader *reader)
{
	struct memory_code *m = xzalloc(sizeof(*m));

	m->round = 1;
	m->reader = reader;
	return m;
}

void memory_code__delete(struct memory_code *m)
{
	size_t i;

	if (!m)
		return;
	for (i = 0; i < m->nr; i++) {
		free(m->pieces[i]->bytes);
		free(m->pieces[i]->file.tables);
		free(m->pieces[i]);
	}
	piece_map__exit(&m->by_place);
	said_places__exit(&m->said);
	free(m);
}

void memory_code__round(struct memory_code *m)
{
	m->round++;
}

uint64_t memory_code__now(const struct memory_code *m)
{
	return m->round;
}

/* What is known of it is known of another version, and nobody asks for that any more. */
static void renew(struct live_memory *p)
{
	p->version = (p->version + 1) & VERSION_MASK;
}

void memory_code__forget(struct memory_code *m, uint32_t pid)
{
	size_t i;

	for (i = 0; i < m->nr; i++)
		if (m->pieces[i]->pid == pid && m->pieces[i]->size) {
			m->pieces[i]->size = 0;
			m->pieces[i]->owner++;
			renew(m->pieces[i]);
		}
}

static void add_piece(struct memory_code *m)
{
	struct live_memory *p = m->pieces[m->nr] = xzalloc(sizeof(*p));

	p->bytes = xmalloc(PIECE_MAX);
	p->file = (struct live_file){ .name = (char *)(uintptr_t)"code in memory", .nr = LAST_NR - (uint32_t)m->nr, .memory = p };
	m->nr++;
}

/* One of which nothing is known; NULL: a round needs more than there may be. */
static struct live_memory *take_piece(struct memory_code *m, uint32_t pid, uint64_t key)
{
	struct live_memory *p;

	if (m->used == MAX_PIECES) {
		if (m->emptied == m->round)
			return NULL;
		m->emptied = m->round;
		m->used = 0;
		piece_map__exit(&m->by_place);
	}
	if (m->used == m->nr)
		add_piece(m);
	p = m->pieces[m->used++];
	renew(p);
	p->pid = p->file.pid = pid;
	p->key = key;
	p->size = p->round = p->since = 0;
	p->owner++;
	return p;
}

static void look(struct memory_code *m, struct live_memory *p, const struct live_map *map)
{
	uint64_t start = p->key > BESIDE && p->key - BESIDE > map->start ? p->key - BESIDE : map->start;
	uint64_t end = map->end - start > PIECE_MAX ? start + PIECE_MAX : map->end, size;

	p->round = m->round;
	size = memory_reader__read(m->reader, p->pid, start, (size_t)(end - start), &m->now);
	/* Of a process that has ended, what was there is all that is known. */
	if ((!size && kill((pid_t)p->pid, 0) && errno == ESRCH) ||
	    (size == p->size && start == p->start && (!size || !memcmp(m->now, p->bytes, (size_t)size))))
		return;
	p->since = m->round;
	if (size)
		memcpy(p->bytes, m->now, (size_t)size);
	/* A program whose text was copied into larger pages begins there: nobody has called that. */
	if (!p->size)
		p->entry = memory_reader__entry(m->reader, p->pid);
	p->start = start;
	p->size = size;
	renew(p);
}

bool memory_code__find(struct memory_code *m, uint32_t pid, const struct live_map *map, uint64_t ip, struct live_place_in_file *ret)
{
#ifdef __x86_64__
	const struct pair key = pair_of(pid, ip - ip % STEP);
	struct live_memory *p = piece_map__find(&m->by_place, key);

	if (!p) {
		p = take_piece(m, pid, key.b);
		if (!p)
			return false;
		*piece_map__place(&m->by_place, key) = p;
	}
	if (p->round != m->round)
		look(m, p, map);
	/* An address behind the last byte: of a call that does not return. */
	if (ip < p->start || ip - p->start > p->size || !p->size)
		return false;
	*ret = (struct live_place_in_file){ .file = &p->file, .offset = (uint64_t)p->version << OFFSET_BITS | (HEAD + (ip - p->start)) };
	return true;
#else
	(void)m;
	(void)pid;
	(void)map;
	(void)ip;
	(void)ret;
	return false;
#endif
}

bool memory_code__held(struct memory_code *m, const struct live_place_in_file *place, const struct live_answer *answer, uint64_t round)
{
	const struct live_memory *p = place->file->memory;
	uint64_t key = (uint64_t)(LAST_NR - p->file.nr) << OFFSET_BITS | memory_code__offset(place->offset);
	uint64_t since = said_places__since(&m->said, key, answer, p->owner, p->since);

	/* What comes out of the rings in a round may be older than what was done in the round before. */
	if (since + 2 > m->young_to)
		m->young_to = since + 2;
	return since + 2 <= round;
}

bool memory_code__is_young(const struct memory_code *m)
{
	return m->round < m->young_to;
}

uint64_t memory_code__offset(uint64_t offset)
{
	return offset & ((1U << OFFSET_BITS) - 1);
}

uint32_t memory_code__version(const struct live_file *file)
{
	return file->memory->version;
}

bool memory_code__is_now(const struct live_file *file, uint64_t offset)
{
	return offset >> OFFSET_BITS == file->memory->version && file->memory->size;
}

static void write_headers(const struct live_memory *p, unsigned char *to)
{
	const Elf64_Ehdr e = {
		.e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT }, .e_type = ET_DYN, .e_machine = EM_X86_64,
		.e_version = EV_CURRENT, .e_phoff = sizeof(e), .e_ehsize = sizeof(e), .e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 1,
		.e_entry = p->entry >= p->start && p->entry - p->start < p->size ? HEAD + (p->entry - p->start) : 0,
	};
	const Elf64_Phdr load = { .p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_offset = HEAD, .p_vaddr = HEAD, .p_filesz = p->size,
				  .p_memsz = p->size, .p_align = 1 };

	memset(to, 0, HEAD);
	memcpy(to, &e, sizeof(e));
	memcpy(to + sizeof(e), &load, sizeof(load));
}

static int write_all(int fd, const void *bytes, size_t size)
{
	ssize_t n = write(fd, bytes, size);

	if (n == (ssize_t)size)
		return 0;
	return n < 0 ? -errno : -ENOSPC;
}

int memory_code__open(const struct live_file *file)
{
	const struct live_memory *p = file->memory;
	unsigned char head[HEAD];
	int fd = memfd_create("perf-code", MFD_CLOEXEC), err;

	if (fd < 0)
		return -errno;
	write_headers(p, head);
	err = write_all(fd, head, sizeof(head));
	if (!err)
		err = write_all(fd, p->bytes, (size_t)p->size);
	if (!err)
		return fd;
	close(fd);
	return err;
}
