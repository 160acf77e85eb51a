// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/decompress.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/temp-file.h"
#include "util/data/zstd-stream.h"

struct spool {
	FILE *file;
	const char *dir;
	struct unpack_room room;
	uint64_t record_room;		/* bytes that may yet come out of the present record */
};

int decompress__refuse(const struct unpack_room *room, struct diag *diag)
{
	return diag__msg(diag, -EFBIG, "compressed records of %" PRIu64 " bytes unpack to more than %" PRIu64 " MB, which no "
			 "recording does: if it is to be read all the same, 'perf -c core.unpack-limit=MB COMMAND' allows "
			 "more (0: any size)", room->packed, unpack_budget__mb());
}

static int spool__open(struct spool *sp, struct diag *diag)
{
	int fd = temp_file__open(&sp->dir);

	if (fd < 0)
		return diag__msg(diag, fd, "cannot make a temporary file in '%s': %s (set TMPDIR)",
				 sp->dir, strerror(-fd));
	sp->file = fdopen(fd, "w+");
	return sp->file ? 0 : diag__msg(diag, -ENOMEM, "out of memory");
}

static int spool__add(void *ctx, const void *data, size_t size)
{
	struct spool *sp = ctx;

	if (size > sp->record_room)
		return -EBADMSG;
	sp->record_room -= size;
	if (unpack_room__take(&sp->room, size))
		return -EFBIG;
	return fwrite(data, 1, size, sp->file) == size ? 0 : -ENOSPC;
}

static int spool__map(struct spool *sp, const void **ret_map, uint64_t *ret_size, struct diag *diag)
{
	struct stat st;
	void *map;

	if (fflush(sp->file) || fstat(fileno(sp->file), &st))
		return diag__msg(diag, -errno, "cannot write to a temporary file in '%s': %s (set TMPDIR)",
				 sp->dir, strerror(errno));
	if (!st.st_size)
		return 0;
	map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fileno(sp->file), 0);
	if (map == MAP_FAILED)
		return diag__msg(diag, -errno, "cannot map a temporary file: %s", strerror(errno));
	*ret_map = map;
	*ret_size = (uint64_t)st.st_size;
	return 0;
}

bool decompress__payload(const struct record *r, const void **ret_data, size_t *ret_size, struct diag *diag)
{
	struct cursor c = record__payload(r);
	uint64_t size = cursor__left(&c);

	if (r->header.type == PERF_RECORD_COMPRESSED2)
		size = cursor__count(&c, 1, "data_size");
	*ret_data = cursor__bytes(&c, size, "data");
	*ret_size = size;
	return !record__check(r, &c, diag);
}

static bool is_compressed(uint32_t type)
{
	return type == PERF_RECORD_COMPRESSED || type == PERF_RECORD_COMPRESSED2;
}

/* @max: bytes that a record unpacks to at most, as the recording says; 0: it does not. */
static int unpack(struct spool *sp, struct zstd_reader *z, const struct record *r, uint32_t max, unsigned int *damaged,
		  struct diag *diag)
{
	struct diag local = DIAG_INIT;
	const void *data;
	size_t size;
	int err;

	if (!decompress__payload(r, &data, &size, &local))
		err = -EBADMSG;
	else {
		unpack_room__add_packed(&sp->room, size);
		sp->record_room = max ? max : UINT64_MAX;
		err = zstd_reader__feed(z, data, size, spool__add, sp, &local);
	}
	if (err == -EBADMSG) {
		pr_debug("0x%llx: %s: %s\n", (unsigned long long)r->offset,
			 record_type__name(r->header.type), local.text);
		(*damaged)++;
		return 0;
	}
	if (err == -EFBIG)
		(void)decompress__refuse(&sp->room, diag);
	else if (err)
		diag__msg(diag, err, "cannot write to a temporary file in '%s': %s (set TMPDIR)", sp->dir,
			  strerror(-err));
	return err;
}

static void end_stream(struct data_file *df, struct zstd_reader *z)
{
	if (z && zstd_reader__end(z, NULL))
		df->cut_compressed++;
	zstd_reader__delete(z);
}

int decompress__records(struct data_file *df, const void **ret_map, uint64_t *ret_size,
			unsigned int *ret_damaged, struct diag *diag)
{
	struct zstd_reader *z = NULL;
	struct spool sp = { .file = NULL };
	struct diag skipped = DIAG_INIT;
	struct data_walk w;
	struct record r;
	size_t segment = 0;
	int ret, err = 0;

	unpack_room__init(&sp.room, UNPACK_RATIO_STREAM);
	data_walk__init(&w, df);
	while (!err && (ret = data_walk__next(&w, &r, &skipped))) {
		if (ret < 0 || !is_compressed(r.header.type))
			continue;
		if (!sp.file)
			err = spool__open(&sp, diag);
		/* Each file of a directory has a stream of its own. */
		if (!err && (!z || (segment != w.segment && !df->segments[w.segment].continues))) {
			end_stream(df, z);
			z = zstd_reader__new(diag);
			segment = w.segment;
			err = z ? 0 : -ENOTSUP;
		}
		if (!err)
			err = unpack(&sp, z, &r, df->header->compressed.mmap_len, ret_damaged, diag);
	}
	if (!err && sp.file)
		err = spool__map(&sp, ret_map, ret_size, diag);
	data_walk__exit(&w);
	end_stream(df, z);
	if (sp.file)
		fclose(sp.file);
	return err;
}
