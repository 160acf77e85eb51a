// SPDX-License-Identifier: GPL-2.0-only
/* The build ids of files that processes have mapped, for records of these maps. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/deputy.h"
#include "util/base/hash.h"
#include "util/base/kernel-paths.h"
#include "util/base/mount-table.h"
#include "util/base/open-regular.h"
#include "util/base/silent-fs.h"
#include "util/machine/synth-record.h"
#include "util/symbol/dso.h"

/* How long a file may take. Nothing is recorded yet; but the user waits. */
#define LIMIT_MS	2000

struct cached_file {
	uint32_t maj, min;
	uint64_t ino;
	uint8_t build_id[BUILD_ID_MAX];
	int size;			/* -ENODEV: the deputy that reads maps cannot tell */
};

static inline uint64_t cached_files__hash(const struct record_mmap *m)
{
	return hash_combine(hash_u64(m->ino), (uint64_t)m->maj << 32 | m->min);
}

static inline bool cached_files__is(const struct cached_file *f, const struct record_mmap *m)
{
	return f->ino == m->ino && f->maj == m->maj && f->min == m->min;
}

HASH_SET(cached_files, const struct record_mmap *, struct cached_file *)

/* Is what is mounted as this device a file system that answers by itself? */
struct known_device {
	uint32_t maj, min;
	bool local;
};

#define DEVICES_MAX	16

struct synth_cache {
	uint32_t listing;		/* how often begin() was called: the deputy's own is behind until it is asked */
	struct cached_files files;
	struct known_device devices[DEVICES_MAX];
	size_t nr_devices;
	/* Opens them: who has mapped a file may have its file system in the hand, too. */
	struct deputy *deputy;
	struct silent_fs *silent;
};

struct synth_cache *synth_cache__new(void)
{
	struct synth_cache *cache = xzalloc(sizeof(*cache));

	cache->deputy = deputy__new(LIMIT_MS);
	cache->silent = silent_fs__new(cache->deputy);
	return cache;
}

static void forget(struct synth_cache *cache)
{
	size_t i;

	HASH_EACH(&cache->files, i)
		free(cache->files.slots[i].val);
	cached_files__exit(&cache->files);
	cache->nr_devices = 0;
}

void synth_cache__begin(struct synth_cache *cache)
{
	forget(cache);
	cache->listing++;
}

uint32_t synth_cache__listing(const struct synth_cache *cache)
{
	return cache->listing;
}

void synth_cache__follow(struct synth_cache *cache, uint32_t listing)
{
	if (cache->listing == listing)
		return;
	forget(cache);
	cache->listing = listing;
}

void synth_cache__delete(struct synth_cache *cache)
{
	if (!cache)
		return;
	forget(cache);
	silent_fs__delete(cache->silent);
	deputy__delete(cache->deputy);
	free(cache);
}

/* The name may by now be another file's. */
static bool is_mapped_file(const char *path, const struct record_mmap *m)
{
	struct stat st;

	return !stat(path, &st) && st.st_ino == m->ino && major(st.st_dev) == m->maj && minor(st.st_dev) == m->min;
}

/*
 * What is called so here; or by the process, which may have a root of its own; or the mapping itself,
 * which not everybody may open.
 */
static size_t read_build_id(const struct record_mmap *m, uint8_t ret[BUILD_ID_MAX])
{
	char *path = NULL;
	int n;

	if (is_mapped_file(m->filename, m)) {
		n = build_id__read_file(m->filename, ret);
	} else {
		path = xasprintf("%s/%" PRIu32 "/root%s", procfs__path(), m->pid, m->filename);
		if (!is_mapped_file(path, m)) {
			free(path);
			path = xasprintf("%s/%" PRIu32 "/map_files/%" PRIx64 "-%" PRIx64, procfs__path(), m->pid,
					 m->start, m->start + m->len);
		}
		n = build_id__read_file(path, ret);
	}
	free(path);
	return n > 0 && n <= BUILD_ID_MAX ? (size_t)n : 0;
}

static bool is_local(struct synth_cache *cache, const struct record_mmap *m)
{
	struct known_device *d = cache->devices;
	struct mount_fs fs;
	size_t i;

	for (i = 0; i < cache->nr_devices; i++)
		if (d[i].maj == m->maj && d[i].min == m->min)
			return d[i].local;
	if (i == DEVICES_MAX)
		return false;
	d[i] = (struct known_device){ .maj = m->maj, .min = m->min };
	d[i].local = mount_table__by_device(0, m->maj, m->min, &fs) && fs.local;
	cache->nr_devices++;
	return d[i].local;
}

