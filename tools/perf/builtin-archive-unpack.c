// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf archive --unpack. An archive comes from somebody else. So tar unpacks it into a folder that is new and private,
 * and only what is of the cache's form is taken from there, name by name, as if it had just been recorded: files, and
 * no links. What the cache has stays as it is.
 */
#include "builtin-archive.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "builtin.h"
#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/base/new-file.h"
#include "util/base/open-regular.h"
#include "util/base/shown.h"
#include "util/base/std-out.h"
#include "util/base/strbuf.h"
#include "util/symbol/build-id-cache.h"
#include "util/symbol/dso.h"

/* --- tar ------------------------------------------------------------------------------------------ */

static int extract(struct archive_unpack *u, int in, int stage)
{
	struct stat st;
	int err;

	/* An archive within the archive has no room of its own. */
	if (!u->room.packed && !fstat(in, &st))
		unpack_room__add_packed(&u->room, (size_t)st.st_size);
	err = archive_tar__unpack(in, stage, &u->room);
	if (err == -EFBIG)
		pr_error("perf archive: '%s' unpacks to more than %" PRIu64 " MB, which no archive of its size does: nothing is "
			 "unpacked. If it is to be unpacked all the same, 'perf -c core.unpack-limit=MB archive --unpack' allows more "
			 "(0: any number)\n", u->path, unpack_budget__mb());
	return err;
}

bool archive__has_bytes(struct archive_unpack *u, int fd)
{
	struct stat st;

	if (fstat(fd, &st) || (uint64_t)st.st_size > u->room.unpacked - u->taken)
		return false;
	u->taken += (uint64_t)st.st_size;
	return true;
}

/* --- into the cache ------------------------------------------------------------------------------- */

/* Is there an archive within the archive? Its descriptor, or negative. */
static int open_symbols(int stage)
{
	return staged__open_file(stage, ARCHIVE_SYMBOLS, 0600);
}

/*
 * Unpacked in the cache's file system, where it is to stay. *@ret_both: there is a recording with it, and nothing has been
 * taken; NULL: there may be none.
 */
static int take_symbols(struct archive_unpack *u, int in, bool *ret_both)
{
	char *path = xasprintf("%s/unpacked", u->cache);
	int fd = build_id_cache__folder(u->cache, ".build-id"), err = fd < 0 ? fd : 0, symbols;
	struct new_file stage = NEW_FILE_NONE;

	if (!err)
		err = new_folder__create(&stage, path);
	if (err)
		pr_error("perf archive: cannot unpack into the build-id cache '%s': %s\n", u->cache, strerror(-err));
	else
		err = extract(u, in, stage.fd);
	u->stage = stage.fd;
	symbols = err || !ret_both ? -1 : open_symbols(stage.fd);
	if (symbols >= 0)
		*ret_both = true;
	else if (!err)
		err = archive__take_entries(u);
	new_file__exit(&stage);
	if (symbols >= 0)
		close(symbols);
	if (fd >= 0)
		close(fd);
	free(path);
	return err;
}

/* --- with a recording ----------------------------------------------------------------------------- */

/* A recording is a file, or a folder of files; nobody else may read it then. */
static bool is_recording(struct archive_unpack *u, int stage, const char *name)
{
	int fd = staged__open_file(stage, name, 0600), file;
	bool ok = fd >= 0 && archive__has_bytes(u, fd);
	char **names;
	size_t nr, i;

	if (fd < 0) {
		fd = staged__open_folder(stage, name);
		ok = fd >= 0 && !fchmod(fd, 0700);
		names = staged__names(fd, &nr);
		for (i = 0; i < nr; i++) {
			file = staged__open_file(fd, names[i], 0600);
			ok = ok && file >= 0 && archive__has_bytes(u, file);
			if (file >= 0)
				close(file);
		}
		staged__free_names(names, nr);
	}
	if (fd >= 0)
		close(fd);
	return ok;
}

/* The archive's one recording; NULL: there is none, or more. Caller frees. */
static char *recording_name(struct archive_unpack *u, int stage)
{
	char *found = NULL, **names;
	size_t nr, i;
	unsigned int n = 0;

	names = staged__names(stage, &nr);
	for (i = 0; i < nr; i++) {
		if (!strcmp(names[i], ARCHIVE_SYMBOLS))
			continue;
		if (!n++ && is_recording(u, stage, names[i]))
			found = xstrdup(names[i]);
	}
	staged__free_names(names, nr);
	if (n == 1 && found)
		return found;
	pr_error("Error: %s file is not valid (what is in it beside %s is not one recording)\n", u->path, ARCHIVE_SYMBOLS);
	free(found);
	return NULL;
}

