// SPDX-License-Identifier: GPL-2.0-only
/* perf archive: what a recording needs from the build-id cache, in one file for another machine. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "builtin.h"
#include "builtin-archive.h"
#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/folder-walk.h"
#include "util/base/hash.h"
#include "util/base/log.h"
#include "util/base/new-file.h"
#include "util/base/options.h"
#include "util/base/shown.h"
#include "util/base/std-out.h"
#include "util/base/strbuf.h"
#include "util/hits/dso-hits.h"
#include "util/output/read-errors.h"
#include "util/symbol/build-id-cache.h"
#include "util/symbol/dso.h"

#define MAX_EXCLUDED	((size_t)64 << 20)

/* A file that samples fell into. */
struct wanted {
	char hex[41], *path;	/* owned */
	bool found;		/* in the cache */
};

struct archive {
	const char *input, *exclude;
	char *cache;		/* owned: the cache's folder */
	int top;		/* the same, opened */
	bool all, unpack, force;
	struct wanted *wanted;
	size_t nr, cap;
	struct strbuf names;	/* what goes into the archive, below the cache; a zero byte behind each */
	struct read_errors errors;
	bool damaged;
};

static const char *const usage[] = { "perf archive [<options>] [<recording>]", "perf archive --unpack [<archive>]", NULL };

/* --- which files ---------------------------------------------------------------------------------- */

static void on_damaged(void *ctx, const struct diag *diag)
{
	read_errors__damaged(&((struct archive *)ctx)->errors, diag);
}

static int find_wanted(struct archive *a)
{
	const struct session_ops ops = { .sample = dso_hits__sample, .damaged = on_damaged };
	const struct session_opts opts = { .input = a->input, .force = a->force, .any_order = true,
					   .symbols = { .no_symbols = true } };
	struct diag diag = DIAG_INIT;
	struct session *s = session__new(&opts, &ops, a, &diag);
	struct dso **dsos;
	size_t nr, i;

	if (!s || session__process(s, &diag) < 0) {
		read_errors__fatal(&diag);
		session__delete(s);
		return -EINVAL;
	}
	dsos = dso_hits__list(s, false, &nr);
	for (i = 0; i < nr; i++) {
		struct wanted *w;

		if (!dsos[i]->build_id_size)
			continue;
		GROW(a->wanted, a->nr, a->cap);
		w = &a->wanted[a->nr++];
		*w = (struct wanted){ .path = xstrdup(dsos[i]->path) };
		build_id__text(dsos[i]->build_id, dsos[i]->build_id_size, w->hex);
	}
	free(dsos);
	a->damaged = read_errors__close(&a->errors, session__stats(s));
	session__delete(s);
	return 0;
}

static void drop(struct archive *a, const char *hex)
{
	size_t i, n = 0;

	for (i = 0; i < a->nr; i++)
		if (strcmp(a->wanted[i].hex, hex))
			a->wanted[n++] = a->wanted[i];
		else
			free(a->wanted[i].path);
	a->nr = n;
}

/* The file has lines as of perf buildid-list: an id, perhaps a blank and a name. */
static int leave_out(struct archive *a)
{
	char *data, *pos, *line;
	size_t size;
	int err;

	if (!a->exclude)
		return 0;
	err = file__read_given(a->exclude, MAX_EXCLUDED, &data, &size);
	if (err == -ENOENT)
		pr_error("Provided exclude-buildids file %s does not exist\n", a->exclude);
	else if (err)
		pr_error("perf archive: cannot read '%s': %s\n", a->exclude, strerror(-err));
	if (err)
		return err;
	for (pos = data; (line = strsep(&pos, "\n")); ) {
		line[strcspn(line, " \t\r")] = 0;
		drop(a, line);
	}
	free(data);
	return 0;
}

/* --- what the cache has of them ------------------------------------------------------------------- */

static void add_name(struct archive *a, const char *name)
{
	strbuf__add(&a->names, name, strlen(name) + 1);
}

/* Only what is a file there: a link could lead to what is nobody's business. */
static void add_files(struct archive *a, const char *folder)
{
	int fd = folder__open_below(a->top, folder);
	DIR *dir = fd < 0 ? NULL : alloc__given(fdopendir(fd));
	struct dirent *e;
	struct stat st;

	while (dir && (e = readdir(dir))) {
		char *name = xasprintf("%s/%s", folder, e->d_name);

		if (!fstatat(fd, e->d_name, &st, AT_SYMLINK_NOFOLLOW) && S_ISREG(st.st_mode))
			add_name(a, name);
		free(name);
	}
	if (dir)
		closedir(dir);
	else if (fd >= 0)
		close(fd);
}

