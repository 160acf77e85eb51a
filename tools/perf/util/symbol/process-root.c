// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/process-root.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/maps-text.h"
#include "util/base/patient-open.h"

#define MAX_STATUS	((size_t)1 << 20)

/* Without asking the file system: the process's root may lie on one that does not answer. */
static bool look(const char *path, struct statx *ret)
{
	return !statx(AT_FDCWD, path, AT_STATX_DONT_SYNC, STATX_INO, ret);
}

static bool same_file(const char *a, const char *b)
{
	struct statx sa, sb;

	return look(a, &sa) && look(b, &sb) && sa.stx_dev_major == sb.stx_dev_major && sa.stx_dev_minor == sb.stx_dev_minor &&
	       sa.stx_ino == sb.stx_ino;
}

/* In a deputy: may this user open it? No more than that is found out: neither the file nor its file system hears of it. */
static void try_here(struct deputy_job *job)
{
	int fd = open(job->in, O_PATH | O_CLOEXEC);

	if (fd < 0)
		return;
	close(fd);
	process_job__answer(job, "yes", 3);
}

static bool leads_to_file(uint32_t pid, const char *path)
{
	size_t size;
	char *answer;

	return !process_asker__ask(patient_asker(), (pid_t)pid, &(struct deputy_question){ try_here, path, strlen(path) + 1 },
				   &answer, &size);
}

char *process__other_root(uint32_t pid)
{
	char *root = xasprintf("/proc/%u/root", pid), *ns = xasprintf("/proc/%u/ns/mnt", pid);
	struct statx st;
	bool ours = same_file(ns, "/proc/self/ns/mnt") && same_file(root, "/proc/self/root");

	free(ns);
	if (!ours && look(root, &st))
		return root;
	free(root);
	return NULL;
}

uint32_t process__own_pid(uint32_t pid)
{
	char *path = xasprintf("/proc/%u/status", pid), *data, *line, *end;
	unsigned long number, own = 0;
	size_t size;
	int err = file__read_all(path, MAX_STATUS, &data, &size);

	free(path);
	if (err)
		return 0;
	/* One number a name space, ours first, the process's own last. */
	line = strstr(data, "\nNSpid:");
	for (line = line ? line + 7 : data + size; *line && *line != '\n'; line = end) {
		number = strtoul(line, &end, 10);
		if (end == line)
			break;
		own = number;
	}
	free(data);
	return own && own <= UINT32_MAX ? (uint32_t)own : pid;
}

bool process__uid(uint32_t pid, uid_t *ret)
{
	char *path = xasprintf("/proc/%u", pid);
	struct stat st;
	bool ok = !stat(path, &st);

	free(path);
	if (ok)
		*ret = st.st_uid;
	return ok;
}

/* What is left of the @len bytes of @name without the kernel's mark for files that have no name anymore. */
static size_t bare_length(const char *name, size_t len)
{
	static const char mark[] = " (deleted)";
	size_t n = sizeof(mark) - 1;

	return len > n && !memcmp(name + len - n, mark, n) ? len - n : len;
}

/* "START-END" of the first mapping of @path in @maps, the text of /proc/PID/maps; -> false: there is none. */
static bool find_mapping(const char *maps, const char *path, unsigned long *ret_start, unsigned long *ret_end)
{
	size_t bare = bare_length(path, strlen(path));
	const char *line, *end, *name;

	for (line = maps; *line; line = *end ? end + 1 : end) {
		end = strchrnul(line, '\n');
		name = memchr(line, '/', (size_t)(end - line));
		if (name && bare_length(name, (size_t)(end - name)) == bare && !memcmp(name, path, bare) &&
		    sscanf(line, "%lx-%lx", ret_start, ret_end) == 2)
			return true;
	}
	return false;
}

char *process__mapped_file(uint32_t pid, const char *path)
{
	char *name, *maps;
	unsigned long start, end;

	if (maps_text__ask(patient_asker(), (pid_t)pid, &maps) || !find_mapping(maps, path, &start, &end))
		return NULL;
	name = xasprintf("/proc/%u/map_files/%lx-%lx", pid, start, end);
	/* Not everybody may; the program itself is less of a secret, and told by its build id. */
	if (!leads_to_file(pid, name)) {
		free(name);
		name = xasprintf("/proc/%u/exe", pid);
	}
	return name;
}
