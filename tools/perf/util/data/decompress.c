// SPDX-License-Identifier: GPL-2.0-only
#include "util/data/decompress.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/data/zstd-stream.h"

struct spool {
	FILE *file;
	const char *dir;
};

static const char *temp_dir(void)
{
	const char *dir = getenv("TMPDIR");

	return dir && *dir ? dir : "/var/tmp";
}

static int spool__open(struct spool *sp, struct diag *diag)
{
	char *path;
	int fd;

	sp->dir = temp_dir();
	path = xasprintf("%s/perf-data-XXXXXX", sp->dir);
	fd = mkostemp(path, O_CLOEXEC);
	if (fd >= 0)
		unlink(path);
	free(path);
	if (fd < 0)
		return diag__msg(diag, -errno, "cannot make a temporary file in '%s': %s (set TMPDIR)",
				 sp->dir, strerror(errno));
	sp->file = fdopen(fd, "w+");
	return sp->file ? 0 : diag__msg(diag, -ENOMEM, "out of memory");
}

static int spool__add(void *ctx, const void *data, size_t size)
{
	struct spool *sp = ctx;

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

static int unpack(struct spool *sp, struct zstd_reader *z, const struct record *r, unsigned int *damaged,
		  struct diag *diag)
{
	struct diag local = DIAG_INIT;
	const void *data;
	size_t size;
	int err;

	if (!decompress__payload(r, &data, &size, &local))
		err = -EBADMSG;
	else
		err = zstd_reader__feed(z, data, size, spool__add, sp, &local);
	if (err == -EBADMSG) {
		pr_debug("0x%llx: %s: %s\n", (unsigned long long)r->offset,
			 record_type__name(r->header.type), local.text);
		(*damaged)++;
		return 0;
	}
	if (err)
		diag__msg(diag, err, "cannot write to a temporary file in '%s': %s (set TMPDIR)", sp->dir,
			  strerror(-err));
	return err;
}

int decompress__records(struct data_file *df, const void **ret_map, uint64_t *ret_size,
			unsigned int *ret_damaged, struct diag *diag)
{
	struct zstd_reader *z = NULL;
	struct spool sp = { NULL, NULL };
	struct diag skipped = DIAG_INIT;
	struct data_walk w;
	struct record r;
	size_t segment = 0;
	int ret, err = 0;

	/* Only recordings that say so hold compressed records; pipes say it in their stream. */
	if (!perf_header__has(df->header, HEADER_COMPRESSED) && !df->header->is_pipe)
		return 0;
	data_walk__init(&w, df);
	while (!err && (ret = data_walk__next(&w, &r, &skipped))) {
		if (ret < 0 || !is_compressed(r.header.type))
			continue;
		if (!sp.file)
			err = spool__open(&sp, diag);
		/* Each file of a directory has a stream of its own. */
		if (!err && (!z || segment != w.segment)) {
			zstd_reader__delete(z);
			z = zstd_reader__new(diag);
			segment = w.segment;
			err = z ? 0 : -ENOTSUP;
		}
		if (!err)
			err = unpack(&sp, z, &r, ret_damaged, diag);
	}
	if (!err && sp.file)
		err = spool__map(&sp, ret_map, ret_size, diag);
	data_walk__exit(&w);
	zstd_reader__delete(z);
	if (sp.file)
		fclose(sp.file);
	return err;
}
