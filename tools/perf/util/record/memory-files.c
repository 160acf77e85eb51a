// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/memory-files.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/patient-open.h"
#include "util/symbol/dso.h"

/* What st_blocks counts. */
#define BLOCK	512

bool memory_files__is_name(const char *name)
{
	return !memcmp(name, "/memfd:", 7);
}

static const struct memory_file *find(const struct memory_files *f, const uint8_t *id, size_t size)
{
	size_t i;

	for (i = 0; i < f->nr; i++)
		if (f->list[i].fd >= 0 && f->list[i].id_size == size && !memcmp(f->list[i].id, id, size))
			return &f->list[i];
	return NULL;
}

/* Without a build id the record says which file it is. */
static bool was_seen(const struct memory_files *f, const struct record_mmap *m)
{
	size_t i;

	if (m->build_id_size)
		return find(f, m->build_id, m->build_id_size);
	for (i = 0; i < f->nr; i++)
		if (f->list[i].ino == m->ino && f->list[i].maj == m->maj && f->list[i].min == m->min)
			return true;
	return false;
}

/* Not everybody may look at all maps of a process; the program itself is less of a secret. */
static int open_of(const struct record_mmap *m, struct stat *ret_st)
{
	char *path = xasprintf("/proc/%" PRIu32 "/map_files/%" PRIx64 "-%" PRIx64, m->pid, m->start, m->start + m->len);
	int fd = patient_open(path, ret_st);

	free(path);
	if (fd >= 0)
		return fd;
	path = xasprintf("/proc/%" PRIu32 "/exe", m->pid);
	fd = patient_open(path, ret_st);
	free(path);
	return fd;
}

/* Is @fd, of @bytes, to be held, for @m? Then sets the build id of @to. By now the process may run another program. */
static bool is_wanted(const struct memory_files *f, int fd, uint64_t bytes, const struct record_mmap *m, struct memory_file *to)
{
	int size = build_id__read_fd(fd, to->id);

	to->id_size = size > 0 ? (uint8_t)size : 0;
	if (!to->id_size || bytes > MEMORY_FILES_BYTES - f->bytes || find(f, to->id, to->id_size))
		return false;
	return !m->build_id_size || (m->build_id_size == to->id_size && !memcmp(m->build_id, to->id, to->id_size));
}

static void heed_map(struct memory_files *f, const struct record_mmap *m)
{
	struct memory_file *to = &f->list[f->nr];
	struct stat st;
	int fd = open_of(m, &st);
	uint64_t bytes;

	memory_files__count(f, MEMORY_FILES_BYTES);
	bytes = fd >= 0 ? (uint64_t)st.st_blocks * BLOCK : 0;
	*to = (struct memory_file){ .fd = fd, .maj = m->maj, .min = m->min, .ino = m->ino };
	if (fd >= 0 && is_wanted(f, fd, bytes, m, to)) {
		f->bytes += bytes;
		f->nr++;
		return;
	}
	if (fd >= 0)
		(void)close(fd);
	/* Compilers at run time put code into such files as well, which are no programs: one of these is not looked at again. */
	to->fd = -1;
	f->nr += !m->build_id_size;
}

/* Sets f->bytes, and returns the largest file; NULL: none is held that has any. */
static struct memory_file *count(struct memory_files *f)
{
	struct memory_file *largest = NULL;
	uint64_t most = 0, bytes;
	struct stat st;
	size_t i;

	f->bytes = 0;
	for (i = 0; i < f->nr; i++) {
		bytes = f->list[i].fd >= 0 && !fstat(f->list[i].fd, &st) ? (uint64_t)st.st_blocks * BLOCK : 0;
		f->bytes += bytes;
		if (bytes > most) {
			most = bytes;
			largest = &f->list[i];
		}
	}
	return largest;
}

void memory_files__count(struct memory_files *f, uint64_t most)
{
	struct memory_file *largest = count(f);

	while (f->bytes > most && largest) {
		(void)close(largest->fd);
		largest->fd = -1;
		largest = count(f);
	}
}

void memory_files__heed(struct memory_files *f, const void *record, size_t size)
{
	struct record r = { .data = record };
	struct diag ignored = DIAG_INIT;
	struct record_mmap m;

	if (size < MEMORY_FILES_NAME + MEMORY_FILES_PREFIX)
		return;
	memcpy(&r.header, record, sizeof(r.header));
	r.header.size = (uint16_t)size;
	/* Most name other files, and are not looked at more closely. */
	if (r.header.type == PERF_RECORD_MMAP2 && memory_files__is_name((const char *)record + MEMORY_FILES_NAME) &&
	    !record__decode_mmap(&r, &m, &ignored) && m.prot & PROT_EXEC && f->nr < MEMORY_FILES_MAX && !was_seen(f, &m))
		heed_map(f, &m);
}

char *memory_files__path(const struct memory_files *f, const uint8_t *id, size_t size)
{
	const struct memory_file *m = size ? find(f, id, size) : NULL;

	return m ? xasprintf("/proc/self/fd/%d", m->fd) : NULL;
}

void memory_files__exit(struct memory_files *f)
{
	size_t i;

	for (i = 0; i < f->nr; i++)
		if (f->list[i].fd >= 0)
			(void)close(f->list[i].fd);
	f->nr = 0;
}
