// SPDX-License-Identifier: GPL-2.0-only
#include "util/inject/jit-inject.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "util/base/alloc.h"
#include "util/base/strbuf.h"
#include "util/base/trusted-path.h"
#include "util/data/rewrite-attr.h"
#include "util/inject/jit-elf.h"
#include "util/inject/jitdump.h"
#include "util/machine/synthesize.h"

int jit_inject__check(const struct perf_event_attr *attr, struct diag *diag)
{
	if (!(attr->sample_type & PERF_SAMPLE_TIME) || !attr->sample_id_all)
		return diag__msg(diag, -EINVAL, "--jit: the recording has no times, by which a jitdump belongs to it");
	if (!attr->use_clockid || attr->clockid != CLOCK_MONOTONIC)
		return diag__msg(diag, -EINVAL, "--jit: the recording's clock is not the runtime's: record with '-k mono'");
	return 0;
}

static bool seen_before(struct jit_inject *j, const char *path)
{
	size_t i;

	for (i = 0; i < j->nr_done; i++)
		if (!strcmp(j->done[i], path))
			return true;
	GROW(j->done, j->nr_done, j->cap_done);
	j->done[j->nr_done++] = xstrdup(path);
	return false;
}

/* The map of a function, with the sample_id of the dump's own map, but for its time. */
static int make_map(struct strbuf *out, const struct jit_dump_map *map, const struct jit_code *code, const char *path, struct diag *diag)
{
	const struct record *r = map->r;
	size_t name = (strlen(path) + 8) & ~(size_t)7, id = synth__id_size(map->attr->sample_type);
	size_t fixed = 8 + 8 + 24 + 24 + 8, total = fixed + name + id;
	const unsigned char *trailer = r->data + r->header.size - id;
	size_t before_time = map->attr->sample_type & PERF_SAMPLE_TID ? 8 : 0;
	static const char zeros[24];

	if (total > UINT16_MAX || r->header.size < 8 + id)
		return diag__msg(diag, -E2BIG, "no record can hold the map of '%.40s'", path);
	strbuf__reset(out);
	rewrite__put32(out, PERF_RECORD_MMAP2, r->swap);
	rewrite__put16(out, PERF_RECORD_MISC_USER, r->swap);
	rewrite__put16(out, (uint16_t)total, r->swap);
	rewrite__put32(out, map->m->pid, r->swap);
	rewrite__put32(out, map->m->tid, r->swap);
	rewrite__put64(out, code->addr, r->swap);
	rewrite__put64(out, code->size, r->swap);
	rewrite__put64(out, JIT_ELF_TEXT, r->swap);
	strbuf__add(out, zeros, 24);			/* device, inode: it is made now */
	rewrite__put32(out, PROT_READ | PROT_EXEC, r->swap);
	rewrite__put32(out, MAP_PRIVATE, r->swap);
	strbuf__add(out, path, strlen(path));
	strbuf__add(out, zeros, name - strlen(path));
	strbuf__add(out, trailer, before_time);
	rewrite__put64(out, code->time, r->swap);
	strbuf__add(out, trailer + before_time + 8, id - before_time - 8);
	return 0;
}

static int write_code(struct jit_inject *j, const struct jitdump *dump, const struct jit_code *code, const char *path,
		      struct diag *diag)
{
	struct jit_function f = { .name = code->name, .code = code->code, .size = code->size };
	struct jit_line *lines;
	bool bad;
	int err;

	if (!code->code)
		return 0;
	f.nr_lines = jitdump_lines__get(&dump->lines, code->addr, code->size, code->at, &lines, &bad);
	f.lines = lines;
	j->bad_lines += bad;
	err = jit_elf__write(path, dump->machine, dump->big_endian, &f);
	free(lines);
	return err ? diag__msg(diag, err, "cannot write '%s': %s", path, strerror(-err)) : 0;
}

/* A recording says where the dump is, and so where files are made: others must not be able to choose that for root. */
static int check_folder(const char *filename, int len, struct diag *diag)
{
	char *folder = xasprintf("%.*s", len ? len : 1, filename);
	bool ok = !user__is_root() || path__is_trusted(folder);

	free(folder);
	return ok ? 0 : diag__msg(diag, -EPERM, "--jit: no files are made beside '%.100s': others than root may write to its folder, "
				  "or to one on the way there (run this as its owner, or copy the dump to where the recording "
				  "says, in a folder of your own)", filename);
}

int jit_inject__dump(struct jit_inject *j, const struct jit_dump_map *map, void (*emit)(void *ctx, const void *record, size_t size),
		     void *ctx, struct diag *diag)
{
	const char *filename = map->m->filename;
	int folder = (int)(strrchr(filename, '/') - filename), err;
	struct strbuf record = STRBUF_INIT;
	struct jitdump dump;
	struct jit_code code;

	if (seen_before(j, filename))
		return 0;
	err = check_folder(filename, folder, diag);
	if (err)
		return err;
	err = jitdump__open(&dump, j->done[j->nr_done - 1], j->force, diag);
	if (err)
		return err;
	while (!err && (err = jitdump__next(&dump, &code, diag)) > 0) {
		char *path = xasprintf("%.*s/jitted-%" PRIu32 "-%" PRIu64 ".so", folder, filename, code.pid, code.index);

		err = write_code(j, &dump, &code, path, diag);
		err = err ?: make_map(&record, map, &code, path, diag);
		if (!err) {
			emit(ctx, record.buf, record.len);
			j->functions++;
		}
		free(path);
	}
	jitdump__close(&dump);
	strbuf__exit(&record);
	return err;
}

void jit_inject__exit(struct jit_inject *j)
{
	while (j->nr_done)
		free(j->done[--j->nr_done]);
	zfree(&j->done);
	j->cap_done = 0;
}
