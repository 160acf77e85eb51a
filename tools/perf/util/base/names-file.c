// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/names-file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/hash.h"
#include "util/base/log.h"
#include "util/base/patient-open.h"
#include "util/base/shown.h"
#include "util/base/turns.h"

#define MOST_TOLD	8

static inline uint64_t failed_paths__hash(const char *path)
{
	return hash_str(path);
}

static inline bool failed_paths__is(const char *entry, const char *path)
{
	return !strcmp(entry, path);
}

HASH_SET_TYPE(failed_paths, char *)
HASH_SET_FUNCTIONS(failed_paths, const char *, char *)

static struct {
	struct names_file_failure *list;
	size_t nr, cap;
	struct failed_paths paths;
} failed;

/* Does @err say what the file is, or whose? All else says that the system could not do what it usually can. */
static bool is_about_the_file(int err)
{
	switch (-err) {
	case ENOENT: case ENOTDIR: case EACCES: case EPERM: case ELOOP: case ENAMETOOLONG: case EISDIR: case ENXIO: case ENODEV:
	case ENODATA: case EINVAL: case EFBIG: case EOVERFLOW: case ENOEXEC: case ENOSYS: case ENOTSUP: case EBADMSG: case ESRCH:
		return true;
	default:
		return err >= 0;
	}
}

void names_file__failed(const char *path, int err)
{
	const char *help = err == -EMFILE ? " (ulimit -n raises the limit)" : "";
	bool quiet;
	char **known;

	if (is_about_the_file(err))
		return;
	/* It was told, too. */
	quiet = err == -ETIMEDOUT;
	/* Without a descriptor to give, the kernel does not even look for the file. */
	if ((err == -EMFILE || err == -ENFILE) && access(path, F_OK) && errno == ENOENT)
		return;
	/* What a process that reads ahead knows would be lost with it. */
	turns__retreat();
	known = failed_paths__place(&failed.paths, path);
	if (*known)
		return;
	*known = xstrdup(path);
	GROW(failed.list, failed.nr, failed.cap);
	failed.list[failed.nr++] = (struct names_file_failure){ .path = *known, .err = err };
	if (failed.nr <= MOST_TOLD && !quiet)
		pr_warning("perf: cannot read '%s', which is there: %s%s\n", shown__in_message(path), strerror(-err), help);
}

int names_file__open(const char *path, struct stat *ret_st)
{
	int fd = patient_open(path, ret_st);

	if (fd < 0)
		names_file__failed(path, fd);
	return fd;
}

int names_file__read_all(const char *path, size_t max, char **ret_data, size_t *ret_size)
{
	int fd = patient_open(path, NULL), err = fd;

	if (fd >= 0) {
		err = file__read_fd(fd, max, ret_data, ret_size);
		close(fd);
	}
	if (err)
		names_file__failed(path, err);
	return err;
}

const struct names_file_failure *names_file__failures(size_t *ret_nr)
{
	*ret_nr = failed.nr;
	return failed.list;
}

void names_file__found_elsewhere(size_t from)
{
	for (; from < failed.nr; from++)
		failed.list[from].no_loss = true;
}

bool names_file__any_loss(void)
{
	size_t i;

	for (i = 0; i < failed.nr; i++)
		if (!failed.list[i].no_loss)
			return true;
	return false;
}
