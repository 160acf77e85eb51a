// SPDX-License-Identifier: GPL-2.0-only
/* Finding and reading the kernel's text files. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <mntent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/log.h"

#define TRACEFS_DIR	"/sys/kernel/tracing"
#define TRACEFS_OLD	"/sys/kernel/debug/tracing"

/* Why this process could not mount tracefs, errno; 0: it was not tried. */
static int mount_error;

static const char *path_or(const char *variable, const char *usual)
{
	const char *s = getenv(variable);

	return s && *s ? s : usual;
}

const char *sysfs__path(void)
{
	return path_or("SYSFS_PATH", "/sys");
}

const char *procfs__path(void)
{
	return path_or("PROCFS_PATH", "/proc");
}

const char *tracefs__path(void)
{
	const char *own = path_or("TRACEFS_PATH", NULL);

	if (own)
		return own;
	if (!access(TRACEFS_DIR "/events", R_OK))
		return TRACEFS_DIR;
	if (!access(TRACEFS_OLD "/events", R_OK))
		return TRACEFS_OLD;
	if (access(TRACEFS_DIR, F_OK) || geteuid())
		return NULL;
	if (mount("tracefs", TRACEFS_DIR, "tracefs", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL)) {
		mount_error = errno;
		return NULL;
	}
	pr_debug("mounted tracefs on %s\n", TRACEFS_DIR);
	return access(TRACEFS_DIR "/events", R_OK) ? NULL : TRACEFS_DIR;
}

/* Where /proc does not tell, it may be there. */
static bool kernel_has_tracefs(void)
{
	char *known = read_text_filef("%s/filesystems", procfs__path());
	bool ret = !known || strstr(known, "\ttracefs");

	free(known);
	return ret;
}

char *tracefs__problem(void)
{
	/* A kernel without it has no folder for it either. */
	if (!kernel_has_tracefs())
		return xstrdup("this kernel has no tracepoints (CONFIG_TRACING)");
	if (access("/sys/kernel", F_OK))
		return xstrdup("sysfs is not mounted on /sys: 'mount -t sysfs sysfs /sys' and then "
			       "'mount -t tracefs tracefs " TRACEFS_DIR "' as root");
	if (access(TRACEFS_DIR, F_OK))
		return xstrdup("there is no folder " TRACEFS_DIR ": mount tracefs elsewhere, and say where in TRACEFS_PATH");
	if (!access(TRACEFS_DIR "/events", F_OK) || errno != ENOENT)
		/* Its files are its group's to read, since Linux 5.15; others may not, whatever the folder's mode. */
		return xasprintf("tracefs cannot be read: run as root, or 'mount -o remount,gid=%u,mode=750 " TRACEFS_DIR "' as root",
				 (unsigned int)getegid());
	if (mount_error)
		return xasprintf("tracefs is not mounted on " TRACEFS_DIR ", and root may not mount it here (%s), as in most containers: "
				 "mount it outside, and hand it on", strerror(mount_error));
	return xstrdup("tracefs is not mounted: 'mount -t tracefs tracefs " TRACEFS_DIR "' as root");
}

char *cgroupfs__mount(void)
{
	char *name = xasprintf("%s/mounts", procfs__path()), *unified = NULL, *v1 = NULL;
	FILE *f = setmntent(name, "re");
	struct mntent *m;

	free(name);
	if (!f)
		return NULL;
	while ((m = getmntent(f))) {
		if (!unified && !strcmp(m->mnt_type, "cgroup2"))
			unified = xstrdup(m->mnt_dir);
		else if (!v1 && !strcmp(m->mnt_type, "cgroup") && hasmntopt(m, "perf_event"))
			v1 = xstrdup(m->mnt_dir);
	}
	(void)endmntent(f);
	if (!v1)
		return unified;
	free(unified);
	return v1;
}

char *read_text_file(const char *path, size_t max)
{
	size_t cap = 4096, len = 0;
	char *text = NULL;
	ssize_t n = 0;
	int fd, err;

	if (!max)
		max = 64 << 10;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	do {
		len += (size_t)n;
		if (!text || cap - len < 2)
			text = xrealloc(text, (cap *= 2));
		n = read(fd, text + len, cap - len - 1);
	} while ((n > 0 && len <= max) || (n < 0 && errno == EINTR && !(n = 0)));
	err = n < 0 ? errno : len > max ? EFBIG : 0;
	close(fd);
	if (err) {
		free(text);
		errno = err;
		return NULL;
	}
	while (len && strchr(" \t\r\n", text[len - 1]))
		len--;
	text[len] = 0;
	return text;
}

char *read_text_filef(const char *fmt, ...)
{
	char path[4096];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(path, sizeof(path), fmt, ap);
	va_end(ap);
	if (n < 0 || (size_t)n >= sizeof(path)) {
		errno = ENAMETOOLONG;
		return NULL;
	}
	return read_text_file(path, 0);
}

int read_number_file(const char *path, long long *ret)
{
	char *text = read_text_file(path, 0), *end;
	long long v;

	if (!text)
		return -errno;
	errno = 0;
	v = strtoll(text, &end, 0);
	if (end == text || *end || errno) {
		free(text);
		return -EBADMSG;
	}
	free(text);
	*ret = v;
	return 0;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

char **list_names(const char *dir, bool (*match)(const char *name, void *ctx), void *ctx)
{
	DIR *d = alloc__given(opendir(dir));
	size_t nr = 0, cap = 0;
	char **names = NULL;
	struct dirent *e;

	if (!d)
		return NULL;
	while ((e = readdir(d))) {
		if (e->d_name[0] == '.' || (match && !match(e->d_name, ctx)))
			continue;
		GROW(names, nr, cap);
		names[nr++] = xstrdup(e->d_name);
	}
	closedir(d);
	if (nr)
		qsort(names, nr, sizeof(*names), compare_names);
	GROW(names, nr, cap);
	names[nr] = NULL;
	return names;
}

void free_names(char **names)
{
	size_t i;

	for (i = 0; names && names[i]; i++)
		free(names[i]);
	free(names);
}
