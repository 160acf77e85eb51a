// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/silent-fs.h"

#include <stddef.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/deputy.h"
#include "util/base/hash.h"
#include "util/base/log.h"
#include "util/base/monotonic.h"
#include "util/base/mount-table.h"
#include "util/base/shown.h"

/* Questions are answered one behind the other: after so many that were not, others are given less time. */
#define PATIENT_TIMES	4
#define IMPATIENT_MS	500
#define MOST_TOLD	4
#define DEVICES_MAX	64

struct silent_device {
	uint32_t maj, min;
	int64_t until;			/* ns: then it may be asked again */
};

struct silent_fs {
	struct deputy *deputy;
	struct silent_device devices[DEVICES_MAX];
	size_t nr;
	unsigned int nr_late;
};

struct silent_fs *silent_fs__new(struct deputy *deputy)
{
	struct silent_fs *s = xzalloc(sizeof(*s));

	s->deputy = deputy;
	return s;
}

void silent_fs__delete(struct silent_fs *s)
{
	free(s);
}

static bool has_device(const struct file_place *file)
{
	return file->maj || file->min;
}

static bool find_fs(const struct file_place *file, struct mount_fs *ret)
{
	return has_device(file) ? mount_table__by_device(file->pid, file->maj, file->min, ret) :
				  mount_table__by_path(file->pid, file->path, ret);
}

/* NULL: there is none. */
static struct silent_device *find(struct silent_fs *s, const struct file_place *file)
{
	struct mount_fs fs = { .maj = file->maj, .min = file->min };
	size_t i;

	if (!s->nr || (!has_device(file) && !find_fs(file, &fs)))
		return NULL;
	for (i = 0; i < s->nr; i++)
		if (s->devices[i].maj == fs.maj && s->devices[i].min == fs.min)
			return &s->devices[i];
	return NULL;
}

bool silent_fs__has(struct silent_fs *s, const struct file_place *file)
{
	struct silent_device *d = find(s, file);

	if (!d || monotonic__ns() < d->until)
		return d;
	/* Who asks again while somebody still waits would wait as well. */
	if (deputy__stuck(s->deputy)) {
		d->until = monotonic__ns() + SILENT_FS_NS;
		return true;
	}
	*d = s->devices[--s->nr];
	return false;
}

/* Several parts of a program may ask for a file, each by a deputy of its own: the user is told once. */
static void tell(const char *path)
{
	static uint64_t told[MOST_TOLD];
	static size_t nr;
	uint64_t hash = hash_str(path);
	size_t i;

	for (i = 0; i < nr && told[i] != hash; i++)
		;
	if (i < nr || nr == MOST_TOLD)
		return;
	told[nr++] = hash;
	pr_warning("perf: '%s': its file system does not answer; names and unwind tables of its files are missing\n",
		   shown__in_message(path));
}

void silent_fs__add(struct silent_fs *s, const struct file_place *file)
{
	struct mount_fs fs;

	if (++s->nr_late == PATIENT_TIMES)
		deputy__set_limit(s->deputy, IMPATIENT_MS);
	tell(file->path);
	if (s->nr < DEVICES_MAX && !find(s, file) && find_fs(file, &fs) && !fs.local)
		s->devices[s->nr++] = (struct silent_device){ .maj = fs.maj, .min = fs.min, .until = monotonic__ns() + SILENT_FS_NS };
}
