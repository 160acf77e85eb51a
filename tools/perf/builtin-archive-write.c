// SPDX-License-Identifier: GPL-2.0-only
/* perf archive: what is packed becomes a file. tar reads it; what changes meanwhile is told. */
#include "builtin-archive.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/hash.h"
#include "util/base/log.h"
#include "util/base/new-file.h"

/* The names as a file: through a pipe, tar could end before it has taken them all. */
static int names_file(const struct archive *a)
{
	int fd = memfd_create("perf-archive-names", MFD_CLOEXEC), err;

	if (fd < 0)
		return -errno;
	err = file__write_all(fd, a->names.buf, a->names.len);
	if (!err && lseek(fd, 0, SEEK_SET) < 0)
		err = -errno;
	if (err)
		close(fd);
	return err ? err : fd;
}

/* What tells two states of a file apart, added up. Another name for a file changes its ctime, which says nothing of its bytes. */
static uint64_t state_of(int dir, const char *name)
{
	struct stat st;

	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW))
		return 1;
	return hash_combine(hash_combine(st.st_ino, (uint64_t)st.st_size),
			    hash_combine((uint64_t)st.st_mtim.tv_sec, (uint64_t)st.st_mtim.tv_nsec));
}

static uint64_t state_of_all(const struct archive *a)
{
	uint64_t state = 0;
	size_t at;

	for (at = 0; at < a->names.len; at += strlen(a->names.buf + at) + 1)
		state = hash_combine(state, state_of(a->top, a->names.buf + at));
	return state;
}

/* @err: of archive_tar__run(). */
static int judge_tar(int err, bool same, const char *what)
{
	if (err <= 0 || same)
		return err < 0 ? err : 0;
	pr_error("perf archive: %s has changed while it was read: try again\n", what);
	return -EIO;
}

static int write_symbols(const struct archive *a, int out)
{
	/* Whose files they are here is of no use elsewhere, and nobody's business. */
	static const char *const args[] = { "tar", "--create", "--bzip2", "--file=-", "--owner=0", "--group=0", "--numeric-owner",
					    "--hard-dereference", "--warning=no-file-changed", "--null", "--verbatim-files-from",
					    "--no-recursion", "--files-from=-", NULL };
	uint64_t before = state_of_all(a);
	int names = names_file(a), err;

	if (names < 0) {
		pr_error("perf archive: cannot hand over the list of files: %s\n", strerror(-names));
		return names;
	}
	err = archive_tar__run(&(struct archive_tar){ .args = args, .dir = a->top, .in = names, .out = out, .keep = -1,
							   .may_change = true });
	close(names);
	return judge_tar(err, state_of_all(a) == before, "a file of the build-id cache");
}

static int write_failed(const char *path, int err)
{
	pr_error("perf archive: cannot write '%s': %s\n", path, strerror(-err));
	return err;
}

/* The recording, and the archive of symbols in @folder, into @out. */
static int write_both(const struct archive *a, int folder, int out)
{
	char real[PATH_MAX], *name, *from, *add;
	const char *args[] = { "tar", "--create", "--bzip2", "--file=-", "--owner=0", "--group=0", "--numeric-owner",
			       "--warning=no-file-changed", NULL, NULL, "--add-file=" ARCHIVE_SYMBOLS, NULL };
	uint64_t before;
	int dir, err;

	if (!realpath(a->input, real)) {
		pr_error("perf archive: cannot read '%s': %s\n", a->input, strerror(errno));
		return -EIO;
	}
	name = strrchr(real, '/');
	*name++ = 0;
	dir = open(*real ? real : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	from = xasprintf("--directory=/proc/self/fd/%d", folder);
	add = xasprintf("--add-file=%s", name);
	args[8] = add;
	args[9] = from;
	before = state_of(dir, name);
	err = dir < 0 ? write_failed(real, -errno)
		      : archive_tar__run(&(struct archive_tar){ args, dir, -1, out, folder, true });
	err = judge_tar(err, state_of(dir, name) == before, name);
	if (dir >= 0)
		close(dir);
	free(add);
	free(from);
	return err;
}

/* Through a folder of our own, in which the symbols have the name that they are to have in the archive. */
static int write_all(const struct archive *a, int out)
{
	struct new_file folder, symbols = NEW_FILE_NONE;
	int err = new_folder__create(&folder, "perf.symbols");

	if (err)
		return write_failed("perf.symbols", err);
	err = new_file__create_at(&symbols, folder.fd, ARCHIVE_SYMBOLS, 0600);
	if (err)
		write_failed(ARCHIVE_SYMBOLS, err);
	if (!err)
		err = write_symbols(a, symbols.fd);
	if (!err && (err = new_file__commit(&symbols)))
		write_failed(ARCHIVE_SYMBOLS, err);
	if (!err)
		err = write_both(a, folder.fd, out);
	new_file__exit(&symbols);
	new_file__exit(&folder);
	return err;
}

/* Its name, as upstream makes it; caller frees. */
static char *archive_name(const struct archive *a)
{
	char host[HOST_NAME_MAX + 1] = "", date[32] = "", *s;
	time_t now = time(NULL);
	size_t len = strlen(a->input);
	struct tm tm;

	while (len > 1 && a->input[len - 1] == '/')
		len--;
	if (!a->all)
		return xasprintf("%.*s.tar.bz2", (int)len, a->input);
	(void)gethostname(host, sizeof(host) - 1);
	for (s = host; *s; s++)
		if (*s == '/')
			*s = '_';
	if (localtime_r(&now, &tm))
		(void)strftime(date, sizeof(date), "%Y%m%d-%H%M%S", &tm);
	return xasprintf("perf.all-%s-%s.tar.bz2", host, date);
}

int archive__write(const struct archive *a)
{
	char *path = archive_name(a);
	struct new_file f;
	int err = new_file__create(&f, path, 0600);

	if (err) {
		write_failed(path, err);
		free(path);
		return err;
	}
	err = a->all ? write_all(a, f.fd) : write_symbols(a, f.fd);
	if (!err && (err = new_file__commit(&f)))
		write_failed(path, err);
	new_file__exit(&f);
	if (!err)
		pr_debug("perf archive: '%s' is written\n", path);
	free(path);
	return err;
}
