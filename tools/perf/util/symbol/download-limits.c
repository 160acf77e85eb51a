// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/download-limits.h"

#include <dirent.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/symbol/dso.h"

#define LIBRARY_VARIABLE	"DEBUGINFOD_MAXSIZE"
#define MB			(1ULL << 20)
/* The debug information of a browser has 2 GB, that of a kernel half of that. */
#define DEFAULT_FILE_LIMIT	2048	/* MB */
#define DEFAULT_LIMIT		8192

static uint64_t limit(const char *variable, uint64_t mb)
{
	const char *text = getenv(variable);
	char *end;

	if (text && *text) {
		uint64_t n = strtoull(text, &end, 10);

		mb = *end ? mb : n;
	}
	return mb && mb < UINT64_MAX / MB ? mb * MB : UINT64_MAX;
}

void download_limits__init(struct download_limits *l)
{
	const char *text = getenv(LIBRARY_VARIABLE);
	uint64_t bytes = text ? strtoull(text, NULL, 10) : 0;
	char number[24];

	*l = (struct download_limits){ .file = limit(DOWNLOAD_FILE_LIMIT_VARIABLE, DEFAULT_FILE_LIMIT),
				       .run = limit(DOWNLOAD_LIMIT_VARIABLE, DEFAULT_LIMIT), .fd = -1 };
	if (bytes && bytes < l->file)
		l->file = bytes;
	/* So that the library does not even begin with what says how large it is. */
	if (l->file < LONG_MAX) {
		snprintf(number, sizeof(number), "%" PRIu64, l->file);
		xsetenv(LIBRARY_VARIABLE, number, true);
	}
}

void download_limits__begin(struct download_limits *l, const uint8_t *id, size_t size)
{
	char hex[41];

	build_id__text(id, size, hex);
	snprintf(l->part, sizeof(l->part), "/%s/", hex);
	l->here = 0;
	l->fd = -1;
	l->excess = DOWNLOAD_FITS;
}

static bool is_file_at_hand(struct download_limits *l, int fd)
{
	char link[32], path[PATH_MAX], *part;
	ssize_t len;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	len = readlink(link, path, sizeof(path) - 1);
	path[len > 0 ? len : 0] = 0;
	part = strstr(path, l->part);
	if (part && !l->folder)
		l->folder = xasprintf("%.*s", (int)(part - path + (ptrdiff_t)strlen(l->part) - 1), path);
	return part;
}

/*
 * The library writes into a file of its own, and some of its versions count what came through the wire only: where that is
 * compressed, a thousandth of what is written.
 */
static uint64_t size_on_disk(struct download_limits *l)
{
	struct dirent *e;
	struct stat st;
	DIR *dir;

	if (l->fd < 0 || !is_file_at_hand(l, l->fd)) {
		l->fd = -1;
		dir = opendir("/proc/self/fd");
		while (dir && l->fd < 0 && (e = readdir(dir)))
			if (*e->d_name != '.' && is_file_at_hand(l, (int)strtol(e->d_name, NULL, 10)))
				l->fd = (int)strtol(e->d_name, NULL, 10);
		if (dir)
			closedir(dir);
	}
	return l->fd >= 0 && !fstat(l->fd, &st) && S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
}

bool download_limits__allow(struct download_limits *l, uint64_t done, uint64_t total)
{
	uint64_t disk = size_on_disk(l), size;

	done = done > disk ? done : disk;
	if (done > l->here)
		l->here = done;
	size = total > l->here ? total : l->here;
	if (size > l->file)
		l->excess = DOWNLOAD_FILE_TOO_LARGE;
	else if (size > l->run - l->before)
		l->excess = DOWNLOAD_RUN_TOO_LARGE;
	return l->excess == DOWNLOAD_FITS;
}

void download_limits__forget(const struct download_limits *l)
{
	static const char *const names[] = { "debuginfo", "executable" };
	struct stat st;
	size_t i;

	for (i = 0; l->folder && i < ARRAY_SIZE(names); i++) {
		char *path = xasprintf("%s/%s", l->folder, names[i]);

		if (!lstat(path, &st) && S_ISREG(st.st_mode) && !st.st_size)
			unlink(path);
		free(path);
	}
}

void download_limits__end(struct download_limits *l)
{
	uint64_t left = l->run - l->before;

	l->before += l->here < left ? l->here : left;
	l->here = 0;
	free(l->folder);
	l->folder = NULL;
}
