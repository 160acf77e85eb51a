// SPDX-License-Identifier: GPL-2.0-only
/* Where a recording goes: a new file or folder, a pipe, a device; and when it gets its name. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/data/old-recording.h"
#include "util/data/perf-writer-internal.h"

static int create_failed(const char *path, int err, struct diag *diag)
{
	if (err == -EISDIR)
		return diag__msg(diag, err, "'%s' is a folder: name a file in it", path);
	if (err == -EPERM)
		return diag__msg(diag, err, "'%s' belongs to another user: write to standard output ('-o - > %s')", path,
				 path);
	if (err == -EINTR)
		return diag__msg(diag, err, "nobody has opened '%s' to read it", path);
	return diag__msg(diag, err, "cannot create '%s': %s", path, strerror(-err));
}

static struct perf_writer *new_writer(const char *path)
{
	struct perf_writer *w = xzalloc(sizeof(*w));

	w->path = xstrdup(path);
	w->fd = -1;
	w->kept_samples = -1;
	w->file = w->folder = (struct new_file)NEW_FILE_NONE;
	return w;
}

/* A recording in its place, whatever that is now, stays there until perf_writer__publish(). */
static int open_path(struct perf_writer *w, struct diag *diag)
{
	struct stat st;
	int err;

	if (!strcmp(w->path, "-") || path__descriptor(w->path) == STDOUT_FILENO) {
		w->fd = STDOUT_FILENO;
		w->is_pipe = true;
		return 0;
	}
	err = old_recording__is_kept_safe(w->path) ? new_file__create(&w->file, w->path, 0600) : -EISDIR;
	if (err)
		return create_failed(w->path, err, diag);
	w->fd = w->file.fd;
	w->owns_fd = true;
	w->is_pipe = !fstat(w->fd, &st) && (S_ISFIFO(st.st_mode) || lseek(w->fd, 0, SEEK_CUR) < 0 ||
					    path__descriptor(w->path) >= 0);
	return 0;
}

int perf_writer__open(struct perf_writer **ret, const char *path, struct diag *diag)
{
	struct perf_writer *w = new_writer(path);
	int err = open_path(w, diag);

	if (err) {
		perf_writer__delete(w);
		return err;
	}
	*ret = w;
	return 0;
}

/* A file in the folder, which is ours alone. */
static int create_inside(struct perf_writer **ret, int dir_fd, const char *dir, const char *name, struct diag *diag)
{
	char *path = xasprintf("%s/%s", dir, name);
	struct perf_writer *w = new_writer(path);
	int err;

	err = new_file__create_at(&w->file, dir_fd, name, 0600);
	if (!err)
		err = new_file__commit(&w->file);
	if (err) {
		(void)create_failed(path, err, diag);
		perf_writer__delete(w);
	} else {
		w->fd = w->file.fd;
		w->owns_fd = true;
		*ret = w;
	}
	free(path);
	return err;
}

int perf_writer__open_dir(struct perf_writer **ret, const char *path, struct diag *diag)
{
	struct new_file folder;
	int err = old_recording__is_kept_safe(path) ? new_folder__create(&folder, path) : -EISDIR;

	if (err == -EISDIR)
		return create_failed(path, err, diag);
	if (err)
		return diag__msg(diag, err, "cannot make the folder '%s': %s", path, strerror(-err));
	err = create_inside(ret, folder.fd, path, "data", diag);
	if (err)
		new_file__exit(&folder);
	else
		(*ret)->folder = folder;
	return err;
}

int perf_writer__open_part(struct perf_writer **ret, const struct perf_writer *of, const char *name, struct diag *diag)
{
	char *dir = xstrndup(of->path, (size_t)(strrchr(of->path, '/') - of->path));
	int err = create_inside(ret, of->folder.fd, dir, name, diag);

	if (!err)
		(*ret)->begun = (*ret)->bare = true;
	free(dir);
	return err;
}

int perf_writer__folder(const struct perf_writer *w)
{
	return w->folder.fd;
}

int perf_writer__open_records(struct perf_writer **ret, const char *path, struct diag *diag)
{
	int err = perf_writer__open(ret, path, diag);

	if (!err)
		(*ret)->begun = (*ret)->bare = true;
	return err;
}

int perf_writer__open_memory(struct perf_writer **ret, struct diag *diag)
{
	int fd = memfd_create("perf-records", MFD_CLOEXEC);
	struct perf_writer *w;

	if (fd < 0)
		return diag__msg(diag, -errno, "cannot keep records in memory: %s", strerror(errno));
	w = new_writer("the records that are kept in memory");
	w->fd = w->file.fd = fd;
	w->owns_fd = w->begun = w->bare = true;
	*ret = w;
	return 0;
}

int perf_writer__publish(struct perf_writer *w, struct diag *diag)
{
	struct new_file *f = w->folder.base ? &w->folder : &w->file;
	int err = 0;

	if (!f->base)
		return 0;
	/* Somebody else may make one in between, time and again. A file is replaced then, a folder is not. */
	err = old_recording__set_aside(f->dir_fd, f->base, !f->is_folder, diag);
	if (err)
		return err;
	err = new_file__commit(f);
	return err ? diag__msg(diag, err, "cannot create '%s': %s", w->path, strerror(-err)) : 0;
}