/* Is it what was mapped? Without asking its file system, since by now another file may be mapped there. */
static bool is_mapped_fd(int fd, const struct record_mmap *m)
{
	struct statx st;

	return !statx(fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_INO | STATX_TYPE, &st) && S_ISREG(st.stx_mode) &&
	       st.stx_ino == m->ino && st.stx_dev_major == m->maj && st.stx_dev_minor == m->min;
}

/*
 * Most files lie on a disk, and root may open what is mapped, without a name whose folders could be anybody's: then
 * nobody else is needed. Returns negative errno if it is not so, or there is no build id.
 */
static int read_local(const struct record_mmap *m, uint8_t ret[BUILD_ID_MAX])
{
	char path[96];
	int fd, n;

	snprintf(path, sizeof(path), "%s/%" PRIu32 "/map_files/%" PRIx64 "-%" PRIx64, procfs__path(), m->pid, m->start, m->start + m->len);
	fd = open(path, O_PATH | O_CLOEXEC);
	if (fd < 0)
		return -ESTALE;
	if (!is_mapped_fd(fd, m)) {
		close(fd);
		return -ESTALE;
	}
	fd = open_seen(fd, path, O_RDONLY | O_NONBLOCK);
	if (fd < 0)
		return fd;
	n = build_id__read_fd(fd, ret);
	close(fd);
	return n;
}

/* What the deputy is asked. */
struct build_id_question {
	struct record_mmap map;		/* without its name */
	char name[4096 + 1];
};

static void read_for_others(struct deputy_job *job)
{
	const struct build_id_question *q = job->in;
	struct record_mmap m;

	if (job->in_size != sizeof(*q))
		return;
	m = q->map;
	m.filename = q->name;
	job->out_size = read_build_id(&m, job->out);
}

static size_t ask_build_id(struct synth_cache *cache, const struct record_mmap *m, uint8_t ret[BUILD_ID_MAX])
{
	const struct file_place place = { .path = m->filename, .pid = m->pid, .maj = m->maj, .min = m->min };
	struct build_id_question q = { .map = *m };
	size_t len = strlen(m->filename), size;
	int err, fd;

	if (len >= sizeof(q.name) || silent_fs__has(cache->silent, &place))
		return 0;
	memcpy(q.name, m->filename, len);
	err = deputy__call(cache->deputy, &(struct deputy_question){ read_for_others, &q, sizeof(q) }, ret, BUILD_ID_MAX, &size, &fd);
	if (err == -ETIMEDOUT)
		silent_fs__add(cache->silent, &place);
	return err ? 0 : size;
}

/* What is to be known of the file. *@ret_known: somebody has asked for it before. */
static struct cached_file *find_file(struct synth_cache *cache, const struct record_mmap *m, bool *ret_known)
{
	struct cached_file **place = cached_files__place(&cache->files, m);

	*ret_known = *place;
	if (!*place) {
		*place = xzalloc(sizeof(**place));
		**place = (struct cached_file){ .maj = m->maj, .min = m->min, .ino = m->ino };
	}
	return *place;
}

size_t synth__build_id(const struct synth_opts *opts, const struct record_mmap *m, uint8_t ret[BUILD_ID_MAX])
{
	struct cached_file *f;
	bool known;

	if (!opts->cache)
		return read_build_id(m, ret);
	f = find_file(opts->cache, m, &known);
	if (!known || f->size < 0)
		f->size = (int)ask_build_id(opts->cache, m, f->build_id);
	memcpy(ret, f->build_id, BUILD_ID_MAX);
	return (size_t)f->size;
}

int synth__local_build_id(struct synth_cache *cache, const struct record_mmap *m, uint8_t ret[BUILD_ID_MAX])
{
	struct cached_file *f;
	bool known;

	f = find_file(cache, m, &known);
	if (!known) {
		int n = is_local(cache, m) ? read_local(m, f->build_id) : -ENODEV;

		/* It has none, or it is there. */
		f->size = n > 0 ? n : n == -ENOENT || n == -ENOEXEC ? 0 : -ENODEV;
	}
	memcpy(ret, f->build_id, BUILD_ID_MAX);
	return f->size;
}