static int exists(const char *name)
{
	pr_error("File(s) %s already exist in the current directory.\n"
		 "perf archive: nothing is unpacked: move it away, or replace it with --force\n", shown(name));
	return -EEXIST;
}

static int take_staged(struct archive_unpack *u, int stage)
{
	char *name = recording_name(u, stage);
	int err = name ? 0 : -EINVAL, symbols = open_symbols(stage);

	if (!err && !u->force && !faccessat(AT_FDCWD, name, F_OK, AT_SYMLINK_NOFOLLOW))
		err = exists(name);
	if (!err)
		err = take_symbols(u, symbols, NULL);
	if (!err && renameat2(stage, name, AT_FDCWD, name, u->force ? 0 : RENAME_NOREPLACE)) {
		err = -errno;
		pr_error("perf archive: cannot put '%s' into the current directory: %s\n", shown(name), strerror(errno));
	}
	if (!err)
		std_out__addf("%s: unpacked here\n", shown(name));
	if (symbols >= 0)
		close(symbols);
	free(name);
	return err;
}

/* Unpacked in the current folder's file system, where the recording is to stay. */
static int take_both(struct archive_unpack *u, int in)
{
	struct new_file stage;
	int err = new_folder__create(&stage, "perf.unpacked");

	if (err) {
		pr_error("perf archive: cannot make a folder in the current directory: %s\n", strerror(-err));
		return err;
	}
	/* The same once more. */
	unpack_room__exit(&u->room);
	err = lseek(in, 0, SEEK_SET) < 0 ? -errno : extract(u, in, stage.fd);
	if (!err)
		err = take_staged(u, stage.fd);
	new_file__exit(&stage);
	return err;
}

/* Either an archive of symbols, or of a recording and such an archive: what is in it says so, not its name. */
static int unpack(struct archive_unpack *u, int in)
{
	bool both = false;
	int err;

	unpack_room__init(&u->room, UNPACK_RATIO_STREAM);
	err = take_symbols(u, in, &both);

	return err || !both ? err : take_both(u, in);
}

/* --- which archive -------------------------------------------------------------------------------- */

static bool is_archive_name(const char *name)
{
	size_t len = strlen(name);

	return len > 12 && !strncmp(name, "perf", 4) && !strcmp(name + len - 8, ".tar.bz2");
}

/* The only one of the current folder; caller frees. */
static char *find_archive(void)
{
	int fd = staged__open_folder(AT_FDCWD, ".");
	struct strbuf list = STRBUF_INIT;
	char **names, *found = NULL;
	unsigned int n = 0;
	size_t nr, i;

	names = staged__names(fd, &nr);
	for (i = 0; i < nr; i++) {
		if (!is_archive_name(names[i]))
			continue;
		strbuf__addf(&list, "./%s\n", shown(names[i]));
		if (!n++)
			found = xasprintf("./%s", names[i]);
	}
	staged__free_names(names, nr);
	if (fd >= 0)
		close(fd);
	if (n == 1) {
		std_out__addf("Found target file for unpacking: %s\n", shown(found));
	} else {
		pr_error("Error: %u files found for unpacking:\n%sProvide the requested file as an argument\n", n,
			 strbuf__str(&list));
		zfree(&found);
	}
	strbuf__exit(&list);
	return found;
}

int archive__unpack(const char *cache, const char *path, bool force)
{
	char *found = path ? NULL : find_archive();
	struct archive_unpack u = { .cache = cache, .path = path ? path : found, .force = force };
	int in, err = -ENOENT;

	if (!u.path)
		return EXIT_FAILED;
	in = open_regular(u.path, 0, NULL);
	if (in == -ENOENT)
		pr_error("Provided file %s does not exist\n", u.path);
	else if (in < 0)
		pr_error("perf archive: cannot read '%s': %s\n", u.path, strerror(-in));
	else
		err = unpack(&u, in);
	if (in >= 0)
		close(in);
	free(found);
	return err ? EXIT_FAILED : u.refused ? EXIT_PARTIAL : EXIT_OK;
}
