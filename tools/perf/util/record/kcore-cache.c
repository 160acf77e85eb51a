// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/kcore-cache.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/strbuf.h"
#include "util/record/kcore-copy.h"
#include "util/symbol/build-id-cache.h"
#include "util/symbol/dso.h"
#include "util/symbol/proc-modules.h"

/* Do both files have the same modules at the same addresses, in the same order? */
static bool same_modules(const char *a, const char *b)
{
	FILE *files[2] = { fopen(a, "re"), fopen(b, "re") };
	struct proc_module m[2];
	bool more[2] = { true, true }, same = files[0] && files[1];
	int i;

	while (same && more[0]) {
		for (i = 0; i < 2; i++)
			more[i] = proc_modules__next(files[i], &m[i]);
		same = more[0] == more[1] &&
		       (!more[0] || (m[0].start == m[1].start && !strcmp(m[0].name, m[1].name)));
	}
	for (i = 0; i < 2; i++)
		if (files[i])
			fclose(files[i]);
	return same;
}

/* The folder in @folder that will do for the kernel as it is, NULL: none. */
static char *find_same(const char *folder)
{
	char *now = xasprintf("%s/modules", procfs__path()), *pattern, *found = NULL;
	const char *s;
	struct strbuf sb = STRBUF_INIT;
	glob_t g;
	size_t i;

	/* Its own name is no pattern. */
	for (s = folder; *s; s++)
		strbuf__addf(&sb, strchr("*?[\\", *s) ? "\\%c" : "%c", *s);
	pattern = xasprintf("%s/[0-9]*/modules", sb.buf);
	strbuf__exit(&sb);
	if (!alloc__given_glob(glob(pattern, 0, NULL, &g))) {
		for (i = 0; i < g.gl_pathc && !found; i++)
			if (same_modules(now, g.gl_pathv[i]))
				found = xstrndup(g.gl_pathv[i], strlen(g.gl_pathv[i]) - strlen("/modules"));
		globfree(&g);
	}
	free(pattern);
	free(now);
	return found;
}

/* The next name that is free: there is one each hundredth of a second. */
static char *name_of_now(const char *folder)
{
	const struct timespec hundredth = { .tv_nsec = 10000000 };

	for (;;) {
		struct timespec now;
		struct tm tm;
		char text[32], *name;

		clock_gettime(CLOCK_REALTIME, &now);
		localtime_r(&now.tv_sec, &tm);
		strftime(text, sizeof(text), "%Y%m%d%H%M%S", &tm);
		name = xasprintf("%s/%s%02d", folder, text, (int)(now.tv_nsec / hundredth.tv_nsec));
		if (access(name, F_OK))
			return name;
		free(name);
		nanosleep(&hundredth, NULL);
	}
}

/* What is there of a copy that did not come to its end. */
static void remove_copy(int folder_fd, const char *name)
{
	static const char *const files[] = { "kcore", "kallsyms", "modules" };
	int fd = openat(folder_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	size_t i;

	if (fd < 0)
		return;
	for (i = 0; i < ARRAY_SIZE(files); i++)
		(void)unlinkat(fd, files[i], 0);
	close(fd);
	(void)unlinkat(folder_fd, name, AT_REMOVEDIR);
}

int kcore_cache__add(const char *cache, const uint8_t *id, size_t id_size, char **ret_dir, struct diag *diag)
{
	char hex[41], *folder, *dir;
	uint64_t bytes;
	int err, fd = -1;

	folder = xasprintf("%s/[kernel.kcore]/%s", cache, build_id__text(id, id_size, hex));
	*ret_dir = find_same(folder);
	if (*ret_dir) {
		free(folder);
		return -EEXIST;
	}
	/* Nothing is made for a kernel that does not give its code away. */
	err = kcore_copy__check(diag);
	if (!err) {
		fd = build_id_cache__folder(cache, folder + strlen(cache) + 1);
		err = fd < 0 ? fd : 0;
		if (err)
			diag__msg(diag, err, "cannot make the folder '%s': %s", folder, strerror(-err));
	}
	dir = name_of_now(folder);
	if (!err) {
		const char *name = strrchr(dir, '/') + 1;

		err = kcore_copy(fd, name, &bytes, diag);
		if (err == -EEXIST)	/* somebody else's, of this very moment */
			err = -EAGAIN;
		else if (err)
			remove_copy(fd, name);
	}
	if (fd >= 0)
		close(fd);
	free(folder);
	if (err)
		free(dir);
	else
		*ret_dir = dir;
	return err;
}