static int on_entry(void *ctx, const struct build_id_cache_entry *e)
{
	struct archive *a = ctx;
	bool found = false;
	char *link, *folder;
	size_t i;

	for (i = 0; i < a->nr; i++)
		if (!strcmp(a->wanted[i].hex, e->hex))
			found = a->wanted[i].found = true;
	if (!found)
		return 0;
	link = xasprintf(".build-id/%.2s/%s", e->hex, e->hex + 2);
	folder = xasprintf("%s/%s", *e->name == '/' ? e->name + 1 : e->name, e->hex);
	add_name(a, link);
	add_files(a, folder);
	free(folder);
	free(link);
	return 0;
}

/* How many there are; those that are not have been told. */
static size_t find_files(struct archive *a)
{
	size_t i, found = 0;

	(void)build_id_cache__for_each(a->cache, on_entry, a);
	for (i = 0; i < a->nr; i++) {
		found += a->wanted[i].found;
		if (!a->wanted[i].found)
			pr_warning("perf archive: %s is left out: the build-id cache '%s' has no file with its build id %s "
				   "(perf buildid-cache -a FILE adds one)\n", shown(a->wanted[i].path), a->cache, a->wanted[i].hex);
	}
	return found;
}

/* --- writing -------------------------------------------------------------------------------------- */

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

static int write_archive(const struct archive *a)
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

static int pack(struct archive *a)
{
	size_t found;

	if (find_wanted(a) < 0)
		return EXIT_FAILED;
	if (!a->nr) {
		pr_error("perf archive: no build-ids found\n");
		return EXIT_FAILED;
	}
	if (leave_out(a) < 0)
		return EXIT_FAILED;
	if (!a->nr) {
		pr_error("perf archive: no build-ids found after applying exclude-buildids file\n");
		return EXIT_FAILED;
	}
	a->top = open(a->cache, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	found = find_files(a);
	if (!found || a->top < 0) {
		pr_error("perf archive: nothing of '%s' is in the build-id cache '%s': no archive is written\n", a->input,
			 a->cache);
		return EXIT_FAILED;
	}
	if (write_archive(a) < 0)
		return EXIT_FAILED;
	std_out__addf("Now please run:\n\n$ perf archive --unpack\n\n"
		      "or unpack the tar manually wherever you need to run 'perf report' on.\n");
	return found < a->nr || a->damaged ? EXIT_PARTIAL : EXIT_OK;
}

static void archive__exit(struct archive *a)
{
	while (a->nr)
		free(a->wanted[--a->nr].path);
	free(a->wanted);
	strbuf__exit(&a->names);
	if (a->top >= 0)
		close(a->top);
	free(a->cache);
}

int cmd_archive(int argc, const char **argv)
{
	struct archive a = { .top = -1, .names = STRBUF_INIT };
	const struct option options[] = {
		OPT_BOOL(0, "all", &a.all, "pack the recording, too"),
		OPT_BOOL(0, "unpack", &a.unpack, "add the files of an archive to the build-id cache"),
		OPT_STRING(0, "exclude-buildids", &a.exclude, "FILE", "leave out these build ids; the file has one on each line"),
		OPT_BOOL('f', "force", &a.force, "read the recording even if another user owns it; with --unpack: replace an existing one"),
		OPT_INCR('v', "verbose", &verbose, "say what is written"),
		OPT_END()
	};
	int status;

	argc = parse_options(argc, argv, options, usage, 0);
	if (argc > 1)
		usage_error("'perf archive' takes one file: '%s' is one too many", argv[1]);
	if (a.unpack && (a.all || a.exclude))
		usage_error("--unpack takes neither --all nor --exclude-buildids: it unpacks what there is");
	a.input = argc ? argv[0] : a.unpack ? NULL : "perf.data";
	if (a.input && (!*a.input || !strcmp(a.input, "-")))
		usage_error("perf archive needs the name of a file");
	a.cache = build_id_cache__dir();
	/* What is not to be used has been told. */
	if (!a.cache && (getenv("HOME") || getenv("PERF_BUILDID_DIR")))
		return EXIT_FAILED;
	if (!a.cache)
		usage_error("there is no folder for the cache: set HOME or PERF_BUILDID_DIR, or give "
			    "perf --buildid-dir DIR");
	status = a.unpack ? archive__unpack(a.cache, a.input, a.force) : pack(&a);
	archive__exit(&a);
	return status;
}
